"""Content packs: a folder of YAML that adds monsters, gear, spells, tactics, house rules and scenarios to every book.

    pack.yaml        name, version, by, licence, says
    monsters.yaml    entries by name, as under `creatures` in a scenario
    weapons.yaml, armour.yaml, spells.yaml, potions.yaml, effects.yaml: entries by name, as the classic book has them
    tactics.yaml     who fights by which of the book's tactics (scenario/reader.py)
    house/*.yaml     house rules; --house PACK/NAME
    scenarios/*.yaml scenarios; affray fight PACK/NAME

Packs that are installed live in the user's data folder. Of those that are on, scenarios know the words; what a scenario
draws from one is in the text that its journal keeps. `reader` reads packs, `install` checks and keeps them."""
