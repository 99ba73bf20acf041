"""Fights with scripted dice, for tests marked with a clause: every die of the script must be used, and no other.

    from helpers import OURS_FIRST, scripted, side, someone, versus

    @pytest.mark.clause("classic.attack.natural")
    def test_a_natural_twenty_always_hits() -> None:
        scene = scripted(
            versus(someone("Anna", thac0=20), someone("Orc", ac=-9, hp=6)),
            dice=OURS_FIRST + "d20=20 d6=4",
        )
        assert scene.one("hit", "classic.attack.natural").who == "Anna"
        assert scene["Orc"].hp == 6 - 4

Who fights. `someone(name, **keys)` has plain numbers (AC 9, THAC0 19, 1d6, 8 hp, morale 12, move 120) unless it has
others; any key of a scenario file will do: `cls="fighter"`, `monster="ogre"`, `gear=["sword"]`, `sees_dark=True`.
These are the classic book's numbers; another book's tests have a `someone` with their own.
`side(*members, tactic="first", way_out=False, surprised=False)` is for what a side says of itself.
`versus(side or member, …)` puts them in contact, or at a `distance=` in feet (None: rolled), or where each one's
`position=[x, y]` says, with terrain (`width=10`, `water="in"`), `options={"attack.form": "ascending"}`, `rounds=`,
`objectives=`, `speaker=`. Sides are called ours, theirs, others.
A whole scenario as YAML text does as well.

Under which book. `scripted(…, book="tempo")`, a name or a `Book`; else the one the scenario names (`rules=` of
`versus`), else classic. A book's tests have short forms of their own, in a module beside them:

    # tests/tempo/people.py, for: from tempo.people import scripted, someone
    scripted = partial(helpers.scripted, book="tempo")

    def someone(name: str, **keys: Any) -> Group:
        return member(name, {"wits": 10, "hp": 8}, keys)

What falls. Text ("d20=14 2d6=3,4") or pairs ([(20, 14), (6, 3)]). OURS_FIRST and THEIRS_FIRST: initiative of two sides.

What is answered. "Anna: strike Orc" waits for the next question of Anna's that it could answer, said as people say it:
"strike Orc to subdue", "cast sleep", "cast sleep at Orc 2", "draw dagger", "rise 20", "after Bert", "referee: modify 1"
(as its wording.py has it). To pass, name the question: "Anna: pass shoot". What the script leaves open, tactics answer.

How far. To where the dice run out; or `until=` "over", "round 2", the name of a phase ("melee"), "Anna: strike" (that
question then stands unanswered), or a function of the fight: then the dice must last until there, with none left over.
`scene.play(dice, answers, until)` goes on.

What to look at. `scene.events(kind, clause, who)`; `scene.one(kind, clause, who)` where there must be exactly one;
`scene["Anna"]`, the combatant; `scene.side("ours")`; `scene.fight`; `scene.why_not("Anna: shoot Orc")`, the clause and
words by which it is refused as the fight stands now, or None. `print(scene)` is the log.

What counts as cited is what is played or refused. Where a clause is read only when a fight is set up (the morale of
mercenaries, say), give `tables=True`, or call the book's build itself.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from affray import rules, scenario
from affray.engine import clauses, events
from affray.engine.clauses import CLAUSES, REASONS, is_explanation
from affray.engine.dice import fight_key
from affray.engine.encounter import Encounter
from affray.engine.state import UNDECIDED, Combatant, Fight, Side, clone
from affray.engine.verbs import PASS, REFEREE, Answer, Decide, Question, Refusal
from affray.engine.vocabulary import Purpose
from affray.errors import AffrayError
from affray.log import Event, People, Recorder
from affray.rules.book import Book

PLAIN = {"ac": 9, "thac0": 19, "damage": "1d6", "hp": 8, "saves": "12/13/14/15/16", "morale": 12, "move": 120}
SIDES = ("ours", "theirs", "others", "fourth")
OURS_FIRST, THEIRS_FIRST = "d6=6 d6=1 ", "d6=1 d6=6 "
USUAL = "classic"
MOST_STEPS = 10_000

Dice = str | Sequence[tuple[int, int]]
Group = dict[str, Any]  # a member, or a side with its members


# --- who fights


def someone(name: str, **keys: Any) -> Group:
    """A member with plain numbers of the classic book."""
    return member(name, PLAIN, keys)


def member(name: str, plain: Mapping[str, Any], keys: Mapping[str, Any]) -> Group:
    """A member with plain numbers where it has no others; of a class or kind only the hit points are given."""
    said = {key.replace("_", " ") if key != "cls" else "class": value for key, value in keys.items()}
    of_a_kind = bool({"class", "monster"} & said.keys())
    usual = {key: value for key, value in plain.items() if key == "hp" or not of_a_kind}
    for given, instead in (("aac", "ac"), ("bonus", "thac0")):
        if given in said:
            usual.pop(instead, None)
    return {name: usual | said}


def side(*members: Group | str, **keys: Any) -> Group:
    """A side that nobody surprises, with no way out, and whose tactic is `first`, unless said otherwise."""
    usual = {"tactic": "first", "way out": False, "surprised": False}
    return {**usual, **{key.replace("_", " "): value for key, value in keys.items()}, "members": list(members)}


def versus(
    *sides: Group,
    distance: int | str | None = "contact",
    options: Mapping[str, str] | None = None,
    rounds: int = 0,
    objectives: Sequence[Mapping[str, Any]] = (),
    speaker: str = "",
    rules: str = "",
    **terrain: Any,
) -> str:
    """A scenario file of these sides."""
    groups = [group if "members" in group else side(group) for group in sides]
    if '"position"' in json.dumps(groups):
        distance = None
    file = {
        "title": "a test",
        "rules": rules,
        "sides": dict(zip(SIDES, groups, strict=False)),
        "distance": distance,
        "options": options,
        "rounds": rounds,
        "objectives": list(objectives),
        "speaker": speaker,
        "terrain": terrain,
    }
    return json.dumps({key: value for key, value in file.items() if value})


# --- what falls and what is answered


def faces(dice: Dice) -> list[tuple[int, int]]:
    """Sides and face of every die of a script."""
    if not isinstance(dice, str):
        return list(dice)
    found: list[tuple[int, int]] = []
    for word in dice.split():
        said = re.fullmatch(r"(\d*)d(\d+)=(\d+(?:,\d+)*)", word)
        assert said, f"{word!r} is no die of a script; expected d20=14 or 2d6=3,4"
        shown = [int(face) for face in said[3].split(",")]
        assert len(shown) == int(said[1] or 1), f"{word!r} says {said[1] or 1} dice and shows {len(shown)}"
        found += [(int(said[2]), face) for face in shown]
    assert all(1 <= face <= sides for sides, face in found), f"a face that its die does not have: {dice}"
    return found


class Said(NamedTuple):
    """An event with its names."""

    kind: str
    clause: str
    who: str
    other: str
    value: int
    was: int
    dice: tuple[tuple[int, int], ...]
    because: dict[str, int]
    round: int

    def __str__(self) -> str:
        dice = " ".join(f"d{sides}={face}" for sides, face in self.dice)
        why = " ".join(f"{amount:+d} {words}" for words, amount in self.because.items())
        line = f"{self.round}: {self.kind} {self.who} > {self.other} {self.value} (was {self.was}) {dice} {why}"
        return f"{line.rstrip()} [{self.clause}]"


class Refused(NamedTuple):
    clause: str
    words: str


class NoDieLeft(Exception):
    pass


class Asked(Exception):
    """The question that the script should stop at."""


class Script(People):
    """The dice and answers still to come."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.fallen: list[tuple[int, int]] = []
        self.spoken: list[tuple[str, str]] = []  # who, and what
        self.stop: tuple[str, str] | None = None  # who, and the name of the question

    def dice(self, f: Fight, owner: int, purpose: Purpose, sides: int, count: int) -> list[int]:
        if len(self.fallen) < count:
            raise NoDieLeft(f"d{sides}")
        shown, self.fallen = self.fallen[:count], self.fallen[count:]
        if any(each != sides for each, _ in shown):
            self.scene.fail(f"{count}d{sides} is rolled, but the script has {shown}")
        return [face for _, face in shown]

    def answer(self, f: Fight, q: Question, decide: Decide, refusal: Refusal) -> Answer:
        who = self.scene.name(q.who)
        if q.who == REFEREE:
            clauses.cite(self.scene.book.clauses[q.ask])  # a ruling that is asked for
        for n, (speaker, words) in enumerate(self.spoken):
            if speaker == who:
                given = self.scene.reading(q, words)
                if given is None:
                    break
                if why := self.scene.refused(q, given):
                    self.scene.fail(f"{who}: {words!r} is refused: {why.words} [{why.clause}]")
                del self.spoken[n]
                return given
        if self.stop == (who, self.scene.book.asks[q.ask]):
            raise Asked
        return decide(f, q)


# --- the fight


def opened(what: str | Encounter, book: str | Book) -> tuple[Encounter, Book]:
    """The encounter as the book reads it: the book that is given, or the one it names, or the usual one."""
    if isinstance(book, str):
        named = what.rules if isinstance(what, Encounter) else named_in(what)
        book = rules.get(book or named or USUAL)
    if isinstance(what, Encounter):
        return what, book
    return scenario.read(what if named_in(what) else naming(what, book.name), "test.yaml", book.names()), book


def named_in(text: str) -> str:
    found = re.search(r'^(?:\{.*)?"?rules"?: *"?(\w+)', text, re.M)
    return found[1] if found else ""


def naming(text: str, book: str) -> str:
    """The scenario with its book in it, so that its options are that book's."""
    if book not in rules.NAMES:
        return text
    return text.replace("{", f'{{"rules": "{book}", ', 1) if text.startswith("{") else f"rules: {book}\n{text}"


@contextlib.contextmanager
def unwitnessed() -> Iterator[None]:
    """Every fight reads tables when it is set up: that says little, so a mark asks for what is played."""
    witness, clauses.CITED = clauses.CITED, None
    try:
        yield
    finally:
        clauses.CITED = witness


class Scene:
    """A fight and its script."""

    def __init__(
        self,
        what: str | Encounter,
        options: Mapping[str, str] | None = None,
        tables: bool = False,
        book: str | Book = "",
    ) -> None:
        encounter, book = opened(what, book)
        known = {option.name: option for option in book.options}
        said = {name: known[name].read(text) for name, text in (options or {}).items()}
        with contextlib.nullcontext() if tables else unwitnessed():
            self.fight, self.roster = book.build(encounter, said)
        self.book = book
        self.fight.key = fight_key(0, 0)
        self.script = Script(self)
        self.recorder = Recorder(self.script)
        self.fight.observer = self.recorder
        self.before: Fight | None = None  # the step, while a question stands in the middle of it

    def play(self, dice: Dice = "", answers: Sequence[str] = (), until: str | Callable[[Fight], bool] = "") -> Scene:
        __tracebackhide__ = True
        self.script.fallen = faces(dice)
        self.script.spoken = [(who, words.strip()) for who, _, words in (said.partition(":") for said in answers)]
        self.fight.has_referee = any(who == "referee" for who, _ in self.script.spoken)
        there = self.point(until)
        for _ in range(MOST_STEPS):
            if not self.one_step(bool(until)) or there(self.fight):
                break
            if self.over and until != "over":
                if until:
                    self.fail(f"the fight is over before {until!r}")
                break
        else:
            self.fail(f"no end after {MOST_STEPS} steps")
        self.all_used()
        return self

    def point(self, until: str | Callable[[Fight], bool]) -> Callable[[Fight], bool]:
        """Where to stop, as a test of the fight between two steps."""
        self.script.stop = None
        if not isinstance(until, str):
            return until
        if until == "over":
            return lambda f: f.winner != UNDECIDED
        if until.startswith("round "):
            return lambda f: f.round >= int(until[6:])
        if until in self.book.phases:
            return lambda f: f.phase == self.book.phases.index(until)
        if until:
            who, _, ask = until.partition(":")
            if ask.strip() not in self.book.asks:
                self.fail(f"{until!r}: expected over, round 2, a phase {self.book.phases} or 'Anna: strike'")
            self.script.stop = who, ask.strip()
        return lambda f: False

    def one_step(self, must: bool) -> bool:
        """The next step; False when it could not be made, and then only a question stands."""
        __tracebackhide__ = True
        if self.before is not None:
            self.fight, self.before = self.before, None
        kept = clone(self.fight), self.recorder.mark(), self.script.fallen[:], self.script.spoken[:]
        try:
            self.book.step(self.fight)
            return True
        except Asked:
            self.before, mark, self.script.fallen, self.script.spoken = kept
            self.recorder.back_to(mark)
        except NoDieLeft as need:
            if must or len(self.script.fallen) > 0:
                self.fail(f"the script runs out of dice: {need} is rolled")
            self.fight, mark, self.script.fallen, self.script.spoken = kept
            self.recorder.back_to(mark)
        return False

    def all_used(self) -> None:
        if self.script.fallen:
            left = " ".join(f"d{sides}={face}" for sides, face in self.script.fallen)
            self.fail(f"dice of the script are left over: {left}")
        if self.script.spoken:
            self.fail(f"answers of the script are left over: {self.script.spoken}")

    # --- names

    def name(self, number: int) -> str:
        return "referee" if number == REFEREE else self.roster.who[number]

    def number(self, name: str) -> int:
        assert name in self.roster.who, f"nobody is called {name!r}; there are {', '.join(self.roster.who)}"
        return self.roster.who.index(name)

    def reading(self, q: Question, words: str) -> Answer | None:
        """The answer these words are to this question, or None if they are none."""
        if words.partition(" ")[0] == "pass":
            return Answer(PASS) if words == f"pass {self.book.asks[q.ask]}" else None
        try:
            return self.book.parse_answer(self.fight, self.roster, q, words)
        except AffrayError:
            return None

    # --- looking at it

    def __getitem__(self, name: str) -> Combatant:
        return self.fight.who[self.number(name)]

    def side(self, name: str) -> Side:
        return self.fight.side[self.roster.sides.index(name)]

    @property
    def over(self) -> bool:
        return self.fight.winner != UNDECIDED

    def why_not(self, words: str) -> Refused | None:
        """Why "Anna: shoot Orc" is not allowed now, or None. A refusal that is shown cites its clause."""
        who, _, said = words.partition(":")
        whom = REFEREE if who == "referee" else self.number(who)
        for ask in self.questions(who):
            q = Question(ask, whom, whom, 0)
            given = self.reading(q, said.strip())
            if given is not None:
                return self.refused(q, given)
        self.fail(f"{words!r} is no answer to any question")

    def questions(self, who: str) -> list[int]:
        """All there are, the one that stands first."""
        asks = list(range(len(self.book.asks)))
        standing = self.script.stop and self.script.stop[0] == who and self.book.asks.index(self.script.stop[1])
        return asks if standing in (None, False) else sorted(asks, key=lambda ask: ask != standing)

    def refused(self, q: Question, given: Answer) -> Refused | None:
        why = REASONS[self.book.refusal(self.fight, q, given)]
        if not why.words:
            return None
        clauses.cite(why.clause)
        return Refused(CLAUSES[why.clause].id, why.words)

    def events(self, kind: str = "", clause: str = "", who: str = "") -> list[Said]:
        """What was said, in order: of one kind, by one clause, of one combatant, where these are given."""
        assert not kind or kind in events.KINDS, f"{kind!r} is no kind of event: {events.KINDS}"
        assert not clause or clause in clauses.BY_ID, f"there is no clause {clause!r}"
        told = [self.said(event) for event in self.recorder.events]
        return [e for e in told if kind in ("", e.kind) and clause in ("", e.clause) and who in ("", e.who)]

    def one(self, kind: str = "", clause: str = "", who: str = "") -> Said:
        """The one such event; it fails when there is none, or more than one."""
        found = self.events(kind, clause, who)
        if len(found) != 1:
            self.fail(f"{len(found)} events of {kind or 'any kind'} by {clause or 'any clause'} {who}; expected one")
        return found[0]

    def said(self, e: Event) -> Said:
        why = {REASONS[r].words: amount for r, amount in e.because if not is_explanation(r)}
        names = self.name(e.who), self.name(e.other)
        return Said(events.KINDS[e.kind], CLAUSES[e.clause].id, *names, e.value, e.was, e.dice, why, e.round)

    def __str__(self) -> str:
        return "\n".join(str(event) for event in self.events())

    def fail(self, what: str) -> NoReturn:
        __tracebackhide__ = True
        raise AssertionError(f"{what}\nround {self.fight.round}, {self.book.phases[self.fight.phase]}; so far:\n{self}")


def scripted(
    what: str | Encounter,
    dice: Dice = "",
    answers: Sequence[str] = (),
    until: str | Callable[[Fight], bool] = "",
    options: Mapping[str, str] | None = None,
    tables: bool = False,
    book: str | Book = "",
) -> Scene:
    """A fight, played with this script."""
    __tracebackhide__ = True
    return Scene(what, options, tables, book).play(dice, answers, until)
