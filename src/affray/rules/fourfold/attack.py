"""Attacks, executions, shoving and grappling in the fourfold book."""

from affray.engine import events as E
from affray.engine.clauses import BEST as BEST_DIE
from affray.engine.clauses import NATURAL_DECIDES, REMARK, STEP, reason
from affray.engine.clauses import WORST as WORST_DIE
from affray.engine.space import distance
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import YES, because, choose, note, roll, rule
from affray.engine.vocabulary import (
    BLUNT,
    DEAD,
    DEATH,
    DYING,
    FOR_DAMAGE,
    HELPLESS,
    PRONE,
    TO_EXECUTE,
    TO_HIT,
    TO_SAVE,
    TWO_HANDED,
)
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import CHARGE, UNTRAINED
from affray.rules.fourfold.damage import AT_LEAST_ONE, ATTRIBUTE, FISTS, wielder_bonus, wound_mortally
from affray.rules.fourfold.questions import DEFEND, DOWN, LET_FALL
from affray.rules.fourfold.reach import MAIN, may_defend, screening_skill
from affray.rules.fourfold.skills import (
    DEX,
    PUNCH,
    SHOOT,
    STR,
    attribute,
    combat_attribute,
    combat_skill,
    contest,
    guarding,
    punching,
    skill,
    strength_contest,
)
from affray.rules.shared.attack import (
    MAGIC_WEAPON,
    NO_SHIELD_HANDS,
    UNSTEADY,
    WATER,
    ailments,
    edge,
    favour,
    nature,
    touch,
)
from affray.rules.shared.damage import die, hurt, put_on
from affray.rules.shared.ground import change_cover
from affray.rules.shared.house import blow_damage, deal_blow, empty_hand
from affray.rules.shared.legality import MELEE_RANGE, arm, in_melee, weapon_for
from affray.rules.shared.movement import sign

BONUS = reason(C.ATTACK_ROLL, "attack bonus")
BOWMAN = reason(C.ATTACK_ROLL, "with a bow")
SKILLED = reason(C.ATTACK_ROLL, "skill")
UNSKILLED = reason(C.ATTACK_UNTRAINED, "untrained")
ATTRIBUTE_BONUS = reason(C.ATTACK_ATTRIBUTE, "attribute")
BEST = reason(C.ATTACK_ADVANTAGE, "advantage: the better of two", BEST_DIE)
WORST = reason(C.ATTACK_ADVANTAGE, "disadvantage: the worse of two", WORST_DIE)
CANCELLED = reason(C.ATTACK_ADVANTAGE, "advantage and disadvantage cancel", REMARK)
LONG = reason(C.RANGED_RANGE, "long range")
PRESSED = reason(C.RANGED_CONTACT, "a foe in contact")
COVER = reason(C.RANGED_COVER, "cover")
LIES_CLOSE = reason(C.MELEE_PRONE, "prone and close")
LIES_AFAR = reason(C.MELEE_PRONE, "prone and far off")
FROM_THE_GROUND = reason(C.MELEE_PRONE, "from the ground")
GUARDED = reason(C.ACTION_DEFENCE, "total defence")
OPEN = reason(C.ACTION_CHARGE, "charged this round")
ADVANTAGE, DISADVANTAGE = 1, 2
HALF, NEARLY_ALL = 2, 3  # of a body behind cover


@rule
def attack(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Roll 1d20 + bonus + attribute + skill against the armour class; a hit rolls damage, a miss may still shock."""
    met = f.who[stands_before(f, attacker, target)]
    if strikes(f, attacker, met, weapon, missile):
        land(f, attacker, met, weapon, missile, subdual)
    else:
        f.fourfold.nonlethal = subdual
        seams.graze(f, attacker, met, weapon, missile)
        f.fourfold.nonlethal = False


@rule
def land(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, subdual: bool) -> None:
    """Deal the damage of a hit, and do what follows from it."""
    if weapon.count == 0 and weapon.plus == 0:
        touch(f, attacker, target, weapon)
        return
    amount = blow_damage(f, attacker, target, weapon, missile, False)
    clause = C.DAMAGE_NONLETHAL if subdual else seams.damage_clause(f, attacker, weapon)
    deal_blow(f, attacker, target, weapon, missile, amount, weapon.qualities, clause)


@rule
def strikes(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> bool:
    """Roll to hit and return whether it hits; the target may go into total defence once they have seen the roll."""
    target.times_attacked += 1
    natural = roll_attack_die(f, attacker)
    total = natural + modifiers(f, attacker, target, weapon, missile)
    if may_defend(target):
        note(f, E.ROLL, C.ATTACK_ROLL, attacker, target, total)
        chosen = choose(f, DEFEND, target, attacker, total)
        if chosen.kind == LET_FALL:
            let_fall(f, target)
            chosen = choose(f, DEFEND, target, attacker, total)
        if chosen.kind == YES:
            defend(f, target, attacker)
    bonus = 19 - attacker.thac0
    ac = bonus + seams.needed_roll(f, armour_class(f, target) - bonus)
    clause = C.ATTACK_NATURAL if natural == 20 or natural == 1 else C.ATTACK_ROLL
    hit = natural == 20 or (natural != 1 and total >= ac)
    because(f, NATURAL_DECIDES, natural, hit != (total >= ac))
    note(f, E.HIT if hit else E.MISS, clause, attacker, target, total, ac)
    seams.after_roll(f, attacker, target, weapon, missile, natural, hit)
    return hit


@rule
def let_fall(f: Fight, who: Combatant) -> None:
    """Drop what is in hand to the ground (fourfold.action.instant)."""
    who.fourfold.dropped_slot = who.hand + 1
    note(f, E.MOVE, C.ACTION_INSTANT, who, who, who.kit[who.hand])
    empty_hand(f, who)


@rule
def roll_attack_die(f: Fight, attacker: Combatant) -> int:
    """Roll the die, with the referee's advantage for the next attack and for their own (fourfold.attack.advantage)."""
    luck = f.fourfold.advantage | attacker.fourfold.advantage
    if luck == 0:
        return roll(f, attacker, TO_HIT, 20)
    f.fourfold.advantage, attacker.fourfold.advantage = 0, 0
    if luck == ADVANTAGE | DISADVANTAGE:
        return roll(f, attacker, TO_HIT, 20) + because(f, CANCELLED, 0)
    one, other = roll(f, attacker, TO_HIT, 20), roll(f, attacker, TO_HIT, 20)
    if luck == ADVANTAGE:
        return max(one, other) + because(f, BEST, 0)
    return min(one, other) + because(f, WORST, 0)


@rule
def modifiers(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return everything that is added to the die."""
    bonus = 19 - attacker.thac0
    total = because(f, BONUS, bonus, bonus != 0) + because(f, MAGIC_WEAPON, weapon.bonus, weapon.bonus != 0)
    if attacker.character:
        total += training(f, attacker, weapon, missile)
    if missile:
        total += shooting(f, attacker, target, weapon)
    if attacker.conditions | target.conditions != 0:
        total += ailments(f, attacker, target) + lying(f, attacker, target)
    if attacker.dive_bonus | attacker.hated_tags | attacker.daylight_modifier | attacker.drained_levels != 0:
        total += nature(f, attacker, target)
    if f.referee_modifier | f.situation_modifier != 0:
        total += favour(f, attacker) + edge(f)
    return total + because(f, WATER, -4, f.water > 0 and not attacker.aquatic)


@rule
def training(f: Fight, attacker: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return what attribute and skill add for those with a class; a foe's attack bonus holds both already
    (fourfold.attack.attribute, fourfold.attack.untrained)."""
    bonus = combat_attribute(attacker, weapon, missile)
    total = because(f, ATTRIBUTE_BONUS, bonus, bonus != 0)
    level = combat_skill(attacker, weapon, missile)
    if level < 0:
        return total + because(f, UNSKILLED, -f.rules[UNTRAINED])
    return total + because(f, SKILLED, level, level != 0)


@rule
def shooting(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> int:
    """Return what range, cover and a foe in contact add to a shot, and a foe's own way with the bow."""
    total = because(f, BOWMAN, attacker.missile_modifier, not attacker.character and attacker.missile_modifier != 0)
    total += because(f, LONG, -2, distance(attacker, target) > weapon.short)
    total += because(f, PRESSED, -4, in_melee(f, attacker))
    total += because(f, UNSTEADY, -4, f.unstable or attacker.mounted)
    hidden = -2 if target.cover < NEARLY_ALL else -4
    return total + because(f, COVER, hidden, target.cover >= HALF)


@rule
def lying(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return what a prone attacker or target adds to the roll (fourfold.melee.prone)."""
    total = because(f, FROM_THE_GROUND, -4, attacker.conditions >> PRONE & 1 != 0)
    if target.conditions >> PRONE & 1:
        near = f.contact or distance(attacker, target) <= MELEE_RANGE
        total += because(f, LIES_CLOSE, 2, near) + because(f, LIES_AFAR, -2, not near)
    return total


@rule
def armour_class(f: Fight, target: Combatant) -> int:
    """Return the ascending armour class as it is now; no shield with both hands in use."""
    ac = 19 - target.ac
    if target.shield > 0:
        ac += target.shield
        in_use = target.kit[target.hand] != NOBODY and arm(f, target).qualities & TWO_HANDED != 0
        ac += because(f, NO_SHIELD_HANDS, -target.shield, in_use)
    ac += because(f, GUARDED, 2, target.fourfold.total_defence)
    return ac + because(f, OPEN, -f.rules[CHARGE], target.fourfold.charged_round == f.round and f.round > 0)


@rule
def defend(f: Fight, who: Combatant, foe: Combatant) -> None:
    """Go into total defence for the main action, until their next turn (fourfold.action.defence)."""
    who.fourfold.spent_actions |= MAIN
    who.fourfold.total_defence = True
    note(f, E.DECLARED, C.ACTION_DEFENCE, who, foe)


@rule
def stands_before(f: Fight, attacker: Combatant, target: Combatant) -> int:
    """Return the first ally who screens the target and has attackers left to meet, unless the attacker wins the
    contest; else the target (fourfold.action.screen)."""
    if not f.fourfold.any_screening:
        return target.id
    for c in f.who[: f.n]:
        if (
            c.fourfold.screened_ally == target.id
            and c.able
            and c.fourfold.grappled_foe == NOBODY
            and distance(c, target) <= MELEE_RANGE
        ):
            if attacker.side != c.side and can_meet(f, c, attacker):
                won = contest(f, attacker, c, guarding(f, attacker), guarding(f, c), C.ACTION_SCREEN)
                return target.id if won else c.id
    return target.id


@rule
def can_meet(f: Fight, screen: Combatant, attacker: Combatant) -> bool:
    """Return whether the screen can meet the attacker: as many a round as their skill, however often each strikes
    (fourfold.action.screen)."""
    if attacker.fourfold.stopped_by == screen.id:
        return True
    if screen.fourfold.screens_used >= screening_skill(f, screen):
        return False
    screen.fourfold.screens_used += 1
    attacker.fourfold.stopped_by = screen.id
    return True


AIMED = reason(C.EXECUTION, "DEX and Shoot")
MASTERY = reason(C.EXECUTION, "the executioner's skill")
FIT_FOR_IT = reason(C.EXECUTION, "a weapon made for it")
DOUBLED = reason(C.EXECUTION, "doubled by a weapon made for it", STEP)
POINT_BLANK = 100  # 10 feet


@rule
def execute(f: Fight, who: Combatant, victim: Combatant, weapon: Weapon, missile: bool) -> None:
    """Hit with a blow automatically, with a shot at 6, 8 or 10; then roll the save (fourfold.execution)."""
    victim.times_attacked += 1
    if missile and not aims_well(f, who, victim, weapon):
        return
    if victim.conditions & HELPLESS or not withstands(f, who, victim, weapon, missile):
        finish_off(f, who, victim)
    else:
        seams.suffer(f, victim, who, most(f, who, weapon, missile), weapon.qualities, C.EXECUTION)


@rule
def aims_well(f: Fight, who: Combatant, victim: Combatant, weapon: Weapon) -> bool:
    far = distance(who, victim)
    needed = 6 if far <= POINT_BLANK else 8 if far <= weapon.short else 10
    own = attribute(who, DEX) + skill(who, SHOOT)
    total = roll(f, who, TO_EXECUTE, 6, 2) + because(f, AIMED, own, own != 0)
    note(f, E.HIT if total >= needed else E.MISS, C.EXECUTION, who, victim, total, needed)
    return total >= needed


@rule
def withstands(f: Fight, who: Combatant, victim: Combatant, weapon: Weapon, missile: bool) -> bool:
    """Roll a Physical save minus the attacker's skill; read a natural 1 or 20 off the bare die."""
    natural = roll(f, victim, TO_SAVE, 20)
    level = max(0, combat_skill(who, weapon, missile))
    total = natural + because(f, MASTERY, -level, level > 0) + because(f, FIT_FOR_IT, -1, weapon.fourfold.assassin)
    needed = victim.saves[DEATH]
    saved = natural == 20 or (natural != 1 and total >= needed)
    because(f, NATURAL_DECIDES, natural, saved != (total >= needed))
    note(f, E.CHECK, C.EXECUTION, victim, who, total, needed)
    return saved


@rule
def finish_off(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Bring the victim to 0 hp, mortally wounded; a minor foe, a frail one, or one who lies dying already is dead."""
    victim.hp = 0  # first: a sleeper doesn't wake of it
    hurt(f, victim)
    if victim.fourfold.dies_at_zero or victim.fourfold.frail or victim.conditions >> DYING & 1:
        if victim.conditions >> DEAD & 1 == 0:
            die(f, victim, who, C.EXECUTION)
    else:
        wound_mortally(f, victim, who, C.EXECUTION)


@rule
def most(f: Fight, who: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return the maximum of the weapon; doubled by one made for it."""
    full = weapon.count * weapon.sides + weapon.plus + wielder_bonus(f, who, weapon, missile)
    full += because(f, DOUBLED, full, weapon.fourfold.assassin)
    return full + because(f, AT_LEAST_ONE, 1 - full, full < 1)


# --- wrestling


BACK = 100  # fourfold.action.shove: 10 feet
FIST = 2  # the die of bare hands


@rule
def shove(f: Fight, who: Combatant, target: Combatant, how: int) -> None:
    """Shove back 10 feet, or down; a screen takes it in their ward's place (fourfold.action.shove)."""
    met = f.who[stands_before(f, who, target)]
    if strikes(f, who, met, weapon_for(f, who, 0), False):
        f.critical = False
        shove_home(f, who, met, how)


@rule
def shove_home(f: Fight, who: Combatant, target: Combatant, how: int) -> None:
    if not strength_contest(f, who, target, C.ACTION_SHOVE):
        return
    if how == DOWN:
        put_on(f, target, who, PRONE, ALWAYS, C.ACTION_SHOVE)
    else:
        push(f, who, target)


@rule
def push(f: Fight, who: Combatant, target: Combatant) -> None:
    """Move the target straight away from whoever shoves; nobody gets a free attack by it."""
    dx, dy = sign(target.x - who.x), sign(target.y - who.y)
    if dx == 0 and dy == 0:
        dx = -1 if target.side < who.side else 1
    target.x += dx * BACK
    target.y += dy * BACK
    f.contact = False
    note(f, E.MOVE, C.ACTION_SHOVE, target, who, BACK)
    if f.has_cover:
        change_cover(f, target)


@rule
def grapple(f: Fight, who: Combatant, target: Combatant) -> None:
    """Attack with Punch, then contest STR/Punch; seize a screen in their ward's place (fourfold.action.grapple)."""
    met = f.who[stands_before(f, who, target)]
    if not strikes(f, who, met, weapon_for(f, who, 0), False):
        return
    f.critical = False
    if contest(f, who, met, punching(who), punching(met), C.ACTION_GRAPPLE):
        who.fourfold.grappled_foe, met.fourfold.grappled_foe = met.id, who.id
        met.fourfold.pinned = True
        note(f, E.DECLARED, C.ACTION_GRAPPLE, who, met)


@rule
def break_free(f: Fight, who: Combatant) -> None:
    """Try to break free by the same contest (fourfold.action.grapple)."""
    other = f.who[who.fourfold.grappled_foe]
    if contest(f, who, other, punching(who), punching(other), C.ACTION_GRAPPLE):
        note(f, E.LOST, C.ACTION_GRAPPLE, other, who)
        let_go(f, who)


@rule
def let_go(f: Fight, who: Combatant) -> None:
    if who.fourfold.grappled_foe != NOBODY:
        other = f.who[who.fourfold.grappled_foe]
        other.fourfold.grappled_foe, other.fourfold.pinned = NOBODY, False
        who.fourfold.grappled_foe, who.fourfold.pinned = NOBODY, False


@rule
def loosen(f: Fight) -> None:
    """End every hold by or on somebody who can't hold or be held: the fallen and the gone."""
    for c in f.who[: f.n]:
        if c.fourfold.grappled_foe != NOBODY and (not c.able or not f.who[c.fourfold.grappled_foe].able):
            let_go(f, c)


@rule
def wring(f: Fight) -> bool:
    """Deal unarmed damage to one who is held, one a step; return False when all is done (fourfold.action.grapple)."""
    loosen(f)
    for c in f.who[: f.n]:
        if c.fourfold.pinned and c.fourfold.wrung_round != f.round:
            c.fourfold.wrung_round = f.round
            by = f.who[c.fourfold.grappled_foe]
            seams.suffer(f, c, by, squeeze(f, by), BLUNT, C.ACTION_GRAPPLE)
            return True
    return False


@rule
def squeeze(f: Fight, by: Combatant) -> int:
    """Roll the damage of bare hands, with the better of STR and DEX, and Punch."""
    own, fists = max(attribute(by, STR), attribute(by, DEX)), max(0, by.fourfold.skills[PUNCH])
    amount = roll(f, by, FOR_DAMAGE, FIST) + because(f, ATTRIBUTE, own, own != 0) + because(f, FISTS, fists, fists > 0)
    return amount + because(f, AT_LEAST_ONE, 1 - amount, amount < 1)
