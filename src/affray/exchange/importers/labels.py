"""Recognise labels: what publications call armour class, hit dice, attacks and the rest, in text and in data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

# What each field is called where its name stands alone: in the cell of a table, before a colon, as a key of data.
SPELLINGS = {
    "name": "name|monster|creature|monster name|creature name|title|nom",
    "ac": "ac|armor class|armour class|armor|armour|armorclass|armourclass|ac value|descending ac|dac|base ac|"
    "ca|classe d armure|classe armure|rk|rustungsklasse",
    "aac": "aac|ascending ac|ascending armor class|ascending armour class|ac ascending|armor class ascending",
    "hd": "hd|hit dice|hit die|hitdice|hit dice hd|hds|dv|des de vie|de de vie|tw|trefferwurfel",
    "hp": "hp|hit points|hit point|hits|hps|average hp|avg hp|hp average|pv|points de vie|tp|trefferpunkte",
    "thac0": "thac0|thaco|to hit ac 0|to hit ac0|tac0|taco|ta c0",
    "bonus": "attack bonus|base attack bonus|to hit|to hit bonus|hit bonus|ab|bab|bhb|bba|bonus",
    "attacks": "attacks|attack|att|atk|atks|atts|at|no of attacks|number of attacks|num attacks|no attacks|"
    "attacks round|attaques|attaque|angriffe|melee|attack routine",
    "damage": "damage|dmg|dam|dg|d|damage attack|damage per attack|damage attacks|degats|schaden",
    "move": "movement|move|mv|mov|speed|movement rate|move rate|mvmt|mvt|spd|walk speed|mouvement|dep|deplacement|"
    "bewegung|pace|base move|vd|dp|vitesse",
    "fly": "fly|flying|fly speed|flight",
    "swim": "swim|swimming|swim speed",
    "saves": "saves|save|sv|sav|save as|saves as|saving throw|saving throws|saving throws as|saved as|js|"
    "jet de sauvegarde|jets de sauvegarde|sauvegardes|sauvegarde",
    "morale": "morale|ml|mor|mrl|moral|morale rating|mo",
    "alignment": "alignment|al|align|alignement|alig",
    "xp": "xp|exp|experience|experience points|xp value|x p value|xpv|px|xp award|level xp|level x p value|lvl xp|"
    "level xp value|xp level|exp points|valeur px",
    "challenge": "cl xp|hde xp|challenge level xp|challenge level",
    "number": "na|ne|no appearing|number appearing|no app|no encountered|no enc|number encountered|num appearing|"
    "number|no|app|appearing|rencontre|nombre|nr|qty|quantity|count|how many|encounters",
    "treasure": "treasure|treasure type|tt|hoard|hoard class|hc|treasure class|possessions|tresor|type de tresor|"
    "treasure types|lair treasure|individual treasure",
    "shock": "shock",
    "instinct": "instinct|inst",
    "skill": "skill|skills|skill bonus",
    "special": "special|special attacks|special attack|special abilities|special defenses|special defences|"
    "special defense|special qualities|abilities|notes|note|sp|sa|sd|special ability|special abilities",
    "other": "frequency|size|sz|intelligence|int|in lair|percent in lair|lair probability|lair percentage|"
    "magic resistance|mr|psionic ability|psionics|attack defense modes|climate terrain|terrain|environment|habitat|"
    "organization|organisation|activity cycle|diet|wandering group|lair group|lair|type|monster type|category|"
    "init|initiative|initiative modifier|act|action dice|action die|fort|ref|will|languages|language|senses|source|"
    "page|sentience|immunities|vulnerabilities|resistances|hazard|equipment|gear|description|tags|level|lvl|"
    "challenge|cr|class|class level|level class|race|dx|weaknesses|traits|ecology|cl|infravision|crit|"
    "crit die|rarity|role|combat|behavior|behaviour|monster id|id|subtype|xp bonus|weight|height|image|img|aliases|"
    "attack modes|defense modes|type de creature|taille|frequence|intelligence score|no in lair|speech",
}
KEY_OF_SPELLING = {spelling: key for key, spellings in SPELLINGS.items() for spelling in spellings.split("|")}
RUN_TOGETHER = {spelling.replace(" ", ""): key for spelling, key in KEY_OF_SPELLING.items() if len(spelling) > 4}

# Abbreviations are labels wherever they have their capitals; words only between separators or before a colon.
ABBREVIATIONS = {
    "ac": r"(?<!/)(?<!/ )(?<![Vv]s )(?<![Vv]s\. )AC|CA(?= ?:? ?[-+\[]?\d)",
    "aac": r"AAC",
    "hd": r"H[Dd](?=[\s:=.*(<]{0,4}[\d½¼<d+-])|DV(?= ?:? ?[\d½])",
    "attacks": r"#A(?=[: ] ?\d)|#\s?(?:ATT|Att|ATK|Atk|AT|At|at)s?|No\. ?(?:Att|Atk)s?|ATTS?|Atts?|ATKS?|Atks?|AT",
    "thac0": r"THAC[0O]|Thac[0o]|thac0|TAC0",
    "bonus": r"BAB|BHB|AB",
    "damage": r"DMG|Dmg|DAM|Dam(?!a)|DG|Dg(?= ?\d)|D(?=[: ]{0,2}(?:\d{0,2}d\d|\d{1,2} ?- ?\d|[Bb]y [Ww]eapon))",
    "move": r"MV|Mv|MOV(?!E)|Mov(?!e)|MVMT|D[EÉeé][Pp]\.?(?= ?:? ?\d)|(?:VD|DP)(?= ?:? ?\d{1,3} ?m)",
    "saves": r"SV|Sv|sv(?= ?D ?\d)|JS(?= ?:? ?[A-Z]{1,2}\d)",
    "morale": r"ML|Ml|MOR(?= ?:? ?\d)|Mor(?= ?:? ?\d)|MRL|MO(?=(?: |:| :){1,2} ?\d)",
    "alignment": r"AL|Align",
    "challenge": r"(?:HDE|CL)/XP",
    "xp": r"L(?:e?ve?)?l\.?/XP|XPV|XP|PX(?= ?:? ?\d)",
    "number": r"NA|nA|NE|NR(?= ?:? ?\d)|Enc(?:ounters)?(?= \d)|#\s?App(?:earing)?|No\. ?App(?:earing)?\.?",
    "treasure": r"TT|HC",
    "instinct": r"Inst(?!i)",
    "hp": r"(?<![\d(])(?<!\d )(?:hp|HP|Hp|hps|PV)(?=[:.\s]{0,3}\d)|(?<=\d )HP(?=[:. ]{0,2}\d)",
    "other": r"Level(?= ?\d{1,2},? +(?:AC|HD))|Init(?= ?[-+]\d)|Act(?=\s\d{0,2}d\d)|Fort(?=\s?[-+]\d)|Ref(?=\s?[-+]\d)|"
    r"Will(?=\s?[-+]\d)|S[Zz](?= )|DX(?= ?\d)|Crit(?= )|MR(?= ?:? ?\w)|"
    r"I[Nn][Tt](?= ?:? ?[A-Za-z-]{3,14} ?(?:\(|[,;]|$))",
    "special": r"SP(?= [A-Za-z+])|SA(?= [A-Za-z])|SD(?= [A-Za-z])",
}
LABEL_WORDS = {
    "aac": r"ascending (?:ac|armou?r class)",
    "ac": r"armou?r class|armou?r|ac",
    "hd": r"hit dice|hit die|hd",
    "hp": r"hit points?",
    "bonus": r"(?:base )?attack bonus|to-?hit(?: bonus)?",
    "attacks": r"no\.? ?(?:of )?attacks?|number of attacks|attacks?|att|atk",
    "damage": r"damage ?/ ?attack|damage per attack|damage|dmg",
    "move": r"movement(?: rate)?|move|speed|mv",
    "saves": r"saves? as|saving throws?(?: as)?|saves?|sv",
    "morale": r"morale|ml",
    "alignment": r"alignment|al",
    "challenge": r"challenge level/xp",
    "xp": r"level ?/ ?x\.?p\.?(?: value)?|experience(?: points)?|xp value|xp",
    "number": r"no\.? ?app(?:earing|\.)?|no\.? ?enc(?:ountered|\.)?|number (?:appearing|encountered)",
    "treasure": r"treasure(?: types?| class)?|hoard(?: class)?",
    "shock": r"shock",
    "instinct": r"instinct|inst",
    "skill": r"skills?(?: bonus)?",
    "other": r"size|habitat|frequency|intelligence|wandering group|lair group|magic resistance|climate/terrain",
    "special": r"special(?: (?:attacks?|abilities|defen[cs]es?|qualities))?|abilities|notes?",
}
REPEATED = ("other", "special", "hp")  # labels of which a block may have several


def any_of(spellings: Mapping[str, str]) -> str:
    """Return a pattern with a group for each key."""
    return "|".join(f"(?P<{key}>{spelling})" for key, spelling in spellings.items())


ABBREVIATION_PATTERN = re.compile(any_of(ABBREVIATIONS))
LABEL_WORD_PATTERN = re.compile(
    rf"\b(?:{any_of(LABEL_WORDS).replace(' ', chr(92) + 's')})\b(?P<dot>\.?)(?P<colon> ?[:=])?", re.IGNORECASE
)
VALUE_PATTERNS = {  # what must follow a word without a colon
    "ac": r"[-+]?\s?[\[(]?\s?[+-]?\d|as [a-z]{4}|none\b",
    "saves": r"(?:as )?(?:(?:doom|death|poison|"
    r"[FCTDEHM] ?\d|D ?\d|NH\b|NM\b|fighter|cleric|thief|magic-user|dwarf|elf|halfling|normal|"
    r"0)|\d{1,2}\b(?! ?(?:hp|rounds?)))",
    "damage": r"\d|by weapon|as weapon|weapon|wpn",
    "attacks": r"\d|#|(?:as |by )?weapon|[a-z]{3,12} ?\(",
    "alignment": r"lawful|neutral|chaotic|any|[LNC]\b",
    "treasure": r"[A-Z]\b|none|nil|\d",
    "special": r"\0",
    "other": r"\0",
    "challenge": r"[\dA-Z]",
    "shock": r"\d|none|-|n/a|wpn|weapon",
    "move": r"[-+]?\s?[\[(]?\s?\d|(?:very )?(?:slow|normal|fast|near|far)\b",
}
ANY_NUMBER = r"[-+]?\s?[\[(]?\s?[+-]?\d|½|none\b"
SEPARATORS = ",;(\n:|[."
ENDS_OF_VALUES = tuple(")]'\"0123456789*")
# Labels that may follow a value with nothing between.
FOLLOWING = ("saves", "move", "morale", "attacks", "shock", "skill", "instinct", "damage")
LINE_LABEL = re.compile(r"^(?P<label>(?:[%#] ?)?[^\W\d_][\w .,/%&'()-]{1,32}?) ?:+ ?(?=\S)", re.MULTILINE)


class Label(NamedTuple):
    """A label in a text, and where it is."""

    key: str
    start: int
    end: int
    spelling: str
    colon: bool


# --- labels that stand alone


def normalize_label(text: str) -> str:
    """Return a label in small letters, its words apart: armorClass, hit_dice, "NO. OF ATTACKS:"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text[:60])
    plain = unicodedata.normalize("NFKD", apart).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", plain.lower()).split())


@cache
def key_of_label(text: str) -> str:
    """Return the key that a label stands for, or nothing."""
    words = normalize_label(text)
    if text.strip() == "#":
        return "number"
    return KEY_OF_SPELLING.get(words) or RUN_TOGETHER.get(words.replace(" ", ""), "")


def fight_label(text: str) -> str:
    """Return the key of a label that a fight reads, or nothing."""
    key = key_of_label(text)
    return key if key not in ("other", "special", "name") else ""


# --- labels in a text


def find_labels(text: str) -> list[Label]:
    """Return whatever may be a label, in order, none inside another."""
    found = sorted(
        {
            (label.start, label)
            for label in (*find_abbreviations(text), *find_label_words(text), *find_line_labels(text))
        },
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
        if key == "hd" and re.compile(r"\s?(?:AC|Armou?r)\b").match(text, found.end()):
            continue  # the end of a name: "Fly swarm 2 HD: AC 13"
        if found["colon"] or stands_as_label(text, found.start(), found.end(), key):
            yield Label(key, found.start(), found.end(), found[key], bool(found["colon"]))


def stands_as_label(text: str, start: int, end: int, key: str) -> bool:
    """Return whether a word is where a label would be: after a separator, and before a value."""
    before = text[max(0, start - 3) : start].rstrip(" ")[-1:]
    before = "," if text[max(0, start - 3) : start] == " - " else before
    value = re.compile(rf"\s?(?:{VALUE_PATTERNS.get(key, ANY_NUMBER)})", re.IGNORECASE)
    after_value = before in ENDS_OF_VALUES and key in FOLLOWING and text[start : start + 1].isupper()
    return (not before or before in SEPARATORS or after_value) and bool(value.match(text, end))


def find_line_labels(text: str) -> Iterator[Label]:
    """Find the labels that begin a line and end with a colon, those that a fight doesn't read too."""
    for found in LINE_LABEL.finditer(text):
        if key := key_of_label(found["label"]):
            if key != "name" or found["label"].lower() in ("name", "monster", "creature", "monster name"):
                yield Label(key, found.start(), found.end(), found["label"], True)
