"""The clauses of the procedure book, in our own words, each with a name and a status; and their options."""

from affray.engine.clauses import LIMIT, OPTION, READING, RULE, Settings, clause
from affray.rules.shared.clauses import SETTINGS as SHARED

# Steps
ROUND_SEQUENCE = clause(
    "procedure.round.sequence",
    "Surprise, declare, charges, initiative, stationary missiles, winners, losers, stationary missiles again, held "
    "actions. Reading: surprise only at the start of a fight; a round is 10 seconds.",
    RULE,
)
SURPRISE = clause(
    "procedure.surprise",
    "Where the referee calls for it, both sides roll. Reading: the referee is asked once, before the fight, if some "
    "side may be surprised; without a person in that seat the option decides. 1d6, surprised on 1–2, on 1–4 in an "
    "ambush, where only the ambushed roll; single characters of a side may be surprised while others aren't (a "
    "modifier of their own): they can't charge, but initiative goes by the side's roll. Surprise costs nobody a turn. "
    "Option, default on: the roll; none where the scenario says who is surprised.",
    OPTION,
)
SURPRISE_FIRST = clause(
    "procedure.surprise.first",
    "In the first round, with one side surprised, the other wins initiative without a roll. Reading: both surprised: "
    "roll as usual; of several sides those not surprised come first, and each group rolls for itself.",
    RULE,
)
DECLARE = clause(
    "procedure.declare",
    "Charge, total defence, spell and missile fire are declared before initiative, the opponents' too. Reading: both "
    "sides blind; what was not declared can't be done this round; a charge, a defence or a spell may be dropped for a "
    "plain move and nothing else; who has declared missiles and not shot may do something else instead.",
    RULE,
)
DECLARE_CHARGE = clause(
    "procedure.declare.charge",
    "Who is surprised can't charge. Reading: in a straight line past no other foe, at least 10 feet, up to twice the "
    "move, one melee attack at +2 to hit, −2 AC until the end of the round; not while engaged; it uses up the round's "
    "move and attack.",
    RULE,
)
DECLARE_DEFENCE = clause(
    "procedure.declare.defence",
    "Reading: total defence gives +4 AC all round, from the declaration; no attack or spell, half move.",
    READING,
)
DECLARE_SPELL = clause(
    "procedure.declare.spell",
    "A spell is not declared while in melee; no move and nothing else on that turn; hurt before it, the spell may be "
    "disturbed and lost. Reading: hurt by charges or first missiles counts too, whoever won; concentration is 1d20 + "
    "level + prime modifier, at least 10 + damage. Option spell.strict, default off: any damage loses it.",
    RULE,
)
SPELL_READIED = clause(
    "procedure.spell.readied",
    "A spell readied before the fight is cast on the caster's turn without declaring, besides their normal actions, "
    "another declared spell too; damage or anything else that breaks concentration may lose it, before the fight even "
    "starts. Reading: one at most; the same concentration roll, against 10 where nothing hurt: surprised, hit without "
    "damage, or having failed a save.",
    RULE,
)
DECLARE_MISSILE = clause(
    "procedure.declare.missile",
    "Shooters say so. Reading: throwers too. Option, default on: ammunition is counted, 20 shots to a weapon.",
    OPTION,
)

# Charges
CHARGE_TOGETHER = clause(
    "procedure.charge.together",
    "All charges are resolved at once, before initiative. Reading: two who charge each other both attack, and who "
    "falls to a charger has still struck; a target that isn't charging strikes on its own turn only; the −2 AC counts "
    "at once; each runs to where its target stands or is met, and a charge that reaches nobody ends where it stands.",
    RULE,
)
CHARGE_MEETING = clause(
    "procedure.charge.meeting",
    "Foes charging each other clash where their speeds bring them. Reading: at d · v1 / (v1 + v2) from the first, in "
    "whole tenths of a foot rounded down, if d is at most the two charges together. Foes who charge others clash where "
    "they come within 5 feet of each other on their way, each at their own speed, unless both charge the same target: "
    "both stop there and strike each other. Who charges somebody who charges another runs to where that one ends.",
    RULE,
)
CHARGE_POLEARM = clause(
    "procedure.charge.polearm",
    "A charger into a pole arm takes a free attack, from the second line too. Reading: before the charge strikes, and "
    "whoever falls to it doesn't strike; one for each pole arm and charger; it costs the wielder nothing; not from a "
    "wielder who is fleeing or blind. Options, default on: from one in total defence too, and from one who charges. "
    "The second line stands within 5 feet of the charger's target and 10 feet of the charger.",
    RULE,
)

# Initiative
INITIATIVE_SIDE = clause(
    "procedure.initiative.side", "d6 for each side, highest wins; one roll a side, each round.", RULE
)
INITIATIVE_GUERILLA = clause(
    "procedure.initiative.guerilla",
    "The smallest side adds 2. Reading: counted among those who can act at the roll, the broken and retreating not; "
    "none at equal numbers.",
    RULE,
)
INITIATIVE_TIE = clause("procedure.initiative.tie", "Ties go to the players. Reading: after the guerilla bonus.", RULE)
INITIATIVE_SEVERAL = clause(
    "procedure.initiative.several",
    "Reading: with more than two sides each step goes from high to low, only the highest are winners, and ties without "
    "players are rolled again.",
    READING,
)

# Acting
MISSILE_FIRST = clause(
    "procedure.missile.first",
    "The winners' stationary shooters, then the losers'. Reading: stationary = declared, not in melee, no move and no "
    "other attack this round.",
    RULE,
)
MISSILE_MOVING = clause(
    "procedure.missile.moving", "Reading: a shooter who moves shoots once, in the step of their own side.", READING
)
MISSILE_MELEE = clause(
    "procedure.missile.melee",
    "Reading: a shot at someone in melee goes at a random one of those fighting there: the target and everyone able in "
    "melee within 5 feet of the target.",
    READING,
)
ACT_WINNERS = clause(
    "procedure.act.winners",
    "The winners move, attack, cast, use items or do anything else they can, in any order they like; second and third "
    "missile attacks wait. Reading: anything else is their act, and the referee says whether it works; by default it "
    "doesn't.",
    RULE,
)
ACT_HOLD = clause(
    "procedure.act.hold",
    "Winners may hold and wait, or set a trigger. Reading: a trigger fires once, in any later step, before the act "
    "that sets it off takes effect (of one who comes within reach, before anything else they do); plain holding waits "
    "for the held step.",
    RULE,
)
ACT_LOSERS = clause("procedure.act.losers", "The losers do the same, without holding or triggers.", RULE)
MISSILE_SECOND = clause(
    "procedure.missile.second",
    "Second and third shots of stationary shooters, winners then losers. Reading, shots a round: bow 2, dart 3, thrown "
    "dagger 2, any other thrown weapon 1, sling 1, light crossbow 1, heavy crossbow every second round; nobody shoots "
    "in melee, and who is attacked there loses the shots left.",
    RULE,
)
ACT_HELD = clause(
    "procedure.act.held",
    "Whoever held or has an unresolved trigger may act now. Reading: what is not used now is lost.",
    RULE,
)
LEAVE = clause(
    "procedure.leave",
    "Reading: leaving melee by more than half the move lets each opponent who hasn't attacked yet this round do so at "
    "once at +2, as their attack; half the move is safe.",
    READING,
)

# Morale
MORALE_SCALE = clause("procedure.morale.scale", "Ratings from 2 to 12: 2 never fights, 12 always to the end.", RULE)
MORALE_TRIGGERS = clause(
    "procedure.morale.triggers",
    "The side's first casualty, and half its number dead or out (asleep, paralysed). Reading: a casualty is dead or "
    "out likewise, not fled nor given up, nor out before the fight; half = at least half of all who have fought on the "
    "side; each once a fight, and both at once are one check; nobody checks for their own loss on waking.",
    RULE,
)
MORALE_CHECK = clause(
    "procedure.morale.check",
    "2d6, by the referee, for every single monster and NPC of the side; above the rating, that one surrenders or "
    "retreats. Players' characters never check. Reading: at once, when the act (or the charges together) is done; they "
    "retreat if there is a way out, on their next move and without a choice, else surrender. Option morale.failed, "
    "default retreat: surrender, or in-melee, where those with a foe beside them surrender and the others retreat.",
    RULE,
)

# From one scenario to five books
CONVERT = clause(
    "procedure.convert",
    "Reading: classes, gear, monsters, spells and saves are the classic book's, armour class and attack in their "
    "ascending form; a retainer's loyalty is its morale.",
    READING,
)


# --- options


SETTINGS = Settings("procedure")

PLAYERS, REROLL = range(2)
RETREAT, SURRENDER, IN_MELEE = range(3)  # what those do who break
FIRST_CASUALTY, HALF_OUT = 1, 2  # bits of morale.triggers

CHECK_SURPRISE = SETTINGS.switch("surprise", SURPRISE, 1, label="Either side may be surprised")
SURPRISE_RANGE = SETTINGS.number("surprise.range", SURPRISE, 2, 0, 6, label="Surprised on this or less of a d6")
SURPRISE_AMBUSH = SETTINGS.number(
    "surprise.ambush", SURPRISE, 4, 0, 6, label="Surprised by an ambush on this or less of a d6"
)
CHARGE_BONUS = SETTINGS.number("charge.bonus", DECLARE_CHARGE, 2, 0, 10, label="Bonus of a charge")
CHARGE_EXPOSED = SETTINGS.number("charge.exposed", DECLARE_CHARGE, 2, 0, 10, label="Armour class lost by a charge")
DEFENCE_BONUS = SETTINGS.number("defence.bonus", DECLARE_DEFENCE, 4, 0, 10, label="Bonus of total defence")
STRICT = SETTINGS.switch("spell.strict", DECLARE_SPELL, 0, label="Any damage loses a declared spell")
AMMUNITION = SETTINGS.switch("ammunition", DECLARE_MISSILE, 1, label="Shots are counted")
QUIVER = SETTINGS.number("ammunition.shots", DECLARE_MISSILE, 20, 1, 99, label="Shots in a quiver")
GUERILLA = SETTINGS.number(
    "guerilla.bonus", INITIATIVE_GUERILLA, 2, 0, 10, label="Initiative bonus of the smallest side"
)
TIE = SETTINGS.word("initiative.tie", INITIATIVE_TIE, PLAYERS, ("players", "reroll"), label="After a tie in initiative")
LEAVE_BONUS = SETTINGS.number("leave.bonus", LEAVE, 2, 0, 10, label="Bonus against those who leave a melee")
TRIGGERS = SETTINGS.several(
    "morale.triggers", MORALE_TRIGGERS, FIRST_CASUALTY | HALF_OUT, ("first", "half"), label="A side checks morale at"
)
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000, label="Longest fight, in rounds")
POLEARM_DEFENCE = SETTINGS.switch(
    "polearm.defence", CHARGE_POLEARM, 1, label="A pole arm in total defence meets a charge"
)
POLEARM_CHARGE = SETTINGS.switch("polearm.charge", CHARGE_POLEARM, 1, label="A charging pole arm meets a charge")
FAILED = SETTINGS.word(
    "morale.failed",
    MORALE_CHECK,
    RETREAT,
    ("retreat", "surrender", "in-melee"),
    label="What those do who fail a morale check",
)

# of the rules that several books share
COMMON = "damage.variable flee.pursuit move.rounds blind.bonus spell.free-hand".split()
OPTIONS = [*SETTINGS.all, *(option for option in SHARED.all if option.name in COMMON)]
