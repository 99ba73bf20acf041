"""The dice: which face falls when, how people write dice down, and the exact chances of what they wrote.

Die n of fight k under seed s (all counted from 0) is output number k * 2**20 + n of the published splitmix64 generator
whose state starts as mix64(s), its high 32 bits scaled to the sides; a face's chance is 1/sides to within 2**-32.
There is no state but the counter, so a fight depends on (seed, k) alone: not on batch, order, thread or machine.
A fight has 2**20 dice to itself; one that threw more would go on with the dice of the next fight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, islice, takewhile
from math import comb
from typing import Annotated, NoReturn

from affray.errors import AffrayError

Word = Annotated[int, "unsigned 64 bits"]  # as the compiler has it: computed modulo 2**64
MASK = 0xFFFF_FFFF_FFFF_FFFF
GAMMA = 0x9E37_79B9_7F4A_7C15
MAX_SEED = MASK
MAX_NUMBER = 2**44 - 1  # of a fight: each has 2**20 dice to itself

# With these limits every total fits into 32 bits.
MOST_DICE = 1_000
MOST_SIDES = 10_000
MOST_TIMES = 100
MOST_PLUS = 1_000_000
MOST_DICE_TO_KEEP_FROM = 100

# Steps of arithmetic, a few seconds of them: 1000d10 and 100d100kh50 are within it.
MOST_WORK = 10_000_000

HIGHEST, LOWEST = "kh", "kl"
TIMES = ("x", "×", "*")
MINUS = ("-", "−", "–")
ORDER = "The order is dice, kh or kl, x, + or -, each at most once and one kind of dice only: 4d6kh3x10+2."
EXPLODING = " (exploding dice have no notation; the option damage.explode makes damage dice explode)"
EXAMPLES = "Write for example d6, 2d6+1, d%, 2d6x10, 4d6kh3, adv, dis or 7."


def mix64(z: Word) -> Word:
    """Mix the bits of a number: the finaliser of splitmix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def fight_key(seed: int, number: int) -> int:
    """Return the counter at which the dice of this fight begin."""
    return (mix64(seed & MASK) + ((number << 20) + 1) * GAMMA) & MASK


def face(key: Word, n: int, sides: int) -> int:
    """Return the face shown by die n (0, 1, 2...) of the fight with this key."""
    z = (key + n * GAMMA) & MASK  # what follows is mix64, written out: a plain fight throws dice all the time
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
    return 1 + (((z ^ (z >> 31)) >> 32) * sides >> 32)


def ways_to_sum(sides: int, count: int, over: int) -> int:
    """Return in how many ways so many dice come to so much over their least sum: by inclusion and exclusion."""
    total, sign, choose = 0, 1, 1
    for k in range(count + 1):
        rest = over - k * sides
        if rest < 0:
            break
        spread = 1
        for i in range(1, count):
            spread = spread * (rest + i) // i
        total += sign * choose * spread
        choose = choose * (count - k) // (k + 1)
        sign = -sign
    return total


class NotationError(AffrayError):
    """A dice notation that can't be read: shows the text and points at the place."""

    def __init__(self, text: str, at: int, expected: str, mend: str) -> None:
        super().__init__(text, at, expected, mend)
        self.text, self.at, self.expected, self.mend = text, at, expected, mend

    def __str__(self) -> str:
        start = max(0, self.at - 40)
        shown = _printable(self.text[start : self.at + 40])
        found = f"dice notation, column {self.at + 1}: expected {self.expected}, found {self.found}"
        return f"{found}\n    {shown}\n    {' ' * (self.at - start)}^\n{self.mend}"

    @property
    def found(self) -> str:
        """Return the number, word or sign at the wrong place."""
        word = re.compile(r"[0-9]+|[^\W\d_]+|.", re.DOTALL).match(self.text, self.at)
        return f'"{_printable(word[0][:20])}"' if word else "the end"


def _printable(text: str) -> str:
    """Return the text in as many characters, on one line, with nothing in it that a terminal would obey."""
    return "".join(" " if c.isspace() else c if c.isprintable() else "?" for c in text)


@dataclass(frozen=True, slots=True)
class Notation:
    """Dice as people write them: the sum of the kept dice, times, plus. A plain number is `plus` with no dice."""

    count: int
    sides: int
    keep: int = 0
    """3 keeps the three highest, -3 the three lowest, 0 all."""
    times: int = 1
    plus: int = 0

    @property
    def kept(self) -> int:
        """Return how many of the dice count."""
        return abs(self.keep) or self.count

    @property
    def minimum(self) -> int:
        return self.kept * self.times + self.plus

    @property
    def maximum(self) -> int:
        return self.kept * self.sides * self.times + self.plus

    @property
    def mean(self) -> Fraction:
        return _kept_mean(self) * self.times + self.plus

    def of(self, faces: Sequence[int]) -> int:
        """Return the total when the dice show these faces."""
        if len(faces) != self.count:
            raise AffrayError(f"{self} is thrown with {self.count} dice, but {len(faces)} were given")
        for shown in faces:
            if not 1 <= shown <= self.sides:
                raise AffrayError(f"a die of {self} shows 1 to {self.sides}, not {shown}")
        ordered = sorted(faces)
        kept = ordered[: self.kept] if self.keep < 0 else ordered[self.count - self.kept :]
        return sum(kept) * self.times + self.plus

    def __str__(self) -> str:
        """Return the canonical text, which `parse` reads back to the same value."""
        if self.count == 0:
            return str(self.plus)
        keep = f"{LOWEST if self.keep < 0 else HIGHEST}{self.kept}" if self.keep else ""
        times = f"x{self.times}" if self.times != 1 else ""
        plus = f"{self.plus:+d}" if self.plus else ""
        return f"{self.count}d{self.sides}{keep}{times}{plus}"


class _Reader:
    """Reads a text from left to right and knows how far it has come."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.pass_space()

    def pass_space(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def take(self, *words: str) -> bool:
        """Go past one of these words, if one stands here."""
        for word in words:
            if self.text[self.at : self.at + len(word)].lower() == word:
                self.at += len(word)
                self.pass_space()
                return True
        return False

    def digits(self) -> str:
        """Return the digits that stand here, if any."""
        return "".join(takewhile("0123456789".__contains__, self.text[self.at :]))

    def number(self, what: str, low: int, high: int, mend: str) -> int:
        """Go past a number, which must stand here and lie within the bounds."""
        digits = self.digits()
        # Nine digits are past every limit, and int() balks at thousands of them.
        value = int(digits.lstrip("0")[:9] or "0")
        if not digits or not low <= value <= high:
            mend = f"Change it to a number from {low} to {high}." if digits else mend
            self.refuse(f"{what} from {low} to {high}", mend)
        self.at += len(digits)
        self.pass_space()
        return value

    def end(self, expected: str, mend: str) -> None:
        """Refuse anything that still follows."""
        if self.at < len(self.text):
            self.refuse(expected, mend)

    def refuse(self, expected: str, mend: str, at: int | None = None) -> NoReturn:
        raise NotationError(self.text, self.at if at is None else at, expected, mend)


def parse(text: str) -> Notation:
    """Return the dice that a text such as 2d6+1, 4d6kh3x10, d%, adv or 7 stands for."""
    reader = _Reader(text)
    if _is_plain(reader):
        return _plain(reader)
    count, sides, keep = _dice(reader)
    times, plus = 1, 0
    expected = "x, +, - or the end" if keep else "kh, kl, x, +, - or the end"
    if reader.take(*TIMES):
        times = reader.number("a number to multiply with", 1, MOST_TIMES, ORDER)
        expected = "+, - or the end"
    if sign := _sign(reader):
        plus = sign * reader.number("a number to add or take away", 0, MOST_PLUS, ORDER)
        expected = "the end"
    if reader.text[reader.at : reader.at + 1] == "!":
        expected += EXPLODING
    reader.end(expected, ORDER)
    return Notation(count, sides, keep, times, plus)


def _sign(reader: _Reader) -> int:
    """Go past a plus or a minus: 1, -1, or 0 if there is neither."""
    return 1 if reader.take("+") else -1 if reader.take(*MINUS) else 0


def _is_plain(reader: _Reader) -> bool:
    """Return whether a number without dice stands here."""
    return re.compile(r"[-−–+]|[0-9]+(?!\s*[dD]|[0-9])").match(reader.text, reader.at) is not None


def _plain(reader: _Reader) -> Notation:
    sign = _sign(reader) or 1
    number = reader.number("a number", 0, MOST_PLUS, EXAMPLES)
    reader.end("d or the end", "A number without dice stands alone, as 7; dice have a d, as 7d6.")
    return Notation(0, 1, plus=sign * number)


def _dice(reader: _Reader) -> tuple[int, int, int]:
    """Count, sides and keep."""
    if reader.take("adv"):
        return 2, 20, 1
    if reader.take("dis"):
        return 2, 20, -1
    start = reader.at
    count = reader.number("a number of dice", 1, MOST_DICE, EXAMPLES) if reader.digits() else 1
    if not reader.take("d"):
        reader.refuse("dice or a number", EXAMPLES)
    sides = 100 if reader.take("%") else reader.number("% or a number of sides", 1, MOST_SIDES, EXAMPLES)
    keep = _keep(reader, count)
    if keep and count > MOST_DICE_TO_KEEP_FROM:
        reader.refuse(f"at most {MOST_DICE_TO_KEEP_FROM} dice to keep from", "Throw fewer dice or keep all.", start)
    return count, sides, keep


def _keep(reader: _Reader, count: int) -> int:
    """Return how many of the dice to keep: positive for the highest, negative for the lowest, 0 for all."""
    sign = 1 if reader.take(HIGHEST) else -1 if reader.take(LOWEST) else 0
    if not sign:
        return 0
    mend = "Keep at least one die and no more than are thrown: 4d6kh3 keeps three of four."
    return sign * (reader.number("a number of dice to keep", 1, count, mend) if reader.digits() else 1)


def throw(notation: Notation, key: int, n: int) -> tuple[tuple[int, ...], int]:
    """Return the faces and the total, thrown with the dice n, n + 1... of the fight with this key."""
    faces = tuple(face(key, n + i, notation.sides) for i in range(notation.count))
    return faces, notation.of(faces)


def distribution(notation: Notation) -> dict[int, Fraction]:
    """Return the exact chance of every total, from the least up."""
    if _work(notation) > MOST_WORK:
        raise AffrayError(f"{notation} has too many outcomes for exact chances; throw fewer dice or fewer sides")
    n = notation
    ways = _ways_to_keep(n.count, n.sides, n.kept) if n.keep else _ways(n.count, n.sides)
    if n.keep < 0:
        ways.reverse()  # the lowest are the highest with every die turned over
    every = n.sides**n.count
    return {n.minimum + i * n.times: Fraction(way, every) for i, way in enumerate(ways)}


def _work(n: Notation) -> int:
    """Estimate how many steps the exact chances take."""
    return n.sides * n.kept * (n.count + (n.kept - 1) * n.sides // 4) if n.keep else n.count**2 * n.sides


def _ways(count: int, sides: int) -> list[int]:
    """Return in how many ways these dice give each sum, from the least up."""
    return next(islice(_ways_by_count(sides), count, None))


def _ways_by_count(sides: int) -> Iterator[list[int]]:
    """Yield the ways of no dice, one die, two dice... to give each sum, from the least up."""
    ways = [1]
    while True:
        yield ways
        # One more die: each sum gathers the ways of the last `sides` sums, a difference of running totals.
        running = list(accumulate(ways + [0] * sides))[:-1]
        ways = [high - low for high, low in zip(running, [0] * sides + running, strict=False)]


def _ways_to_keep(count: int, sides: int, keep: int) -> list[int]:
    """Return in how many ways the highest `keep` dice give each sum, from the least up, by the lowest face that is
    kept."""
    ways = [0] * (keep * (sides - 1) + 1)
    for lowest in range(1, sides + 1):
        for above, sums in zip(range(keep), _ways_by_count(sides - lowest), strict=False):
            # `above` dice beat the lowest kept face, enough others show it, the rest are below.
            rest = count - above
            enough = range(keep - above, rest + 1)
            others = sum(comb(rest, same) * (lowest - 1) ** (rest - same) for same in enough) * comb(count, above)
            least = keep * (lowest - 1) + above
            for i, way in enumerate(sums):
                ways[least + i] += others * way
    return ways


def _kept_mean(n: Notation) -> Fraction:
    """Return the mean sum of the kept dice."""
    if n.keep < 0:
        return n.kept * (n.sides + 1) - _kept_mean(Notation(n.count, n.sides, n.kept))
    if n.keep == 0:
        return Fraction(n.count * (n.sides + 1), 2)
    # A sum is, over every face, the number of kept dice that show at least that face.
    reached = (
        min(n.keep, dice) * comb(n.count, dice) * (n.sides - below) ** dice * below ** (n.count - dice)
        for below in range(n.sides)
        for dice in range(1, n.count + 1)
    )
    return Fraction(sum(reached), n.sides**n.count)
