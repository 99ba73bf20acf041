"""Rules that have changed since earlier versions, so that a saved fight that comes out otherwise can say which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from affray.engine.clauses import CLAUSES, REASONS
from affray.log import Event


class Change(NamedTuple):
    """A rule that has changed: where it shows in a log, and what is different."""

    books: str  # in which books, with spaces; empty for all
    clause: str
    words: str
    shows_in: str = ""  # clauses of the events in which it shows, besides its own


MOVES = "classic.move.encounter vanguard.turn tempo.move fourfold.action.move procedure.leave classic.flee.away"
TURNS = "classic.condition.end classic.spell.condition classic.spell.protection classic.spell.bless"
CHANGES = (
    Change("", "classic.move.way", "nobody walks through an able foe or a wall", MOVES),
    Change("", "classic.monster.regeneration", "a lone troll rises again unless it is burned", "affray.end"),
    Change("", "affray.wait", "a hidden combatant lies in wait and takes no part"),
    Change("", "affray.idle", "ten rounds in which nobody can harm anybody end the fight", "affray.limit"),
    Change("", "classic.attack.paralysed", "what is dropped hits the helpless", "classic.attack.bombing"),
    Change("", "classic.flee.away", "they run from foes who can act, and along a passage", "classic.move.retreat"),
    Change("", "classic.class.turning", "the log tells what the roll has to reach"),
    Change("", "classic.monster.disease", "who has it for good is not told to catch it again"),
    Change("classic", "classic.initiative.slow", "a crossbow is not slow by default"),
    Change("classic", "classic.move.withdrawal", "it needs no way out"),
    Change("classic", "classic.move.retreat", "it needs no way out"),
    Change("classic procedure", "classic.damage.subdual", "a sling's stone subdues too"),
    Change("classic", "classic.morale.triggers", "who slept before the fight is no loss", "classic.morale.check"),
    Change("tempo", "tempo.initiative.reorient", "it uses up the turn with its move"),
    Change("tempo", "tempo.missile.melee", "aiming takes the whole round"),
    Change("tempo", "tempo.morale.triggers", "a foe out of action counts as slain", "tempo.morale.check"),
    Change("tempo", "tempo.check.dice", "the referee gives advantage dice to attacks"),
    Change("tempo", "tempo.injury.untended", "the dying of a beaten side die when the fight ends", "affray.end"),
    Change("tempo", "tempo.initiative.superior", "a score of 0 pays for no other turn"),
    Change("tempo", "tempo.convert", "a turn is ten rounds", TURNS),
    Change("tempo", "tempo.morale.triggers", "what one event sets off is told in one line", "tempo.morale.check"),
    Change("tempo", "tempo.order.henchman", "an order against a foe who falls lapses for those who have not acted"),
    Change("tempo", "tempo.effect", "nobody trips or disarms the unconscious"),
    Change("tempo", "tempo.check", "monsters do not tend undead"),
    Change("tempo", "tempo.damage", "humans of the classic list deal d6"),
    Change("tempo", "tempo.convert", "somebody given by numbers has the hit dice of their THAC0"),
    Change("tempo", "tempo.move", "nobody strikes past an able foe, or up at a flyer", "tempo.attack.roll"),
    Change("procedure", "procedure.surprise", "the referee is asked whether it is rolled"),
    Change("procedure", "procedure.charge.meeting", "charges clash where lines cross", "procedure.charge.together"),
    Change("procedure", "procedure.charge.polearm", "one in total defence has the free attack too"),
    Change("procedure", "procedure.morale.triggers", "nobody checks for their own loss", "procedure.morale.check"),
    Change("vanguard", "vanguard.ranged.melee", "a foe's own melee range counts too"),
    Change("vanguard", "vanguard.run", "it may follow a move"),
    Change("vanguard", "vanguard.charge", "a charge stops at a foe in its way"),
    Change("vanguard", "vanguard.drain", "a drained character rolls a death save"),
    Change("vanguard", "vanguard.morale", "who was out of action before the fight is no loss"),
    Change("fourfold", "fourfold.convert", "claws and teeth have shock, levels count", "fourfold.damage.shock"),
    Change("fourfold", "fourfold.convert", "a turn is 100 rounds", TURNS),
    Change("vanguard", "vanguard.convert", "a turn is 100 rounds", TURNS),
    Change("fourfold", "classic.weapon.charge", "a lance deals double in a mounted charge", "fourfold.action.charge"),
    Change("fourfold", "fourfold.surprise.opposed", "riders are 4 worse at sneaking up"),
    Change("fourfold", "fourfold.action.hold", "who has moved may still hold the main action"),
    Change("fourfold", "fourfold.damage.untended", "the untended bleed to death when the fight ends", "affray.end"),
    Change("fourfold", "fourfold.action.move", "all humans go 30 feet"),
    Change("fourfold", "fourfold.morale.triggers", "who slept before the fight is no loss", "fourfold.morale.check"),
    Change("fourfold", "fourfold.morale.triggers", "who is turned to stone is down", "fourfold.morale.check"),
)


def describe_changes(book: str, events: Iterable[Event], hidden: bool = False) -> str:
    """Say which rules of a book have changed that show in these events, or in that somebody is hidden; if none does,
    which have at all."""
    here = [change for change in CHANGES if not change.books or book in change.books.split()]
    seen = {*clauses_in(events), *(["affray.wait"] if hidden else [])}
    shown = [change for change in here if seen & {change.clause, *change.shows_in.split()}]
    if shown:
        return "these rules have changed: " + "; ".join(f"{change.words} [{change.clause}]" for change in shown)
    return f"some rules have changed: {', '.join(change.clause for change in here)}"


def clauses_in(events: Iterable[Event]) -> Iterator[str]:
    """Yield the ids that events and their modifiers cite."""
    for event in events:
        yield CLAUSES[event.clause].id
        yield from (CLAUSES[REASONS[reason].clause].id for reason, _ in event.because)
