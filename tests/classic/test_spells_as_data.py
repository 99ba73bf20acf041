"""Spells and potions of the classic book: their numbers, typed here in words, against the effects that build makes."""

from __future__ import annotations

import re

import pytest

from affray.engine.clauses import BY_ID
from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.state import NOBODY, Effect
from affray.engine.vocabulary import EFFECTS, NAMES, QUALITIES, SAVES, SHAPES, TAGS
from affray.rules.classic import BOOK
from affray.rules.shared.content import library

# range and area in feet; a save voids, or halves damage; a turn is 60 rounds
SPELLS = """
| magic missile     | bolt       | a bolt of 1d6+1, 2 more each 5 levels   | 150 | one foe  | –           | –                  | magic           | magic-user 1 |
| sleep             | condition  | asleep, 2d8 hit dice, up to 4+1         | 240 | ball 30  | –           | 4d4 turns          | magic           | magic-user 1 |
| light             | condition  | blind                                   | 120 | one foe  | spells      | 6 turns, 1 a level | magic           | cleric 1, magic-user 1 |
| hold person       | condition  | held, 1d4 of them, up to 4+1            | 120 | ball 15  | spells      | 6 turns, 1 a level | magic           | cleric 2, magic-user 3 |
| cure light wounds | heal       | 1d6+1                                   | 5   | one friend | –         | –                  | magic           | cleric 1 |
| protection        | protection | protected                               | 0   | self     | –           | 12 turns           | magic           | cleric 1, magic-user 1 |
| bless             | bless      | blessed                                 | 60  | ball 10 of friends | – | 6 turns            | magic           | cleric 2 |
| fireball          | damage     | 1d6, 1 more each 1 levels               | 240 | ball 20  | spells half | –                  | magic fire      | magic-user 3 |
| lightning         | damage     | 1d6, 1 more each 1 levels               | 60  | line 60  | spells half | –                  | magic lightning | magic-user 3 |
| web               | condition  | constrained                             | 60  | ball 5   | spells      | 2d4 turns          | magic           | magic-user 2 |
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in SPELLS.strip().splitlines()]
CLAUSE = {row[0]: f"classic.spell.{row[1]}" for row in ROWS}
KIND = {"bolt": "bolt", "heal": "heal", "damage": "damage"}  # all else is a condition


def cast(name: str) -> Effect:
    """As it stands in the fight of someone who has memorised it."""
    sides = (Party("a", (Member(kind="orc", spells=(name,)),)), Party("b", (Member(kind="orc"),)))
    fight, roster = BOOK.build(Encounter("t", "t", sides, CONTACT), {})
    who = fight.who[0]
    assert who.caster
    assert who.spells == [0, *[NOBODY] * 7]
    assert roster.effects == (name,)
    return fight.effects[0]


def test_these_and_no_others() -> None:
    spells = library().spells
    own = {name for name in spells if name not in ("hold", "lightning bolt")}
    assert own == {row[0] for row in ROWS}
    assert spells["hold"] == spells["hold person"]
    assert spells["lightning bolt"] == spells["lightning"]


def dice_in(text: str) -> tuple[int, int, int]:
    found = re.search(r"(?<!, )\b(\d)d(\d)(?:\+(\d))?", text)
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else (0, 0, 0)


@pytest.mark.parametrize(
    "row", [pytest.param(row, marks=pytest.mark.clause(CLAUSE[row[0]]), id=row[0]) for row in ROWS]
)
def test_spell(row: list[str]) -> None:
    name, clause, does, feet, area, save, how_long, qualities, _ = row
    effect = cast(name)
    assert effect.clause == BY_ID[f"classic.spell.{clause}"]
    assert EFFECTS[effect.kind] == KIND.get(clause, "condition")
    if EFFECTS[effect.kind] == "condition":
        assert NAMES[effect.condition] == does.split(",")[0]
    else:
        assert (effect.count, effect.sides, effect.plus) == dice_in(does)
    more = re.search(r"(\d) more each (\d) levels", does)
    assert (effect.per_level, effect.level_step) == ((int(more[1]), int(more[2])) if more else (0, 1))
    budget = re.search(r"(\d)d(\d) hit dice", does)
    assert (effect.budget_count, effect.budget_sides) == ((int(budget[1]), int(budget[2])) if budget else (0, 0))
    many = re.search(r"(\d)d(\d) of them", does)
    assert (effect.victim_count, effect.victim_sides) == ((int(many[1]), int(many[2])) if many else (0, 0))
    assert (effect.most_hd, effect.victim_plus) == (4 * 4 + 1 if "up to 4+1" in does else 0, 0)
    assert effect.range == 10 * int(feet)
    shape, size = re.fullmatch(r"(\w+)(?: (\d+))?.*", area).groups()  # type: ignore[union-attr]
    assert (SHAPES[effect.shape], effect.size) == (shape, 10 * int(size or 0))
    assert effect.friendly == (shape == "self" or "friend" in area)
    assert (SAVES[effect.save], effect.save_halves, effect.magic) == (
        save.split()[0].replace("–", "none"),
        "half" in save,
        save != "–",
    )
    assert (effect.save_bonus, effect.chance, effect.each_round, effect.uses) == (0, 0, False, 0)
    assert {word for n, word in enumerate(QUALITIES) if effect.qualities >> n & 1} == set(qualities.split())
    lasts = re.match(r"(?:(\d)d(\d)|(\d+)) turns", how_long)
    dice, flat = ((int(lasts[1] or 0), int(lasts[2] or 0)), 60 * int(lasts[3] or 0)) if lasts else ((0, 0), 0)
    assert (effect.duration_count, effect.duration_sides, effect.duration_plus) == (*dice, flat)
    assert effect.duration_times == 60 if lasts else effect.duration_times == 1
    assert effect.duration_per_level == (60 if "1 a level" in how_long else 0)


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
@pytest.mark.clause("classic.spell.memory")
def test_lists(row: list[str]) -> None:
    lists = {part.split()[0]: int(part.split()[1]) for part in row[8].split(", ")}
    assert library().spells[row[0]].lists == lists
    for calling in ("cleric", "magic-user"):
        sides = (Party("a", (Member(cls=calling, level=6, spells=(row[0],)),)), Party("b", (Member(kind="orc"),)))
        remarks = [
            note for note in BOOK.build(Encounter("t", "t", sides, CONTACT), {})[1].notes if "is no spell of" in note
        ]
        assert len(remarks) == (calling not in lists)


def test_whom_spells_spare() -> None:
    undead, people = 1 << TAGS.index("undead"), 1 << TAGS.index("human") | 1 << TAGS.index("humanoid")
    dreamless = 1 << TAGS.index("dreamless")
    assert {
        name: (e.only_tags, e.immune_tags) for name in CLAUSE if ((e := cast(name)).only_tags, e.immune_tags) != (0, 0)
    } == {
        "sleep": (0, undead | dreamless),
        "hold person": (people, undead),
    }


@pytest.mark.clause("classic.spell.heal")
def test_healing_potion() -> None:
    assert set(library().potions) == {"healing potion", "potion of healing"}
    drinker = Member(cls="fighter", gear=("sword", "2 healing potion"))
    fight, _ = BOOK.build(Encounter("t", "t", (Party("a", (drinker,)), Party("b", (Member(kind="orc"),))), CONTACT), {})
    who = fight.who[0]
    effect = fight.effects[who.potion_effect]
    assert who.potions == 2
    assert (EFFECTS[effect.kind], SHAPES[effect.shape], effect.friendly) == ("heal", "self", True)
    assert (effect.count, effect.sides, effect.plus) == (1, 6, 1)
    assert effect.clause == BY_ID["classic.spell.heal"]
    assert fight.who[1].potion_effect == NOBODY
