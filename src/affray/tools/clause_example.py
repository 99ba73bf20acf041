"""A clause at work: the first event of a played fight that cites it; else a refusal, or a table read at set-up."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from affray.engine.clauses import BY_ID, CLAUSES, REASONS
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.options import Option
from affray.engine.state import Fight
from affray.engine.verbs import Answer, Decide, Question, Refusal
from affray.errors import AffrayError
from affray.houserules import ENDING, built_in_texts
from affray.log import Log
from affray.log.recorder import People, Recorder
from affray.play.questions import name_of
from affray.rules.book import Book, Roster
from affray.scenario import load
from affray.scenario.opening import read_options, with_tactics
from affray.simulation.random_fights import any_answer, record_citations

FIGHTS = 240  # that are looked through
ENOUGH = 60  # ... where a refusal has shown it
ROUNDS = 30
ODD = 3  # answers that are tried at a question


@dataclass(frozen=True)
class Example:
    """What was said, and how to see it again."""

    words: str
    how: str  # event, refusal or set-up
    command: str  # that fights it again


class Shown(Exception):
    """The clause was cited."""


class Watching(Recorder):
    """Stops at the first event that cites a clause, by itself or by a modifier."""

    __slots__ = ("wanted",)

    def __init__(self, wanted: int, people: People) -> None:
        super().__init__(people)
        self.wanted = wanted

    def event(self, f: Fight, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
        cited = {clause, *(REASONS[reason].clause for reason, _ in self.reasons)}
        super().event(f, kind, clause, who, other, value, was)
        if self.wanted in cited:
            raise Shown


class Trying(People):
    """Answers as the tactic does, and keeps the first odd answer that the clause forbids."""

    def __init__(self, wanted: int, book: Book, roster: Roster, chance: Random) -> None:
        self.wanted, self.book, self.roster, self.chance = wanted, book, roster, chance
        self.refused = ""

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        for _ in range(0 if self.refused else ODD):
            odd = any_answer(self.chance, f, len(self.book.kinds))
            clause, words = REASONS[refusal(f, q, odd)]
            if clause == self.wanted:
                who = "the referee" if q.who < 0 else self.roster.who[q.who]
                words = words.format(who=who, other=name_of(self.roster, odd.target, who))
                self.refused = f"{who}, asked to {self.book.asks[q.ask]}: refused, {words}"
        return decide(f, q)


def example_of(id: str, book: Book, fights: int = FIGHTS) -> Example | None:
    """The first event that cites the clause; failing that the first refusal, or the first set-up that reads it."""
    wanted, second, third = BY_ID[id], None, None
    for example, tactic, number, options in plays(wanted, book, fights):
        if second and number >= ENOUGH:
            break
        try:
            encounter, chosen = everybody_with(tactic, load(example, book.names())), read_options(book, options)
            with record_citations() as cited:
                start, roster = book.build(encounter, chosen)
        except AffrayError:
            continue
        command = command_for(encounter, book, number, options)
        if wanted in cited and third is None:
            third = Example(at_set_up(encounter, id), "set-up", command)
        said, refused = one_fight(wanted, book, start, roster, number)
        if said:
            return Example(said, "event", command)
        if refused and second is None:
            second = Example(f"{refused} [{id}]", "refusal", command)
    return second or third


def everybody_with(tactic: str, encounter: Encounter) -> Encounter:
    return with_tactics(encounter, {party.name: tactic for party in encounter.sides})


def command_for(encounter: Encounter, book: Book, number: int, options: dict[str, str]) -> str:
    words = ["affray", "fight", encounter.name, "--rules", book.name, "--number", str(number)]
    for overlay in book.house:
        words += ["--house", overlay.file.removesuffix(ENDING) if overlay.file in packaged_files() else overlay.file]
    for name, value in options.items():
        words += ["--set", f"{name}={value}"]
    for party in encounter.sides:
        words += ["--tactic", f"{party.name}={party.tactic}"]
    return shlex.join(words)


def packaged_files() -> list[str]:
    return [f"{name}{ENDING}" for name in built_in_texts()]


def plays(wanted: int, book: Book, fights: int) -> Iterator[tuple[str, str, int, dict[str, str]]]:
    """Each example with each tactic; where the clause is an option's, with that option at each of its other values."""
    from affray.scenario import examples

    own = [option for option in book.options if option.clause == wanted]
    turned = [{option.name: option.say(value)} for option in own for value in others(option)]
    ways = [(example, tactic) for tactic in book.tactics for example in examples()]
    Random(wanted).shuffle(ways)
    for number in range(fights):
        example, tactic = ways[number % len(ways)]
        yield example, tactic, number, [{}, *turned][number % (1 + len(turned))]


def others(option: Option) -> list[int]:
    """Values that it doesn't have by itself; of a number the ends."""
    values = range(len(option.words)) if option.words else (option.least, option.most)
    return [value for value in values if value != option.default and not option.several]


def at_set_up(encounter: Encounter, id: str) -> str:
    return f"read when {encounter.title!r} is set up [{id}]"


def one_fight(wanted: int, book: Book, start: Fight, roster: Roster, number: int) -> tuple[str, str]:
    """The line of the log that shows it, or what was refused by it."""
    people = Trying(wanted, book, roster, Random(number))
    recorder = Watching(wanted, people)
    start.key, start.table = fight_key(0, number), recorder
    start.last_round = min(start.last_round, ROUNDS)
    try:
        book.fight(start)
    except Shown:
        rows = recorder.log
        log = Log(book, roster, rows, [c.side for c in start.who], since=len(rows) - 1)
        return "\n".join(f"{told.words} [{told.clause}]{also(told.clause, wanted)}" for _, told in log.told()), ""
    return "", people.refused


def also(clause: str, wanted: int) -> str:
    """Where a modifier cites it, and not the event."""
    return "" if clause == CLAUSES[wanted].id else f" [{CLAUSES[wanted].id}]"
