"""What a form can't carry, in sentences: nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.exchange.exporters.cast import Cast
from affray.exchange.importers.creature import KEPT, Creature
from affray.exchange.importers.speech import listed

AFTER = {"alignment": "AL", "xp": "XP", "number": "NA", "treasure": "TT"}
LINE = ("ac", "hd", "attacks", "thac0", "move", "fly", "swim", "saves", "morale")  # what stands in a line
SAID = ("led",)  # numbers that are said in a sentence


def heroes(cast: Cast, why: str) -> Iterator[str]:
    if cast.heroes:
        yield f"Not in this form: {listed((hero.name or hero.cls for hero in cast.heroes), 'and')}; {why}."


def scenario(cast: Cast, also: Iterable[str] = ()) -> Iterator[str]:
    aside = [*cast.aside, *also]
    if aside:
        yield f"Not in this form: {listed(aside, 'and')}."


def beyond_a_line(creatures: Iterable[Creature]) -> Iterator[str]:
    """Of each creature the keys that have no place in a line, and no sentence."""
    for creature in creatures:
        if beyond := [f"{key} {value}" for key, value in outside(creature.entry()).items()]:
            yield f"{creature.name}: not in this form: {', '.join(beyond)}."
        yield from beyond_words([creature])


def beyond_words(creatures: Iterable[Creature]) -> Iterator[str]:
    """What no form says."""
    for creature in creatures:
        entry = creature.entry()
        if "undead" in str(entry.get("tags", "")).split() and not entry.get("turned as"):
            yield f"{creature.name}: an undead without a rank is given one, by its hit dice, when it is read."


def outside(entry: Mapping[str, Any]) -> dict[str, Any]:
    within = (*LINE, *AFTER, *SAID)
    return {key: value for key, value in entry.items() if key in (*NUMBERS, *KEPT) and key not in within}
