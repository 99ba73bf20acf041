"""Creatures that chance makes up: entries of every kind, as hypothesis draws them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from affray.engine.vocabulary import TAGS
from affray.exchange.exporters.creatures import creature_from_entry
from affray.exchange.importers import reference
from affray.exchange.importers.creatures import Creature

Entry = dict[str, Any]
NAMES = ("Bone Hound", "Marsh Lurker", "Grey Widow", "Ash Crow", "Tollkeeper", "Ditch Ogre", "Lamp Wasp")
ATTACKS = ("claw", "bite", "tail", "weapon", "horn", "beak", "sting")
DICE = ("1d3", "1d4", "1d6", "1d6+1", "1d8", "2d4", "2d6+2", "3d6", "1d4-1")
RIDERS = ("deadly poison", "energy drain", "ghoul's touch", "strength drain", "petrifying touch", "blood drain")
QUALITIES = ("silver", "magic", "fire", "cold", "holy", "acid", "lightning")
AURAS = ("stench", "petrifying gaze", "dreadful sight", "charming song", "spider's web")
NOTES = ("Howls before it leaps.", "Smells of wet ash.", "Speaks three tongues, all of them badly.", "Hoards spoons!")
rates = st.integers(1, 12).map(lambda n: 30 * n)


def some(words: tuple[str, ...], most: int = 3) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), min_size=1, max_size=most, unique=True)


@st.composite
def strikes(draw: st.DrawFn) -> str:
    """2 claw 1d3, bite 1d6 (deadly poison), or weapon 1d6."""

    def one(name: str) -> str:
        times, dice = draw(st.integers(1, 4)), draw(st.sampled_from(("", *DICE)))
        rider = draw(st.sampled_from(RIDERS)) if not dice or (name != "weapon" and draw(st.booleans())) else ""
        if name == "weapon":
            dice, rider = dice or "1d6", ""
        many = f"{times} " if times > 1 else ""
        return f"{many}{name}{f' {dice}' if dice else ''}{f' ({rider})' if rider else ''}"

    names = draw(some(ATTACKS, 4))
    cut = draw(st.integers(1, len(names)))
    ways = [", ".join(map(one, part)) for part in (names[:cut], names[cut:]) if part]
    return ", or ".join(ways)


@st.composite
def hit_dice(draw: st.DrawFn) -> int | str:
    count = draw(st.integers(1, 12))
    words: tuple[int | str, ...] = (count, "½", "1-1", f"{count}+1", f"{count}+3")
    return draw(st.sampled_from(words))


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    """The six that every block has, and any of the others."""
    hd = draw(hit_dice())
    saver = draw(st.sampled_from(("NH", "F1", "F2", "C1", "T3", "D4", "E1", "H2", f"F{draw(st.integers(1, 12))}")))
    entry: Entry = {
        "ac": draw(st.integers(-3, 9)),
        "hd": hd,
        "attacks": draw(strikes()),
        "move": draw(rates),
        "saves": saver,
        "morale": draw(st.integers(2, 12)),
    }
    for key, value in others(str(hd)).items():
        if draw(st.integers(0, 4)) == 0:
            made = draw(value)
            entry |= made if isinstance(made, dict) else {key: made}
    if "undead" in entry.get("tags", "").split():
        entry.setdefault("turned as", 1)  # the reader gives one to those that have none
    return entry


def others(hd: str) -> dict[str, st.SearchStrategy[Any]]:
    usual = reference.thac0_of(hd)
    small = st.integers(1, 3)
    five = st.lists(st.integers(2, 18), min_size=5, max_size=5).map(lambda n: "/".join(map(str, n)))
    return {
        "fly": rates,
        "swim": rates,
        "thac0": st.integers(2, 20).filter(lambda n: n != usual),
        "saves": five.filter(lambda text: not reference.class_with_saves(text, hd)),
        "led": st.integers(3, 12),
        "pack": st.builds(lambda n, m: {"pack": n, "in pack": m}, st.integers(2, 9), st.integers(3, 12)),
        "against fire": st.integers(3, 12),
        "tags": some(tuple(TAGS)).map(" ".join),
        "sees dark": st.just(False),
        "regenerates": small,
        "turned as": st.integers(1, 9),
        "turns undead": small,
        "dive": small,
        "hates": st.builds(lambda t, n: {"hates": " ".join(t), "hatred": n}, some(tuple(TAGS), 2), small),
        "daylight": small.map(lambda n: -n),
        "hurt by": some(QUALITIES).map(" ".join),
        "half by": some(QUALITIES).map(" ".join),
        "acts last": st.just(True),
        "surprise": st.integers(3, 5),
        "aura": st.sampled_from(AURAS),
        "hug": st.just("bear hug"),
        "breath": st.builds(
            lambda b, n: {"breath": b, "breaths": n}, st.sampled_from(("cold breath", "fire breath")), small
        ),
        "spells": some(("sleep", "web", "magic missile", "light")).map(", ".join),
        "alignment": st.sampled_from(("Chaotic", "Neutral", "Lawful")),
        "xp": st.integers(5, 4000),
        "number": st.sampled_from(("1d6", "2d4 (6d10)", "1 (1d4)")),
        "treasure": st.sampled_from(("C", "None", "R (C)")),
    }


@st.composite
def creatures(draw: st.DrawFn, of: st.SearchStrategy[Entry] | None = None) -> Creature:
    return creature_from_entry(
        draw(st.sampled_from(NAMES)),
        draw(entries() if of is None else of),
        count=draw(st.sampled_from(("", "3", "12", "2d4", "1d6"))),
        hp=draw(st.sampled_from(((), (7,), (31,)))),
        friendly=draw(st.booleans()),
        notes=draw(st.lists(st.sampled_from(NOTES), max_size=2, unique=True)),
    )


@st.composite
def with_more(draw: st.DrawFn) -> Entry:
    """With what has no place in a line: other books' numbers, effects of its own, where it is from."""
    entry = draw(entries())
    more: Entry = {
        "vanguard ac": 14,
        "combat bonus": 3,
        "fourfold ac": 15,
        "attack bonus": 4,
        "skill": 2,
        "shock": "2/13",
        "save": 13,
        "wits": 12,
        "strength": 14,
        "tempo ac": 24,
        "instinct": 4,
        "source": "the marsh",
        "effects": {"bone fever": {"clause": "classic.monster.disease", "does": "condition", "condition": "diseased"}},
    }
    return entry | {key: more[key] for key in draw(some(tuple(more), 5))}
