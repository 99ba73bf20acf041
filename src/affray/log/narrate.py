"""Events as facts and as sentences, for the referee or for players, and what players may know of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.engine import vocabulary
from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.encounter import ABILITIES
from affray.engine.events import KINDS
from affray.engine.phrases import (
    ABOUT_NOBODY,
    ABOUT_SIDES,
    ALL,
    BENT,
    HEADINGS,
    HIDDEN,
    SAYINGS,
    SEEN,
    TRIGGER_WORDS,
    Saying,
    entry,
)
from affray.engine.state import ALWAYS, NOBODY_LEFT, STAND_OFF
from affray.errors import AffrayError, unknown
from affray.rules.book import Roster

if TYPE_CHECKING:
    from affray.log import Event

__all__ = ["ALL", "HIDDEN", "is_target_modifier", "parts_for", "redact"]

DOERS = ("roll", "check", "move", "declared", "lost", "due")  # told of who does it; the others of whom it happens to
HIDE, REVEAL, NOTE, MARK, UNMARK = "hide", "reveal", "note", "mark", "unmark"
HIDING_COMMANDS = (HIDE, REVEAL, NOTE, MARK, UNMARK)  # what changes only what is known of somebody
FROM_THE_START = "from the start"  # said after a name: nothing that was told before had it either
SOMEBODY = "somebody"


# --- parts of an event


def parts_for(e: Event, sides: Sequence[int], audience: Collection[int] | None) -> str:
    """Return the parts of an event that the sides of an audience may know; without an audience, all."""
    if audience is None:
        return ALL
    kind = KINDS[e.kind]
    own, others = SEEN.get(f"{kind} {CLAUSES[e.clause].id}") or SEEN[kind]
    return own if any(0 <= c < len(sides) and sides[c] in audience for c in combatants_concerned(e)) else others


def combatants_concerned(e: Event) -> tuple[int, ...]:
    """Return whose business the numbers of an event are; how long a condition lasts is known to both."""
    kind = KINDS[e.kind]
    if kind == "condition-on":
        return e.who, e.other
    return (e.who,) if kind in DOERS else (e.other,)


def is_target_modifier(e: Event, reason: int) -> bool:
    """Return whether a modifier belongs to what is rolled against."""
    kind = KINDS[e.kind]
    return REASONS[reason].words in BENT.get(f"{kind} {CLAUSES[e.clause].id}", BENT.get(kind, ()))


def redact(e: Event, parts: str) -> Event:
    """Return the event as far as it is known; its other numbers are 0, and narrate leaves them out."""
    because = tuple(b for b in e.because if ("w" if is_target_modifier(e, b[0]) else "b") in parts)
    return e._replace(
        value=e.value if "v" in parts else 0,
        was=e.was if "w" in parts else 0,
        dice=e.dice if "d" in parts else (),
        because=because,
        rolled=0,
    )


# --- whom the referee hides


@dataclass(frozen=True, slots=True)
class Hidden:
    """Who is hidden now, who was from which row of the log on; notes on combatants, and marks."""

    now: frozenset[int] = frozenset()
    since: tuple[tuple[int, frozenset[int]], ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[tuple[int, str], int] = field(default_factory=dict)  # the referee's own conditions, and until when

    def marks_on(self, who: int, round: int) -> dict[str, int | None]:
        """Return the referee's own conditions of somebody, each with its last round; None for the rest of the fight."""
        own = {words: until for (number, words), until in self.marks.items() if number == who and until >= round}
        return {words: until if until < ALWAYS else None for words, until in own.items()}

    def hidden_at(self, row: int) -> frozenset[int]:
        """Return who was hidden when this row of the log was recorded."""
        return next((hidden for first, hidden in reversed(self.since) if first <= row), frozenset())

    def commands(self, roster: Roster, round: int) -> list[tuple[str, ...]]:
        """Return the referee's commands that make it again in this round."""
        hidden = [(HIDE, roster.who[number]) for number in sorted(self.now)]
        notes = [(NOTE, roster.who[number], text) for number, text in sorted(self.notes.items())]
        marks = [
            (MARK, roster.who[number], str(until - round if until < ALWAYS else 0), words)
            for (number, words), until in sorted(self.marks.items())
            if until > round
        ]
        return [*hidden, *notes, *marks]

    def after_command(self, roster: Roster, said: Sequence[str], row: int, round: int) -> Hidden:
        """Return what a referee's command makes of it from this row on."""
        verb, who = said[0].lower(), find_combatant(roster, said)
        if verb == NOTE:
            notes = {number: text for number, text in self.notes.items() if number != who}
            words = " ".join(said[2:]).strip()
            return replace(self, notes=notes | ({who: words} if words else {}))
        if verb in (MARK, UNMARK):
            return replace(self, marks=self._marks_after(roster, who, said, round))
        hidden = self.now | {who} if verb == HIDE else self.now - {who}
        if hidden == self.now:
            raise AffrayError(f"{roster.who[who]} is {'hidden already' if verb == HIDE else 'not hidden'}")
        row = 0 if FROM_THE_START in said[2:] else row
        return replace(self, now=hidden, since=(*self.since, (row, hidden)))

    def _marks_after(self, roster: Roster, who: int, said: Sequence[str], round: int) -> dict[tuple[int, str], int]:
        words = " ".join(said[3:] if said[0].lower() == MARK else said[2:]).strip()
        kept = {key: until for key, until in self.marks.items() if (key[0], key[1].lower()) != (who, words.lower())}
        if said[0].lower() == UNMARK:
            if len(kept) == len(self.marks):
                raise AffrayError(f"{roster.who[who]} is not marked as {words!r}")
            return kept
        rounds = int(said[2]) if len(said) > 2 and said[2].isdecimal() else 0
        return kept | {(who, words): round + rounds if rounds > 0 else ALWAYS}


def find_combatant(roster: Roster, said: Sequence[str]) -> int:
    if len(said) < 2:
        raise AffrayError(f"{said[0]} whom? name a combatant")
    known = {name.lower(): number for number, name in enumerate(roster.who)}
    if said[1].lower() not in known:
        raise AffrayError(unknown("combatant", said[1], roster.who))
    return known[said[1].lower()]


def hide_names(roster: Roster, hidden: frozenset[int], sides: Sequence[int] = ()) -> Roster:
    """Return the names as players know them. `sides` has the side of each: a wholly hidden one has no name either."""
    seen = {side for number, side in enumerate(sides) if number not in hidden}

    def known(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(SOMEBODY if number in hidden else name for number, name in enumerate(names))

    shown = tuple(SOMEBODY if sides and n not in seen else name for n, name in enumerate(roster.sides))
    return replace(roster, who=known(roster.who), kinds=known(roster.kinds), sides=shown) if hidden else roster


# --- what the referee said


@dataclass(frozen=True, slots=True)
class Spoken:
    """A referee command, for each row of the log that it made: how the book tells it, and what was said."""

    command: str
    line: Saying
    players: str  # what players read of others; empty for nothing
    secret: bool  # no player reads it
    words: Mapping[str, str]  # the arguments, by their names
    reason: str = ""  # for the referee alone, after the first row

    def about_nobody(self) -> bool:
        return "{who}" not in self.line.words and "WHO" not in self.words

    def parts_for(self, e: Event, sides: Sequence[int], audience: Collection[int]) -> str:
        """Return the parts that the players of these sides may know."""
        own = not self.about_nobody() and 0 <= e.who < len(sides) and sides[e.who] in audience
        if self.secret or not (own or self.players):
            return HIDDEN
        return ALL if own else ""


def tells(e: Event) -> bool:
    """Return whether an event is told by the command that made it."""
    return KINDS[e.kind] == "referee"


# --- events as facts and as sentences; no rule is decided here

TENTHS = 10
GROUP = re.compile(r"\[([^]]*)\]")
FIELD = re.compile(r"\{(\w+)\}")
OUTCOMES = {NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of one fight are called."""

    roster: Roster
    sides: Sequence[int]  # of each combatant its side
    unit: str  # of distances

    def hiding(self, hidden: frozenset[int]) -> Names:
        """Return the names as those say them who don't know of the hidden."""
        return replace(self, roster=hide_names(self.roster, hidden, self.sides)) if hidden else self

    def who(self, number: int) -> str:
        return name_at(self.roster.who, number) or SOMEBODY

    def side(self, number: int) -> str:
        """Return the side a combatant is on."""
        side = self.sides[number] if 0 <= number < len(self.sides) else -1
        return name_at(self.roster.sides, side) or f"the side of {self.who(number)}"

    def sort(self, number: int) -> str:
        return name_at(self.roster.kinds, number) or self.who(number)


class Because(NamedTuple):
    """A modifier: its clause, its reason, how much, and whether it changes what is rolled against."""

    clause: str
    words: str
    amount: int
    on_target: bool


class Description(NamedTuple):
    """One event as its reader may know it."""

    kind: str
    clause: str
    round: int
    who: str | None
    at: str | None
    dice: tuple[tuple[int, int], ...]
    because: tuple[Because, ...]
    change: Mapping[str, Any]
    words: str
    heading: bool
    typed: tuple[bool, ...] = ()  # of each die whether a person typed it in


class Fact(NamedTuple):
    """What a number of an event means: which parts of the event it is read from, and how. A name may have a second word
    after a dot where another reading has the same name."""

    parts: str
    read: Callable[[Names, Event], Any]


def one_line(text: str) -> str:
    """Return what people wrote, with nothing in it that moves the cursor or ends the line."""
    return "".join(c if c.isprintable() else " " for c in text)


def name_at(names: Sequence[str], number: int) -> str | None:
    """Return the name of a number, None where it has none."""
    return one_line(names[number]) if 0 <= number < len(names) else None


def feet(tenths: int) -> int | float:
    return tenths // TENTHS if tenths % TENTHS == 0 else tenths / TENTHS


def value(names: Names, e: Event) -> int:
    return e.value


def was(names: Names, e: Event) -> int:
    return e.was


def effect(names: Names, e: Event) -> str | None:
    return name_at(names.roster.effects, e.value)


def condition(names: Names, e: Event) -> str | None:
    return name_at(vocabulary.NAMES, e.value)


def winner(names: Names, e: Event) -> str | None:
    return OUTCOMES.get(e.value) or name_at(names.roster.sides, e.value)


FACTS = {
    "value": Fact("v", value),
    "was": Fact("w", was),
    "total": Fact("v", value),
    "needed": Fact("w", was),
    "ac": Fact("w", was),
    "aac": Fact("w", was),
    "armour": Fact("w", was),
    "score": Fact("v", value),
    "score.spent": Fact("vw", lambda names, e: [e.was, e.value]),
    "number": Fact("v", value),
    "passed": Fact("v", value),
    "hit_dice": Fact("v", value),
    "level": Fact("w", was),
    "chance": Fact("w", was),
    "out": Fact("w", was),
    "damage": Fact("v", value),
    "healed": Fact("v", value),
    "hp.lost": Fact("vw", lambda names, e: [e.was, e.was - e.value]),
    "hp.gained": Fact("vw", lambda names, e: [e.was, e.was + e.value]),
    "hp.now": Fact("v", value),
    "left": Fact("vw", lambda names, e: [e.was, e.was - e.value]),
    "remaining": Fact("w", was),
    "stock": Fact("w", lambda names, e: e.was if e.was >= 0 else None),  # what is counted, and how much is left of it
    "ability": Fact("w", lambda names, e: name_at(ABILITIES, e.was)),
    "STR": Fact("vw", lambda names, e: [e.was, e.value]),
    "condition": Fact("v", condition),
    "until": Fact("w", lambda names, e: e.was if e.was < ALWAYS else None),
    "hp.set": Fact("vw", lambda names, e: [e.was, e.value]),
    "armour.set": Fact("vw", lambda names, e: [e.was, e.value]),
    "rating": Fact("vw", lambda names, e: [e.was, e.value]),
    "pace": Fact("vw", lambda names, e: [feet(e.was), feet(e.value)]),
    "place": Fact("vw", lambda names, e: f"{feet(e.value)}, {feet(e.was)}".replace("-", "−")),
    "modifier": Fact("v", lambda names, e: f"{e.value:+d}".replace("-", "−")),
    "moved": Fact("v", lambda names, e: feet(e.value)),
    "rate": Fact("w", lambda names, e: feet(e.was)),
    "distance": Fact("v", lambda names, e: feet(e.value)),
    "watched": Fact("w", lambda names, e: names.who(e.was) if e.was >= 0 else None),
    "faces": Fact("", lambda names, e: names.who(e.other)),
    "weapon": Fact("v", lambda names, e: name_at(names.roster.arms, e.value)),
    "spell": Fact("v", effect),
    "breath": Fact("v", effect),
    "potion": Fact("v", effect),
    "trigger": Fact("v", lambda names, e: TRIGGER_WORDS.get((CLAUSES[e.clause].id, e.value))),
    "turn": Fact("v", lambda names, e: e.value + 1),
    "winner": Fact("v", winner),
    "rounds": Fact("w", was),
}
LENGTHS = ("moved", "rate", "distance")


def describe_command(names: Names, e: Event, parts: str, spoken: Spoken) -> Description:
    """Describe what a referee command has changed, to those who may know these parts of it."""
    facts, sentence = spoken.line
    kind, clause, nobody = KINDS[e.kind], CLAUSES[e.clause].id, spoken.about_nobody()
    change = changes(names, e, facts.split(), parts) | {"command": spoken.command}
    who = None if nobody else names.who(e.who)
    told = Description(kind, clause, e.round, who, None, e.dice, reasons(names, e), change, "", False)
    words = (
        sentence_words(names, e, told) | dict(spoken.words) | {"fares": "is hurt" if e.value < e.was else "recovers"}
    )
    words |= {"WHO": names.who(e.who)} if "WHO" in spoken.words else {}
    return told._replace(words=fill_sentence(sentence if parts == ALL else spoken.players, words))


def describe_event(names: Names, e: Event, parts: str = ALL) -> Description:
    """Describe an event, of which only these parts are known (visibility.parts_for), in facts and a sentence."""
    kind, clause = KINDS[e.kind], CLAUSES[e.clause].id
    under = entry(kind, clause)
    facts, sentence = SAYINGS[under]
    at = None if e.other == e.who or under in ABOUT_NOBODY else names.who(e.other)
    change = changes(names, e, facts.split(), parts)
    told = Description(
        kind, clause, e.round, doer(names, e, under), at, e.dice, reasons(names, e), change, "", under in HEADINGS
    )
    return told._replace(words=fill_sentence(sentence, sentence_words(names, e, told)))


def doer(names: Names, e: Event, under: str) -> str | None:
    if under in ABOUT_NOBODY:
        return None
    return names.side(e.who) if under in ABOUT_SIDES else names.who(e.who)


def reasons(names: Names, e: Event) -> tuple[Because, ...]:
    told = []
    for number, amount in e.because:
        clause, words = REASONS[number]
        words = words.replace("{who}", names.who(e.who)).replace("{other}", names.who(e.other))
        told.append(Because(CLAUSES[clause].id, words, amount, is_target_modifier(e, number)))
    return tuple(told)


def changes(names: Names, e: Event, facts: Sequence[str], parts: str) -> dict[str, Any]:
    """Return what the event says has changed, as far as it is known."""
    return {
        name.partition(".")[0]: FACTS[name].read(names, e) for name in facts if set(FACTS[name].parts) <= set(parts)
    }


def sentence_words(names: Names, e: Event, told: Description) -> dict[str, str]:
    """Return everything a sentence may mention, in words."""
    words = {name: describe_fact(name, fact, names.unit) for name, fact in told.change.items() if fact is not None}
    if "until" in told.change:
        until = told.change["until"]
        words["until"] = "for the rest of the fight" if until is None else f"until the end of round {until}"
    if told.change.get("winner"):
        words["outcome"] = "a stand-off" if e.value == STAND_OFF else f"won by {told.change['winner']}"
    words |= {"who": names.who(e.who), "at": names.who(e.other), "side": names.side(e.who), "sort": names.sort(e.who)}
    if e.who != e.other:
        words |= {"by": names.who(e.who), "whom": names.who(e.other)}
    rolled = " ".join(
        filter(None, [describe_dice(e.dice), describe_modifiers([b for b in told.because if not b.on_target])])
    )
    against = describe_modifiers([b for b in told.because if b.on_target])
    return words | ({"rolled": rolled} if rolled else {}) | ({"bent": against} if against else {})


def describe_fact(name: str, fact: Any, unit: str) -> str:
    if isinstance(fact, list):
        return " → ".join(signed_number(n) for n in fact)
    if name in LENGTHS:
        return f"{fact} {unit}"
    return signed_number(fact) if isinstance(fact, int) else str(fact)


def signed_number(number: int) -> str:
    return str(number).replace("-", "−")


def describe_dice(faces: Sequence[tuple[int, int]]) -> str:
    """Describe dice, those of one size together: d20=13, 2d6=3+5."""
    runs: list[tuple[int, list[int]]] = []
    for sides, face in faces:
        if not runs or runs[-1][0] != sides:
            runs.append((sides, []))
        runs[-1][1].append(face)
    return " ".join(
        f"{len(shown) if len(shown) > 1 else ''}d{sides}={'+'.join(map(str, shown))}" for sides, shown in runs
    )


def describe_modifiers(because: Sequence[Because]) -> str:
    """Describe modifiers: +1 STR, −2 cover; a stated 0 by its words alone."""
    return ", ".join(f"{describe_amount(b.amount)}{b.words}" for b in because)


def describe_amount(number: int) -> str:
    return "" if number == 0 else f"{signed_number(number)} " if number < 0 else f"+{number} "


def fill_sentence(sentence: str, words: Mapping[str, str]) -> str:
    """Fill a sentence with its facts; what stands in brackets goes where one of its facts is missing."""

    def group(found: re.Match[str]) -> str:
        return found[1] if all(name in words for name in FIELD.findall(found[1])) else ""

    return FIELD.sub(lambda found: words.get(found[1], "?"), GROUP.sub(group, sentence))
