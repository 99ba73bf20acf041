"""XP after a fight (affray.xp): what a foe is worth, who has earned it, and how it is shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache

from affray.engine.clauses import XP, cite
from affray.engine.encounter import ABILITIES
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import ABSENT, DEAD, FLED, LURKING, OUT, PETRIFIED, SURRENDERED, bits
from affray.rules.book import Book, Roster
from affray.rules.shared.house import XP_FOR, XP_OPTIONS, XP_PRIME, XP_RETAINERS, XP_SHARE

# up to so many quarters of a hit die (a plus is one quarter): what a foe is worth, and each special ability of it
WORTH = (
    (3, 5, 1),
    (4, 10, 3),
    (7, 15, 4),
    (8, 20, 5),
    (11, 25, 10),
    (12, 35, 15),
    (15, 50, 25),
    (16, 75, 50),
    (19, 125, 75),
    (20, 175, 125),
    (23, 225, 175),
    (24, 275, 225),
    (27, 350, 300),
    (31, 450, 400),
    (35, 650, 550),
    (43, 900, 700),
    (51, 1100, 800),
    (67, 1350, 950),
    (83, 2000, 1150),
)
MOST_WORTH = (2500, 2000)
FALLEN_FOES, SURRENDERED_FOES, FLED_FOES = range(3)  # places of the words of xp.for
SURVIVORS, EVERYONE = range(2)  # xp.share
HALF, FULL = range(2)  # xp.retainers
DEAD_FOR_GOOD = bits(DEAD, PETRIFIED)
PRIME = ((16, 10), (13, 5), (9, 0), (6, -10), (3, -20))  # from which score: so many per cent


@dataclass(frozen=True, slots=True)
class Award:
    """What one side has earned: XP for each kind of foe it has overcome, and the share of each character."""

    side: str
    foes: tuple[tuple[str, int, int], ...]  # the kind, how many, and what one of them is worth
    shares: Mapping[str, int]  # by name

    @property
    def total(self) -> int:
        return sum(many * each for _, many, each in self.foes)

    def __str__(self) -> str:
        foes = ", ".join(f"{many} × {kind} at {each:,}" for kind, many, each in self.foes)
        amounts = dict.fromkeys(self.shares.values())
        shares = "; ".join(self.say_share(amount) for amount in amounts)
        return f"XP, {self.side}: {self.total:,} ({foes}); {shares or 'nobody is left to earn them'} [affray.xp]"

    def say_share(self, amount: int) -> str:
        names = self.names_with(amount)
        return f"{amount:,}{' each' if len(names) > 1 else ''} for {', '.join(names)}"

    def names_with(self, amount: int) -> list[str]:
        return [name for name, share in self.shares.items() if share == amount]


def awards(book: Book, roster: Roster, began: Fight, now: Fight) -> list[Award]:
    """Return what each side that has characters has earned in a fight that is over (affray.xp)."""
    cite(XP)
    found = [award_of(book, roster, began, now, side.id) for side in now.side[: now.sides]]
    return [award for award in found if award is not None]


def award_of(book: Book, roster: Roster, began: Fight, now: Fight, side: int) -> Award | None:
    takers = [
        c for c in now.who[: now.n] if c.side == side and c.character and not has(c, ABSENT) and not has(c, LURKING)
    ]
    foes = [c for c in now.who[: now.n] if c.side != side and is_overcome(now, c)]
    if not takers or not foes:
        return None
    kinds = Counter((kind_of(roster, foe), worth(began, as_it_began(began, foe))) for foe in foes)
    earned = tuple((kind, many, each) for (kind, each), many in kinds.items())
    total = sum(many * each for _, many, each in earned)
    shares = {roster.who[c.id]: share for c, share in divide(now, takers, total)}
    if now.rules[XP_PRIME]:
        shares = {name: share * (100 + prime_percent(book, roster, now, name)) // 100 for name, share in shares.items()}
    return Award(roster.sides[side], earned, shares)


def is_overcome(f: Fight, who: Combatant) -> bool:
    """Return whether a foe counts: fallen or held, surrendered, or fled, as far as the option says so."""
    counts = f.rules[XP_FOR]
    if has(who, ABSENT) or has(who, LURKING):
        return False
    if has(who, SURRENDERED):
        return bool(counts >> SURRENDERED_FOES & 1)
    if has(who, FLED):
        return bool(counts >> FLED_FOES & 1)
    return bool(who.conditions & OUT and counts >> FALLEN_FOES & 1)


def stake(f: Fight, who: Combatant) -> int:
    """Return what an award asks of how somebody has ended, as a number: all whose numbers are equal count alike."""
    apart = has(who, ABSENT) or has(who, LURKING)
    return is_overcome(f, who) + 2 * apart + 4 * bool(who.conditions & bits(DEAD, PETRIFIED))


def divide(f: Fight, takers: list[Combatant], total: int) -> Iterator[tuple[Combatant, int]]:
    """Yield the share of each who gets one, rounded down: a retainer's counts half, by option in full."""
    there = [c for c in takers if f.rules[XP_SHARE] == EVERYONE or not c.conditions & DEAD_FOR_GOOD]
    parts = {c.id: 1 if c.loyalty and f.rules[XP_RETAINERS] == HALF else 2 for c in there}
    for c in there:
        yield c, total * parts[c.id] // sum(parts.values())


def worth(f: Fight, who: Combatant) -> int:
    """Return what a foe is worth, by its hit dice and the number of its special abilities."""
    base, each = next(((base, each) for most, base, each in WORTH if who.hd <= most), MOST_WORTH)
    return base + each * special_abilities(f, who)


def special_abilities(f: Fight, who: Combatant) -> int:
    """Count special abilities: each effect of attacks, breath, gaze or the like, regeneration, immunities, spells."""
    weapons = [f.arms[n] for n in who.kit if n != NOBODY] if not who.character else []
    effects = {weapon.rider for weapon in weapons if weapon.rider != NOBODY}
    others = (
        who.breaths > 0,
        who.aura != NOBODY,
        who.regenerates > 0,
        who.hurt_by or who.half_hurt_by,
        any(spell != NOBODY for spell in who.spells),
    )
    return len(effects) + sum(map(bool, others))


def as_it_began(began: Fight, who: Combatant) -> Combatant:
    """Return somebody as the fight found them: levels may be drained since, spells cast, breath spent."""
    return began.who[who.id] if who.id < began.n else who


def kind_of(roster: Roster, who: Combatant) -> str:
    kind = roster.kinds[who.id] if who.id < len(roster.kinds) else ""
    return kind or roster.who[who.id]


def prime_percent(book: Book, roster: Roster, f: Fight, name: str) -> int:
    """Return what the prime requisite of a class adds in per cent; of several the lowest counts."""
    who = f.who[roster.who.index(name)]
    calling = book.setup().library.classes.get(kind_of(roster, who))
    scores = [who.abilities[ABILITIES.index(ability)] for ability in (calling.prime if calling else ())]
    return next(percent for least, percent in PRIME if min(scores, default=10) >= least)


def has(who: Combatant, condition: int) -> bool:
    return bool(who.conditions >> condition & 1)


def with_xp_options(book: Book) -> Book:
    """Return the book with the options of affray.xp, which every book has."""
    options = (*book.options, *XP_OPTIONS)
    return replace(book, options=options, setup=cache(lambda: replace(book.setup(), options=options)))
