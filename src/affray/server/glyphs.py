"""The glyph of a combatant's kind, as pages draw it: by what it is, else by what it has in hand."""

from __future__ import annotations

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import BARE, NATURAL
from affray.rules.book import Roster

ANY_WEAPON = "weapon"
WEAPONS = {  # by words in their names
    "bow": ("bow", "sling", "dart", "blowgun"),
    "axe": ("axe", "halberd"),
    "mace": ("mace", "club", "hammer", "flail", "morning star", "torch"),
    "staff": ("staff", "wand"),
    "spear": ("spear", "lance", "pole", "javelin", "trident", "pike"),
}


def glyph_of(fight: Fight, roster: Roster, c: Combatant) -> str:
    if c.leader:
        return "crown"
    if c.undead_rank:
        return "skull"
    if c.character and c.caster and c.shield == 0:
        return "staff"
    number = c.kit[c.hand] if c.hand < len(c.kit) else NOBODY
    if (
        number == NOBODY
        or fight.arms[number].qualities & NATURAL
        or (fight.arms[number].qualities & BARE and not c.character)
    ):
        return "wing" if c.fly > c.move else "fang"
    return weapon_glyph(roster.arms[number])


def weapon_glyph(name: str) -> str:
    return next((glyph for glyph, words in WEAPONS.items() if any(word in name for word in words)), "sword")
