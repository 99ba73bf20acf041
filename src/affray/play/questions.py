"""What people are asked and what they put in: entries, questions, refusals, and who decides what.

Entries are only ever added. Which are in force is derived from them: an undo takes back the last answer or command
before it, the dice stay as they fell; a typed die is an entry of its own and can be taken back by its own undo."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from affray.content.spelling import plural
from affray.engine import clauses
from affray.engine.clauses import CLAUSES, REASONS, cite
from affray.engine.phrases import Saying
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Decide, Question, Refusal
from affray.engine.verbs import REFEREE as THE_REFEREE
from affray.engine.vocabulary import (
    BOLT,
    FOR_EFFECT,
    HARM,
    LURKING,
    MEND,
    NATURAL,
    REACTIONS,
    ROLLS,
    RULINGS,
    TO_HIT,
    TOPICS,
    Purpose,
    words_for,
)
from affray.errors import AffrayError, unknown
from affray.log import NeedAnswer, NeedDie, People, only_pass, pass_among, who_rolls
from affray.log.arithmetic import number
from affray.log.hidden import FROM_THE_START, HIDE, HIDING_COMMANDS, Hidden
from affray.log.narrate import Names, Spoken, one_line
from affray.play.standing import ASK, EVERYONE, NEVER, TAKE, entries_for, split_price, with_entry
from affray.rules.book import Book, Roster
from affray.rules.commands import TEXT, WEAPON, find_command

ANSWER, DIE, REFEREE, ALWAYS, AHEAD, UNDO, REDO, UNDO_DIE = (
    "answer",
    "die",
    "referee",
    "always",
    "ahead",
    "undo",
    "redo",
    "undo-die",
)
FIELDS = {ANSWER: 3, DIE: 3, ALWAYS: 3, AHEAD: 3, UNDO: 0, REDO: 0, UNDO_DIE: 0}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One line of a journal.

    answer, always, ahead: who, question, words; die: number, dice, faces; referee: its words, the reason last."""

    kind: str
    fields: tuple[str, ...] = ()
    die: int = NOBODY  # the number of the die that was asked for when it was said

    def __str__(self) -> str:
        kind = self.kind if self.die == NOBODY else f"{self.kind}@{self.die}"
        return " ".join([kind, *(shlex.quote(field) for field in self.fields)])


def read_entry(text: str) -> JournalEntry:
    try:
        said, *fields = shlex.split(text)
    except ValueError as no:
        raise AffrayError(f"not an entry of a journal: {text[:60]!r}") from no
    kind, _, at = said.partition("@")
    die = int(at) if at.isdecimal() and len(at) < 8 and kind in (REFEREE, ALWAYS, AHEAD) else NOBODY
    if kind == REFEREE and len(fields) >= 2:
        return JournalEntry(kind, tuple(fields), die)
    if FIELDS.get(kind) != len(fields):
        raise AffrayError(
            f"not an entry of a journal: {text[:60]!r}; expected one of {', '.join(FIELDS)} and its words"
        )
    if kind == DIE:
        read_die(JournalEntry(kind, tuple(fields)))
    return JournalEntry(kind, tuple(fields), die)


def hides_from_the_start(entry: JournalEntry) -> bool:
    """Return whether somebody lies in wait by it before anything has happened."""
    return entry.kind == REFEREE and entry.fields[0].lower() == HIDE and FROM_THE_START in entry.fields[2:]


def read_die(entry: JournalEntry) -> tuple[int, int, tuple[int, ...]]:
    """Return the number of the first die, its sides, and the faces."""
    number, dice, faces = entry.fields
    count, _, sides = dice.partition("d")
    shown = faces.split()
    if not all(n.isdecimal() and len(n) < 8 for n in (number, sides, count, *shown)) or len(shown) != int(count):
        raise AffrayError(f"not dice: {dice} showing {faces}; expected a number, dice such as 2d6, and a face for each")
    values = tuple(map(int, shown))
    if any(not 1 <= v <= int(sides) for v in values):
        raise AffrayError(f"a d{sides} does not show {faces}")
    return int(number), int(sides), values


def entries_in_force(
    entries: Iterable[JournalEntry],
) -> tuple[list[JournalEntry], list[JournalEntry], dict[int, tuple[int, int]]]:
    """Return the entries in force, those that could be redone, and the typed dice by their number (sides, face)."""
    kept: list[JournalEntry] = []
    undone: list[JournalEntry] = []
    dice: list[JournalEntry] = []
    for entry in entries:
        if entry.kind == UNDO:
            undone.append(kept.pop())
        elif entry.kind == REDO:
            kept.append(undone.pop())
        elif entry.kind == DIE:
            dice.append(entry)
        elif entry.kind == UNDO_DIE:
            dice.pop()
        else:
            kept.append(entry)
            undone.clear()
    typed: dict[int, tuple[int, int]] = {}
    for entry in dice:
        number, sides, faces = read_die(entry)
        typed |= {number + i: (sides, face) for i, face in enumerate(faces)}
    return kept, undone, typed


# --- what is asked of people, and how it is put to them; what may be answered, and why something may not

BARE = re.compile(r"\bspell -?[0-9]")  # a spell without a name


SAID: dict[tuple[str, int, int, bool], bool] = {}  # which kinds of answer of a book can be said


class Refused(AffrayError):
    """An answer that is not allowed: the clause against it, and why."""

    def __init__(self, clause: str, words: str) -> None:
        super().__init__(f"{words} [{clause}]")
        self.clause, self.words = clause, words


class Choice(NamedTuple):
    """A legal answer and the words for it, which can be typed back."""

    answer: Answer
    words: str

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked what, under which clause: a question, or a die."""

    who: str
    what: str
    clause: str
    question: Question | None = None
    die: NeedDie | None = None
    purpose: str = ""  # of a die

    def __str__(self) -> str:
        return f"{self.what} [{self.clause}]"


def name_of_attacked(roster: Roster, f: Fight, before: Fight) -> str:
    """Return " Grub" for the one whom this step attacks."""
    return next(
        (
            f" {roster.who[c.id]}"
            for c, old in zip(f.who, before.who, strict=False)
            if c.times_attacked > old.times_attacked
        ),
        "",
    )


def purpose_of_effect(roster: Roster, f: Fight) -> str:
    """Return "for magic missile damage" for the effect that this step deals; nothing for one without a number."""
    number = f.act.effect
    if not 0 <= number < len(f.effects) or f.effects[number].kind not in DEALT:
        return ""
    return DEALT[f.effects[number].kind].format(effect=roster.effects[number])


DEALT = {HARM: "for {effect} damage", BOLT: "for {effect} damage", MEND: "for the hit points healed"}


def describe_need(
    book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie, before: Fight | None = None
) -> Asked:
    """Return a question or a die, in words. before: the state at the start of the step, which shows who is attacked."""
    if isinstance(need, NeedDie):
        who = "the referee" if need.who < 0 else roster.who[need.who]
        dice = f"{need.count if need.count > 1 else ''}d{need.sides}"
        purpose = words_for(need.purpose)
        if need.purpose == TO_HIT and before is not None:
            purpose += name_of_attacked(roster, f, before)
        elif need.purpose == FOR_EFFECT:
            purpose = purpose_of_effect(roster, f) or purpose
        named = who[0].upper() + who[1:] if need.who < 0 else who
        return Asked(
            who, f"{named}: roll {dice} {purpose}".rstrip(), CLAUSES[clauses.DIE].id, die=need, purpose=purpose
        )
    q = need.question
    who = "referee" if q.who < 0 else roster.who[q.who]
    sentence, clause = book.phrase(f, q) if book.phrase else (book.sentences[q.ask], book.clauses[q.ask])
    what = sentence.format(
        who=who,
        other=name_of(roster, q.other, who),
        foe=name_of(roster, q.value, ""),
        side=roster.sides[f.who[q.other].side],
        group=Names(roster, [c.side for c in f.who], book.unit).group(q.other),
        deed=describe_deed(book, roster, f, q),
        value=number(q.value),
    )
    return Asked(who, what, CLAUSES[clause].id, q)


def describe_deed(book: Book, roster: Roster, f: Fight, q: Question) -> str:
    """Return what the other is about to do, and to whom, for books that ask about it; not with which spell."""
    if "{deed}" not in book.sentences[q.ask]:
        return ""
    kind, whom = book.kinds[q.value], name_of(roster, f.action_target, "")
    deed = book.deeds.get(kind, kind)
    said = book.say_answer(f, roster, q._replace(who=q.other), Answer(f.action_kind, f.action_target, f.action_option))
    return f"{deed} {whom}" if whom and whom in said else deed.removesuffix(" at")


def legal_choices(book: Book, roster: Roster, f: Fight, need: NeedAnswer | NeedDie | None) -> list[Choice]:
    """Return every listed answer; for a single die its faces."""
    if isinstance(need, NeedDie):
        faces = range(1, need.sides + 1) if need.count == 1 else ()
        return [Choice(Answer(0, face), str(face)) for face in faces]
    if need is None:
        return []
    q = need.question
    return [Choice(a, book.say_answer(f, roster, q, a)) for a in book.legal_answers(f, q)]


def refusal_of(book: Book, roster: Roster, f: Fight, q: Question, a: Answer) -> Refused | None:
    """Return the clause and the words against an answer; None when nothing is."""
    reason = book.refusal(f, q, a)
    if not REASONS[reason].words:
        return None
    cite(REASONS[reason].clause)
    return refused_because(roster, q, a, reason)


def die_entry(need: NeedDie, faces: Sequence[str]) -> JournalEntry:
    """Return what fell on the table, as an entry."""
    entry = JournalEntry(DIE, (str(need.number), f"{need.count}d{need.sides}", " ".join(faces)))
    try:
        read_die(entry)
    except AffrayError as no:
        many = "one face" if need.count == 1 else f"{need.count} faces"
        raise Refused(CLAUSES[clauses.DIE].id, f"{no}; expected {many} from 1 to {need.sides}") from None
    cite(clauses.DIE)
    return entry


def forbidden_choices(book: Book, roster: Roster, f: Fight, q: Question) -> list[tuple[Choice, Refused]]:
    """Return what somebody might think of and may not do, with the reason; once if it is the same for every target."""
    found: dict[tuple[int, ...], tuple[Choice, Refused]] = {}
    targets = [NOBODY, *(c.id for c in f.who[: f.n] if c.in_fight)]
    for a in (Answer(kind, target) for kind in range(2, len(book.kinds)) for target in targets):
        if not is_thinkable(f, book, q, a):
            continue
        reason = book.refusal(f, q, a)
        clause, words, _ = REASONS[reason]
        key = (a.kind, reason, a.target) if "{other}" in words else (a.kind, reason)
        if not reason or clause == clauses.ANSWER or key in found:
            continue
        if can_be_said(book, roster, f, q, a) and not BARE.search(said := book.say_answer(f, roster, q, a)):
            found[key] = Choice(a, said), refused_because(roster, q, a, reason)
    return list(found.values())


def check_words(book: Book, roster: Roster, f: Fight, who: str, ask: str, words: str) -> None:
    """Check the words of an answer for later. Raise AffrayError if nobody it is for could ever say them."""
    said = split_price(words)[0]
    people = [-1] if who == REFEREES else [n for n, name in enumerate(roster.who) if who in (name, EVERYONE)]
    asked = [Question(book.asks.index(ask), n, max(0, n), 0) for n in people]
    if said not in (ASK, TAKE, NEVER) and not any(understands(book, roster, f, q, said) for q in asked):
        first_words = sorted({w for q in asked for w in first_words_for(book, roster, f, q)} | {NEVER})
        raise AffrayError(unknown(f"answer to {ask!r}", said, first_words))


def understands(book: Book, roster: Roster, f: Fight, q: Question, said: str) -> bool:
    """Return whether words name an answer to a question that is not asked now, or begin like one."""
    try:
        book.parse_answer(f, roster, q, said)
    except (AffrayError, IndexError):
        return said.lower().split()[0] in first_words_for(book, roster, f, q)
    return True


def first_words_for(book: Book, roster: Roster, f: Fight, q: Question) -> set[str]:
    known = [Choice(a, book.say_answer(f, roster, q, a)) for a in book.legal_answers(f, q)]
    known += [choice for choice, _ in forbidden_choices(book, roster, f, q)]
    return {str(choice).lower().split()[0] for choice in known}


MEASURED = ("go", "rise", "modify")  # said with a number: nobody looks for them in a list


def is_thinkable(f: Fight, book: Book, q: Question, a: Answer) -> bool:
    """Return whether anybody would try it: no breath without a creature that breathes, no mounting without a
    mount, no drawing of claws, no letting a foe go first, and nobody at oneself."""
    kind = book.kinds[a.kind]
    if kind in MEASURED or q.who < 0 or a.target == q.who:
        return kind not in MEASURED and q.who < 0
    who = f.who[q.who]
    if kind == "breathe":
        return who.breath != NOBODY
    if kind == "turn":
        return who.turning_level > 0
    if kind == "draw":
        held = who.kit[who.hand]
        return held == NOBODY or not (who.has_routine or f.arms[held].qualities & NATURAL)
    if kind == "saddle":
        return who.has_mount
    if kind == "after" and a.target != NOBODY:
        return f.who[a.target].side == who.side
    if kind == "bomb" or (kind == "drop" and a.target != NOBODY):
        return who.fly > 0
    return who.potions > 0 if kind == "drink" else True


def can_be_said(book: Book, roster: Roster, f: Fight, q: Question, a: Answer) -> bool:
    """Return whether this kind of answer, aimed or not, has words that are read back. Asked once: reading takes its
    time."""
    key = book.name, q.ask, a.kind, a.target == NOBODY
    if key not in SAID:
        try:
            SAID[key] = book.parse_answer(f, roster, q, book.say_answer(f, roster, q, a)) == a
        except (AffrayError, IndexError):
            SAID[key] = False
    return SAID[key]


def refused_because(roster: Roster, q: Question, a: Answer, reason: int) -> Refused:
    clause, words, _ = REASONS[reason]
    who = "the referee" if q.who < 0 else roster.who[q.who]
    return Refused(CLAUSES[clause].id, words.format(who=who, other=name_of(roster, a.target, who)))


def name_of(roster: Roster, number: int, otherwise: str) -> str:
    return roster.who[number] if 0 <= number < len(roster.who) else otherwise


# --- who decides what: for each side and each kind of question the engine, a tactic, or a person

ENGINE, TACTIC, PERSON = "engine", "tactic", "person"
Players = str | Iterable[str] | Mapping[str, Iterable[str] | Mapping[str, str]]
REFEREES = "referee"


@dataclass(frozen=True, slots=True)
class Deciders:
    """For each side (and the referee, THE_REFEREE) what each topic is decided by; what isn't named is a tactic's."""

    by: Mapping[int, Mapping[int, str]]
    functions: Mapping[int, Callable[..., Any]] = field(default_factory=dict)  # of sides: tactics in Python

    def person(self, side: int, topic: int) -> bool:
        """Return whether somebody outside the engine is asked: a person, or a function that answers at once."""
        return self.by.get(side, {}).get(topic) == PERSON or (side in self.functions and topic != ROLLS)

    def engine(self, side: int) -> int:
        """Return bits of the topics that the engine decides."""
        return sum(1 << topic for topic, who in self.by.get(side, {}).items() if who == ENGINE)

    @property
    def asks_anybody(self) -> bool:
        return bool(self.functions) or any(PERSON in topics.values() for topics in self.by.values())

    def as_words(self, sides: tuple[str, ...]) -> dict[str, dict[str, str]]:
        """Return them in words, as `deciders` takes them; reactions that are decided as dice are go without saying."""
        names = {THE_REFEREE: REFEREES, **dict(enumerate(sides))}
        return {
            names[s]: {TOPICS[t]: who for t, who in topics.items() if t != REACTIONS or who != topics.get(ROLLS)}
            for s, topics in self.by.items()
        }


def deciders(players: Players, sides: tuple[str, ...], dice: bool = False) -> Deciders:
    """Read who decides: a side's name, several, or for each its topics; `dice`: people type in what they rolled."""
    if isinstance(players, str):
        players = [players]
    named = players if isinstance(players, Mapping) else dict.fromkeys(players, ())
    numbers = {REFEREES: THE_REFEREE, **{name: i for i, name in enumerate(sides)}}
    by: dict[int, Mapping[int, str]] = {}
    for name, topics in named.items():
        if name not in numbers:
            raise AffrayError(unknown("side", name, [*sides, REFEREES]))
        by[numbers[name]] = by_topic(topics, dice, name == REFEREES)
    return Deciders(by)


def by_topic(topics: Iterable[str] | Mapping[str, str], dice: bool, referee: bool) -> dict[int, str]:
    """Read who decides each topic. Reactions that are not named are decided as dice are: so they were when saved fights
    had no such topic."""
    said = dict(topics) if isinstance(topics, Mapping) else dict.fromkeys(topics, PERSON)
    for topic, who in said.items():
        if topic not in TOPICS:
            raise AffrayError(unknown("kind of question", topic, TOPICS))
        if who not in (ENGINE, TACTIC, PERSON):
            raise AffrayError(unknown("decider", who, [ENGINE, TACTIC, PERSON]))
    if not said:
        said = dict.fromkeys(TOPICS if dice or referee else [t for t in TOPICS if t != TOPICS[ROLLS]], PERSON)
        if referee and not dice:
            said[TOPICS[ROLLS]] = ENGINE
    if TOPICS[ROLLS] in said:
        said.setdefault(TOPICS[REACTIONS], said[TOPICS[ROLLS]])
    return {TOPICS.index(topic): who for topic, who in said.items()}


@dataclass(slots=True)
class HumanAnswers(People):
    """The people of one fight: what they said since the step began, what they said beforehand, the dice they typed."""

    book: Book
    deciders: Deciders
    roster: Roster
    inputs: list[JournalEntry] = field(default_factory=list)
    used: int = 0
    typed: dict[int, tuple[int, int]] = field(default_factory=dict)
    at_die: dict[int, list[JournalEntry]] = field(default_factory=dict)  # what was said while a die was asked for
    hearing: bool = False  # such a thing, just now
    prepared: list[JournalEntry] = field(default_factory=list)  # standing answers and answers given ahead
    spoken: dict[int, Spoken] = field(default_factory=dict)  # the referee's commands, by the rows of the log they made
    hidden: Hidden = field(default_factory=Hidden)

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int] | None:
        if not self.hearing:
            self.hear_at_die(f)
        known = [self.typed.get(f.rolled + n, (0, 0)) for n in range(count)]
        if all(s == sides for s, _ in known):
            return [face for _, face in known]
        if not self.anyone_rolls():
            return None
        who = who_rolls(f, owner)
        side = THE_REFEREE if who < 0 else f.who[who].side
        if self.deciders.person(side, ROLLS):
            raise NeedDie(f.rolled, sides, count, who, purpose)
        return None

    def hear_at_die(self, f: Fight) -> None:
        """Apply what was said while this die was asked for; dice that are rolled for it come first."""
        self.hearing = True
        try:
            for entry in self.at_die.get(f.rolled, ()):
                self.apply_input(f, entry)
        finally:
            self.hearing = False

    def anyone_rolls(self) -> bool:
        return any(topics.get(ROLLS) == PERSON for topics in self.deciders.by.values())

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        side = THE_REFEREE if q.who < 0 else f.who[q.who].side
        topic = RULINGS if side == THE_REFEREE else self.book.topics[q.ask]
        if not self.deciders.person(side, topic):
            return decide(f, q)
        if side == THE_REFEREE:
            cite(self.book.clauses[q.ask])
        return self.ask_person(f, q)

    def ask_person(self, f: Fight, q: Question) -> Answer:
        """Return a person's answer: the only one there is, one prepared before, or what they say now. Who can't act any
        more since the referee has spoken is not asked again."""
        was_able = q.who >= 0 and f.who[q.who].able
        while True:
            legal = self.book.legal_answers(f, q)
            if only_pass(legal) or (q.who >= 0 and is_out(f, f.who[q.who], was_able)):
                return pass_among(legal)
            before = self.prepared_answer(f, q)
            if before is not None:
                return before
            if self.used == len(self.inputs):
                raise NeedAnswer(q)
            entry = self.inputs[self.used]
            self.used += 1
            if entry.kind == ANSWER:
                return self.book.parse_answer(f, self.roster, q, entry.fields[2])
            self.apply_input(f, entry)

    def apply_input(self, f: Fight, entry: JournalEntry) -> None:
        """Apply a referee's command, or an answer for later, given while a question was asked."""
        if entry.kind == REFEREE:
            *said, why = entry.fields
            first = f.observer.mark() if f.observer is not None else 0
            try:
                self.apply_referee_command(f, said)
            finally:  # where a die is asked for, too: what came before it is told
                last = f.observer.mark() if f.observer is not None else 0
                self.spoken |= {row: describe_spoken(self.book, said, why, row == first) for row in range(first, last)}
        else:
            self.prepared = with_entry(self.prepared, entry)

    def apply_referee_command(self, f: Fight, said: Sequence[str]) -> None:
        """Obey the referee: what players may know of whom is decided here, all else by the book."""
        if said and said[0].lower() in HIDING_COMMANDS:
            self.hidden = self.hidden.after_command(
                self.roster, said, f.observer.mark() if f.observer is not None else 0, f.round
            )
        self.roster = self.book.referee_command(f, self.roster, said)

    def prepared_answer(self, f: Fight, q: Question) -> Answer | None:
        """Return an answer given ahead, which is used up, or a standing one; skip those not allowed now."""
        who = REFEREES if q.who < 0 else self.roster.who[q.who]
        for entry in entries_for(self.prepared, who, self.book.asks[q.ask]):
            words, prices = split_price(entry.fields[2])
            answer = Answer(PASS) if words == ASK else self.allowed_answer(f, q, words)
            if answer is None or not prices.least <= self.price_of(f, q, answer) <= prices.most:
                continue
            if words == ASK:
                return None
            if entry.kind == AHEAD:
                self.prepared.remove(entry)
            return answer
        return None

    def price_of(self, f: Fight, q: Question, answer: Answer) -> int:
        """Return what an answer costs; of a pass what is offered would cost."""
        offer = Answer(YES) if answer.kind == PASS else answer
        return 0 if self.book.price is None else self.book.price(f, q, offer)

    def allowed_answer(self, f: Fight, q: Question, words: str) -> Answer | None:
        try:
            answer = Answer(YES) if words == TAKE else self.book.parse_answer(f, self.roster, q, words)
        except AffrayError:
            return None
        return answer if self.book.refusal(f, q, answer) == 0 else None


def is_out(f: Fight, who: Combatant, was_able: bool) -> bool:
    """Return whether somebody who is asked has dropped out meanwhile; in a turn that sides share they act all the
    same."""
    if who.conditions >> LURKING & 1:
        return True
    return was_able and not who.able and not (f.simultaneous and who.was_able)


def describe_spoken(book: Book, said: Sequence[str], reason: str, first: bool) -> Spoken:
    """Return a command as the log tells it; the reason goes with its first row."""
    command = find_command(book.commands, said[0])
    spoken = zip(command.arguments, said[1:], strict=False)
    words = {argument.name: in_plural(word) if argument.kind == WEAPON else word for argument, word in spoken}
    if command.arguments and command.arguments[-1].kind == TEXT:
        words[command.arguments[-1].name] = " ".join(said[len(command.arguments) :]).strip() or "none"
    words = {name: one_line(word) for name, word in words.items()}
    return Spoken(command.name, Saying(*command.line), command.players, command.secret, words, reason if first else "")


def in_plural(things: str) -> str:
    """Return things as they are counted: 2 healing potions."""
    many, _, thing = things.partition(" ")
    counted = many.isdecimal() and int(many) > 1 and thing and not thing.endswith("s")
    return f"{many} {plural(thing)}" if counted else things


def with_functions(made: Deciders, tactics: Mapping[int, Callable[..., Any]]) -> Deciders:
    return replace(made, functions=dict(tactics))
