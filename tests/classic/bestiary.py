"""The monsters of the classic book, typed as the rulebook prints them, and a fight to look at each in."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from affray.engine.encounter import CONTACT, Encounter, Member, Party
from affray.engine.state import Combatant, Effect, Fight
from affray.engine.vocabulary import EFFECTS, NAMES
from affray.rules.classic import BOOK as CLASSIC

MONSTERS = """
| normal human | 9[10] | ½ (d4) | wpn d6 | 20 | 120 | NH | 6 | |
| acolyte | 2[17] | 1 | mace d6 | 19 | 60 | C1 | 7 | |
| bandit | 6[13] | 1 | wpn d6 | 19 | 120 | T1 | 8 | |
| berserker | 7[12] | 1+1 | wpn d8 | 18 | 120 | F1 | 12 | +2 hit vs humans |
| veteran | 2[17] | 1–3 | wpn d8 | 19 | 60 | F1–3 | 9 | |
| dwarf | 4[15] | 1 | wpn d8 | 19 | 60 | D1 | 8 (10) | |
| elf | 5[14] | 1+1 | wpn d8 | 18 | 120 | E1 | 8 (10) | one L1 spell |
| halfling | 7[12] | 1−1 | wpn d6 | 19 | 90 | H1 | 7 | |
| kobold | 7[12] | ½ | wpn d4−1 | 19 | 60 | NH | 6 (8) | |
| goblin | 6[13] | 1−1 | wpn d6 | 19 | 60 | NH | 7 (9 king) | −1 in daylight |
| orc | 6[13] | 1 | wpn d6 | 19 | 120 | F1 | 6 (8) | −1 in daylight |
| hobgoblin | 6[13] | 1+1 | wpn d8 | 18 | 90 | F1 | 8 (10) | |
| gnoll | 5[14] | 2 | wpn 2d4 | 18 | 90 | F2 | 8 | |
| lizard man | 5[14] | 2+1 | wpn d6+1 | 17 | 60, swim 120 | F2 | 12 | |
| troglodyte | 5[14] | 2 | 2 claw d4, bite d4 | 18 | 120 | F2 | 9 | surprise 1–4; stench save or −2 |
| bugbear | 5[14] | 3+1 | wpn 2d4 | 16 | 90 | F3 | 9 | surprise 1–3 |
| ogre | 5[14] | 4+1 | club d10 | 15 | 90 | F4 | 10 | |
| minotaur | 6[13] | 6 | gore d6 + bite d6, or wpn d6+2 | 14 | 120 | F6 | 12 | |
| troll | 4[15] | 6+3 | 2 talon d6, bite d10 | 13 | 120 | F6 | 10 (8 fire) | regen 3/rd from 3rd round after damage; only fire/acid kills |
| hill giant | 4[15] | 8 | wpn 2d8 | 12 | 120 | F8 | 8 | |
| skeleton | 7[12] | 1 | wpn d6 | 19 | 60 | F1 | 12 | undead |
| zombie | 8[11] | 2 | wpn d8 | 18 | 60 | F1 | 12 | undead, always last |
| ghoul | 6[13] | 2* | 2 claw d3, bite d3 | 18 | 90 | F2 | 9 | each hit: paralysis 2d4 turns, save; elves immune |
| shadow | 7[12] | 2+2* | touch d4 + 1 STR | 17 | 90 | F2 | 12 | magic only; surprise 1–5 |
| wight | 5[14] | 3* | touch, 1 level | 17 | 90 | F3 | 12 | silver/magic |
| wraith | 3[16] | 4** | touch d6, 1 level | 16 | 120, fly 240 | F4 | 12 | silver half, magic full |
| mummy | 3[16] | 5+1* | touch d12 + rot | 14 | 60 | F5 | 12 | sight: save or paralysed; fire/magic only, half |
| giant rat | 7[12] | ½ | bite d3 | 19 | 120 | F1 | 8 | disease 1 in 20 |
| stirge | 7[12] | 1* | beak d3, attaches d3/rd | 19 | 30, fly 180 | F2 | 9 | first dive +2 |
| giant bat | 6[13] | 2 | bite d4 | 18 | 30, fly 180 | F1 | 8 | |
| fire beetle | 4[15] | 1+2 | bite 2d4 | 18 | 120 | F1 | 7 | |
| giant centipede | 9[10] | ½* | bite, poison | 19 | 60 | NH | 7 | save or sick 10 days |
| wolf | 7[12] | 2+2 | bite d6 | 17 | 180 | F1 | 6 (8 pack 4+) | |
| dire wolf | 6[13] | 4+1 | bite 2d4 | 15 | 150 | F2 | 8 | |
| black bear | 6[13] | 4 | 2 claw d3, bite d6 | 16 | 120 | F2 | 7 | both claws: hug 2d8 |
| owl bear | 5[14] | 5 | 2 claw d8, bite d8 | 15 | 120 | F3 | 9 | both claws: hug 2d8 |
| black widow spider | 6[13] | 3* | bite 2d6 + deadly poison | 17 | 60 | F2 | 8 | web |
| carcass crawler | 7[12] | 3+1* | 8 tentacles, paralysis | 16 | 120 | F2 | 9 | |
| gelatinous cube | 8[11] | 4* | touch 2d4 + paralysis | 16 | 60 | F2 | 12 | surprise 1–4 |
| harpy | 7[12] | 3* | 2 claw d4, wpn d6, song | 17 | 60, fly 150 | F3 | 7 | charm, save S |
| gargoyle | 5[14] | 4 | 2 claw d3, bite d6, horn d4 | 16 | 90, fly 150 | F8 | 11 | magic only |
| medusa | 8[11] | 4** | snakes d6 + poison, gaze | 16 | 90 | F4 | 8 | petrify save |
| werewolf | 5[14] | 4* | bite 2d4 | 16 | 180 | F4 | 8 | silver/magic |
| cockatrice | 6[13] | 5** | beak d6 + petrify | 15 | 90, fly 180 | F5 | 7 | |
| white dragon | 3[16] | 6** | 2 claw d4, bite 2d8, or cold cone 80' | 14 | 90, fly 240 | F6 | 8 | breath = current hp, 3/day, save half |
| red dragon | −1[20] | 10** | 2 claw d8, bite 4d8, or fire cone 90' | 11 | 90, fly 240 | F10 | 10 | same |
| war horse | 7[12] | 3 | 2 hoof d6 | 17 | 120 | F2 | 9 | lance charge |
"""  # noqa: E501


class Printed(NamedTuple):
    name: str
    ac: str
    hd: str
    attacks: str
    thac0: str
    move: str
    saves: str
    morale: str
    notes: str


BOOK = [Printed(*(cell.strip() for cell in line.split("|")[1:-1])) for line in MONSTERS.strip().splitlines()]
BY_NAME = {row.name: row for row in BOOK}
every = pytest.mark.parametrize("row", BOOK, ids=[row.name for row in BOOK])


def meeting(*members: Member, foes: tuple[Member, ...] = (Member(kind="normal human", hp=1),)) -> Fight:
    return CLASSIC.build(Encounter("t", "t", (Party("ours", members), Party("theirs", foes)), CONTACT), {})[0]


def one(name: str) -> Combatant:
    return meeting(Member(kind=name)).who[0]


def effect_word(effect: Effect) -> str:
    return NAMES[effect.condition] if EFFECTS[effect.kind] == "condition" else EFFECTS[effect.kind]
