"""Death below 0 hit points: a rule of the house for what happens at 0, which any book with that seam can carry."""

from affray.engine import events as E
from affray.engine.clauses import HOUSE_DEATH, HOUSE_TEND
from affray.engine.state import ALWAYS, Combatant, Fight
from affray.engine.verbs import note, rule
from affray.engine.vocabulary import DEAD, DYING, UNCONSCIOUS
from affray.rules import seams
from affray.rules.book import Donor, SeamRule
from affray.rules.house.care import binds_wounds
from affray.rules.seams import implement
from affray.rules.shared import clauses as C
from affray.rules.shared.damage import begin, die, drop_out, lift, only_falls, surrender, take_off
from affray.rules.shared.house import DEATH_BLEEDING, DEATH_BY_LEVEL, DEATH_FOR, DEATH_LIMIT


@rule
def lose_hit_points(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Take hit points off, below 0 too; death comes at a limit there (affray.house.death)."""
    take_off(f, target, by, amount, clause)
    if target.hp <= 0:
        fall_below_zero(f, target, by, qualities)
    elif target.hp <= target.subdual_damage and target.in_fight:
        surrender(f, target, by, C.DAMAGE_SUBDUAL)


@rule
def fall_below_zero(f: Fight, target: Combatant, by: Combatant, qualities: int) -> None:
    """Kill the target at the limit, else make them unconscious; what regenerates only falls."""
    if target.conditions >> DEAD & 1 or only_falls(f, target, by, qualities):
        return
    if target.hp <= -limit(f, target):
        die(f, target, by, HOUSE_DEATH)
    elif target.conditions >> UNCONSCIOUS & 1 == 0:
        note(f, E.DOWN, HOUSE_DEATH, by, target, target.hp)
        begin(f, target, UNCONSCIOUS, ALWAYS)
        bleed(f, target)
        drop_out(f, target)
    else:
        bleed(f, target)


@rule
def bleed(f: Fight, target: Combatant) -> None:
    """Make a new wound bleed, though an old one was bound."""
    if f.rules[DEATH_BLEEDING] == 1:
        begin(f, target, DYING, f.round + 1)


@rule
def limit(f: Fight, who: Combatant) -> int:
    """Return how far below 0 death is; 0 for those who die at once."""
    if f.rules[DEATH_FOR] == 0 and not (who.character or who.player):
        return 0
    return max(1, who.level) if f.rules[DEATH_BY_LEVEL] == 1 else f.rules[DEATH_LIMIT]


@rule
def expire(f: Fight, who: Combatant, condition: int) -> None:
    """End a condition whose time is up; but whoever bleeds loses a hit point and bleeds on."""
    if condition != DYING:
        lift(f, who, condition, C.CONDITION_END)
        return
    before = who.hp
    who.hp -= 1
    note(f, E.DAMAGE, HOUSE_DEATH, who, who, 1, before)
    if who.hp <= -limit(f, who):
        die(f, who, who, HOUSE_DEATH)
    else:
        who.ends_at[DYING] = f.round + 1


@rule
def revive(f: Fight, who: Combatant) -> None:
    """Stop the bleeding of somebody healed, and wake them if they are above 0."""
    if who.conditions >> DYING & 1:
        lift(f, who, DYING, HOUSE_DEATH)
    if who.hp > 0 and who.conditions >> UNCONSCIOUS & 1:
        lift(f, who, UNCONSCIOUS, HOUSE_DEATH)
    seams.settle(f)


@rule
def stabilise(f: Fight, who: Combatant, victim: Combatant) -> None:
    """Stop the bleeding without a check (affray.house.tend)."""
    lift(f, victim, DYING, HOUSE_TEND)


RULES = Donor(
    "below-zero",
    {
        "zero": SeamRule(
            (
                implement(seams.lose_hit_points, lose_hit_points),
                implement(seams.expire, expire),
                implement(seams.revive, revive),
            ),
            options=(DEATH_LIMIT, DEATH_BY_LEVEL, DEATH_BLEEDING, DEATH_FOR),
            companions=(
                implement(seams.binds_wounds, binds_wounds),
                implement(seams.stabilise, stabilise),
            ),
        )
    },
)
