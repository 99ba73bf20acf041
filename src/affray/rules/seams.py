"""The seams: named places where a table may put another book's rule, and what the functions there are given.

Every book that has a seam has these functions there, with these arguments; a house rule puts those of another book
into their place (houserules.py). What a function at a seam calls of its own book's core is the base's core then."""

from __future__ import annotations

SEAMS = {
    "initiative": (
        "who acts first",
        # one step of it; True once every side and everybody on it has a place in this round, from 0 up to f.places
        ("order(f) -> bool",),
    ),
    "surprise": (
        "who is surprised",
        # one side that may be: sets side.surprised
        ("surprise(f, side)",),
    ),
    "damage": (
        "how much a blow deals",
        # the dice of a hit with every modifier; what a miss still does; the clause by which a hit deals it
        (
            "weapon_damage(f, attacker, target, weapon, missile, stab) -> int",
            "graze(f, attacker, target, weapon, missile)",
            "damage_clause(f, attacker, weapon) -> int",
        ),
    ),
    "zero": (
        "what happens at 0 hit points",
        # so much damage is suffered, after immunities; a condition's time is up; somebody was healed by magic
        ("lose(f, target, by, amount, qualities, clause)", "expire(f, who, condition)", "come_round(f, who)"),
    ),
    "morale.triggers": (
        "when morale is checked",
        # something happened to somebody: sets the bits in `due` of those who must check
        ("shaken(f, who, moment)",),
    ),
    "morale.check": (
        "how morale is checked",
        # somebody whose check is due, with all who check by the same roll; who checks before the first round already
        ("check_morale(f, who)", "never_fights(f, who) -> bool"),
    ),
    "leave": (
        "leaving a melee",
        # why not, or 0; whether anybody strikes before it is gone (then the move waits); one such blow, or the move
        ("refuse_leaving(f, who) -> int", "provokes(f, who, x, y, z) -> bool", "parting_blow(f)"),
    ),
}
CORE = {  # what functions at seams may call of the book they are in
    "attack": "attack(f, attacker, target, weapon, missile, subdual)",
    "can_strike": "can_strike(f, who, target) -> bool",  # now, out of turn, with what it strikes with
    "arrive": "arrive(f, who, x, y, z)",  # the move itself, once nothing holds it up
    "parts": "parts(f, who, leaver) -> bool",  # whether it takes the blow that leaving allows it: a book may ask
    "situation": "situation(f, who, which) -> int",  # the referee's −2 to +2 on a morale rating
}

# moments of morale.triggers
DIED, DROPPED, ROUND_BEGINS, HARMLESS = range(4)  # slain; out of action, dead or not; (whoever); a blow that can't hurt
