"""How a missile leaves the hand in the tempo book: what is thrown is gone, what is dropped falls."""

from affray.engine.state import KIT, NOBODY, Combatant, Fight
from affray.engine.verbs import rule
from affray.engine.vocabulary import THROWN
from affray.rules.shared.attack import drop
from affray.rules.shared.reach import arm
from affray.rules.tempo.attack import attack


@rule
def loose(f: Fight, who: Combatant, target: Combatant) -> None:
    weapon = arm(f, who)
    let_go(f, who)
    attack(f, who, target, weapon, True, False)


@rule
def let_fall(f: Fight, who: Combatant, target: Combatant) -> None:
    """classic.attack.bombing: 16 or more on the bare d20, whatever the armour."""
    weapon = arm(f, who)
    let_go(f, who)
    drop(f, who, target, weapon)


@rule
def let_go(f: Fight, who: Combatant) -> None:
    """classic.weapon.thrown: with the last of them gone it has its bare hands, or what it strikes with by nature."""
    who.shot = f.round
    if arm(f, who).qualities & THROWN and who.left[who.hand] > 0:
        who.left[who.hand] -= 1
        if who.left[who.hand] == 0 and not who.routine:
            who.hand = KIT - 1 if who.kit[KIT - 1] != NOBODY else 0
