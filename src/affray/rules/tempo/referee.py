"""The referee's commands of the tempo book: scores, guards, prices of reactions, morale triggers, attack dice."""

from __future__ import annotations

from collections.abc import Sequence

from affray.engine import events as E
from affray.engine.clauses import SPOKEN, reason
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import because, note
from affray.engine.vocabulary import DEAD
from affray.errors import AffrayError, unknown
from affray.rules.book import Book, Roster
from affray.rules.shared import referee
from affray.rules.shared.damage import lift
from affray.rules.shared.referee import Verb, do, find_combatant, number
from affray.rules.tempo import clauses as C
from affray.rules.tempo.initiative import first_score, pay
from affray.rules.tempo.morale import SURRENDER, TRIGGER_NAMES, checks, frighten
from affray.rules.tempo.questions import FLAT_FOOTED, LACKEYS

PRICES = (2, 5, 10)
PRICED = reason(C.REACTION_COST, "a reaction, as the referee prices it")


def word(book: Book, f: Fight, roster: Roster, said: Sequence[str]) -> Roster:
    """Do what the referee says: a command, then its words."""
    if said and said[0] in VERBS:
        VERBS[said[0]](f, roster, said[1:])
        return roster
    roster = do(USUAL_VERBS, book, f, roster, said)
    f.tempo.morale_pending = f.tempo.morale_pending or any(c.morale_due for c in f.who)  # rolled at once
    return roster


def trigger(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Raise any of the fourteen triggers for one combatant: `trigger WHO WHICH` (tempo.morale.triggers)."""
    who, which = find_combatant(f, roster, said), said[1].lower() if len(said) > 1 else ""
    if which not in TRIGGER_NAMES:
        raise AffrayError(unknown("morale trigger", which, TRIGGER_NAMES))
    bit = 1 << TRIGGER_NAMES.index(which)
    if bit == SURRENDER and not who.tempo.morale_met and not f.side[who.side].morale_met:
        raise AffrayError(f"{said[0]}: an offer of surrender counts once another trigger was met")
    if not checks(who):
        raise AffrayError(f"{said[0]} doesn't check morale")
    who.tempo.morale_met &= ~bit
    frighten(f, who, bit)


def react(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Let somebody pay for any other reaction: `react WHO PRICE`, 2, 5 or 10 (tempo.reaction.cost)."""
    who, cost = find_combatant(f, roster, said), abs(number(said, 1, "the price"))
    if cost not in PRICES:
        raise AffrayError(f"a reaction costs 2, 5 or 10, not {cost}")
    if who.tempo.lackey or who.tempo.score <= 0:
        raise AffrayError(refusal_text(roster, who, LACKEYS if who.tempo.lackey else FLAT_FOOTED))
    pay(f, who, because(f, PRICED, -cost), C.REACTION_COST)


def refusal_text(roster: Roster, who: Combatant, why: int) -> str:
    from affray.engine.clauses import CLAUSES, REASONS, cite

    cite(REASONS[why].clause)
    return f"{REASONS[why].words.format(who=roster.who[who.id])} [{CLAUSES[REASONS[why].clause].id}]"


def guard(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Say who drops their guard: `guard WHO` (tempo.reaction.guard)."""
    who = find_combatant(f, roster, said)
    who.tempo.guard_dropped_in = f.tempo.action_number
    f.tempo.guard_dropper = who.id
    note(f, E.DECLARED, C.GUARD, who, who)


def score(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Set a score: `score WHO NUMBER`."""
    who, before = find_combatant(f, roster, said), find_combatant(f, roster, said).tempo.score
    who.tempo.score = max(0, number(said, 1, "the score"))
    note(f, E.SCORE, SPOKEN, who, who, who.tempo.score, before)


def advantage(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Give the next attack, or that of WHO, an advantage die (`advantage WHO`, tempo.check.dice)."""
    give_attack_die(f, roster, said, 1)


def disadvantage(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Give the next attack, or that of WHO, a penalty die (`disadvantage WHO`, tempo.check.dice)."""
    give_attack_die(f, roster, said, -1)


def give_attack_die(f: Fight, roster: Roster, said: Sequence[str], die: int) -> None:
    """Add a die to those for the same attack; dice for somebody else's attack are dropped."""
    whose = find_combatant(f, roster, said).id if said else NOBODY
    before = f.tempo.attack_dice if f.tempo.favoured == whose else 0
    f.tempo.attack_dice, f.tempo.favoured = before + die, whose
    who = f.who[max(0, whose)]
    note(f, E.REFEREE, SPOKEN, who, who, f.tempo.attack_dice, before)


def hp(f: Fight, roster: Roster, said: Sequence[str]) -> None:
    """Set hp; 0 hp alone do nothing (tempo.damage)."""
    who, points = find_combatant(f, roster, said), max(0, number(said, 1, "hit points"))
    before, who.hp = who.hp, points
    who.max_hp = max(who.max_hp, points)
    note(f, E.REFEREE, SPOKEN, who, who, points, before)
    if points > 0 and who.conditions >> DEAD & 1:
        lift(f, who, DEAD, SPOKEN)
        f.side[who.side].dead -= 1


def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Roll the score of somebody who joins later."""
    first_score(f, who)


USUAL_VERBS = {**referee.VERBS, "hp": hp}
VERBS: dict[str, Verb] = {
    "trigger": trigger,
    "react": react,
    "guard": guard,
    "score": score,
    "advantage": advantage,
    "disadvantage": disadvantage,
}
