"""The referee's commands of the tempo book: scores, guards, prices of reactions, morale triggers, attack dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from affray.engine import events as E
from affray.engine.clauses import CLAUSES, REASONS, SPOKEN, cite, reason
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note
from affray.engine.vocabulary import DEAD
from affray.errors import AffrayError
from affray.rules.book import Roster
from affray.rules.commands import CHOICE, NUMBER, WHO, Argument, Command, Scene
from affray.rules.shared import referee, referee_commands
from affray.rules.shared.damage import lift
from affray.rules.shared.referee import tell
from affray.rules.shared.referee_commands import with_commands
from affray.rules.tempo import clauses as C
from affray.rules.tempo.initiative import first_score, pay
from affray.rules.tempo.morale import SURRENDER, TRIGGER_NAMES, checks, frighten
from affray.rules.tempo.questions import FLAT_FOOTED, LACKEYS
from affray.rules.tempo.round import SCORES

PRICES = (2, 5, 10)
PRICED = reason(C.REACTION_COST, "a reaction, as the referee prices it")


def trigger(scene: Scene, who: Combatant, which: str) -> None:
    """Raise any of the fourteen triggers for one combatant (tempo.morale.triggers)."""
    f, name = scene.fight, scene.roster.who[who.id]
    bit = 1 << TRIGGER_NAMES.index(which)
    if bit == SURRENDER and not who.tempo.morale_met and not f.side[who.side].morale_met:
        raise AffrayError(f"{name}: an offer of surrender counts once another trigger was met")
    if not checks(who):
        raise AffrayError(f"{name} doesn't check morale")
    who.tempo.morale_met &= ~bit
    frighten(f, who, bit)


def react(scene: Scene, who: Combatant, price: int) -> None:
    """Let somebody pay for any other reaction: 2, 5 or 10 (tempo.reaction.cost)."""
    f, cost = scene.fight, abs(price)
    if cost not in PRICES:
        raise AffrayError(f"a reaction costs 2, 5 or 10, not {cost}")
    if who.tempo.lackey or who.tempo.score <= 0:
        raise AffrayError(refusal_text(scene.roster, who, LACKEYS if who.tempo.lackey else FLAT_FOOTED))
    pay(f, who, because(f, PRICED, -cost), C.REACTION_COST)


def refusal_text(roster: Roster, who: Combatant, why: int) -> str:
    cite(REASONS[why].clause)
    return f"{REASONS[why].words.format(who=roster.who[who.id])} [{CLAUSES[REASONS[why].clause].id}]"


def guard(scene: Scene, who: Combatant) -> None:
    """Say who drops their guard (tempo.reaction.guard)."""
    f = scene.fight
    who.tempo.guard_dropped_in = f.tempo.action_number
    f.tempo.guard_dropper = who.id
    note(f, E.DECLARED, C.GUARD, who, who)


def score(scene: Scene, who: Combatant, points: int) -> None:
    before, who.tempo.score = who.tempo.score, max(0, points)
    note(scene.fight, E.SCORE, SPOKEN, who, who, who.tempo.score, before)


def advantage(scene: Scene, who: Combatant | None = None) -> None:
    """Give the next attack an advantage die (tempo.check.dice)."""
    give_attack_die(scene.fight, who, 1)


def disadvantage(scene: Scene, who: Combatant | None = None) -> None:
    """Give the next attack a penalty die (tempo.check.dice)."""
    give_attack_die(scene.fight, who, -1)


def give_attack_die(f: Fight, who: Combatant | None, die: int) -> None:
    """Add a die to those for the same attack; dice for somebody else's attack are dropped."""
    whose = NOBODY if who is None else who.id
    before = f.tempo.attack_dice if f.tempo.favoured == whose else 0
    f.tempo.attack_dice, f.tempo.favoured = before + die, whose
    tell(f, who or f.who[0], f.tempo.attack_dice, before)


def hp(scene: Scene, who: Combatant, points: int) -> None:
    """Set hp; 0 hp alone do nothing (tempo.damage)."""
    f, before = scene.fight, who.hp
    who.hp, who.max_hp = max(0, points), max(who.max_hp, points)
    tell(f, who, who.hp, before)
    if points > 0 and who.conditions >> DEAD & 1:
        lift(f, who, DEAD, SPOKEN)
        f.side[who.side].dead -= 1
    referee.settle(f)


def order_check(scene: Scene, who: Combatant, what: str) -> None:
    """Call for a saving throw, or for a morale check, which is rolled at once."""
    referee.order_check(scene, who, what)
    scene.fight.tempo.morale_pending = scene.fight.tempo.morale_pending or who.morale_due != 0


def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Roll the score of somebody who joins later than the others roll theirs."""
    if f.phase > SCORES:
        first_score(f, who)


CHANGED: dict[str, Callable[..., None]] = {"hp": hp, "check": order_check}
COMMANDS = with_commands(
    *(replace(one, apply=CHANGED[one.name]) for one in referee_commands.COMMANDS if one.name in CHANGED),
    Command(
        "score",
        (WHO, Argument("NUMBER", NUMBER)),
        "Set somebody's score, and so when they act.",
        ("score WHO 12",),
        score,
    ),
    Command(
        "trigger",
        (WHO, Argument("TRIGGER", CHOICE, choices=tuple(TRIGGER_NAMES))),
        "Raise a morale trigger that only a referee can see.",
        ("trigger WHO tempted",),
        trigger,
    ),
    Command(
        "react",
        (WHO, Argument("PRICE", NUMBER)),
        "Let somebody pay 2, 5 or 10 points of score for any other reaction.",
        ("react WHO 5",),
        react,
    ),
    Command(
        "guard",
        (WHO,),
        "Say who drops their guard: foes may strike at them.",
        ("guard WHO",),
        guard,
    ),
    Command(
        "advantage",
        (WHO._replace(optional=True),),
        "Give the next attack, or the next of one combatant, an advantage die.",
        ("advantage", "advantage WHO"),
        advantage,
        ("", "Referee: an advantage die on the next attack[ by {WHO}]"),
    ),
    Command(
        "disadvantage",
        (WHO._replace(optional=True),),
        "Give the next attack, or the next of one combatant, a penalty die.",
        ("disadvantage", "disadvantage WHO"),
        disadvantage,
        ("", "Referee: a penalty die on the next attack[ by {WHO}]"),
    ),
)
