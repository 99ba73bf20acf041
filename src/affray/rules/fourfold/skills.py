"""Attributes and skills of the fourfold book: what they add, checks, and contests of two."""

from affray.engine import events as E
from affray.engine.clauses import REMARK, reason
from affray.engine.state import Combatant, Fight, Weapon
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BARE, FOR_CONTEST, FOR_SKILL, MELEE
from affray.rules.fourfold import clauses as C
from affray.rules.shared.legality import arm

STR, INT, WIS, DEX, CON, CHA = range(6)  # places in a combatant's abilities
STAB, SHOOT, PUNCH, SNEAK, NOTICE, HEAL, EXERT = range(7)  # ... and in its skills
BY_STR, BY_DEX, BY_EITHER = 1, 2, 3  # a weapon's attribute
USUAL = (DEX, DEX, STR, DEX, WIS, INT, STR)  # the attribute that goes with each skill
CALLED = tuple(reason(C.SKILL_CHECK, name) for name in "Stab Shoot Punch Sneak Notice Heal Exert".split())
USUAL_DIFFICULTY = 8
WITHOUT = -2  # a foe whose numbers say −1; where they say nothing, the skill counts 0
ABLE = reason(C.SKILL_CHECK, "attribute and skill")
PREVAILS = reason(C.SKILL_CHECK, "prevails", REMARK)
FAILS = reason(C.SKILL_CHECK, "fails", REMARK)


@rule
def modifier(score: int) -> int:
    """Return the modifier of a score: 3 −2; 4–7 −1; 8–13 0; 14–17 +1; 18 +2 (fourfold.skill.check)."""
    if score >= 18:
        return 2
    if score >= 14:
        return 1
    if score >= 8:
        return 0
    return -1 if score >= 4 else -2


@rule
def ability_modifier(f: Fight, score: int) -> int:
    """Return what an ability score adds: −2 to +2."""
    return modifier(score)


@rule
def attribute(who: Combatant, which: int) -> int:
    """Return the modifier of an attribute; that of STR as it is now."""
    return modifier(who.strength if which == STR else who.abilities[which])


@rule
def skill(who: Combatant, which: int) -> int:
    """Return what a skill adds: unskilled −1, of a foe without listed skills 0 (fourfold.skill.check)."""
    level = who.fourfold.skills[which]
    if level == WITHOUT:
        return -1
    return level if who.character or level > 0 else 0


@rule
def combat_skill(who: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return Stab, Shoot or Punch; for what is thrown the better of Stab and Shoot."""
    if weapon.qualities & BARE:
        return who.fourfold.skills[PUNCH]
    if not missile:
        return who.fourfold.skills[STAB]
    if weapon.qualities & MELEE:
        return max(who.fourfold.skills[STAB], who.fourfold.skills[SHOOT])
    return who.fourfold.skills[SHOOT]


@rule
def combat_attribute(attacker: Combatant, weapon: Weapon, missile: bool) -> int:
    """Return the modifier of the weapon's attribute, the better of either; else STR in melee and DEX from afar
    (fourfold.attack.attribute)."""
    if not attacker.character:
        return 0
    if weapon.fourfold.attribute == BY_EITHER:
        return max(attacker.melee_modifier, attacker.missile_modifier)
    if weapon.fourfold.attribute == BY_DEX or (weapon.fourfold.attribute == 0 and missile):
        return attacker.missile_modifier
    return attacker.melee_modifier


@rule
def strength_contest(f: Fight, who: Combatant, other: Combatant, clause: int) -> bool:
    """Make a contest of STR/Exert or STR/Punch, the better of each."""
    return contest(f, who, other, wrestling(who), wrestling(other), clause)


@rule
def wrestling(who: Combatant) -> int:
    return attribute(who, STR) + max(skill(who, EXERT), skill(who, PUNCH))


@rule
def punching(who: Combatant) -> int:
    return attribute(who, STR) + skill(who, PUNCH)


@rule
def guarding(f: Fight, who: Combatant) -> int:
    """Return STR or DEX and the combat skill (fourfold.action.screen)."""
    return max(attribute(who, STR), attribute(who, DEX)) + (
        max(-1, combat_skill(who, arm(f, who), False)) if who.character else skill(who, STAB)
    )


@rule
def contest(f: Fight, who: Combatant, other: Combatant, own: int, against: int, clause: int) -> bool:
    """Return whether `who` prevails: the higher total, a tie goes to the players' character, else to who resists."""
    stands = roll(f, other, FOR_CONTEST, 6, 2) + because(f, ABLE, against, against != 0)
    note(f, E.ROLL, clause, other, who, stands)
    total = roll(f, who, FOR_CONTEST, 6, 2) + because(f, ABLE, own, own != 0)
    won = total > stands or (total == stands and who.player and not other.player)
    because(f, PREVAILS if won else FAILS, 0)
    note(f, E.CHECK, clause, who, other, total, stands)
    return won


@rule
def use_skill(f: Fight, who: Combatant, which: int) -> None:
    """Roll at the usual difficulty; the referee says what success brings (fourfold.skill.check)."""
    own = attribute(who, USUAL[which]) + skill(who, which)
    total = roll(f, who, FOR_SKILL, 6, 2) + because(f, CALLED[which], own)
    note(f, E.CHECK, C.SKILL_CHECK, who, who, total, USUAL_DIFFICULTY)
