"""Initiative of the vanguard book: the players' side first, who of it is ready, and who is ambushed."""

from affray.engine import events as E
from affray.engine.clauses import OVER_THE_LIMIT, reason
from affray.engine.state import NOBODY, Combatant, Fight, Side
from affray.engine.verbs import because, note, roll, roll_for_side, rule, ruling
from affray.engine.vocabulary import FOR_SURPRISE, LURKING, TO_BE_READY
from affray.rules import seams
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.clauses import AMBUSHED, READY
from affray.rules.vanguard.questions import READINESS, SITUATION

SURPRISED = reason(C.INITIATIVE_MODIFIER, "surprised")
AMBUSHING = reason(C.INITIATIVE_MODIFIER, "in ambush")
GIVEN = reason(C.INITIATIVE_MODIFIER, "the referee")
NEVER = 99  # a place that no round comes to
MOST = 2  # vanguard.initiative.modifier: −2 to +2


@rule
def roll_initiative(f: Fight) -> bool:
    """Set the order; before the first round roll one player's readiness a step (vanguard.round.order)."""
    if f.round == 1:
        while f.cursor < f.n:
            who = f.who[f.cursor]
            f.cursor += 1
            if who.in_fight and rolls(f, who):
                get_ready(f, who)
                return False
        f.cursor = 0
        hold_back(f)
    if f.round <= 2:
        give_places(f)
    return True


@rule
def leads(f: Fight, side: int) -> bool:
    """Return whether that side moves first: the players', or the first listed where there are none."""
    for other in f.side[: f.sides]:
        if other.players:
            return f.side[side].players
    return side == 0


@rule
def rolls(f: Fight, who: Combatant) -> bool:
    """Return whether `who` rolls: each player; retainers share their player's, a side without players its first's."""
    if not leads(f, who.side):
        return False
    first = first_player(f, who.side)
    return who.player if first != NOBODY else f.side[who.side].first_member == who.id


@rule
def first_player(f: Fight, side: int) -> int:
    """Return the first of a side's player characters; NOBODY without one."""
    for c in f.who[: f.n]:
        if c.side == side and c.player:
            return c.id
    return NOBODY


@rule
def get_ready(f: Fight, who: Combatant) -> None:
    """Roll 1d6; 3 or less skips the first turn (vanguard.initiative.ready)."""
    seems = seams.morale_situation(f, who, 0)
    side = f.side[who.side]
    change = because(f, SURPRISED, -MOST, side.surprised) + because(f, AMBUSHING, MOST, side.ambush)
    change += because(f, GIVEN, seems, seems != 0)
    beyond = max(-MOST, min(MOST, change)) - change
    change += because(f, OVER_THE_LIMIT, beyond, beyond != 0)
    total = roll(f, who, TO_BE_READY, 6) + change
    note(f, E.CHECK, C.INITIATIVE_READY, who, who, total, f.rules[READY])
    who.vanguard.unready = total < f.rules[READY]


@rule
def morale_situation(f: Fight, who: Combatant, which: int) -> int:
    """Return what the referee says, −2 to +2: of readiness where nothing else is asked of, else of morale."""
    return ruling(f, READINESS if which == 0 else SITUATION, who, who, which).option


@rule
def hold_back(f: Fight) -> None:
    """Make retainers as ready as the player listed before them, or else the first; surprised opponents lose their
    first turn."""
    late = False
    for c in f.who[: f.n]:
        side = f.side[c.side]
        if leads(f, c.side):
            if side.first_member == c.id:
                first = first_player(f, c.side)
                late = first != NOBODY and f.who[first].vanguard.unready
            late = c.vanguard.unready if rolls(f, c) else late
            c.vanguard.unready = late
        elif side.surprised:
            c.vanguard.unready = True
            if side.first_member == c.id:
                note(f, E.LOST, C.INITIATIVE_MODIFIER, c, c)


@rule
def give_places(f: Fight) -> None:
    """Place the players' sides, then the others as they are listed, then in the same order what always acts last; give
    the unready no turn. From the second round on nothing changes any more."""
    for side in f.side[: f.sides]:
        side.turn = place_of(f, side)
    for c in f.who[: f.n]:
        c.turn = f.side[c.side].turn
    f.turn_count = f.sides
    for place in range(f.sides):
        f.turn_count += 1 if send_last(f, place) else 0
    for c in f.who[: f.n]:
        c.vanguard.unready = c.vanguard.unready and f.round == 1
        if c.vanguard.unready:
            c.turn = NEVER


@rule
def send_last(f: Fight, place: int) -> bool:
    """Place what always acts last, of the side with this place, after everybody so far; return whether there is any."""
    found = False
    for c in f.who[: f.n]:
        if c.acts_last and c.turn == place and c.conditions >> LURKING & 1 == 0:
            c.turn = f.turn_count
            found = True
    return found


@rule
def place_of(f: Fight, side: Side) -> int:
    """Return how many sides move before this one."""
    before = 0
    for other in f.side[: f.sides]:
        ahead = leads(f, other.id) and not leads(f, side.id)
        same = leads(f, other.id) == leads(f, side.id)
        before += 1 if ahead or (same and other.id < side.id) else 0
    return before


@rule
def check_surprise(f: Fight, side: Side) -> None:
    """Surprise whoever is fallen upon; opponents on 1–2 of 1d6 (vanguard.initiative.modifier)."""
    if side.ambush or not is_ambushed(f, side):
        return
    first = f.who[side.first_member]
    if leads(f, side.id):
        side.surprised = True
        return
    shown, upto = roll_for_side(f, side, FOR_SURPRISE, 6), f.rules[AMBUSHED]
    note(f, E.CHECK, C.INITIATIVE_MODIFIER, first, first, shown, upto)
    side.surprised = shown <= upto


@rule
def is_ambushed(f: Fight, side: Side) -> bool:
    for other in f.side[: f.sides]:
        if other.ambush and other.id != side.id:
            return True
    return False


def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Let a newcomer move with their side, or last of all."""
    if who.acts_last:
        who.turn, f.turn_count = f.turn_count, f.turn_count + 1


@rule
def take_in_hand(f: Fight, who: Combatant, slot: int) -> None:
    """Take a weapon in hand; none is slower than another."""
    who.hand = slot if who.kit[slot] != NOBODY else who.hand
