"""Routes of a fight: answers, undo, the referee's words and settings, suggestions, survivors, odds, and its socket."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from affray.errors import AffrayError
from affray.log.hidden import HIDE, REVEAL
from affray.party import members_to_yaml
from affray.party.aftermath import aftermath
from affray.play.questions import DIE, UNDO_DIE, Asked, JournalEntry, entries_in_force
from affray.play.questions import REFEREE as REFEREE_ENTRY
from affray.play.session import Play
from affray.server import Json, expensive, library, schemas
from affray.server.auth import AnySeat, Denied, InFight, InRegistry, RefereeSeat
from affray.server.connections import recognise
from affray.server.errors import log_trouble
from affray.server.live import LiveFight, Registry, entry_key
from affray.server.routes_seats import find_seat
from affray.server.schemas import Hello
from affray.server.settings import Suggestion
from affray.server.store import NotStored, Seat
from affray.server.view import check_prepared_answer, list_commands, read_answer, visible_choices
from affray.server.view_question import step_again, tell_chances
from affray.server.viewer import Role, Screen, Viewer
from affray.server.workers import workers_of

fight_router = APIRouter(prefix="/api/fights/{fight}", tags=["a fight"])


def frame_since(live: LiveFight, seat: Seat, seen: int) -> Json:
    """Return what a seat sees now, and the items since what it has seen."""
    frame = live.frame(seat, seen)
    return {"n": frame["view"]["n"], **frame}


@fight_router.get("")
def get_frame(live: InFight, seat: AnySeat, after: int = Query(0, ge=0)) -> Json:
    """Return the fight as this seat sees it, and its items after a number."""
    return frame_since(live, seat, after)


# --- answers


@fight_router.post("/answers")
def post_answer(live: InFight, seat: AnySeat, said: schemas.Answer) -> JSONResponse:
    """Answer what is asked, in words; dice as what they show: `17`, `3 5`."""

    def do_or_suggest(play: Play) -> bool:
        """Return whether it was only suggested."""
        who = play.asks.who if play.asks else ""
        if who:
            check_may_answer(live, seat, who)
        answer = read_answer(play, Viewer.of(seat), said.answer)
        if not must_suggest(live, seat):
            play.do(answer)
            return False
        if refusal := play.why_not(answer):
            raise refusal
        live.settings.suggest(seat, who, said.answer)
        return True

    if live.act(seat, said.seen, said.key, do_or_suggest):
        return JSONResponse({"suggested": True}, 202)
    return JSONResponse(frame_since(live, seat, said.seen))  # plain values, which FastAPI would walk through first


def check_may_answer(live: LiveFight, seat: Seat, who: str) -> None:
    if seat.role == Role.REFEREE:
        return
    if seat.role != Role.PLAYER:
        raise Denied(403, "a spectator only looks on")
    if seat.hash in live.settings.current.taken:
        raise Denied(403, "the referee plays for this seat just now")
    if who not in seat.people:
        raise Denied(403, "it is not yours to answer")


def must_suggest(live: LiveFight, seat: Seat) -> bool:
    """Return whether the referee confirms this answer first; dice are nobody's decision."""
    asks = live.play.asks
    rolls = asks is not None and asks.die is not None
    return seat.role == Role.PLAYER and live.settings["confirm"] and not rolls


@fight_router.post("/ahead")
def answer_ahead(live: InFight, seat: AnySeat, said: schemas.Beforehand) -> Json:
    """Give an answer before its question comes up, hidden from the others until then; `ask` takes it back."""
    check_may_prepare(live, seat, said)
    live.act(seat, said.seen, said.key, lambda play: play.ahead(said.who, said.ask, said.answer))
    return frame_since(live, seat, said.seen)


@fight_router.post("/always")
def answer_always(live: InFight, seat: AnySeat, said: schemas.Beforehand) -> Json:
    """Set an answer for every time this is asked: its words, `yes` to what is offered, `pass` for never, `ask` to be
    asked again. A price may follow: `raise shield for 2 or less`, `pass for 6 or more`."""
    check_may_prepare(live, seat, said)
    live.act(seat, said.seen, said.key, lambda play: play.always(said.who, said.ask, said.answer))
    return frame_since(live, seat, said.seen)


def check_may_prepare(live: LiveFight, seat: Seat, said: schemas.Beforehand) -> None:
    check_may_answer(live, seat, said.who)
    if seat.role == Role.REFEREE:
        return
    if live.settings["confirm"]:
        raise Denied(403, "at this table the referee confirms each act: answer when you are asked")
    with live.lock:
        check_prepared_answer(live.play, Viewer.of(seat), said.who, said.ask, said.answer)


# --- undo


def check_may_undo(live: LiveFight, seat: Seat) -> None:
    if seat.role == Role.REFEREE or (seat.role == Role.PLAYER and live.settings["players_undo"]):
        return
    raise Denied(403, "at this table the referee takes things back")


def check_own_entries(play: Play, seat: Seat, entries: list[JournalEntry]) -> None:
    """Let players undo what was chosen for their own sides; the rest stays, and what is secret of it stays so."""
    if seat.role == Role.PLAYER:
        ours = Viewer.of(seat).own_sides(play)
        names = {name for number, name in enumerate(play.roster.who) if play.state.who[number].side in ours}
        if any(entry.kind == REFEREE_ENTRY or entry.fields[0] not in names for entry in entries):
            raise Denied(403, "that is not yours alone to take back; ask the referee")


def check_own_die(live: LiveFight, seat: Seat) -> None:
    last = next((entry for entry in reversed(live.entries) if entry.text.startswith((DIE, UNDO_DIE))), None)
    if (
        seat.role == Role.PLAYER
        and last
        and not (last.text.startswith(DIE) and last.key.startswith(entry_key(seat, "")))
    ):
        raise Denied(403, "the last die was not yours; ask the referee")


@fight_router.get("/undo")
def preview_undo(live: InFight, seat: AnySeat, to: int = Query(ge=1)) -> Json:
    """Return what going back to before a line would undo."""
    check_may_undo(live, seat)
    with live.lock:
        way = live.way_back_to(Viewer.of(seat), to)
        check_own_entries(live.play, seat, way.chosen)
    return {"steps": len(way.chosen), "lines": way.lines}


@fight_router.post("/undo")
def undo(live: InFight, seat: AnySeat, said: schemas.Undo) -> Json:
    """Undo the last things said, or all from a line on."""
    check_may_undo(live, seat)

    def undo_steps(play: Play) -> None:
        if said.to is None:
            chosen = [live.step_back(play)[-1] for _ in range(said.steps)]
        else:
            way = live.way_back_to(Viewer.of(seat), said.to)
            chosen = way.chosen
            for _ in range(way.steps):
                play.undo()
        check_own_entries(play, seat, chosen)  # if they are not, nothing of it has happened

    live.act(seat, said.seen, said.key, undo_steps)
    return frame_since(live, seat, said.seen)


@fight_router.post("/redo")
def redo(live: InFight, seat: AnySeat, said: schemas.Deed) -> Json:
    check_may_undo(live, seat)

    def redo_last(play: Play) -> None:
        check_own_entries(play, seat, entries_in_force(play.entries)[1][-1:])
        step_again(play)

    live.act(seat, said.seen, said.key, redo_last)
    return frame_since(live, seat, said.seen)


@fight_router.post("/undo-die")
def undo_die(live: InFight, seat: AnySeat, said: schemas.Deed) -> Json:
    """Undo the die typed in last."""
    check_may_undo(live, seat)

    def undo_last_die(play: Play) -> None:
        check_own_die(live, seat)
        play.undo_die()

    live.act(seat, said.seen, said.key, undo_last_die)
    return frame_since(live, seat, said.seen)


# --- the referee


@fight_router.get("/commands")
def get_commands(live: InFight, seat: RefereeSeat, who: str = Query("", max_length=120)) -> list[Json]:
    """Return the referee commands of this fight's book: names, arguments, meanings, examples; of somebody (`who`) those
    that can do anything to them as they are."""
    with live.lock:
        return list_commands(live.play, who)


@fight_router.post("/words")
def referee_words(live: InFight, seat: RefereeSeat, said: schemas.RefereeWords) -> Json:
    """Give referee's commands, several at once: all of them or none."""

    def speak(play: Play) -> None:
        for word in said.words:
            if not says_nothing_new(play, word):
                play.referee(*word, reason=said.reason)

    live.act(seat, said.seen, said.key, speak)
    return frame_since(live, seat, said.seen)


def says_nothing_new(play: Play, word: list[str]) -> bool:
    """Return whether somebody is to be revealed who is seen, or hidden who is hidden: a second press is no mistake."""
    if len(word) < 2 or word[0].lower() not in (HIDE, REVEAL) or word[1] not in play.roster.who:
        return False
    return (play.roster.who.index(word[1]) in play.hidden.now) == (word[0].lower() == HIDE)


# --- words to one player

MOST_MESSAGES = 20  # of one seat; the oldest goes


@fight_router.post("/messages", status_code=204)
def write_to_player(registry: InRegistry, seat: RefereeSeat, said: schemas.Message) -> None:
    """Write to one player. It is no part of the fight: it changes nothing in it, and no journal tells it to others."""
    to = find_seat(registry, seat.fight, said.seat)
    if to.role != Role.PLAYER or to.withdrawn:
        raise Denied(404, "there is no such player at this table")
    settings = registry.settings(seat.fight)
    for old in [one for one in settings.current.messages if one.seat == to.hash][: 1 - MOST_MESSAGES or None]:
        settings.drop_message(old)
    settings.write(to, said.words)


@fight_router.delete("/messages/{message}", status_code=204)
def delete_message(registry: InRegistry, seat: AnySeat, message: str) -> None:
    """Put away a message: the player who got it when it is read, or the referee."""
    settings = registry.settings(seat.fight)
    found = next((one for one in settings.current.messages if one.id == message), None)
    if found is None or (seat.role != Role.REFEREE and found.seat != seat.hash):
        raise Denied(404, "that message is no longer there")
    settings.drop_message(found)


@fight_router.patch("/settings", summary="Settings")
def change_settings(registry: InRegistry, seat: RefereeSeat, said: schemas.Settings) -> Json:
    settings = registry.settings(seat.fight)
    settings.change(said.model_dump(exclude_none=True))
    return settings.current.values


@fight_router.post("/suggestions/{suggestion}")
def decide_suggestion(live: InFight, seat: RefereeSeat, suggestion: str, said: schemas.Decision) -> Json:
    """Let the referee accept or decline what a player suggests."""

    def decide(play: Play) -> None:
        found = find_suggestion(live, suggestion)
        if not said.accept:
            live.settings.drop(found)
        elif play.asks is None or play.asks.who != found.who:
            raise AffrayError(f"{found.who} is not asked any more")
        else:
            play.do(found.answer)

    live.act(seat, said.seen, said.key, decide)
    return frame_since(live, seat, said.seen)


def find_suggestion(live: LiveFight, id: str) -> Suggestion:
    found = next((one for one in live.settings.current.suggestions if one.id == id), None)
    if found is None:
        raise Denied(404, "that suggestion is no longer there")
    return found


# --- survivors


@fight_router.get("/survivors")
def get_survivors(live: InFight, seat: RefereeSeat) -> Json:
    """Return everybody with a name of their own, as the fight has left them: a party file's members. And the kept
    parties they came from: what was written there, and whether that still holds."""
    with live.lock:
        found, homes = aftermath(live.play), live.homes()
    return {
        "party": members_to_yaml([one.member for one in found]),
        "remarks": [f"{one.member.name}: {words}" for one in found for words in one.remarks],
        "kept": homes,
    }


@fight_router.post("/survivors")
def write_survivors(live: InFight, seat: RefereeSeat, said: schemas.WriteBack) -> Json:
    """Write the survivors back into the saved parties they came from: all of them or none, and the same end only once.
    After an undo and another end it is said again: what the first had changed is changed to what the new one has."""
    return change_homes(live, seat, said.seen, library.write_survivors)


@fight_router.delete("/survivors")
def take_back_survivors(live: InFight, seat: RefereeSeat, seen: int = Query(ge=0)) -> Json:
    """Undo what was written: the parties are as if this fight had not been."""
    return change_homes(live, seat, seen, library.take_back_survivors)


def change_homes(live: LiveFight, seat: Seat, seen: int, change: library.HomeChange) -> Json:
    with live.lock:
        live.catch_up()
        last = live.check_seen(Viewer.of(seat), seen)
        live.settings.reload()  # another process may have written
        change(live.store, live.play, seat.fight, last, live.settings.current.written)
        live.settings.reload()
        return {"kept": live.homes()}


# --- the journal and odds


@fight_router.get("/journal", response_class=PlainTextResponse)
def get_journal(live: InFight, seat: RefereeSeat) -> str:
    """Return the whole fight as a file that `affray replay` reads."""
    return live.journal()


@fight_router.get("/odds")
async def get_odds(live: InFight, seat: RefereeSeat, request: Request, answer: str = Query("", max_length=400)) -> Json:
    """Return the odds from this moment on, everybody by their tactics: exact where that is small enough; or if this is
    answered."""
    journal = await run_in_threadpool(played_journal, live)
    found: Json = await workers_of(request).run(request, seat.hash, expensive.odds, journal, answer)
    return found


@fight_router.get("/advice")
async def get_advice(
    live: InFight, seat: AnySeat, request: Request, seconds: float = Query(2.0, ge=0.1, le=10.0)
) -> Json:
    """Return the legal answers, best first, by how often the side that is asked wins, and in a sentence; after so many
    seconds at most. Players get it for their own answers where the referee lets them see odds, and as their side knows
    the fight."""
    allow_odds(live, seat)
    _, asks, journal = await run_in_threadpool(question_now, live)
    if asks is None or (seat.role == Role.PLAYER and asks.who not in seat.people):
        return {}
    sees_all = Viewer.of(seat).sees_all
    found: Json = await workers_of(request).run(request, seat.hash, expensive.advice, journal, seconds, sees_all)
    return found


def allow_odds(live: LiveFight, seat: Seat) -> None:
    """Refuse whoever may not see odds at this table."""
    if seat.role != Role.REFEREE and not (seat.role == Role.PLAYER and live.settings["odds"]):
        raise Denied(403, "at this table the odds are the referee's")


@fight_router.get("/chances")
async def get_chances(live: InFight, seat: AnySeat, request: Request) -> dict[str, Json]:
    """Return for each legal answer with an attack in it how likely it hits, and with which faces; for the referee also
    the damage, and how likely it fells."""
    allow_odds(live, seat)
    number, asks, journal = await run_in_threadpool(question_now, live)
    if asks is None or (seat.role == Role.PLAYER and asks.who not in seat.people):
        return {}
    if live.chances[0] != number:
        live.chances = number, await workers_of(request).run(request, seat.hash, expensive.chances, journal)
    return await run_in_threadpool(chances_for, live, Viewer.of(seat), live.chances[1])


def chances_for(live: LiveFight, viewer: Viewer, found: dict[str, Json]) -> dict[str, Json]:
    """Return the chances of the answers that a viewer may give."""
    with live.lock:
        seen = {choice.words for choice in visible_choices(live.play, viewer, live.play.legal)}
    return {words: tell_chances(one, viewer) for words, one in found.items() if words in seen}


def question_now(live: LiveFight) -> tuple[int, Asked | None, str]:
    """Return after how many entries this question stands, and the fight so far."""
    with live.lock:
        return len(live.entries), live.play.asks, live.play.journal()


def played_journal(live: LiveFight) -> str:
    """Return the fight as far as it could be played."""
    with live.lock:
        return live.play.journal()


# --- the socket of a fight: a view and the items since a number, and then every change as it comes

socket_router = APIRouter()
MOST_SCREENS, MOST_OF_A_SEAT = 600, 12
OPENED_AT_ONCE, OPENED_A_SECOND = 40.0, 1.0  # screens of one seat, one after the other
MOST_FRAMES = 100  # that one page may send
HELLO_TIMEOUT = 10.0  # seconds until somebody must have said who they are
WRONG_PAUSE = 0.2  # seconds before a wrong token is told so
BAD, FULL, TROUBLE = 4401, 4429, 1013  # codes of closing
TOO_MANY = "too many screens look at this already; close one of them"
OPENED_TOO_OFTEN = "this page was opened too often; it comes back in a moment"
MISSING_TOKEN = "this needs the link you were given: its token is missing or wrong"


@socket_router.websocket("/api/fights/{fight}/events")
async def send_events(socket: WebSocket, fight: str) -> None:
    registry: Registry = socket.app.state.registry
    await socket.accept()
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            await answer_hello(socket, registry, fight)
        except NotStored as no:
            log_trouble(no)
            await close_with_error(socket, TROUBLE, no.words)
        except AffrayError as no:
            await close_with_error(socket, TROUBLE, str(no))


async def answer_hello(socket: WebSocket, registry: Registry, fight: str) -> None:
    hello = await receive_hello(socket)
    seat = await run_in_threadpool(registry.seat, hello.token) if hello else None
    if hello is None or seat is None or seat.fight != fight:
        await asyncio.sleep(WRONG_PAUSE)  # whoever guesses has few connections
        return await close_with_error(socket, BAD, MISSING_TOKEN)
    recognise(socket.scope.get("state", {}), seat.hash)
    if not socket.app.state.opened.take(seat.hash, OPENED_AT_ONCE, OPENED_A_SECOND):
        return await close_with_error(socket, FULL, OPENED_TOO_OFTEN)
    if is_crowded(registry, seat):
        return await close_with_error(socket, FULL, TOO_MANY)
    await show_fight(socket, registry, seat, hello.after)


async def receive_hello(socket: WebSocket) -> Hello | None:
    try:
        return Hello.model_validate_json(await asyncio.wait_for(socket.receive_text(), HELLO_TIMEOUT))
    except (ValidationError, TimeoutError, KeyError):
        return None


async def close_with_error(socket: WebSocket, code: int, words: str) -> None:
    await socket.send_json({"error": words})
    await socket.close(code)


def is_crowded(registry: Registry, seat: Seat) -> bool:
    mine = sum(screen.seat.hash == seat.hash for screen in registry.screens.at(seat.fight))
    return mine >= MOST_OF_A_SEAT or registry.screens.count() >= MOST_SCREENS


async def show_fight(socket: WebSocket, registry: Registry, seat: Seat, after: int) -> None:
    """Send every change until the page goes away or its link is withdrawn."""
    screen, before = Screen(seat), None
    registry.screens.add(screen)
    gone = asyncio.create_task(wait_until_gone(socket))
    try:
        await run_in_threadpool(show_newcomer, registry, seat.fight)
        while not gone.done():
            screen.changed.clear()
            frame = await run_in_threadpool(next_frame, registry, screen, after)
            if frame is None:
                return await close_with_error(socket, BAD, "this link has been withdrawn")
            after, now = frame["view"]["n"], without_seconds(frame["view"])
            if now != before:  # what others do in secret makes no sound
                before = now
                await socket.send_json(frame)
            waking = asyncio.create_task(screen.changed.wait())
            await asyncio.wait({gone, waking}, return_when=asyncio.FIRST_COMPLETED)
            waking.cancel()
    finally:
        gone.cancel()
        registry.screens.remove(screen)


def show_newcomer(registry: Registry, fight: str) -> None:
    """Let the screens of a fight show who has come; one that was at another process may have seen more than this."""
    if (live := registry.fight(fight)) is not None:
        live.refresh()
    registry.wake(fight)


def next_frame(registry: Registry, screen: Screen, after: int) -> dict[str, Any] | None:
    """Return the frame of a screen, whose seat may have been changed meanwhile; None if it has been withdrawn."""
    fight = screen.seat.fight
    seat, live = registry.settings(fight).seat(screen.seat.hash), registry.fight(fight)
    if seat is None or live is None:
        return None
    screen.seat = seat
    return live.frame(seat, after)


async def wait_until_gone(socket: WebSocket) -> None:
    """Wait until a page goes away. It has nothing to say here, as answers are posted: one that talks on is closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_FRAMES):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(FULL)


def without_seconds(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without the seconds that run down in it."""
    asks = view["asks"]
    return view if asks is None else {**view, "asks": {**asks, "deadline": asks["deadline"] is not None}}
