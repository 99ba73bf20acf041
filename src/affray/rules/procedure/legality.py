"""What may be answered in the procedure book: one function says why not, and all else about legality follows."""

from affray.engine.space import distance
from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, rule
from affray.engine.vocabulary import BLIND, FLEEING, MISSILE
from affray.rules import seams
from affray.rules.procedure.declarations import refuse_declaration
from affray.rules.procedure.initiative import HELD, WINNERS
from affray.rules.procedure.questions import (
    ACT,
    AIMED,
    ANSWERS,
    ATTACKING,
    BROKEN,
    CASTING_ONLY,
    CHARGE,
    CHARGED,
    DECLARE,
    DEFEND,
    DEFENDING,
    DROPPED_IT,
    FORGO,
    GUARD,
    HOLD,
    LAST_KIND,
    LOSERS,
    MISSILES,
    MOVED,
    MOVES,
    MUST_DECLARE,
    NEARS,
    NO_AMMUNITION,
    NO_SUCH_CONDITION,
    NOT_A_FRIEND,
    NOT_NOW,
    NOT_READIED,
    NOTHING_TO_DROP,
    OTHER,
    READIED,
    SHOOT,
    SHOTS_SPENT,
    SLOTTED,
    STATIONARY,
    TRIGGER,
    UNDECLARED,
)
from affray.rules.shared.ground import ways_to_cover
from affray.rules.shared.legality import (
    BEYOND_BREATH,
    BLINDED,
    BREATHE,
    CAST,
    DRAW,
    DROP,
    FACE,
    GIVE_WAY,
    GO,
    HAS_ACTED,
    HIT,
    LOOSE,
    NO_BREATH,
    NO_POTION,
    NO_SUCH,
    NOT_ASKED,
    ONESELF,
    OUT_OF_IT,
    RISE,
    SADDLE,
    TURN,
    arm,
    refuse_aimed,
    refuse_draw,
    refuse_drop,
    refuse_facing,
    refuse_foe,
    refuse_giving_way,
    refuse_move,
    refuse_shot,
    refuse_strike,
    refuse_to_subdue,
    refuse_turning,
)
from affray.rules.shared.mounts import ways_of_saddle

ATTACKS = 1 << HIT | 1 << LOOSE | 1 << DROP | 1 << BREATHE


@rule
def refusal(f: Fight, q: Question, a: Answer) -> int:
    """Return why this answer to this question is not allowed; 0 if nothing is against it."""
    if a.kind == PASS:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if a.kind < 0 or a.kind > LAST_KIND or ANSWERS[q.ask] >> a.kind & 1 == 0:
        return NOT_ASKED
    if q.who < 0:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    who = f.who[q.who]
    if q.ask == ACT:
        return refuse_act(f, who, a)
    if q.ask == DECLARE:
        return refuse_declaration(f, who, a)
    if q.ask == SHOOT:
        return refuse_standing_shot(f, who, a)
    return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0


# --- missiles


@rule
def refuse_standing_shot(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but a declared shot, not in melee, with no move or attack this round (procedure.missile.first)."""
    if who.moved > 0:
        return MOVED
    if who.acted and who.procedure.shots_made == 0:
        return HAS_ACTED
    return SHOTS_SPENT if who.procedure.shots_made > 0 and not has_shots_left(f, who) else refuse_any_shot(f, who, a)


@rule
def has_shots_left(f: Fight, who: Combatant) -> bool:
    """Return whether their weapon has shots left this round; none once attacked in melee (procedure.missile.second)."""
    return not who.procedure.attacked_in_melee and who.procedure.shots_made < arm(f, who).procedure.shots_per_round


@rule
def refuse_moving_shot(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but one shot, if it was declared (procedure.missile.moving)."""
    return HAS_ACTED if who.acted else refuse_any_shot(f, who, a)


@rule
def refuse_any_shot(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared != MISSILES:
        return MUST_DECLARE
    if who.conditions >> FLEEING & 1:
        return BROKEN
    if who.conditions >> BLIND & 1:
        return BLINDED
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    if who.kit_left[who.hand] == 0 and arm(f, who).qualities & MISSILE:
        return NO_AMMUNITION
    if a.kind == DROP:
        return NOT_ASKED if a.option != 0 else refuse_drop(f, who, f.who[a.target])
    why = refuse_to_subdue(f, who, a.option)
    return why if why != 0 else refuse_shot(f, who, f.who[a.target])


# --- one's own turn


@rule
def refuse_act(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't move, attack, cast or use items so, within what was declared; 0 if nothing is against it
    (procedure.act.winners)."""
    if who.conditions >> FLEEING & 1:
        return BROKEN
    if MOVES >> a.kind & 1:
        return refuse_going(f, who, a)
    if ATTACKS >> a.kind & 1:
        return refuse_attack(f, who, a)
    if a.kind == READIED:
        return refuse_readied(f, who, a)
    if a.kind == CAST:
        return refuse_casting(f, who, a)
    if a.kind == HOLD or a.kind == TRIGGER or a.kind == GUARD:
        return refuse_waiting(f, who, a)
    if a.kind == DRAW:
        return CASTING_ONLY if who.declared == CAST else refuse_draw(f, who, a)
    return refuse_other(f, who, a)


@rule
def refuse_other(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse turning to face, giving way, forgoing, turning the undead, a potion, or anything else."""
    if a.option != 0:
        return NOT_ASKED
    if a.kind == FACE:
        return refuse_facing(f, who, a.target)
    if a.kind == GIVE_WAY:
        return refuse_going_first(f, who, a.target)
    if a.target != NOBODY:
        return NOT_ASKED
    if a.kind == FORGO:
        return 0 if can_forgo(who) else NOTHING_TO_DROP
    why = refuse_deed(who, a.kind)
    if why != 0:
        return why
    if a.kind == TURN:
        return DEFENDING if who.declared == DEFEND else refuse_turning(f, who, a.target)
    return 0 if a.kind == OTHER or who.potions > 0 else NO_POTION


@rule
def refuse_going_first(f: Fight, who: Combatant, target: int) -> int:
    """Refuse to let anybody go before whoever cuts in; else they go in any order they like (procedure.act.winners)."""
    if f.procedure.interrupter == who.id or f.phase == HELD:
        return NOT_NOW
    return refuse_giving_way(f, who, target)


@rule
def can_forgo(who: Combatant) -> bool:
    """Return whether a declared spell is still to cast, or they defend and have done nothing (procedure.declare)."""
    return who.current_spell != NOBODY or (who.declared == DEFEND and who.moved == 0 and not who.acted)


@rule
def refuse_going(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared == CHARGE:
        return CHARGED
    if who.declared == CAST:
        return CASTING_ONLY
    return STATIONARY if who.procedure.shots_made > 0 else refuse_move(f, who, a)


@rule
def refuse_deed(who: Combatant, kind: int) -> int:
    """Return what keeps them from the one act of their turn, but for the next blow of a routine they have begun."""
    if who.declared == CHARGE:
        return CHARGED
    if who.declared == CAST:
        return CASTING_ONLY
    return HAS_ACTED if who.acted or (who.attacks_made > 0 and kind != HIT) else 0


@rule
def refuse_attack(f: Fight, who: Combatant, a: Answer) -> int:
    if who.declared == DEFEND:
        return DEFENDING
    why = refuse_deed(who, a.kind)
    if why != 0:
        return why
    if a.kind == HIT:
        return refuse_strike(f, who, a.target, a.option)
    return refuse_breath(f, who, a) if a.kind == BREATHE else refuse_moving_shot(f, who, a)


@rule
def refuse_breath(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't breathe at the target; 0 if nothing is against it (classic.monster.breath)."""
    if a.option != 0:
        return NOT_ASKED
    if who.conditions >> BLIND & 1:
        return BLINDED
    why = refuse_foe(f, who, a.target)
    if why != 0:
        return why
    if who.breaths == 0 or who.attacks_made > 0:
        return NO_BREATH
    return BEYOND_BREATH if distance(who, f.who[a.target]) > f.effects[who.breath].size else 0


@rule
def refuse_casting(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but the spell that was declared, at somebody."""
    if a.option != 0:
        return NOT_ASKED
    return UNDECLARED if who.current_spell == NOBODY else refuse_words(f, who, a.target, who.current_spell)


@rule
def refuse_readied(f: Fight, who: Combatant, a: Answer) -> int:
    """Return why they can't cast a readied spell, without declaring, besides their normal actions; 0 if nothing is
    against it (procedure.spell.readied)."""
    if a.option != 0:
        return NOT_ASKED
    if who.procedure.readied_spell == NOBODY:
        return NOT_READIED
    if who.declared == DEFEND:
        return DEFENDING
    if who.declared == FORGO:
        return DROPPED_IT
    return refuse_words(f, who, a.target, who.procedure.readied_spell)


@rule
def refuse_words(f: Fight, who: Combatant, target: int, slot: int) -> int:
    """Return why they can't cast the spell, or not at this target; 0 if nothing is against it (classic.spell.freedom,
    classic.spell.range)."""
    if target < 0 or target >= f.n:
        return NO_SUCH
    if not f.who[target].in_fight:
        return OUT_OF_IT
    why = seams.refuse_spell(f, who, slot)
    return why if why != 0 else refuse_aimed(f, who, f.who[target], f.effects[who.spells[slot]])


@rule
def refuse_waiting(f: Fight, who: Combatant, a: Answer) -> int:
    """Refuse all but the winners, only in their step, only with something left to do (procedure.act.hold)."""
    if f.procedure.interrupter == who.id or f.phase == HELD:
        return NOT_NOW
    if f.phase != WINNERS:
        return LOSERS
    if who.acted or who.attacks_made > 0:
        return HAS_ACTED
    if a.kind == HOLD:
        return NOT_ASKED if a.target != NOBODY or a.option != 0 else 0
    if a.kind == GUARD:
        return refuse_guard(f, who, a)
    if a.option < NEARS or a.option > ATTACKING:
        return NO_SUCH_CONDITION
    return 0 if a.target == NOBODY else refuse_foe(f, who, a.target)


@rule
def refuse_guard(f: Fight, who: Combatant, a: Answer) -> int:
    if a.option != 0:
        return NOT_ASKED
    if a.target < 0 or a.target >= f.n:
        return NO_SUCH
    if a.target == who.id:
        return ONESELF
    if f.who[a.target].side != who.side:
        return NOT_A_FRIEND
    return 0 if f.who[a.target].in_fight else OUT_OF_IT


# --- all of them


def legal(f: Fight, q: Question) -> list[Answer]:
    """Return every listed answer to a question; of places to go to only those with cover."""
    listed = [Answer(PASS)]
    for kind in range(YES, LAST_KIND + 1):
        if ANSWERS[q.ask] >> kind & 1 and kind not in (RISE, GO, SADDLE):
            listed += [a for a in candidates(f, q.ask, kind) if refusal(f, q, a) == 0]
    if ANSWERS[q.ask] >> GO & 1:
        listed += ways_to_cover(f, q, GO, refusal) + ways_of_saddle(f, q, SADDLE, refusal)
    return listed


def candidates(f: Fight, ask: int, kind: int) -> list[Answer]:
    aimed = AIMED >> kind & 1 or (kind, ask) == (CAST, ACT)
    targets = range(NOBODY, f.n) if kind == TRIGGER else range(f.n) if aimed else range(NOBODY, 0)
    slotted = SLOTTED >> kind & 1 or (kind, ask) == (CAST, DECLARE)
    few = range(2 if kind == LOOSE else 1)
    options = range(NEARS, ATTACKING + 1) if kind == TRIGGER else range(KIT) if slotted else few
    return [Answer(kind, t, o) for t in targets for o in options]
