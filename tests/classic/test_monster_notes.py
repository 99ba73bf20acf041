"""The monsters of the classic book as the rulebook prints them: every word of the notes, and whose kin they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from classic.bestiary import BOOK, BY_NAME, Printed, effect_word, meeting, one

from affray.engine.clauses import BY_ID
from affray.engine.encounter import Member
from affray.engine.state import NOBODY, Combatant, Effect, Fight
from affray.engine.vocabulary import EFFECTS, QUALITIES, SAVES, SHAPES, TAGS

# --- notes: for each phrase what it means in the record


class Shown(NamedTuple):
    fight: Fight
    who: Combatant


def ward(who: Combatant) -> tuple[set[str], set[str]]:
    full = {word for n, word in enumerate(QUALITIES) if who.hurt_by >> n & 1}
    return full, {word for n, word in enumerate(QUALITIES) if who.half_hurt_by >> n & 1}


def tags(who: Combatant) -> set[str]:
    return {word for n, word in enumerate(TAGS) if who.tags >> n & 1}


def aura(s: Shown) -> Effect:
    assert s.fight.needs_upkeep
    assert 0 <= s.who.aura < 31  # Combatant.met is a mask
    return s.fight.effects[s.who.aura]


def rider(s: Shown) -> Effect:
    return s.fight.effects[s.fight.arms[s.who.kit[0]].rider]


def tells(effect: Effect, save: str, shape: str = "one", feet: int = 0) -> bool:
    return (SAVES[effect.save], SHAPES[effect.shape], effect.range) == (save, shape, 10 * feet)


def lasts(effect: Effect) -> tuple[int, int, int, int]:
    return effect.duration_count, effect.duration_sides, effect.duration_times, effect.duration_plus


FOREVER = (0, 0, 1, 0)
PHRASES: dict[str, tuple[str, Callable[[Shown], bool]]] = {
    "+2 hit vs humans": (
        "monster.hatred",
        lambda s: s.who.hatred_bonus == 2 and s.who.hated_tags == 1 << TAGS.index("human"),
    ),
    "one L1 spell": (
        "spell.bolt",
        lambda s: s.who.caster and [n != NOBODY for n in s.who.spells] == [True] + [False] * 7,
    ),
    "−1 in daylight": ("monster.daylight", lambda s: s.who.daylight_modifier == -1),
    "surprise 1–3": ("surprise", lambda s: s.who.surprise_chance == 3),
    "surprise 1–4": ("surprise", lambda s: s.who.surprise_chance == 4),
    "surprise 1–5": ("surprise", lambda s: s.who.surprise_chance == 5),
    "stench save or −2": (
        "monster.stench",
        lambda s: (
            tells(aura(s), "death", "near", 10)
            and effect_word(aura(s)) == "sickened"
            and not aura(s).each_round
            and lasts(aura(s)) == FOREVER
        ),
    ),
    "regen 3/rd from 3rd round after damage": (
        "monster.regeneration",
        lambda s: s.who.regenerates == 3 and s.fight.needs_upkeep,
    ),
    "only fire/acid kills": ("monster.regeneration", lambda s: s.who.regenerates > 0),
    "undead": ("class.turning", lambda s: "undead" in tags(s.who) and s.who.undead_rank > 0),
    "always last": ("monster.last", lambda s: s.who.acts_last),
    "each hit: paralysis 2d4 turns": (
        "monster.paralysis",
        lambda s: (
            {s.fight.arms[n].rider for n in s.who.kit if n != NOBODY} == {s.fight.arms[s.who.kit[0]].rider}
            and lasts(rider(s)) == (2, 4, 60, 0)
        ),
    ),
    "save": ("monster.paralysis", lambda s: tells(rider(s), "paralysis")),
    "elves immune": ("monster.paralysis", lambda s: rider(s).immune_tags == 1 << TAGS.index("elf")),
    "magic only": ("monster.immunity", lambda s: ward(s.who) == ({"magic"}, set())),
    "silver/magic": ("monster.immunity", lambda s: ward(s.who) == ({"silver", "magic"}, set())),
    "silver half": ("monster.immunity", lambda s: ward(s.who)[1] == {"silver"}),
    "magic full": ("monster.immunity", lambda s: ward(s.who)[0] == {"magic"}),
    "sight: save or paralysed": (
        "monster.sight",
        lambda s: (
            tells(aura(s), "paralysis", "sight", 60)
            and effect_word(aura(s)) == "paralysed"
            and not aura(s).each_round
            and lasts(aura(s)) == (1, 4, 1, 0)
        ),
    ),
    "fire/magic only": ("monster.immunity", lambda s: ward(s.who)[1] == {"fire", "magic"}),
    "half": ("monster.immunity", lambda s: ward(s.who)[0] == {"holy"}),
    "disease 1 in 20": ("monster.disease", lambda s: rider(s).chance == 20 and tells(rider(s), "death")),
    "first dive +2": ("monster.dive", lambda s: s.who.dive_bonus == 2),
    "save or sick 10 days": ("monster.poison", lambda s: tells(rider(s), "death") and lasts(rider(s)) == FOREVER),
    "both claws: hug 2d8": (
        "monster.hug",
        lambda s: (
            (s.fight.effects[s.who.hug].count, s.fight.effects[s.who.hug].sides) == (2, 8)
            and tells(s.fight.effects[s.who.hug], "none")
            and EFFECTS[s.fight.effects[s.who.hug].kind] == "damage"
        ),
    ),
    "web": (
        "monster.web",
        lambda s: (
            tells(aura(s), "paralysis", "near", 5)
            and effect_word(aura(s)) == "constrained"
            and lasts(aura(s)) == (2, 4, 1, 0)
        ),
    ),
    "charm": ("monster.charm", lambda s: effect_word(aura(s)) == "charmed" and lasts(aura(s)) == FOREVER),
    "save S": ("monster.charm", lambda s: tells(aura(s), "spells", "near", 100) and not aura(s).each_round),
    "petrify save": (
        "monster.gaze",
        lambda s: (
            tells(aura(s), "paralysis", "sight", 5) and aura(s).each_round and effect_word(aura(s)) == "petrified"
        ),
    ),
    "breath = current hp": ("monster.breath", lambda s: EFFECTS[s.fight.effects[s.who.breath].kind] == "breath"),
    "3/day": ("monster.breath", lambda s: s.who.breaths == 3),
    "save half": (
        "monster.breath",
        lambda s: s.fight.effects[s.who.breath].save_halves and SAVES[s.fight.effects[s.who.breath].save] == "breath",
    ),
    "lance charge": ("damage.monster", lambda s: rides_to_war()),
}


def rides_to_war() -> bool:
    fight = meeting(Member(cls="fighter", mount="war horse", gear=("lance", "plate mail")))
    who = fight.who[0]
    charging = fight.arms[who.kit[0]].qualities >> QUALITIES.index("charge") & 1
    return who.mounted and who.move == 1200 and charging == 1


def phrases() -> list[tuple[str, str]]:
    found = []
    for row in BOOK:
        notes = BY_NAME["white dragon"].notes if row.notes == "same" else row.notes
        found += [(row.name, part) for part in re.split(r"; |, ", notes) if part]
    return found


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        pytest.param(name, p, marks=pytest.mark.clause("classic." + PHRASES[p][0]), id=f"{name}: {p}")
        for name, p in phrases()
    ],
)
def test_notes(name: str, phrase: str) -> None:
    fight = meeting(Member(kind=name))
    assert PHRASES[phrase][1](Shown(fight, fight.who[0]))


@pytest.mark.parametrize(
    "row", [row for row in BOOK if row.name not in {name for name, _ in phrases()}], ids=lambda r: r.name
)
def test_who_has_no_notes_has_no_tricks(row: Printed) -> None:
    who = one(row.name)
    plain = (
        who.surprise_chance,
        who.regenerates,
        who.dive_bonus,
        who.hatred_bonus,
        who.daylight_modifier,
        who.hurt_by,
        who.half_hurt_by,
        who.breaths,
    )
    assert plain == (0,) * 8
    assert (who.aura, who.hug, who.breath, who.acts_last, who.caster) == (NOBODY, NOBODY, NOBODY, False, False)


@pytest.mark.clause("classic.monster.breath")
@pytest.mark.parametrize(("name", "length", "quality"), [("white dragon", 80, "cold"), ("red dragon", 90, "fire")])
def test_cones(name: str, length: int, quality: str) -> None:
    assert f"{quality} cone {length}'" in BY_NAME[name].attacks
    fight = meeting(Member(kind=name))
    breath = fight.effects[fight.who[0].breath]
    assert (SHAPES[breath.shape], breath.size, breath.range) == ("cone", 10 * length, 10 * length)
    assert breath.qualities == 1 << QUALITIES.index(quality)


RIDERS = [  # who, save, how long, clause
    ("carcass crawler", "paralysis", (2, 4, 60, 0), "monster.paralysis"),
    ("gelatinous cube", "paralysis", (2, 4, 60, 0), "monster.paralysis"),
    ("black widow spider", "death", FOREVER, "monster.poison"),
    ("medusa", "death", FOREVER, "monster.poison"),
    ("cockatrice", "paralysis", FOREVER, "monster.petrify"),
    ("mummy", "none", FOREVER, "monster.disease"),
    ("giant rat", "death", FOREVER, "monster.disease"),
    ("wight", "none", FOREVER, "monster.energy-drain"),
    ("wraith", "none", FOREVER, "monster.energy-drain"),
    ("shadow", "none", FOREVER, "monster.strength-drain"),
    ("stirge", "none", FOREVER, "monster.attach"),
]


@pytest.mark.parametrize(
    ("name", "save", "how_long", "clause"),
    [pytest.param(*r, marks=pytest.mark.clause("classic." + r[3]), id=r[0]) for r in RIDERS],
)
def test_what_follows_a_hit(name: str, save: str, how_long: tuple[int, int, int, int], clause: str) -> None:
    fight = meeting(Member(kind=name))
    effect = rider(Shown(fight, fight.who[0]))
    assert tells(effect, save)
    assert lasts(effect) == how_long
    assert effect.clause == BY_ID["classic." + clause]
    assert (effect.count, effect.save_bonus, effect.save_halves, effect.only_tags) == (0, 0, False, 0)
    assert (effect.chance, effect.immune_tags) == (20 if name == "giant rat" else 0, 0)


RANKS = ["skeleton", "zombie", "ghoul", "wight", "wraith", "mummy"]


@pytest.mark.clause("classic.class.turning")
@pytest.mark.parametrize("name", RANKS)
def test_ranks_of_the_undead(name: str) -> None:
    who = one(name)
    assert (who.undead_rank, "undead" in tags(who)) == (RANKS.index(name) + 1, True)


@pytest.mark.clause("classic.class.turning")
def test_an_acolyte_is_a_cleric_of_the_first_level() -> None:
    assert one("acolyte").turning_level == 1


def test_nobody_else_is_undead() -> None:
    assert [row.name for row in BOOK if "undead" in tags(one(row.name))] == RANKS


KIN = {"human": {"normal human", "acolyte", "bandit", "berserker", "veteran"}, "elf": {"elf"}, "dwarf": {"dwarf"}}
KIN |= {"halfling": {"halfling"}, "aquatic": {"lizard man"}}


@pytest.mark.parametrize("tag", KIN)
def test_kin(tag: str) -> None:
    assert {row.name for row in BOOK if tag in tags(one(row.name))} == KIN[tag]


def test_what_flies_is_a_flyer() -> None:
    assert {row.name for row in BOOK if "flyer" in tags(one(row.name))} == {
        row.name for row in BOOK if "fly" in row.move
    }


def test_who_sees_in_the_dark() -> None:
    blind = KIN["human"] | {"halfling", "war horse"}
    assert {row.name for row in BOOK if not one(row.name).sees_dark} == blind
