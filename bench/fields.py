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

PROCEDURE = {
    "shots": "procedure.missile.second",
    "damage": "classic.damage.variable",
    "range": "classic.missile.range",
}

VANGUARD = {
    "ac": "vanguard.ac",
    "shield": "vanguard.ac",
    "speed": "vanguard.turn vanguard.ac",
    "fly": "vanguard.ac",
    "damage": "vanguard.damage vanguard.unarmed vanguard.oil.fire vanguard.holy-water",
    "both": "vanguard.damage",
    "range": "vanguard.ranged.range vanguard.throw",
    "die": "vanguard.hp",
    "beyond": "vanguard.hp",
    "combat bonus": "vanguard.attack.roll",
    "saves": "vanguard.save.roll",
    "hd": "vanguard.ac",
    "attacks": "vanguard.damage",
    "morale": "vanguard.ac",
}

FOURFOLD = {
    "ac": "fourfold.attack.roll",
    "shield": "fourfold.attack.roll",
    "hit": "fourfold.attack.roll",
    "bow": "fourfold.attack.roll",
    "attack": "fourfold.attack.roll",
    "skills": "fourfold.attack.roll",
    "damage": "fourfold.damage.roll",
    "attacks": "fourfold.damage.roll",
    "harm": "fourfold.damage.roll",
    "shock": "fourfold.damage.shock",
    "range": "fourfold.ranged.range",
    "hd": "fourfold.hp.roll",
    "hp": "fourfold.hp.roll",
    "save": "fourfold.save.roll",
    "morale": "fourfold.morale.rating",
    "led": "fourfold.morale.rating",
    "move": "fourfold.action.move",
}

FIELDS: dict[str, dict[str, str]] = {
    "classic": CLASSIC,
    "tempo": TEMPO,
    "procedure": PROCEDURE,
    "vanguard": VANGUARD,
    "fourfold": FOURFOLD,
}
