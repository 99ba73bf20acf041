"""Executions of the fourfold book: the helpless and the unaware, at a blow."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import DEAD, DYING, HELPLESS
from affray.engine.purposes import TO_EXECUTE, TO_SAVE
from affray.engine.space import distance
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import DEATH
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.damage import added, wound_mortally
from affray.rules.fourfold.skills import DEX, SHOOT, attribute, combat_skill, skill
from affray.rules.shared.conditions import die
from affray.rules.shared.damage import hurt, suffer

AIMED = reason(C.EXECUTION, "DEX and Shoot")
MASTERY = reason(C.EXECUTION, "the executioner's skill")
FIT_FOR_IT = reason(C.EXECUTION, "a weapon made for it")
POINT_BLANK = 100  # 10 feet


@rule
def execute(f: Fight, who: Combatant, victim: Combatant, weapon: Weapon, missile: bool) -> None:
    """fourfold.execution: a blow hits by itself, a shot at 6, 8 or 10; then the save."""
    victim.beset += 1
    if missile and not aims_well(f, who, victim, weapon):
        return
    if victim.on & HELPLESS or not withstands(f, who, victim, weapon, missile):
        finish_off(f, who, victim)
    else:
        suffer(f, victim, who, most(f, who, weapon, missile), weapon.qualities, C.EXECUTION)


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
    """A Physical save minus the attacker's skill; a natural 1 or 20 is read off the bare die."""
    natural = roll(f, victim, TO_SAVE, 20)
    level = max(0, combat_skill(who, weapon, missile))
    total = natural + because(f, MASTERY, -level, level > 0) + because(f, FIT_FOR_IT, -1, weapon.assassin)
    needed = victim.saves[DEATH]
    note(f, E.CHECK, C.EXECUTION, victim, who, total, needed)
    return natural == 20 or (natural != 1 and total >= needed)


@rule
def finish_off(f: Fight, who: Combatant, victim: Combatant) -> None:
    """0 hp and mortally wounded; a minor foe, a frail one, or one that lies dying already is dead."""
    victim.hp = 0  # first: a sleeper doesn't wake of it
    hurt(f, victim)
    if victim.minor or victim.frail or victim.on >> DYING & 1:
        if victim.on >> DEAD & 1 == 0:
            die(f, victim, who, C.EXECUTION)
    else:
        wound_mortally(f, victim, who, C.EXECUTION)


@rule
def most(f: Fight, who: Combatant, weapon: Weapon, missile: bool) -> int:
    """The maximum of the weapon; doubled by one made for it."""
    full = weapon.count * weapon.sides + weapon.plus + added(f, who, weapon, missile)
    return max(1, full + because(f, FIT_FOR_IT, full, weapon.assassin))
