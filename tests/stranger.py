"""A package of somebody else: a few rules for seams, and a book made of the classic one with them."""

from dataclasses import replace

from affray.engine import events as E
from affray.engine.clauses import LIMIT, OPTION, clause, reason
from affray.engine.options import Settings
from affray.engine.purposes import FOR_DAMAGE
from affray.engine.state import Combatant, Fight, Side, Weapon
from affray.engine.verbs import Answer, Question, answer, because, chooser, note, roll, rule
from affray.rules.binding import bind
from affray.rules.book import Book, Donor
from affray.rules.classic import BOOK as CLASSIC
from affray.rules.shared.attack import attack
from affray.rules.shared.conditions import die, expire, never_fights
from affray.rules.shared.damage import hurt, lose, weapon_damage
from affray.rules.shared.effects import come_round

DEEP = clause("stranger.zero", "Who is below 0 hit points fights on down to a limit.", OPTION)
BLUNT = clause("stranger.damage", "Every blow deals one die of 4, and a little more.", OPTION)
MORE = reason(BLUNT, "the stranger's")

SETTINGS = Settings("stranger")
DEPTH = SETTINGS.number("zero.depth", DEEP, 3, 0, 20)
EXTRA = SETTINGS.number("retreat.bonus", BLUNT, 1, 0, 5)  # a name that the classic book has too
UNREAD = SETTINGS.number("rounds", LIMIT, 100, 1, 1000)


@rule
def hold_out(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    """Dead only below the limit. At a seam."""
    before = target.hp
    target.hp -= amount
    note(f, E.DAMAGE, DEEP, by, target, amount, before)
    if amount > 0:
        hurt(f, target)
    if target.hp < -f.rules[DEPTH] and target.up:
        die(f, target, by, DEEP)


@rule
def four(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool, stab: bool) -> int:
    """One die of 4, and what the option adds. At a seam."""
    return roll(f, attacker, FOR_DAMAGE, 4) + because(f, MORE, f.rules[EXTRA])


@rule
def scratch(f: Fight, attacker: Combatant, target: Combatant, weapon: Weapon, missile: bool) -> None:
    """A miss does nothing. At a seam."""


@rule
def by_the_stranger(f: Fight, attacker: Combatant, weapon: Weapon) -> int:
    """The clause of a blow's damage. At a seam."""
    return BLUNT


@rule
def never(f: Fight, side: Side) -> None:
    """Nobody is surprised. At a seam."""


HARD_TO_KILL = Donor(
    name="hard",
    seams={"zero": (hold_out, expire, come_round), "damage": (four, scratch, by_the_stranger), "surprise": (never,)},
    core={"attack": attack},
)


# --- rules that no base can carry


@rule
def wonder(f: Fight, q: Question) -> Answer:
    return answer(0)


@rule
def no_reason(f: Fight, q: Question, a: Answer) -> int:
    return 0


ask = chooser(wonder, no_reason)


@rule
def asks_first(f: Fight, who: Combatant, moment: int) -> None:
    ask(f, 0, who, who, 0)


@rule
def too_short(f: Fight) -> None:
    """Has not the arguments that its seam gives."""


@rule
def goes_in_circles(f: Fight, target: Combatant, by: Combatant, amount: int, qualities: int, clause: int) -> None:
    lose(f, target, by, amount + 1, qualities, clause)


MISFIT = Donor(
    name="misfit",
    seams={
        "morale.triggers": (asks_first,),
        "morale.check": (too_short, never_fights),
        "zero": (goes_in_circles, expire, come_round),
    },
)

BOOK: Book = bind(
    replace(CLASSIC, name="stranger", title="stranger: classic, and hard to kill"),
    {lose: hold_out, weapon_damage: four},
)
