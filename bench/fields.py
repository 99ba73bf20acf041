"""The fields of content entries, book by book: of each the clauses under which its numbers are read.

A number is shifted by mutations.py, and a test that bears one of these marks must notice. An entry that says its own
`clause:` need not stand here."""

from __future__ import annotations

CLASSIC = {
    "ac": "classic.attack.descending",
    "aac": "classic.attack.ascending",
    "shield": "classic.attack.descending",
    "move": "classic.move.encounter",
    "fly": "classic.move.encounter",
    "swim": "classic.move.encounter",
    "damage": "classic.damage.variable",
    "range": "classic.missile.range classic.spell.range",
    "die": "classic.hp.roll",
    "beyond": "classic.hp.roll",
    "hd": "classic.hp.roll classic.attack.thac0 classic.attack.plus classic.save.monster",
    "attacks": "classic.damage.monster",
    "morale": "classic.morale.bounds",
    "led": "classic.morale.bounds",
    "pack": "classic.morale.bounds",
    "in pack": "classic.morale.bounds",
    "against fire": "classic.morale.bounds",
    "saves": "classic.save.monster classic.save.roll",
    "levels": "classic.attack.class classic.save.roll",
    "spells": "classic.spell.memory",
    "turned as": "classic.class.turning",
    "turns undead": "classic.class.turning",
    "surprise": "classic.surprise",
    "breaths": "classic.monster.breath",
    "regenerates": "classic.monster.regeneration",
    "daylight": "classic.monster.daylight",
    "dive": "classic.monster.dive",
    "hatred": "classic.monster.hatred",
    "for": "classic.spell.memory",
    "budget": "classic.spell.budget",
    "most hd": "classic.spell.budget",
    "thac0": "classic.attack.thac0 classic.attack.class",
    "mercenary": "classic.morale.mercenary",
    "charisma": "classic.morale.retainer",
    "distance": "classic.distance",
    "cover": "classic.missile.cover",
}

TEMPO = {
    "bonus": "tempo.ac",
    "armour": "tempo.convert",
    "strength": "tempo.convert",
    "wits": "tempo.convert",
    "shield": "tempo.defend",
    "reach": "tempo.ac.reach",
    "damage": "tempo.damage",
    "range": "tempo.attack.roll",
    "move": "tempo.move",
    "fly": "tempo.move",
    "ac": "tempo.convert",
    "hd": "tempo.convert",
    "attacks": "tempo.damage",
    "saves": "tempo.save",
    "morale": "tempo.morale.scale",
}

FIELDS: dict[str, dict[str, str]] = {
    "classic": CLASSIC,
    "tempo": TEMPO,
    "procedure": {},
    "vanguard": {},
    "fourfold": {},
}
