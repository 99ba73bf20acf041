"""A package of somebody else: a few rules for seams, and a book made of the classic one with them."""

from dataclasses import replace

from affray.engine import events as E
from affray.engine.clauses import LIMIT, OPTION, Settings, clause, reason
from affray.engine.state import Combatant, Fight, Side, Weapon
from affray.engine.verbs import because, choose, note, roll, rule
from affray.engine.vocabulary import FOR_DAMAGE
from affray.rules import seams
from affray.rules.book import Book, Donor, SeamRule
from affray.rules.classic import BOOK as CLASSIC
from affray.rules.seams import implement
from affray.rules.shared.damage import damage_clause, die, expire, graze, hurt, never_fights
from affray.rules.shared.effects import revive

DEEP = clause("stranger.zero", "Who is below 0 hit points fights on down to a limit.", OPTION)
BLUNT = clause("stranger.damage", "Every blow deals one die of 4, and a little more.", OPTION)
MORE = reason(BLUNT, "the stranger's")

SETTINGS = Settings("stranger")
DEPTH = SETTINGS.number("zero.depth", DEEP, 3, 0, 20)
EXTRA = SETTINGS.number("retreat.bonus", BLUNT, 1, 0, 5)  # a name that the classic book has too
UNREAD = SETTINGS.number("rounds", LIMIT, 100, 1, 1000)


@rule
def hold_out(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Dead only below the limit."""
    before = target.hp
    target.hp -= amount
    note(f, E.DAMAGE, DEEP, by, target, amount, before)
    if amount > 0:
        hurt(f, target)
    if target.hp < -f.rules[DEPTH] and target.in_fight:
        die(f, target, by, DEEP)


@rule
def four(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """One die of 4, and what the option adds."""
    return roll(f, attacker, FOR_DAMAGE, 4) + because(f, MORE, f.rules[EXTRA])


@rule
def scratch(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """A miss does nothing."""


@rule
def by_the_stranger(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """The clause of a blow's damage."""
    return BLUNT


@rule
def never(f: Fight, side: Side) -> None:
    """Nobody is surprised."""


ZERO = SeamRule(
    (
        implement(seams.lose_hit_points, hold_out),
        implement(seams.expire, expire),
        implement(seams.revive, revive),
    ),
    options=(DEPTH,),
)
HARD_TO_KILL = Donor(
    name="hard",
    seams={
        "zero": ZERO,
        "damage": SeamRule(
            (
                implement(seams.weapon_damage, four),
                implement(seams.graze, scratch),
                implement(seams.damage_clause, by_the_stranger),
            ),
            options=(EXTRA,),
        ),
        "surprise": SeamRule((implement(seams.check_surprise, never),)),
    },
)


# --- rules that no base can carry


@rule
def asks_first(f: Fight, who: Combatant, moment: int) -> None:
    choose(f, 0, who, who, 0)


@rule
def too_short(f: Fight) -> None:
    """Has not the arguments that its seam gives."""


@rule
def goes_in_circles(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    seams.lose_hit_points(f, target, by, amount + 1, qualities, clause)


MISFIT = Donor(
    name="misfit",
    seams={
        "morale.triggers": SeamRule((implement(seams.trigger_morale, asks_first),), asks=True),
        "morale.check": SeamRule(
            (
                (seams.check_morale, too_short),  # not by `implement`, where the type checker would find it
                implement(seams.never_fights, never_fights),
            )
        ),
        "zero": SeamRule(
            (
                implement(seams.lose_hit_points, goes_in_circles),
                implement(seams.expire, expire),
                implement(seams.revive, revive),
            )
        ),
    },
)

BOOK: Book = replace(
    CLASSIC,
    name="stranger",
    title="stranger: classic, and hard to kill",
    seams={
        **CLASSIC.seams,
        "zero": ZERO,
        "damage": SeamRule(
            (
                implement(seams.weapon_damage, four),
                implement(seams.graze, graze),
                implement(seams.damage_clause, damage_clause),
            ),
            options=(EXTRA,),
        ),
    },
)
