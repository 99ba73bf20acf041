"""What lies within a combatant's reach in the classic book: its rate, weapon and room, and its attacks of the round."""

from affray.engine.space import is_engaged, place_in_rank
from affray.engine.state import NOBODY, Combatant, Fight, Weapon
from affray.engine.verbs import rule
from affray.engine.vocabulary import LONG, MELEE, NARROW, WITHDRAWING
from affray.rules import seams

MELEE_RANGE = 50  # classic.round.engaged: 5 feet
FOOT = 10  # classic.move.encounter: rates are whole feet, kept in tenths
PASSAGE = 100  # classic.move.spacing: 10 feet


@rule
def melee_range(f: Fight) -> int:
    """How near one must be to strike; in the book's own tenths."""
    return MELEE_RANGE


@rule
def in_melee(f: Fight, who: Combatant) -> bool:
    """Within 5 feet of an enemy able to fight."""
    return is_engaged(f, who, seams.melee_range(f))


@rule
def base_rate(f: Fight, who: Combatant) -> int:
    if f.water > 0 and who.swim > 0:
        return who.swim
    return max(who.fly, who.move) if who.attached_to == NOBODY else 0


@rule
def encounter_rate(f: Fight, who: Combatant) -> int:
    """classic.move.encounter: a third of the base rate, in whole feet; classic.move.withdrawal: half of that."""
    feet = base_rate(f, who) // (3 * FOOT)
    return (feet // 2 if who.conditions >> WITHDRAWING & 1 else feet) * FOOT


@rule
def arm(f: Fight, who: Combatant) -> Weapon:
    """The weapon in hand."""
    return f.arms[who.kit[who.hand]]


@rule
def weapon_for(f: Fight, who: Combatant, mode: int) -> Weapon:
    """What its next strike is made with: the weapon in hand, or the next attack of its routine."""
    return f.arms[who.kit[next_swing(f, who, mode) if who.has_routine else who.hand]]


@rule
def reach(f: Fight, weapon: Weapon) -> int:
    """5 feet; in a passage spears and pole arms reach from the second rank."""
    return 2 * weapon.reach if f.width > 0 and weapon.qualities & LONG else weapon.reach


@rule
def swings_left(f: Fight, who: Combatant, mode: int) -> int:
    """How many attacks of this alternative a routine still has this round; one for who fights with what is in hand."""
    if not who.has_routine:
        return 1 if mode == 0 and who.attacks_made == 0 else 0
    if who.mode != NOBODY and who.mode != mode:
        return 0
    total = 0
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and f.arms[who.kit[slot]].mode == mode:
            total += f.arms[who.kit[slot]].times
    return max(0, total - who.attacks_made)


@rule
def next_swing(f: Fight, who: Combatant, mode: int) -> int:
    """The place in the kit of the routine's next attack."""
    past = who.attacks_made
    for slot in range(len(who.kit)):
        if who.kit[slot] != NOBODY and f.arms[who.kit[slot]].mode == mode:
            past -= f.arms[who.kit[slot]].times
            if past < 0:
                return slot
    return who.hand


@rule
def has_room(f: Fight, who: Combatant) -> bool:
    """classic.move.spacing: in 10 feet 3 with short swords, spears and pole arms, 2 with any other in the rank."""
    ahead = place_in_rank(f, who)
    rank = abreast(f, 3 if front_is_narrow(f, who) else 2)
    return ahead < rank or (ahead < 2 * rank and arm(f, who).qualities & LONG != 0)


@rule
def abreast(f: Fight, many: int) -> int:
    """How many fight side by side in this passage, where so many do in 10 feet."""
    return max(1, f.width * many // PASSAGE)


@rule
def front_is_narrow(f: Fight, who: Combatant) -> bool:
    """classic.move.spacing: whether all in a front rank of three to 10 feet have weapons that need little room."""
    front = abreast(f, 3)
    for c in f.who[: f.n]:
        if c.side == who.side and c.able and arm(f, c).qualities & NARROW == 0 and place_in_rank(f, c) < front:
            return False
    return True


@rule
def hardest(f: Fight, who: Combatant) -> int:
    """Where in its kit the attack is that deals most on the average, or what it has in hand."""
    best = who.hand
    for slot in range(len(who.kit)):
        if is_attack(f, who, slot) and worth(f.arms[who.kit[slot]]) > worth(f.arms[who.kit[best]]):
            best = slot
    return best


@rule
def is_attack(f: Fight, who: Combatant, slot: int) -> bool:
    """Whether one of a routine's attacks in melee stands in this place of its kit."""
    return who.has_routine and who.kit[slot] != NOBODY and f.arms[who.kit[slot]].qualities & MELEE != 0


@rule
def worth(weapon: Weapon) -> int:
    """Twice what it deals on the average; what is no melee weapon is worth less than nothing."""
    if weapon.qualities & MELEE == 0:
        return NOBODY
    return weapon.count * (weapon.sides + 1) + 2 * weapon.plus


@rule
def parting_weapon(f: Fight, who: Combatant, leaver: Combatant) -> Weapon:
    """The hardest of its attacks."""
    return f.arms[who.kit[hardest(f, who)]]
