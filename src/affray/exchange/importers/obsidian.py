"""Read Obsidian's blocks: stat blocks of Fantasy Statblocks, and encounters of Initiative Tracker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.engine.vocabulary import TAGS
from affray.exchange.importers import blocks, reference, specials, values
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.creatures import (
    EFFECT_PREFIX,
    ENTRY_KEYS,
    EXTRA_KEYS,
    Creature,
    Field,
    Page,
    dump_effect,
    kind_of,
    shorten,
)
from affray.exchange.importers.drafts import Draft, add_sentences, finish_creature
from affray.exchange.importers.text import TAG_PATTERN, as_integer, as_text, clean, join_doubts, singularize
from affray.exchange.importers.values import ParsedValue, convert_armour

KEY_SPELLINGS = {
    "ac": ("ac", "armor class", "armour class"),
    "aac": ("aac", "ascending ac", "ascending armor class"),
    "hd": ("hd", "hit dice", "hitdice"),
    "hp": ("hp", "hit points"),
    "thac0": ("thac0",),
    "bonus": ("bonus", "ab", "bab", "attack bonus"),
    "attacks": ("attacks", "att", "attack", "atk"),
    "damage": ("damage", "dmg"),
    "move": ("move", "movement", "mv", "speed"),
    "saves": ("saves", "sv", "save as", "saving throws"),
    "morale": ("morale", "ml"),
    "alignment": ("alignment", "al"),
    "xp": ("xp", "xp value"),
    "number": ("number", "na", "number appearing", "no appearing", "no. appearing"),
    "treasure": ("treasure", "tt", "treasure type"),
    "shock": ("shock",),
    "instinct": ("instinct", "inst"),
    "skill": ("skill",),
}
KEY_GRAMMAR = {
    **blocks.ONE_LINE_GRAMMAR,
    "shock": blocks.parse_shock,
    "instinct": blocks.WITHOUT_NUMBER_GRAMMAR["instinct"],
    "skill": blocks.WITHOUT_NUMBER_GRAMMAR["skill"],
}
SENTENCE_KEYS = tuple(
    "traits|actions|reactions|legendary actions|bonus actions|mythic actions|special abilities|special|specials|"
    "abilities|notes|desc|description".split("|")
)
IGNORED_KEYS = tuple(
    "name layout image statblock size type subtype stats modifier monster creature bestiary extends dice render note "
    "token columns statblock-link path id effects tags".split()
)
OWN_KEYS = tuple(
    dict.fromkeys(key for key in (*ENTRY_KEYS, *NUMBERS, *EXTRA_KEYS) if key not in KEY_SPELLINGS)
)  # keys an entry has itself
INTEGER_KEYS = tuple(
    "fly|swim|led|pack|in pack|against fire|regenerates|breaths|turns undead|turned as|dive|hatred|daylight|"
    "surprise".split("|")
)
LARGER_SIZES = {"huge": "large", "gargantuan": "large"}
STATBLOCK_KEYS = {"ac", "aac", "hp", "hit dice", "hd", "thac0", "stats", "layout"}


def is_statblock(data: Mapping[str, Any]) -> bool:
    keys = {normalize_key(key) for key in data}
    return bool({"name", "monster", "creature"} & keys) and bool(STATBLOCK_KEYS & keys)


def normalize_key(key: str) -> str:
    return str(key).replace("_", " ").strip().lower()


def read_statblock(data: Mapping[str, Any], original: str, format: str = "statblock", doubt: str = "") -> Creature:
    """Read one creature of keys and values."""
    found = {normalize_key(key): value for key, value in list(data.items())[:400]}
    name = as_text(found.get("name") or found.get("monster") or found.get("creature"), 60)
    draft = Draft(format, clean(name).text.strip(), original)
    draft.doubts += [doubt] if doubt else []
    for key, spellings in KEY_SPELLINGS.items():
        for spelling in spellings:
            if found.get(spelling) is not None and key not in ("attacks", "damage"):
                draft.add_value(parse_value(key, spelling, found[spelling]))
                break
    add_attacks(draft, found)
    add_type(draft, found)
    add_own_keys(draft, found)
    add_traits(draft, found)
    return finish_creature(draft)


def parse_value(key: str, spelling: str, value: Any) -> ParsedValue:
    """Read the value of a key that a stat line has as well."""
    text = clean(as_text(value)).text
    piece = f"{spelling}: {as_text(value, 200)}"
    if key == "hp":
        return (
            ParsedValue((), (), (hp,)) if (hp := as_integer(value)) and hp > 0 else values.parse_hit_points(text, piece)
        )
    if key == "saves" and isinstance(value, list):
        text = (
            " ".join(
                f"{str(k)[:1].upper()}{as_text(v)}" for each in value if isinstance(each, dict) for k, v in each.items()
            )
            or text
        )
    if key == "saves" and isinstance(value, dict):
        text = " ".join(f"{str(k)[:1].upper()}{as_text(v)}" for k, v in value.items())
    if key == "move" and not re.search(r"\(", text) and re.search(r"\bft\b", text):
        return doubt_first_field(values.parse_round_movement(text, piece), "taken as the rate of a round")
    return KEY_GRAMMAR[key](text, piece)


def doubt_first_field(read: ParsedValue, why: str) -> ParsedValue:
    """Add a doubt to the first field of a value."""
    first, *rest = read.fields or (None,)
    return (
        read
        if first is None
        else read._replace(fields=(Field(first.key, first.value, first.text, join_doubts(first.doubt, why)), *rest))
    )


def add_attacks(draft: Draft, found: Mapping[str, Any]) -> None:
    attack = next((found[key] for key in KEY_SPELLINGS["attacks"] if found.get(key) is not None), None)
    damage = next((found[key] for key in KEY_SPELLINGS["damage"] if found.get(key) is not None), None)
    if attack is None and damage is None:
        return
    text = ", ".join(format_attack_row(each) for each in attack) if isinstance(attack, list) else as_text(attack) or "1"
    draft.attack_text = shorten(f"attacks: {text}" + (f" damage: {as_text(damage)}" if damage is not None else ""), 200)
    draft.routines = parse_routines(clean(text).text, clean(as_text(damage)).text if damage is not None else "")


def format_attack_row(each: Any) -> str:
    """Return an attack of a list as text: a text, or a mapping of name and damage."""
    if not isinstance(each, dict):
        return as_text(each, 200)
    low = {normalize_key(key): value for key, value in each.items()}
    name, dice = as_text(low.get("name"), 40), as_text(low.get("damage") or low.get("desc"), 100)
    return f"{as_text(low.get('count') or low.get('times'), 4)} {name} ({dice})".strip() if dice else name


def add_type(draft: Draft, found: Mapping[str, Any]) -> None:
    """Add size and type as tags if rules know these words, else as a note."""
    text = " ".join(as_text(found.get(key), 80) for key in ("size", "type", "subtype", "tags")).lower()
    found_in = re.findall(f"{TAG_PATTERN}|huge|gargantuan", text)
    tags = " ".join(dict.fromkeys(word for each in found_in if (word := LARGER_SIZES.get(each, each)) in TAGS))
    if tags:
        draft.add_field(Field("tags", tags, shorten(text)))
    strange = as_text(found.get("type"), 80)
    if strange and not re.search(TAG_PATTERN, strange.lower()):
        draft.notes.append(f"Type: {strange}")


def add_own_keys(draft: Draft, found: Mapping[str, Any]) -> None:
    """Add the keys that an entry has itself, effects too; unknown keys are notes."""
    for key, value in found.items():
        if value is None or value == "":
            continue
        if key in OWN_KEYS:
            draft.add_field(make_own_field(key, value))
        elif (
            key not in IGNORED_KEYS
            and key not in SENTENCE_KEYS
            and not any(key in alike for alike in KEY_SPELLINGS.values())
            and as_text(value)
        ):
            draft.notes.append(f"{key.capitalize()}: {shorten(as_text(value), 160)}")
    rows = found.get("effects")
    for name, row in list(rows.items())[:20] if isinstance(rows, dict) else ():
        if isinstance(row, dict):
            draft.add_field(Field(EFFECT_PREFIX + str(name)[:60], dump_effect(row), f"effects: {name}"))


def make_own_field(key: str, value: Any) -> Field:
    text = f"{key}: {as_text(value, 120)}"
    if isinstance(value, bool):
        return Field(key, value, text)
    if key in INTEGER_KEYS or (key in NUMBERS and key not in ("shock", "hd", "saves", "damage")):
        number = as_integer(value)
        return Field(key, number if number is not None else 0, text, "" if number is not None else "not a number")
    return Field(key, clean(as_text(value, 200)).text.strip(), text)


def add_traits(draft: Draft, found: Mapping[str, Any]) -> None:
    """Read traits and actions: as attacks if nothing else says them, else as sentences."""
    without_attacks = draft.routines is None
    routines = AttackRoutines()
    for key in SENTENCE_KEYS:
        for name, text in list_traits(found.get(key)):
            if add_labelled_trait(draft, name, text):
                continue
            action = parse_action(name, clean(text).text) if without_attacks and key == "actions" else None
            if action and action.modes:
                routines.modes = [[*(routines.modes[0] if routines.modes else []), *action.modes[0]]]
                routines.doubts += action.doubts
                draft.attack_text = shorten(f"{draft.attack_text} {name}: {text}".strip(), 300)
            else:
                sentence = f"{name}: {text}" if name and text else name or text
                add_text(draft, sentence)
    if without_attacks and routines.modes:
        draft.routines = routines


def add_labelled_trait(draft: Draft, name: str, text: str) -> bool:
    """Read a trait with the name of a label as that label; return whether it was one."""
    key = next((key for key, alike in KEY_SPELLINGS.items() if normalize_key(name) in alike), "")
    if not key or key in ("attacks", "damage", "skill") or len(text) > 120:
        return False
    draft.add_value(parse_value(key, name, text))
    return True


def list_traits(value: Any) -> list[tuple[str, str]]:
    """Return the names and texts of traits."""
    if isinstance(value, list):
        return [pair for each in value[:60] for pair in list_traits(each)]
    if isinstance(value, dict):
        low = {normalize_key(key): each for key, each in value.items()}
        name, text = (
            as_text(low.get("name"), 80),
            as_text(low.get("desc") or low.get("content") or low.get("description")),
        )
        return [(clean(name).text.strip(" .:" if text else " :"), text.strip())] if name or text else []
    return [("", sentence) for sentence in blocks.split_sentences(as_text(value))] if value else []


def add_text(draft: Draft, text: str) -> None:
    """Read a text as a whole; if that says nothing known, sentence by sentence."""
    if specials.parse_sentence(text)[1]:
        add_sentences(draft, [text])
    else:
        add_sentences(draft, list(blocks.split_sentences(text)))


ACTION_DAMAGE = r"\d{1,2}d\d{1,3}(?:\s?[+-]\s?\d{1,3})?"


def parse_action(name: str, text: str) -> AttackRoutines | None:
    """Read an attack: Bite. Melee Weapon Attack: +4 to hit. Hit: 5 (1d6 + 2) damage. Or just: bite, 1d6."""
    dice = re.search(ACTION_DAMAGE, text)
    if not dice or len(text) > 400 or re.search(r"\bbreath|\bcone\b|\bspell", f"{name} {text}", re.IGNORECASE):
        return None
    bonus = re.search(r"([+-]\d{1,2}) to hit", text)
    plain = bool(re.fullmatch(rf"[\s(]{{0,3}}{ACTION_DAMAGE}[^.]{{0,60}}", text))
    many = re.match(r"(\d{1,2})\s?[×x]?\s", name)
    called = name[many.end() :] if many else name
    body = text.strip(" ().") if plain else dice[0]
    found = parse_routines(
        " ".join([many[1] if many else "1", called or "strike", bonus[1] if bonus else "", f"({body})"])
    )
    over = text[dice.end() :].strip(" ).,\n")
    if not plain and over and not re.fullmatch(r"\w{0,20} ?damage", over):
        found.doubts.append(f"of {name} only the damage was read")
    return found


# --- Initiative Tracker

HIDDEN_FLAGS = ("hidden", "hide", "invisible")
FRIENDLY_FLAGS = ("friendly", "friend", "ally", "allied")
CREATURE_FLAGS = (*HIDDEN_FLAGS, *FRIENDLY_FLAGS)
COUNT_DICE = re.compile(r"\d{1,3}|\d{0,2}d\d{1,3}(?:[+-]\d{1,3})?")
MOST_ROWS = 200


def read_encounter(data: Mapping[str, Any], wrong: str) -> Page:
    """Read an encounter; `wrong` says what was wrong with its YAML."""
    low = {str(key).strip().lower(): value for key, value in data.items()}
    listed = low.get("creatures")
    rows = listed if isinstance(listed, list) else [listed] if listed else []
    found = [creature for row in rows[:MOST_ROWS] for creature in read_row(row)]
    players, doubts = read_players(low.get("players"))
    strange = [
        f"{key}: {as_text(low[key], 80)}"
        for key in low
        if key not in ("name", "creatures", "players", "party", "hide", "xp", "rollhp", "rollHP")
    ]
    lost = [as_text(row, 200) for row in rows if not list(read_row(row))]
    return Page(tuple(found), tuple(players), (*strange, *lost), tuple(d for d in (wrong, *doubts) if d))


def read_players(value: Any) -> tuple[list[dict[str, Any]], list[str]]:
    if value is None or value is False or as_text(value).strip().lower() in ("none", "false", ""):
        return [], []
    if value is True or as_text(value).strip().lower() == "true":
        return [], ["players: who they are stands in the settings of the other tool"]
    names = [clean(as_text(name, 60)).text.strip() for name in (value if isinstance(value, list) else [value])[:60]]
    doubts = [f"{name}: nothing but a name is told; fighter of level 1 guessed" for name in names if name]
    return [{"name": name, "class": "fighter"} for name in names if name], doubts


def read_row(row: Any, count: str = "") -> Iterator[Creature]:
    """Read one row: a text, a list, a mapping with keys, or a count and one of these."""
    if isinstance(row, dict) and len(row) == 1 and COUNT_DICE.fullmatch(str(next(iter(row))).strip()):
        ((many, inner),) = row.items()
        yield from read_row(inner, str(many).strip())
    elif isinstance(row, dict):
        yield from read_mapping_row(row, count)
    elif isinstance(row, list):
        yield from read_list_row(row, count)
    elif row is not None and as_text(row).strip():
        text = clean(as_text(row, 400)).text.strip()
        if found := re.match(rf"({COUNT_DICE.pattern})\s?[:×x]?\s+(?=[A-Za-z\[])", text):
            count, text = count or found[1], text[found.end() :]
        yield from read_list_row([part.strip() for part in text.strip("[]").split(",")], count)


def read_mapping_row(row: Mapping[str, Any], count: str) -> Iterator[Creature]:
    low = {str(key).strip().lower(): value for key, value in row.items()}
    name = as_text(low.get("creature") or low.get("name") or low.get("monster"), 60)
    alias = as_text(low.get("name"), 60) if low.get("creature") else ""
    flags = [flag for flag in CREATURE_FLAGS if low.get(flag) is True]
    if name:
        numbers = [low.get("hp"), low.get("ac"), low.get("mod") or low.get("modifier"), low.get("xp")]
        yield make_creature(
            name, alias, numbers, flags, count or as_text(low.get("count") or low.get("number"), 8), as_text(row, 300)
        )


def read_list_row(row: list[Any], count: str) -> Iterator[Creature]:
    """Read name, hp, ac, modifier, xp and flags; the name may be a list of kind and own name."""
    parts = [inner for part in row for inner in ([part] if not isinstance(part, list) or part is row[0] else part)]
    head, *rest = parts or [""]
    names = [as_text(each, 60) for each in head] if isinstance(head, list) else [as_text(head, 60)]
    flags = [as_text(part, 20).strip().lower() for part in rest if as_text(part, 20).strip().lower() in CREATURE_FLAGS]
    others = [part for part in rest if as_text(part, 20).strip().lower() not in CREATURE_FLAGS]
    if (
        others
        and as_integer(others[0]) is None
        and len(names) == 1
        and as_text(others[0], 60).strip()
        and not re.search(r"\d", as_text(others[0]))
    ):
        names.append(as_text(others.pop(0), 60))
    name = names[0].strip("[]").partition("|")[0]
    if re.search(r"[^\W\d_]", name):
        yield make_creature(
            name, names[1].strip("[]") if len(names) > 1 else "", others, flags, count, as_text(row, 300)
        )


def make_creature(name: str, alias: str, numbers: list[Any], flags: list[str], count: str, text: str) -> Creature:
    draft = Draft("encounter", clean(name).text.strip(), text, "" if count == "1" else count)
    hp, ac, modifier, xp = (as_integer(n) for n in (*numbers, None, None, None, None)[:4])
    strange = [
        as_text(n, 40)
        for n, read in zip(numbers, (hp, ac, modifier, xp), strict=False)
        if read is None and as_text(n).strip()
    ]
    draft.doubts += [
        f"“{each}” was not understood"
        for each in (*strange, *(as_text(n, 40) for n in numbers[4:] if as_text(n).strip()))
    ]
    draft.hp = (hp,) if hp and hp > 0 else ()
    draft.hidden, draft.friendly = any(f in HIDDEN_FLAGS for f in flags), any(f in FRIENDLY_FLAGS for f in flags)
    draft.notes += ([f"Called {alias.strip()}."] if alias.strip() else []) + (
        [f"Initiative {modifier:+d}."] if modifier else []
    )
    kind = find_book_kind(draft.name)
    if kind and ac in (None, reference.monsters()[kind]["ac"], 19 - reference.monsters()[kind]["ac"]):
        return replace(without_fields(draft), name=draft.name if kind_of(draft.name) == kind else kind.capitalize())
    if kind:
        return with_book_fields(draft, kind, ac, xp)
    if ac is not None:
        draft.add_field(make_armour_field(ac, text))
    if xp is not None:
        draft.add_field(Field("xp", xp, text))
    return finish_creature(draft)


def find_book_kind(name: str) -> str:
    """Return the default book's word for a creature, or nothing."""
    word = kind_of(name)
    return next((each for each in (word, singularize(word)) if each in reference.monsters()), "")


def make_armour_field(ac: int, text: str) -> Field:
    value, doubt = convert_armour(ac, False) or (9, "")
    return Field("ac", value, text, doubt or f"{ac} is taken as descending")


def without_fields(draft: Draft) -> Creature:
    """Return a monster of the book as it is there: without fields."""
    return Creature(
        draft.name,
        (),
        tuple(draft.notes),
        draft.text,
        draft.format,
        tuple(draft.doubts),
        draft.count,
        draft.hp,
        draft.hidden,
        draft.friendly,
    )


def with_book_fields(draft: Draft, kind: str, ac: int | None, xp: int | None) -> Creature:
    """Return a monster of the book with numbers of its own."""
    own = [make_armour_field(ac, draft.text)] if ac is not None else []
    own += [Field("xp", xp, draft.text)] if xp is not None else []
    own_keys = {field.key for field in own}
    book = [Field(key, value) for key, value in reference.monsters()[kind].items() if key not in own_keys]
    return replace(without_fields(draft), fields=(*own, *book))
