"""Creatures that stand as keys and values: Fantasy Statblocks' YAML and JSON, and what the other data forms share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from affray.engine.encounter import NUMBERS
from affray.engine.vocabulary import TAGS
from affray.exchange.importers import blocks, effects, lines, moving, values
from affray.exchange.importers.attacks import Routines, routines
from affray.exchange.importers.cleaning import clean
from affray.exchange.importers.creature import EFFECT, KEPT, KEYS, Creature, Field, shortened
from affray.exchange.importers.finishing import Draft, finished, hear
from affray.exchange.importers.speech import TAG
from affray.exchange.importers.structured import whole, words
from affray.exchange.importers.taking import joined
from affray.exchange.importers.values import Read

ALIKE = {
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
GRAMMAR = {
    **lines.ONE_LINE,
    "shock": lines.shock,
    "instinct": lines.WITHOUT_NUMBER["instinct"],
    "skill": lines.WITHOUT_NUMBER["skill"],
}
SPOKEN = tuple(
    "traits|actions|reactions|legendary actions|bonus actions|mythic actions|special abilities|special|specials|"
    "abilities|notes|desc|description".split("|")
)
SILENT = tuple(
    "name layout image statblock size type subtype stats modifier monster creature bestiary extends dice render note "
    "token columns statblock-link path id effects tags".split()
)
OWN = tuple(dict.fromkeys(key for key in (*KEYS, *NUMBERS, *KEPT) if key not in ALIKE))  # keys an entry has itself
WHOLE_KEYS = tuple(
    "fly|swim|led|pack|in pack|against fire|regenerates|breaths|turns undead|turned as|dive|hatred|daylight|"
    "surprise".split("|")
)
BIG = {"huge": "large", "gargantuan": "large"}
MARKS = {"ac", "aac", "hp", "hit dice", "hd", "thac0", "stats", "layout"}


def like_statblock(data: Mapping[str, Any]) -> bool:
    keys = {plain_key(key) for key in data}
    return bool({"name", "monster", "creature"} & keys) and bool(MARKS & keys)


def plain_key(key: str) -> str:
    return str(key).replace("_", " ").strip().lower()


def statblock(data: Mapping[str, Any], original: str, form: str = "statblock", doubt: str = "") -> Creature:
    """One creature of keys and values."""
    found = {plain_key(key): value for key, value in list(data.items())[:400]}
    name = words(found.get("name") or found.get("monster") or found.get("creature"), 60)
    draft = Draft(form, clean(name).text.strip(), original)
    draft.doubts += [doubt] if doubt else []
    for key, spellings in ALIKE.items():
        for spelling in spellings:
            if found.get(spelling) is not None and key not in ("attacks", "damage"):
                draft.take(read_value(key, spelling, found[spelling]))
                break
    attack_keys(draft, found)
    tell_type(draft, found)
    own_keys(draft, found)
    speak(draft, found)
    return finished(draft)


def read_value(key: str, spelling: str, value: Any) -> Read:
    text = clean(words(value)).text
    piece = f"{spelling}: {words(value, 200)}"
    if key == "hp":
        return Read((), (), (hp,)) if (hp := whole(value)) and hp > 0 else values.hit_points(text, piece)
    if key == "saves" and isinstance(value, list):
        text = (
            " ".join(
                f"{str(k)[:1].upper()}{words(v)}" for each in value if isinstance(each, dict) for k, v in each.items()
            )
            or text
        )
    if key == "saves" and isinstance(value, dict):
        text = " ".join(f"{str(k)[:1].upper()}{words(v)}" for k, v in value.items())
    if key == "move" and not re.search(r"\(", text) and re.search(r"\bft\b", text):
        return doubted(moving.encounter_rates(text, piece), "taken as the rate of a round")
    return GRAMMAR[key](text, piece)


def doubted(read: Read, why: str) -> Read:
    first, *rest = read.fields or (None,)
    return (
        read
        if first is None
        else read._replace(fields=(Field(first.key, first.value, first.text, joined(first.doubt, why)), *rest))
    )


def attack_keys(draft: Draft, found: Mapping[str, Any]) -> None:
    attack = next((found[key] for key in ALIKE["attacks"] if found.get(key) is not None), None)
    damage = next((found[key] for key in ALIKE["damage"] if found.get(key) is not None), None)
    if attack is None and damage is None:
        return
    text = ", ".join(attack_text(each) for each in attack) if isinstance(attack, list) else words(attack) or "1"
    draft.attack_text = shortened(f"attacks: {text}" + (f" damage: {words(damage)}" if damage is not None else ""), 200)
    draft.routines = routines(clean(text).text, clean(words(damage)).text if damage is not None else "")


def attack_text(each: Any) -> str:
    """One of a list: a text, or a mapping of name and damage."""
    if not isinstance(each, dict):
        return words(each, 200)
    low = {plain_key(key): value for key, value in each.items()}
    name, dice = words(low.get("name"), 40), words(low.get("damage") or low.get("desc"), 100)
    return f"{words(low.get('count') or low.get('times'), 4)} {name} ({dice})".strip() if dice else name


def tell_type(draft: Draft, found: Mapping[str, Any]) -> None:
    """Size and type are tags where they are words that rules know; else a note."""
    text = " ".join(words(found.get(key), 80) for key in ("size", "type", "subtype", "tags")).lower()
    found_in = re.findall(f"{TAG}|huge|gargantuan", text)
    tags = " ".join(dict.fromkeys(word for each in found_in if (word := BIG.get(each, each)) in TAGS))
    if tags:
        draft.put(Field("tags", tags, shortened(text)))
    strange = words(found.get("type"), 80)
    if strange and not re.search(TAG, strange.lower()):
        draft.notes.append(f"Type: {strange}")


def own_keys(draft: Draft, found: Mapping[str, Any]) -> None:
    """Keys that an entry has itself, effects too; unknown ones are notes."""
    for key, value in found.items():
        if value is None or value == "":
            continue
        if key in OWN:
            draft.put(own_field(key, value))
        elif (
            key not in SILENT
            and key not in SPOKEN
            and not any(key in alike for alike in ALIKE.values())
            and words(value)
        ):
            draft.notes.append(f"{key.capitalize()}: {shortened(words(value), 160)}")
    rows = found.get("effects")
    for name, row in list(rows.items())[:20] if isinstance(rows, dict) else ():
        if isinstance(row, dict):
            draft.put(Field(EFFECT + str(name)[:60], effects.written(row), f"effects: {name}"))


def own_field(key: str, value: Any) -> Field:
    text = f"{key}: {words(value, 120)}"
    if isinstance(value, bool):
        return Field(key, value, text)
    if key in WHOLE_KEYS or (key in NUMBERS and key not in ("shock", "hd", "saves", "damage")):
        number = whole(value)
        return Field(key, number if number is not None else 0, text, "" if number is not None else "not a number")
    return Field(key, clean(words(value, 200)).text.strip(), text)


def speak(draft: Draft, found: Mapping[str, Any]) -> None:
    """Traits and actions: attacks where nothing else says them, else sentences."""
    told = draft.routines is None
    made = Routines()
    for key in SPOKEN:
        for name, text in speeches(found.get(key)):
            if labelled(draft, name, text):
                continue
            strike = action(name, clean(text).text) if told and key == "actions" else None
            if strike and strike.modes:
                made.modes = [[*(made.modes[0] if made.modes else []), *strike.modes[0]]]
                made.doubts += strike.doubts
                draft.attack_text = shortened(f"{draft.attack_text} {name}: {text}".strip(), 300)
            else:
                sentence = f"{name}: {text}" if name and text else name or text
                hear_text(draft, sentence)
    if told and made.modes:
        draft.routines = made


def labelled(draft: Draft, name: str, text: str) -> bool:
    """A trait that is called as a label of the line is that label."""
    key = next((key for key, alike in ALIKE.items() if plain_key(name) in alike), "")
    if not key or key in ("attacks", "damage", "skill") or len(text) > 120:
        return False
    draft.take(read_value(key, name, text))
    return True


def speeches(value: Any) -> list[tuple[str, str]]:
    if isinstance(value, list):
        return [pair for each in value[:60] for pair in speeches(each)]
    if isinstance(value, dict):
        low = {plain_key(key): each for key, each in value.items()}
        name, text = words(low.get("name"), 80), words(low.get("desc") or low.get("content") or low.get("description"))
        return [(clean(name).text.strip(" .:" if text else " :"), text.strip())] if name or text else []
    return [("", sentence) for sentence in blocks.sentences(words(value))] if value else []


def hear_text(draft: Draft, text: str) -> None:
    """The whole first; where it says nothing known, sentence by sentence."""
    from affray.exchange.importers import specials

    if specials.heard(text)[1]:
        hear(draft, [text])
    else:
        hear(draft, list(blocks.sentences(text)))


DAMAGE = r"\d{1,2}d\d{1,3}(?:\s?[+-]\s?\d{1,3})?"


def action(name: str, text: str) -> Routines | None:
    """Bite. Melee Weapon Attack: +4 to hit. Hit: 5 (1d6 + 2) damage. Or just: bite, 1d6."""
    dice = re.search(DAMAGE, text)
    if not dice or len(text) > 400 or re.search(r"\bbreath|\bcone\b|\bspell", f"{name} {text}", re.IGNORECASE):
        return None
    bonus = re.search(r"([+-]\d{1,2}) to hit", text)
    plain = bool(re.fullmatch(rf"[\s(]{{0,3}}{DAMAGE}[^.]{{0,60}}", text))
    many = re.match(r"(\d{1,2})\s?[×x]?\s", name)
    called = name[many.end() :] if many else name
    body = text.strip(" ().") if plain else dice[0]
    found = routines(" ".join([many[1] if many else "1", called or "strike", bonus[1] if bonus else "", f"({body})"]))
    over = text[dice.end() :].strip(" ).,\n")
    if not plain and over and not re.fullmatch(r"\w{0,20} ?damage", over):
        found.doubts.append(f"of {name} only the damage was read")
    return found
