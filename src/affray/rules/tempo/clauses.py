"""The clauses of the tempo book, in our own words, each with a name and a status; and their options."""

from affray.engine.clauses import LIMIT, OPTION, READING, REFEREE, RULE, Settings, clause

# Checks
CHECK = clause(
    "tempo.check",
    "Reading: a check is 1d20 + the whole ability score (3–18, ordinary human 10) against a DC; meeting it succeeds; "
    "no natural number is special. A check nobody opposes has DC 20.",
    READING,
)
CHECK_DEGREES = clause("tempo.check.degrees", "Each full 5 points over the DC is one extra degree of success.", RULE)
CHECK_DICE = clause(
    "tempo.check.dice",
    "Reading: an advantage die is one more d20, keep the best; a penalty die, keep the worst; they cancel one for one, "
    "and n left over keep the best or worst of 1 + n. The referee gives them to an attack.",
    READING,
)
SAVE = clause(
    "tempo.save",
    "Reading: what another book saves against is a check against DC 20 here: strength against death, poison, paralysis "
    "and breath, wits against wands and spells.",
    READING,
)

# Initiative
INITIATIVE_ROLL = clause(
    "tempo.initiative.roll",
    "Each combatant rolls 1d20 + wits at the start; each round goes from highest to lowest; scores are kept from round "
    "to round until the fight ends. Reading: ties by wits, then the players' side, then by lot.",
    RULE,
)
ROUND_ORDER = clause(
    "tempo.round.order",
    "In the story all of a round happens at about the same time. Reading: effects still come in order of count, and "
    "those who fall before their count don't act.",
    RULE,
)
SPEND = clause(
    "tempo.initiative.spend",
    "One action at its count; beyond it a character spends score on extra actions or reactions. Reading: any reaction "
    "may be bought with a score above 0; the score never falls below 0; those who have not acted yet act at the "
    "lowered count.",
    RULE,
)
MOVE = clause(
    "tempo.move",
    "Reading: with their action a character may go up to the classic book's encounter rate, before or after it, or "
    "twice that instead of the action.",
    READING,
)
SUPERIOR = clause(
    "tempo.initiative.superior",
    "Whoever starts the round highest may take −10 after their turn and gets another turn at the new score. Reading: "
    "once a round, one character only (ties as for the order), also where the score falls to 0, but not with a score "
    "of 0, which pays for nothing; other reactions paid before that turn don't cost the right.",
    RULE,
)
REACTION_COST = clause(
    "tempo.reaction.cost",
    "The more natural, the cheaper: −2 shield before the roll, warning, draw a weapon, quick look round; −5 order "
    "subordinates to attack, strike one who drops their guard, shield after the attack roll; −10 riposte (trained), "
    "attack on a clear order in a chain of command. Referee: anything else is −2, −5 or −10. Reading: whoever can "
    "neither defend nor draw is not asked about a blow; whoever has a weapon to draw is asked too when a foe comes up, "
    "casts a spell, or shoots at another.",
    REFEREE,
)
REACTION_TIMING = clause(
    "tempo.reaction.timing",
    "A reaction answers someone else's action. Reading: one from each character to the same action; it takes effect "
    "before that action does, a riposte after an attack on oneself that missed; a reaction can itself be answered only "
    "by defending or by obeying an order.",
    RULE,
)
GUARD = clause(
    "tempo.reaction.guard",
    "One who drops their guard may be struck. Referee says who does; ruling for automatic play: anyone at score 0, and "
    "whoever leaves a melee during the round, or shoots, casts or rummages in one; each foe in reach strikes so once a "
    "round.",
    REFEREE,
)
RESPITE = clause(
    "tempo.round.respite",
    "At the end of a round all disengage; talk, knowledge and a look round are free; physical acts generally cost "
    "score; the next round starts when either side wants it. Reading: draw, stow, stand up −2; take out an item, "
    "drink, tend −5; one physical act each, none at score 0; everyone has the chance of theirs (Option: whoever is "
    "asked may demand the next round, and those still to come lose their act; spells are still declared).",
    RULE,
)
ENGAGE = clause(
    "tempo.melee.engage",
    "Melee comes apart at the end of each round, and two fighters are in it again only when one of them uses a turn "
    "for it. Reading: before that a shot at either runs no risk of hitting the other.",
    RULE,
)
REORIENT = clause(
    "tempo.initiative.reorient",
    "Instead of acting, re-roll 1d20 + wits; keep it only if it is higher. Reading: it is done on one's turn and uses "
    "it up, the move too (Option: they may move as well); a higher score pays for reactions at once but gives no "
    "second turn this round, nor superior initiative (Option: it leaves that right).",
    RULE,
)
DECLARE = clause(
    "tempo.spell.declare",
    "A memorised spell is declared between rounds and takes effect on the caster's own turn; everyone can see it "
    "coming from the start of the round and may try to stop it. Reading: the moment before the first round counts too, "
    "but not for the surprised; hurt before their turn, the caster makes a wits check against 20 + damage or loses the "
    "spell; an injury loses it outright.",
    RULE,
)
FORCE = clause(
    "tempo.round.force",
    "A side that can't or won't let go forces the bout on: everyone in it takes −10 and may lose hp, no between-round "
    "acts (no spell declared either), the next round starts at once; when all are at 0 the bout ends and they come "
    "apart. Reading: 1d3 hp each, never below 0 hp and no injury save; those outside the bout pay nothing and get no "
    "respite either.",
    RULE,
)
ZERO = clause(
    "tempo.initiative.zero",
    "At 0 a character is flat-footed: open to opportunity attacks, no reactions, a penalty die on re-orienting. "
    "Reading: they still have their turn, last of all, and their AC stays as it is.",
    RULE,
)
SURPRISE = clause(
    "tempo.surprise",
    "Ambushers get an advantage die on initiative, or wits + 20 without a roll; victims a penalty die, or 0. Referee "
    "picks, each part by itself; ruling for automatic play: prepared ambush wits + 20 against 0, chance meeting the "
    "dice.",
    REFEREE,
)

# Henchmen and orders
HENCHMAN = clause(
    "tempo.henchman",
    "Henchmen and lackeys don't roll: their score is always 1. Reading: nothing lowers it, so they never count where a "
    "bout ends with all at 0; as the chapter's note suspects, they take no reactions.",
    RULE,
)
HENCHMAN_SHIELD = clause("tempo.henchman.shield", "Option, default on: a henchman's shield is a flat +2 AC.", OPTION)
ORDER_HENCHMAN = clause(
    "tempo.order.henchman",
    "In a clear chain of command a superior's order lets henchmen act at the order's count instead of their own. "
    "Reading: still one action a round; one order moves all who hear it, or one whom it names. It tells them to attack "
    "a foe, to shoot, to defend or to fall back. It lapses for those who have not acted on it when that foe falls.",
    RULE,
)
ORDER_CHARACTER = clause(
    "tempo.order.character",
    "A character with a real score who obeys acts in addition to their turn and pays like a reaction. Reading: −10.",
    RULE,
)
ORDER_COST = clause(
    "tempo.order.cost", "Reading: an order is free as the commander's own action, −5 out of turn.", READING
)

# Morale
MORALE_SCALE = clause(
    "tempo.morale.scale",
    "Monsters and NPCs have 2 to 12: 2 traitorous, pressed or forced without a guard; 3–4 cowardly, forced with an "
    "enforcer close; 5–6 fickle, underpaid, sport; 7–9 normal pay, territory or superiors, food; 8–9 good pay, home or "
    "friends, food when starving; 10–11 well paid and invested, own life or way of life; 12 mindless, zealous, a "
    "parent with young. Reading: normal pay is 7, good pay 8.",
    RULE,
)
MORALE_CHECK = clause(
    "tempo.morale.check",
    "2d6 at most the score holds; otherwise flee or give up. Reading: rolled at once, one roll for each group of one "
    "score; flee if there is a way out, else give up; player characters never check.",
    RULE,
)
MORALE_TRIGGERS = clause(
    "tempo.morale.triggers",
    "Fourteen: surprised (first round after it only); an obviously superior force; an ally slain by magic; a quarter "
    "fallen; half fallen; another slain once more than half have fallen; the leader deserts or is slain; a foe that "
    "magic keeps from harm; ordered to a heroic risk; tempted; told to hold the rear; told to spend their own strong "
    "magic item or a charge of it; surrounded; offered surrender once another trigger was met. Losses and the leader "
    "count only for those aware of them. The engine raises by itself those it can see and offers the rest to the "
    "referee. Reading: superior = at least twice as many hit dice still standing; fallen = dead or out of action (not "
    "before the fight already), at least that share of all who fought; slain = dead, or a monster or lackey cut down, "
    "who is slain once and not again by bleeding to death (Option: only the dead, those who had fallen before too; or "
    "only the dead, and of another after half only one who dies outright); surrounded = three or more foes in melee "
    "with one and no friend in reach; each trigger once a fight, but each further one slain counts (after exactly half "
    "the next doesn't yet); what one event sets off is one check.",
    REFEREE,
)

# Attack and defence
ATTACK = clause(
    "tempo.attack.roll", "Melee and ranged attacks alike are strength checks against the target's AC.", RULE
)
AC = clause(
    "tempo.ac",
    "20 for an unarmoured, free human; −5 blind, −5 constrained, −10 unaware; +2 light to +10 heavy armour. Reading: "
    "they add up; leather +2, mail shirt +4, chain +6, half plate +8, plate +10; a shield adds nothing by itself.",
    RULE,
)
REACH = clause("tempo.ac.reach", "+1 AC against a foe with shorter reach. Reading: in melee only.", RULE)
DEFEND = clause(
    "tempo.defend",
    "An active defence is a strength check that replaces AC if higher: as the main action, for the rest of the round; "
    "as a reaction (a shield or training needed), for that one attack. Reading: one roll each time it is taken; "
    "nothing of AC is added to it.",
    RULE,
)
DAMAGE = clause(
    "tempo.damage",
    "d6 from an armed human, off current hp; falling to exactly 0 does nothing yet. Reading: hp stop at 0; strength "
    "adds nothing to damage; bare hands d3, monsters their own dice, humans of the classic list d6.",
    RULE,
)
INJURY = clause(
    "tempo.injury",
    "Reading: damage beyond 0, any damage at 0, or a direct hit forces an injury save: 1d20 + strength against 15 + "
    "the excess, a check like any other (a wound's penalty die counts). Held: a graze. Failed: wounded (penalty die on "
    "every check until healed; a second wound counts as the next step). By 5: out of action. By 10: dying, dead in 1d6 "
    "rounds unless tended (wits check DC 20). By 20: dead. Monsters and lackeys are out at the first failure.",
    READING,
)
INJURY_UNTENDED = clause(
    "tempo.injury.untended",
    "Reading: when the fight ends, the dying of a side on which nobody still stands bleed to death; by option all on "
    "it who are out of action are dead, or nobody is and the log leaves them dying.",
    READING,
)
EFFECT = clause(
    "tempo.effect",
    "Extra degrees buy effects: 1 drives the foe back a step or lets you step between them and their victim; 2 drives "
    "them through a window or off a ledge. Reading: besides the damage; a step is 5 feet, a fall deals 1d6; also "
    "disarm 2, trip 2; a degree is spent once.",
    RULE,
)
DIRECT_HIT = clause(
    "tempo.direct-hit",
    "Four extra degrees (beat AC by 20): a direct hit past hp. Reading: the attacker chooses; the four are spent; hp "
    "stay, and the whole damage is the excess.",
    RULE,
)
MISSILE_MELEE = clause(
    "tempo.missile.melee",
    "Firing into a melee with a clear facing: from straight behind one fighter 9/10 the near one, 1/10 the far one; "
    "from the side or above 6/10 the chosen one. A full round of aiming adds up to 2/10 to the chosen one. Reading: no "
    "clear facing counts as from the side; draw the victim first, then roll against its AC; with more than two "
    "fighters the rest share evenly; aiming takes all of that round, its move and another turn too, and gives 2/10 to "
    "a shot in the next, never above 10/10.",
    RULE,
)
MISSILE_THREAT = clause(
    "tempo.missile.threat",
    "Option, default off: a ranged hit may be described as taking aim; hp fall as usual; at an injury save that enemy "
    "makes, for this or later, the referee may say the shot is loosed.",
    OPTION,
)
RECOVERY = clause(
    "tempo.recovery",
    "Reading: 1d6 hp back after ten quiet minutes, once for each fight; all after a night's sleep; a wound mends one "
    "step a week.",
    READING,
)
CONVERT = clause(
    "tempo.convert",
    "Reading: what the book's own tables lack is turned from the classic entry: strength 10 + hit dice, wits the "
    "higher of INT and WIS (foes 10, beasts 12, undead and mindless 6), AC 20 + 2 × (AAC − 11) between 20 and 30 (+10 "
    "is the heaviest armour there is), hp d6 a level or hit die (½ die: 1d3); a turn is 10 rounds. Whoever has numbers "
    "alone has the hit dice of their THAC0. Followers of 1 hit die or less, hirelings and retainers are lackeys. "
    "Fighters, dwarves and elves of level 3 or more are trained.",
    READING,
)


# --- options


SETTINGS = Settings("tempo")
OPTIONS = SETTINGS.all

HENCHMAN_SHIELDS = SETTINGS.switch("henchman.shield", HENCHMAN_SHIELD, 1, label="A henchman's shield is a flat +2 AC")
THREAT = SETTINGS.switch("missile.threat", MISSILE_THREAT, 0, label="A shot may be aimed as a threat, and loosed later")
SUPERIOR_COST = SETTINGS.number("superior.cost", SUPERIOR, 10, 0, 40, label="Price of a superior turn")
FORCE_COST = SETTINGS.number("force.cost", FORCE, 10, 0, 40, label="Price of forcing the bout on")
FORCE_HP = SETTINGS.number("force.hp", FORCE, 3, 0, 12, label="Die of hit points lost by forcing the bout on")
SHIELD_EARLY = SETTINGS.number("reaction.shield", REACTION_COST, 2, 0, 40, label="Price of a shield before the roll")
SHIELD_LATE = SETTINGS.number("reaction.late-shield", REACTION_COST, 5, 0, 40, label="Price of a shield after the roll")
STRIKE_COST = SETTINGS.number("reaction.strike", REACTION_COST, 5, 0, 40, label="Price of a strike out of turn")
RIPOSTE_COST = SETTINGS.number("reaction.riposte", REACTION_COST, 10, 0, 40, label="Price of a riposte")
COST_OF_ORDER = SETTINGS.number("order.cost", ORDER_COST, 5, 0, 40, label="Price of an order")
OBEY_COST = SETTINGS.number("order.obey", ORDER_CHARACTER, 10, 0, 40, label="What obeying an order costs a character")
INJURY_DC = SETTINGS.number("injury.dc", INJURY, 15, 0, 40, label="Difficulty of an injury save")
LACKEY_SCORE = SETTINGS.number("henchman.score", HENCHMAN, 1, 1, 40, label="A henchman's score")
SUPERIOR_FORCE = SETTINGS.number(
    "morale.superior", MORALE_TRIGGERS, 2, 1, 10, label="How many to one make a superior force"
)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000, label="Longest fight, in rounds")
SLAIN = SETTINGS.word(
    "morale.slain", MORALE_TRIGGERS, 0, ("fallen", "dead", "outright"), label="Who counts as slain for morale"
)
REORIENT_MOVE = SETTINGS.switch("reorient.move", REORIENT, 0, label="Whoever reorients may move as well")
REORIENT_SUPERIOR = SETTINGS.switch(
    "reorient.superior", REORIENT, 0, label="A higher score from reorienting buys another turn"
)
DEMAND = SETTINGS.switch("respite.demand", RESPITE, 0, label="Whoever is asked may cut a breather short")
UNTENDED_DIE = SETTINGS.word(
    "injury.untended", INJURY_UNTENDED, 1, ("nobody", "dying", "fallen"), label="Who dies without help"
)
