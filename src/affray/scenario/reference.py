"""What every key of scenario and party files means, with an example: for the JSON Schema and for the documents."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """A key's meaning, and a value that a file may give it, as YAML."""

    meaning: str
    example: str


Keys = dict[str, Key]


def keys_of_table(table: str) -> Keys:
    """Read lines of `key | meaning | example`."""
    rows = ([part.strip() for part in line.split(" | ")] for line in table.strip().splitlines())
    return {key: Key(meaning, example) for key, meaning, example in rows}


SCENARIO = keys_of_table("""
title | Title of the fight, at most 200 characters | Goblins at the ford
rules | The rulebook; classic if left out | vanguard
distance | Feet between the sides, or contact; rolled by the book if left out | 60
terrain | The place: see terrain | {outdoors: true, daylight: true}
options | Options of the rulebook; `affray rules BOOK` lists them | {initiative.tie: simultaneous}
rounds | Number of the last round; by the book if left out | 12
sides | The sides, two to eight, each under its name | {party: [orc], foes: [2 goblin]}
objectives | What ends the fight early: see objectives | [{side: party, rounds: 6}]
speaker | Who speaks for the players' side where reactions are rolled | Anna
creatures | Creatures of this scenario: stat blocks, entries by name, or a list of these | {bog orc: {ac: 5, hd: 2+1}}
content | Weapons, spells and others of this scenario, as in a pack | {weapons: {sickle: {damage: 1d4}}}
house rules | House rules: a file, a built-in name, their parts, or a list | {options: {damage.variable: on}}
""")
SIDE = keys_of_table("""
members | The combatants: see members | [6 orc]
party | A party file, relative to this file, or a party written here; its members fight on this side | lanterns.yaml
players | Members with a class are player characters and never check morale | true
tactic | How the side fights when nobody decides for it | focus
way out | Whether the side can get away | false
surprised | Surprised or not; rolled if no side has this key | true
wary | Can't be surprised | true
morale | Morale of all members | 8
ambush | How the side takes the others by surprise | prepared
""")
MEMBER = keys_of_table("""
name | Name; that of the monster or class if left out | Grub
count | How many: a number or dice | 2d4
monster | A monster of the book, of a pack or of this scenario | orc
class | A class of the book | fighter
level | Level of the class; 0 is a normal man | 3
STR | Strength, 3 to 18 | 16
INT | Intelligence, 3 to 18 | 9
WIS | Wisdom, 3 to 18 | 13
DEX | Dexterity, 3 to 18 | 16
CON | Constitution, 3 to 18 | 15
CHA | Charisma, 3 to 18 | 12
gear | Weapons, armour and potions, with number and magic | [chain mail, sword +1, 3 javelin]
spells | Memorised spells | [sleep]
hp | Hit points: a number, rolled or average | 9
tactic | Tactic; the side's if left out | protect
leader | Leads the side: while the leader stands, the others have the morale in `led` | true
retainer | A retainer, with this loyalty | 8
mercenary | A hired soldier of this kind | trained
elite | An elite mercenary | true
fanatic | A fanatic mercenary | true
mount | The monster this combatant rides | war horse
cover | Cover against missiles | half
position | Position in feet: [x, y], or [x, y, height] | [30, 0]
conditions | Conditions at the start of the fight | [blind]
sees dark | Sees in the dark; as the monster does if left out | true
tags | Further tags | [undead]
ac | Descending armour class, with the shield | 4
aac | Ascending armour class, with the shield | 15
shield | What the shield adds to the armour class | 1
thac0 | Roll needed to hit AC 0 | 17
bonus | Attack bonus with ascending armour class | 2
damage | Damage dice | 1d6+1
attacks | Attacks a round | 2
saves | Saving throws: death, wands, paralysis, breath, spells | 12/13/14/15/16
morale | Morale, 2 to 12; 12 never checks. Tempo has words for it | 8
led | Morale while the leader is there | 9
move | Movement in feet a turn; a third of it in a round | 120
fly | Flying movement in feet a turn | 240
swim | Swimming movement in feet a turn | 90
hd | Hit dice | 2+1
trained | Knows their weapons well (tempo, fourfold); by class and level if left out | true
henchman | A lackey without initiative (tempo) | true
commands | Stands above the others in a chain of command (tempo) | true
readied | A memorised spell, readied before the fight (procedure) | sleep
frail | Was stabilised and has not recovered (fourfold) | true
wound | A wound from an earlier fight (tempo) | wounded
negative levels | Negative levels (vanguard) | 1
sleepless | Days without sleep (vanguard) | 2
max hp | Maximum hit points, where `hp` are fewer | 12
alert | Modifier on surprise rolls (procedure) | 1
load | A load that slows (vanguard) | heavy
wits | Wits (tempo) | 12
strength | Strength score, added to checks (tempo) | 12
tempo ac | Armour class in tempo; 20 unarmoured | 24
combat bonus | Combat Bonus (vanguard) | 2
vanguard ac | Armour class in vanguard; 11 unarmoured | 14
attack bonus | Attack bonus (fourfold) | 2
skill | Combat skill with every weapon (fourfold); -1 is untrained | 1
stab | Stab skill (fourfold) | 1
shoot | Shoot skill (fourfold) | 1
punch | Punch skill (fourfold) | 0
sneak | Sneak skill (fourfold) | 1
notice | Notice skill (fourfold) | 0
heal | Heal skill (fourfold) | 0
exert | Exert skill (fourfold) | 1
fourfold ac | Armour class in fourfold; 10 unarmoured | 14
shock | Shock damage, and the highest AC it affects (fourfold) | 2/13
save | A monster's single saving throw (fourfold) | 15
""")
CARRIED = keys_of_table("""
hp | Hit points left: a number from 0, rolled or average | 5
drained | Hit points lost to negative levels | 4
rested | Days of rest towards what takes a week | 3
fate | Not there for the next fight: dead, out (unconscious or dying) or gone | out
marks | Permanent injuries | [lost an eye]
notes | Notes for the referee | [Owes Odo a drink.]
spent | Spells cast, until they are memorised again | [sleep]
xp | XP earned so far | 240
""")
PARTY = keys_of_table("""
party | Name of the party | The Lanterns
members | The members: the keys of a scenario's members, and those below | [{name: Anna, class: fighter}]
file | Where the party was read, if it stands in another file | lanterns.yaml
""")
TERRAIN = keys_of_table("""
width | Width of a passage in feet; left out in the open | 10
outdoors | Outdoors | true
daylight | In daylight | true
dark | Dark: whoever can't see in the dark is blind | true
deck | On a moving deck, without firm footing | true
water | In or under water | in
bad ground | Rubble, mud or thicket that slows whoever crosses it | true
ledge | A ledge, rail or window to drive a foe through | true
cover | Places with cover: see cover | [{position: [20, 0], cover: half}]
""")
COVER = keys_of_table("""
position | Position in feet | [20, 0]
cover | Cover against missiles | half
""")
OBJECTIVE = keys_of_table("""
side | The side that wins by it | party
down | Wins when this combatant is down | Grub
rounds | Wins by standing after this many rounds | 6
escape | Wins when all survivors have got away | true
""")
CREATURE = keys_of_table("""
ac | Descending armour class | 6
attacks | Attacks with their damage | 2 claw 1d6, bite 1d8
saves | Saving throws, as a class and level | F2
tags | Tags | undead
aura | An effect on whoever is near | stench
breath | A breath weapon | cold breath
hug | Extra damage when both claws hit | bear hug
spells | Memorised spells | sleep, web
effects | Effects of its attacks, by name | {bog fever: {clause: classic.monster.poison, does: damage, dice: 1d4}}
alignment | Alignment, for the referee | chaotic
xp | XP | 20
number | Number appearing, for the referee | 2d6
treasure | Treasure, for the referee | C
instinct | Instinct, for the referee | 5
source | Where it is from, for the referee | our campaign
notes | Notes for the referee, shown when it acts | Howls before it leaps.
""")
SHAPES: dict[str, Keys] = {
    "ScenarioShape": SCENARIO,
    "SideShape": SIDE,
    "MemberShape": MEMBER,
    "CarriedShape": {**MEMBER, **CARRIED},
    "PartyShape": PARTY,
    "TerrainShape": TERRAIN,
    "CoverShape": COVER,
    "ObjectiveShape": OBJECTIVE,
    "Creature": {**MEMBER, **CREATURE},
}
