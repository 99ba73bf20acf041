"""Read Obsidian's blocks: stat blocks of Fantasy Statblocks, and encounters of Initiative Tracker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.engine.vocabulary import TAGS
from affray.exchange.importers import lines, reference, specials, values
from affray.exchange.importers.attacks import AttackRoutines, parse_routines
from affray.exchange.importers.blocks import Segment, StatBlock, split_name, split_sentences
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
from affray.exchange.importers.labels import fight_label, key_of_label, normalize_label
from affray.exchange.importers.text import TAG_PATTERN, as_integer, as_text, clean, singularize
from affray.exchange.importers.values import ParsedValue, convert_armour

SENTENCE_KEYS = tuple(
    "traits|actions|reactions|legendary actions|bonus actions|mythic actions|special abilities|special|specials|"
    "abilities|notes|desc|description".split("|")
)
IGNORED_KEYS = tuple(
    "name layout image statblock size type subtype stats modifier monster creature bestiary extends dice render note "
    "token columns statblock-link path id effects tags".split()
)
LINE_LABELS = tuple(
    "ac aac hd hp thac0 bonus move fly swim saves morale alignment xp number treasure shock instinct skill".split()
)
OWN_KEYS = tuple(
    dict.fromkeys(key for key in (*ENTRY_KEYS, *NUMBERS, *EXTRA_KEYS) if key not in (*LINE_LABELS, "attacks", "damage"))
)  # keys an entry has itself
INTEGER_KEYS = tuple(
    "fly|swim|led|pack|in pack|against fire|regenerates|breaths|turns undead|turned as|dive|hatred|daylight|"
    "surprise".split("|")
)
LARGER_SIZES = {"huge": "large", "gargantuan": "large"}
NESTED_KEYS = tuple(
    "stats statistics statblock attributes system data combat defense defence details stat block".split()
)
NAME_KEYS = ("name", "monster", "creature", "title", "monster name", "nom")
SAVE_ORDER = (
    ("death", "doom", "poison", "d", "death poison", "dp", "death ray", "mort"),
    ("wand", "wands", "ray", "w", "magic wands", "rod", "device", "r"),
    ("paralysis", "paralyze", "paralyzation", "hold", "petrification", "p", "paralysis petrify", "pp", "h"),
    ("breath", "blast", "b", "breath attacks", "dragon breath", "breath attack", "ba"),
    ("spell", "spells", "s", "spells rods staves", "staff", "rods staves spells", "magic", "srs"),
)


SAVE_NAMES = {name for names in SAVE_ORDER for name in names if len(name) > 2}


def is_statblock(data: Mapping[str, Any]) -> bool:
    """Return whether a mapping has a name and at least two numbers of a stat block."""
    found = flatten(data)
    keys = {fight_label(key) for key, value in found.items() if value not in (None, "", [], {})} - {""}
    strong = keys & {"ac", "aac", "hd", "hp", "thac0"}
    return any(key in found for key in NAME_KEYS) and bool(strong) and (len(keys) >= 2 or "layout" in found)


def flatten(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of a mapping with those of its nested stats."""
    found = {normalize_key(key): value for key, value in list(data.items())[:400]}
    for key in NESTED_KEYS:
        inner = found.get(key)
        if isinstance(inner, dict):
            found = {**{normalize_key(k): v for k, v in list(inner.items())[:200]}, **found}
    return found


def normalize_key(key: str) -> str:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", str(key)[:80])
    return " ".join(apart.replace("_", " ").strip().lower().split())


def read_statblock(data: Mapping[str, Any], original: str, format: str = "statblock", doubt: str = "") -> Creature:
    """Read one creature of keys and values."""
    found = flatten(data)
    name = as_text(next((found[key] for key in NAME_KEYS if found.get(key)), ""), 60)
    name, count, header = split_name(clean(name).text.strip())
    draft = Draft(format, name, original, count, header)
    draft.doubts += [doubt] if doubt else []
    segments = [
        s._replace(key="hd") if s.key == "hp" and lines.HIT_POINT_DICE.match(s.value) and not has_hit_dice(found) else s
        for s in list_segments(found)
    ]
    grammar = lines.SHOCK_GRAMMAR | lines.GRAMMARS[lines.find_game(StatBlock(name, "", "", tuple(segments), (), ""))]
    for segment in segments:
        if segment.key in grammar:
            draft.add_value(grammar[segment.key](segment.value, segment.piece))
            draft.asked.add(segment.key)
    add_attacks(draft, {segment.key: segment for segment in segments})
    add_type(draft, found)
    add_own_keys(draft, found)
    add_traits(draft, found)
    return finish_creature(draft)


def has_hit_dice(found: Mapping[str, Any]) -> bool:
    return any(key_of_label(key) == "hd" and value not in (None, "") for key, value in found.items())


def list_segments(found: Mapping[str, Any]) -> Iterator[Segment]:
    """Yield what a stat line has as well, each label once."""
    seen = set[str]()
    plain = [key for key in found if key not in NUMBERS or key == "hd"]
    for key in (*plain, *(key for key in found if key not in plain)):
        label, value = key_of_label(key), found[key]
        text = clean(text_of_value(label, value)).text.strip()
        known = label in LINE_LABELS or label in ("attacks", "damage")
        if known and label not in seen and text and not (label == "treasure" and isinstance(value, dict)):
            seen.add(label)
            yield Segment(label, text, f"{key}: {as_text(value, 200)}", key)
        elif label == "other":
            yield Segment("other", as_text(value, 80), "", key)
    loose = [(key, value) for key, value in found.items() if key in SAVE_NAMES]
    if "saves" not in seen and (text := five_of_names(dict(loose))):
        seen.add("saves")
        yield Segment("saves", text, ", ".join(f"{key} {as_text(value)}" for key, value in loose), "saves")
    named = [(key.removeprefix("save "), value) for key, value in found.items() if key.startswith("save ")]
    if "saves" not in seen and (text := five_of_names(dict(named))):
        yield Segment("saves", text, ", ".join(f"{key} {as_text(value)}" for key, value in named), "saves")


def text_of_value(label: str, value: Any) -> str:
    """Return the value of a key as a stat line writes it."""
    if label == "saves":
        return text_of_saves(value)
    if label == "attacks" and isinstance(value, list):
        return ", ".join(format_attack_row(each) for each in value)
    if label == "damage" and isinstance(value, list):
        return "/".join(as_text(each, 40) for each in value)
    if label == "move" and isinstance(value, dict):
        return text_of_rates(value)
    if isinstance(value, dict):
        low = {normalize_key(key): each for key, each in value.items()}
        inner = next(
            (low[k] for k in ("value", "descending", "base", "formula", "max", "hd") if low.get(k) is not None), None
        )
        also = low.get("ascending")
        if inner is not None or also is not None:
            return f"{as_text(inner)} {f'[{as_text(also)}]' if also is not None else ''}".strip()
    return as_text(value)


def text_of_rates(value: Mapping[str, Any]) -> str:
    """Return the rates of a mapping as a stat line writes them: 60, fly 180."""
    low = {normalize_key(key): as_text(each, 20) for key, each in value.items()}
    base = next((low[key] for key in ("base", "value", "walk", "ground", "land", "turn", "normal") if low.get(key)), "")
    others = [f"{key} {low[key]}" for key in ("fly", "swim") if low.get(key) and low[key] != "0"]
    return ", ".join(each for each in (base, *others) if each) or as_text(value)


def text_of_saves(value: Any) -> str:
    """Return saves of a list or a mapping as five numbers with letters."""
    if isinstance(value, list):
        pairs = {str(k): v for each in value if isinstance(each, dict) for k, v in each.items()}
        names = {
            str(each.get("name")): each.get("value", each.get("modifier")) for each in value if isinstance(each, dict)
        }
        return five_of_names(pairs) or five_of_names(names) or as_text(value)
    if isinstance(value, dict):
        return five_of_names(value) or as_text(value)
    return as_text(value)


def five_of_names(named: Mapping[Any, Any]) -> str:
    """Return D12 W13 P14 B15 S16 of saves by name; their letters where they are Dolmenwood's."""
    low = {normalize_label(str(key)): text_of_value("", value) for key, value in named.items()}
    five = [next((low[name] for name in names if low.get(name)), "") for names in SAVE_ORDER]
    if not all(re.fullmatch(r"\d{1,2}", each) for each in five):
        return ""
    letters = "DRHBS" if {"doom", "hold"} & set(low) else "DWPBS"
    return " ".join(f"{letter}{number}" for letter, number in zip(letters, five, strict=True))


def parse_value(key: str, spelling: str, value: Any) -> ParsedValue:
    """Read the value of a key that a stat line has as well."""
    text = clean(text_of_value(key, value)).text
    piece = f"{spelling}: {as_text(value, 200)}"
    if key == "hp":
        return (
            ParsedValue((), (), (hp,)) if (hp := as_integer(value)) and hp > 0 else values.parse_hit_points(text, piece)
        )
    return lines.ONE_LINE_GRAMMAR[key](text, piece)


def add_attacks(draft: Draft, found: Mapping[str, Segment]) -> None:
    attack, damage = found.get("attacks"), found.get("damage")
    if attack is None and damage is None:
        return
    text, dealt = attack.value if attack else "1", damage.value if damage else ""
    if re.search(r"\d?d\d", text):
        dealt = ""  # each attack has its own
    draft.attack_text = shorten(f"attacks: {text}" + (f" damage: {dealt}" if dealt else ""), 200)
    draft.routines = parse_routines(clean(text).text, clean(dealt).text)


ATTACK_COUNT_KEYS = ("count", "times", "number", "quantity", "qty", "attacks", "num")


def format_attack_row(each: Any) -> str:
    """Return an attack of a list as text: a text, or a mapping of name and damage."""
    if not isinstance(each, dict):
        return as_text(each, 200)
    low = {normalize_key(key): value for key, value in each.items()}
    name = as_text(low.get("name") or low.get("attack") or low.get("type") or low.get("weapon"), 40)
    if len(low) == 1 and re.match(r"\d{0,2}d?\d", as_text(next(iter(low.values())), 40)):
        return f"{next(iter(low))} ({as_text(next(iter(low.values())), 40)})"  # bite: 1d6
    dice = as_text(low.get("damage") or low.get("dmg") or low.get("damage dice") or low.get("desc"), 100)
    many = next((as_text(low[key], 4) for key in ATTACK_COUNT_KEYS if low.get(key)), "")
    plus = as_text(low.get("bonus") or low.get("to hit") or low.get("attack bonus"), 4)
    plus = f" {plus if plus[0] in '+-' else f'+{plus}'}" if plus and re.fullmatch(r"[+-]?\d+", plus) else ""
    return f"{many} {name}{plus} ({dice})".strip() if dice else f"{many} {name}".strip()


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
        number = key in NUMBERS and not (fight_label(key) and as_integer(value) is None)
        if key in OWN_KEYS and (number or not (fight_label(key) or draft.get(key) or key == "tags")):
            draft.add_field(make_own_field(key, value))
        elif (
            key not in IGNORED_KEYS
            and key not in SENTENCE_KEYS
            and key not in (*NESTED_KEYS, *NAME_KEYS)
            and not (fight_label(key) or key.startswith("save "))
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
    key = key_of_label(name)
    if key not in LINE_LABELS or key in ("skill", "hp") or len(text) > 120:
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
    return [("", sentence) for sentence in split_sentences(as_text(value))] if value else []


def add_text(draft: Draft, text: str) -> None:
    """Read a text as a whole; if that says nothing known, sentence by sentence."""
    if specials.parse_sentence(text)[1]:
        add_sentences(draft, [text])
    else:
        add_sentences(draft, list(split_sentences(text)))


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
    if re.search(r"\b(?:melee|ranged) (?:weapon )?attack", text, re.IGNORECASE):
        found.doubts.append("this is how the fifth edition writes attacks")
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
