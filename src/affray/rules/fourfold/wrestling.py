"""Shoving and grappling in the fourfold book: a roll to hit, then strength against strength."""

from affray.engine import events as E
from affray.engine.conditions import PRONE
from affray.engine.purposes import FOR_DAMAGE
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.verbs import because, note, roll, rule
from affray.engine.vocabulary import BLUNT
from affray.rules import seams
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.attack import stands_before, strikes
from affray.rules.fourfold.damage import AT_LEAST_ONE, ATTRIBUTE, FISTS
from affray.rules.fourfold.questions import DOWN
from affray.rules.fourfold.skills import DEX, PUNCH, STR, attribute, contest, punching, strength_contest
from affray.rules.shared.conditions import put_on
from affray.rules.shared.movement import sign
from affray.rules.shared.reach import weapon_for

BACK = 100  # fourfold.action.shove: 10 feet
FIST = 2  # the die of bare hands


@rule
def shove(f: Fight, who: Combatant, target: Combatant, how: int) -> None:
    """fourfold.action.shove: back 10 feet, or down; a screen takes it in its ward's place."""
    met = f.who[stands_before(f, who, target)]
    if strikes(f, who, met, weapon_for(f, who, 0), False):
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
    """Straight away from who shoves; nobody gets a free attack by it."""
    dx, dy = sign(target.x - who.x), sign(target.y - who.y)
    if dx == 0 and dy == 0:
        dx = -1 if target.side < who.side else 1
    target.x += dx * BACK
    target.y += dy * BACK
    f.contact = False
    note(f, E.MOVE, C.ACTION_SHOVE, target, who, BACK)


@rule
def grapple(f: Fight, who: Combatant, target: Combatant) -> None:
    """fourfold.action.grapple: a Punch attack, then STR/Punch of both; a screen is seized in its ward's place."""
    met = f.who[stands_before(f, who, target)]
    if not strikes(f, who, met, weapon_for(f, who, 0), False):
        return
    if contest(f, who, met, punching(who), punching(met), C.ACTION_GRAPPLE):
        who.fourfold.grappled_foe, met.fourfold.grappled_foe = met.id, who.id
        met.fourfold.pinned = True
        note(f, E.DECLARED, C.ACTION_GRAPPLE, who, met)


@rule
def break_free(f: Fight, who: Combatant) -> None:
    """fourfold.action.grapple: the same contest."""
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
    """Nobody holds, or is held by, one who can't: the fallen and the gone."""
    for c in f.who[: f.n]:
        if c.fourfold.grappled_foe != NOBODY and (not c.able or not f.who[c.fourfold.grappled_foe].able):
            let_go(f, c)


@rule
def wring(f: Fight) -> bool:
    """fourfold.action.grapple: unarmed damage to the held one, one a step; False when all is done."""
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
    """The damage of bare hands: the better of STR and DEX, and Punch."""
    own, fists = max(attribute(by, STR), attribute(by, DEX)), max(0, by.fourfold.skills[PUNCH])
    amount = roll(f, by, FOR_DAMAGE, FIST) + because(f, ATTRIBUTE, own, own != 0) + because(f, FISTS, fists, fists > 0)
    return amount + because(f, AT_LEAST_ONE, 1 - amount, amount < 1)
