"""The dice against the published generator, the notation against its grammar, the chances against counting."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from affray.engine.dice import Notation, NotationError, distribution, face, fight_key, mix64, parse, throw
from affray.errors import AffrayError

unhurried = settings(deadline=None)

# The generator, written from its publication and with a state, as others use it.

WORD = 2**64
PUBLISHED = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def splitmix64(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        z = state
        z = ((z ^ (z // 2**30)) * 0xBF58476D1CE4E5B9) % WORD
        z = ((z ^ (z // 2**27)) * 0x94D049BB133111EB) % WORD
        yield z ^ (z // 2**31)


def unshift(z: int, bits: int) -> int:
    """The x of which z is x ^ (x >> bits)."""
    x = z
    for _ in range(64 // bits):
        x = z ^ (x >> bits)
    return x


def seed_of_state(state: int) -> int:
    """The seed whose dice start splitmix64 in this state."""
    z = unshift(state, 31) * pow(0x94D049BB133111EB, -1, WORD) % WORD
    z = unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, WORD) % WORD
    return unshift(z, 30)


def test_the_generator_of_these_tests_gives_the_published_outputs() -> None:
    assert list(islice(splitmix64(1234567), 5)) == PUBLISHED


def test_the_dice_are_the_published_outputs() -> None:
    seed = seed_of_state(1234567)
    assert mix64(seed) == 1234567
    key = fight_key(seed, 0)
    for sides in (2, 6, 20, 100, 2**32):
        expected = [1 + int(Fraction(output // 2**32, 2**32) * sides) for output in PUBLISHED]
        assert [face(key, n, sides) for n in range(5)] == expected


def test_the_next_fight_begins_a_million_dice_on() -> None:
    stream = splitmix64(mix64(77))
    far = list(islice(stream, 2**20, 2**20 + 8))
    key = fight_key(77, 1)
    assert [face(key, n, 2**32) - 1 for n in range(8)] == [output // 2**32 for output in far]
    assert face(key, 0, 20) == face(fight_key(77, 0), 2**20, 20)


def test_a_seed_counts_within_64_bits() -> None:
    assert fight_key(-1, 3) == fight_key(WORD - 1, 3)
    assert fight_key(WORD + 5, 3) == fight_key(5, 3)


@unhurried
@given(st.integers(0, WORD - 1), st.integers(0, 2**30), st.integers(0, 2**20), st.integers(1, 10_000))
def test_a_face_is_one_of_the_die(seed: int, number: int, n: int, sides: int) -> None:
    assert 1 <= face(fight_key(seed, number), n, sides) <= sides


# The notation

READINGS = [
    ("d6", Notation(1, 6)),
    ("1d6", Notation(1, 6)),
    ("2d6+1", Notation(2, 6, plus=1)),
    ("1d6-1", Notation(1, 6, plus=-1)),
    ("1d6−1", Notation(1, 6, plus=-1)),
    ("1d6–1", Notation(1, 6, plus=-1)),
    ("d%", Notation(1, 100)),
    ("2d%+5", Notation(2, 100, plus=5)),
    ("2d6x10", Notation(2, 6, times=10)),
    ("2d6X10", Notation(2, 6, times=10)),
    ("2d6×10", Notation(2, 6, times=10)),
    ("2d6*10", Notation(2, 6, times=10)),
    ("4d6kh3", Notation(4, 6, keep=3)),
    ("4d6kl1", Notation(4, 6, keep=-1)),
    ("4d6kh", Notation(4, 6, keep=1)),
    ("2d20kl", Notation(2, 20, keep=-1)),
    ("4d6kh3x10+2", Notation(4, 6, keep=3, times=10, plus=2)),
    ("adv", Notation(2, 20, keep=1)),
    ("dis", Notation(2, 20, keep=-1)),
    ("ADV+3", Notation(2, 20, keep=1, plus=3)),
    ("Dis - 2", Notation(2, 20, keep=-1, plus=-2)),
    ("  4 D 6 KH 3 x 10 + 2\n", Notation(4, 6, keep=3, times=10, plus=2)),
    ("02d06+01", Notation(2, 6, plus=1)),
    ("7", Notation(0, 1, plus=7)),
    (" 0 ", Notation(0, 1, plus=0)),
    ("-3", Notation(0, 1, plus=-3)),
    ("+3", Notation(0, 1, plus=3)),
    ("1000d10000x100+1000000", Notation(1000, 10000, times=100, plus=1000000)),
]


@pytest.mark.parametrize(("text", "notation"), READINGS)
def test_what_people_write_is_read(text: str, notation: Notation) -> None:
    assert parse(text) == notation


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("D6", "1d6"),
        ("2 d % − 3", "2d100-3"),
        ("adv", "2d20kh1"),
        ("dis+1", "2d20kl1+1"),
        ("4d6 kh 3 × 10 + 2", "4d6kh3x10+2"),
        ("2d6x1+0", "2d6"),
        ("+7", "7"),
        ("−7", "-7"),
    ],
)
def test_the_canonical_text(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


@st.composite
def notations(draw: st.DrawFn, most_dice: int = 100, most_sides: int = 10_000) -> Notation:
    count = draw(st.integers(1, most_dice))
    return Notation(
        count,
        sides=draw(st.integers(1, most_sides)),
        keep=draw(st.integers(-count, count)),
        times=draw(st.integers(1, 100)),
        plus=draw(st.integers(-1_000_000, 1_000_000)),
    )


@unhurried
@given(notations() | st.builds(Notation, st.just(0), st.just(1), plus=st.integers(-1_000_000, 1_000_000)))
def test_the_canonical_text_is_read_back(notation: Notation) -> None:
    assert parse(str(notation)) == notation


WRONG = [
    ("", 1, "dice or a number, found the end"),
    ("   ", 4, "dice or a number, found the end"),
    ("orc", 1, 'dice or a number, found "orc"'),
    ("x10", 1, 'dice or a number, found "x"'),
    ("d", 2, "% or a number of sides from 1 to 10000, found the end"),
    ("2dz", 3, 'a number of sides from 1 to 10000, found "z"'),
    ("2d0", 3, 'sides from 1 to 10000, found "0"'),
    ("d10001", 2, 'sides from 1 to 10000, found "10001"'),
    ("0d6", 1, 'a number of dice from 1 to 1000, found "0"'),
    (" 1001d6", 2, 'a number of dice from 1 to 1000, found "1001"'),
    ("4d6kh5", 6, 'a number of dice to keep from 1 to 4, found "5"'),
    ("4d6kl0", 6, 'a number of dice to keep from 1 to 4, found "0"'),
    ("101d6kh3", 1, 'at most 100 dice to keep from, found "101"'),
    ("4d6k3", 4, 'kh, kl, x, +, - or the end, found "k"'),
    ("4d6kh3kl1", 7, 'x, +, - or the end, found "kl"'),
    ("2d6x10kh1", 7, '+, - or the end, found "kh"'),
    ("2d6x0", 5, 'a number to multiply with from 1 to 100, found "0"'),
    ("2d6x101", 5, 'a number to multiply with from 1 to 100, found "101"'),
    ("2d6 x", 6, "a number to multiply with from 1 to 100, found the end"),
    ("d6+", 4, "a number to add or take away from 0 to 1000000, found the end"),
    ("d6 + 1000001", 6, 'from 0 to 1000000, found "1000001"'),
    ("d20+adv", 5, 'a number to add or take away from 0 to 1000000, found "adv"'),
    ("d6+2d6", 5, 'the end, found "d"'),
    ("2d6+1x10", 6, 'the end, found "x"'),
    ("2d6+1+1", 6, 'the end, found "+"'),
    ("d6/2", 3, 'kh, kl, x, +, - or the end, found "/"'),
    ("7+1", 2, 'd or the end, found "+"'),
    ("7 7", 3, 'd or the end, found "7"'),
    ("1 0d6", 3, 'd or the end, found "0"'),
    ("3adv", 2, 'd or the end, found "adv"'),
    ("advantage", 4, 'x, +, - or the end, found "antage"'),
    ("-d6", 2, 'a number from 0 to 1000000, found "d"'),
    ("1000001", 1, 'a number from 0 to 1000000, found "1000001"'),
    ("²d6", 1, "dice or a number"),
    ("2d\uff16", 3, "a number of sides"),
    ("9" * 5000 + "d6", 1, "a number of dice from 1 to 1000"),
]


@pytest.mark.parametrize(("text", "column", "words"), WRONG, ids=[repr(text[:20]) for text, _, _ in WRONG])
def test_a_wrong_notation_is_pointed_at(text: str, column: int, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    what, shown, caret, mend = str(caught.value).split("\n")
    assert caught.value.at == column - 1
    assert what.startswith(f"dice notation, column {column}: expected ")
    assert words in what
    assert caret == "    " + " " * (column - 1) + "^"
    assert shown[4:] == text[: column + 39]
    assert mend.endswith(".")


def test_a_long_text_is_shown_around_the_wrong_place() -> None:
    with pytest.raises(NotationError) as caught:
        parse(" " * 500 + "2d6!" + " " * 500)
    _, shown, caret, _ = str(caught.value).split("\n")
    assert shown[caret.index("^")] == "!"
    assert len(shown) < 100


def test_an_error_survives_the_way_to_another_process() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d6!")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@unhurried
@given(st.text() | st.text("0123456789dDxX×*kKhHlLadvis%+-−– \t", max_size=12))
def test_every_text_is_read_or_refused(text: str) -> None:
    answer = read_or_refused(text)
    if isinstance(answer, Notation):
        assert parse(str(answer)) == answer
    else:
        assert 0 <= answer.at <= len(text)
        lines = str(answer).split("\n")
        assert len(lines) == 4
        assert all(line.isprintable() for line in lines)


def read_or_refused(text: str) -> Notation | NotationError:
    try:
        return parse(text)
    except NotationError as error:
        return error


# Totals

TOTALS = [
    ("2d6+1", [3, 4], 8),
    ("1d6-1", [1], 0),
    ("2d6x10", [2, 5], 70),
    ("4d6kh3", [1, 6, 3, 4], 13),
    ("4d6kl1", [5, 6, 3, 4], 3),
    ("4d6kh4", [5, 6, 3, 4], 18),
    ("4d6kh3x10+2", [6, 6, 1, 6], 182),
    ("adv+3", [7, 15], 18),
    ("dis", [7, 15], 7),
    ("7", [], 7),
]


@pytest.mark.parametrize(("text", "faces", "total"), TOTALS)
def test_the_total_of_faces(text: str, faces: list[int], total: int) -> None:
    assert parse(text).of(faces) == total


@pytest.mark.parametrize(
    ("text", "faces", "words"),
    [
        ("2d6", [3], "2d6 is thrown with 2 dice, but 1 were given"),
        ("2d6", [3, 4, 5], "2d6 is thrown with 2 dice, but 3 were given"),
        ("2d6", [3, 7], "a die of 2d6 shows 1 to 6, not 7"),
        ("2d6", [0, 3], "a die of 2d6 shows 1 to 6, not 0"),
        ("7", [1], "7 is thrown with 0 dice, but 1 were given"),
    ],
)
def test_faces_that_cannot_be(text: str, faces: list[int], words: str) -> None:
    with pytest.raises(AffrayError) as caught:
        parse(text).of(faces)
    assert str(caught.value) == words


@unhurried
@given(notations(), st.integers(0, 2**40), st.integers(0, 1000))
def test_a_throw_takes_the_next_dice(notation: Notation, seed: int, n: int) -> None:
    key = fight_key(seed, 0)
    faces, total = throw(notation, key, n)
    assert list(faces) == [face(key, n + i, notation.sides) for i in range(notation.count)]
    assert total == notation.of(faces)
    assert notation.minimum <= total <= notation.maximum


# Chances


def counted(notation: Notation) -> dict[int, Fraction]:
    """The chances the slow and obvious way: every face of every die."""
    faces = range(1, notation.sides + 1)
    totals = Counter(notation.of(thrown) for thrown in product(faces, repeat=notation.count))
    return {total: Fraction(ways, notation.sides**notation.count) for total, ways in sorted(totals.items())}


def agrees_with_counting(notation: Notation) -> None:
    chances = distribution(notation)
    assert list(chances.items()) == list(counted(notation).items())
    assert notation.minimum == min(chances)
    assert notation.maximum == max(chances)
    assert notation.mean == sum(total * chance for total, chance in chances.items())


@unhurried
@given(notations(most_dice=5, most_sides=6))
def test_chances_are_those_of_counting(notation: Notation) -> None:
    agrees_with_counting(notation)


@pytest.mark.parametrize("text", [text for text, notation in READINGS if notation.sides**notation.count <= 20_000])
def test_chances_of_what_people_write(text: str) -> None:
    agrees_with_counting(parse(text))


def test_chances_of_three_dice() -> None:
    ways = [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]
    assert distribution(parse("3d6")) == {3 + i: Fraction(way, 216) for i, way in enumerate(ways)}


def test_chances_of_the_best_three_of_four() -> None:
    chances = distribution(parse("4d6kh3"))
    assert chances[18] == Fraction(21, 1296)
    assert chances[3] == Fraction(1, 1296)
    assert parse("4d6kh3").mean == Fraction(15869, 1296)


def test_advantage_and_disadvantage() -> None:
    assert parse("adv").mean == Fraction(13825, 1000)
    assert parse("dis").mean == Fraction(7175, 1000)
    for target in range(2, 21):
        plain = Fraction(21 - target, 20)
        assert at_least("adv", target) == 1 - (1 - plain) ** 2
        assert at_least("dis", target) == plain**2


def at_least(text: str, target: int) -> Fraction:
    return sum((chance for total, chance in distribution(parse(text)).items() if total >= target), Fraction(0))


@pytest.mark.parametrize("text", ["10d10kh3", "10d10kl3", "20d6kh19", "60d20kl5", "2d10000kh1", "100d6", "40d8+7"])
def test_chances_of_many_dice_sum_to_one(text: str) -> None:
    notation = parse(text)
    chances = distribution(notation)
    assert sum(chances.values()) == 1
    assert notation.mean == sum(total * chance for total, chance in chances.items())
    assert (min(chances), max(chances)) == (notation.minimum, notation.maximum)


def test_the_highest_and_the_lowest_mirror_each_other() -> None:
    high, low = distribution(parse("9d12kh4")), distribution(parse("9d12kl4"))
    assert low == {4 * 13 - total: chance for total, chance in high.items()}


def test_the_best_of_many_is_a_power() -> None:
    for shown, chance in distribution(parse("100d20kh1")).items():
        assert chance == Fraction(shown, 20) ** 100 - Fraction(shown - 1, 20) ** 100


@unhurried
@given(notations(most_dice=8, most_sides=12))
def test_keeping_all_is_keeping_no_count(notation: Notation) -> None:
    assume(notation.keep)
    plain = Notation(notation.count, notation.sides)
    for keep in (notation.count, -notation.count):
        kept = Notation(notation.count, notation.sides, keep)
        assert distribution(kept) == distribution(plain)
        assert kept.mean == plain.mean


@pytest.mark.parametrize("text", ["1000d10000", "100d10000kh50"])
def test_chances_of_too_many_dice_are_refused(text: str) -> None:
    with pytest.raises(AffrayError, match="too many outcomes for exact chances"):
        distribution(parse(text))
