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
| charm person      | condition  | charmed, up to 4+1                      | 120 | one foe  | spells      | –                  | magic           | magic-user 1 |
| darkness          | condition  | blind                                   | 120 | one foe  | spells      | 6 turns, 1 a level | magic           | cleric 1, magic-user 1 |
| burning hands     | damage     | 1d4, 1 more each 1 levels               | 15  | cone 15  | spells half | –                  | magic fire      | magic-user 1 |
| cause light wounds | damage    | 1d6+1                                   | 5   | one foe  | spells      | –                  | magic           | cleric 1 |
| cause fear        | condition  | fleeing                                 | 120 | one foe  | spells      | 2 turns            | magic           | cleric 1 |
| scare             | condition  | fleeing, up to 5+1                      | 25  | one foe  | spells      | 1d4 rounds         | magic           | magic-user 2 |
| blindness         | condition  | blind                                   | 100 | one foe  | spells      | –                  | magic           | cleric 3, magic-user 2 |
| continual light   | condition  | blind                                   | 120 | one foe  | spells      | –                  | magic           | cleric 3, magic-user 2 |
| continual darkness | condition | blind                                   | 120 | one foe  | spells      | –                  | magic           | cleric 3, magic-user 2 |
| silence           | condition  | silenced                                | 180 | ball 15  | spells      | 12 turns           | magic           | cleric 2 |
| wide protection   | protection | protected                               | 5   | ball 10 of friends | – | 12 turns           | magic           | cleric 4, magic-user 3 |
| stinking cloud    | condition  | sick                                    | 100 | ball 20  | death       | 1d4+1 rounds       | magic           | magic-user 3 |
| charm monster     | condition  | charmed                                 | 120 | one foe  | spells      | –                  | magic           | magic-user 4 |
| fear              | condition  | fleeing                                 | 30  | cone 30  | spells      | 1 round a level    | magic           | magic-user 4 |
| ice storm         | damage     | 5d6                                     | 400 | ball 20  | –           | –                  | magic cold      | magic-user 4 |
| shout             | damage     | 5d6                                     | 30  | cone 30  | spells half | –                  | magic           | magic-user 4 |
| cure serious wounds | heal     | 2d6+2                                   | 5   | one friend | –         | –                  | magic           | cleric 4 |
| cause serious wounds | damage  | 2d6+2                                   | 5   | one foe  | spells      | –                  | magic           | cleric 4 |
| hold monster      | condition  | held, 1d4 of them                       | 120 | ball 15  | spells      | 6 turns, 1 a level | magic           | magic-user 5 |
| cloudkill         | death      | up to 4+1                               | 30  | ball 15  | death       | –                  | magic           | magic-user 5 |
| cone of cold      | damage     | 1d6, 1 more each 1 levels               | 60  | cone 60  | spells half | –                  | magic cold      | magic-user 5 |
| feeblemind        | condition  | silenced                                | 240 | one foe  | spells −4   | –                  | magic           | magic-user 5 |
| flame strike      | damage     | 1d6, 1 more each 1 levels               | 100 | ball 10  | spells half | –                  | magic fire      | cleric 5 |
| insect plague     | condition  | fleeing, up to 2                        | 480 | ball 30  | –           | –                  | magic           | cleric 5 |
| finger of death   | death      | –                                       | 120 | one foe  | death       | –                  | magic           | cleric 5 |
| raise dead        | death      | –                                       | 120 | one foe  | spells      | –                  | magic           | cleric 5 |
| dispel evil       | death      | –                                       | 30  | one foe  | spells −2   | –                  | magic           | cleric 5 |
| death spell       | death      | 4d8 hit dice, up to 7                   | 240 | ball 30  | death       | –                  | magic           | magic-user 6 |
| disintegrate      | death      | –                                       | 60  | one foe  | death       | –                  | magic           | magic-user 6 |
| flesh to stone    | condition  | petrified                               | 120 | one foe  | paralysis   | –                  | magic           | magic-user 6 |
"""  # noqa: E501
ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in SPELLS.strip().splitlines()]
CLAUSE = {row[0]: f"classic.spell.{row[1].replace('death', 'condition')}" for row in ROWS}
KIND = {"bolt": "bolt", "heal": "heal", "damage": "damage", "death": "death"}  # all else is a condition


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
    assert effect.clause == BY_ID[CLAUSE[name]]
    assert EFFECTS[effect.kind] == KIND.get(clause, "condition")
    if EFFECTS[effect.kind] == "condition":
        assert NAMES[effect.condition] == does.split(",")[0]
    elif clause != "death":
        assert (effect.count, effect.sides, effect.plus) == dice_in(does)
    more = re.search(r"(\d) more each (\d) levels", does)
    assert (effect.per_level, effect.level_step) == ((int(more[1]), int(more[2])) if more else (0, 1))
    budget = re.search(r"(\d)d(\d) hit dice", does)
    assert (effect.budget_count, effect.budget_sides) == ((int(budget[1]), int(budget[2])) if budget else (0, 0))
    many = re.search(r"(\d)d(\d) of them", does)
    assert (effect.victim_count, effect.victim_sides) == ((int(many[1]), int(many[2])) if many else (0, 0))
    most = re.search(r"up to (\d)(\+)?", does)
    assert (effect.most_hd, effect.victim_plus) == (4 * int(most[1]) + bool(most[2]) if most else 0, 0)
    assert effect.range == 10 * int(feet)
    shape, size = re.fullmatch(r"(\w+)(?: (\d+))?.*", area).groups()  # type: ignore[union-attr]
    assert (SHAPES[effect.shape], effect.size) == (shape, 10 * int(size or 0))
    assert effect.friendly == (shape == "self" or "friend" in area)
    assert (SAVES[effect.save], effect.save_halves, effect.magic) == (
        save.split()[0].replace("–", "none"),
        "half" in save,
        save != "–",
    )
    harder = re.search(r"−(\d)", save)
    assert (effect.save_bonus, effect.chance) == (-int(harder[1]) if harder else 0, 0)
    assert (effect.each_round, effect.uses) == (False, 0)
    assert {word for n, word in enumerate(QUALITIES) if effect.qualities >> n & 1} == set(qualities.split())
    lasts = re.match(r"(?:(\d)d(\d)(?:\+(\d))?|(\d+)) (turn|round)s?(?! a level)", how_long)
    unit = 60 if "turn" in how_long else 1
    dice, flat = ((int(lasts[1] or 0), int(lasts[2] or 0)), int(lasts[3] or lasts[4] or 0)) if lasts else ((0, 0), 0)
    assert (effect.duration_count, effect.duration_sides, effect.duration_plus) == (*dice, unit * flat)
    assert effect.duration_times == unit
    assert effect.duration_per_level == (unit if "a level" in how_long else 0)


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
    def bits(words: str) -> int:
        return sum(1 << TAGS.index(word) for word in words.split())

    only = {name: cast(name).only_tags for name in CLAUSE if cast(name).only_tags}
    assert only == {
        **dict.fromkeys(("hold person", "charm person"), bits("human humanoid")),
        **dict.fromkeys(("raise dead", "dispel evil"), bits("undead")),
    }
    spared = {name: cast(name).immune_tags for name in CLAUSE if cast(name).immune_tags}
    unfeeling = ("cause fear", "scare", "fear", "stinking cloud", "cloudkill")
    assert spared == {
        **dict.fromkeys(("hold person", "finger of death", "death spell"), bits("undead")),
        **dict.fromkeys(("sleep", "charm person", "charm monster", "hold monster"), bits("undead dreamless")),
        **dict.fromkeys(unfeeling, bits("undead mindless")),
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
