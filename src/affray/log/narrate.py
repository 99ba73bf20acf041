"""Events as facts and as sentences, for the referee or for players, and what players may know of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from affray.content.spelling import plural
from affray.engine import vocabulary
from affray.engine.clauses import (
    ADDS,
    ASCENDS,
    ATTACK_BONUS,
    CLAUSES,
    DESCENDS,
    FACT,
    FRIEND,
    HOUSE_NEEDED,
    LATER_END,
    NAMED,
    NATURAL_DECIDES,
    OTHERS_TOO,
    REASONS,
    REMARK,
    THAC0,
    WHOLE_SIDE,
    is_explanation,
)
from affray.engine.encounter import ABILITIES
from affray.engine.events import DAMAGE, KINDS
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
)
from affray.engine.state import ALWAYS, NOBODY_LEFT, STAND_OFF
from affray.log.arithmetic import Because, describe_dice, describe_sum, describe_terms, number, remarks, sum_of_known
from affray.log.hidden import SOMEBODY, hide_names
from affray.rules.book import Roster

if TYPE_CHECKING:
    from affray.log import Event

__all__ = ["ALL", "HIDDEN", "is_target_modifier", "parts_for", "redact"]

DOERS = ("roll", "check", "move", "declared", "lost", "due")  # told of who does it; the others of whom it happens to
ALWAYS_KNOWN = (NAMED, WHOLE_SIDE, FRIEND)


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


def part_of(e: Event, reason: int) -> str:
    """Return the part of an event that a modifier belongs to: what makes a sum of the dice is known with them."""
    if reason in ALWAYS_KNOWN:
        return ""
    if e.kind == DAMAGE and is_target_modifier(e, reason):
        return "v"  # what goes beyond 0 hp belongs to the damage
    if is_target_modifier(e, reason) or REASONS[reason].how == FACT:
        return "w"
    return "d" if is_explanation(reason) else "b"


def redact(e: Event, parts: str) -> Event:
    """Return the event as far as it is known; its other numbers are 0, and narrate leaves them out."""
    because = tuple(b for b in e.because if part_of(e, b[0]) in parts)
    return e._replace(
        value=e.value if "v" in parts else 0,
        was=e.was if "w" in parts else 0,
        dice=e.dice if "d" in parts else (),
        because=because,
        rolled=0,
    )


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
SINGULAR = {
    "rounds": "round",
    "checks": "check",
    "hit dice": "hit die",
    "hours": "hour",
    "extra degrees": "extra degree",
}
ONE_OF_MANY = re.compile(rf"(?<![\d,.])1 ({'|'.join(SINGULAR)})\b")
CHOICE = re.compile(r"\{(high|low|one):([^|}]*)\|([^}]*)\}")  # by how a total compares with what is needed
LONG_TIME, MIDDLING = 50, 7  # rounds of a condition; a rating of morale
BARE_HANDS = "unarmed"
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")
OUTCOMES = {NOBODY_LEFT: "nobody", STAND_OFF: "stand-off"}


@dataclass(frozen=True, slots=True)
class Names:
    """What the numbers of one fight are called."""

    roster: Roster
    sides: Sequence[int]  # of each combatant its side
    unit: str  # of distances
    hidden: frozenset[int] = frozenset()  # those of whom the reader does not know

    def hiding(self, hidden: frozenset[int]) -> Names:
        """Return the names as those say them who don't know of the hidden."""
        return replace(self, roster=hide_names(self.roster, hidden, self.sides), hidden=hidden) if hidden else self

    def who(self, number: int) -> str:
        return name_at(self.roster.who, number) or SOMEBODY

    def side(self, number: int) -> str:
        """Return the side a combatant is on."""
        side = self.sides[number] if 0 <= number < len(self.sides) else -1
        return name_at(self.roster.sides, side) or f"the side of {self.who(number)}"

    def group(self, number: int) -> str:
        """Return what a combatant and those like them on their side are called together."""
        known = (n for n, side in enumerate(self.sides) if side == self.sides[number] and n not in self.hidden)
        kinds = [self.sort(n) for n in known]
        if kinds.count(self.sort(number)) <= 1:
            return self.who(number)
        return self.side(number) if len(set(kinds)) == 1 else f"{self.side(number)} ({self.sort(number)})"

    def sort(self, number: int) -> str:
        return name_at(self.roster.kinds, number) or self.who(number)


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
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def name_at(names: Sequence[str], number: int) -> str | None:
    """Return the name of a number, None where it has none."""
    return one_line(names[number]) if 0 <= number < len(names) else None


def feet(tenths: int) -> int | float:
    return tenths // TENTHS if tenths % TENTHS == 0 else tenths / TENTHS


def value(names: Names, e: Event) -> int:
    return e.value


def was(names: Names, e: Event) -> int:
    return e.was


def amount_of(e: Event, reason: int) -> int | None:
    """Return the amount that an event states for a reason; None where it doesn't."""
    return next((amount for number, amount in e.because if number == reason), None)


def total(names: Names, e: Event) -> int:
    """Return the total of a roll: the attack bonus belongs to it where armour class ascends."""
    return e.value + (amount_of(e, ATTACK_BONUS) or 0)


def whole_damage(names: Names, e: Event) -> int:
    """Return the damage with what goes beyond 0 hp."""
    return e.value - sum(amount for reason, amount in e.because if is_target_modifier(e, reason))


def last_round(names: Names, e: Event) -> int | None:
    """Return the round a condition lasts to: the later end where it was there already."""
    later = amount_of(e, LATER_END)
    until = e.was if later is None else later
    return until if until < ALWAYS else None


def effect(names: Names, e: Event) -> str | None:
    return name_at(names.roster.effects, e.value)


def condition(names: Names, e: Event) -> str | None:
    return name_at(vocabulary.NAMES, e.value)


def winner(names: Names, e: Event) -> str | None:
    return OUTCOMES.get(e.value) or name_at(names.roster.sides, e.value)


def trigger_words(clause: str, value: int) -> str | None:
    """Return what set off a check; where several things did together, each a bit, all of them."""
    if (clause, value) in TRIGGER_WORDS:
        return TRIGGER_WORDS[clause, value]
    bits = [1 << n for n in range(value.bit_length()) if value >> n & 1]
    known = [TRIGGER_WORDS[clause, bit] for bit in bits if (clause, bit) in TRIGGER_WORDS]
    return " and ".join(known) if len(bits) > 1 and len(known) == len(bits) else None


BEARINGS = "north north-east east south-east south south-west west north-west".split()
FACTS = {
    "value": Fact("v", value),
    "was": Fact("w", was),
    "total": Fact("v", total),
    "needed": Fact("w", was),
    "ac": Fact("w", was),
    "aac": Fact("w", was),
    "armour": Fact("w", was),
    "score": Fact("v", value),
    "points": Fact("v", value),
    "score.spent": Fact("vw", lambda names, e: [e.was, e.value]),
    "kept": Fact("vw", lambda names, e: "not higher" if e.value == e.was else None),
    "number": Fact("v", value),
    "many": Fact("v", value),
    "bearing": Fact("v", lambda names, e: name_at(BEARINGS, e.value - 1)),
    "wakes": Fact("v", value),
    "passed": Fact("v", value),
    "hit_dice": Fact("v", value),
    "level": Fact("w", was),
    "chance": Fact("w", was),
    "out": Fact("w", was),
    "damage": Fact("v", whole_damage),
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
    "until": Fact("w", last_round),
    "hp.set": Fact("vw", lambda names, e: [e.was, e.value]),
    "armour.set": Fact("vw", lambda names, e: [e.was, e.value]),
    "rating": Fact("vw", lambda names, e: [e.was, e.value]),
    "pace": Fact("vw", lambda names, e: [feet(e.was), feet(e.value)]),
    "across": Fact("", lambda names, e: feet(e.value) or None),
    "open": Fact("", lambda names, e: None if e.value else "the ground is open"),
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
    "trigger": Fact("v", lambda names, e: trigger_words(CLAUSES[e.clause].id, e.value)),
    "turn": Fact("v", lambda names, e: e.value + 1),
    "winner": Fact("v", winner),
    "rounds": Fact("w", was),
}
LENGTHS = ("moved", "rate", "distance", "across")
SUMS = ("total", "damage", "healed", "score", "number", "hit_dice", "distance")  # what dice and modifiers come to
SPENT = "score.spent"  # told as it was and as it is, with what was paid


def describe_command(names: Names, e: Event, parts: str, spoken: Spoken) -> Description:
    """Describe what a referee command has changed, to those who may know these parts of it."""
    facts, sentence = spoken.line
    kind, clause, nobody = KINDS[e.kind], CLAUSES[e.clause].id, spoken.about_nobody()
    change = changes(names, e, facts.split(), parts) | {"command": spoken.command}
    who = None if nobody else names.who(e.who)
    told = Description(kind, clause, e.round, who, None, e.dice, reasons(names, e, parts), change, "", False)
    words = (
        sentence_words(names, e, told) | dict(spoken.words) | {"fares": "is hurt" if e.value < e.was else "recovers"}
    )
    words |= {"WHO": names.who(e.who)} if "WHO" in spoken.words else {}
    return told._replace(words=fill_sentence(sentence if parts == ALL else spoken.players, words))


def key_of_words(kind: str, clause: str) -> str:
    """Return where the words for an event stand: under its clause, else under its kind."""
    return f"{kind} {clause}" if f"{kind} {clause}" in SAYINGS else kind


def describe_event(names: Names, e: Event, parts: str = ALL) -> Description:
    """Describe an event, of which only these parts are known (visibility.parts_for), in facts and a sentence."""
    kind, clause = KINDS[e.kind], CLAUSES[e.clause].id
    under = key_of_words(kind, clause)
    facts, sentence = SAYINGS[under]
    at = None if e.other == e.who or under in ABOUT_NOBODY else names.who(e.other)
    change = changes(names, e, facts.split(), parts)
    told = Description(
        kind,
        clause,
        e.round,
        doer(names, e, under),
        at,
        e.dice,
        reasons(names, e, parts),
        change,
        "",
        under in HEADINGS,
    )
    words = sentence_words(names, e, told) | arithmetic_words(names, e, told, facts, parts)
    return told._replace(words=fill_sentence(choose_result(sentence, e, told), words))


def choose_result(sentence: str, e: Event, told: Description) -> str:
    """Put the result of a check where a sentence has both; what is not known leaves its brackets empty."""
    if "total" not in told.change or not {"needed", "chance"} & set(told.change):
        return CHOICE.sub("{unknown}", sentence)
    total, natural = told.change["total"], amount_of(e, NATURAL_DECIDES)
    holds = {"high": (total >= e.was) == (natural is None), "low": total <= e.was, "one": total == 1}
    by = "" if natural is None else f"natural {natural} "
    return CHOICE.sub(lambda found: by + (found[2] if holds[found[1]] else found[3]), sentence)


def doer(names: Names, e: Event, under: str) -> str | None:
    if under in ABOUT_NOBODY:
        return None
    return names.side(e.who) if under in ABOUT_SIDES else names.who(e.who)


def reasons(names: Names, e: Event, parts: str) -> tuple[Because, ...]:
    told = []
    for reason, amount in e.because:
        clause, words, how = REASONS[reason]
        if how == FACT or (is_target_modifier(e, reason) and "w" not in parts):
            continue
        words = words.replace("{who}", names.who(e.who)).replace("{other}", names.who(e.other))
        told.append(Because(CLAUSES[clause].id, words, amount * sign(e, how), is_target_modifier(e, reason), how))
    return tuple(told)


def sign(e: Event, how: str) -> int:
    """Return −1 where an amount is meant for the other form of armour class than the one that is told."""
    if how == DESCENDS and amount_of(e, ATTACK_BONUS) is not None:
        return -1
    return -1 if how == ASCENDS and amount_of(e, THAC0) is not None else 1


def changes(names: Names, e: Event, facts: Sequence[str], parts: str) -> dict[str, Any]:
    """Return what the event says has changed, as far as it is known."""
    return {
        name.partition(".")[0]: FACTS[name].read(names, e) for name in facts if set(FACTS[name].parts) <= set(parts)
    }


def sentence_words(names: Names, e: Event, told: Description) -> dict[str, str]:
    """Return everything a sentence may mention, in words."""
    words = {name: describe_fact(name, fact, names.unit) for name, fact in told.change.items() if fact is not None}
    if "condition" in words:
        words["becomes"] = FOR_GOOD.get(words["condition"], f"is {words['condition']}")
    if "until" in told.change and words.get("condition") not in FOR_GOOD:
        words["until"] = duration_words(told.change["until"], e.round)
        if amount_of(e, LATER_END) is not None:
            words["until"] += ", as before"
    if "rounds" in told.change:
        words["in_round"] = f"in round {e.was}" if e.was else "before the first round"
    if told.change.get("winner"):
        words["outcome"] = "A stand-off" if e.value == STAND_OFF else f"Winner: {told.change['winner']}"
    if PARTED in words.get("trigger", ""):
        words["trigger"], words["whither"] = words["trigger"].split(PARTED)
    words |= {"who": names.who(e.who), "at": names.who(e.other), "side": names.side(e.who), "sort": names.sort(e.who)}
    if e.who != e.other:
        words |= {"by": names.who(e.who), "whom": names.who(e.other)}
    return words | extra_words(names, e, told)


PARTED = " … "  # in what somebody does to another, where the other's name stands
FOR_GOOD = {"dead": "is dead", "fled": "has fled", "surrendered": "surrenders"}  # no end is told of these


def duration_words(until: int | None, now: int) -> str:
    if until is None:
        return "for the rest of the fight"
    if until - now > LONG_TIME:
        return f"for {until - now} rounds"
    if now == 0 and until == 1:
        return "in round 1"
    return "this round" if until == now else f"until the end of round {until}"


def extra_words(names: Names, e: Event, told: Description) -> dict[str, str]:
    """Return words that few sentences have: who stands for whom, what did it, the ordinal of a turn."""
    did = amount_of(e, NAMED)
    effect = "the effect" if did is None else name_at(names.roster.effects, did) or "the effect"
    words = {
        "group": names.group(e.who) if 0 <= e.who < len(names.sides) else names.who(e.who),
        "tied": names.who(e.who) if amount_of(e, WHOLE_SIDE) is None else names.side(e.who),
        "other_side": names.side(e.other),
        "effect": effect,
        "Effect": effect[:1].upper() + effect[1:],
    }
    friend = amount_of(e, FRIEND)
    if friend is not None and friend >= 0:
        words["friend"] = names.who(friend)
    if told.change.get("weapon"):
        weapon = told.change["weapon"]
        words["draws"] = "puts the weapon away" if weapon == BARE_HANDS else f"draws {weapon}"
    if told.change.get("number") != 1:
        words["sort"] = plural(names.sort(e.who))
    words["others"] = other_people(amount_of(e, OTHERS_TOO)) if "needed" in told.change else ""
    if told.change.get("needed") is not None:
        words["extreme"] = "always breaks" if told.change["needed"] < MIDDLING else "never checks morale"
    if 0 < told.change.get("turn", 0) <= len(ORDINALS):
        words["nth"] = ORDINALS[told.change["turn"] - 1]
    skill = next((b.words for b in told.because if b.clause == told.clause and b.how == ADDS), None)
    return words | ({"skill": skill} if skill else {})


def other_people(many: int | None) -> str:
    """Return " and 2 others" for those who share a roll with the one who is named."""
    return f" and {many} other{'s' if many > 1 else ''}" if many else ""


# --- what adds up


def arithmetic_words(names: Names, e: Event, told: Description, facts: str, parts: str) -> dict[str, str]:
    """Return the words for the sums of an event: {rolled}, {dice}, {bent}, {remarks}, {unrolled}, and {attack}."""
    own = [b for b in told.because if not b.on_target]
    if told.kind == "condition-on":
        own = [b for b in own if b.how != REMARK]
    dice = describe_dice(e.dice).replace(" + ", ", ")
    words = {"dice": dice, "remarks": remarks(told.because), "bent": target_words(e, told)}
    if SPENT in facts.split():
        words["rolled"] = describe_terms(own) if not e.dice else describe_sum(e.dice, own, sum_of_known(e.dice, own))
    else:
        words["rolled"] = describe_sum(e.dice, own, sum_of(e, told, facts, parts), "b" not in parts)
    words["unrolled"] = "" if words["rolled"] else words["remarks"]
    if told.kind in ("hit", "miss"):
        words["attack"] = attack_words(names, e, told, words)
    return {name: said for name, said in words.items() if said}


def sum_of(e: Event, told: Description, facts: str, parts: str) -> int | None:
    """Return the number that dice and modifiers make: one of the event's own, or else what they come to."""
    own = [
        fact.partition(".")[0] for fact in facts.split() if fact in SUMS or (fact == "hp.now" and told.kind == "roll")
    ]
    if own:
        return told.change.get(own[0])
    return sum_of_known(e.dice, [b for b in told.because if not b.on_target]) if "w" in parts and e.dice else None


def target_words(e: Event, told: Description) -> str:
    """Return what makes the number that is rolled against: 13 −1 no shield in retreat."""
    changed = [b for b in told.because if b.on_target and b.amount != 0]
    if not changed or told.kind == "damage":
        return describe_terms(changed).replace("−", "")
    first = e.was - sum(b.amount for b in changed)
    return describe_sum((), changed, e.was).removesuffix(f" = {number(e.was)}") if first else describe_terms(changed)


def attack_words(names: Names, e: Event, told: Description, words: Mapping[str, str]) -> str:
    """Return an attack with its roll, what it needs and its result."""
    label = next((name for name in ("ac", "aac", "armour") if name in told.change), None)
    natural = amount_of(e, NATURAL_DECIDES)
    result = ("hits" if told.kind == "hit" else "misses") if natural is None else natural_result(natural)
    thac0 = amount_of(e, THAC0)
    begun = f"{names.who(e.who)} attacks {names.who(e.other)}"
    if words["rolled"]:
        begun += f": {words['rolled']}"
    elif "total" in told.change and not e.dice:
        begun += f" with {number(told.change['total'])}"
    if label is None:
        return f"{begun}, {result}"
    if thac0 is not None:
        return f"{begun}, needs {needed_words(e, told, thac0)}: {result}"
    why = f" ({words['bent']})" if words["bent"] else ""
    return f"{begun}, {result} {'AAC' if amount_of(e, ATTACK_BONUS) is not None else 'AC'} {number(e.was)}{why}"


def natural_result(natural: int) -> str:
    return f"natural {natural} {'hits' if natural == 20 else 'misses'}"


def needed_words(e: Event, told: Description, thac0: int) -> str:
    """Return the roll that a descending armour class asks for, and why."""
    of_roll = [b.amount for b in told.because if b.clause == CLAUSES[HOUSE_NEEDED].id]
    ac = e.was + sum(of_roll)
    changed = [b for b in told.because if b.on_target and b.amount != 0 and b.clause != CLAUSES[HOUSE_NEEDED].id]
    first = ac - sum(b.amount for b in changed)
    armour = f"AC {number(ac)}" + (f" = {number(first)} {describe_terms(changed)}" if changed else "")
    limit = "".join(f", at {'least 2' if amount > 0 else 'most 20'}" for amount in of_roll)
    return f"{number(thac0 - e.was)} (THAC0 {thac0}, {armour}{limit})"


def describe_fact(name: str, fact: Any, unit: str) -> str:
    if isinstance(fact, list):
        return " → ".join(number(n) for n in fact)
    if name in LENGTHS:
        return f"{fact}'" if unit == "feet" else f"{fact} {unit.removesuffix('s') if fact == 1 else unit}"
    return number(fact) if isinstance(fact, int) else str(fact)


def fill_sentence(sentence: str, words: Mapping[str, str]) -> str:
    """Fill a sentence with its facts; what stands in brackets goes where one of its facts is missing."""

    def group(found: re.Match[str]) -> str:
        return found[1] if all(name in words for name in FIELD.findall(found[1])) else ""

    return singular(FIELD.sub(lambda found: words.get(found[1], "?"), GROUP.sub(group, sentence)))


def singular(sentence: str) -> str:
    """Write "1 round" and "1 hit die" for what a sentence counts in the plural."""
    return ONE_OF_MANY.sub(lambda found: f"1 {SINGULAR[found[1]]}", sentence)
