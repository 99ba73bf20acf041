"""Words of a small book for the tests of scenario files, and the mistakes of a text that is read with them."""

from __future__ import annotations

import pytest

from affray.scenario import Mistake, ScenarioError, read

KNOWN = {
    "monsters": ["orc", "goblin", "war horse", "white dragon", "elf"],
    "classes": ["fighter", "magic-user", "elf"],
    "weapons": ["sword", "javelin", "short bow"],
    "armour": ["chain mail", "shield"],
    "potions": ["healing potion"],
    "spells": ["sleep", "magic missile"],
    "tactics": ["first", "nearest", "weakest"],
}


def mistakes(text: str) -> list[Mistake]:
    with pytest.raises(ScenarioError) as caught:
        read(text, "f.yaml", KNOWN)
    return caught.value.mistakes
