"""House rules that every book knows as options: criticals, fumbles, shields, cleaving, targets, dice and hit points.

All of them are off in the books themselves. Each stands at a seam of its own, so that a table can put another rule
there (`rules/seams.py`)."""

from affray.engine import events as E
from affray.engine.clauses import (
    AT_LEAST,
    CON_OF_DICE,
    EACH_AT_LEAST_ONE,
    FIXED_PART,
    HOUSE_CLEAVE,
    HOUSE_CRITICAL,
    HOUSE_DEATH,
    HOUSE_EXPLODE,
    HOUSE_FULL_HP,
    HOUSE_FUMBLE,
    HOUSE_INITIATIVE,
    HOUSE_NEEDED,
    HOUSE_SHIELD,
    HOUSE_SPELLS,
    HOUSE_TARGETS,
    HOUSE_TEND,
    REMARK,
    STEP,
    XP,
    Settings,
    reason,
)
from affray.engine.space import distance
from affray.engine.state import KIT, MOST_SPELLS, NOBODY, UNDECIDED, Combatant, Fight, Weapon
from affray.engine.verbs import PASS, YES, Answer, Decide, Question, Refusal, answer, because, guess, note, roll, rule
from affray.engine.vocabulary import (
    BARE,
    FALLEN,
    FLEEING,
    FOR_DAMAGE,
    FOR_HIT_POINTS,
    MELEE,
    NATURAL,
    SPLASH,
    TWO_HANDED,
)
from affray.rules import seams
from affray.rules.shared.effects import follow_up
from affray.rules.shared.legality import NO_SUCH, NOT_ASKED, arm, has_room, reach, weapon_for
from affray.rules.shared.tactics import WHIM, rank

SETTINGS = Settings("house")
OPTIONS = SETTINGS.all
DOUBLE, TWICE, MOST, MOST_AND_ROLL = 1, 2, 3, 4  # critical.hits
DROP, SELF, EXPOSED = 1, 2, 3  # fumbles
EVERYONE, WARRIORS = 1, 2  # cleave
LOST = 1  # targets

CRITICALS = SETTINGS.word(
    "critical.hits", HOUSE_CRITICAL, 0, ("none", "double", "dice", "maximum", "maximum-and-roll"), label="Critical hits"
)
CRITICAL_FROM = SETTINGS.number(
    "critical.from", HOUSE_CRITICAL, 20, 15, 20, label="A hit is critical from this natural roll on"
)
FUMBLES = SETTINGS.word("fumbles", HOUSE_FUMBLE, 0, ("none", "drop", "self", "exposed"), label="Fumbles on a natural 1")
SPLINTER = SETTINGS.switch("shield.splinter", HOUSE_SHIELD, 0, label="Shields may be splintered to stop a hit")
CLEAVING = SETTINGS.word(
    "cleave", HOUSE_CLEAVE, 0, ("none", "everyone", "warriors"), label="Whoever fells a foe strikes another at once"
)
CLAMPED = SETTINGS.switch("attack.clamp", HOUSE_NEEDED, 0, label="An attack always needs 2 to 20")
EXPLODING = SETTINGS.number(
    "damage.explode", HOUSE_EXPLODE, 0, 0, 10, label="Times a highest damage die is rolled again"
)
FULL_FIRST = SETTINGS.switch("hp.full-first", HOUSE_FULL_HP, 0, label="A character's first hit die counts in full")
GROUP_SCORES = SETTINGS.switch("initiative.group", HOUSE_INITIATIVE, 0, label="One initiative die for each side")
SPELL_POINTS = SETTINGS.switch("spells.points", HOUSE_SPELLS, 0, label="Spell points instead of forgetting")
DEATH_LIMIT = SETTINGS.number(
    "death.limit", HOUSE_DEATH, 10, 1, 100, label="Hit points below 0 at which characters die"
)
DEATH_BY_LEVEL = SETTINGS.switch("death.by-level", HOUSE_DEATH, 0, label="Characters die at minus their level")
DEATH_BLEEDING = SETTINGS.switch("death.bleeding", HOUSE_DEATH, 1, label="Those below 0 lose 1 hit point a round")
DEATH_FOR = SETTINGS.word("death.for", HOUSE_DEATH, 0, ("characters", "everyone"), label="Who lies unconscious below 0")
TARGETS = SETTINGS.word(
    "targets", HOUSE_TARGETS, 0, ("free", "lost", "another"), label="Targets named at the start of a round"
)
# of affray.xp: every book offers these itself (rules/shared/experience.py)
XP_FOR = SETTINGS.several(
    "xp.for", XP, 0b111, ("fallen", "surrendered", "fled"), label="XP is earned for foes who have"
)
XP_SHARE = SETTINGS.word("xp.share", XP, 0, ("survivors", "everyone"), label="Who shares XP")
XP_RETAINERS = SETTINGS.word("xp.retainers", XP, 0, ("half", "full"), label="A retainer's share of XP")
XP_PRIME = SETTINGS.switch("xp.prime", XP, 0, label="Prime requisites change XP")
XP_OPTIONS = tuple(option for option in OPTIONS if option.clause == XP)

DOUBLED = reason(HOUSE_CRITICAL, "doubled for the critical hit", STEP)
IN_FULL = reason(HOUSE_CRITICAL, "a critical hit: the dice in full")
MORE_DICE = reason(HOUSE_CRITICAL, "a critical hit: the dice twice", REMARK)
OWN_WEAPON = reason(HOUSE_FUMBLE, "their own weapon", REMARK)
LEAST = reason(HOUSE_NEEDED, "a 2 is needed at least")
HIGHEST = reason(HOUSE_NEEDED, "a 20 is enough")
AGAIN = reason(HOUSE_EXPLODE, "again for the highest face", REMARK)
FULL = reason(HOUSE_FULL_HP, "the first die in full")
NO_SHIELD = reason(HOUSE_SHIELD, "{who} has no shield in use")
NOT_BESIDE = reason(HOUSE_TEND, "{who} has acted this round, or is not beside {other}")
NAMED_ANOTHER = reason(HOUSE_TARGETS, "{who} has named another foe for this round")
NAMED_NOBODY = reason(HOUSE_TARGETS, "{who} has named nobody for this round")
ATTACK_LOST = reason(HOUSE_TARGETS, "the foe whom {who} has named is out of action: the attack is lost")
NO_FOE = reason(HOUSE_TARGETS, "{other} is no foe who could be named")
BEYOND_REACH = reason(HOUSE_CLEAVE, "{other} is no foe within reach of {who}")


# --- the roll to hit


@rule
def after_roll(
    f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, natural: int, hit: bool
) -> None:
    """Make a high hit critical, and a miss with 1 a fumble, by option (affray.house.critical, affray.house.fumble)."""
    if f.rules[CRITICALS] != 0:
        f.critical = hit and natural >= f.rules[CRITICAL_FROM]
    if f.rules[FUMBLES] != 0 and natural == 1 and not hit:
        fumble(f, attacker, target, weapon, missile)


@rule
def fumble(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    if f.rules[FUMBLES] == DROP:
        if weapon.qualities & (BARE | NATURAL | SPLASH) == 0 and not attacker.has_routine:
            drop_weapon(f, attacker)
    elif f.rules[FUMBLES] == SELF:
        hit_oneself(f, attacker, weapon, missile)
    elif not missile and target.able and f.extra_blow.by == NOBODY and can_reach(f, target, attacker):
        note(f, E.DECLARED, HOUSE_FUMBLE, target, attacker)
        f.extra_blow.by, f.extra_blow.at = target.id, attacker.id


@rule
def drop_weapon(f: Fight, who: Combatant) -> None:
    """Put what is in hand out of use for the rest of the fight."""
    note(f, E.LOST, HOUSE_FUMBLE, who, who, who.kit[who.hand])
    who.kit_left[who.hand] = 0
    empty_hand(f, who)


@rule
def empty_hand(f: Fight, who: Combatant) -> None:
    """Take bare hands with nothing in hand, or what `who` strikes with by nature (classic.weapon.thrown)."""
    seams.take_in_hand(f, who, KIT - 1 if who.kit[KIT - 1] != NOBODY else 0)


@rule
def hit_oneself(f: Fight, who: Combatant, weapon: Weapon, missile: bool) -> None:
    """Deal the weapon's damage to the wielder, with what it adds; a touch alone does nothing."""
    if weapon.count == 0 and weapon.plus == 0:
        return
    amount = seams.weapon_damage(f, who, who, weapon, missile, False)
    because(f, OWN_WEAPON, 0)
    seams.suffer(f, who, who, amount, weapon.qualities, HOUSE_FUMBLE)


@rule
def needed_roll(f: Fight, needed: int) -> int:
    """Return the needed roll, by option from 2 to 20 (affray.house.needed)."""
    if f.rules[CLAMPED] == 0:
        return needed
    return needed + because(f, LEAST, 2 - needed, needed < 2) + because(f, HIGHEST, 20 - needed, needed > 20)


# --- damage


@rule
def damage_dice(f: Fight, who: Combatant, sides: int, count: int) -> int:
    """Roll and sum the dice; by option more for a critical hit, and again for a die that shows its highest face."""
    if f.critical and f.rules[CRITICALS] != DOUBLE:
        return critical_dice(f, who, sides, count)
    if f.rules[EXPLODING] > 0:
        return explode(f, who, sides, count)
    return roll(f, who, FOR_DAMAGE, sides, count)


@rule
def critical_dice(f: Fight, who: Combatant, sides: int, count: int) -> int:
    """Return the dice rolled twice, or their maximum, or that and a roll (affray.house.critical)."""
    if f.rules[CRITICALS] == TWICE:
        return explode(f, who, sides, 2 * count) + because(f, MORE_DICE, 0)
    total = because(f, IN_FULL, sides * count)
    return total + explode(f, who, sides, count) if f.rules[CRITICALS] == MOST_AND_ROLL else total


@rule
def explode(f: Fight, who: Combatant, sides: int, count: int) -> int:
    """Roll one die at a time, and one more for each that shows its highest face (affray.house.explode)."""
    if f.rules[EXPLODING] == 0 or sides < 2:
        return roll(f, who, FOR_DAMAGE, sides, count)
    total, left, more = 0, count, f.rules[EXPLODING]
    while left > 0:
        shown = roll(f, who, FOR_DAMAGE, sides)
        total += shown
        left -= 1
        if shown == sides and more > 0:
            because(f, AGAIN, 0)
            more -= 1
            left += 1
    return total


@rule
def critical_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, amount: int) -> int:
    """Return as much again where criticals double the damage, else 0 (affray.house.critical)."""
    return because(f, DOUBLED, max(0, amount), f.rules[CRITICALS] == DOUBLE)


@rule
def blow_damage(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """Return the damage of a hit, a critical one counted in."""
    amount = seams.weapon_damage(f, attacker, target, weapon, missile, stab)
    if f.critical:
        amount += seams.critical_damage(f, attacker, target, weapon, amount)
        f.critical = False
    return amount


@rule
def deal_blow(
    f: Fight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    missile: bool,
    amount: int,
    qualities: int,
    clause: int,
) -> None:
    """Deal a hit with all that follows: a shield may take it; else damage, what comes with it, and who falls by it."""
    if target.shield > 0 and seams.splinters(f, target, attacker, amount):
        return
    stood = target.conditions & FALLEN == 0
    dealt = seams.suffer(f, target, attacker, amount, qualities, clause)
    follow_up(f, attacker, target, weapon, dealt)
    if stood and target.conditions & FALLEN != 0:
        seams.after_kill(f, attacker, target, weapon, missile)


# --- shields


@rule
def splinters(f: Fight, target: Combatant, attacker: Combatant, amount: int) -> bool:
    """Ask the bearer, by option, once the damage is known; return whether the shield takes it (affray.house.shield)."""
    if f.rules[SPLINTER] == 0 or amount <= 0 or not target.able or not shield_in_use(f, target):
        return False
    note(f, E.ROLL, HOUSE_SHIELD, attacker, target, amount)
    if not seams.consents(f, ASK_SPLINTER, target, attacker, amount):
        return False
    target.shield = 0
    note(f, E.LOST, HOUSE_SHIELD, target, attacker, amount)
    return True


@rule
def shield_in_use(f: Fight, who: Combatant) -> bool:
    return who.shield > 0 and (who.kit[who.hand] == NOBODY or arm(f, who).qualities & TWO_HANDED == 0)


# --- further blows


@rule
def after_kill(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """Give a further blow, by option, as the next step (affray.house.cleave)."""
    if f.rules[CLEAVING] == 0 or missile or f.winner != UNDECIDED or target.side == attacker.side:
        return
    if f.rules[CLEAVING] == EVERYONE or is_warrior(attacker):
        f.extra_blow.by, f.extra_blow.at = attacker.id, NOBODY


@rule
def is_warrior(who: Combatant) -> bool:
    return who.character and not who.caster and not who.backstab and who.turning_level == 0


@rule
def extra_blow(f: Fight) -> None:
    """Strike the blow that a house rule gives: at a foe who is named, or at one whom the attacker chooses."""
    who, at = f.who[f.extra_blow.by], f.extra_blow.at
    f.extra_blow.by, f.extra_blow.at = NOBODY, NOBODY
    if not who.able:
        return
    if at != NOBODY:
        seams.extra_attack(f, who, f.who[at])
        return
    for c in f.who[: f.n]:
        if can_cleave(f, who, c) and seams.consents(f, ASK_CLEAVE, who, c, 0):
            note(f, E.DECLARED, HOUSE_CLEAVE, who, c)
            seams.extra_attack(f, who, c)
            return


@rule
def can_cleave(f: Fight, who: Combatant, foe: Combatant) -> bool:
    return foe.side != who.side and foe.conditions & FALLEN == 0 and can_reach(f, who, foe)


@rule
def can_reach(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether `who` reaches the foe with their weapon, from where they stand, whether or not they have acted."""
    weapon = weapon_for(f, who, 0)
    if weapon.qualities & MELEE == 0 or (f.width > 0 and not has_room(f, who)):
        return False
    return f.contact or distance(who, foe) <= reach(f, weapon)


@rule
def extra_attack(f: Fight, attacker: Combatant, target: Combatant) -> None:
    """Make one attack with what the attacker strikes with."""
    seams.attack(f, attacker, target, weapon_for(f, attacker, 0), False, False)


# --- targets named before the blows


@rule
def names_targets(f: Fight) -> bool:
    """Return whether the table names targets, by option (affray.house.targets)."""
    return f.rules[TARGETS] != 0


@rule
def begin_naming(f: Fight) -> None:
    """Begin the naming of targets, where the table names them."""
    if seams.names_targets(f):
        f.naming = 0


@rule
def name_next(f: Fight) -> None:
    """Ask the next in the list for a target; skip those who can't act."""
    while f.naming < f.n:
        who = f.who[f.naming]
        f.naming += 1
        who.named_target = NOBODY
        if who.able and who.conditions >> FLEEING & 1 == 0 and foe_to_name(f, who) != NOBODY:
            at = seams.name_foe(f, who)
            who.named_target = at if at != NOBODY else who.id
            if at != NOBODY:
                note(f, E.DECLARED, HOUSE_TARGETS, who, f.who[at])
            return
    f.naming = NOBODY


@rule
def can_name(f: Fight, who: Combatant, foe: Combatant) -> bool:
    """Return whether somebody is a foe in the fight who is up, or would get up again."""
    return foe.in_fight and foe.side != who.side and (foe.conditions & FALLEN == 0 or foe.regenerates > 0)


@rule
def foe_to_name(f: Fight, who: Combatant) -> int:
    """Return the foe that the tactic likes best, the first of equals; NOBODY without any."""
    best, least = NOBODY, 0
    for c in f.who[: f.n]:
        if can_name(f, who, c):
            worth = rank(f, who, c, who.tactic)
            if best == NOBODY or worth < least:
                best, least = c.id, worth
    return best


@rule
def any_foe(f: Fight, who: Combatant) -> int:
    """Return any foe who can be named, each as likely."""
    chosen, seen = NOBODY, 0
    for c in f.who[: f.n]:
        if can_name(f, who, c):
            seen += 1
            chosen = c.id if guess(f, seen) == 1 else chosen
    return chosen


@rule
def refuse_named(f: Fight, who: Combatant, target: int) -> int:
    """Refuse all but the named foe; if that one is out of action, another by option (affray.house.targets)."""
    named = who.named_target
    if f.rules[TARGETS] == 0 or named in (NOBODY, target):
        return 0
    if named == who.id:
        return NAMED_NOBODY
    if can_name(f, who, f.who[named]):
        return NAMED_ANOTHER
    return ATTACK_LOST if f.rules[TARGETS] == LOST else 0


# --- binding wounds


@rule
def nobody_binds(f: Fight) -> bool:
    """Return False: nobody is left dying, or the book has an action for it."""
    return False


@rule
def beats_to_death(f: Fight, by: Combatant, target: Combatant, by_default: bool) -> bool:
    """Return the default: nobody is asked."""
    return by_default


@rule
def no_help(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Do nothing: nobody is left dying here."""


@rule
def can_tend(f: Fight, who: Combatant, victim: Combatant) -> bool:
    """Return whether `who` is beside a friend, with nothing done this round."""
    if not who.able or who.side != victim.side or who.conditions >> FLEEING & 1:
        return False
    if who.acted or who.attacks_made > 0 or who.current_spell != NOBODY:
        return False
    return f.contact or distance(who, victim) <= seams.melee_range(f)


# --- spells


@rule
def spend_spell(f: Fight, who: Combatant, slot: int) -> None:
    """Remove the spell (classic.spell.memory); by option take its points instead (affray.house.spells)."""
    if f.rules[SPELL_POINTS] == 0:
        who.spells[slot] = NOBODY
    else:
        pay_points(f, who, slot)


@rule
def pay_points(f: Fight, who: Combatant, slot: int) -> None:
    """Pay the level of the spell; remove for the rest of the fight what the points left can't pay for."""
    who.points_spent += who.spell_levels[slot]
    left = -who.points_spent
    for n in range(MOST_SPELLS):
        left += who.spell_levels[n]
    for n in range(MOST_SPELLS):
        if who.spell_levels[n] > left:
            who.spells[n] = NOBODY
    note(f, E.SCORE, HOUSE_SPELLS, who, who, left, who.spell_levels[slot])


# --- hit points


@rule
def hit_points(f: Fight, who: Combatant) -> int:
    """Roll hit dice, each at least 1 with CON (classic.hp.roll); by option give the first in full (affray.house.hp)."""
    each, first = con_a_die(who), who.character and f.rules[FULL_FIRST] == 1
    if each >= 0 and not first:
        total = roll(f, who, FOR_HIT_POINTS, who.hp_sides, who.hp_count)
        total += because(f, FIXED_PART, who.hp_plus, who.hp_plus != 0)
        return total + because(f, AT_LEAST, who.hp_least - total, total < who.hp_least)
    beyond, dice = who.hp_plus - each * who.hp_count, who.hp_count
    total = because(f, FIXED_PART, beyond, beyond != 0)
    if first:
        dice -= 1
        total += because(f, FULL, max(1, who.hp_sides + each))
    return total + roll_hit_dice(f, who, dice, each, CON_OF_DICE)


@rule
def roll_hit_dice(f: Fight, who: Combatant, dice: int, each: int, why: int) -> int:
    """Roll so many hit dice, each with what is added to it for this reason, and at least 1."""
    total, raised = 0, 0
    for _ in range(dice):
        shown = roll(f, who, FOR_HIT_POINTS, who.hp_sides)
        total += shown
        raised += max(0, 1 - shown - each)
    total += because(f, why, each * dice, each * dice != 0)
    return total + because(f, EACH_AT_LEAST_ONE, raised, raised > 0)


@rule
def con_a_die(who: Combatant) -> int:
    """Return what CON adds to each die of a character; levels beyond their dice add without it."""
    beyond = who.hp_least - who.hp_count
    return (who.hp_plus - beyond) // who.hp_count if who.character else 0


# --- questions


ASK_SPLINTER, ASK_CLEAVE, ASK_TEND, ASK_TARGET = range(
    4
)  # the questions of house rules, in the order of house_questions.ASKS


@rule
def decide_house(f: Fight, q: Question, which: int) -> Answer:
    """Give up a shield for a hit that would take the last hit point; never let a further blow or a friend go."""
    who = f.who[q.who]
    if who.tactic == WHIM:
        return whim_house(f, q, which)
    if which == ASK_TARGET:
        return answer(YES, foe_to_name(f, who))
    if which == ASK_SPLINTER:
        return answer(YES) if q.value >= who.hp else answer(PASS)
    return answer(YES)


@rule
def whim_house(f: Fight, q: Question, which: int) -> Answer:
    """Answer at random; somebody who names a foe names any."""
    if which == ASK_TARGET:
        return answer(YES, any_foe(f, f.who[q.who]))
    return answer(YES) if guess(f, 2) == 1 else answer(PASS)


@rule
def refuse_house(f: Fight, q: Question, a: Answer, which: int) -> int:
    if a.option != 0 or (a.kind != PASS and a.kind != YES):
        return NOT_ASKED
    if which == ASK_TARGET and a.kind == YES:
        return refuse_naming(f, f.who[q.who], a.target)
    if a.target != NOBODY:
        return NOT_ASKED
    if a.kind == PASS:
        return 0
    if which == ASK_SPLINTER:
        return 0 if shield_in_use(f, f.who[q.who]) else NO_SHIELD
    if q.other < 0 or q.other >= f.n:
        return NO_SUCH
    if which == ASK_CLEAVE:
        return 0 if can_cleave(f, f.who[q.who], f.who[q.other]) else BEYOND_REACH
    return 0 if can_tend(f, f.who[q.who], f.who[q.other]) else NOT_BESIDE


@rule
def refuse_naming(f: Fight, who: Combatant, target: int) -> int:
    if target < 0 or target >= f.n:
        return NO_SUCH
    return 0 if can_name(f, who, f.who[target]) else NO_FOE


def decide_with(own: Decide, first: int) -> Decide:
    def decide(f: Fight, q: Question) -> Answer:
        """Answer by the book's tactics, and by those of house rules."""
        return decide_house(f, q, q.ask - first) if q.ask >= first else own(f, q)

    return decide


def refusal_with(own: Refusal, first: int, turns: int, attacks: int) -> Refusal:
    def refusal(f: Fight, q: Question, a: Answer) -> int:
        """Return why an answer is refused, by the book and by house rules; 0 if nothing is against it."""
        if q.ask >= first:
            return refuse_house(f, q, a, q.ask - first)
        why = own(f, q, a)
        if why != 0 or turns >> q.ask & 1 == 0 or attacks >> a.kind & 1 == 0:
            return why
        return seams.refuse_named(f, f.who[q.who], a.target)

    return refusal
