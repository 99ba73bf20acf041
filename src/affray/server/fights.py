"""What is done in a fight: answers, taking back, the referee's words, seats and settings. Adapters over the driver."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse, PlainTextResponse

from affray.errors import AffrayError
from affray.odds import position
from affray.party import members_to_yaml
from affray.party.aftermath import aftermath
from affray.play.inputs import DIE, UNDO_DIE, JournalEntry, entries_in_force
from affray.play.inputs import REFEREE as SPOKEN
from affray.play.session import Play
from affray.server import eyes, shapes, survivors
from affray.server.asked import check_later, meant
from affray.server.doors import Denied, InHall, Referee, Running, Sitting
from affray.server.eyes import PLAYER
from affray.server.hall import Hall
from affray.server.live import Deed, Live
from affray.server.store import Moved, Seat

router = APIRouter(prefix="/api/fights/{fight}", tags=["a fight"])
Json = dict[str, Any]


def done(hall: Hall, seat: Seat, seen: int) -> Json:
    """What has come of it, since what was seen."""
    frame = hall.frame(seat, seen)
    return {"n": frame["view"]["n"], **frame}


def may_answer(hall: Hall, seat: Seat, who: str) -> None:
    if seat.role == eyes.REFEREE:
        return
    if seat.role != PLAYER:
        raise Denied(403, "a spectator only looks on")
    if seat.hash in hall.kept(seat.fight).taken:
        raise Denied(403, "the referee plays for this seat just now")
    if who not in seat.people:
        raise Denied(403, "it is not yours to answer")


def asked(live: Live) -> str:
    with live.lock:
        asks = live.play.asks
    return "" if asks is None else asks.who


def doing(seat: Seat, words: str) -> Deed:
    """An answer; players know only what they know."""
    return lambda play: play.do(meant(play, eyes.of(seat), words))


@router.get("")
def look(hall: InHall, seat: Sitting, after: int = Query(0, ge=0)) -> Json:
    """The fight as this seat sees it, and its items after a number."""
    return done(hall, seat, after)


@router.post("/answers")
def answer(hall: InHall, live: Running, seat: Sitting, said: shapes.Answer) -> Any:
    """Answers what is asked, in words; dice as what they show: `17`, `3 5`."""
    if seen_now(live, seat, said):
        return done(hall, seat, said.seen)
    who = asked(live)
    if who:
        may_answer(hall, seat, who)
    if seat.role == PLAYER and hall.settings(seat.fight)["confirm"] and not rolls(live):
        allowed(live, seat, said.answer)
        hall.suggest(seat, who, said.answer)
        return JSONResponse({"suggested": True}, 202)
    hall.act(seat, said.seen, said.key, doing(seat, said.answer))
    return done(hall, seat, said.seen)


def seen_now(live: Live, seat: Seat, said: shapes.Deed) -> bool:
    """Whether it is a repeat; whoever has not seen the last of the fight hears that first."""
    return live.check_seen(eyes.of(seat), said.seen, f"{seat.hash[:16]} {said.key}")


def rolls(live: Live) -> bool:
    """Whether dice are asked for: those are nobody's decision."""
    with live.lock:
        asks = live.play.asks
    return asks is not None and asks.die is not None


def allowed(live: Live, seat: Seat, answer: str) -> None:
    with live.lock:
        if no := live.play.why_not(meant(live.play, eyes.of(seat), answer)):
            raise no


@router.post("/ahead")
def ahead(hall: InHall, live: Running, seat: Sitting, said: shapes.Beforehand) -> Json:
    """An answer before its question comes up, hidden from the others until then; `ask` takes it back."""
    may_answer_later(hall, live, seat, said)
    hall.act(seat, said.seen, said.key, lambda play: play.ahead(said.who, said.ask, said.answer))
    return done(hall, seat, said.seen)


@router.post("/always")
def always(hall: InHall, live: Running, seat: Sitting, said: shapes.Beforehand) -> Json:
    """An answer for every time this is asked; `ask` to be asked again."""
    may_answer_later(hall, live, seat, said)
    hall.act(seat, said.seen, said.key, lambda play: play.always(said.who, said.ask, said.answer))
    return done(hall, seat, said.seen)


def may_answer_later(hall: Hall, live: Live, seat: Seat, said: shapes.Beforehand) -> None:
    may_answer(hall, seat, said.who)
    if seat.role == eyes.REFEREE:
        return
    if hall.settings(seat.fight)["confirm"]:
        raise Denied(403, "at this table the referee confirms each act: answer when you are asked")
    with live.lock:
        check_later(live.play, eyes.of(seat), said.who, said.ask, said.answer)


# --- taking back


def may_undo(hall: Hall, seat: Seat) -> None:
    if seat.role == eyes.REFEREE or (seat.role == PLAYER and hall.settings(seat.fight)["players_undo"]):
        return
    raise Denied(403, "at this table the referee takes things back")


def check_own(seat: Seat, entries: list[JournalEntry]) -> None:
    """Players take back answers; what the referee has said stays, and stays secret."""
    if seat.role == PLAYER and any(entry.kind == SPOKEN for entry in entries):
        raise Denied(403, "that is not yours alone to take back; ask the referee")


def check_own_die(live: Live, seat: Seat) -> None:
    last = next((line for line in reversed(live.lines) if line.text.startswith((DIE, UNDO_DIE))), None)
    if seat.role == PLAYER and last and not (last.text.startswith(DIE) and last.key.startswith(seat.hash[:16])):
        raise Denied(403, "the last die was not yours; ask the referee")


@router.get("/undo")
def would_undo(hall: InHall, live: Running, seat: Sitting, to: int = Query(ge=1)) -> Json:
    """What going back to before a line would take back."""
    may_undo(hall, seat)
    steps, lines = live.steps_back_to(eyes.of(seat), to)
    return {"steps": steps, "lines": lines}


@router.post("/undo")
def undo(hall: InHall, live: Running, seat: Sitting, said: shapes.Undo) -> Json:
    """Takes back the last things said, or all from a line on."""
    may_undo(hall, seat)
    if seen_now(live, seat, said):
        return done(hall, seat, said.seen)
    steps = said.steps if said.to is None else live.steps_back_to(eyes.of(seat), said.to)[0]

    def back(play: Play) -> None:
        check_own(seat, entries_in_force(play.entries)[0][-steps:])
        for _ in range(steps):
            play.undo()

    hall.act(seat, said.seen, said.key, back)
    return done(hall, seat, said.seen)


@router.post("/redo")
def redo(hall: InHall, live: Running, seat: Sitting, said: shapes.Deed) -> Json:
    may_undo(hall, seat)

    def again(play: Play) -> None:
        check_own(seat, entries_in_force(play.entries)[1][-1:])
        play.redo()

    hall.act(seat, said.seen, said.key, again)
    return done(hall, seat, said.seen)


@router.post("/undo-die")
def undo_die(hall: InHall, live: Running, seat: Sitting, said: shapes.Deed) -> Json:
    """Takes back the die typed in last."""
    may_undo(hall, seat)

    def back(play: Play) -> None:
        check_own_die(live, seat)
        play.undo_die()

    hall.act(seat, said.seen, said.key, back)
    return done(hall, seat, said.seen)


# --- the referee


@router.post("/words")
def words(hall: InHall, live: Running, seat: Referee, said: shapes.Said) -> Json:
    """The referee's words, several at once: all of them or none."""

    def speak(play: Play) -> None:
        for word in said.words:
            play.referee(*word, reason=said.reason)

    hall.act(seat, said.seen, said.key, speak)
    return done(hall, seat, said.seen)


@router.patch("/settings")
def settings(hall: InHall, seat: Referee, said: shapes.Settings) -> Json:
    hall.set(seat.fight, said.model_dump(exclude_none=True))
    return hall.settings(seat.fight)


@router.post("/suggestions/{suggestion}")
def nod(hall: InHall, live: Running, seat: Referee, suggestion: str, said: shapes.Nod) -> Json:
    """The referee takes what a player suggests, or doesn't."""
    if seen_now(live, seat, said):
        return done(hall, seat, said.seen)
    found = next((s for s in hall.kept(seat.fight).suggestions if s.id == suggestion), None)
    if found is None:
        raise Denied(404, "that suggestion is no longer there")
    if said.accept:
        if asked(live) != found.who:
            raise AffrayError(f"{found.who} is not asked any more")
        hall.act(seat, said.seen, said.key, lambda play: play.do(found.answer))
    else:
        hall.forget(seat.fight, found)
    return done(hall, seat, said.seen)


# --- after it


@router.get("/survivors")
def left(hall: InHall, live: Running, seat: Referee) -> Json:
    """Everybody with a name of their own, as the fight has left them: a party file's members. And the kept parties
    they came from: what was written there, and whether that still holds."""
    with live.lock:
        found = aftermath(live.play)
        kept = survivors.shown(hall.store, live.play, hall.kept(seat.fight).written)
    return {
        "party": members_to_yaml([one.member for one in found]),
        "remarks": [f"{one.member.name}: {words}" for one in found for words in one.remarks],
        "kept": kept,
    }


@router.post("/survivors")
def write_back(hall: InHall, live: Running, seat: Referee, said: shapes.Homecoming) -> Json:
    """The survivors go back into the kept parties they came from: all of them or none, and the same end only once.
    After an undo and another end it is said again: what the first had changed is changed to what the new one has."""
    return homecoming(hall, live, seat, said.seen, survivors.write)


@router.delete("/survivors")
def take_off(hall: InHall, live: Running, seat: Referee, seen: int = Query(ge=0)) -> Json:
    """Takes back what was written: the parties are as if this fight had not been."""
    return homecoming(hall, live, seat, seen, survivors.take_off)


def homecoming(hall: Hall, live: Live, seat: Seat, seen: int, deed: Any) -> Json:
    with live.lock:
        live.catch_up()
        last = live.tape(eyes.of(seat)).last
        if seen != last:
            raise Moved(seat.fight, seen, last)
        hall.changed(seat.fight)  # another process may have written
        deed(hall.store, live.play, seat.fight, last, hall.kept(seat.fight).written)
        hall.changed(seat.fight)
        return {"kept": survivors.shown(hall.store, live.play, hall.kept(seat.fight).written)}


@router.get("/journal", response_class=PlainTextResponse)
def journal(live: Running, seat: Referee) -> str:
    """The whole fight as a file that `affray replay` reads."""
    return live.journal()


@router.get("/odds")
def odds(live: Running, seat: Referee, answer: str = Query("", max_length=400)) -> Json:
    """From this moment on, everybody by their tactics: exact where that is small enough; or if this is answered."""
    with live.lock:
        play = live.play.fork()
    chosen = next((choice.answer for choice in play.legal if choice.words == answer), None)
    if answer and chosen is None:
        raise AffrayError(f"{answer!r} is not a legal answer now")
    found = position.odds_from_here(play, chosen=chosen)
    return {**found.as_json(), "sentence": found.text().splitlines()[0]}


@router.get("/advice")
def advice(live: Running, seat: Referee) -> list[Json]:
    """The legal answers, best first, by how often the side that is asked wins."""
    with live.lock:
        play = live.play.fork()
    return [{"answer": a.choice.words, "exact": a.exact, **a.wins.as_json()} for a in position.advise(play)]
