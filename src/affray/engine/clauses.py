"""The registry of clauses, reasons and options: words for the reader, ints for the rules while they run.

A number follows from what it stands for, whatever was registered before it: kernels and journals outlive a process.
Each book has a block of option numbers, so that a rule of one book reads its own options in a fight of another."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from affray.errors import AffrayError

RULE, READING, OPTION, REFEREE = "rule", "reading", "option", "referee"


class Clause(NamedTuple):
    id: str
    words: str
    status: str = RULE

    @property
    def book(self) -> str:
        return self.id.partition(".")[0]


# how a reason changes a number, as the log writes it
ADDS, FIXED, REMARK, FACT = "adds", "fixed", "remark", "fact"  # with words, without, words alone, beside the sum
STEP, TIMES, LEAST, MOST = "step", "times", "least", "most"  # done to the sum so far
BEST, WORST = "best", "worst"  # which of several dice counts
DESCENDS, ASCENDS = "descends", "ascends"  # the form of armour class that the amount is meant for


class Reason(NamedTuple):
    """Why an answer is refused or a number changed: a clause, and words; {who} and {other} stand for names."""

    clause: int
    words: str
    how: str = ADDS


CLAUSES = {0: Clause("", "")}
REASONS = {0: Reason(0, "")}  # 0: nothing against it
BY_ID: dict[str, int] = {}
CITED: set[int] | None = None  # while a witness stands here, every clause that is cited


def clause(id: str, words: str, status: str = RULE) -> int:
    if id in BY_ID:
        raise ValueError(f"the clause {id} is registered twice")
    number = number_of(id)
    if number in CLAUSES:
        raise ValueError(f"the clauses {id} and {CLAUSES[number].id} have the same number; rename one")
    CLAUSES[number] = Clause(id, words, status)
    BY_ID[id] = number
    return number


def arrange(book: str, names: Iterable[str]) -> None:
    """List the clauses of a book in the order of its chapter, wherever they were registered."""
    for id in (f"{book}.{name}" for name in names):
        BY_ID[id] = number = BY_ID.pop(id)
        CLAUSES[number] = CLAUSES.pop(number)


def reason(clause: int, words: str, how: str = ADDS) -> int:
    """Return the number of a reason. The same words under the same clause are the same reason everywhere."""
    number = number_of(f"{CLAUSES[clause].id}: {words}")
    if REASONS.setdefault(number, Reason(clause, words, how)) != Reason(clause, words, how):
        raise ValueError(f"the reasons {words!r} and {REASONS[number].words!r} have the same number; reword one")
    return number


def number_of(text: str) -> int:
    """Return a number from 1 to the largest that a record has room for."""
    return zlib.crc32(text.encode()) % 0x7FFFFFFF + 1


def cite(clause: int) -> None:
    """Record that a clause was read: by an event, a modifier, a refusal, a ruling asked for, or a table row at
    set-up."""
    if CITED is not None:
        CITED.add(clause)


START = clause("affray.start", "A fight starts from a scenario, a book with its options, a seed and a number.")
ANSWER = clause("affray.answer", "An answer must fit its question.")
DIE = clause("affray.die", "A die typed in shows one of its faces, and is an input like any other.")
SPOKEN = clause("affray.referee", "The referee may change anything at any moment, with a reason.")
LIMIT = clause("affray.limit", "A fight without another end stops as a stand-off after its last round.")
END = clause("affray.end", "A fight is over when one side at most still stands, or an objective is met.")
WAIT = clause(
    "affray.wait",
    "Reading: whoever the referee hides lies in wait and takes no part: the fight goes on as if they had not come yet. "
    "Revealed, they join it as newcomers do; so they do unseen, if the referee says so. Where the fight would end "
    "because all foes who take part are out, those who lie in wait join it first, for all to see.",
    READING,
)
IDLE = clause(
    "affray.idle",
    "Reading: ten rounds in a row that begin with nobody able to do a foe lasting harm end the fight, unless a side is "
    "to hold out: the only side that stands wins, several have a stand-off. A weapon, a spell of harm, a breath, a "
    "gaze or the power to turn undead counts, in hand and within reach or not.",
    READING,
)
SPENT = clause(
    "affray.spells.spent",
    "Reading: a spell that was cast or lost in a fight is gone from memory until a night's sleep.",
    READING,
)
XP = clause(
    "affray.xp",
    "Reading: after a fight each side earns XP for every foe that is out of action, has surrendered or has fled "
    "(option xp.for). A foe is worth a number by its hit dice or level, and a further one for each special ability: an "
    "effect of its attacks, a breath, a gaze or the like, regeneration, weapons that can't hurt it, spells. The side's "
    "characters who still live share it evenly, rounded down; by option all who took part. A retainer gets half a "
    "share, by option a full one. By option the prime requisite changes the share by -20 to +10 per cent. Treasure "
    "does not count, and nobody rises in level by it.",
    READING,
)

# house rules that every book knows as options (rules/shared/house.py)
HOUSE_CRITICAL = clause(
    "affray.house.critical",
    "House rule: a hit with a natural 20 (option critical.from) is critical. The damage is doubled; or the dice of the "
    "weapon are rolled twice, count as their maximum, or count as their maximum with a roll added, before anything "
    "else is added. The helpless, who are hit without a roll, suffer none.",
    OPTION,
)
HOUSE_FUMBLE = clause(
    "affray.house.fumble",
    "House rule: a miss with a natural 1 is a fumble. The attacker drops the weapon and gets it back after the fight; "
    "or hits themselves for the weapon's damage; or, in melee, is exposed: the foe strikes back at once.",
    OPTION,
)
HOUSE_SHIELD = clause(
    "affray.house.shield",
    "House rule: shields shall be splintered. Who is hit and has a shield in use may give it up once the damage is "
    "known: it breaks, and the hit does nothing. The tactics do so when the hit would take the last hit point.",
    OPTION,
)
HOUSE_CLEAVE = clause(
    "affray.house.cleave",
    "House rule: whoever fells a foe with a blow in melee may strike another within reach at once, and so on until a "
    "blow fells nobody. By option everyone, or warriors alone: characters without spells, turning and backstab. Foes "
    "are offered in the order of the list.",
    OPTION,
)
HOUSE_NEEDED = clause(
    "affray.house.needed",
    "House rule: before anything modifies the roll, no attack needs less than 2 or more than 20, as the printed "
    "attack tables have it.",
    OPTION,
)
HOUSE_EXPLODE = clause(
    "affray.house.explode",
    "House rule: a damage die that shows its highest face is rolled again and added, at most so many times a blow.",
    OPTION,
)
HOUSE_FULL_HP = clause(
    "affray.house.hp",
    "House rule: a character's first hit die counts in full where hit points are rolled.",
    OPTION,
)

HOUSE_DEATH = clause(
    "affray.house.death",
    "House rule: characters, by option everyone, are not dead at 0 hit points but at −10 (option death.limit), or at "
    "minus their level. From 0 down they lie unconscious, and by option, default on, lose 1 hit point at the end of "
    "each round after the one in which they fell. Healing stops that, and wakes whom it lifts above 0. All others die "
    "at 0.",
    OPTION,
)
HOUSE_TEND = clause(
    "affray.house.tend",
    "House rule: where the rule of another book or a house rule leaves somebody dying, whoever has not acted in a "
    "round and is beside a dying friend at its end may bind the wound, by the check of that rule; below 0 hit points "
    "it takes none. One friend tries for each of the dying a round.",
    OPTION,
)

HOUSE_INITIATIVE = clause(
    "affray.house.initiative",
    "House rule: where everyone has an initiative score of their own, one die of each side counts for all of it; each "
    "adds their own wits to it. Those who are surprised or fall upon others still roll for themselves.",
    OPTION,
)

HOUSE_SPELLS = clause(
    "affray.house.spells",
    "House rule: spell points. A caster has as many points in a fight as the spells in memory have levels together. A "
    "spell that is cast or lost costs its level and stays in memory, until the points left can't pay for it any more.",
    OPTION,
)

HOUSE_TARGETS = clause(
    "affray.house.targets",
    "House rule: when a round begins, each names a foe, in the order of the list, and strikes, shoots, throws at or "
    "charges no other in it; who names nobody attacks nobody. Where the foe is out of action by then, the attack is "
    "lost, or by option goes to another. What is done out of turn, on an order or by a house rule is free, and so are "
    "spells and breath.",
    OPTION,
)


# --- sums: reasons that rules state only so that every sum of the log adds up. They change nothing and enter no saved
# fight.


SUM = clause(
    "affray.sum",
    "Every number of the log is shown with all that makes it: dice, fixed parts, bonus or THAC0, limits, the number "
    "needed, and a natural roll where it decides.",
)
FIXED_PART = reason(SUM, "the fixed part of the dice", FIXED)
MULTIPLIED = reason(SUM, "times a number", TIMES)
AT_LEAST = reason(SUM, "at least", LEAST)
AT_MOST = reason(SUM, "at most", MOST)
EACH_AT_LEAST_ONE = reason(SUM, "each die at least 1", ADDS)
CON_OF_DICE = reason(SUM, "CON", ADDS)
CLASS_AND_CON = reason(SUM, "class and CON", ADDS)
OVER_THE_LIMIT = reason(SUM, "beyond the limit", ADDS)
FULL_HP = reason(SUM, "beyond full hp", ADDS)
BEYOND_ZERO = reason(SUM, "beyond 0 hp", ADDS)
ATTACK_BONUS = reason(SUM, "attack bonus", ADDS)
THAC0 = reason(SUM, "THAC0", FACT)
NATURAL_DECIDES = reason(SUM, "natural", FACT)
NAMED = reason(SUM, "what did it", FACT)  # the number of a spell or another effect
WHOLE_SIDE = reason(SUM, "the whole side", FACT)
NOBODY_CHECKS = reason(SUM, "nobody has to check", FACT)  # the log leaves such an event out
FRIEND = reason(SUM, "a friend", FACT)
OTHERS_TOO = reason(SUM, "others who share the roll", FACT)  # how many
LATER_END = reason(SUM, "until the end of round", FACT)


def is_explanation(number: int) -> bool:
    """Return whether a reason only explains a number."""
    return REASONS[number].clause == SUM


# --- options


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `words` are its values by their numbers; without them it is a number from least to most."""

    number: int
    name: str
    clause: int
    default: int
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    several: bool = False  # a set of words rather than one
    label: str = ""  # what people call it

    @property
    def title(self) -> str:
        """Return its label; without one, its name as words."""
        return self.label or re.sub("[.-]", " ", self.name)

    def read(self, text: str) -> int:
        """Return the number for a word a person wrote."""
        value = text.strip().lower()
        if self.several:
            chosen = [w for w in value.strip("[]").replace(" ", "").split(",") if w and w != NONE]
            if all(w in self.words for w in chosen):
                return sum(1 << self.words.index(w) for w in set(chosen))
        elif self.words:
            value = SAME.get(value, value)
            if value in self.words:
                return self.words.index(value)
        elif NUMBER.fullmatch(value) and self.least <= int(value) <= self.most:
            return int(value)
        raise AffrayError(f"{self.name}: {text!r} is not a value of this option; expected {self.expected}")

    def say(self, value: int) -> str:
        if self.several:
            return ",".join(w for n, w in enumerate(self.words) if value >> n & 1) or NONE
        return self.words[value] if self.words else str(value)

    @property
    def expected(self) -> str:
        if self.several:
            return "any of " + ", ".join(self.words)
        return " or ".join(self.words) if self.words else f"a whole number from {self.least} to {self.most}"


BLOCK = 24  # numbers for each book
MOST_BOOKS = 9  # state.ROOM has place for their blocks
PLACES = ["classic", "tempo", "procedure", "vanguard", "fourfold", "house"]  # of the blocks; others stand behind them
EVERY: list[Option] = []


class Settings:
    """The options of one book: those named in `order` as they are there, then others as they are registered."""

    def __init__(self, book: str, order: tuple[str, ...] = ()) -> None:
        if book not in PLACES:
            if len(PLACES) == MOST_BOOKS:
                raise ValueError(f"{book}: there is room for the options of {MOST_BOOKS} books")
            PLACES.append(book)
        self.first = BLOCK * PLACES.index(book)
        self.all: list[Option] = []
        self.order = order

    def word(self, name: str, clause: int, default: int, words: tuple[str, ...], label: str = "") -> int:
        """Declare an option of one of several words; the value is the place of the word."""
        return self.add(Option(self.next(name), name, clause, default, words, label=label))

    def switch(self, name: str, clause: int, default: int, label: str = "") -> int:
        return self.word(name, clause, default, SWITCH, label)

    def several(self, name: str, clause: int, default: int, words: tuple[str, ...], label: str = "") -> int:
        """Declare an option of any of several words; the value has a bit for each."""
        return self.add(Option(self.next(name), name, clause, default, words, several=True, label=label))

    def number(self, name: str, clause: int, default: int, least: int, most: int, label: str = "") -> int:
        return self.add(Option(self.next(name), name, clause, default, (), least, most, label=label))

    def next(self, name: str) -> int:
        if name in self.order:
            return self.first + self.order.index(name)
        return self.first + len(self.order) + sum(option.name not in self.order for option in self.all)

    def add(self, option: Option) -> int:
        if len(self.all) == BLOCK:
            raise ValueError(f"{option.name}: a book has room for {BLOCK} options")
        self.all.append(option)
        self.all.sort(key=lambda o: o.number)
        EVERY.append(option)
        return option.number


def defaults() -> list[int]:
    """Return what every option is unless somebody sets it, by number."""
    values = [0] * (BLOCK * len(PLACES))
    for option in EVERY:
        values[option.number] = option.default
    return values


NUMBER = re.compile(r"[+-]?\d{1,6}")
NONE = "none"
SAME = {"true": "on", "yes": "on", "false": "off", "no": "off"}
SWITCH = ("off", "on")
