"""What a form can't carry, in sentences: nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.exchange.exporters.cast import Participants
from affray.exchange.importers.creature import EXTRA_KEYS, Creature
from affray.exchange.importers.speech import join_words

TRAILING_LABELS = {"alignment": "AL", "xp": "XP", "number": "NA", "treasure": "TT"}
LINE_KEYS = ("ac", "hd", "attacks", "thac0", "move", "fly", "swim", "saves", "morale")  # what stands in a line
DESCRIBED_KEYS = ("led",)  # numbers that are said in a sentence


def lost_heroes(participants: Participants, why: str) -> Iterator[str]:
    if participants.heroes:
        yield f"Not in this form: {join_words((hero.name or hero.cls for hero in participants.heroes), 'and')}; {why}."


def lost_circumstances(participants: Participants, also: Iterable[str] = ()) -> Iterator[str]:
    aside = [*participants.circumstances, *also]
    if aside:
        yield f"Not in this form: {join_words(aside, 'and')}."


def lost_beside_line(creatures: Iterable[Creature]) -> Iterator[str]:
    """Of each creature the keys that have no place in a line, and no sentence."""
    for creature in creatures:
        if beyond := [f"{key} {value}" for key, value in keys_beside_line(creature.entry()).items()]:
            yield f"{creature.name}: not in this form: {', '.join(beyond)}."
        yield from lost_ranks([creature])


def lost_ranks(creatures: Iterable[Creature]) -> Iterator[str]:
    """What no form says."""
    for creature in creatures:
        entry = creature.entry()
        if "undead" in str(entry.get("tags", "")).split() and not entry.get("turned as"):
            yield f"{creature.name}: an undead without a rank is given one, by its hit dice, when it is read."


def keys_beside_line(entry: Mapping[str, Any]) -> dict[str, Any]:
    within = (*LINE_KEYS, *TRAILING_LABELS, *DESCRIBED_KEYS)
    return {key: value for key, value in entry.items() if key in (*NUMBERS, *EXTRA_KEYS) and key not in within}
