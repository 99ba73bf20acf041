"""Events as facts and as sentences, for the referee or for players. It decides no rule, it only says what was noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from affray.engine import conditions
from affray.engine.clauses import CLAUSES, REASONS
from affray.engine.encounter import ABILITIES
from affray.engine.events import KINDS
from affray.engine.phrases import ABOUT_NOBODY, ABOUT_SIDES, HEADINGS, SAYINGS, TRIGGER_WORDS, entry
from affray.engine.state import ALWAYS, NOBODY_LEFT, STAND_OFF
from affray.log.recorder import Event
from affray.log.visibility import ALL, SOMEBODY, hide_names, is_target_modifier
from affray.rules.book import Roster

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
    return name_at(conditions.NAMES, e.value)


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
