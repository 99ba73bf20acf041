"""A fight as one viewer sees it at this moment, in plain values chosen one by one; what it may answer; and its feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from affray.engine.dice import face
from affray.engine.state import ALWAYS, NOBODY, Combatant
from affray.engine.verbs import Answer, Question
from affray.engine.vocabulary import (
    DEAD,
    DECLARATIONS,
    DYING,
    FALLEN,
    FLED,
    NAMES,
    PETRIFIED,
    RULINGS,
    SURRENDERED,
    TOPICS,
    UNCONSCIOUS,
)
from affray.errors import AffrayError, unknown
from affray.exact.position import describe_needed_face
from affray.log import Answered, Event, NeedAnswer, NeedDie, only_pass
from affray.log.hidden import HIDE, REVEAL, UNMARK, hide_names, visible_health
from affray.log.narrate import Description, one_line
from affray.play.questions import ANSWER, Asked, Choice, JournalEntry, Refused, describe_need
from affray.play.session import Play
from affray.play.standing import ASK, TAKE, describe_standing, split_price
from affray.rules.commands import Argument, Command, Scene, find_name, known_words
from affray.server import view_map
from affray.server.view_question import (
    describe_answers,
    describe_aside,
    describe_change,
    named_target,
    weapon_in_hand,
)
from affray.server.view_turns import describe_turns, rounds_left
from affray.server.viewer import Viewer

REFEREE_NAME = "the referee"
ROLL = "roll"  # the answer of those who have no dice at hand
POSITION_SCALE = 10  # positions are in tenths of the book's unit
ENDS = (DEAD, PETRIFIED, FLED, SURRENDERED, DYING, UNCONSCIOUS)  # what is said first of one who is out of it


def make_view(play: Play, viewer: Viewer) -> dict[str, Any]:
    """Return all but the log; it follows from the entries alone, so that it is the same after a restart."""
    hidden = viewer.hidden(play)
    shown = [c for c in play.state.who[: play.state.n] if c.id not in hidden]
    return {
        "fight": describe_fight(play, viewer),
        "steps": list(list_steps(play)),
        "sides": list(list_sides(play, shown)),
        "people": list_people(play, viewer, shown),
        "ground": view_map.describe_ground(play, viewer, shown),
        "asks": describe_question(play, viewer),
        "ahead": list_ahead(play, viewer),
        "standing": list_standing_answers(play, viewer),
        "due": list(list_morale_checks(play)) if viewer.sees_all else [],
        **describe_turns(play, viewer, shown),
    }


def describe_fight(play: Play, viewer: Viewer) -> dict[str, Any]:
    return {
        "title": one_line(play.encounter.title),
        "book": play.book.name,
        "book_title": play.book.title,
        "unit": play.book.unit,
        "house": [f"{overlay.name}: {overlay.says}" for overlay in play.book.overlays],
        "options": play.options,
        "round": play.state.round,
        "over": play.over,
        "winner": winner_name(play, viewer),
    }


def winner_name(play: Play, viewer: Viewer) -> str | None:
    """Return the name of the side that has won; one of which the viewer sees nobody has none."""
    return viewer.roster(play).sides[play.state.winner] if play.state.winner >= 0 else play.winner


def list_steps(play: Play) -> Iterator[dict[str, str]]:
    """List the steps of the book's round, and which of them is now."""
    for number, name in enumerate(play.book.phases):
        if name not in play.book.upkeep:
            over = play.over or number < play.state.phase
            where = "done" if over else "now" if number == play.state.phase else "to come"
            yield {"name": name.replace("-", " "), "state": where}


def list_sides(play: Play, shown: list[Combatant]) -> Iterator[dict[str, Any]]:
    """List the sides of which anybody is seen, and how many are."""
    for side in play.state.side[: play.state.sides]:
        members = [c for c in shown if c.side == side.id]
        if members:
            yield {
                "name": one_line(play.roster.sides[side.id]),
                "players": side.players,
                "standing": sum(c.in_fight and not c.conditions & FALLEN for c in members),
                "size": len(members),
            }


def list_people(play: Play, viewer: Viewer, shown: list[Combatant]) -> list[dict[str, Any]]:
    people = [describe_person(play, viewer, c) for c in shown]
    view_map.number_tokens(people)
    return people


def describe_person(play: Play, viewer: Viewer, c: Combatant) -> dict[str, Any]:
    names, close = viewer.roster(play), viewer.knows_numbers(play, c)
    return {
        "name": one_line(names.who[c.id]),
        "kind": one_line(names.kinds[c.id]) if c.id < len(names.kinds) else "",
        "side": one_line(names.sides[c.side]),
        "yours": names.who[c.id] in viewer.people,
        "up": c.in_fight,
        "out": next((NAMES[end] for end in ENDS if c.conditions >> end & 1), "" if c.in_fight else "out"),
        "health": visible_health(c),
        "hp": c.hp if close else None,
        "max_hp": c.max_hp if close else None,
        "armour": play.book.armour(c) if close else None,
        "morale": c.morale if viewer.sees_all else None,
        "score": initiative_score(c) if close else None,
        "conditions": [*list_conditions(play, c, close), *list_marks(play, c, close)],
        **position(c),
        **view_map.describe_token(play, viewer, c, close),
        "faces": names.who[c.faced_foe]
        if c.faced_foe != NOBODY and c.in_fight and c.faced_foe not in viewer.hidden(play)
        else None,
        "state": activity(play, c, close),
        "engaged": [names.who[foe] for foe in opponents(play, c) if foe not in viewer.hidden(play)],
        "hidden": viewer.sees_all and c.id in play.hidden.now,
        "note": one_line(play.hidden.notes.get(c.id, "")) if viewer.sees_all else "",
        "weapon": weapon_in_hand(play, c) if close else "",
        "aside": one_line(play.roster.aside(c.id)) if viewer.sees_all else "",
    }


def list_conditions(play: Play, c: Combatant, close: bool) -> Iterator[dict[str, Any]]:
    for number, name in enumerate(NAMES):
        if c.conditions >> number & 1:
            until = c.ends_at[number] if number < len(c.ends_at) else ALWAYS
            yield describe_condition(play, name, until if close and until < ALWAYS else None)


def list_marks(play: Play, c: Combatant, close: bool) -> Iterator[dict[str, Any]]:
    """List the conditions that the referee has put in words."""
    for words, until in play.hidden.marks_on(c.id, play.state.round).items():
        yield describe_condition(play, one_line(words), until if close else None)


def describe_condition(play: Play, name: str, until: int | None) -> dict[str, Any]:
    """Return a condition, the round it lasts to and how many rounds of it are left, as far as the viewer knows."""
    return {"name": name, "until": until, "left": rounds_left(play, until)}


def initiative_score(c: Combatant) -> int:
    """Return the score that is kept from round to round; 0 in fights without such scores."""
    return c.tempo.score if c.tempo is not None else 0


def position(c: Combatant) -> dict[str, float]:
    return {"x": c.x / POSITION_SCALE, "y": c.y / POSITION_SCALE, "z": c.z / POSITION_SCALE}


def activity(play: Play, c: Combatant, close: bool) -> str:
    asked = play.asks
    if asked is not None and asked.who == play.roster.who[c.id] and (close or asked.die is None):
        return "acting"
    if close and c.current_spell != NOBODY:
        return "casting"
    if c.holding:
        return "holding"
    if c.waiting or (c.fourfold is not None and c.fourfold.delayed):
        return "waiting"
    return "acted" if c.acted else ""


def opponents(play: Play, c: Combatant) -> list[int]:
    """Return whom somebody faces, and who faces them."""
    others = play.state.who[: play.state.n]
    return [
        o.id
        for o in others
        if o.side != c.side and o.in_fight and c.in_fight and (o.id == c.faced_foe or o.faced_foe == c.id)
    ]


def list_standing_answers(play: Play, viewer: Viewer) -> list[dict[str, str]]:
    """List the answers that hold until undone, and those given ahead: each for whoever gave it."""
    mine = [e for e in play.standing_answers if viewer.sees_all or e.fields[0] in viewer.people]
    return [describe_prepared(e) for e in mine]


def describe_prepared(entry: JournalEntry) -> dict[str, str]:
    """Describe an answer for later, in fields and words; `again` is what to say to be asked again."""
    who, ask, answer = entry.fields
    words = one_line(describe_standing(entry.kind, entry.fields))
    return {"who": who, "ask": ask, "answer": answer, "words": words, "again": f"{ASK}{split_price(answer)[1]}"}


def list_morale_checks(play: Play) -> Iterator[dict[str, str]]:
    """List the morale checks that are still to come, for all of a kind together; none when the fight is over."""
    if play.over:
        return
    alike: dict[tuple[int, str], list[str]] = {}
    for c in play.state.who[: play.state.n]:
        if c.morale_due and c.in_fight:
            kind = play.roster.kinds[c.id] if c.id < len(play.roster.kinds) else ""
            alike.setdefault((c.side, kind), []).append(one_line(play.roster.who[c.id]))
    for names in alike.values():
        yield {"who": ", ".join(names), "why": f"morale check{'s' if len(names) > 1 else ''} to come"}


# --- the referee's commands


def list_commands(play: Play, who: str = "") -> list[dict[str, Any]]:
    """List the referee commands as a page can draw them: a field for each argument, by its kind; of somebody those
    about them that can do anything as they are."""
    scene = Scene(play.book, play.state, play.roster)
    return [
        {
            "name": command.name,
            "usage": command.usage,
            "meaning": command.meaning,
            "about": "combatant" if command.about_a_combatant else "fight",
            "arguments": [describe_argument(argument, scene) for argument in command.arguments],
            "examples": list(command.examples),
        }
        for command in play.commands
        if not who or fits(play, command, find_name(who, play.roster.who, "combatant"))
    ]


def fits(play: Play, command: Command, number: int) -> bool:
    """Return whether a command can do anything to somebody: what players know of them is kept beside the rules."""
    hidden, who = play.hidden, play.state.who[number]
    known = {
        HIDE: number not in hidden.now and who.in_fight,
        REVEAL: number in hidden.now,
        UNMARK: bool(hidden.marks_on(number, play.state.round)),
    }
    return (
        command.about_a_combatant
        and known.get(command.name, True)
        and (command.fits is None or command.fits(play.state, who))
    )


def describe_argument(argument: Argument, scene: Scene) -> dict[str, Any]:
    return {
        "name": argument.name,
        "kind": argument.kind,
        "optional": argument.optional,
        "words": [one_line(word) for word in known_words(argument, scene)],
    }


# --- the question


def describe_question(play: Play, viewer: Viewer) -> dict[str, Any] | None:
    asked = play.asks
    if asked is None:
        return None
    if not is_asked(asked, viewer):
        who = who_is_asked(asked, play, viewer)
        what = public_words(asked, play, viewer) or f"Waiting for {who}."
        return {"who": who, "what": what, "clause": None, "yours": False, "kind": "wait"}
    return full_question(asked, play, viewer)


def is_asked(asked: Asked, viewer: Viewer) -> bool:
    return viewer.sees_all or asked.who in viewer.people


def who_is_asked(asked: Asked, play: Play, viewer: Viewer) -> str:
    """Return who is asked, as far as the viewer may know: not whose the dice of foes are, and nobody hidden."""
    if asked.who not in play.roster.who:
        return REFEREE_NAME
    number = play.roster.who.index(asked.who)
    public = is_players(asked, play) or viewer.knows_numbers(play, play.state.who[number])
    if asked.die is not None and not public:
        return REFEREE_NAME
    return REFEREE_NAME if number in viewer.hidden(play) else one_line(asked.who)


def public_words(asked: Asked, play: Play, viewer: Viewer) -> str:
    """Return the question if everybody may know it: one to the players' side, about nobody hidden."""
    if not is_players(asked, play) or play.roster.who.index(asked.who) in viewer.hidden(play):
        return ""
    return one_line(in_known_names(play, viewer).what)


def full_question(asked: Asked, play: Play, viewer: Viewer) -> dict[str, Any]:
    common = {
        "who": one_line(asked.who),
        "what": one_line(in_known_names(play, viewer).what),
        "clause": asked.clause,
        "yours": asked.who in viewer.people or asked.who in ("referee", REFEREE_NAME) or not is_players(asked, play),
        "kind": "answer" if asked.die is None else "dice",
    }
    if asked.question is None:
        return (
            common
            | {"ask": "dice", "topic": TOPICS[0], "reaction": False}
            | describe_dice(asked, play, viewer)
            | {"legal": [], "refused": []}
        )
    ask = asked.question.ask
    topic = RULINGS if asked.question.who < 0 else play.book.topics[ask]
    return common | {
        "ask": play.book.asks[ask],
        "topic": TOPICS[topic],
        "reaction": is_reaction(play, asked.question),
        "price": play.price,
        "dice": None,
        **describe_choices(play, viewer, asked.question),
        "refused": [],  # live.py adds them when somebody looks: they take their time
    }


def describe_choices(play: Play, viewer: Viewer, q: Question) -> dict[str, Any]:
    """Return what may be answered, each with what the card shows of it, and the line below the question."""
    seen = visible_choices(play, viewer, play.legal)
    shown = zip(seen, describe_answers(play, viewer, q, seen), strict=True)
    return {
        "sub": describe_aside(play, viewer, q, seen),
        "legal": [describe_choice(play, choice) | more for choice, more in shown],
    }


def in_known_names(play: Play, viewer: Viewer) -> Asked:
    """Return the question that stands, in the names that the viewer knows."""
    asked = play.asks_in_names(viewer.roster(play))
    assert asked is not None
    return asked


def is_players(asked: Asked, play: Play) -> bool:
    """Return whether the one who is asked is on a side of players."""
    return (
        asked.who in play.roster.who and play.state.side[play.state.who[play.roster.who.index(asked.who)].side].players
    )


def is_reaction(play: Play, q: Question) -> bool:
    return q.who >= 0 and play.book.asks[q.ask] in play.book.reactions


def describe_dice(asked: Asked, play: Play, viewer: Viewer) -> dict[str, Any]:
    """Say which dice, for what; and to the referee, who knows the number to reach, what they must show."""
    need = asked.die
    assert need is not None
    target = describe_needed_face(play) if viewer.sees_all else ""
    purpose = one_line(in_known_names(play, viewer).purpose)
    return {"dice": {"count": need.count, "sides": need.sides, "purpose": purpose, "needed": target}}


def visible_choices(play: Play, viewer: Viewer, choices: list[Choice]) -> list[Choice]:
    """Return the choices without those that name somebody hidden."""
    if play.asks is None or play.asks.question is None:
        return choices
    return without_hidden(play, viewer, play.asks.question, choices)


def without_hidden(play: Play, viewer: Viewer, q: Question, choices: list[Choice]) -> list[Choice]:
    hidden = viewer.hidden(play)
    if not hidden:
        return choices
    names = hide_names(play.roster, hidden)
    return [c for c in choices if play.book.say_answer(play.state, names, q, c.answer) == c.words]


def show_refused(play: Play, viewer: Viewer, reasons: Mapping[Choice, Refused]) -> list[dict[str, Any]]:
    seen = visible_choices(play, viewer, list(reasons))
    return [describe_choice(play, c) | {"why": one_line(reasons[c].words), "clause": reasons[c].clause} for c in seen]


def describe_choice(play: Play, c: Choice) -> dict[str, Any]:
    number = named_target(play, c)
    kind = play.book.kinds[c.answer.kind] if 0 <= c.answer.kind < len(play.book.kinds) else ""
    target = one_line(play.roster.who[number]) if number != NOBODY else None
    return {"words": one_line(c.words), "kind": kind, "target": target}


def list_ahead(play: Play, viewer: Viewer) -> list[dict[str, Any]]:
    """List what those may say already who will be asked later, while declarations are made."""
    asked = play.asks
    if asked is None or asked.question is None or play.book.topics[asked.question.ask] != DECLARATIONS:
        return []
    found, ask = [], asked.question.ask
    before = {e.fields[0]: e.fields[2] for e in play.standing_answers if e.fields[1] == play.book.asks[ask]}
    for name in still_to_ask(play, ask):
        if viewer.sees_all or name in viewer.people:
            offered = offer_ahead(play, viewer, asked.question, name)
            if offered:
                found.append(offered | {"said": before.get(name)})
    return found


def still_to_ask(play: Play, ask: int) -> list[str]:
    """Return who has not been asked this in this round, and will be."""
    asked = play.asks
    done = play.who_answered(ask)
    return [
        play.roster.who[c.id]
        for c in play.state.who[: play.state.n]
        if c.able and c.id not in done and asked is not None and play.roster.who[c.id] != asked.who
    ]


def offer_ahead(play: Play, viewer: Viewer, asked: Question, name: str) -> dict[str, Any] | None:
    """Return the question that stands as it will be put to somebody else."""
    number, ask = play.roster.who.index(name), asked.ask
    q = Question(ask, number, number, asked.value)
    legal = play.book.legal_answers(play.state, q)
    if only_pass(legal) or not play.asks_a_person(number, ask):
        return None
    words = without_hidden(play, viewer, q, legal_choices(play, q))
    what = describe_need(play.book, viewer.roster(play), play.state, NeedAnswer(q)).what
    return {"who": name, "ask": play.book.asks[ask], "what": what, "legal": [describe_choice(play, c) for c in words]}


# --- what a viewer answers


def read_answer(play: Play, viewer: Viewer, words: str) -> Choice | Answer | str:
    """Return the answer that a viewer means; to them a hidden one is like one that is not there."""
    asked = play.asks
    if asked is not None and asked.die is not None and words == ROLL:
        return roll_dice(play, asked.die)
    if asked is not None and asked.die is not None and not viewer.sees_all:
        return check_dice(asked.die.count, words)
    if viewer.sees_all or asked is None or asked.question is None:
        return words
    legal = visible_choices(play, viewer, play.legal)
    near = [c for c in legal if c.words.lower().startswith(words.lower())]
    return near[0] if len(near) == 1 else parse_answer(play, viewer, asked.question, words)


def roll_dice(play: Play, need: NeedDie) -> str:
    """Roll the dice for somebody who has none at hand."""
    numbers = range(need.number, need.number + need.count)
    return " ".join(str(face(play.state.key, number, need.sides)) for number in numbers)


def check_dice(count: int, words: str) -> str:
    """Return dice as typed, if they are no more than asked for: the next may be somebody else's."""
    if len(words.split()) > count:
        raise AffrayError(f"{words!r} is too much: {count} {'die is' if count == 1 else 'dice are'} asked for")
    return words


def parse_answer(play: Play, viewer: Viewer, q: Question, words: str) -> Answer:
    """Read an answer; words that name somebody hidden are as unknown as any others."""
    try:
        answer = play.book.parse_answer(play.state, play.roster, q, words)
        seen, true = (
            play.book.say_answer(play.state, names, q, answer) for names in (viewer.roster(play), play.roster)
        )
    except AffrayError:
        seen, true = "", words
    if seen != true:
        choices = without_hidden(play, viewer, q, legal_choices(play, q))
        raise AffrayError(unknown("answer", words, [c.words for c in choices]))
    return answer


def legal_choices(play: Play, q: Question) -> list[Choice]:
    return [
        Choice(a, play.book.say_answer(play.state, play.roster, q, a)) for a in play.book.legal_answers(play.state, q)
    ]


def check_prepared_answer(play: Play, viewer: Viewer, who: str, ask: str, words: str) -> None:
    """Check that an answer could be given to a question that is not asked yet."""
    said = split_price(words)[0]
    if said not in (ASK, TAKE) and who in play.roster.who and ask in play.book.asks:
        number = play.roster.who.index(who)
        parse_answer(play, viewer, Question(play.book.asks.index(ask), number, number, 0), said)


# --- the feed: what one viewer has been shown, as numbered items: lines told, undone and redone, and changes to see
#
# Its numbers have no gap and follow from the entries alone: after a restart they are the same.

LogRow = Event | Answered


class Feed:
    """The items of a viewer; they are only ever added."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.items: list[dict[str, Any]] = []
        self.seen = 0  # what has been shown before the present entry
        self.view: dict[str, Any] = {}
        self.rows: list[LogRow] = []
        self.told: list[int] = []  # of each row that was told its item, 0 where it was not
        self.undone: dict[LogRow, int] = {}  # the items of rows that were taken back
        self.since = 0  # the item before the news: all that came of the viewer's own last answer, or of the last entry

    @property
    def last(self) -> int:
        return len(self.items)

    def _add(self, item: dict[str, Any]) -> int:
        self.items.append({"n": len(self.items) + 1, **item})
        return len(self.items)

    def follow(self, play: Play, by: str) -> None:
        """Add what an entry has changed, if the viewer sees anything of it."""
        rows = play.rows
        same = count_equal(self.rows, rows)
        before = self.seen = self.last
        self._undo_rows(same, by)
        self._tell_rows(play, rows, same, by)
        self._begin_news(play, before)
        now = make_view(play, self.viewer) | {"since": self.since}
        if now != self.view and self.last == before and self.view:
            self._add({"op": "changed"})
        self.view = now

    def _begin_news(self, play: Play, before: int) -> None:
        """Remember where the news begin: for a player with what they last answered themselves."""
        entry = play.entries[-1] if play.entries else None
        own = entry is not None and entry.kind == ANSWER and entry.fields[0] in self.viewer.people
        if own or (not self.viewer.people and self.last > before):
            self.since = before

    def _undo_rows(self, same: int, by: str) -> None:
        gone = [item for item in self.told[same:] if item]
        self.undone |= {row: item for row, item in zip(self.rows[same:], self.told[same:], strict=True) if item}
        del self.told[same:]
        if gone:
            self._add({"op": "back", "lines": gone, "by": by})

    def _tell_rows(self, play: Play, rows: list[LogRow], same: int, by: str) -> None:
        log = self.viewer.readable(play.log_from(same), play)
        told = dict(zip(log.rows_shown, (told for _, told in log.descriptions()), strict=True))
        for number in range(same, len(rows)):
            self.told.append(self._tell_row(rows[number], told[number], by) if number in told else 0)
        self.rows = rows

    def _tell_row(self, row: LogRow, told: Description, by: str) -> int:
        """Return the item of a row: one that was undone stands again, if it would stand in its place."""
        item = self.undone.pop(row, 0)
        if item <= max(self.told, default=0) or self.items[item - 1]["words"] != told.words:
            return self._add(make_line(told, by))
        last = self.items[-1]
        if last["op"] == "again" and last["n"] > self.seen:
            last["lines"].append(item)
        else:
            self._add({"op": "again", "lines": [item], "by": by or None})
        return item


def count_equal(before: list[LogRow], now: list[LogRow]) -> int:
    """Count the rows that are the same from the start on."""
    for number, (a, b) in enumerate(zip(before, now, strict=False)):
        if a is not b and a != b:  # most are the same objects
            return number
    return min(len(before), len(now))


def make_line(told: Description, by: str) -> dict[str, Any]:
    return {
        "op": "told",
        "kind": told.kind,
        "round": told.round,
        "heading": told.heading,
        "words": told.words,
        "clause": told.clause,
        "who": told.who,
        "at": told.at,
        "dice": [
            {"sides": sides, "face": face, "typed": typed}
            for (sides, face), typed in zip(told.dice, told.typed, strict=True)
        ],
        "because": [{"clause": b.clause, "words": b.words, "amount": b.amount} for b in told.because],
        "by": by or None,
        **describe_change(told),
    }
