"""Spells, potions and what monsters do beside their damage: the effects of a book, read from its content."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from affray.content.entries import Entry
from affray.engine.clauses import BY_ID
from affray.engine.conditions import NAMES as CONDITIONS
from affray.engine.dice import Notation, parse
from affray.engine.state import Effect
from affray.engine.vocabulary import EFFECTS, QUALITIES, SAVES, SHAPES, TAGS
from affray.errors import unknown
from affray.rules.classic.library import FOOT, hit_dice, read_dice

TURN = 60  # rounds
MORE = r"(\d+) each (?:(\d+) )?levels?"  # further dice for so many levels
WHOSE = r"(\S+) (\d)"  # on whose list a spell stands, and its level there


class Spell(NamedTuple):
    effect: Effect
    lists: Mapping[str, int]  # on whose list it stands, and at which level


def read_spell(name: str, entry: Entry) -> Spell:
    lists = entry.match("for", f"({WHOSE} ?)+", "whose list and the level there, as cleric 1").string
    return Spell(read_effect(name, entry), {whose: int(level) for whose, level in re.findall(WHOSE, lists)})


def read_effect(name: str, entry: Entry) -> Effect:
    clause = entry.text("clause")
    if clause not in BY_ID:
        entry.refuse(unknown("clause", clause, list(BY_ID)))
    dice, many, budget = (read_dice(entry, what) for what in ("dice", "many", "budget"))
    more = entry.match("more", MORE, "so many dice for so many levels, as 2 each 5 levels", "0 each level")
    last = lasting(entry, "lasts")
    return Effect(
        clause=BY_ID[clause],
        kind=entry.word("does", EFFECTS),
        count=dice.count,
        sides=dice.sides if dice.count else 0,
        plus=dice.plus,
        per_level=int(more[1]),
        per_levels=int(more[2] or 1),
        condition=entry.word("condition", CONDITIONS) if "condition" in entry.fields else 0,
        last_count=last.count,
        last_sides=last.sides if last.count else 0,
        last_times=last.times,
        last_plus=last.plus,
        last_per_level=lasting(entry, "lasts a level").plus,
        save=entry.word("save", SAVES, "none"),
        save_bonus=entry.number("save bonus", 0, least=-20),
        half=entry.flag("half"),
        magic=entry.flag("magic"),
        shape=entry.word("shape", SHAPES, "one"),
        range=FOOT * entry.number("range", 0),
        size=FOOT * entry.number("size", 0),
        many_count=many.count,
        many_sides=many.sides if many.count else 0,
        many_plus=many.plus,
        budget_count=budget.count,
        budget_sides=budget.sides if budget.count else 0,
        most_hd=hit_dice(entry.text("most hd")).quarters if "most hd" in entry.fields else 0,
        only=entry.bits("only", TAGS),
        spares=entry.bits("spares", TAGS),
        friendly=entry.flag("friendly"),
        qualities=entry.bits("qualities", QUALITIES),
        chance=entry.number("chance", 0),
        each_round=entry.flag("each round"),
        uses=entry.number("uses", 0),
    )


def lasting(entry: Entry, name: str) -> Notation:
    """Rounds: "2d4 turns", "10 rounds"; 0 where nothing is said."""
    found = entry.match(name, r"(\S+) (round|turn)s?", "dice or a number, and rounds or turns", "0 rounds")
    dice, unit = parse(found[1]), TURN if found[2] == "turn" else 1
    return Notation(dice.count, dice.sides, 0, unit * dice.times, unit * dice.plus)
