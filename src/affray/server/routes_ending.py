"""Routes of the ending: what a fight has come to, step by step, as a page to share, survivors, the same once more."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from affray.ending.page import ending_page
from affray.ending.report import describe_ending
from affray.ending.steps import list_steps
from affray.errors import AffrayError
from affray.party import party_to_yaml
from affray.server import Json, library, schemas
from affray.server.auth import AnySeat, Denied, InFight, InRegistry, RefereeSeat
from affray.server.ending import Endings, find_players_sides, make_party, start_again, take_same_seat
from affray.server.live import add_fight
from affray.server.store import Seat
from affray.server.viewer import Role, Viewer

ending_router = APIRouter(prefix="/api/fights/{fight}", tags=["the ending"])
endings = Endings()


def check_may_read(live: InFight, seat: Seat) -> None:
    """Let the referee see at any time what a fight has come to so far, everybody else when it is over."""
    if not live.play.over and seat.role != Role.REFEREE:
        raise AffrayError("the fight is not over yet")


@ending_router.get("/ending")
def get_ending(live: InFight, seat: AnySeat) -> Json:
    """Return what the fight has come to: headline, story, chart, what became of whom, who did what, luck, XP."""
    with live.lock:
        check_may_read(live, seat)
        return describe_ending(endings.account(live, Viewer.of(seat)))


@ending_router.get("/ending/steps")
def get_steps(live: InFight, seat: AnySeat) -> Json:
    """Return the fight line by line, to be watched again: who stood where after each line, and how they were."""
    with live.lock:
        check_may_read(live, seat)
        return list_steps(endings.account(live, Viewer.of(seat)))


@ending_router.get("/ending/page", response_class=HTMLResponse)
def get_ending_page(live: InFight, seat: AnySeat, secrets: bool = False) -> HTMLResponse:
    """Return the ending as one file of HTML to share, with what players know; for a referee who asks with `secrets`."""
    if secrets and seat.role != Role.REFEREE:
        raise Denied(403, "what is hidden from players is the referee's")
    with live.lock:
        check_may_read(live, seat)
        if seat.role == Role.REFEREE:
            account = endings.account_for(live, None if secrets else find_players_sides(live.play))
        else:
            account = endings.account(live, Viewer.of(seat))
        return HTMLResponse(ending_page(account, live.title))


@ending_router.get("/ending/party")
def get_party(registry: InRegistry, live: InFight, seat: RefereeSeat) -> Json:
    """Return the players' people as a party file, as the fight has left them; whoever is dead stays away from the next
    fight."""
    with live.lock:
        taken = [item.name for item in library.read_all(registry.store, library.PARTIES).values()]
        party = make_party(live.play, live.title, taken)
        return {"name": party.name, "text": party_to_yaml(party)}


@ending_router.post("/again", status_code=201)
def fight_again(registry: InRegistry, live: InFight, seat: RefereeSeat, said: schemas.Again) -> Json:
    """Start the same fight once more with other dice, under the same book or another; return the referee's link."""
    with live.lock:
        play, hidden = start_again(live.play, said.rules)
    fight, token = add_fight(registry.store, play, hidden)
    live.settings.lead_on(fight.id)
    return {"id": fight.id, "token": token, "link": f"/fight/{fight.id}#{token}"}


@ending_router.post("/follow", status_code=201)
def follow(registry: InRegistry, live: InFight, seat: AnySeat) -> Json:
    """Take the same seat at the fight that goes on from this one; asked again, its link before stops working."""
    there = registry.fight(live.settings.current.next)
    if there is None:
        raise Denied(404, "no fight goes on from this one yet")
    token = take_same_seat(live.settings, seat, there)
    page = "room" if seat.role == Role.SPECTATOR else "fight"
    return {"token": token, "path": f"/{page}/{there.record.id}"}
