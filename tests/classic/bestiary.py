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

# beyond the chapter, typed as the well-known lists have them
MORE = """
| brigand | 6[13] | 1 | wpn d6 | 19 | 120 | F1 | 8 | |
| buccaneer | 7[12] | 1 | wpn d6 | 19 | 120 | F1 | 6 | |
| pirate | 7[12] | 1 | wpn d6 | 19 | 120 | F1 | 7 | |
| dervish | 6[13] | 1 | wpn d6 | 19 | 120 | F1 | 10 | |
| nomad | 7[12] | 1 | wpn d6 | 19 | 120 | F1 | 8 | |
| trader | 6[13] | 1 | wpn d6 | 19 | 120 | F1 | 7 | |
| noble | 2[17] | 3 | wpn d8 | 17 | 60 | F3 | 8 | |
| neanderthal | 8[11] | 2 | wpn 2d4 | 18 | 120 | F2 | 7 | |
| gnome | 5[14] | 1 | wpn d6 | 19 | 60 | D1 | 8 (10) | |
| merman | 6[13] | 1 | wpn d6 | 19 | swim 120 | F1 | 8 | |
| centaur | 5[14] | 4 | 2 hoof d6, wpn d6 | 16 | 180 | F4 | 8 | |
| rock baboon | 6[13] | 2 | club d6, bite d3 | 18 | 120 | F2 | 8 | |
| thoul | 6[13] | 3** | 2 claw d3 + paralysis, or wpn d6 | 17 | 120 | F3 | 10 | |
| stone giant | 4[15] | 9 | wpn 3d6 | 12 | 120 | F9 | 9 | |
| frost giant | 4[15] | 10+1 | wpn 4d6 | 11 | 120 | F10 | 9 | |
| fire giant | 4[15] | 11+2 | wpn 5d6 | 10 | 120 | F11 | 9 | |
| cloud giant | 4[15] | 12+3 | wpn 6d6 | 10 | 120 | F12 | 10 | |
| treant | 2[17] | 8 | 2 fist 2d6 | 12 | 60 | F8 | 9 | |
| spectre | 2[17] | 6** | touch d8 + 1 level | 14 | 150, fly 300 | F6 | 11 | |
| white ape | 6[13] | 4 | 2 claw d4 | 16 | 120 | F2 | 7 | |
| giant vampire bat | 6[13] | 2 | bite d4 + numbness | 18 | 30, fly 180 | F1 | 8 | |
| grizzly bear | 6[13] | 5 | 2 claw d4, bite d8 | 15 | 120 | F2 | 8 | |
| polar bear | 6[13] | 6 | 2 claw d6, bite d10 | 14 | 120 | F3 | 8 | |
| cave bear | 5[14] | 7 | 2 claw d8, bite 2d6 | 13 | 120 | F3 | 9 | |
| tiger beetle | 3[16] | 3+1 | bite 2d6 | 16 | 150 | F1 | 9 | |
| boar | 7[12] | 3 | tusk 2d4 | 17 | 150 | F2 | 9 | |
| mule | 7[12] | 2 | kick d4, or bite d3 | 18 | 120 | NH | 8 | |
| riding horse | 7[12] | 2 | 2 hoof d4 | 18 | 240 | F1 | 7 | |
| mountain lion | 6[13] | 3+2 | 2 claw d3, bite d6 | 16 | 150 | F2 | 8 | |
| panther | 4[15] | 4 | 2 claw d4, bite d8 | 16 | 210 | F2 | 8 | |
| lion | 6[13] | 5 | 2 claw d4+1, bite d10 | 15 | 150 | F3 | 9 | |
| tiger | 6[13] | 6 | 2 claw d6, bite 2d6 | 14 | 150 | F3 | 9 | |
| sabre-toothed tiger | 6[13] | 8 | 2 claw d8, bite 2d8 | 12 | 150 | F4 | 10 | |
| driver ant | 3[16] | 4* | bite 2d6 | 16 | 180 | F2 | 7 | |
| giant ferret | 5[14] | 1+1 | bite d8 | 18 | 150 | F1 | 8 | |
| giant weasel | 7[12] | 4+4 | bite 2d4 + attaches | 15 | 150 | F3 | 8 | |
| giant leech | 7[12] | 6 | bite d6 + attaches | 14 | 90 | F3 | 10 | |
| giant scorpion | 2[17] | 4* | 2 claw d10, sting d4 + deadly poison | 16 | 150 | F2 | 11 | |
| giant toad | 7[12] | 2+2 | bite d4+1 | 17 | 90 | F1 | 6 | |
| gecko | 5[14] | 3+1 | bite d8 | 16 | 120 | F2 | 7 | |
| draco | 5[14] | 4+2 | bite d10 | 15 | 120, fly 210 | F3 | 7 | |
| tuatara | 4[15] | 6 | 2 claw d4, bite 2d6 | 14 | 90 | F4 | 6 | |
| pit viper | 6[13] | 2* | bite d4 + deadly poison | 18 | 90 | F1 | 7 | |
| spitting cobra | 7[12] | 1* | bite d3 + deadly poison, or spit + blindness | 19 | 90 | F1 | 7 | |
| giant rattler | 5[14] | 4* | 2 bite d4 + deadly poison | 16 | 120 | F2 | 8 | |
| rock python | 6[13] | 5* | bite d4 + attaches | 15 | 90 | F3 | 8 | |
| crab spider | 7[12] | 2* | bite d8 + deadly poison | 18 | 120 | F1 | 7 | |
| elephant | 5[14] | 9 | 2 tusk 2d4, or trample 4d8 | 12 | 120 | F5 | 8 | |
| mastodon | 3[16] | 15 | 2 tusk 2d6, or trample 4d8 | 9 | 120 | F8 | 8 | |
| rhinoceros | 5[14] | 6 | horn 2d4, or trample 2d8 | 14 | 120 | F3 | 6 | |
| pterodactyl | 7[12] | 1 | bite d3 | 19 | fly 180 | F1 | 7 | |
| pteranodon | 6[13] | 5 | bite d12 | 15 | fly 240 | F3 | 8 | |
| tyrannosaurus | 3[16] | 20 | bite 6d6 | 6 | 120 | F10 | 11 | |
| robber fly | 6[13] | 2 | bite d8 | 18 | 90, fly 180 | F1 | 8 | |
| killer bee | 7[12] | ½* | sting d3 + deadly poison | 19 | fly 150 | F1 | 9 | |
| giant hawk | 6[13] | 3+3 | talon d6 | 16 | fly 450 | F2 | 8 | |
| giant crab | 2[17] | 3 | 2 pincer 2d6 | 17 | 60 | F2 | 7 | |
| crocodile | 5[14] | 2 | bite d8 | 18 | 90, swim 90 | F1 | 7 | |
| large crocodile | 3[16] | 6 | bite 2d8 | 14 | 90, swim 90 | F3 | 7 | |
| giant crocodile | 1[18] | 15 | bite 3d8 | 9 | 90, swim 90 | F8 | 9 | |
| giant bass | 7[12] | 2 | bite d6 | 18 | swim 120 | F1 | 8 | |
| giant catfish | 4[15] | 8+3 | bite 2d8, 4 feeler d4 | 12 | swim 90 | F4 | 8 | |
| giant piranha | 6[13] | 3+3 | bite d8 | 16 | swim 150 | F2 | 7 | |
| giant rockfish | 7[12] | 5+5* | 4 spine d4 + deadly poison | 14 | swim 180 | F3 | 8 | |
| bull shark | 4[15] | 2 | bite 2d4, or ram + numbness | 18 | swim 180 | F1 | 7 | |
| mako shark | 4[15] | 4 | bite 2d6 | 16 | swim 180 | F2 | 7 | |
| great white shark | 4[15] | 8 | bite 2d10 | 12 | swim 180 | F4 | 7 | |
| lesser sea serpent | 5[14] | 6 | bite 2d6 | 14 | swim 150 | F3 | 8 | |
| narwhal | 7[12] | 12 | bite d8, horn 2d6 | 10 | swim 180 | F12 | 8 | |
| killer whale | 6[13] | 6 | bite d20 | 14 | swim 240 | F3 | 10 | |
| hippogriff | 5[14] | 3+1 | 2 claw d6, bite d10 | 16 | 180, fly 360 | F2 | 8 | |
| griffon | 5[14] | 7 | 2 claw d4, bite 2d8 | 13 | 120, fly 360 | F4 | 8 | |
| pegasus | 6[13] | 2+2 | 2 hoof d6 | 17 | 240, fly 480 | F2 | 8 | |
| unicorn | 2[17] | 4* | 2 hoof d8, horn d8 | 16 | 240 | F8 | 7 | |
| small roc | 4[15] | 6 | 2 claw d4+1, bite 2d6 | 14 | 60, fly 480 | F3 | 8 | |
| large roc | 2[17] | 12 | 2 claw d8, bite 2d10 | 10 | 60, fly 480 | F6 | 9 | |
| giant roc | 0[19] | 36 | 2 claw 3d6, bite 8d6 | 5 | 60, fly 480 | F18 | 10 | |
| warp beast | 4[15] | 6* | 2 tentacle 2d4 | 14 | 150 | F6 | 8 | |
| blink dog | 5[14] | 4* | bite d6 | 16 | 120 | F4 | 6 | |
| invisible stalker | 3[16] | 8* | blow 4d4 | 12 | 120 | F8 | 12 | |
| basilisk | 4[15] | 6+1** | bite d10 + petrify, gaze | 13 | 60 | F6 | 9 | |
| gorgon | 2[17] | 8* | gore 2d6, or stone line 60' | 12 | 120 | F8 | 8 | |
| wyvern | 3[16] | 7* | bite 2d8, sting d6 + deadly poison | 13 | 90, fly 240 | F4 | 9 | |
| manticore | 4[15] | 6+1 | 2 claw d4, bite 2d4 | 13 | 120, fly 180 | F6 | 9 | |
| chimera | 4[15] | 9** | 2 claw d3, gore 2d4, bite 2d4, bite 3d4, or fire cone 50' | 12 | 120, fly 180 | F9 | 9 | |
| caecilia | 6[13] | 6* | bite d8 | 14 | 60 | F3 | 9 | |
| purple worm | 6[13] | 15* | bite 2d8, sting d8 + deadly poison | 9 | 60 | F8 | 10 | |
| wererat | 7[12] | 3* | bite d4, or wpn d6 | 17 | 120 | F3 | 8 | |
| wereboar | 4[15] | 4+1* | bite 2d6 | 15 | 150 | F4 | 9 | |
| weretiger | 3[16] | 5* | 2 claw d6, bite 2d6 | 15 | 150 | F5 | 9 | |
| werebear | 2[17] | 6* | 2 claw 2d4, bite 2d8 | 14 | 120 | F6 | 10 | |
| doppelganger | 5[14] | 4* | bite d12 | 16 | 90 | F10 | 10 | |
| crystal statue | 4[15] | 3 | 2 blow d6 | 17 | 90 | F3 | 11 | |
| iron statue | 2[17] | 4 | 2 blow d8 | 16 | 30 | F4 | 11 | |
| rock statue | 4[15] | 5** | 2 jet 2d6 | 15 | 60 | F5 | 11 | |
| wood golem | 7[12] | 2+2 | fist d8 | 17 | 120 | F1 | 12 | |
| amber golem | 6[13] | 10** | 2 claw 2d6, bite 2d10 | 11 | 180 | F5 | 12 | |
| black pudding | 6[13] | 10* | touch 3d8 | 11 | 60 | F5 | 12 | |
| black dragon | 2[17] | 7** | 2 claw d4+1, bite 2d10, or acid line 60' | 13 | 90, fly 240 | F7 | 8 | |
| green dragon | 1[18] | 8** | 2 claw d6, bite 3d8, or gas cloud 50' | 12 | 90, fly 240 | F8 | 9 | |
| blue dragon | 0[19] | 9** | 2 claw d6+1, bite 3d10, or lightning line 100' | 12 | 90, fly 240 | F9 | 9 | |
| gold dragon | −2[21] | 11** | 2 claw 2d4, bite 6d6, or fire cone 90' | 11 | 90, fly 240 | F11 | 10 | |
| sea dragon | 1[18] | 8** | bite 3d8, or poison spittle 100' | 12 | swim 180, fly 180 | F8 | 9 | |
"""


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


def rows(table: str) -> list[Printed]:
    return [Printed(*(cell.strip() for cell in line.split("|")[1:-1])) for line in table.strip().splitlines()]


BOOK, BEYOND = rows(MONSTERS), rows(MORE)
BY_NAME = {row.name: row for row in BOOK}
every = pytest.mark.parametrize("row", BOOK, ids=[row.name for row in BOOK])


def meeting(*members: Member, foes: tuple[Member, ...] = (Member(kind="normal human", hp=1),)) -> Fight:
    return CLASSIC.build(Encounter("t", "t", (Party("ours", members), Party("theirs", foes)), CONTACT), {})[0]


def one(name: str) -> Combatant:
    return meeting(Member(kind=name)).who[0]


def effect_word(effect: Effect) -> str:
    return NAMES[effect.condition] if EFFECTS[effect.kind] == "condition" else EFFECTS[effect.kind]
