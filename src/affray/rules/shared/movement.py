"""How people move in several books: approaching, falling back, fleeing, what follows from it."""

from affray.engine import events as E
from affray.engine.space import distance, nearest_able_foe, toward
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, note, rule
from affray.engine.vocabulary import FLEEING, RETREATING, WITHDRAWING
from affray.rules import seams
from affray.rules.shared import clauses as C
from affray.rules.shared.clauses import PACES, PURSUIT
from affray.rules.shared.damage import get_away
from affray.rules.shared.ground import change_cover, gap_after_walk, walk
from affray.rules.shared.legality import APPROACH, AWAY, GO, RISE, SADDLE, base_rate, in_melee, refuse_strike
from affray.rules.shared.mounts import change_saddle


@rule
def give_way(f: Fight, who: Combatant, target: int) -> None:
    """Let another go first; inside a step a side picks its own order (classic.round.action)."""
    let_go_first(f, who, target)
    note(f, E.DECLARED, C.ROUND_ACTION, who, f.who[target])


@rule
def let_go_first(f: Fight, who: Combatant, target: int) -> None:
    f.who[target].went_first = True
    f.went_first_count += 1
    f.next_actor = target
    f.cursor = who.id


@rule
def go(f: Fight, who: Combatant, chosen: Answer) -> None:
    if chosen.kind == APPROACH:
        close_in(f, who, f.who[chosen.target])
    elif chosen.kind == AWAY:
        fall_back(f, who)
        escape(f, who)
    elif chosen.kind == RISE:
        seams.step_to(f, who, who.x, who.y, chosen.option)
    elif chosen.kind == GO:
        seams.step_to(f, who, chosen.target, chosen.option, who.z)
    elif chosen.kind == SADDLE:
        change_saddle(f, who)


@rule
def close_in(f: Fight, who: Combatant, target: Combatant) -> None:
    """Move as near as the rate allows, and no nearer than a strike needs."""
    step = min(seams.encounter_rate(f, who), distance(who, target) - seams.melee_range(f))
    walk(f, who, toward(who.x, target.x, step), toward(who.y, target.y, step), height_after(f, who, target, step))
    if distance(who, target) <= seams.melee_range(f) and target.side != who.side:
        meet(who, target)


@rule
def height_after(f: Fight, who: Combatant, target: Combatant, step: int) -> int:
    """Return the height at which a step towards a target ends."""
    return toward(who.z, target.z, step) if can_climb(f, who, target.z) else who.z


@rule
def gap_after(f: Fight, who: Combatant, target: Combatant, rate: int) -> int:
    """Return how far from a target somebody would be who comes as near as the rate and the way allow."""
    step = min(rate, distance(who, target) - seams.melee_range(f))
    return gap_after_walk(f, who, target, step, height_after(f, who, target, step))


@rule
def can_climb(f: Fight, who: Combatant, z: int) -> bool:
    """Return whether `who` can go to a height: down always, up on wings or in water."""
    return z <= who.z or who.fly > 0 or f.water > 0


@rule
def meet(who: Combatant, target: Combatant) -> None:
    """Turn `who` to the foe they come up to; the foe turns too, unless they face another already."""
    who.faced_foe = target.id
    if target.faced_foe == NOBODY and target.able:
        target.faced_foe = who.id


@rule
def fall_back(f: Fight, who: Combatant) -> None:
    """Move straight away from the nearest able foe; in a passage along it, never into its walls."""
    rate = seams.encounter_rate(f, who)
    at = nearest_able_foe(f, who)
    if at == NOBODY:
        return
    foe = f.who[at]
    dx, dy = sign(who.x - foe.x), sign(who.y - foe.y)
    if f.width > 0:
        dy = 0
    if dx == 0 and dy == 0:
        dx = -1 if who.side < foe.side else 1
    walk(f, who, who.x + dx * rate, who.y + dy * rate, who.z)


@rule
def sign(n: int) -> int:
    return 0 if n == 0 else 1 if n > 0 else -1


@rule
def step_to(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make one move, with its length, its direction, and whether it was a run into melee."""
    if not seams.provokes(f, who, x, y, z):
        seams.arrive(f, who, x, y, z)


@rule
def provokes(f: Fight, who: Combatant, x: int, y: int, z: int) -> bool:
    """Return whether anybody strikes at one who leaves before they are gone: nobody."""
    return False


@rule
def parting_blow(f: Fight) -> None:
    """Resolve one blow at a leaver, or their move: here never called for."""
    f.leaver = NOBODY


@rule
def takes_parting_blow(f: Fight, who: Combatant, leaver: Combatant) -> bool:
    """Return whether `who` strikes at one who leaves, where another book's rule lets them: always."""
    return True


@rule
def arrive(f: Fight, who: Combatant, x: int, y: int, z: int) -> None:
    """Make the move itself."""
    far = max(abs(x - who.x), abs(y - who.y), abs(z - who.z))
    if far == 0:
        return
    if f.waiting_count > 0:
        seams.notice_move(f, who)
    who.heading_x, who.heading_y = sign(x - who.x), sign(y - who.y)
    who.x, who.y, who.z = x, y, z
    carry_along(f, who)
    who.faced_foe = NOBODY
    who.moved = far
    who.run_distance += far
    who.rounds_moved += 1
    f.contact = False
    note(f, E.MOVE, seams.move_clause(f, who), who, who, far, base_rate(f, who))
    if f.has_cover:
        change_cover(f, who)
    if in_melee(f, who):
        who.arrived_round = f.round


@rule
def notice_move(f: Fight, who: Combatant) -> None:
    """Note who sets out while somebody waits: whether they come within reach is the next thing to see."""
    f.newcomer = who.id


@rule
def carry_along(f: Fight, who: Combatant) -> None:
    """Move whoever is attached along with their victim (classic.monster.attach)."""
    for c in f.who[: f.n]:
        if c.attached_to == who.id:
            c.x, c.y, c.z = who.x, who.y, who.z


@rule
def move_clause(f: Fight, who: Combatant) -> int:
    if who.conditions >> WITHDRAWING & 1:
        return C.MOVE_WITHDRAWAL
    return C.MOVE_RETREAT if who.conditions & (1 << RETREATING | 1 << FLEEING) else C.MOVE_ENCOUNTER


@rule
def run_away(f: Fight, who: Combatant) -> None:
    """Flee, and leave the fight once no enemy can reach `who` in the same round (classic.flee.away)."""
    if who.rounds_moved < f.rules[PACES]:
        fall_back(f, who)
    if f.side[who.side].way_out and not within_anyones_reach(f, who):
        get_away(f, who, C.FLEE_AWAY)


@rule
def escape(f: Fight, who: Combatant) -> None:
    """Take whoever falls back, on a side that is to escape, out of the fight by the same rule (classic.flee.away)."""
    side = f.side[who.side]
    if (
        side.wins_by_escape
        and side.way_out
        and who.conditions >> WITHDRAWING & 1 == 0
        and not within_anyones_reach(f, who)
    ):
        get_away(f, who, C.FLEE_AWAY)


@rule
def within_anyones_reach(f: Fight, who: Combatant) -> bool:
    for c in f.who[: f.n]:
        if c.able and c.side != who.side:
            follows = f.rules[PURSUIT] == 1 and c.rounds_moved < f.rules[PACES]
            if distance(c, who) <= seams.melee_range(f) + (seams.encounter_rate(f, c) if follows else 0):
                return True
    return False


@rule
def can_strike(f: Fight, who: Combatant, target: Combatant) -> bool:
    return refuse_strike(f, who, target.id, 0) == 0


LONG_RUN = 600  # classic.weapon.charge: 60 feet


@rule
def has_charged(f: Fight, who: Combatant) -> bool:
    """Return whether `who` came into melee this round after a run of at least 60 feet."""
    return who.arrived_round == f.round and who.run_distance >= LONG_RUN
