"""The public proof that a book keeps the contract, whoever wrote it: `affray.check_ruleset(book)`.

Every clause of it is cited, plain equals compiled event for event, every legal answer is accepted and every other is
refused with the state unchanged, functions at seams have the right arguments, and options say back what they read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from affray.compiler.source import RuleError
from affray.engine.clauses import CLAUSES, Option
from affray.errors import AffrayError
from affray.houserules.plan import describe, misfits, parameters
from affray.play.questions import Choice
from affray.play.session import Play
from affray.play.start import start
from affray.rules import get
from affray.rules.book import Book
from affray.rules.seams import GROUPS
from affray.scenario import examples, load
from affray.simulation.random_fights import (
    Coverage,
    PlayedFight,
    RandomFight,
    any_answer,
    draw_fight,
    play_random_fight,
)

CHECKED_FIGHTS = 200
TABLES = 8  # fights in which every answer is tried at the table
QUESTIONS = 25  # of each
TRIES = 4  # wrong answers to a question
MAX_VALUES = 64  # values of an option that are tried


@dataclass(frozen=True)
class Report:
    """What was found. A clause that no fight cited is no breach by itself: its author names the test that shows it."""

    book: str
    fights: int
    compiled: bool
    breaches: tuple[str, ...]
    uncited: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return not self.breaches

    def __str__(self) -> str:
        engines = "plain and compiled" if self.compiled else "plain alone, because llvmlite is missing"
        head = f"{self.book}: {self.fights} fights, {engines}: " + ("sound" if self.sound else "not sound")
        never = [f"never cited: {id}" for id in self.uncited]
        return "\n".join([head, *self.breaches, *never])


def check_ruleset(book: Book | str, fights: int = CHECKED_FIGHTS, seed: int = 1, shown: Iterable[str] = ()) -> Report:
    """Play so many fights of every example with every tactic. `shown`: clauses that tests of their own show."""
    book = get(book) if isinstance(book, str) else book
    breaches = [*check_lists(book), *check_seams(book)]
    breaches += [what for option in book.options for what in check_option(option)]
    breaches += rules_not_compilable(book)
    seen, different, compiled = play_fights(book, fights, seed)
    breaches += [*different, *check_tables(book, min(fights, TABLES), seed)]
    ids = [c.id for n, c in CLAUSES.items() if c.book == book.name and n not in seen.cited_clauses(book)]
    return Report(book.name, fights, compiled, tuple(breaches), tuple(id for id in ids if id not in set(shown)))


# --- what can be seen without a fight


def check_lists(book: Book) -> Iterator[str]:
    """Check that lists that belong together have the same length, and that what they name exists."""
    for name in ("sentences", "topics", "clauses"):
        if len(getattr(book, name)) != len(book.asks):
            yield f"{name}: {len(getattr(book, name))} for {len(book.asks)} questions"
    for clause in (*book.clauses, *(option.clause for option in book.options)):
        if clause not in CLAUSES:
            yield f"the clause number {clause} is not registered"
    for number in {o.number for o in book.options if [p.number for p in book.options].count(o.number) > 1}:
        yield f"two options have the number {number}"
    if not any(clause.book == book.name for clause in CLAUSES.values()):
        yield f"no clause begins with {book.name}."


def rules_not_compilable(book: Book) -> list[str]:
    """Return the rules that can't be compiled: file, line and reason (docs/rule-language.md)."""
    try:
        from affray.compiler.kernels.programs import rule_errors
    except ImportError:
        return []
    return [str(error) for error in rule_errors(book)]


def check_seams(book: Book) -> Iterator[str]:
    """Yield the functions of a book that do not take and return what their seam does."""
    for group, rule in book.seams.items():
        if group not in GROUPS:
            yield f"there is no group of seams {group}"
        else:
            yield from (f"{group}: {wrong}" for wrong in misfits(group, rule))
    for seam, function in book.provides.items():
        if parameters(function) != parameters(seam):
            yield f"{describe(function)} can't stand for {describe(seam)}"


def check_option(option: Option) -> Iterator[str]:
    """Yield every value it can have, read from what it says."""
    values: Sequence[int] = range(option.least, option.most + 1)
    if option.words:
        values = range(1 << len(option.words) if option.several else len(option.words))
    if option.default not in values:
        yield f"the option {option.name}: its default is {option.default}; expected {option.expected}"
    for value in (*values[:MAX_VALUES], values[-1]):
        try:
            if option.read(option.say(value)) != value:
                yield f"the option {option.name}: says {option.say(value)!r} for {value} and reads it otherwise"
        except AffrayError as error:
            yield f"the option {option.name}: says what it can't read: {error}"


# --- fights by themselves


def play_fights(book: Book, fights: int, seed: int) -> tuple[Coverage, list[str], bool]:
    """Return what occurred in all of them, what differed, and whether the compiled rules were there to differ."""
    compared = load_comparison()
    seen, different = Coverage(), list[str]()
    for number, (example, tactic) in enumerate(mix_ways(book, fights)):
        drawn = draw_fight(example, tactic, number, book)
        try:
            plain = play_random_fight(drawn, book, seed)
        except Exception as error:  # whatever a stranger's book may do
            different.append(f"{drawn}: {type(error).__name__}: {error}")
            continue
        seen.add(plain.rows, plain.cited)
        try:
            different += compared(drawn, book, plain, seed) if compared else ()
        except RuleError:  # told already: outside_the_language
            compared = None
    return seen, different, compared is not None


def load_comparison() -> Callable[[RandomFight, Book, PlayedFight, int], Iterator[str]] | None:
    """Return what plays a fight by the compiled rules too; None where there are none."""
    try:
        from affray.simulation.twins import compiled_differences
    except ImportError:
        return None
    return compiled_differences


def mix_ways(book: Book, fights: int) -> list[tuple[str, str]]:
    """Return every example with every tactic, in an order that mixes them, as often as it takes."""
    every = [(example, tactic) for tactic in book.tactics for example in examples()]
    Random(book.name).shuffle(every)
    return [every[number % len(every)] for number in range(fights)]


# --- fights with people


def check_tables(book: Book, fights: int, seed: int) -> Iterator[str]:
    """Check that everything people may say is accepted, that some of what they may not is refused, and that neither
    changes anything."""
    for number, (example, _) in enumerate(mix_ways(book, fights)):
        try:
            for what in check_table(book, example, seed, number):
                yield f"fight {number} of {example} at the table: {what}"
        except Exception as error:  # whatever a stranger's book may do
            yield f"fight {number} of {example} at the table: {type(error).__name__}: {error}"


def check_table(book: Book, example: str, seed: int, number: int) -> Iterator[str]:
    chance = Random(f"{seed} {number}")
    play = start(example, rules=book, seed=seed, number=number, players=all_sides(example, book))
    for _ in range(QUESTIONS):
        if play.asks is None:
            break
        yield from (f"{play.asks}: {what}" for what in check_question(play, chance))


def all_sides(example: str, book: Book) -> list[str]:
    return ["referee", *(side.name for side in load(example, book.names()).sides)]


def check_question(play: Play, chance: Random) -> Iterator[str]:
    """Check how one question takes its answers, then give one of them."""
    choices = play.legal
    if not choices:
        yield "nothing may be answered"
    yield from check_choices(play, choices)
    yield from check_refusals(play, chance)
    try:
        play.do(chance.choice(choices) if choices else "")
    except AffrayError as error:
        yield f"a legal answer is not accepted: {error}"
        play.referee("end")


def check_choices(play: Play, choices: Sequence[Choice]) -> Iterator[str]:
    """Yield what is listed but not allowed, or whose words cannot be typed back; equal spells have equal words."""
    question = play.asks.question if play.asks else None
    for choice in choices if question else ():
        if why := play.why_not(choice):
            yield f"{choice} is listed, but {why}"
        elif question:
            read = play.book.parse_answer(play.state, play.roster, question, choice.words)
            if play.why_not(read) or play.book.say_answer(play.state, play.roster, question, read) != choice.words:
                yield f"{choice} is read as something else"


def check_refusals(play: Play, chance: Random) -> Iterator[str]:
    """Check that answers that are not allowed are refused, and leave the state the same to the letter."""
    before = play.text()
    for _ in range(TRIES):
        answer = any_answer(chance, play.state, len(play.book.kinds))
        if play.why_not(answer) is None:
            continue
        try:
            play.do(answer)
            yield f"{answer} is not allowed and was accepted"
        except AffrayError:
            if play.text() != before:
                yield f"{answer} was refused and changed the state"
