"""The small questions: exact, in every book, against arithmetic done another way; and dice that fall every way."""

from __future__ import annotations

import json
import shlex
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers import someone, versus

from affray import rules, scenario
from affray.cli import main
from affray.engine.state import Fight, clone
from affray.engine.verbs import guess, roll_for_referee
from affray.engine.vocabulary import FOR_NUMBER
from affray.exact import questions
from affray.exact.enumerate import Distribution, enumerate_fight, every_way, next_states, state_key
from affray.exact.questions import Scene, read_member, two_sided_scene
from affray.rules import NAMES

TWENTY = 20
PAIRS = list(product(range(1, 7), repeat=2))
EIGHTS = list(product(range(1, 9), repeat=2))


def run(line: str) -> Result:
    return CliRunner().invoke(main, ["odds", *shlex.split(line)])


def told(line: str) -> dict[str, Any]:
    result = run(f"{line} --json")
    assert result.exit_code == 0, result.output
    said: dict[str, Any] = json.loads(result.stdout)
    assert said["exact"] is True
    return said


def share(said: dict[str, Any]) -> Fraction:
    exactly = Fraction(said["fraction"])
    assert said["share"] == float(exactly)
    return exactly


def at_least(needed: int) -> Fraction:
    """Of 1d20, 1 never and 20 always."""
    return Fraction(sum(n == 20 or (n >= needed and n != 1) for n in range(1, 21)), TWENTY)


def over(rating: int) -> Fraction:
    return Fraction(sum(a + b > rating for a, b in PAIRS), len(PAIRS))


def blows(hp: int, faces: list[int]) -> Fraction:
    """How many hits it takes on average to deal so much."""
    if hp <= 0:
        return Fraction(0)
    return 1 + sum((blows(hp - face, faces) for face in faces), Fraction(0)) / len(faces)


# --- to hit


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("--thac0 19 --ac 4", at_least(15)),
        ("--thac0 19 --ac 4 --modifier 2", at_least(13)),
        ("--thac0 19 --ac 4 --modifier -3", at_least(18)),
        ("--thac0 19 --ac -9", at_least(28)),
        ("--thac0 5 --ac 9", at_least(-4)),
        ("--bonus 2 --aac 12 --rules procedure", at_least(10)),
        ("--bonus 0 --aac 30 --rules procedure", at_least(30)),
        ("'fighter with club, combat bonus 0, STR 10' 'vanguard ac 10' --rules vanguard", Fraction(55, 100)),
        ("'fighter with club, combat bonus 0, STR 10' 'vanguard ac 25' --rules vanguard", Fraction(5, 100)),
        ("'attack bonus 3, damage 1d6' 'fourfold ac 11' --rules fourfold", Fraction(65, 100)),
        ("'attack bonus 3, damage 1d6' 'fourfold ac 11' --rules fourfold --advantage", 1 - Fraction(35, 100) ** 2),
        ("'attack bonus 3, damage 1d6' 'fourfold ac 11' --rules fourfold --disadvantage", Fraction(65, 100) ** 2),
        (
            "'attack bonus 3, damage 1d6' 'fourfold ac 11' --rules fourfold --advantage --disadvantage",
            Fraction(65, 100),
        ),
        ("'strength 10, damage 1d6' 'tempo ac 20' --rules tempo", Fraction(55, 100)),
        ("'strength 10, damage 1d6' 'tempo ac 22' --rules tempo", Fraction(45, 100)),
        ("'strength 10, damage 1d6' 'tempo ac 30' --rules tempo", Fraction(5, 100)),
        ("'strength 10, damage 1d6' 'tempo ac 31' --rules tempo", Fraction(0)),  # tempo has no natural 20
    ],
)
def test_to_hit(line: str, chance: Fraction) -> None:
    (one,) = told(f"attack {line}")["attacks"]
    assert share(one["hit"]) == chance


def test_damage_is_that_of_hits_and_of_misses() -> None:
    (one,) = told("attack --thac0 19 --ac 4 --damage 1d4+1 --hp 3")["attacks"]
    dealt = {int(amount): share(said) for amount, said in one["damage"]["distribution"].items()}
    assert dealt == {0: Fraction(14, 20), **dict.fromkeys((2, 3, 4, 5), Fraction(6, 20) / 4)}
    assert Fraction(one["damage"]["fraction"]) == Fraction(6, 20) * Fraction(7, 2)
    assert share(one["fells"]) == Fraction(6, 20) * Fraction(3, 4)


@pytest.mark.parametrize("book", ["classic", "procedure"])
def test_rounds_to_fell(book: str) -> None:
    (one,) = told(f"attack --thac0 19 --ac 4 --damage 1d6 --hp 5 --rules {book}")["attacks"]
    hit, faces = Fraction(6, 20), list(range(1, 7))
    assert Fraction(one["rounds"]["fraction"]) == blows(5, faces) / hit
    within = one["rounds"]["within"]
    assert share(within["1"]) == hit * Fraction(2, 6)
    enough = Fraction(sum(a + b >= 5 for a, b in PAIRS), 36)
    assert share(within["2"]) == hit**2 * enough + 2 * hit * (1 - hit) * Fraction(2, 6)


def test_rounds_to_fell_in_vanguard_begin_with_readiness() -> None:
    """3 or less of 1d6 skips the first turn; after that it is one blow a round."""
    line = "attack 'fighter with club, combat bonus 0, STR 10, damage 1d6' 'vanguard ac 10, hp 1' --rules vanguard"
    (one,) = told(line)["attacks"]
    assert Fraction(one["rounds"]["fraction"]) == Fraction(1, 2) + 1 / Fraction(55, 100)


def test_shock_wears_down_whoever_is_missed() -> None:
    """fourfold: 2 points to armour classes up to 13, so that three rounds are always enough for 6 hp."""
    line = "attack 'attack bonus 0, damage 1d6, shock 2/13' 'fourfold ac 11, hp 6' --rules fourfold"
    (one,) = told(line)["attacks"]
    assert set(one["damage"]["distribution"]) == {"2", "3", "4", "5", "6"}
    assert share(one["rounds"]["within"]["3"]) == 1


def test_a_routine_has_an_answer_for_each_of_its_attacks() -> None:
    found = told("attack owl\\ bear 'ac 9, hp 30'")["attacks"]
    assert len({one["weapon"] for one in found}) == len(found) >= 2


def test_a_shot_has_its_range() -> None:
    """Short +1, long −1: two points of difference."""
    near, far = (told(f"attack 'fighter with short bow, STR 10, DEX 10' 'ac 9' --at {feet}") for feet in (30, 150))
    assert share(near["attacks"][0]["hit"]) - share(far["attacks"][0]["hit"]) == Fraction(2, 20)
    assert "reaches" in run("attack 'fighter with short bow' orc --at 1000").output


def test_people_of_a_scenario() -> None:
    (one,) = told("attack 'orc 1' fighter --in brawl")["attacks"]
    assert (one["attacker"], one["target"], share(one["hit"])) == ("Orc 1", "Fighter", at_least(15))


# --- morale


@pytest.mark.parametrize("book", NAMES)
@pytest.mark.parametrize("rating", [5, 8, 11])
def test_morale_breaks_on_more_than_the_rating(book: str, rating: int) -> None:
    assert share(told(f"morale {rating} --rules {book}")["breaks"]) == over(rating)


@pytest.mark.parametrize("book", NAMES)
def test_whoever_is_fearless_never_breaks(book: str) -> None:
    assert share(told(f"morale 12 --rules {book} --times 5")["breaks"]) == 0


@pytest.mark.parametrize(("book", "times"), [("classic", 2), ("tempo", 3), ("procedure", 3), ("fourfold", 3)])
def test_one_check_after_another(book: str, times: int) -> None:
    """In classic whoever has passed two checks of 2d6 is steadfast."""
    assert share(told(f"morale 8 --times 3 --rules {book}")["breaks"]) == 1 - (1 - over(8)) ** times


def test_the_situation_and_loyalty() -> None:
    assert share(told("morale 8 --modifier 1")["breaks"]) == over(9)
    assert share(told("morale 8 --modifier -2 --rules fourfold")["breaks"]) == over(6)
    assert share(told("morale 'loyalty 9, CHA 10'")["breaks"]) == over(9)
    assert "asks for no modifier" in run("morale 8 --modifier 1 --rules procedure").output
    assert "−2 to +2" in run("morale 8 --modifier 5").output


# --- saves


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("14", Fraction(7, 20)),
        ("14 --modifier 2", Fraction(9, 20)),
        ("14 spells --rules procedure", Fraction(7, 20)),
        ("14 breath --rules vanguard", Fraction(7, 20)),
        ("14 --rules fourfold", Fraction(7, 20)),
        ("25 --rules fourfold", Fraction(1, 20)),  # a 20 passes, a 1 fails
        ("2 --rules fourfold --modifier 5", Fraction(19, 20)),
        ("25", Fraction(0)),  # classic has no such thing
        ("'strength 12' --rules tempo", Fraction(13, 20)),
        ("'strength 12, wits 9' spells --rules tempo", Fraction(10, 20)),
    ],
)
def test_saves(line: str, chance: Fraction) -> None:
    assert share(told(f"save {line}")["saves"]) == chance


# --- initiative


def first(line: str) -> dict[str, Fraction]:
    found = {side: share(said) for side, said in told(f"initiative {line}")["outcomes"].items()}
    assert sum(found.values()) == 1
    return found


def test_classic_sides_are_equal() -> None:
    assert first("")["ours"] == Fraction(1, 2)
    found = first("2 7 --set initiative.tie=simultaneous")
    assert found == {"ours": Fraction(15, 36), "theirs": Fraction(15, 36), "together": Fraction(6, 36)}


@pytest.mark.parametrize(("ours", "theirs", "bonus"), [(2, 5, 2), (3, 3, 0), (5, 2, -2)])
def test_the_guerilla_bonus(ours: int, theirs: int, bonus: int) -> None:
    """procedure: +2 for the smaller side, ties to the players."""
    wins = sum(a + bonus >= b for a, b in PAIRS)
    assert first(f"{ours} {theirs} --rules procedure")["ours"] == Fraction(wins, 36)
    never = sum(a >= b for a, b in PAIRS)
    assert first(f"{ours} {theirs} --rules procedure --set guerilla.bonus=0")["ours"] == Fraction(never, 36)


def test_fourfold_adds_the_best_dexterity() -> None:
    """1d8; DEX 14 is +1; ties to the players."""
    assert first("--rules fourfold")["ours"] == Fraction(sum(a >= b for a, b in EIGHTS), 64)
    best = first("'2 fighter with DEX 14' '3 orc' --rules fourfold")["ours"]
    assert best == Fraction(sum(a + 1 >= b for a, b in EIGHTS), 64)


def test_vanguard_is_ready_or_not() -> None:
    assert first("--rules vanguard")["ours"] == Fraction(3, 6)
    assert first("2 1 --rules vanguard")["ours"] == 1 - Fraction(3, 6) ** 2


def test_tempo_compares_scores() -> None:
    """1d20 + wits; ties by wits, then the players' side."""
    faces = list(product(range(1, 21), repeat=2))
    even = Fraction(sum(a >= b for a, b in faces), 400)
    assert first("'wits 10' 'wits 10' --rules tempo")["ours"] == even
    quick = Fraction(sum(a + 3 >= b for a, b in faces), 400)
    assert first("'wits 13' 'wits 10' --rules tempo")["ours"] == quick
    lot = first("'wits 10' 'wits 10' --rules tempo --no-players")["ours"]
    assert lot == Fraction(1, 2)


# --- the table, and how all of it is said


def test_the_table_of_fourfold() -> None:
    rows = {row["target"]: row for row in told("table")["rows"]}
    assert set(rows) == set(range(2, 21))
    assert share(rows[11]["plain"]) == Fraction(1, 2)
    assert share(rows[11]["advantage"]) == Fraction(3, 4)
    assert (share(rows[11]["disadvantage"]), rows[11]["bonus"], rows[11]["penalty"]) == (Fraction(1, 4), 5, -5)
    assert "75%" in run("table").output


def test_fractions_stand_beside_percentages() -> None:
    lines = run("attack --thac0 19 --ac 4 --damage 1d6 --hp 6").output.splitlines()
    assert lines[1].split() == ["hits", "30%", "3/10"]
    assert run("morale 8").output.splitlines()[1].split() == ["breaks", "27.78%", "5/18"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("attack", "Who attacks?"),
        ("attack orc", "Whom?"),
        ("attack ork goblin", "did you mean 'orc'"),
        ("attack orc goblin --hp x", "expected a whole number"),
        ("attack orc goblin --advantage", "has no advantage"),
        ("attack orc goblin --with spoon", "doesn't have spoon"),
        ("attack orc goblin --at 50", "anything to shoot"),
        ("attack orc goblin --rules nonsense", "unknown rulebook"),
        ("attack orc goblin --set nonsense=1", "unknown option"),
        ("attack Foo Fighter --in brawl", "unknown combatant"),
        ("attack Fighter Fighter --in brawl", "itself"),
        ("attack 'orc 1' Fighter --in brawl --ac 3", "--in"),
        ("attack 'fighter 99' orc", "level"),
        ("attack orc 'orc with DEX 30'", "3 to 18"),
        ("morale 99", "from 2 to 12"),
        ("morale 8 --times 0", "from 1 to 20"),
        ("morale", "WHO|RATING"),
        ("save 14 doom", "unknown save"),
        ("save orc death --in nowhere.yaml", "no such file"),
        ("initiative 0 3", "from 1 to 100"),
        ("initiative 3 3 --rules tempo", "fewer combatants"),
        ("nonsense", "no such file or example"),
    ],
)
def test_mistakes_end_with_a_sentence(line: str, word: str) -> None:
    result = run(line)
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    assert word in result.output
    assert "Traceback" not in result.output


def test_help_names_every_question() -> None:
    text = run("--help").output
    assert all(word in text for word in ("attack", "morale", "save", "initiative", "table", "fight"))


# --- dice that fall every way


def duel(book: str, hp: int = 1) -> Fight:
    text = versus(someone("Anna", ac=4, hp=hp), someone("Orc", ac=4, hp=hp))
    return rules.get(book).build(scenario.read(text), {})[0]


def test_every_way_is_seen_once_with_its_chance() -> None:
    sums: dict[int, Fraction] = {}
    start = duel("classic")

    def two_throws(f: Fight) -> None:
        two = roll_for_referee(f, FOR_NUMBER, 6, 2)
        more = roll_for_referee(f, FOR_NUMBER, 4) if roll_for_referee(f, FOR_NUMBER, 2) == 1 else 0
        f.who[0].hp = two + more

    before = state_key(start)
    for way in every_way(two_throws, start):
        sums[way.state.who[0].hp] = sums.get(way.state.who[0].hp, Fraction(0)) + way.chance
    counted: dict[int, Fraction] = {}
    for a, b, coin, c in product(range(1, 7), range(1, 7), (1, 2), range(1, 5)):
        total = a + b + (c if coin == 1 else 0)
        counted[total] = counted.get(total, Fraction(0)) + Fraction(1, 36 * 2 * 4)
    assert sums == counted
    assert state_key(start) == before


def test_equal_states_are_one_and_others_are_not() -> None:
    f = duel("classic")
    same, other = clone(f), clone(f)
    same.rolled, same.key, other.who[1].hp = 7, 8, 3
    crowd = Distribution()
    for each in (f, same, other):
        crowd.add(each, Fraction(1, 3))
    assert sorted(chance for _, chance in crowd) == [Fraction(1, 3), Fraction(2, 3)]
    until = clone(f)
    until.who[0].ends_at[3] = 2
    assert state_key(until) != state_key(f)


def test_a_tie_is_rolled_until_it_is_none() -> None:
    def again(f: Fight) -> None:
        shown = roll_for_referee(f, FOR_NUMBER, 6)
        f.who[0].hp = f.who[0].hp if shown == 1 else 10 + shown % 2

    assert sorted(chance for chance, _ in next_states(again, duel("classic"))) == [Fraction(2, 5), Fraction(3, 5)]


def test_what_a_tactic_draws_falls_every_way_too() -> None:
    drawn: list[int] = []
    found = list(every_way(lambda f: drawn.append(guess(f, 6)), duel("classic")))
    assert (sorted(drawn), {way.chance for way in found}) == ([1, 2, 3, 4, 5, 6], {Fraction(1, 6)})


def test_outcomes_of_a_duel_worked_by_hand() -> None:
    """Each hits with 6/20, and the first hit kills; who is first is even. Round after round the same."""
    hit = Fraction(6, 20)
    wins = Fraction(1, 2) * (hit + (1 - hit) * hit)
    found = enumerate_fight(rules.get("classic"), duel("classic"), 2)
    stays = (1 - hit) ** 2
    assert found.ends == {(0, 1): wins, (1, 1): wins, (0, 2): stays * wins, (1, 2): stays * wins}
    assert found.left == stays**2


@pytest.mark.parametrize("book", ["procedure", "vanguard"])
def test_outcomes_come_to_one(book: str) -> None:
    found = enumerate_fight(rules.get(book), duel(book), 1)
    assert sum(found.ends.values()) + found.left == 1
    assert found.ends
    assert found.left > 0


def test_questions_leave_the_scene_as_it_was() -> None:
    book = rules.get("fourfold")
    one: Scene = two_sided_scene(book, {}, read_member("fighter with sword", book), read_member("orc", book))
    before = state_key(one.fight)
    questions.attack_odds(one, "Fighter", "Orc", said=[("advantage",)])
    questions.save_odds(one, "Orc", "spells", modifier=3)
    questions.initiative_odds(one)
    assert state_key(one.fight) == before
