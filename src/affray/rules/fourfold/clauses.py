"""The clauses of the fourfold book, in our own words, each with a name and a status; and their options."""

from affray.engine.clauses import LIMIT, OPTION, READING, REFEREE, Settings, clause

# Before the first round
SIDES = clause(
    "fourfold.sides",
    "Usually two: the player characters with their allies, and the opposing side. Reading: a third side rolls for "
    "itself and acts in its place, ties with it as with opponents; two sides without players are tied in listed "
    "order.",
)
ROUND_OPENING = clause(
    "fourfold.round.opening",
    "A reaction roll if needed, a surprise round if there is one, initiative, then rounds: the side with the "
    "initiative, then the other, and again; everyone has one turn a round.",
)
REACTION = clause(
    "fourfold.reaction",
    "Referee: whether one is needed. Reading, option, default off: 2d6 + CHA of the speaker: 2 or less hostile, "
    "3–5 unfriendly, 6–8 neutral, 9–11 indifferent, 12 or more friendly; the indifferent and the friendly don't "
    "fight.",
    OPTION,
)
SURPRISE_OPPOSED = clause(
    "fourfold.surprise.opposed",
    "Attackers always try; an opposed roll DEX/Sneak against WIS/Notice may decide it, and the attackers must "
    "prevail. Referee: may settle it otherwise; automatic play rolls. Reading: 2d6 + modifier + skill (unskilled "
    "−1), the higher total, a tie goes to the players; the attackers count their worst sneaker, the watchers "
    "their best, riders 4 worse; foes without listed skills add 0; a group that expects a fight can't be surprised. "
    "Attackers are "
    "those who lie in ambush; where nobody does, each side tries to surprise every other, and if all are surprised "
    "nobody is.",
    REFEREE,
)
SURPRISE_ROUND = clause(
    "fourfold.surprise.round",
    "Who surprises the others has a full round to itself, and only then initiative is rolled.",
)
SURPRISE_MORALE = clause(
    "fourfold.surprise.morale",
    "Referee: undisciplined or poorly trained non-player characters who are surprised may have to check morale. "
    "Reading: automatic play checks those with a rating under 7.",
    REFEREE,
)

# Initiative
INITIATIVE_SIDE = clause(
    "fourfold.initiative.side",
    "1d8 + the best DEX modifier of the side; highest first; once a fight, the order stays. Reading: foes without "
    "listed attributes add 0.",
)
INITIATIVE_TIE = clause(
    "fourfold.initiative.tie",
    "A tie goes to the players' characters.",
)
INITIATIVE_ORDER = clause(
    "fourfold.initiative.order",
    "Inside a side, any order they like; the whole side finishes before the other starts.",
)
INITIATIVE_INDIVIDUAL = clause(
    "fourfold.initiative.individual",
    "Option, default off: each of the players' side 1d8 + DEX, one roll for the opponents. Reading: the opponents'"
    " roll with their best DEX; high to low, players win ties with foes, ties among players as they like; the "
    "order stays for the fight.",
    OPTION,
)

# The four kinds of action
ACTION_TURN = clause(
    "fourfold.action.turn",
    "A main and a move action on one's turn, in either order, besides on-turn and instant ones.",
)
ACTION_MAIN = clause(
    "fourfold.action.main",
    "One a turn: attack, spell, drag a downed ally to cover, and the like. Reading: dragging goes half the rate, "
    "away from the nearest foe.",
)
ACTION_MOVE = clause(
    "fourfold.action.move",
    "One a turn, up to the rate (human 30 feet); the main action may be turned into a second move. Referee: "
    "terrain and circumstance cut the rate; automatic play: half in bad ground, crawling or swimming.",
)
ACTION_UNSPLIT = clause(
    "fourfold.action.unsplit",
    "A move isn't split round a main action.",
)
ACTION_ON_TURN = clause(
    "fourfold.action.on-turn",
    "Quick things on one's own turn: a few words, reload a bow from a readied quiver, draw a readied thing. "
    "Referee: as many as is reasonable; automatic play: no limit. Reading: weapons are carried readied.",
)
ACTION_INSTANT = clause(
    "fourfold.action.instant",
    "Quick things at any time, out of turn too, put off until needed, without a limit unless their text says so. "
    "Referee: may still limit them, and orders those that come together; automatic play: the side with the "
    "initiative first, then the listed order. Reading: what is done in answer to a deed is not itself answered by "
    "snap attacks or held actions.",
)
ACTION_LIST = clause(
    "fourfold.action.list",
    "Reading: main: melee attack, ranged attack, cast, fighting withdrawal, shove, grapple, use a skill, get out "
    "or put away a stowed thing, stabilise; move: walk, screen an ally, stand up, pick up, hold; move and main: "
    "charge; on turn: go prone, delay; instant: drop a thing, and for the main action snap attack and total "
    "defence.",
    READING,
)
ACTION_SNAP = clause(
    "fourfold.action.snap",
    "Reading: an attack out of turn at −4, by the trained and the named only; it spends this round's main action "
    "and isn't possible once that is spent. It is asked for before a foe's deed, against that foe.",
    READING,
)
ACTION_DEFENCE = clause(
    "fourfold.action.defence",
    "Reading: total defence: +2 AC and no shock until one's next turn; may be called after the foe's roll; spends "
    "the main action as a snap attack does.",
    READING,
)
ACTION_CHARGE = clause(
    "fourfold.action.charge",
    "Reading: straight, at least 10 feet, up to twice the move; +2 to hit, −2 AC to the end of the round.",
    READING,
)
ACTION_WITHDRAWAL = clause(
    "fourfold.action.withdrawal",
    "Reading: after it this turn's moves provoke no free attack.",
    READING,
)
ACTION_CAST = clause(
    "fourfold.action.cast",
    "Reading: a free hand and speech; not if hurt already this round; hurt before it is done, it is wasted. With a"
    " shield and a weapon no hand is free; a two-handed weapon may be held in one.",
    READING,
)
ACTION_SCREEN = clause(
    "fourfold.action.screen",
    "Reading: next to an ally: whoever attacks the ward must win an opposed roll (2d6 + STR or DEX + combat "
    "skill), or the attack falls on the screener; as many attackers a round as its combat skill, 1 at least "
    "needed.",
    READING,
)
ACTION_SHOVE = clause(
    "fourfold.action.shove",
    "Reading: an attack roll without damage, then opposed STR/Exert or STR/Punch: won, the foe goes back 10 feet "
    "or falls prone.",
    READING,
)
ACTION_GRAPPLE = clause(
    "fourfold.action.grapple",
    "Reading: both hands free, a Punch attack, then opposed STR/Punch: won, both are held in place with bare hands"
    " only, unarmed damage to the held one at the end of each round; breaking free is a main action and the same "
    "contest.",
    READING,
)
ACTION_HOLD = clause(
    "fourfold.action.hold",
    "Reading: for the move action, the main action may be used as an instant later this round, before the action it "
    "answers, a friend's or a foe's; unused, it is lost. Who flees can't use it. Option, default on: who has moved "
    "already may still hold the main action.",
    READING,
)
ACTION_DELAY = clause(
    "fourfold.action.delay",
    "Reading: act right after a named participant of this round; no second thoughts. If that one has no turn, at "
    "the end of the round; several who wait for the same one come one after another.",
    READING,
)

# In and out of melee
MELEE_FREE_ATTACK = clause(
    "fourfold.melee.free-attack",
    "Reading: leaving a foe's reach gives each such foe, armed and able, an instant melee attack that costs it "
    "nothing, unless a fighting withdrawal came first. So does passing within 5 feet of it in one straight move; it "
    "strikes where the other passes, and who falls lies there.",
    READING,
)
MELEE_REACH = clause(
    "fourfold.melee.reach",
    "Reading: 5 feet, long weapons 10, past an ally too; a foe 10 feet off may leave a long weapon freely.",
    READING,
)
MELEE_PRONE = clause(
    "fourfold.melee.prone",
    "Reading: attackers get +2 on a prone target next to them and −2 from afar; −4 while prone oneself.",
    READING,
)

# Attacks
ATTACK_ROLL = clause(
    "fourfold.attack.roll",
    "1d20 + class attack bonus + STR or DEX + skill in Stab, Shoot or Punch at least AC hits. Reading: a foe's "
    "printed bonus is all of it; thrown weapons use Stab or Shoot, the better.",
)
ATTACK_UNTRAINED = clause(
    "fourfold.attack.untrained",
    "No level in the skill counts as −2 (not −1).",
)
ATTACK_ATTRIBUTE = clause(
    "fourfold.attack.attribute",
    "The weapon says which: STR for melee, DEX for ranged as a rule of thumb. Reading: S/D lets the user choose; "
    "everyone chooses the better.",
)
ATTACK_NATURAL = clause(
    "fourfold.attack.natural",
    "Reading: 20 always hits, 1 always misses.",
    READING,
)
ATTACK_ADVANTAGE = clause(
    "fourfold.attack.advantage",
    "Advantage and disadvantage: best and worst of two d20. Referee: the chapter only tabulates them and never "
    "says when; automatic play: never. Reading: one of each cancels.",
    REFEREE,
)
RANGED_RANGE = clause(
    "fourfold.ranged.range",
    "Reading: short range, long range at −2, beyond impossible.",
    READING,
)
RANGED_CONTACT = clause(
    "fourfold.ranged.contact",
    "Reading: one-handed −4 with a foe in contact, two-handed not at all.",
    READING,
)
RANGED_COVER = clause(
    "fourfold.ranged.cover",
    "Reading: half −2, nearly all −4. A quarter is too little; three quarters and an arrow slit are nearly all.",
    READING,
)
EXECUTION = clause(
    "fourfold.execution",
    "Reading: an unaware target and a minute's undisturbed preparation; melee hits, ranged is DEX/Shoot at 6 "
    "(point blank), 8, 10 (long), whatever the AC; the victim makes a Physical save minus the attacker's skill: "
    "failed, 0 hp and mortally wounded; held, maximum damage. A natural 1 or 20 is read off the bare die. A "
    "helpless victim: no save, and no minute. The minute is had in a prepared ambush; undisturbed is with no able"
    " foe in reach.",
    READING,
)

# Damage
DAMAGE_ROLL = clause(
    "fourfold.damage.roll",
    "Reading: the weapon's die + the same attribute as the attack; at least 1, and never less than the shock a "
    "miss would have done to this target now.",
    READING,
)
DAMAGE_SHOCK = clause(
    "fourfold.damage.shock",
    "Reading: shock n/AC: a melee miss, a natural 1 too, still deals n + attribute when the target's AC is at most"
    " that; a shield stops its bearer's first in a round, total defence all.",
    READING,
)
DAMAGE_MORTAL = clause(
    "fourfold.damage.mortal",
    "Reading: at 0 a minor foe or a frail character is dead; others are mortally wounded, helpless, and die after "
    "6 rounds, or at once if hurt again. Minor = any opponent the scenario doesn't name.",
    READING,
)
DAMAGE_STABILISE = clause(
    "fourfold.damage.stabilise",
    "Reading: 2d6 + DEX or INT + Heal at least 8 + full rounds since the fall (+2 harder without tools, which "
    "those with the Heal skill carry), one try a round for each victim, the first in the round of the fall (0 "
    "rounds), the last 5 rounds later; then ten minutes out, 1 hp and frail. Healing magic does as well, and "
    "mends the frail. The fight goes on while one of the last side standing is dying and another can try.",
    READING,
)
DAMAGE_UNTENDED = clause(
    "fourfold.damage.untended",
    "Reading: when the fight ends, the mortally wounded of a side with nobody left to tend them bleed to death. "
    "Option, default on; off, the log leaves them dying.",
    READING,
)
DAMAGE_NONLETHAL = clause(
    "fourfold.damage.nonlethal",
    "Reading: a less lethal weapon may be called so before the roll: at 0 ten minutes out, then 1 hp, not frail.",
    READING,
)

# Morale
MORALE_CHECK = clause(
    "fourfold.morale.check",
    "Reading: 2d6 over the rating: flees or gives up; one roll for each group of one rating, at once; flees if "
    "there is a way out; players' characters never check, their hirelings and allies do. Who flees runs with both"
    " actions, and is out of the fight once no enemy can reach it.",
    READING,
)
MORALE_TRIGGERS = clause(
    "fourfold.morale.triggers",
    "Reading: first ally down, half down (at least half of all who fought on the side; down = dead, dying, "
    "helpless or turned to stone, but not before the fight already), each once a fight, both at once one check; "
    "referee: −2 to +2 on the rating, and any other moment.",
    REFEREE,
)
MORALE_RATING = clause(
    "fourfold.morale.rating",
    "Reading: irregulars 6, barbarians 7, regulars 8; mounted +1, elite +1, fanatic +2, 12 at most; 12 never checks.",
    READING,
)

# Odds, and what the file has as data
ODDS_TABLE = clause(
    "fourfold.odds.table",
    "Chances of 1d20 for targets 2 to 20: plain p = (21 − t)/20, advantage 1 − (1 − p)², disadvantage p², and the"
    " flat bonus each is worth, round((adv − p) · 20) and its negative.",
)
SKILL_CHECK = clause(
    "fourfold.skill.check",
    "Reading: 2d6 + skill + attribute modifier (3 −2; 4–7 −1; 8–13 0; 14–17 +1; 18 +2) at least the difficulty, 8 "
    "as a rule; unskilled −1; opposed: the higher total, ties to the players' characters.",
    READING,
)
HP_ROLL = clause(
    "fourfold.hp.roll",
    "Reading: fighters and half-fighters 1d6+2 a level, experts 1d6, weavers 1d6−1, with CON to every die, at "
    "least 1 each; foes d8 a hit die. Option, default off: a character's first die in full.",
    READING,
)
SAVE_ROLL = clause(
    "fourfold.save.roll",
    "Reading: d20 at least the score: Physical 16 − the better of STR and CON − level, Evasion with DEX and INT, "
    "Mental with WIS and CHA; 1 fails, 20 passes; monsters 15 − half their hit dice. Death and paralysis are "
    "Physical, wands, breath and what can be dodged by half Evasion, other spells Mental.",
    READING,
)
CONVERT = clause(
    "fourfold.convert",
    "Reading: what the content of this book lacks is read from the classic entry: armour by its look, weapons as "
    "the nearest of the table, monsters with their ascending armour class, their hit dice as attack bonus (at "
    "most +10), 15 − half their dice as save and their encounter feet (30 for humans). Claws and teeth have shock 1/13 "
    "from 1 hit die on, 2/13 from 4 and 3/15 from 8. A foe with levels in the classic book has its hit dice by level, "
    "+1 to hit for each further one. A lance after a mounted charge deals double damage. A turn of ten minutes is 100 "
    "rounds.",
    READING,
)


# --- options


SETTINGS = Settings("fourfold")
OPTIONS = SETTINGS.all

FIRST_DOWN, HALF_DOWN = 1, 2  # bits of morale.triggers
STARTLED = 8  # one more reason to check: surprised

SURPRISE = SETTINGS.switch("surprise", SURPRISE_OPPOSED, 1, label="Either side may be surprised")
NERVES = SETTINGS.number(
    "surprise.nerves", SURPRISE_MORALE, 7, 0, 12, label="Morale below which the surprised must check"
)
ROLL_REACTION = SETTINGS.switch(
    "reaction", REACTION, 0, label="Roll how the other side reacts before it comes to blows"
)
INDIVIDUAL = SETTINGS.switch(
    "initiative.individual", INITIATIVE_INDIVIDUAL, 0, label="Everyone rolls initiative for themselves"
)
SNAP = SETTINGS.number("snap.penalty", ACTION_SNAP, 4, 0, 10, label="Penalty of a snap attack")
CHARGE = SETTINGS.number("charge.bonus", ACTION_CHARGE, 2, 0, 10, label="Bonus of a charge")
UNTRAINED = SETTINGS.number("untrained.penalty", ATTACK_UNTRAINED, 2, 0, 10, label="Penalty for no level in the skill")
SHOCK = SETTINGS.switch("damage.shock", DAMAGE_SHOCK, 1, label="A miss may still do shock damage")
BLEEDING = SETTINGS.number("mortal.rounds", DAMAGE_MORTAL, 6, 1, 100, label="Rounds the mortally wounded live")
FULL_FIRST = SETTINGS.switch("hp.full-first", HP_ROLL, 0, label="A character's first hit die counts in full")
TRIGGERS = SETTINGS.several(
    "morale.triggers", MORALE_TRIGGERS, FIRST_DOWN | HALF_DOWN, ("first", "half"), label="A side checks morale at"
)
PURSUIT = SETTINGS.switch("flee.pursuit", MORALE_CHECK, 0, label="Foes may pursue those who flee")
LAST_ROUND = SETTINGS.number("rounds", LIMIT, 200, 1, 1000, label="Longest fight, in rounds")
HOLD_AFTER_MOVE = SETTINGS.switch("hold.after-move", ACTION_HOLD, 1, label="The main action may be held after a move")
UNTENDED = SETTINGS.switch(
    "mortal.untended", DAMAGE_UNTENDED, 1, label="The mortally wounded die if nobody is left to tend them"
)
