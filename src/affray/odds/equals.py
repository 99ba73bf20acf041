"""Equal combatants in exact odds: who may change places, since nobody asks which of them it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from affray.compiler.kernels.record import HALF, WORD, places_in
from affray.engine.state import NAMED, NOBODY, Combatant, Fight
from affray.engine.vocabulary import BARE, MISSILE
from affray.rules.book import Book

Array = np.ndarray[Any, Any]
WOUNDS = ("hp", "max_hp")  # in which those may differ who change places
MINDFUL = ("cautious", "whim")  # tactics of those who look at their own wounds, or do anything at all


class Equals(NamedTuple):
    """What the kernel must know to let equals change places."""

    runs: Array  # of each run of equals in the list, the first and the one after the last
    wounds: Array  # the bits of a combatant's words in which the living may differ
    own: Array  # ... and those of its number in the list, which stays
    names: Array  # places in half words of numbers of combatants
    facing: Array  # ... of the first foe that each side faces; none where the book doesn't keep it
    cursor: int  # ... of who comes next in this step
    bounds: Array  # ... and of between whom it looks for them: opens and closes; none where the book doesn't
    contact: int  # the word that says whether everyone reaches everyone
    reach: np.uint64  # ... and its bits


def equals(book: Book, roots: Sequence[Fight], whole: np.dtype[Any], words: Array) -> Equals:
    """Of a fight that is at one of these states, with these words."""
    one = whole["who"].base
    own = bits_of(one, ("id",))
    places = places_in(whole)
    first = places["who"] // WORD
    people = words[:, first:].reshape(len(roots), -1, len(own)) & ~own
    return Equals(
        runs=np.array(list(runs(book, roots, people)), np.int64).reshape(-1, 2),
        wounds=bits_of(one, WOUNDS),
        own=own,
        names=np.array([place // HALF for place in names(whole, roots[0].n)], np.int64),
        facing=np.array([place // HALF for place in facing(whole, roots[0].sides)], np.int64),
        cursor=places.get("cursor", 0) // HALF,
        bounds=np.array([places[name] // HALF for name in ("opens", "closes") if name in places], np.int64),
        contact=places.get("contact", 0) // WORD,
        reach=bits_at(whole, "contact"),
    )


def bits_at(whole: np.dtype[Any], name: str) -> np.uint64:
    """The bits of a yes or no of the fight, in the word it is in; none where the record doesn't have it."""
    places = places_in(whole)
    return np.uint64(0xFF) << np.uint64(8 * (places[name] % WORD)) if name in places else np.uint64(0)


def bits_of(one: np.dtype[Any], fields: Sequence[str]) -> Array:
    """All bits of these fields, in the words of a combatant."""
    places = places_in(one)
    halves = np.zeros(one.itemsize // HALF, np.uint32)
    halves[[places[name] // HALF for name in fields if name in places]] = ~np.uint32(0)
    return halves.view(np.uint64)


def runs(book: Book, roots: Sequence[Fight], people: Array) -> Iterator[tuple[int, int]]:
    """Neighbours in the list who are equal in all their words, where it doesn't matter which of them acts first."""
    if not all(map(is_plain, roots)) or (book.base is not None and book.step is not book.base.step):
        return
    f, first = roots[0], 0
    for j in range(1, f.n + 1):
        if j == f.n or (people[:, j] != people[:, first]).any():
            if j - first > 1 and may_change(book, f, first):
                yield first, j
            first = j


def is_plain(f: Fight) -> bool:
    """A melee and nothing else: all are there and in reach of all, nobody can leave, and a blow is a wound and no more.
    What leaves a mark on who does it, or answers a deed, would tell the first of equals from the last."""
    crowded = f.contact and f.width == 0 and not f.groups and not any(side.way_out for side in f.side)
    return crowded and not f.uncanny and all(only_strikes(f, c) for c in f.who)


def only_strikes(f: Fight, who: Combatant) -> bool:
    """With one weapon, or with all of its routine."""
    arms = [f.arms[number] for number in who.kit if number != NOBODY]
    armed = [weapon for weapon in arms if weapon.qualities & BARE == 0]
    plain = all(weapon.rider == NOBODY and weapon.qualities & MISSILE == 0 for weapon in arms)
    more = who.caster or who.potions or who.breaths or who.turns or who.dives or who.hug != NOBODY
    return plain and not more and (who.routine or len(armed) <= 1)


def may_change(book: Book, f: Fight, one: int) -> bool:
    """Whether all its foes take equals as they come, and it minds no wounds of its own."""
    foes = {book.tactics[c.tactic] for c in f.who if c.side != f.who[one].side}
    return foes <= set(book.impartial) and book.tactics[f.who[one].tactic] not in MINDFUL


def names(whole: np.dtype[Any], n: int) -> Iterator[int]:
    """Places of all that names a combatant, in bytes."""
    yield from named(whole, 0, "")
    one, first = whole["who"].base, places_in(whole)["who"]
    for j in range(n):
        yield from named(one, first + j * one.itemsize, "who.")


def named(kind: np.dtype[Any], at: int, inside: str) -> Iterator[int]:
    for name, place in places_in(kind).items():
        if inside + name in NAMED:
            yield at + place
        elif kind[name].fields is not None:
            yield from named(kind[name], at + place, f"{name}.")


def facing(whole: np.dtype[Any], sides: int) -> Iterator[int]:
    one, first = whole["side"].base, places_in(whole)["side"]
    if "facing" in places_in(one):
        yield from (first + k * one.itemsize + places_in(one)["facing"] for k in range(sides))
