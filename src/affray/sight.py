"""What players may know of a fight: a list of what is shown, and nothing beside it.

A key is a kind of event, or a kind and a clause. First what is seen of one's own, then of the others': v its value,
w what it was before or is measured against, d its dice, b its modifiers; HIDDEN where the event is not for them.
What a later book adds shows no number until it has its line here."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from affray.clauses import CLAUSES, REASONS
from affray.events import KINDS
from affray.narrate_words import BENT
from affray.recorder import Event

HIDDEN = "-"
ALL = "vwdb"

SEEN = {
    "roll": ("", HIDDEN),
    "hit": ("", ""),
    "miss": ("", ""),
    "damage": ("", ""),
    "heal": ("", ""),
    "condition-on": ("v", "v"),
    "condition-off": ("v", "v"),
    "move": ("", ""),
    "score": ("", ""),
    "check": ("", ""),
    "declared": ("", ""),
    "lost": ("", ""),
    "due": ("", ""),
    "down": ("", ""),
    "dead": ("", ""),
    "fled": ("", ""),
    "surrendered": ("", ""),
    "referee": ("", HIDDEN),
    "round": ("v", "v"),
    "end": ("vw", "vw"),
    # before the fight
    "roll classic.number": ("vd", "v"),
    "roll classic.hp.roll": ("vd", HIDDEN),
    "roll classic.distance": ("vd", "vd"),
    "check classic.surprise": ("vd", HIDDEN),
    "check classic.reaction": ("vdb", HIDDEN),
    # the round
    "score classic.initiative.side": ("vdb", "vdb"),
    "score classic.initiative.individual": ("vdb", "vdb"),
    "score classic.initiative.tie": ("vdb", "vdb"),
    "declared classic.round.declare": ("v", "v"),
    "lost classic.round.declare": ("v", "v"),
    "move classic.move.encounter": ("vw", "v"),
    "move classic.move.withdrawal": ("vw", "v"),
    "move classic.move.retreat": ("vw", "v"),
    "move classic.weapon.switch": ("v", "v"),
    # attacks and damage: the armour class and the hp of others are theirs
    "hit classic.attack.descending": (ALL, "vdb"),
    "miss classic.attack.descending": (ALL, "vdb"),
    "hit classic.attack.ascending": (ALL, "vdb"),
    "miss classic.attack.ascending": (ALL, "vdb"),
    "hit classic.attack.natural": (ALL, "vdb"),
    "miss classic.attack.natural": (ALL, "vdb"),
    "hit classic.attack.bombing": (ALL, ALL),
    "miss classic.attack.bombing": (ALL, ALL),
    "damage classic.attack.bombing": (ALL, "vdb"),
    "damage classic.damage.character": (ALL, "vdb"),
    "damage classic.damage.variable": (ALL, "vdb"),
    "damage classic.damage.monster": (ALL, "vdb"),
    "damage classic.damage.unarmed": (ALL, "vdb"),
    "damage classic.damage.subdual": (ALL, "vdb"),
    "damage classic.weapon.splash": (ALL, "vdb"),
    "damage classic.condition.burning": (ALL, "vdb"),
    "damage classic.spell.damage": (ALL, "vdb"),
    "damage classic.spell.bolt": (ALL, "vdb"),
    "damage classic.monster.attach": (ALL, "vdb"),
    "damage classic.monster.hug": (ALL, "vdb"),
    "damage classic.monster.energy-drain": (ALL, "vdb"),
    "damage classic.monster.breath": (ALL, ""),  # worth the breather's hp
    "heal classic.spell.heal": (ALL, ""),
    "heal classic.monster.regeneration": (ALL, ""),
    "dead classic.damage.death": ("v", ""),
    "down classic.monster.regeneration": ("v", ""),
    "score classic.monster.strength-drain": ("vw", ""),
    # spells and what is like them
    "declared classic.spell.memory": ("v", "v"),
    "declared classic.monster.breath": ("vw", "v"),
    "declared classic.item.potion": ("vw", "v"),
    "lost classic.spell.disrupt": ("v", "v"),
    "roll classic.spell.budget": ("vd", HIDDEN),
    "roll classic.condition.end": ("vd", HIDDEN),
    "roll classic.spell.condition": ("vd", HIDDEN),
    "roll classic.spell.damage": ("vd", "vd"),
    "roll classic.spell.bolt": ("vd", "vd"),
    "roll classic.spell.heal": ("vd", HIDDEN),
    "roll classic.monster.hug": ("vd", "vd"),
    "roll classic.class.turning": ("vd", HIDDEN),
    "check classic.class.turning": ("vwd", ""),
    "check classic.save.roll": (ALL, ""),
    "condition-on classic.spell.condition": ("vwd", "v"),
    "condition-on classic.spell.bless": ("vwd", "v"),
    "condition-on classic.spell.protection": ("vwd", "v"),
    "condition-on classic.move.withdrawal": ("vw", "vw"),
    "condition-on classic.move.retreat": ("vw", "vw"),
    "condition-on classic.surprise": ("vw", "vw"),
    # morale: ratings and totals are the referee's, and so is who need not roll
    "due classic.morale.triggers": ("v", "v"),
    "check classic.morale.bounds": (HIDDEN, HIDDEN),
    "check classic.morale.steadfast": (HIDDEN, HIDDEN),
}
DOERS = ("roll", "check", "move", "declared", "lost", "due")  # told of who does it; the others of whom it happens to


def seen(e: Event, sides: Sequence[int], audience: Collection[int] | None) -> str:
    """The parts of an event that the sides of an audience may know; without an audience it is the referee's."""
    if audience is None:
        return ALL
    kind = KINDS[e.kind]
    own, others = SEEN.get(f"{kind} {CLAUSES[e.clause].id}") or SEEN[kind]
    return own if any(0 <= c < len(sides) and sides[c] in audience for c in concerned(e)) else others


def concerned(e: Event) -> tuple[int, ...]:
    """Whose business the numbers of an event are; how long a condition lasts is known to both."""
    kind = KINDS[e.kind]
    if kind == "condition-on":
        return e.who, e.other
    return (e.who,) if kind in DOERS else (e.other,)


def bent(e: Event, reason: int) -> bool:
    """Whether a modifier belongs to what is rolled against."""
    kind = KINDS[e.kind]
    return REASONS[reason].words in BENT.get(f"{kind} {CLAUSES[e.clause].id}", BENT.get(kind, ()))


def redacted(e: Event, parts: str) -> Event:
    """The event as far as it is known; its other numbers are 0, and narrate leaves them out. Dice have no numbers."""
    because = tuple(b for b in e.because if ("w" if bent(e, b[0]) else "b") in parts)
    return e._replace(
        value=e.value if "v" in parts else 0,
        was=e.was if "w" in parts else 0,
        dice=e.dice if "d" in parts else (),
        because=because,
        rolled=0,
    )
