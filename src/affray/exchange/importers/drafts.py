"""Put a creature together from what was read: work out halves, note contradictions, guess what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from affray.exchange.importers import reference, specials
from affray.exchange.importers.attacks import GUESSED_DAMAGE, AttackRoutines
from affray.exchange.importers.creatures import Creature, Field, key_order
from affray.exchange.importers.riders import effect_family
from affray.exchange.importers.text import join_doubts, quote_short
from affray.exchange.importers.values import ParsedValue, hit_dice_for

SPECIAL_WORDS = re.compile(
    r"\b(?:breath(?:es?)?|regenerat\w*|poison\w*|venom\w*|paraly[sz]\w*|(?:energy|level) drain|petrif\w*|to stone|"
    r"hugs?|sav(?:e|es|ing throw) (?:vs|versus|against)|immune|half damage|only by)\b",
    re.IGNORECASE,
)  # what would matter in a fight
THAC0_VARIES = 4  # between games with the same hit dice
NAMELESS = "nameless"
GUESSES = {"ac": 9, "move": 120, "morale": 7}
UNDEAD_RANKS = {1: 1, 2: 2, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 8}  # by hit dice


@dataclass
class Draft:
    """A creature while it is put together."""

    format: str
    name: str = ""
    text: str = ""
    count: str = ""
    header: str = ""
    fields: list[Field] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    hp: tuple[int, ...] = ()
    hidden: bool = False
    friendly: bool = False
    doubts: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)  # the labels of the block
    routines: AttackRoutines | None = None
    attack_text: str = ""

    def add_value(self, read: ParsedValue) -> None:
        """Add the fields, notes and hit points of a value."""
        for each in read.fields:
            self.add_field(each)
        self.notes += read.notes
        self.hp = self.hp or read.hp

    def add_field(self, new: Field) -> None:
        """Add a field; if the key is there already, keep the old one and doubt it where they differ."""
        old = self.get(new.key)
        if old is None:
            self.fields.append(new)
        elif new.key == "tags":
            both = " ".join(dict.fromkeys(f"{old.value} {new.value}".split()))
            self.fields[self.fields.index(old)] = replace(old, value=both, text=f"{old.text} {new.text}".strip())
        elif old.value != new.value:
            self.fields[self.fields.index(old)] = replace(
                old, doubt=join_doubts(old.doubt, f"{new.value} stands there too")
            )

    def get(self, key: str) -> Field | None:
        return next((each for each in self.fields if each.key == key), None)

    def value(self, key: str) -> str:
        found = self.get(key)
        return str(found.value) if found else ""

    def add_doubt(self, key: str, why: str) -> None:
        self.fields = [replace(f, doubt=join_doubts(f.doubt, why)) if f.key == key else f for f in self.fields]

    def set_value(self, key: str, value: int | str) -> None:
        self.fields = [replace(f, value=value) if f.key == key else f for f in self.fields]


def add_sentences(draft: Draft, sentences: Iterable[str]) -> None:
    """Add the sentences beside the line: what is understood as fields, the rest as notes."""
    for sentence in sentences:
        found, whole = specials.parse_sentence(sentence)
        for each in found:
            if each.key != "rider":
                draft.add_field(each)
        names = [str(each.value) for each in found if each.key == "rider"]
        homeless = bool(names) and not refine_effect(draft, names[0])
        if not whole or homeless:
            draft.notes.append(sentence)
        if homeless or (not found and SPECIAL_WORDS.search(sentence)):
            draft.remarks.append(f"a note, and no rule: {quote_short(sentence)}")


def refine_effect(draft: Draft, effect: str) -> bool:
    """Give an effect to all attacks with one of its family; return whether any attack took it."""
    if draft.routines is None:
        return False
    own = effect_family(effect)
    there = [attack for attack in draft.routines.attacks if attack.effect and effect_family(attack.effect) == own]
    if not there:
        return add_rider(draft.routines, effect)
    draft.routines.modes = [
        [replace(s, effect=effect, vague="") if s in there else s for s in mode] for mode in draft.routines.modes
    ]
    return True


def add_rider(routines: AttackRoutines, effect: str) -> bool:
    """Give an effect to the only attack there is; return whether there is just one."""
    if len(routines.attacks) != 1 or routines.attacks[0].effect:
        return False
    routines.modes = [[replace(routines.attacks[0], effect=effect)]]
    return True


def finish_creature(draft: Draft) -> Creature:
    """Return the creature of a draft."""
    settle_attacks(draft)
    settle_thac0(draft)
    settle_saves(draft)
    complete_from_book(draft)
    settle_undead(draft)
    fill_missing(draft)
    check_contradictions(draft)
    keep_within_bounds(draft)
    settle_name(draft)
    if draft.hp and draft.count.isdecimal() and len(draft.hp) > max(1, int(draft.count)):
        draft.doubts.append(f"{draft.count} of them, and hit points of {len(draft.hp)}")
    if len(draft.hp) > 1 and not draft.count:
        draft.count = str(len(draft.hp))
    if draft.value("hd").isdecimal():
        draft.set_value("hd", int(draft.value("hd")))
    notes = tuple(dict.fromkeys(note for note in draft.notes if note))
    return Creature(
        draft.name,
        tuple(sorted(draft.fields, key=key_order)),
        notes,
        draft.text,
        draft.format,
        tuple(dict.fromkeys(draft.doubts)),
        draft.count,
        draft.hp,
        draft.hidden,
        draft.friendly,
        tuple(dict.fromkeys(draft.remarks)),
    )


def settle_attacks(draft: Draft) -> None:
    """Add the attacks, and the attack bonus that is written beside them."""
    routines = draft.routines
    if routines is None or not routines.modes:
        return
    vague = [f"“{attack.vague}” is taken as {attack.effect}" for attack in routines.attacks if attack.vague]
    guesses = [GUESSED_DAMAGE] if any(GUESSED_DAMAGE in attack.doubts for attack in routines.attacks) else []
    doubt = "; ".join(each for each in routines.doubt().split("; ") if each != GUESSED_DAMAGE)
    remark = join_doubts(*guesses, *vague)
    draft.add_field(Field("attacks", routines.entry_text(), draft.attack_text, doubt, remark))
    draft.notes[:0] = routines.notes()
    bonuses = [attack.bonus for attack in routines.attacks if attack.bonus is not None]
    if bonuses and not draft.get("bonus") and not draft.get("thac0"):
        draft.add_field(Field("bonus", max(bonuses), draft.attack_text))


def settle_thac0(draft: Draft) -> None:
    """Turn an attack bonus into THAC0, or compare both."""
    bonus, thac0 = draft.get("bonus"), draft.get("thac0")
    if bonus is None:
        return
    draft.fields.remove(bonus)
    if thac0 is None:
        draft.fields.append(Field("thac0", 19 - int(bonus.value), bonus.text, bonus.doubt))
    elif int(thac0.value) + int(bonus.value) != 19:
        draft.add_doubt(
            "thac0", f"{thac0.value} and {int(bonus.value):+d} contradict each other: they should add up to 19"
        )


def settle_saves(draft: Draft) -> None:
    """Replace five numbers by the class and level that has them."""
    saves = draft.value("saves")
    if saves.count("/") == 4 and (who := reference.class_with_saves(saves, draft.value("hd"))):
        draft.set_value("saves", who)


BOOK_LINE = ("ac", "hd", "attacks", "move", "saves", "morale")
TRAITS = (
    *("fly", "swim", "tags", "breath", "breaths", "regenerates", "hug", "led", "pack", "in pack", "hates", "hatred"),
    *("daylight", "sees dark", "hurt by", "half by", "aura", "acts last", "dive", "surprise"),
)


def complete_from_book(draft: Draft) -> None:
    """Take from the book's creature of the same name what the block doesn't say, and say so."""
    kind = reference.find_monster(draft.name)
    if not kind:
        return
    row = reference.monsters()[kind]
    for key in (*BOOK_LINE, *TRAITS):
        said = draft.get(key) or key in draft.asked
        if key in row and not said and not (key in ("fly", "swim") and draft.get("move")):
            draft.add_field(Field(key, row[key], "", "", f"from the book's {kind}"))


def settle_undead(draft: Draft) -> None:
    """Give the undead a rank for turning."""
    if "undead" in draft.value("tags").split() and not draft.get("turned as") and draft.get("hd"):
        rank = UNDEAD_RANKS.get(max(1, reference.quarters_of(draft.value("hd")) // 4), 8)
        book = reference.monsters().get(reference.find_monster(draft.name), {})
        remark = "from the book" if "turned as" in book else "from the hit dice"
        draft.add_field(Field("turned as", book.get("turned as", rank), "", "", remark))


def fill_missing(draft: Draft) -> None:
    """Guess what a fight needs and the block doesn't say."""
    if not draft.get("hd"):
        hd, why = guess_hit_dice(draft)
        draft.add_field(Field("hd", hd, "", why))
    for key, guess in GUESSES.items():
        if not draft.get(key):
            add_guess(draft, key, guess, f"not given; {guess} guessed", key == "ac")
    if not draft.get("attacks"):
        add_guess(draft, "attacks", "weapon 1d6", "not given; weapon 1d6 guessed", True)
    if not draft.get("saves"):
        who = f"F{max(1, reference.quarters_of(draft.value('hd')) // 4)}"
        add_guess(draft, "saves", who, "" if draft.get("save") else f"not given; {who} from the hit dice", False)


def add_guess(draft: Draft, key: str, value: int | str, why: str, needed: bool) -> None:
    """Add a field that is missing: a doubt if the block needs it or has its label, else a remark."""
    asked = needed or key in draft.asked
    draft.add_field(Field(key, value, "", why if asked else "", "" if asked else why))


def guess_hit_dice(draft: Draft) -> tuple[str, str]:
    if draft.hp:
        return hit_dice_for(min(draft.hp)), f"not given; guessed from {min(draft.hp)} hp"
    thac0 = draft.value("thac0")
    rows = [row for row, value in reference.default_table("thac0").items() if row.isdecimal() and value == thac0]
    return (rows[0], f"not given; guessed from THAC0 {thac0}") if rows else ("1", "not given; 1 guessed")


def check_contradictions(draft: Draft) -> None:
    """Compare hit dice, THAC0 and saves with each other."""
    hd, saves = draft.value("hd"), draft.value("saves")
    expected = reference.thac0_of(hd, draft.value("fights as"))
    thac0 = draft.get("thac0")
    varies = 1 if thac0 and re.search(r"\d\s?\[", thac0.text) else THAC0_VARIES
    if thac0 and expected and abs(int(thac0.value) - expected) > varies:
        draft.add_doubt("thac0", f"hit dice of {hd} have {expected}")
    level, dice = reference.save_level(saves), max(1, reference.quarters_of(hd) // 4)
    text = draft.get("saves")
    five = text is not None and len(re.findall(r"\d+", text.text)) >= 5
    near = level <= dice + 4 or (level == 0 and dice <= 2)
    fits = (five and saves[0] != "F") or ((five or dice // 3 <= level) and near)
    if level >= 0 and text and text.text and not fits:
        draft.add_doubt("saves", f"saves as {saves} and hit dice of {hd} go badly together")
    if level < 0 and text and re.search(r"D ?\d+\W+W ?\d+\W+P ?\d", text.text):
        draft.add_doubt("saves", "the saves of no class and level")


BOUNDS = {"ac": (-10, 20), "thac0": (1, 20), "morale": (2, 12), "led": (2, 12)}  # what a scenario may say
MOST_NOTES = 50


def keep_within_bounds(draft: Draft) -> None:
    """Keep numbers and notes within what a scenario takes, and doubt what was changed."""
    for key, (least, most) in BOUNDS.items():
        number = draft.get(key)
        if number is not None and not least <= int(number.value) <= most:
            draft.set_value(key, min(most, max(least, int(number.value))))
            draft.add_doubt(key, f"{number.value} is out of bounds: {least} to {most}")
    if len(draft.notes) > MOST_NOTES:
        rest = len(draft.notes) - MOST_NOTES + 1
        draft.notes[MOST_NOTES - 1 :] = [f"{rest} more notes are in the text."]


def settle_name(draft: Draft) -> None:
    if draft.header:
        draft.doubts.append(f"“{draft.header[:60]}” beside the name was not understood")
    if not draft.name.strip():
        draft.name = NAMELESS
        draft.doubts.append("no name was found")
