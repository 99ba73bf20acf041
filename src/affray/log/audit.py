"""Reads the lines of a log as a person does, adds their numbers up, and says which don't come out. It knows no rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LINE = re.compile(r" *\d* +([a-z-]+) +(.*?)(?: \[[\w.-]+\])?$")
N = r"−?\d+"
PARENS = re.compile(r" \(([^()]*)\)")
TOKEN = re.compile(
    rf"(?P<pick>(?P<many>\d+)d\d+, (?P<which>lowest|lower|highest|higher) of (?P<faces>[\d, and]+) = (?P<picked>{N}))"
    rf"|(?P<dice>(?P<count>\d*)d(?P<sides>\d+)=(?P<shown>\d+(?:\+\d+)*))"
    rf"|×(?P<times>\d+) = (?P<multiplied>{N})"
    rf"|(?P<step>halved|doubled)\b[^=;]*?= (?P<stepped>{N})"
    rf"|\bat (?P<limit>least|most) (?P<bound>{N})"
    rf"|(?P<rest>and modifiers)"
    rf"|(?<= )(?P<term>[+−]\d+)\b"
    rf"|(?<=: )(?P<base>{N})(?= [+−]|, (?:halved|doubled|at ))"
    rf"|= (?P<total>{N})"
)
STATED = (
    rf"has ({N}) hp:",
    r"lasts (\d+) rounds?:",
    r"up to (\d+)\b.*?:",
    r"They meet at ([\d.]+)[^:]*:",
    r"^(\d+) [^:]*:",
    r"in (\d+) hours:",
    r"direction (\d+) of",
    rf"\b({N}) (?:subdual |nonlethal )?damage\b.*:",
    rf"(?:burns|hugs .*|close|falls) (?:for|by) ({N}):",
    rf"(?:drains|loses|and) ({N})(?: hp\b[^:]*)?:",
    rf"healed for ({N})\b.*:",
)
NEEDS = re.compile(rf"needs ({N})(?:: (natural \d+ )?([a-z ]+))?")
UPTO = re.compile(rf"({N}) or less(?: holds)?: ([a-z ]+)")
FROM = re.compile(rf"({N}) or more: ([a-z ]+)")
ATTACK = re.compile(rf"(natural \d+ )?(hits|misses) (?:AAC|AC) ({N})")
THAC0 = re.compile(
    rf"needs ({N}) \(THAC0 (\d+), AC ({N})(?: = ({N})((?: [+−]\d+[^,)]*)+))?(, at least 2|, at most 20)?\)"
)
IN_BRACKETS = re.compile(
    rf"({N})(?:(?: or less(?: holds)?)? \(({N} [+−]\d+ [^()]*)\)| in 10 for the chosen one \(([+−]\d+ [^()]*)\))"
)
DAMAGE = re.compile(rf"({N}) (?:subdual |nonlethal )?damage\b|(?:for|drains|loses|and|of|by) ({N})(?=[ :;]|$)")
WORKS = ("saves", "succeeds", "keeps the spell", "ready", "lives", "it works", "hits", "well aimed")
LASTS = ("holds", "they hold", "surprised")


def read_number(text: str) -> int:
    return int(text.replace("−", "-").replace("+", ""))


@dataclass(slots=True)
class Sum:
    """What dice and modifiers come to while a line is read."""

    total: int | None = None
    natural: int | None = None  # the face of the one d20 that counts
    known: bool = True  # every modifier is told


def check_log(text: str) -> Iterator[str]:
    """Yield what doesn't add up in a log as `Log.text` writes it, with its line."""
    for line in text.splitlines():
        found = LINE.match(line)
        if found:
            yield from (f"{what}: {line.strip()}" for what in check_words(found[1], found[2]))


def check_words(kind: str, words: str) -> Iterator[str]:
    """Yield what doesn't add up in the sentence of one event."""
    yield from check_needed(words)
    yield from check_brackets(words)
    plain = PARENS.sub("", words)
    done = Sum()
    yield from add_up(plain, done)
    if done.total is not None and done.known:
        yield from check_stated(plain, done.total)
        yield from check_results(plain, done)
    yield from check_changes(kind, plain, done)


# --- the sum


def add_up(plain: str, done: Sum) -> Iterator[str]:
    """Read the terms of a line in their order; yield each total that is not theirs."""
    for found in TOKEN.finditer(plain.partition(";")[0]):
        parts = found.groupdict()
        if parts["pick"]:
            yield from add_pick(parts, done)
        elif parts["dice"]:
            yield from add_dice(parts, done)
        elif parts["base"]:
            done.total = read_number(parts["base"])
        elif parts["rest"]:
            done.known = False
        elif parts["term"]:
            done.total = (done.total or 0) + read_number(parts["term"])
        elif done.total is not None and done.known:
            yield from read_step(parts, done)


def add_pick(parts: dict[str, str], done: Sum) -> Iterator[str]:
    faces = [int(face) for face in re.findall(r"\d+", parts["faces"])]
    counts = min(faces) if parts["which"].startswith("low") else max(faces)
    if len(faces) != int(parts["many"]) or counts != read_number(parts["picked"]):
        yield f"{parts['picked']} is not the {parts['which']} of {faces}"
    done.total = done.natural = counts


def add_dice(parts: dict[str, str], done: Sum) -> Iterator[str]:
    faces = [int(face) for face in parts["shown"].split("+")]
    if len(faces) != int(parts["count"] or 1) or max(faces) > int(parts["sides"]):
        yield f"no such dice: {parts['dice']}"
    if parts["sides"] == "20" and len(faces) == 1:
        done.natural = faces[0]
    done.total = (done.total or 0) + sum(faces)


def read_step(parts: dict[str, str], done: Sum) -> Iterator[str]:
    """Read what is done to the sum so far, or what it is said to come to."""
    total = done.total or 0
    if parts["total"]:
        told, allowed = parts["total"], {total}
    elif parts["times"]:
        told, allowed = parts["multiplied"], {total * int(parts["times"])}
    elif parts["step"]:
        told, allowed = parts["stepped"], {total * 2 if parts["step"] == "doubled" else max(min(1, total), total // 2)}
        allowed |= {total // 2} if parts["step"] == "halved" else set()
    else:
        told = parts["bound"]
        bound = read_number(told)
        allowed = {bound} if (bound > total) == (parts["limit"] == "least") and bound != total else {total}
    if read_number(told) not in allowed:
        yield f"{told} is not {' or '.join(map(str, sorted(allowed)))}"
    done.total = read_number(told)


# --- what it is compared with


def sum_of_terms(text: str) -> int:
    """Return what a number and its modifiers come to: 13 −1 no shield."""
    found = re.match(rf"({N})(?=[ ,]|$)", text)
    total = read_number(found[1]) if found and text[0] not in "+−" else 0
    return total + sum(read_number(term) for term in re.findall(r"(?:^|(?<= ))[+−]\d+", text))


def check_brackets(words: str) -> Iterator[str]:
    """Yield the numbers whose modifiers stand in brackets after them, and make another."""
    for found in IN_BRACKETS.finditer(words):
        terms = found[2] or found[3]
        told, made = read_number(found[1]), sum_of_terms(terms)
        most = re.search(rf"at most ({N})", terms)
        if told != (min(made, read_number(most[1])) if most else made):
            yield f"{found[1]} is not {made}"


def check_needed(words: str) -> Iterator[str]:
    """Yield what is needed by THAC0 and armour class, where it is something else."""
    found = THAC0.search(words)
    if not found:
        return
    needed, ac = read_number(found[2]) - read_number(found[3]), read_number(found[3])
    needed = needed if not found[6] else max(2, needed) if "least" in found[6] else min(20, needed)
    if needed != read_number(found[1]):
        yield f"needs {found[1]}, but {found[2]} − {found[3]} is {needed}"
    if found[4] and read_number(found[4]) + sum_of_terms(found[5].strip()) != ac:
        yield f"AC {found[3]} is not {found[4]}{found[5]}"


def check_stated(plain: str, total: int) -> Iterator[str]:
    for pattern in STATED:
        found = re.search(pattern, plain)
        if found:
            if float(found[1].replace("−", "-")) != total:
                yield f"{found[1]} is told, {total} adds up"
            return


def check_results(plain: str, done: Sum) -> Iterator[str]:
    """Yield results that the numbers beside them don't give; a natural roll is named where it decides alone."""
    total = done.total or 0
    if found := ATTACK.search(plain):
        yield from check_result(total >= read_number(found[3]), found[2] == "hits", found[1], done)
    elif (found := NEEDS.search(plain)) and found[3]:
        yield from check_result(total >= read_number(found[1]), found[3].strip() in WORKS, found[2], done)
    elif found := UPTO.search(plain):
        yield from check_result(total <= read_number(found[1]), found[2].strip() in LASTS, None, done)
    elif found := FROM.search(plain):
        yield from check_result(total >= read_number(found[1]), found[2].strip() == "no fight", None, done)


def check_result(by_numbers: bool, told: bool, natural: str | None, done: Sum) -> Iterator[str]:
    if natural and done.natural != int(natural.split()[1]):
        yield f"{natural.strip()} is told, the die shows {done.natural}"
    if (by_numbers != told) != bool(natural):
        yield "the result is not that of the numbers"


def check_changes(kind: str, plain: str, done: Sum) -> Iterator[str]:
    """Yield hit points and scores that don't change by what is told."""
    found = re.search(rf"(hp|score|surrender) ({N}) → ({N})", plain)
    if not found:
        return
    before, after = read_number(found[2]), read_number(found[3])
    if found[1] == "score":
        yield from check_score(plain, before, after, done)
    else:
        yield from check_hit_points(kind, plain, before, after)


def check_score(plain: str, before: int, after: int, done: Sum) -> Iterator[str]:
    if done.total is None:
        return
    made = max(before, done.total) if "d20" in plain else before + done.total
    if made != after:
        yield f"the score becomes {after}, not {made}"


def check_hit_points(kind: str, plain: str, before: int, after: int) -> Iterator[str]:
    told = [read_number(found[1] or found[2]) for found in DAMAGE.finditer(plain.partition(":")[0])]
    beyond = re.search(r", (\d+) beyond 0 hp", plain)
    change = before - after if kind == "damage" else after - before
    expected = change + (int(beyond[1]) if beyond else 0)
    if told and expected not in told[:1]:
        yield f"{told[0]} is told, hp change by {expected}"


def check_logs(texts: Iterable[str]) -> list[str]:
    return [what for text in texts for what in check_log(text)]
