"""Clean text that was pasted, take it apart, and read numbers, tags, qualities and plain values in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from affray.engine.vocabulary import QUALITIES, TAGS

HYPHENS = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d\u2043", "-")
QUOTES = dict.fromkeys("\u2018\u2019\u201b\u02bc`\u00b4\u2032\u2035\uff07", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02", '"'
)
TIMES_SIGNS = dict.fromkeys("\u2715\u2716\u2a2f\u2717\u2a09", "×")
LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "…": "..."}
BULLETS = dict.fromkeys("•●▪■◦‣·∙►▶◆◇○⁌⁍", ";")
INVISIBLE = dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\r", "")
LINE_BREAKS = dict.fromkeys("\f\v\u0085\u2028\u2029", "\n")
SPACES = dict.fromkeys(
    "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
)
FRACTION_SLASHES = {"\u2044": "/", "\u2215": "/"}
REPLACEMENTS = {
    **HYPHENS,
    **QUOTES,
    **TIMES_SIGNS,
    **LIGATURES,
    **BULLETS,
    **INVISIBLE,
    **LINE_BREAKS,
    **SPACES,
    **FRACTION_SLASHES,
    "|": ";",
    "\uff3b": "[",
    "\uff3d": "]",
}
BOXES = "□☐▢◻⬜❏❑"
REVERSED = r"((?:\d{1,2}|½)(?:[+-]\d{1,2})?)[ ]?"  # 3+1 Hit Dice
REPAIRS = (  # in this order: a pattern, and its replacement
    (re.compile(r"\[![\w-]{1,20}\][+-]?"), ""),  # a callout of Obsidian
    (re.compile(r"&(?:nbsp|#160);"), " "),
    (re.compile(r"&(?:amp|#38);"), "&"),
    (re.compile(r"&(?:quot|#34|[rl]dquo|Prime|#8243);"), '"'),
    (re.compile(r"\\$", re.MULTILINE), ""),  # a line break of Markdown
    (re.compile(r"\\(?=[*_#.()\[\]+-])"), ""),
    (re.compile(r"&(?:[rl]squo|#39|apos|prime|#8217|#8242);"), "'"),
    (re.compile(r"&(?:times|#215);"), "×"),
    (re.compile(r"&(?:[nm]dash|minus|#821[12]);"), "-"),
    (re.compile(r"&frac12;"), "½"),
    (re.compile(r"<(?:br|/p|/li|/tr|/h[1-6]|/div)\b[^<>\n]{0,80}>", re.IGNORECASE), "\n"),
    (re.compile(r"</?[a-zA-Z][^<>\n]{0,80}>"), ""),
    (re.compile(r"(?<=[^\W\d_])-[ ]?\n[ ]?(?=[a-zßäöüéè])"), ""),  # hy-⏎phenation
    (re.compile(r"(?<=[a-z]{2})-[ ](?!or\b|and\b|to\b)(?=[a-z]{2,12}\b)"), ""),
    (re.compile(r"(?<![\d*])\*+|_{2,}|(?<=\d)\*\*(?=\s*[A-Za-z:])"), ""),  # **bold**, but the star of 3+1* stays
    (
        re.compile(rf"(?<![{BOXES} ])[ ]{{0,9}}[{BOXES}][{BOXES} ]*\n[ ]{{0,9}}(?=\d{{1,3}} {{0,9}}[{BOXES}])"),
        ", ",
    ),  # boxes for hp
    (re.compile(rf"[ ]?[{BOXES}][{BOXES} ]*"), " "),
    (re.compile(r"[ ]{2,}"), " "),
    (re.compile(r"^[ >]+|[ ]+$", re.MULTILINE), ""),
    (re.compile(r"^[;+-] ", re.MULTILINE), ""),  # a bullet at the beginning of a line
    (re.compile(r"\n{3,}"), "\n\n"),
    (re.compile(rf"(?<=[,;:(] ){REVERSED}(?:Hit Dic?e|HD)\b(?=[,;.)]| *\n|$)(?! ?:)", re.MULTILINE), r"HD \1"),
    (re.compile(rf"^{REVERSED}(?:Hit Dic?e|HD)\b(?=[,;.)])(?! ?:)", re.MULTILINE), r"HD \1"),
    (re.compile(r"\((?:dmg|damage):? (?=\d?\d?d\d)", re.IGNORECASE), "("),
    (re.compile(r"(?<=[,;] )(\d{1,2}) attacks?: ?(?=[a-z])"), "Att: "),
    (
        re.compile(
            r"(?<=[,;:(.]\s)(\d{1,2}\s[a-z][a-z' -]{2,30}?)\sattacks?\s(?:doing|dealing|for|causing)\s"
            r"(\d{0,2}d\d{1,2}(?:[+-]\d{1,2})?)(?:\sdamage)?(?:\seach)?"
        ),
        r"Att \1 (\2)",
    ),
)


class CleanText(NamedTuple):
    """A text as it should have been, and where each of its letters was in the original."""

    text: str
    offsets: tuple[int, ...]  # the place of each letter in the original, and the end
    original: str

    def piece(self, start: int, end: int) -> str:
        """Return what is in the original between two places of the clean text; of a rearranged text, all between."""
        if start >= end:
            return ""
        first, last = self.offsets[start], self.offsets[end]
        return self.original[first : last if last > first else max(self.offsets[start:end]) + 1]


def clean(original: str) -> CleanText:
    """Undo what PDFs and people do to a text."""
    return clean_letters(CleanText(original, tuple(range(len(original) + 1)), original))


def clean_letters(page: CleanText) -> CleanText:
    """Undo what PDFs and people do to the letters of a text."""
    letters = list(translate_letters(page.text))
    offsets = (*(page.offsets[n] for _, n in letters), page.offsets[-1])
    cleaned = CleanText("".join(letter for letter, _ in letters), offsets, page.original)
    for pattern, instead in REPAIRS:
        cleaned = repair(cleaned, pattern, instead)
    return cleaned


def translate_letters(text: str) -> Iterator[tuple[str, int]]:
    for n, letter in enumerate(text):
        for each in (
            letter
            if letter.isascii() and letter not in REPLACEMENTS
            else REPLACEMENTS.get(letter) or translate_letter(letter)
        ):
            yield each, n


def translate_letter(letter: str) -> str:
    """Replace wide letters and digits by plain ones; keep all else, and never return several."""
    if letter in REPLACEMENTS:
        return ""
    plain = unicodedata.normalize("NFKC", letter) if 0xFF00 <= ord(letter) <= 0xFFEF else letter
    digit = unicodedata.decimal(plain, None) if len(plain) == 1 and not plain.isascii() else None
    return str(digit) if digit is not None else plain


def repair(page: CleanText, pattern: re.Pattern[str], instead: str) -> CleanText:
    """Replace a pattern, with its groups if the replacement names them, and keep track of where letters were."""
    if not pattern.search(page.text):
        return page
    text, offsets, last = list[str](), list[int](), 0
    for found in pattern.finditer(page.text):
        start, end = found.span()
        new = found.expand(instead) if "\\" in instead else instead
        text += [page.text[last:start], new]
        offsets += [*page.offsets[last:start], *[page.offsets[start]] * len(new)]
        last = end
    return CleanText("".join((*text, page.text[last:])), (*offsets, *page.offsets[last:]), page.original)


def single_line(text: str) -> str:
    return " ".join(text.split())


def normalize(text: str) -> str:
    """Return a sentence for comparing: clean, in small letters, without full stop."""
    return single_line(clean(text).text).lower().strip(" .!;,")


# --- taking a text apart

LONGEST_VALUE = 600  # letters of one value; no book needs more
PUNCTUATION = re.compile(r"[\s,;:.()\[\]{}*/'\"+&=|#<>!?_~^-]+")
FILLER_WORDS = {"and", "as", "a", "an", "the", "of", "in", "per", "each", "see", "below", "x", "×", "is", "or"}


SENTENCE_WORDS = 3  # so many words beside a value are a sentence, and no number that lost its label


class Scanner:
    """A text from which patterns are extracted; what is left over was not understood."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text[:LONGEST_VALUE].split())
        self.left = self.text
        self.too_long = len(text) > LONGEST_VALUE

    def extract(self, pattern: str, flags: int = re.IGNORECASE) -> re.Match[str] | None:
        """Find the first match of a pattern and remove it."""
        found = re.search(pattern, self.left, flags)
        if found:
            start, end = found.span()
            self.left = self.left[:start] + " ; " + self.left[end:]
        return found

    def extract_all(self, pattern: str, flags: int = re.IGNORECASE) -> list[re.Match[str]]:
        """Find all matches of a pattern and remove them."""
        found = list(re.finditer(pattern, self.left, flags))
        self.left = re.sub(pattern, " ; ", self.left, flags=flags)
        return found

    @property
    def rest(self) -> str:
        """Return what is left over, without punctuation and filler words."""
        words = [word for word in PUNCTUATION.sub(" ", self.left).split() if word.lower() not in FILLER_WORDS]
        return " ".join(words)

    @property
    def doubt(self) -> str:
        """Return a doubt if a digit is left over; words alone are a note, and so is a sentence."""
        if self.too_long:
            return "the text is too long for one field"
        if len(re.findall(r"\b[^\W\d_]{3,}\b", self.rest)) >= SENTENCE_WORDS:
            return ""
        return f"{quote_short(self.rest)} was not understood" if any(c.isdecimal() for c in self.rest) else ""

    @property
    def note(self) -> str:
        """Return the words that are left over."""
        return self.rest if re.search(r"[^\W\d_]", self.rest) else ""


def quote_short(text: str) -> str:
    """Return a text in quotation marks, cut to 40 letters."""
    return f"“{text}”" if len(text) <= 40 else f"“{text[:39]}…”"


def join_doubts(*doubts: str) -> str:
    """Return several doubts as one sentence."""
    return "; ".join(dict.fromkeys(doubt for doubt in doubts if doubt))


# --- numbers, tags and qualities in words

NUMBER_WORDS = dict(
    zip("no one two three four five six seven eight nine ten eleven twelve".split(), range(13), strict=True)
)
NUMERAL = rf"\d{{1,3}}|{'|'.join(NUMBER_WORDS)}|a"
IRREGULAR_PLURALS = {
    "dwarf": "dwarves",
    "elf": "elves",
    "undead": "undead",
    "mindless": "mindless",
    "large": "large ones",
}
PLURALS = {IRREGULAR_PLURALS.get(tag, f"{tag}s"): tag for tag in TAGS}
TAG_SYNONYMS = {"animal": "beast", "animals": "beast", "flying": "flyer", "men": "human", "humans": "human"} | PLURALS
TAG_PATTERN = "|".join(sorted({*TAGS, *TAG_SYNONYMS}, key=len, reverse=True))
TAG_LIST = rf"(?:{TAG_PATTERN})(?:(?:,? and |,? or |, ?| )(?:{TAG_PATTERN})){{0,10}}"
QUALITY_SYNONYMS = {
    "magical": "magic",
    "silvered": "silver",
    "enchanted": "magic",
    "flame": "fire",
    "flames": "fire",
    "spells": "magic",
}
QUALITY_PATTERN = "|".join(sorted({*QUALITIES, *QUALITY_SYNONYMS, "holy water"}, key=len, reverse=True))
WEAPON_WORDS = r"(?: weapons?| attacks?| damage)?"
ONE_QUALITY = rf"(?:{QUALITY_PATTERN}){WEAPON_WORDS}"
QUALITY_LIST = rf"{ONE_QUALITY}(?:(?:,? and |,? or |, ?| ){ONE_QUALITY}){{0,10}}"
PLURAL_ENDINGS = (
    ("wolves", "wolf"),
    ("hooves", "hoof"),
    ("elves", "elf"),
    ("dwarves", "dwarf"),
    ("thieves", "thief"),
    ("knives", "knife"),
)
NOT_PLURAL = re.compile(r"(?:ss|us|is|os|snakes)$")


def parse_number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word.lower(), 1)


def find_tags(text: str) -> str:
    """Return the tags in a text, in their order."""
    found = re.findall(TAG_PATTERN, text)
    return " ".join(dict.fromkeys(TAG_SYNONYMS.get(word, word) for word in found))


def find_qualities(text: str) -> str:
    found = re.findall(QUALITY_PATTERN, text)
    return " ".join(dict.fromkeys(QUALITY_SYNONYMS.get(word, word.removesuffix(" water")) for word in found))


def pluralize_tag(tag: str) -> str:
    return IRREGULAR_PLURALS.get(tag, f"{tag}s")


def join_words(words: Iterable[str], last: str) -> str:
    """Return a list in words: silver or magic; fire, cold and acid."""
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def singularize(word: str) -> str:
    """Return the singular of claws, wolves, lizard men or harpies."""
    for many, one in PLURAL_ENDINGS:
        if word.lower().endswith(many):
            return word[: -len(many)] + (one if word[-len(many)].islower() else one.capitalize())
    if re.search(r"(?<![a-z])men$|[a-z] ?men$", word, re.IGNORECASE):
        return word[:-2] + "an"
    if word.lower().endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ch|sh|x|ss|[^aeo][iu]s)es$", word, re.IGNORECASE):
        return word[:-2]
    return word[:-1] if word.lower().endswith("s") and len(word) > 3 and not NOT_PLURAL.search(word.lower()) else word


# --- values of data


def as_text(value: Any, longest: int = 4_000) -> str:
    """Return a value as text: lists with commas, mappings as pairs, numbers without an empty fraction."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false"}.get(value, "") if value is not None else ""
    if isinstance(value, float):
        return str(int(value)) if value == value and abs(value) < 1e9 and value == int(value) else str(value)[:40]
    if isinstance(value, list):
        return ", ".join(as_text(each, 400) for each in value[:50])[:longest]
    if isinstance(value, dict):
        return ", ".join(f"{key} {as_text(each, 400)}".strip() for key, each in list(value.items())[:50])[:longest]
    return str(value)[:longest]


def as_integer(value: Any) -> int | None:
    """Return a whole number, or None if the value is none or absurd."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if value == value and abs(value) < 1e6 and value == int(value) else None
    found = re.fullmatch(r"\s*([+-]?\d{1,6})\s*", str(value)[:40])
    return int(found[1]) if found else None
