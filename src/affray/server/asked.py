"""What is asked, as one pair of eyes sees it: answers, refused ones with their reasons, and what may be said ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.engine.dice import face
from affray.engine.purposes import words_for
from affray.engine.verbs import Answer, Question
from affray.engine.vocabulary import DECLARATIONS, RULINGS, TOPICS
from affray.errors import AffrayError, unknown
from affray.log.narrate import one_line
from affray.log.recorder import NeedDie, only_pass
from affray.log.visibility import SOMEBODY, hide_names
from affray.odds.previews import describe_needed_face
from affray.play.questions import Asked, Choice, Refused
from affray.play.session import Play
from affray.server.eyes import Eyes

REFEREE = "the referee"
ROLL = "roll"  # the answer of those who have no dice at hand
ASK = "ask"  # takes back an answer for later


def asks(play: Play, eyes: Eyes) -> dict[str, Any] | None:
    asked = play.asks
    if asked is None:
        return None
    if not is_for(asked, play, eyes):
        who = spoken_of(asked, play, eyes)
        return {"who": who, "what": f"Waiting for {who}.", "clause": None, "yours": False, "kind": "wait"}
    return question(asked, play, eyes)


def is_for(asked: Asked, play: Play, eyes: Eyes) -> bool:
    return eyes.all_seeing or asked.who in eyes.people


def spoken_of(asked: Asked, play: Play, eyes: Eyes) -> str:
    """Who is asked, as far as they may know: of the others' dice they don't know whose they are."""
    if asked.who not in play.roster.who:
        return REFEREE
    number = play.roster.who.index(asked.who)
    if asked.die is not None and not eyes.intimate(play, play.state.who[number]):
        return REFEREE
    return SOMEBODY if number in eyes.hidden(play) else one_line(asked.who)


def question(asked: Asked, play: Play, eyes: Eyes) -> dict[str, Any]:
    said = {
        "who": one_line(asked.who),
        "what": sentence(asked, play, eyes),
        "clause": asked.clause,
        "yours": asked.who in eyes.people or asked.who in ("referee", REFEREE) or not held(asked, play),
        "kind": "answer" if asked.die is None else "dice",
    }
    if asked.question is None:
        return (
            said
            | {"ask": "dice", "topic": TOPICS[0], "reaction": False}
            | dice(asked, play, eyes)
            | {"legal": [], "refused": []}
        )
    ask = asked.question.ask
    topic = RULINGS if asked.question.who < 0 else play.book.topics[ask]
    return said | {
        "ask": play.book.asks[ask],
        "topic": TOPICS[topic],
        "reaction": is_reaction(play, asked.question),
        "dice": None,
        "legal": [choice(play, c) for c in known(play, eyes, play.legal)],
        "refused": [],  # live.py adds them when somebody looks: they take their time
    }


def held(asked: Asked, play: Play) -> bool:
    """Whether players are usually asked: their side has any."""
    return (
        asked.who in play.roster.who and play.state.side[play.state.who[play.roster.who.index(asked.who)].side].players
    )


def is_reaction(play: Play, q: Question) -> bool:
    return q.who >= 0 and play.book.asks[q.ask] in play.book.reactions


def sentence(asked: Asked, play: Play, eyes: Eyes) -> str:
    """The question in words; hidden ones have no name in it."""
    words = asked.what
    for number in eyes.hidden(play):
        words = words.replace(play.roster.who[number], SOMEBODY)
    return one_line(words)


def dice(asked: Asked, play: Play, eyes: Eyes) -> dict[str, Any]:
    """Which dice, for what; and for the referee, who knows what they are rolled against, what they must show."""
    need = asked.die
    assert need is not None
    target = describe_needed_face(play) if eyes.all_seeing else ""
    return {"dice": {"count": need.count, "sides": need.sides, "purpose": words_for(need.purpose), "needed": target}}


def known(play: Play, eyes: Eyes, choices: list[Choice]) -> list[Choice]:
    """Without those that speak of the hidden."""
    if play.asks is None or play.asks.question is None:
        return choices
    return unveiled(play, eyes, play.asks.question, choices)


def unveiled(play: Play, eyes: Eyes, q: Question, choices: list[Choice]) -> list[Choice]:
    hidden = eyes.hidden(play)
    if not hidden:
        return choices
    names = hide_names(play.roster, hidden)
    return [c for c in choices if play.book.words(play.state, names, q, c.answer) == c.words]


def meant(play: Play, eyes: Eyes, words: str) -> Choice | Answer | str:
    """The answer that these eyes mean: to them a hidden one is like one that is not there."""
    asked = play.asks
    if asked is not None and asked.die is not None and words == ROLL:
        return rolled(play, asked.die)
    if asked is not None and asked.die is not None and not eyes.all_seeing:
        return own_dice(asked.die.count, words)
    if not eyes.hidden(play) or asked is None or asked.question is None:
        return words
    legal = known(play, eyes, play.legal)
    near = [c for c in legal if c.words.lower().startswith(words.lower())]
    return near[0] if len(near) == 1 else read(play, eyes, asked.question, words)


def rolled(play: Play, need: NeedDie) -> str:
    """For whoever has no dice at hand: what this table's own dice show."""
    numbers = range(need.number, need.number + need.count)
    return " ".join(str(face(play.state.key, number, need.sides)) for number in numbers)


def own_dice(count: int, words: str) -> str:
    """Those that are asked for now; the next may be somebody else's."""
    if len(words.split()) > count:
        raise AffrayError(f"{words!r} is too much: {count} {'die is' if count == 1 else 'dice are'} asked for")
    return words


def read(play: Play, eyes: Eyes, q: Question, words: str) -> Answer:
    """Words that speak of a hidden one are as unknown as any others."""
    try:
        answer = play.book.read(play.state, play.roster, q, words)
        seen, true = (play.book.words(play.state, names, q, answer) for names in (eyes.roster(play), play.roster))
    except AffrayError:
        seen, true = "", words
    if seen != true:
        raise AffrayError(unknown("answer", words, [c.words for c in unveiled(play, eyes, q, worded(play, q))]))
    return answer


def worded(play: Play, q: Question) -> list[Choice]:
    return [Choice(a, play.book.words(play.state, play.roster, q, a)) for a in play.book.legal(play.state, q)]


def check_later(play: Play, eyes: Eyes, who: str, ask: str, words: str) -> None:
    """An answer to a question that does not stand yet: one that could be given to it."""
    if words != ASK and who in play.roster.who and ask in play.book.asks:
        number = play.roster.who.index(who)
        read(play, eyes, Question(play.book.asks.index(ask), number, number, 0), words)


def refused(play: Play, eyes: Eyes, reasons: Mapping[Choice, Refused]) -> list[dict[str, Any]]:
    seen = known(play, eyes, list(reasons))
    return [choice(play, c) | {"why": one_line(reasons[c].words), "clause": reasons[c].clause} for c in seen]


def choice(play: Play, c: Choice) -> dict[str, Any]:
    number = c.answer.target
    named = 0 <= number < len(play.roster.who) and play.roster.who[number] in c.words
    kind = play.book.kinds[c.answer.kind] if 0 <= c.answer.kind < len(play.book.kinds) else ""
    return {"words": one_line(c.words), "kind": kind, "target": one_line(play.roster.who[number]) if named else None}


def ahead(play: Play, eyes: Eyes) -> list[dict[str, Any]]:
    """While declarations are made: what those may say already who will be asked later, hidden from the others."""
    asked = play.asks
    if asked is None or asked.question is None or play.book.topics[asked.question.ask] != DECLARATIONS:
        return []
    found, ask = [], asked.question.ask
    before = {e.fields[0]: e.fields[2] for e in play.standing_answers if e.fields[1] == play.book.asks[ask]}
    for name in waiting(play, ask):
        if eyes.all_seeing or name in eyes.people:
            offered = offer(play, eyes, ask, name)
            if offered:
                found.append(offered | {"said": before.get(name)})
    return found


def waiting(play: Play, ask: int) -> list[str]:
    """Who has not been asked this in this round, and will be."""
    asked = play.asks
    done = play.who_answered(ask)
    return [
        play.roster.who[c.id]
        for c in play.state.who[: play.state.n]
        if c.able and c.id not in done and asked is not None and play.roster.who[c.id] != asked.who
    ]


def offer(play: Play, eyes: Eyes, ask: int, name: str) -> dict[str, Any] | None:
    number = play.roster.who.index(name)
    q = Question(ask, number, number, 0)
    legal = play.book.legal(play.state, q)
    if only_pass(legal) or not play.asks_a_person(number, ask):
        return None
    words = unveiled(play, eyes, q, [Choice(a, play.book.words(play.state, play.roster, q, a)) for a in legal])
    what = play.book.sentences[ask].format(who=name, other=name, deed="")
    return {"who": name, "ask": play.book.asks[ask], "what": what, "legal": [choice(play, c) for c in words]}
