"""The clauses of the vanguard book, in our own words, each with a name and a status; and their options."""

from affray.engine.clauses import LIMIT, OPTION, READING, REFEREE, RULE, Settings, clause

# Round
ROUND_ORDER = clause(
    "vanguard.round.order",
    "Every round the players' side moves first, then the opponents. Reading: a side acts in any order it "
    "likes; the players' retainers move with them.",
    RULE,
)
INITIATIVE_READY = clause(
    "vanguard.initiative.ready",
    "At the start each player rolls 1d6: on 3 or less that character loses the first turn, on 4 or more "
    "they act. Opponents don't roll. Not ready: 50%. Reading: one low roll stops that character only, not "
    "the party; retainers share their player's roll, those listed before any player the first player's; the "
    "unready can still make a parting attack.",
    RULE,
)
INITIATIVE_MODIFIER = clause(
    "vanguard.initiative.modifier",
    "Referee: −2 to +2 for surprise and the like. Reading: surprised −2, ambushing +2; ambushed opponents "
    "are surprised on 1–2 on d6 and lose their first turn. Ready at −2, −1, 0, +1, +2: 1/6, 1/3, 1/2, "
    "2/3, 5/6.",
    REFEREE,
)
TURN = clause(
    "vanguard.turn",
    "One action and a move of up to the base speed; the listed actions are examples. Reading: the move in "
    "one piece, before or after. Referee: any other action.",
    RULE,
)
FRACTIONS = clause(
    "vanguard.fractions",
    "Reading: fractions round down, damage not below 1; half of a group is at least half of it.",
    READING,
)

# Attack
AC = clause(
    "vanguard.ac",
    "Armour class comes from armour and other bonuses.",
    RULE,
)
HP = clause(
    "vanguard.hp",
    "Hit points come from class, level and other bonuses.",
    RULE,
)
ATTACK_ROLL = clause(
    "vanguard.attack.roll",
    "D20 + ability (STR melee, DEX ranged) + Combat Bonus at least the target's AC hits. Reading: natural "
    "20 hits, natural 1 misses; with the option attack.natural off only the total counts.",
    RULE,
)
ATTACK_BEHIND = clause(
    "vanguard.attack.behind",
    "+2 from behind. Reading: behind = the rear half of the target's facing.",
    RULE,
)
DAMAGE = clause(
    "vanguard.damage",
    "The weapon's die and modifiers, 1 hp a point. Reading: STR in melee, thrown and with slings; at least 1.",
    RULE,
)
RANGED_RANGE = clause(
    "vanguard.ranged.range",
    "No penalty to the effective range, −3 to twice that, impossible beyond.",
    RULE,
)
RANGED_MELEE = clause(
    "vanguard.ranged.melee",
    "−3 with an enemy in melee range. Reading: an able enemy within 1.5 metres, or in whose own melee range the "
    "shooter is; the two don't add.",
    RULE,
)
RELOAD_LIGHT = clause(
    "vanguard.reload.light",
    "A light crossbow is reloaded between shots for an action.",
    RULE,
)
RELOAD_HEAVY = clause(
    "vanguard.reload.heavy",
    "A heavy one for the whole turn, without a move.",
    RULE,
)
RUN = clause(
    "vanguard.run",
    "Instead of attacking, move the base speed again. Reading: it is the turn's action; chosen before the move, the "
    "two are one move of twice the speed; after it, another move.",
    RULE,
)
CHARGE = clause(
    "vanguard.charge",
    "A straight run of at least 2 metres and up to twice the speed, then an attack at +2; it is both move "
    "and action. Reading: the +2 is to hit.",
    RULE,
)
LEAVE_ATTACK = clause(
    "vanguard.leave.attack",
    "An opponent whose melee range one leaves may attack at +2, even one who has attacked already; one "
    "attack only for those with several. Reading: made before the leaver is gone, once by each opponent "
    "able to fight and not in flight for each move; a charge or run out of range, or past it, provokes it too.",
    RULE,
)
LEAVE_DEFENSIVE = clause(
    "vanguard.leave.defensive",
    "Defensive movement: the action is lost, half speed, no such attack.",
    RULE,
)
STANCE = clause(
    "vanguard.stance",
    "No move and no action: +4 AC until the start of the next turn. Reading: not in a turn lost for want of readiness.",
    RULE,
)
NORMAL_MEN = clause(
    "vanguard.normal-men",
    "Level 0: 1d4 hp, 10 in everything, Combat Bonus 0, −4 with weapons other than darts, daggers, clubs, "
    "staffs and quarterstaffs. Reading: bare hands have no penalty.",
    RULE,
)
UNARMED = clause(
    "vanguard.unarmed",
    "D3; nothing against chain or plate; at 0 unconscious, not dead. Reading: the same hp are lost, and "
    "the blow that reaches 0 decides; no death save; awake with 1 hp after 1d4 × 10 minutes; a monster's "
    "claws and teeth are no bare hands. Referee: may let somebody be beaten to death. Option unarmed-kills, "
    "default off: what holds where no referee is asked; a foe who is to be taken alive is never killed so.",
    RULE,
)

# Spells
SPELL_CAST = clause(
    "vanguard.spell.cast",
    "For spellcasters: a prepared spell, a free hand and speech.",
    RULE,
)
SPELL_DISRUPT = clause(
    "vanguard.spell.disrupt",
    "Next to an enemy 1 in 4 that it fails and is wasted. Reading: one roll of d4, however many stand there.",
    RULE,
)
SAVE_ROLL = clause(
    "vanguard.save.roll",
    "Reading: d20 at least the number; monsters save as fighters of their hit dice, less than one as "
    "normal men; a success halves damage and voids other effects.",
    READING,
)

# Things thrown
THROW = clause(
    "vanguard.throw",
    "Reading: vial and flask are ranged attacks with DEX and Combat Bonus against AC; a miss breaks on the "
    "ground 3 metres off, in one of 8 directions by lot; normal men throw them without penalty. Emptied on the "
    "ground within range, at any place, they need no roll.",
    READING,
)
HOLY_WATER = clause(
    "vanguard.holy-water",
    "1d8 to undead within 2 metres of where it breaks; 1d8 more to one hit directly. Reading: rolled for each.",
    RULE,
)
OIL_FIRE = clause(
    "vanguard.oil.fire",
    "Only lit oil does damage; it burns its victim for 1d8 each turn until put out, at most 3 rounds. "
    "Reading: at the hit and at the start of the victim's next two turns; putting it out takes an action; lighting "
    "is part of the throw with a flame at hand, else an action.",
    RULE,
)
OIL_POOL = clause(
    "vanguard.oil.pool",
    "On the ground it burns up to 12 rounds: 1d8 to whoever passes. Reading: the chapter's “2 minutes” is "
    "20 of its rounds; the 12 stand; a lit flask that misses makes a pool 2 metres across; 1d8 on "
    "entering it and for each turn begun in it. A flask may be emptied on the ground: lit, if a flame is at "
    "hand; else the oil lies there until somebody with a flame within 3 metres sets fire to it, an action.",
    RULE,
)

# Zero and after
DEATH_ZERO = clause(
    "vanguard.death.zero",
    "0 hp is dead. Referee: may say otherwise, as with bare hands or a foe to be taken alive; automatic play: dead.",
    RULE,
)
DEATH_SAVE = clause(
    "vanguard.death.save",
    "A player's character at 0 rolls an unmodified d20, at least 10 + the excess; excess 11 or more is "
    "instant death. 55% at no excess, 5% less for each point, 5% at 10. Reading: excess is the damage "
    "beyond 0; failed is dead; hurt again at 0, a new save with the whole damage as excess.",
    RULE,
)
DEATH_MARK = clause(
    "vanguard.death.mark",
    "Saved: unconscious, max hp −1 and one random ability −1 for good; max hp under 1 or an ability under "
    "3: dies in 1d4 hours, beyond help and resurrection. Reading: the ability by 1d6: STR, INT, WIS, DEX, "
    "CON, CHA.",
    RULE,
)
DEATH_AFTERMATH = clause(
    "vanguard.death.aftermath",
    "Untended dies in 3d6 hours; tended has 1 hp after 1d4+1 days; healed by magic wakes in 3d6 minutes.",
    RULE,
)
REST_HEAL = clause(
    "vanguard.rest.heal",
    "1 hp a day with at least 6 hours' sleep.",
    RULE,
)
REST_SLEEPLESS = clause(
    "vanguard.rest.sleepless",
    "−1 to attacks and saves for each day without. Reading: gone after a night's sleep; the death save "
    "stays unmodified.",
    RULE,
)
DRAIN = clause(
    "vanguard.drain",
    "Each energy drain is a negative level: −1 to attacks and saves, and a level's worth of hp. Reading: "
    "one rolled hit die + CON (at least 1) off current and maximum; 0 hp that way is as any other 0, and a player's "
    "character rolls a death save; with the option drain.death-save off they die; on recovery give back hp still "
    "lost ÷ negative levels before it, a half rounded up (13 over 3: 4, 5, 4).",
    RULE,
)
DRAIN_RECOVER = clause(
    "vanguard.drain.recover",
    "One a week; Remove Curse takes one away at once.",
    RULE,
)
DRAIN_DEATH = clause(
    "vanguard.drain.death",
    "As many negative levels as levels, or more: dead at once, usually rising as undead the next night. "
    "Reading: hit dice are a monster's levels; a normal man dies of the first.",
    RULE,
)
MORALE = clause(
    "vanguard.morale",
    "Reading, option, default on: the chapter has none; 2d6 over the rating breaks, at the first loss and "
    "at half, 12 never; one roll for each group of one rating, at once, both at once are one check; who "
    "breaks flees if there is a way out, else surrenders; player characters never check; who was out of action before "
    "the fight is no loss. Option flee.pursuit, "
    "default off: enemies that could still come up to the fleeing keep them in the fight.",
    OPTION,
)

# From one scenario to five books
CONVERT = clause(
    "vanguard.convert",
    "Reading: what the book has no entry for is converted from the classic one: armour class AAC + 1, "
    "Combat Bonus by hit dice (20 − THAC0 where that is given), d8 a hit die, the encounter rate × 0.3 in "
    "metres, saves as a fighter, the same morale, half of the longest range; what lasts turns of ten minutes has 100 "
    "rounds for each; dwarves, elves and halflings are fighters, and the elf casts too.",
    READING,
)


# --- options


SETTINGS = Settings("vanguard")
OPTIONS = SETTINGS.all

FIRST_LOSS, HALF_LOST = 1, 2  # bits of morale.triggers

READY = SETTINGS.number(
    "initiative.ready", INITIATIVE_READY, 4, 1, 7, label="Ready in the first turn from this on a d6"
)
AMBUSHED = SETTINGS.number("ambush.range", INITIATIVE_MODIFIER, 2, 0, 6, label="Ambushed on this or less of a d6")
BEHIND = SETTINGS.number("behind.bonus", ATTACK_BEHIND, 2, 0, 10, label="Bonus from behind")
FAR = SETTINGS.number("range.penalty", RANGED_RANGE, 3, 0, 10, label="Penalty at long range")
MELEE_PENALTY = SETTINGS.number("ranged.melee", RANGED_MELEE, 3, 0, 10, label="Penalty for shooting into a melee")
CHARGE_BONUS = SETTINGS.number("charge.bonus", CHARGE, 2, 0, 10, label="Bonus of a charge")
PARTING = SETTINGS.number("leave.bonus", LEAVE_ATTACK, 2, 0, 10, label="Bonus against those who leave a melee")
STANCE_BONUS = SETTINGS.number("stance.bonus", STANCE, 4, 0, 10, label="Armour class gained by a defensive stance")
UNARMED_KILLS = SETTINGS.switch("unarmed-kills", UNARMED, 0, label="Bare hands may kill")
FLAMES = SETTINGS.number("oil.rounds", OIL_FIRE, 3, 1, 10, label="Rounds that burning oil lasts")
POOL = SETTINGS.number("oil.pool", OIL_POOL, 12, 0, 100, label="Rounds that a pool of oil burns")
DIFFICULTY = SETTINGS.number("death.difficulty", DEATH_SAVE, 10, 1, 20, label="Difficulty of a death save")
INSTANT = SETTINGS.number("death.instant", DEATH_SAVE, 11, 1, 100, label="Damage below 0 that kills at once")
MORALE_CHECKS = SETTINGS.switch("morale", MORALE, 1, label="Morale is checked")
TRIGGERS = SETTINGS.several(
    "morale.triggers", MORALE, FIRST_LOSS | HALF_LOST, ("first", "half"), label="A side checks morale at"
)
PURSUIT = SETTINGS.switch("flee.pursuit", MORALE, 0, label="Foes may pursue those who flee")
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000, label="Longest fight, in rounds")
NATURAL_ROLLS = SETTINGS.switch(
    "attack.natural", ATTACK_ROLL, 1, label="A natural 20 always hits, a natural 1 always misses"
)
DRAIN_SAVE = SETTINGS.switch("drain.death-save", DRAIN, 1, label="Energy drain to 0 hp allows a death save")
