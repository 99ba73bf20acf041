"""Find stat blocks on a page, in blocks with labels and in single lines: names, values and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from affray.exchange.importers.labels import REPEATED, Label, find_labels
from affray.exchange.importers.levels import drop_people, take_rank
from affray.exchange.importers.text import NUMBER_WORDS, CleanText, clean, parse_number, singularize

# --- blocks

BLOCK_STARTERS = ("ac", "aac", "hd", "attacks", "thac0", "saves", "move", "name")
FIRST_LABELS = ("ac", "aac", "hd")
LONGEST_NAME = 60
WHOLE_BLOCK = 3  # labels, beside which a lone one is only mentioned
MOST_BLOCKS = 1_000
SENTENCE_BREAK = re.compile(
    r"(?<=[.!?])[\"')]?\s+(?=[A-Z0-9+\"'(-])|\n\n+|\n(?=[A-Z+][^\n]{0,30}:)|;\s*\n(?=[A-Z])|\n(?=[A-Z])"
)
HEADING = re.compile(r"^(?:#|---|```)", re.MULTILINE)
COUNT_PATTERN = rf"\d{{1,3}}|\d{{0,2}}d\d{{1,3}}(?:[+-]\d{{1,3}})?|{'|'.join(w for w in NUMBER_WORDS if w != 'no')}"


class Segment(NamedTuple):
    """One label with the text after it."""

    key: str
    value: str
    piece: str  # of the original, with the label
    spelling: str


class StatBlock(NamedTuple):
    """A stat block in pieces, before anything of it is understood."""

    name: str
    quantity: str
    header: str  # what else is in the name's line
    segments: tuple[Segment, ...]
    notes: tuple[str, ...]
    text: str


class BlockSpan(NamedTuple):
    """Where a block is in the cleaned text."""

    labels: list[Label]
    name_from: int
    name_to: int
    before: int  # where its text begins: the name, or a description above the line


def find_blocks(page: CleanText) -> tuple[list[StatBlock], list[str]]:
    """Return all blocks of a page, and the text before the first."""
    groups = group_labels(page.text)[:MOST_BLOCKS]
    spans = list(locate_blocks(page.text, groups))
    found = [
        make_block(page, span, spans[n + 1].before if n + 1 < len(spans) else len(page.text))
        for n, span in enumerate(spans)
    ]
    lost = page.piece(0, spans[0].before).strip() if spans else page.original.strip()
    return found, [lost] if re.search(r"\w", lost) else []


def group_labels(text: str) -> list[list[Label]]:
    """Group labels by block. A label that the block has already begins another block, or is no label."""
    groups = list[list[Label]]()
    for label in find_labels(text):
        now = groups[-1] if groups else []
        seen = {each.key for each in now}
        if not now or begins_block(text, now, seen, label):
            groups.append([label])
        elif label.key not in seen or label.key in REPEATED:
            now.append(label)
    found = [group for group in (drop_stray_points(text, group) for group in groups) if is_block(group)]
    whole = [group for group in found if len({label.key for label in group} - set(REPEATED)) >= WHOLE_BLOCK]
    return [group for group in found if group in whole or not (whole and is_mentioned(text, group))]


def is_mentioned(text: str, group: list[Label]) -> bool:
    """Return whether a group is only a number within prose: "Young: HD 4", "creatures with less than 2 HD"."""
    return len({label.key for label in group}) == 1 and not starts_line(text, group[0])


def starts_line(text: str, label: Label) -> bool:
    return text[: label.start][-1:] in ("", "\n")


def drop_stray_points(text: str, group: list[Label]) -> list[Label]:
    """Drop hit points of somebody in the lines before a block."""
    while len(group) > 1 and group[0].key == "hp" and "\n" in text[group[0].end : group[1].start]:
        if text[: group[0].start][-1:] in ("", "\n"):
            break
        group = group[1:]
    return group


def begins_block(text: str, now: list[Label], seen: set[str], label: Label) -> bool:
    """Return whether a label begins another block."""
    between = text[now[-1].end : label.start]
    begins = starts_line(text, label)
    if begins and label.spelling == now[0].spelling and starts_line(text, now[0]) and len(seen) > 3:
        return label.key not in REPEATED or label.key == "other"
    if label.key in REPEATED:
        return False
    if begins and label.key in FIRST_LABELS and is_mentioned(text, now) and "\n\n" in between:
        return True
    if label.key in seen:
        return label.key in BLOCK_STARTERS and between.count("(") <= between.count(")") + (between.rstrip()[-1:] == "(")
    if label.key not in FIRST_LABELS or len(seen - {*REPEATED, "name"}) < 4 or "\n" not in between:
        return False
    last = between.rpartition("\n")[2] or between.rstrip("\n").rpartition("\n")[2]
    return "\n\n" in between or bool(re.fullmatch(r"[^\d,;]{2,60}", last.strip()))


def is_block(group: list[Label]) -> bool:
    """Return whether labels make a block: two do; one alone must be armour or hit dice."""
    keys = {label.key for label in group} - {"special", "hp", "damage", "alignment", "other", "name", "xp"}
    return (len(keys) >= 2 and bool(keys & {*FIRST_LABELS, "attacks", "thac0", "saves", "move"})) or bool(
        keys & {"ac", "aac", "hd", "thac0"}
    )


def locate_blocks(text: str, groups: list[list[Label]]) -> Iterator[BlockSpan]:
    low = 0
    for group in groups:
        start = group[0].start
        name_from, name_to, before = locate_name(text, low, start)
        yield BlockSpan(group, name_from, name_to, before)
        low = group[-1].end


def locate_name(text: str, low: int, start: int) -> tuple[int, int, int]:
    """Return where the name begins and ends, before the labels or above them, and where the block's text begins."""
    line = max(low, text.rfind("\n", low, start) + 1)
    own = text[line:start]
    if re.search(r"[^\W\d_]", own):
        at = line + find_name_start(own, line == low and low > 0)
        return (at, start, at) if re.search(r"[^\W\d_]", text[at:start]) else (start, start, start)
    return locate_name_above(text, low, line)


def find_name_start(own: str, crowded: bool) -> int:
    """Return where the name begins: after the last full stop, or in a line shared with another block at a capital."""
    ends = [m.end() for m in re.finditer(r"[.!?;]\s+(?=\S)", own.rstrip(" .:(-"))]
    if not crowded:
        return ends[-1] if ends else 0
    found = re.search(
        r"(?:^|[\s,;.)])((?:\d{1,3} )?[A-Z][a-z'-]+(?: (?:of|the|and|[A-Z]?[a-z'-]+)){0,4})\s*[:(,.-]{0,2}\s*\(?$", own
    )
    return max(found.start(1) if found else len(own), ends[-1] if ends else 0)


def locate_name_above(text: str, low: int, line: int) -> tuple[int, int, int]:
    """Find the nearest line above that may be a name; prose in between is about the creature. Prefer a heading."""
    end, floor = line, (text.find("\n", low, line) + 1 or line) if low else 0
    found = None
    for _ in range(14):
        bare = len(text[:end].rstrip("\n "))
        apart, end = end - bare > 1, bare
        start = max(floor, text.rfind("\n", 0, end) + 1)
        if end <= floor or start >= end:
            break
        goes_on = not apart and end + 1 < line and text[end + 1 : end + 2].islower()
        if not goes_on and looks_like_name(text[start:end]) and (found is None or text[start] == "#"):
            if not apart or text[start] == "#":
                return start, end, start
            found = found or (start, end, start)
        if text[start:end].startswith(("#", "---", "```")):
            break
        end = start
    return found or (line, line, line)


TYPE_LINE = re.compile(  # Medium undead-semi-intelligent-chaotic
    r"(?:tiny|small|medium|large|huge|gargantuan)\b[^.]{0,60}\b(?:lawful|neutral|chaotic|any alignment|unaligned)$",
    re.IGNORECASE,
)


def looks_like_name(line: str) -> bool:
    """Return whether a line is a few words that begin with a capital and don't end as a sentence does."""
    words = line.strip(" #:*_\"'").split()
    if TYPE_LINE.match(line.strip(" #:*_\"'")) or not take_rank(line.strip(" #:*_\"'"))[1].strip():
        return False
    if not 0 < len(words) <= 9 or len(line) > LONGEST_NAME + 10 or not re.search(r"[^\W\d_]", line):
        return False
    if sum(word[0].islower() and word not in ("of", "the", "and", "in", "to", "a") for word in words) > 3:
        return False
    ended = line.strip().endswith((".", ",", ";", "!", "?"))
    return not words[0][0].islower() and (not ended or (len(words) <= 2 and line.strip()[-1] in ".,"))


def make_block(page: CleanText, span: BlockSpan, until: int) -> StatBlock:
    text = page.text
    stops = [label.start for label in span.labels[1:]]
    last = find_value_end(text, span.labels[-1], until)
    ends = [*stops, last]
    segments = tuple(make_segment(page, label, end) for label, end in zip(span.labels, ends, strict=True))
    said = next((segment.value for segment in segments if segment.key == "name"), "")
    name, count, rest = split_name(said or text[span.name_from : span.name_to])
    if ARTICLE.match(text, span.name_from) and "\n" in text[span.name_to : span.labels[0].start] and name:
        name = f"The {name}"[:LONGEST_NAME]  # a heading keeps its article
    about = [(span.name_to, span.labels[0].start), (last, until)]
    notes = tuple(sentence for start, end in about for sentence in sentences_between(page, start, end))
    return StatBlock(name, count, rest, segments, notes, page.piece(span.before, until).strip())


def make_segment(page: CleanText, label: Label, end: int) -> Segment:
    value = " ".join(page.text[label.end : end].split()).strip(" ,;|")
    return Segment(label.key, value, page.piece(label.start, end).strip(" \n,;|•–—"), label.spelling)


def find_value_end(text: str, label: Label, until: int) -> int:
    """Return where the last value ends: with its sentence, or with its line if the next does not continue it."""
    depth = 0
    for at in range(label.end, until):
        letter, so_far = text[at], text[label.end : at].strip()
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return at
        if (
            letter == "\n"
            and so_far
            and (text[at : at + 2] == "\n\n" or not value_continues(so_far, text[at + 1 :][:1], depth))
        ):
            return at
        if (
            letter in ".!"
            and so_far
            and text[at + 1 : at + 2].isspace()
            and not value_continues("", text[at + 1 :].lstrip()[:1], 0)
        ):
            return at + 1
        if at - label.end > 600:
            return at
    return until


def value_continues(so_far: str, following: str, depth: int) -> bool:
    """Return whether a value goes on after a line break."""
    return (
        depth > 0
        or so_far.endswith((",", " +", "×", " -", "/", " or", " and", " x"))
        or following.islower()
        or following in ("(", ")", "/")
    )


# --- names


ROOM_NUMBER = re.compile(r"^(?:area |room )?(?:\d{1,3}[a-z]?[.)]|[A-Z]{0,2}\d{1,3}[.:)])\s+(?=[^\W\d_])", re.IGNORECASE)
TWICE = re.compile(r"(?P<name>[^\W\d_].{2,38}?)(?P=name)(?:[\w ]{0,20}[:/](?P=name))?(?:\W|$)")
COMPANY = re.compile(r",? (?:with|wearing|armed|carrying|wielding|each|in(?! the\b)) .*$|,? each$")
ARTICLE = re.compile(r"[#* ]{0,6}(?:The|THE) (?=[A-Z])")
FRENCH = re.compile(r"\b(?:de|des|du|à|aux)\b")
VERB = re.compile(r"\b(?!(?:of|the|and|in|on|at|to|from|with|by|under|over|for|within|beneath|behind)\b)[a-z]{2,} ")
PROPER_NAME = re.compile(r"[A-Z][\w'-]*(?: (?:of|the|and|[A-Z][\w'-]*))*")
SMALL_WORDS = re.compile(r"(?<= )(?:Of|The|And|In|To|From)(?= )")
LEADING_COUNT = re.compile(
    rf"(?:(?:the|a|an)\s+)?({COUNT_PATTERN})\s?(?:[×x]\s?)?\s(?=\S)(.+)", re.IGNORECASE | re.DOTALL
)
TRAILING_COUNT = re.compile(
    rf"(.+?)[ ,]{{0,2}}(?:[×x]\s?|(?<=,)\s(?=\d)|[(\[]\s?(?:[×x]\s?)?)({COUNT_PATTERN})(?:\s?[×x])?\s?[)\]]?",
    re.IGNORECASE,
)


def split_name(text: str) -> tuple[str, str, str]:
    """Return the name, how many there are, and what else was there: "3 goblins:", "Wolves (2d6)"."""
    words = " ".join(text.replace("#", " ").split()).strip(" :;,.-–(*_\"'=>")
    rank, words = take_rank(re.sub(r"\s*[(\[]\s*$", "", words)[-200:])
    words = drop_sentence_start(drop_place(drop_people(words.strip(" :;,.-(")) if rank else words))
    if twice := TWICE.match(words):
        words = twice["name"]
    count, rest = "", ""
    if found := LEADING_COUNT.match(words):
        count, words = parse_count(found[1]), found[2]
    elif found := TRAILING_COUNT.fullmatch(words):
        count, words = parse_count(found[2]), found[1]
    else:
        words = re.sub(r"^(?:a|an|the|their|its|his|her|another)\s+(?=\S)", "", words, flags=re.IGNORECASE)
    words, rest = split_off_digits(COMPANY.sub("", words))
    words = words.strip(" :;,.-–(*_\"'")
    if (words.isupper() and len(words) > 3) or (words.islower() and count):
        words = SMALL_WORDS.sub(lambda word: word[0].lower(), words.title() if words.isupper() else words.capitalize())
    if count not in ("", "1") and not FRENCH.search(words):
        words = singularize(words)
    return words[:LONGEST_NAME], count, f"{rest} {rank.text}".strip() if rank else rest


def drop_place(words: str) -> str:
    """Drop a room's number and name, and a sentence up to the article: "7. The shrine. Here sleeps the Mist Ogre"."""
    words = ROOM_NUMBER.sub("", re.sub(r"^[A-Z][a-z]+/(?=[A-Z])", "", words))
    _, colon, creature = words.rpartition(": ")
    words = creature if colon and re.search(r"[^\W\d_]{3}", creature) else words
    for article in re.finditer(r"\b(?<!of )(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir) (?=[A-Za-z])", words):
        verb = next(iter(reversed(list(VERB.finditer(words[: article.start()])))), None)
        after = words[article.end() :]
        if verb and (PROPER_NAME.fullmatch(after) or (verb.end() == article.start() and len(after.split()) <= 4)):
            return after
    return words


def drop_sentence_start(words: str) -> str:
    """Drop the words before the number in a sentence: "The hall holds 4 stone guards"."""
    found = re.search(rf"\b(?:{COUNT_PATTERN})\s[^\d]{{2,60}}$", words, re.IGNORECASE)
    before = words[: found.start()].split() if found else []
    return words[found.start() :] if found and len([w for w in before if w[0].islower()]) >= 2 else words


def parse_count(word: str) -> str:
    return word.lower() if word[0].isdecimal() or word[0] in "dD" else str(parse_number(word))


def split_off_digits(words: str) -> tuple[str, str]:
    """Split a name before its first digit; a number at the very end belongs to the name."""
    found = re.search(r"[\[(]?[-+]?\d.*|\([A-Z][\w. /-]{0,24}\d[^()]*\)?$", words)
    if not found or re.fullmatch(r"[^\d(]{2,40} #?\d{1,2}(?: HD)?", words):
        return words, ""
    bracket = re.search(r"\([^()]*$", words[: found.start()])
    at = bracket.start() if bracket else found.start()
    return words[:at], words[at:]


# --- sentences


def split_sentences(text: str) -> Iterator[str]:
    """Return the sentences of a text."""
    page = clean(text)
    yield from sentences_between(page, 0, len(page.text))


def sentences_between(page: CleanText, start: int, end: int) -> Iterator[str]:
    """Return the sentences up to the next heading, each as in the original but on one line."""
    if heading := HEADING.search(page.text, start, end):
        end = heading.start()
    for first, last in sentence_spans(page.text, start, end):
        words = tidy_sentence(page.piece(first, last))
        if re.search(r"\w", words) and re.search(r"\w", page.text[first:last]):
            yield words


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in SENTENCE_BREAK.finditer(text, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def tidy_sentence(piece: str) -> str:
    """Return a sentence of the original without its line breaks, bullets and stars."""
    piece = re.sub(r"</?[a-zA-Z][^<>\n]{0,80}>", " ", piece)
    words = re.sub(r"(?<=[^\W\d_])[-\u2010\u00ad]\s?\n\s?(?=[a-z])|\*\*|__|[\u00ad\u200b]", "", piece)
    return " ".join(words.split()).strip(" ;,|>•●▪■◦‣►▶◆○").removeprefix(")").strip()
