"""The clauses of the classic chapter that several books share, and their options. Their ids name that chapter."""

from affray.engine.clauses import OPTION, READING, REFEREE, RULE, Settings, clause

ROUND_DECLARE = clause(
    "classic.round.declare",
    "Before initiative each side declares spells and movement out of melee (fighting withdrawal, retreat). Reading: "
    "sides declare blind; what was not declared can't be done this round; a spell is named now and aimed when cast; "
    "who drops a declared spell or retreat does nothing else this round, who drops a withdrawal stands and may attack.",
    RULE,
)
ROUND_ACTION = clause(
    "classic.round.action",
    "Reading: besides its movement a combatant shoots, casts or strikes once a round, one of the three (a monster "
    "makes all its listed attacks); inside a step a side picks its own order.",
    READING,
)
ROUND_ENGAGED = clause(
    "classic.round.engaged",
    "Reading: in melee = within 5 feet of an enemy able to fight; melee strikes reach 5 feet; who is in melee leaves "
    "it only by withdrawal or retreat.",
    READING,
)
ROUND_FRACTIONS = clause(
    "classic.round.fractions",
    "Reading: fractions round down, but half of a group is at least half of it (3 of 5).",
    READING,
)

# Surprise and meeting (from the sister chapters)
SURPRISE = clause(
    "classic.surprise",
    "Reading: a side that may be unaware rolls 1d6 and is surprised on 1–2 (or on the range in a monster's notes, "
    "when that monster comes upon it); a surprised side gives the others a free round of all five steps; all sides "
    "surprised: nobody gets one. Option, default on: the roll; none where the scenario says who is surprised.",
    OPTION,
)
DISTANCE = clause(
    "classic.distance",
    "Reading: where a scenario gives no distance, 2d6 × 10 feet indoors, 4d6 × 10 yards outdoors (1d4 × 10 yards with "
    "a side surprised).",
    READING,
)
INITIATIVE_SLOW = clause(
    "classic.initiative.slow",
    "Two-handed melee weapons always act last, after every side. Reading: only the attack waits, the wielder moves "
    "with its side and must live to strike; among slow ones the initiative order holds. Option, default off: the "
    "crossbow, a missile weapon, is slow too.",
    OPTION,
)

# Movement
MOVE_ENCOUNTER = clause(
    "classic.move.encounter", "Outside melee a third of the base rate in feet each round, for at most 60 rounds.", RULE
)
MOVE_WITHDRAWAL = clause(
    "classic.move.withdrawal",
    "Out of melee at up to half the encounter rate, still able to attack. Reading: opponents gain nothing by it; "
    "where no foe is in reach in its melee step, the attack waits for the first who follows into reach this round. "
    "Option, default on: there is no room for it where all are in contact and the side has no way out; elsewhere it "
    "needs no way out.",
    RULE,
)
MOVE_RETREAT = clause(
    "classic.move.retreat",
    "Out of melee faster than that, up to the full encounter rate: no attack this round, and the opponents attack at "
    "+2 and ignore the shield. Reading: from the declaration to the end of the round, in melee and with missiles; "
    "nobody gets an extra attack. Option, default on: there is no room for it where all are in contact and the side "
    "has no way out; elsewhere it needs no way out.",
    RULE,
)
MOVE_SPACING = clause(
    "classic.move.spacing",
    "A passage 10 feet wide lets two or three fight side by side. Reading: 3 with short swords, spears and pole arms, "
    "2 with any other weapon in the rank; who has no room can't strike in melee (spears and pole arms reach from the "
    "second rank).",
    RULE,
)
MOVE_WAY = clause(
    "classic.move.way",
    "Reading: a move is straight, and nobody walks through the 5 feet of an able foe: who approaches or falls back "
    "stops beside the first in the way, any other way through is refused, and so is a charge. A flyer passes more "
    "than 5 feet above. A passage runs along the first coordinate, half of its width to either side of 0; nobody goes "
    "farther out than its walls or those who stand there. Friends make way.",
    READING,
)
MOVE_COVER = clause(
    "classic.move.cover",
    "Reading: cover belongs to a place 5 feet across. Who starts in cover has it there, leaves it by leaving the "
    "place, and finds it again on coming back; whoever goes to a place with cover has it, friend or foe, also while "
    "they shoot or cast from there. It counts from every side.",
    READING,
)
MOVE_MOUNT = clause(
    "classic.move.mount",
    "Reading: mounting and dismounting take the move, beside the mount and on the ground, in melee too. The mount "
    "waits where it was left. On foot one has firm footing and one's own rate. Whoever is thrown to the ground falls "
    "from the saddle. Rider and mount fight as one: who strikes at the rider strikes at both, and the mount neither "
    "falls nor kicks by itself.",
    READING,
)

# Missiles
MISSILE_DISTANCE = clause(
    "classic.missile.distance", "Only at more than 5 feet. Reading: and not while in melee oneself.", RULE
)
MISSILE_RANGE = clause("classic.missile.range", "Short +1, medium 0, long −1, beyond long impossible.", RULE)
MISSILE_COVER = clause(
    "classic.missile.cover",
    "Full cover can't be targeted; partial cover −1 to −4. Reading: a quarter −1, half −2, three quarters −3, arrow "
    "slit −4.",
    RULE,
)
MISSILE_MELEE = clause(
    "classic.missile.melee",
    "Reading: shooting at someone in melee with others has no penalty and no risk of hitting the wrong one.",
    READING,
)

# Spells
SPELL_FREEDOM = clause(
    "classic.spell.freedom",
    "Needs speech and free hands. Reading: hands that can be moved are free, whatever they hold; the bound have none. "
    "Option, default off: one hand must hold nothing, neither a shield nor a weapon.",
    RULE,
)
SPELL_SOLE = clause("classic.spell.sole", "The caster does nothing else and doesn't move.", RULE)
SPELL_SIGHT = clause("classic.spell.sight", "Needs to see the target.", RULE)
SPELL_DISRUPT = clause(
    "classic.spell.disrupt",
    "Declared, lost the initiative, and hit or failed a save before acting: the spell is lost. Reading: it is used up "
    "as if cast; lost to whom doesn't matter, only that some other side acted first.",
    RULE,
)

# Attacks
ATTACK_ROLL = clause("classic.attack.roll", "1d20 + modifiers: STR in melee; DEX, range and cover with missiles.", RULE)
ATTACK_DESCENDING = clause(
    "classic.attack.descending",
    "The armour class hit is THAC0 minus the total; it hits if that is at most the target's AC. So the needed total "
    "is THAC0 − AC.",
    RULE,
)
ATTACK_ASCENDING = clause(
    "classic.attack.ascending",
    "Option, default descending: 1d20 + modifiers + attack bonus ≥ AAC. It gives the same result as the descending "
    "form for every total.",
    OPTION,
)
ATTACK_NATURAL = clause("classic.attack.natural", "A natural 20 always hits, a natural 1 always misses.", RULE)
ATTACK_BEHIND = clause(
    "classic.attack.behind",
    "From behind: the shield doesn't count. Reading: behind is the rear half of the target's facing; in melee "
    "everybody faces a foe of their choice, elsewhere the way they last moved.",
    RULE,
)
ATTACK_BLIND = clause(
    "classic.attack.blind", "A blind combatant can't attack. Reading: attackers get +4 against the blind.", RULE
)
ATTACK_PARALYSED = clause(
    "classic.attack.paralysed",
    "A paralysed target is hit without a roll; damage is rolled. Reading: the sleeping and the bound too; by what a "
    "flyer drops as well.",
    RULE,
)
ATTACK_THAC0 = clause(
    "classic.attack.thac0",
    "THAC0 by hit dice: normal human 20; up to 1 HD 19; 1+ to 2: 18; 2+ to 3: 17; 3+ to 4: 16; 4+ to 5: 15; 5+ to 6: "
    "14; 6+ to 7: 13; 7+ to 9: 12; 9+ to 11: 11; 11+ to 13: 10; 13+ to 15: 9; 15+ to 17: 8; 17+ to 19: 7; 19+ to 21: "
    "6; 21+: 5. Bonus is 19 − THAC0 (normal human −1).",
    RULE,
)
ATTACK_PLUS = clause(
    "classic.attack.plus",
    "A monster with bonus hit points (2+1) attacks as one hit die higher. The rows of the table already say so (2+1 "
    "stands in 2+ to 3): once, not twice.",
    RULE,
)
ATTACK_CLASS = clause(
    "classic.attack.class",
    "Player characters use the THAC0 of their class, humans without one the normal human's.",
    RULE,
)
ATTACK_UNSTABLE = clause(
    "classic.attack.unstable", "On a ship or a mount: missiles −4, no spells; magic items work.", RULE
)
ATTACK_WATER = clause(
    "classic.attack.water",
    "In water attacks and damage are penalised, and under water missiles usually fail. Reading: −4 to hit with "
    "everything, half damage unless the weapon thrusts (dagger, short sword, spear, lance, pole arm, a bite); no "
    "missiles under water; creatures that live in water suffer none of it.",
    RULE,
)
ATTACK_BOMBING = clause(
    "classic.attack.bombing",
    "A flyer drops things from at most 300 feet, hitting on 16 or more. Reading: 16 on the bare d20, whatever the "
    "armour; 2d6 for a boulder, 1d6 for a stone.",
    RULE,
)

# Damage
DAMAGE_CHARACTER = clause(
    "classic.damage.character",
    "1d6 for any weapon, + STR in melee. Reading: not with missiles, thrown ones included.",
    RULE,
)
DAMAGE_VARIABLE = clause("classic.damage.variable", "Option, default off: each weapon's own die.", OPTION)
DAMAGE_MONSTER = clause(
    "classic.damage.monster",
    "As its description says. Reading: each of its attacks has its own roll to hit and its own damage.",
    RULE,
)
DAMAGE_MINIMUM = clause("classic.damage.minimum", "A hit deals at least 1.", RULE)
DAMAGE_UNARMED = clause("classic.damage.unarmed", "1d2 + STR.", RULE)
DAMAGE_SUBDUAL = clause(
    "classic.damage.subdual",
    "Blunt weapons only; kept apart from real damage; at 0 the target surrenders. Reading: announced before the roll; "
    "bare hands count as blunt; 0 is reached by both kinds together, and a target already at 0 by subdual is not "
    "dead; a blunt missile, a sling's, subdues too.",
    RULE,
)
DAMAGE_DEATH = clause("classic.damage.death", "0 hp is dead.", RULE)

# Weapon qualities (the data table's words)
WEAPON_TWO_HANDED = clause("classic.weapon.two-handed", "Reading: 2H: no shield while it is in use.", READING)
WEAPON_BRACE = clause("classic.weapon.brace", "Reading: double damage to a charger.", READING)
WEAPON_CHARGE = clause(
    "classic.weapon.charge", "Reading: a lance after a mounted run of at least 60 feet deals double damage.", READING
)
WEAPON_RELOAD = clause("classic.weapon.reload", "Option, default off: shoots every second round only.", OPTION)
WEAPON_SPLASH = clause(
    "classic.weapon.splash",
    "Reading: burning oil deals 1d8 on a hit and 1d8 in the next round, holy water the same to undead only; STR and "
    "the 1d6 rule don't touch it.",
    READING,
)
MORALE_TRIGGERS = clause(
    "classic.morale.triggers",
    "At the first death on the side, and when half of it is out of action. Reading: each once a fight and each a "
    "check of its own, even when both come together; half of all who have fought on the side; out of action = dead, "
    "asleep, paralysed, subdued or otherwise helpless, not fled, and not before the fight already.",
    RULE,
)
MORALE_BOUNDS = clause("classic.morale.bounds", "Ratings run from 2 to 12: 2 never fights, 12 never checks.", RULE)
MORALE_SITUATION = clause(
    "classic.morale.situation",
    "Referee: −2 to +2. Reading: on the rating, a plus is braver, never on 2 or 12; automatic play 0.",
    REFEREE,
)
MORALE_MERCENARY = clause(
    "classic.morale.mercenary",
    "Militia 6, barbarians 7, trained 8; mounted +1, elite +1, fanatic +2. Reading: 12 at most.",
    RULE,
)
MORALE_RETAINER = clause(
    "classic.morale.retainer",
    "Retainers check loyalty instead. Reading: at the same moments each retainer rolls 2d6; up to the loyalty they "
    "stay, above it they flee.",
    RULE,
)

# Saves
SAVE_MONSTER = clause(
    "classic.save.monster",
    "Death/wands/paralysis/breath/spells by hit dice: normal human 14/15/16/17/18; 1–3 12/13/14/15/16; 4–6 "
    "10/11/12/13/14; 7–9 8/9/10/10/12; 10–12 6/7/8/8/10; 13–15 4/5/6/5/8; 16–18 2/3/4/3/6; 19–21 2/2/2/2/4; 22 and "
    "over 2/2/2/2/2. Reading: pluses don't count, less than 1 is row 1–3; a monster's SV entry goes before its hit "
    "dice (F4 is row 4–6; C, T, D, E, H are the class table).",
    RULE,
)
SAVE_ROLL = clause(
    "classic.save.roll",
    "Reading: d20 at least the number; a success halves damage and voids other effects; WIS only against magic.",
    READING,
)

# Hit points and the end
HP_ROLL = clause(
    "classic.hp.roll",
    "Reading: hit points are d8 a hit die for monsters (½ die: d4), the class's die a level for characters, plus CON "
    "a die, at least 1 a die; a scenario may fix them or take the average.",
    READING,
)
NUMBER = clause(
    "classic.number",
    "Reading: how many of a kind appear is rolled when the fight starts, where a scenario says so.",
    READING,
)
FLEE_AWAY = clause(
    "classic.flee.away",
    "Reading: the fled are out of the fight once no enemy can reach them in the same round, and so is whoever falls "
    "back on a side that is to escape. Option, default off: pursuit, enemies still able to follow count as able to "
    "reach.",
    OPTION,
)

# Conditions
CONDITION_END = clause(
    "classic.condition.end",
    "Reading: a condition that lasts so many rounds lapses at the end of the last of them; sleepers hit and not "
    "killed wake; the prone rise with their move; the unaware come to at the end of the free round; declared movement "
    "ends with its round.",
    READING,
)
CONDITION_HELPLESS = clause(
    "classic.condition.helpless",
    "Reading: the paralysed, sleeping, held, bound, unconscious, charmed, constrained and badly sick neither move nor "
    "act.",
    READING,
)
CONDITION_BURNING = clause(
    "classic.condition.burning", "Reading: what burns takes its damage at the end of the round.", READING
)

# Spells as data
SPELL_MEMORY = clause("classic.spell.memory", "Reading: each memorised spell is cast once.", READING)
SPELL_RANGE = clause(
    "classic.spell.range",
    "Reading: a spell reaches as far as its text says; an area is centred on a combatant, a line or cone starts at "
    "the caster.",
    READING,
)
SPELL_DAMAGE = clause("classic.spell.damage", "Reading: a spell's damage is rolled once for all it catches.", READING)
SPELL_BOLT = clause("classic.spell.bolt", "Reading: an unerring bolt hits without a roll.", READING)
SPELL_CONDITION = clause(
    "classic.spell.condition",
    "Reading: a spell puts a condition on its victims, who save where its text says so.",
    READING,
)
SPELL_BUDGET = clause(
    "classic.spell.budget",
    "Reading: a budget of hit dice takes the weakest first; pluses don't count; what is left over is lost.",
    READING,
)
SPELL_HEAL = clause(
    "classic.spell.heal",
    "Reading: healing never goes above the full hit points and never brings back the dead; the rotting can't be "
    "healed.",
    READING,
)
SPELL_BLESS = clause("classic.spell.bless", "Reading: the blessed have +1 to hit and +1 to morale.", READING)
SPELL_PROTECTION = clause(
    "classic.spell.protection", "Reading: attackers have −1 against the protected, who save at +1.", READING
)

# Class abilities and gear
CLASS_TURNING = clause(
    "classic.class.turning",
    "Reading: a cleric turns undead on 2d6 in place of a spell: 7 for the rank equal to its level, 2 more a rank "
    "above, two ranks and no more; one or two ranks below are turned without a roll, three below destroyed; 2d6 hit "
    "dice of them, the weakest rank first, at least one; the turned flee.",
    READING,
)
CLASS_BACKSTAB = clause(
    "classic.class.backstab",
    "Reading: a thief behind one who is unaware of it has +4 to hit and deals double damage.",
    READING,
)
WEAPON_MAGIC = clause("classic.weapon.magic", "Reading: a magic weapon adds its bonus to hit and to damage.", READING)
WEAPON_SWITCH = clause(
    "classic.weapon.switch",
    "Reading: changing weapons is free with the move, and not possible in the same round as a shot.",
    READING,
)
WEAPON_THROWN = clause("classic.weapon.thrown", "Reading: a thrown weapon is gone for the fight.", READING)
ITEM_POTION = clause(
    "classic.item.potion", "Reading: drinking a potion takes the round's action, in the melee step.", READING
)

# What monsters do
MONSTER_PARALYSIS = clause(
    "classic.monster.paralysis", "Reading: a paralysing hit: save against paralysis or be paralysed.", READING
)
MONSTER_POISON = clause(
    "classic.monster.poison",
    "Reading: a poisonous hit: save against death or suffer the poison, which kills unless its text says less.",
    READING,
)
MONSTER_GAZE = clause(
    "classic.monster.gaze",
    "Reading: whoever is in melee with a gazing monster and not blind saves each round or turns to stone.",
    READING,
)
MONSTER_SIGHT = clause(
    "classic.monster.sight",
    "Reading: a dreadful sight: a save once a fight, at the start of the first round in which it is within 60 feet.",
    READING,
)
MONSTER_PETRIFY = clause(
    "classic.monster.petrify", "Reading: a petrifying touch: save against paralysis or turn to stone.", READING
)
MONSTER_CHARM = clause(
    "classic.monster.charm",
    "Reading: a charming song is heard within 100 feet at the start of a round: save against spells or stop fighting; "
    "who saved once need not again.",
    READING,
)
MONSTER_BREATH = clause(
    "classic.monster.breath",
    "Reading: a breath deals the breather's current hit points to all in its cone, a save halves; three times a day, "
    "in the missile step, in place of its attacks.",
    READING,
)
MONSTER_REGENERATION = clause(
    "classic.monster.regeneration",
    "Reading: it regains its hit points at the end of each round from the third after it was last hurt; at 0 it falls "
    "and rises again unless fire or acid killed it. Once all their other foes are down, winners with fire or acid (a "
    "torch, oil, a spell, a breath) burn it and use up one of these; without, the fight goes on: left alone it rises, "
    "struck again and again it stays down.",
    READING,
)
MONSTER_ENERGY_DRAIN = clause(
    "classic.monster.energy-drain",
    "Reading: each lost level takes a hit die of hit points, and 1 from attack rolls and saves; at level 0 the victim "
    "is dead.",
    READING,
)
MONSTER_STRENGTH_DRAIN = clause(
    "classic.monster.strength-drain",
    "Reading: each touch takes a point of STR with what it gives; at 0 the victim is dead.",
    READING,
)
MONSTER_ATTACH = clause(
    "classic.monster.attach",
    "Reading: a beak that has hit stays in and drains each round without a roll until its owner is dead.",
    READING,
)
MONSTER_HUG = clause(
    "classic.monster.hug", "Reading: both claws on one foe in a round: a hug that needs no roll.", READING
)
MONSTER_STENCH = clause(
    "classic.monster.stench",
    "Reading: who is within 10 feet at the start of a round saves against death once a fight or has −2 to hit as long "
    "as the fight lasts.",
    READING,
)
MONSTER_DISEASE = clause(
    "classic.monster.disease",
    "Reading: a diseased bite, 1 in 20: save against death or fall ill after the fight; a mummy's touch rots without "
    "a save.",
    READING,
)
MONSTER_WEB = clause(
    "classic.monster.web",
    "Reading: a web holds those it catches fast: they neither move nor act until it ends.",
    READING,
)
MONSTER_IMMUNITY = clause(
    "classic.monster.immunity",
    "Reading: what is hurt only by silver, magic or fire takes nothing from the rest; where its notes say half, half.",
    READING,
)
MONSTER_LAST = clause("classic.monster.last", "Reading: what always acts last attacks with the slow weapons.", READING)
MONSTER_DAYLIGHT = clause("classic.monster.daylight", "Reading: −1 to hit in full daylight.", READING)
MONSTER_DIVE = clause("classic.monster.dive", "Reading: the first attack of a diver has +2.", READING)
MONSTER_HATRED = clause("classic.monster.hatred", "Reading: a bonus to hit against one kind of foe.", READING)


# --- options


ORDER = (  # as the classic book lists them, with those that are only its own
    *("surprise", "surprise.range", "reaction", "initiative.tie", "initiative.individual", "initiative.slow-crossbow"),
    *("attack.form", "damage.variable", "weapon.reload", "flee.pursuit", "morale.triggers", "morale.steadfast"),
    *("move.rounds", "retreat.bonus", "blind.bonus", "rounds", "move.cornered", "spell.free-hand"),
    "morale.failed",
)
SETTINGS = Settings("classic", ORDER)

DESCENDING, ASCENDING = range(2)
FIRST_DEATH, HALF_OUT = 1, 2  # bits of morale.triggers
SLOW_CROSSBOW = SETTINGS.switch(
    "initiative.slow-crossbow", INITIATIVE_SLOW, 0, label="Crossbows act last, as slow weapons do"
)
FORM = SETTINGS.word(
    "attack.form", ATTACK_ASCENDING, DESCENDING, ("descending", "ascending"), label="Armour class counts"
)
VARIABLE = SETTINGS.switch("damage.variable", DAMAGE_VARIABLE, 0, label="Each weapon has its own damage die")
RELOADING = SETTINGS.switch("weapon.reload", WEAPON_RELOAD, 0, label="Crossbows shoot every second round only")
PURSUIT = SETTINGS.switch("flee.pursuit", FLEE_AWAY, 0, label="Foes may pursue those who flee")
TRIGGERS = SETTINGS.several(
    "morale.triggers", MORALE_TRIGGERS, FIRST_DEATH | HALF_OUT, ("first", "half"), label="A side checks morale at"
)
PACES = SETTINGS.number("move.rounds", MOVE_ENCOUNTER, 60, 1, 1000, label="Longest run at full rate, in rounds")
RETREAT = SETTINGS.number("retreat.bonus", MOVE_RETREAT, 2, 0, 10, label="Bonus against those who retreat")
BLIND = SETTINGS.number("blind.bonus", ATTACK_BLIND, 4, 0, 10, label="Bonus against the blind")
FREE_HAND = SETTINGS.switch("spell.free-hand", SPELL_FREEDOM, 0, label="Casting takes an empty hand")
