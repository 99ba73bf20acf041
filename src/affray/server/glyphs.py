"""The glyph of a combatant's kind, as pages draw it: by what it is, else by what it has in hand."""

from __future__ import annotations

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import BEAST, FLYER, HUMAN, HUMANOID, UNDEAD
from affray.rules.book import Book, Roster

GLYPHS_OF_CLASSES = {  # a class, and the glyph of those of whom nobody knows what they hold
    "fighter": "sword",
    "cleric": "mace",
    "thief": "bow",
    "magic-user": "staff",
    "elf": "bow",
    "dwarf": "axe",
    "halfling": "bow",
}
WEAPONS = {  # a word in a weapon's name
    "axe": "axe",
    "bow": "bow",
    "sling": "bow",
    "spear": "spear",
    "lance": "spear",
    "pole": "spear",
    "javelin": "spear",
    "trident": "spear",
    "mace": "mace",
    "club": "mace",
    "hammer": "mace",
    "flail": "mace",
    "staff": "staff",
    "sword": "sword",
    "dagger": "sword",
}


def choose_glyph(fight: Fight, roster: Roster, book: Book, c: Combatant, close: bool = True) -> str:
    """Return the glyph of somebody's kind; `close`: whether one knows what they have in hand."""
    kind = roster.kinds[c.id].lower() if c.id < len(roster.kinds) else ""
    ours, tags = fight.side[c.side].players, find_tags(book, c, kind)
    if c.leader and not ours:
        return "crown"
    if not c.character and (creature := glyph_of_creature(tags)):
        return creature
    if close and kind != "magic-user" and (held := glyph_of_weapon(roster, c)):
        return held
    return GLYPHS_OF_CLASSES.get(kind, "sword")


def find_tags(book: Book, c: Combatant, kind: str) -> int:
    """Return the tags of somebody; one whose numbers stand in the scenario has those of the monster of that name."""
    found = book.setup().library.monsters.get(kind.rstrip("0123456789 "))
    return int(found.traits["tags"]) if found else c.tags


def glyph_of_creature(tags: int) -> str:
    """Return the glyph of what is no human being; nothing for those who are."""
    if tags & UNDEAD:
        return "skull"
    if tags & FLYER:
        return "wing"
    if tags & BEAST:
        return "paw"
    return "" if tags & HUMAN or not tags else "fang" if tags & HUMANOID else "eye"


def glyph_of_weapon(roster: Roster, c: Combatant) -> str:
    number = c.kit[c.hand] if c.hand < len(c.kit) else NOBODY
    name = roster.arms[number] if 0 <= number < len(roster.arms) else ""
    return next((glyph for word, glyph in WEAPONS.items() if word in name), "")
