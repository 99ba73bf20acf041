"""Find stat blocks on a page, in blocks with labels and in single lines: names, values and sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from affray.exchange.importers import reference, values
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.creatures import Creature, Field
from affray.exchange.importers.drafts import Draft, add_sentences, finish_creature
from affray.exchange.importers.text import (
    NUMBER_WORDS,
    CleanText,
    Scanner,
    clean,
    join_doubts,
    parse_number,
    singularize,
)
from affray.exchange.importers.values import ParsedValue

# Abbreviations are labels wherever they have their capitals; words only between separators or before a colon.
ABBREVIATIONS = {
    "ac": r"(?<!/)(?<!/ )(?<!vs )(?<!vs\. )AC",
    "aac": r"AAC",
    "hd": r"HD",
    "attacks": r"#\s?AT|ATT|Att|Atks?|AT",
    "thac0": r"THAC[0O]|Thac0|thac0",
    "bonus": r"BAB|BHB|AB",
    "damage": r"DMG|Dmg|Dam|D(?=[: ]{0,2}(?:\d{0,2}d\d|\d{1,2} ?- ?\d))",
    "move": r"MV|Mv|Mov",
    "saves": r"SV|Sv",
    "morale": r"ML|Ml",
    "alignment": r"AL|Align",
    "challenge": r"(?:HDE|CL)/XP",
    "xp": r"XPV|XP",
    "number": r"NA|NE|#\s?App(?:earing)?",
    "treasure": r"TT|HC",
    "instinct": r"Inst(?!i)",
    "hp": r"(?<![\d(])(?<!\d )(?:hp|HP|Hp)(?=[:. ]{0,3}\d)",
}
LABEL_WORDS = {
    "aac": r"ascending (?:ac|armou?r class)",
    "ac": r"armou?r class|armou?r|ac",
    "hd": r"hit dice|hit die|hd",
    "hp": r"hit points?",
    "bonus": r"(?:base )?attack bonus|to-?hit(?: bonus)?",
    "attacks": r"no\.? ?(?:of )?attacks?|number of attacks|attacks?|att|atk",
    "damage": r"damage|dmg",
    "move": r"movement(?: rate)?|move|speed|mv",
    "saves": r"saves? as|saving throws?|saves?|sv",
    "morale": r"morale|ml",
    "alignment": r"alignment|al",
    "xp": r"experience(?: points)?|xp value|xp",
    "number": r"no\.? ?app(?:earing|\.)?|no\.? ?enc(?:ountered|\.)?|number (?:appearing|encountered)",
    "treasure": r"treasure(?: type)?|hoard(?: class)?",
    "shock": r"shock",
    "instinct": r"instinct|inst",
    "skill": r"skills?(?: bonus)?",
    "special": r"special(?: (?:attacks?|abilities|defen[cs]es?|qualities))?|abilities|notes?",
}


def any_of(spellings: Mapping[str, str]) -> str:
    """Return a pattern with a group for each key."""
    return "|".join(f"(?P<{key}>{spelling})" for key, spelling in spellings.items())


ABBREVIATION_PATTERN = re.compile(any_of(ABBREVIATIONS))
LABEL_WORD_PATTERN = re.compile(rf"\b(?:{any_of(LABEL_WORDS)})\b(?P<dot>\.?)(?P<colon> ?[:=])?", re.IGNORECASE)
VALUE_PATTERNS = {  # what must follow a word without a colon
    "saves": r"(?:as )?(?:(?:[FCTDEHM]\d|D ?\d|NH\b|fighter|cleric|thief|magic-user|dwarf|elf|halfling|normal)|"
    r"\d{1,2}\b(?! ?(?:hp|rounds?)))",
    "damage": r"\d|by weapon|as weapon|weapon|wpn",
    "attacks": r"\d|#|(?:as |by )?weapon|[a-z]{3,12} ?\(",
    "alignment": r"lawful|neutral|chaotic|any|[LNC]\b",
    "treasure": r"[A-Z]\b|none|nil|\d",
    "special": r"\0",
    "shock": r"\d|none|-|n/a|wpn|weapon",
}
ANY_NUMBER = r"[-+]?\s?[\[(]?\s?[+-]?\d|½|none\b"
SEPARATORS = ",;(\n:|[."


class Label(NamedTuple):
    """A label in a text, and where it is."""

    key: str
    start: int
    end: int
    spelling: str
    colon: bool


def find_labels(text: str) -> list[Label]:
    """Return whatever may be a label, in order, none inside another."""
    found = sorted(
        {(label.start, label) for label in (*find_abbreviations(text), *find_label_words(text))},
        key=lambda pair: (pair[0], -pair[1].end),
    )
    chosen = list[Label]()
    for _, label in found:
        if not chosen or label.start >= chosen[-1].end:
            chosen.append(label)
    return chosen


def find_abbreviations(text: str) -> Iterator[Label]:
    """Find short labels, which are labels wherever they stand with their capitals."""
    for found in ABBREVIATION_PATTERN.finditer(text):
        before, after = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
        inside = before.isalpha() and not (before.islower() and found[0][0].isupper())
        if (
            inside
            or after.isalpha()
            or ((before.isdecimal() and found.lastgroup not in ("hd", "thac0")) and not found[0].isupper())
        ):
            continue
        yield make_label(text, str(found.lastgroup), found.start(), found.end(), found[0])


def make_label(text: str, key: str, start: int, end: int, spelling: str) -> Label:
    mark = re.compile(r"\.? ?[:=]|\.").match(text, end)
    colon = bool(mark and mark[0].strip() != ".")
    return Label(key, start, mark.end() if mark else end, spelling, colon)


def find_label_words(text: str) -> Iterator[Label]:
    """Find labels that are words, before a colon or where a label would be."""
    for found in LABEL_WORD_PATTERN.finditer(text):
        key = next(name for name in LABEL_WORDS if found[name])
        if found["colon"] or stands_as_label(text, found.start(), found.end(), key):
            yield Label(key, found.start(), found.end(), found[key], bool(found["colon"]))


def stands_as_label(text: str, start: int, end: int, key: str) -> bool:
    """Return whether a word is where a label would be: after a separator, and before a value."""
    before = text[max(0, start - 3) : start].rstrip(" ")[-1:]
    value = re.compile(rf"\s?(?:{VALUE_PATTERNS.get(key, ANY_NUMBER)})", re.IGNORECASE)
    return (not before or before in SEPARATORS) and bool(value.match(text, end))


# --- blocks

BLOCK_STARTERS = ("ac", "aac", "hd", "attacks", "thac0", "saves", "move")
FIRST_LABELS = ("ac", "aac", "hd")
LONGEST_NAME = 60
MOST_BLOCKS = 200
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
        elif label.key not in seen:
            now.append(label)
    return [group for group in groups if is_block(group)]


def begins_block(text: str, now: list[Label], seen: set[str], label: Label) -> bool:
    """Return whether a label begins another block."""
    between = text[now[-1].end : label.start]
    if label.key in seen:
        return label.key in BLOCK_STARTERS and between.count("(") <= between.count(")") + (between.rstrip()[-1:] == "(")
    if label.key not in FIRST_LABELS or len(now) < 4 or "\n" not in between:
        return False
    last = between.rpartition("\n")[2] or between.rstrip("\n").rpartition("\n")[2]
    return "\n\n" in between or bool(re.fullmatch(r"[^\d,;]{2,60}", last.strip()))


def is_block(group: list[Label]) -> bool:
    """Return whether labels make a block: two do; one alone must be armour or hit dice."""
    keys = {label.key for label in group} - {"special", "hp", "damage", "alignment"}
    return len(keys) >= 2 or bool(keys & {"ac", "aac", "hd", "thac0"})


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
    """Find the nearest line above that may be a name; prose in between is about the creature."""
    end, floor = line, (text.find("\n", low, line) + 1 or line) if low else 0
    for _ in range(8):
        end = len(text[:end].rstrip("\n "))
        start = max(floor, text.rfind("\n", 0, end) + 1)
        if end <= floor or start >= end:
            break
        if looks_like_name(text[start:end]):
            return start, end, start
        if text[start:end].startswith(("#", "---", "```")):
            break
        end = start
    return line, line, line


def looks_like_name(line: str) -> bool:
    """Return whether a line is a few words that begin with a capital and don't end as a sentence does."""
    words = line.strip(" #:*_\"'").split()
    if not 0 < len(words) <= 9 or len(line) > LONGEST_NAME + 10 or not re.search(r"[^\W\d_]", line):
        return False
    ended = line.strip().endswith((".", ",", ";", "!", "?"))
    return not words[0][0].islower() and (not ended or (len(words) <= 2 and line.strip()[-1] in ".,"))


def make_block(page: CleanText, span: BlockSpan, until: int) -> StatBlock:
    text = page.text
    stops = [label.start for label in span.labels[1:]]
    last = find_value_end(text, span.labels[-1], until)
    ends = [*stops, last]
    segments = tuple(make_segment(page, label, end) for label, end in zip(span.labels, ends, strict=True))
    name, count, rest = split_name(text[span.name_from : span.name_to])
    about = [(span.name_to, span.labels[0].start), (last, until)]
    notes = tuple(sentence for start, end in about for sentence in sentences_between(page, start, end))
    return StatBlock(name, count, rest, segments, notes, page.piece(span.before, until).strip())


def make_segment(page: CleanText, label: Label, end: int) -> Segment:
    value = page.text[label.end : end].strip(" \n,;|")
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


def split_name(text: str) -> tuple[str, str, str]:
    """Return the name, how many there are, and what else was there: "3 goblins:", "Wolves (2d6)"."""
    words = " ".join(text.replace("#", " ").split()).strip(" :;,.-–(*_\"'=")
    words = drop_sentence_start(re.sub(r"\s*[(\[]\s*$", "", words)[-200:])
    count, rest = "", ""
    if found := re.match(rf"(?:(?:the|a|an)\s+)?({COUNT_PATTERN})\s?(?:[×x]\s?)?\s(?=\S)(.+)", words, re.IGNORECASE):
        count, words = parse_count(found[1]), found[2]
    elif found := re.fullmatch(
        rf"(.+?)[ ,]{{0,2}}(?:[×x]\s?|\(\s?(?:[×x]\s?)?)({COUNT_PATTERN})(?:\s?[×x])?\s?\)?", words, re.IGNORECASE
    ):
        count, words = parse_count(found[2]), found[1]
    else:
        words = re.sub(r"^(?:a|an|the)\s+(?=\S)", "", words, flags=re.IGNORECASE)
    words, rest = split_off_digits(words)
    words = words.strip(" :;,.-–(*_\"'")
    words = words.title() if words.isupper() and len(words) > 3 else words
    if count not in ("", "1"):
        words = singularize(words)
    return words[:LONGEST_NAME], count, rest


def drop_sentence_start(words: str) -> str:
    """Drop the words before the number in a sentence: "The hall holds 4 stone guards"."""
    found = re.search(rf"\b(?:{COUNT_PATTERN})\s[^\d]{{2,60}}$", words, re.IGNORECASE)
    before = words[: found.start()].split() if found else []
    return words[found.start() :] if found and len([w for w in before if w[0].islower()]) >= 2 else words


def parse_count(word: str) -> str:
    return word.lower() if word[0].isdecimal() or word[0] in "dD" else str(parse_number(word))


def split_off_digits(words: str) -> tuple[str, str]:
    """Split a name before its first digit; a number at the very end belongs to the name."""
    found = re.search(r"[\[(]?[-+]?\d.*", words)
    if not found or re.fullmatch(r"[^\d]{2,40} #?\d{1,2}", words):
        return words, ""
    return words[: found.start()], found[0]


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
        if re.search(r"\w", words):
            yield words


def sentence_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in SENTENCE_BREAK.finditer(text, start, end):
        yield start, found.start()
        start = found.end()
    yield start, end


def tidy_sentence(piece: str) -> str:
    """Return a sentence of the original without its line breaks, bullets and stars."""
    words = re.sub(r"(?<=[^\W\d_])[-\u2010\u00ad]\s?\n\s?(?=[a-z])|\*\*|__|[\u00ad\u200b]", "", piece)
    return " ".join(words.split()).strip(" ;,|>•●▪■◦‣►▶◆○").removeprefix(")").strip()


# --- stat lines


Grammar = Mapping[str, Callable[[str, str], ParsedValue]]
COMMON_GRAMMAR: Grammar = {
    "hp": values.parse_hit_points,
    "morale": values.parse_morale,
    "alignment": values.text_parser("alignment"),
    "xp": values.parse_xp,
    "challenge": values.parse_challenge,
    "number": values.parse_number_appearing,
    "treasure": values.text_parser("treasure"),
}
ONE_LINE_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.parse_armour,
    "aac": lambda text, piece: values.parse_armour(f"ascending {text}", piece),
    "hd": values.parse_hit_dice,
    "thac0": values.parse_thac0,
    "bonus": values.parse_attack_bonus,
    "move": values.parse_movement,
    "saves": values.parse_saves,
}
BASIC_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.ascending_armour_parser(11),
    "aac": values.ascending_armour_parser(11),
    "hd": values.parse_hit_dice,
    "bonus": values.parse_attack_bonus,
    "thac0": values.parse_thac0,
    "move": values.parse_round_movement,
    "saves": values.parse_saves,
}


def parse_shock(text: str, piece: str) -> ParsedValue:
    scanner = Scanner(text)
    found = scanner.extract(r"(\d{1,2})\s?/\s?(?:AC\s?)?(\d{1,2})(?!\d)")
    if not found:
        scanner.extract(r"none|n/a|-|wpn|weapon")
        return ParsedValue((), (f"Shock: {text.strip()}",) if re.search(r"wpn|weapon|\d", text, re.IGNORECASE) else ())
    odd = "" if int(found[1]) <= 20 and 10 <= int(found[2]) <= 25 else f"{found[0]} is a strange shock"
    return values.build_value("Shock", piece, [("shock", f"{int(found[1])}/{int(found[2])}", odd)], scanner)


def number_parser(key: str, label: str, least: int, most: int) -> Callable[[str, str], ParsedValue]:
    """Return a parser for one number within bounds, with or without its sign."""

    def read(text: str, piece: str) -> ParsedValue:
        scanner = Scanner(text)
        found = scanner.extract(r"([+-]?\d{1,2})\+?(?!\d)")
        value = int(found[1]) if found else 0
        odd = "" if least <= value <= most else f"{value} is strange: expected {least} to {most}"
        return values.build_value(label, piece, [(key, value, odd)] if found else [], scanner)

    return read


WITHOUT_NUMBER_GRAMMAR: Grammar = {
    **COMMON_GRAMMAR,
    "ac": values.ascending_armour_parser(10),
    "aac": values.ascending_armour_parser(10),
    "hd": values.parse_hit_dice,
    "move": values.parse_round_movement,
    "saves": number_parser("save", "Save", 2, 20),
    "shock": parse_shock,
    "instinct": number_parser("instinct", "Instinct", 1, 10),
    "skill": number_parser("skill", "Skill", -1, 6),
    "bonus": number_parser("attack bonus", "Atk", -5, 20),
}


def read_stat_line(block: StatBlock, format: str = "") -> Creature:
    """Read a stat block; without a format, detect it."""
    format = format or detect_format(block)
    grammar = {"one-line": ONE_LINE_GRAMMAR, "basic": BASIC_GRAMMAR, "without-number": WITHOUT_NUMBER_GRAMMAR}[format]
    draft = Draft(format, block.name, block.text, block.quantity, block.header)
    for segment in block.segments:
        if segment.key in grammar:
            draft.add_value(grammar[segment.key](segment.value, segment.piece))
        elif segment.key not in ("attacks", "damage", "special"):
            draft.notes.append(f"{segment.spelling}: {segment.value}")
    if hp := values.extract_hit_points(header := Scanner(block.header)):
        draft.hp, draft.header = draft.hp or hp, header.rest
    add_routines(draft, block, format)
    special = [
        sentence
        for s in block.segments
        if s.key == "special"
        for sentence in split_specials(s.piece[len(s.spelling) :])
    ]
    add_sentences(draft, [*special, *block.notes])
    settle_format(draft, format)
    return finish_creature(draft)


def split_specials(value: str) -> list[str]:
    """Split specials after their label: sentences, or a list with semicolons."""
    return [part for sentence in split_sentences(value.lstrip(" .:=")) for part in re.split(r";\s*", sentence) if part]


def detect_format(block: StatBlock) -> str:
    """Return the format, by its labels and by how its armour counts."""
    keys = {segment.key for segment in block.segments}
    by_key = {segment.key: segment for segment in block.segments}
    save = by_key["saves"].value if "saves" in by_key else ""
    attack = by_key["attacks"].value if "attacks" in by_key else ""
    without = (
        len(keys & {"shock", "instinct", "skill"})
        + bool(re.fullmatch(r"\d{1,2}\+.{0,9}", save))
        + bool(re.match(r"\s?\+\d", attack))
    )
    if without >= 2 or keys & {"shock"}:
        return "without-number"
    ac = by_key.get("ac") or by_key.get("aac")
    number = re.match(r"\D{0,3}(\d{1,2})(?!\d)", ac.value) if ac else None
    rises = bool(number and int(number[1]) >= 10 and "[" not in (ac.value if ac else ""))
    words = bool(re.search(r"save", by_key["saves"].spelling, re.IGNORECASE)) if "saves" in by_key else False
    longhand = sum(bool(re.search(r"[a-z]{4}", s.spelling)) for s in block.segments)
    return "basic" if rises and (words or longhand >= 3) else "one-line"


def add_routines(draft: Draft, block: StatBlock, format: str) -> None:
    by_key = {segment.key: segment for segment in block.segments}
    attack, damage = by_key.get("attacks"), by_key.get("damage")
    draft.attack_text = " … ".join(s.piece for s in (attack, damage) if s)
    if format == "without-number":
        draft.routines = read_swings(draft, attack, damage)
    elif attack or damage:
        draft.routines = parse_routines(attack.value if attack else "1", damage.value if damage else "")


def read_swings(draft: Draft, attack: Segment | None, damage: Segment | None) -> AttackRoutines | None:
    """Read +3 ×2 and 1d6+1: attack bonus, number of attacks and damage."""
    scanner = Scanner(attack.value if attack else "")
    plus = scanner.extract(r"([+-]\s?\d{1,2})(?!\d)")
    times = scanner.extract(
        r"[×x]\s?(\d{1,2})|\((\d{1,2})\s?(?:attacks?)?\)|\b(\d{1,2})\s?(?:[×x]|attacks?)|/\s?(\d) attacks"
    )
    many = int(next(group for group in times.groups() if group)) if times else 1
    if attack and plus:
        draft.add_field(Field("attack bonus", int(plus[1].replace(" ", "")), attack.piece, scanner.doubt))
    elif attack:
        draft.doubts.append(f"Atk: “{attack.value[:40]}” was not understood")
    if damage is None:
        return None
    found = parse_routines(f"{many} {name_of_damage(damage.value)}".strip(), spell_out_weapon(damage.value))
    return found


def name_of_damage(damage: str) -> str:
    found = re.search(r"\b(?!wpn\b|weapon\b|or\b|plus\b|by\b)([a-z]{3,14})\b", damage, re.IGNORECASE)
    weapon = re.search(r"\b(?:wpn|weapon)\b", damage, re.IGNORECASE)
    return found[1] if found and not weapon else "weapon" if weapon else "strike"


def spell_out_weapon(damage: str) -> str:
    return re.sub(r"\bwpn\b", "weapon", damage, flags=re.IGNORECASE)


def settle_format(draft: Draft, format: str) -> None:
    """Apply what only one format says about itself."""
    if format == "basic" and (bonus := draft.get("bonus")):
        draft.fields[draft.fields.index(bonus)] = Field("combat bonus", bonus.value, bonus.text, bonus.doubt)
    if format == "without-number":
        for key in ("bonus", "thac0"):
            if found := draft.get(key):
                draft.fields[draft.fields.index(found)] = Field("attack bonus", found.value, found.text, found.doubt)
        check_save(draft)


def check_save(draft: Draft) -> None:
    """Warn of a save far from 15 less half the hit dice: it has lost a digit."""
    save, hd = draft.get("save"), draft.value("hd")
    if save and hd:
        usual = 15 - reference.quarters_of(hd) // 8
        if abs(int(save.value) - usual) > 3:
            draft.add_doubt("save", join_doubts(f"hit dice of {hd} usually save on {usual}+"))
