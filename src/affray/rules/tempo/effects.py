"""What extra degrees buy in the tempo book: a step back, a fall, a weapon lost, a friend covered; the direct hit."""

from affray.engine import events as E
from affray.engine.clauses import reason
from affray.engine.conditions import PRONE
from affray.engine.purposes import FOR_FALL_DAMAGE
from affray.engine.state import ALWAYS, KIT, NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.rules.seams import HARMLESS
from affray.rules.shared.conditions import put_on
from affray.rules.shared.damage import spared
from affray.rules.shared.movement import arrive, sign
from affray.rules.tempo import answers as A
from affray.rules.tempo import clauses as C
from affray.rules.tempo.choices import victim_of
from affray.rules.tempo.morale import shaken
from affray.rules.tempo.reach import part
from affray.rules.tempo.tactics import choose
from affray.rules.tempo.wounds import HURT, disturb, injure, rouse, suffer

STEP = 50  # tempo.effect: 5 feet
EXTRA = reason(C.CHECK_DEGREES, "extra degrees")


@rule
def spend_degrees(f: Fight, who: Combatant, target: Combatant, extra: int) -> bool:
    """tempo.effect: one after another until they are spent or kept; whether it is a direct hit."""
    direct = False
    while extra > 0 and target.up and f.winner == UNDECIDED:
        chosen = choose(f, A.BUY, who, target, extra)
        if chosen.kind != A.SPEND:
            return direct
        because(f, EXTRA, A.DEGREES[chosen.option])
        extra -= A.DEGREES[chosen.option]
        if chosen.option == A.DIRECT:
            note(f, E.DECLARED, C.DIRECT_HIT, who, target)
            direct = True
        else:
            buy(f, who, target, chosen.option)
    return direct


@rule
def buy(f: Fight, who: Combatant, target: Combatant, what: int) -> None:
    if what == A.DRIVE_BACK:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        drive(f, who, target, STEP)
    elif what == A.STEP_BETWEEN:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        target.barred = victim_of(f, who, target)
        target.locked = who.id
    elif what == A.OVER_THE_EDGE:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        over_the_edge(f, who, target)
    elif what == A.TRIP:
        put_on(f, target, who, PRONE, ALWAYS, C.EFFECT)
    else:
        note(f, E.DECLARED, C.EFFECT, who, target, what)
        target.hand = KIT - 1


@rule
def drive(f: Fight, who: Combatant, target: Combatant, far: int) -> None:
    """Straight away from who drives it."""
    dx, dy = sign(target.x - who.x), sign(target.y - who.y)
    if dx == 0 and dy == 0:
        dx = 1 if target.side > who.side else -1
    moved = target.moved
    arrive(f, target, target.x + dx * far, target.y + dy * far, target.z)
    target.moved = moved
    part(f, target)


@rule
def over_the_edge(f: Fight, who: Combatant, target: Combatant) -> None:
    """Two steps, and whoever can't fly falls: 1d6, and it lies there."""
    drive(f, who, target, 2 * STEP)
    if target.fly == 0:
        suffer(f, target, who, roll(f, who, FOR_FALL_DAMAGE, 6), 0, C.EFFECT)
        if f.winner == UNDECIDED and target.up and target.on >> PRONE & 1 == 0:
            put_on(f, target, who, PRONE, ALWAYS, C.EFFECT)


@rule
def strike_home(f: Fight, who: Combatant, target: Combatant, amount: int, qualities: int) -> int:
    """tempo.direct-hit: hp stay, and the whole damage is the excess."""
    felt = amount + spared(f, target, amount, qualities)
    target.wounded = f.round
    hurt = target.on & HURT
    note(f, E.DAMAGE, C.DIRECT_HIT, who, target, felt, target.hp)
    if felt > 0:
        rouse(f, target)
        injure(f, target, who, felt, qualities)
        if target.spell != NOBODY and f.winner == UNDECIDED:
            disturb(f, target, felt, target.on & HURT != hurt)
    elif amount > 0:
        shaken(f, who, HARMLESS)
    return felt
