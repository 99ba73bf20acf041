"""Endings at the table: the trace of each open fight, the same fight once more, and a party of the survivors."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import replace
from weakref import WeakKeyDictionary

from affray import houserules, rules
from affray.ending.account import Account, give_account
from affray.engine.encounter import Party
from affray.errors import AffrayError, unknown
from affray.party.aftermath import aftermath, named_fighters
from affray.play.questions import hides_from_the_start
from affray.play.session import Play
from affray.play.start import start_fight
from affray.play.trace import Trace, trace
from affray.scenario import open_scenario, read
from affray.server.live import LiveFight
from affray.server.settings import FightSettings
from affray.server.store import Seat
from affray.server.viewer import Viewer, new_seat


class Endings:
    """The traces of open fights, each as of its last entry: a fight that is over is played again for it only once."""

    def __init__(self) -> None:
        self._traces = WeakKeyDictionary[LiveFight, tuple[int, Trace]]()

    def account(self, live: LiveFight, viewer: Viewer) -> Account:
        """Return the account of a fight as a viewer may know it."""
        return self.account_for(live, None if viewer.sees_all else viewer.own_sides(live.play))

    def account_for(self, live: LiveFight, audience: frozenset[int] | None) -> Account:
        """Return the account of a fight for the players of these sides; for None, the referee's."""
        with live.lock:
            entries = len(live.play.entries)
            known = self._traces.get(live)
            if known is None or known[0] != entries:
                known = self._traces[live] = entries, trace(live.play)
            return give_account(live.play, audience, known[1])


def find_players_sides(play: Play) -> frozenset[int]:
    return frozenset(side.id for side in play.state.side[: play.state.sides] if side.players)


def start_again(play: Play, book: str | None) -> tuple[Play, list[str]]:
    """Return the same fight before its first die, with other dice and perhaps under another book, and who is hidden
    from the start."""
    if book is not None and book not in rules.books():
        raise AffrayError(unknown("rulebook", book, list(rules.books())))
    if not play.setup.built:
        raise AffrayError("this fight began in the middle: it has no scenario that could be fought again")
    again = start_under(play, book) if book and book != play.book.name else start_alike(play)
    hidden = [entry.fields[1] for entry in play.entries if hides_from_the_start(entry)]
    return again, [name for name in dict.fromkeys(hidden) if name in again.roster.who]


def start_alike(play: Play) -> Play:
    setup = play.setup
    options = {o.name: o.say(setup.options[o.name]) for o in setup.book.options if o.name in setup.options}
    people = setup.deciders.as_words(setup.roster.sides)
    return start_fight(setup.book, setup.encounter, secrets.randbits(64), 0, options, people, False)


def start_under(play: Play, book: str) -> Play:
    """Start it under another book: with the house rules that this book can carry, and without the options, which are
    those of the first."""
    setup = play.setup
    house = [overlay for overlay in setup.book.overlays if book in houserules.books_for(overlay)]
    known = rules.get(book).names()
    encounter = replace(read(setup.encounter.text, setup.encounter.name, known, offers={}), house=())
    encounter, other = open_scenario(encounter, book, house)
    people = setup.deciders.as_words(setup.roster.sides)
    return start_fight(other, encounter, secrets.randbits(64), 0, {}, people, False)


def take_same_seat(settings: FightSettings, seat: Seat, there: LiveFight) -> str:
    """Add the counterpart of a seat to the next fight, or give that another link; return its token."""
    names = there.play.roster.who
    new, token = new_seat(there.record.id, seat.role, seat.name, tuple(name for name in seat.people if name in names))
    old = settings.current.followed.get(f"{there.record.id} {seat.hash}")
    before = there.settings.seat(old) if old else None
    if before is None:
        there.settings.add_seat(new)
    else:
        there.settings.replace_seat(before, new)
    settings.followed_by(seat, new)
    return token


# --- the survivors, for the next fight


def make_party(play: Play, title: str, taken: Collection[str]) -> Party:
    """Return a party of those whom players led, as the fight has left them, with a name that no other has."""
    numbers = [play.number_of(place) for _, _, place in named_fighters(play.encounter.sides)]
    ours = find_players_sides(play)
    members = tuple(
        one.member for one, number in zip(aftermath(play), numbers, strict=True) if play.state.who[number].side in ours
    )
    if not members:
        raise AffrayError("nobody with a name of their own was on a side of players: there is no party to save")
    return Party(free_name(f"The party of {title}", taken), members)


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name with the first number that makes it one of its own."""
    known = {one.casefold() for one in taken}
    names = [name, *(f"{name} {number}" for number in range(2, len(known) + 3))]
    return next(one for one in names if one.casefold() not in known)
