"""The question card of a view: answers, those worth a look first, with prices; and questions that leave no choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.engine.space import distance
from affray.engine.state import NOBODY, Combatant, Fight, clone
from affray.engine.verbs import PASS, Answer, Question
from affray.engine.vocabulary import ROLLS
from affray.log import Answered
from affray.log.hidden import visible_health
from affray.log.narrate import Description, one_line
from affray.play.questions import Choice, JournalEntry, entries_in_force
from affray.play.session import Play
from affray.server import Json
from affray.server.viewer import Viewer

WAIT = "after"  # the kind of answer that waits for a friend to act first
OPEN = tuple(
    (
        "yes no strike shoot throw cast breathe turn charge aim bomb execute order defend buy force ambush stance "
        "defensive withdraw retreat approach away run screen shove grapple break stabilise tend hold guard readied "
        "trigger missiles stand reload"
    ).split()
)  # kinds of answer that stand open on the card; the others are under "More"
STRUCK = ("strike", "shoot", "throw")  # those that roll to hit at once
LEFT_TO_CHANCE = ("random", "whim")  # tactics that have no best answer
FEW = 4  # answers that all stand open, whatever they are
NOT_FROM_SCORE = ("degrees",)  # questions whose prices are not paid from the score
HEALTHY, HEALTH_LEFT = 100, {"fresh": 100, "hurt": 60, "badly hurt": 25}  # hit points as an onlooker guesses them


# --- answers, best first


def describe_answers(play: Play, viewer: Viewer, q: Question, choices: Sequence[Choice]) -> list[Json]:
    """Return for each choice its rank, whether it is the best or was the last one, whether it is seldom wanted, and its
    price with what is left of the score after it."""
    best, last = best_answer(play, viewer, q), last_answer(play, q)
    order = sorted(choices, key=lambda c: worth_a_look(play, q, c, best, last))
    ranks = {choice: number for number, choice in enumerate(order)}
    many, own = len(choices) > FEW, rolls_own_dice(play, q.who)
    return [
        {
            "rank": ranks[choice],
            "best": choice.answer == best,
            "again": choice.answer == last,
            "own_dice": own and play.book.kinds[choice.answer.kind] in STRUCK,
            "rare": many and is_rare(play, choice.answer) and choice.answer not in (best, last),
            **describe_price(play, q, choice.answer),
        }
        for choice in choices
    ]


def best_answer(play: Play, viewer: Viewer, q: Question) -> Answer | None:
    """Return what the tactic of the one who is asked would choose if it knew no more than the viewer; None for a tactic
    that leaves it to chance."""
    if q.who < 0 or play.book.tactics[play.state.who[q.who].tactic] in LEFT_TO_CHANCE:
        return None
    return play.book.decide(as_known_to(play, viewer), q)


def as_known_to(play: Play, viewer: Viewer) -> Fight:
    """Return a copy of the fight without what the viewer doesn't know: who is hidden, others' hit points, the dice."""
    f, hidden = clone(play.state), viewer.hidden(play)
    f.observer = None
    if viewer.sees_all:
        return f
    f.key = f.guessed = 0
    for c in f.who[: f.n]:
        if c.id in hidden:
            c.in_fight = False
        elif not viewer.knows_numbers(play, c):
            c.hp, c.max_hp = guessed_hp(c), HEALTHY
    return f


def guessed_hp(c: Combatant) -> int:
    return HEALTH_LEFT.get(visible_health(c), min(c.hp, 0))


def last_answer(play: Play, q: Question) -> Answer | None:
    """Return what the same one answered when this was asked in an earlier round."""
    rows = (row for row in reversed(play.rows) if isinstance(row, Answered) and row.round < play.state.round)
    return next((row.answer for row in rows if row.question[:2] == q[:2] and row.answer.kind != PASS), None)


def worth_a_look(play: Play, q: Question, choice: Choice, best: Answer | None, last: Answer | None) -> tuple[Any, ...]:
    """Return a key to sort answers by: the best, what was done last, the same to somebody else, the usual, the near."""
    a, near = choice.answer, named_target(play, choice)
    kind = play.book.kinds[a.kind]
    usual = OPEN.index(kind) if kind in OPEN else len(OPEN)
    far = distance(play.state.who[q.who], play.state.who[near]) if near != NOBODY and q.who >= 0 else 0
    alike = best is not None and a.kind == best.kind
    return a.kind == PASS, a != best, a != last, not alike, is_rare(play, a), usual, far, near


def named_target(play: Play, choice: Choice) -> int:
    """Return the combatant whom an answer names. Of many kinds of answer the target is no combatant but a place or a
    thing, whose number would be taken for somebody's, and for another's where somebody hidden is among them."""
    number = choice.answer.target
    named = 0 <= number < len(play.roster.who) and play.roster.who[number] in choice.words
    return number if named else NOBODY


def is_rare(play: Play, a: Answer) -> bool:
    return a.kind != PASS and play.book.kinds[a.kind] not in OPEN


def describe_price(play: Play, q: Question, a: Answer) -> Json:
    """Return what an answer costs, and what is left of the score."""
    if play.book.price is None or q.who < 0:
        return {}
    price, record = play.book.price(play.state, q, a) if a.kind != PASS else 0, play.state.who[q.who].tempo
    left = record.score - price if record is not None and play.book.asks[q.ask] not in NOT_FROM_SCORE else None
    return {"price": price, "left": left}


def describe_aside(play: Play, viewer: Viewer, q: Question, choices: Sequence[Choice]) -> str:
    """Return the line below the question: what is in hand, and who is in reach of it."""
    if q.who < 0 or not viewer.knows_numbers(play, play.state.who[q.who]):
        return ""
    struck = [c.answer.target for c in choices if play.book.kinds[c.answer.kind] == "strike" and c.answer.target >= 0]
    names = [one_line(play.roster.who[number]) for number in dict.fromkeys(struck)]
    weapon = weapon_in_hand(play, play.state.who[q.who])
    in_hand = f"{weapon.capitalize()} in hand." if weapon and weapon != "weapon" else ""
    return f"{in_hand} {reach_words(names)}".strip()


def reach_words(names: Sequence[str]) -> str:
    """Return "Grub and Orc 3 are in reach." of as many names as a line holds."""
    if not names:
        return ""
    if len(names) > FEW:
        return f"{len(names)} foes are in reach."
    told = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{told} {'is' if len(names) == 1 else 'are'} in reach."


def rolls_own_dice(play: Play, who: int) -> bool:
    """Return whether a person types in the dice of the one who is asked."""
    return who >= 0 and play.setup.deciders.person(play.state.who[who].side, ROLLS)


# --- chances


def tell_chances(found: Json, viewer: Viewer) -> Json:
    """Return what a viewer may know of the chances of an answer: the damage and the fall would tell of hit points."""
    faces = [number for number, hits in enumerate(found["faces"], 1) if hits]
    needs = describe_hitting_faces(faces) if found["faces"] else ""
    told = {"share": found["hits"], "faces": faces, "needs": needs, "against": found["against"]}
    if viewer.sees_all:
        told |= {"damage": round(found["damage"], 1), "fells": found["fells"], "shakes": found["shakes"]}
    return told


def describe_hitting_faces(faces: Sequence[int]) -> str:
    """Return "12 or more" for the faces of a d20 that hit."""
    if not faces:
        return "no face hits"
    if list(faces) == list(range(faces[0], 21)):
        return f"{faces[0]} or more" if faces[0] < 20 else "only a 20"
    return ", ".join(map(str, faces))


# --- what can be seen of somebody


def weapon_in_hand(play: Play, c: Combatant) -> str:
    number = c.kit[c.hand] if c.hand < len(c.kit) else NOBODY
    return one_line(play.roster.arms[number]) if 0 <= number < len(play.roster.arms) else ""


# --- what a line of the log changed


def describe_change(told: Description) -> Json:
    """Return the hit points before and after, and the damage, as far as its reader may know them."""
    hp, harm = told.change.get("hp"), told.change.get("damage")
    return {"before_after": hp if isinstance(hp, list) else None, "harm": harm if isinstance(harm, int) else None}


# --- questions that leave nothing to choose


def leaves_no_choice(play: Play) -> bool:
    """Return whether all that may be answered is to pass, or to wait for a friend and then pass."""
    asked = play.asks
    if asked is None or asked.question is None or asked.question.who < 0:
        return False
    kinds = {play.book.kinds[choice.answer.kind] for choice in play.legal}
    return kinds <= {play.book.kinds[PASS], WAIT}


def pass_over(play: Play) -> None:
    """Pass for whoever has nothing to choose, up to the next real question."""
    while leaves_no_choice(play):
        play.do(Answer(PASS))


def step_back(play: Play) -> list[JournalEntry]:
    """Undo the last thing that somebody chose, with the passes that followed from it; return what was undone, that
    thing last."""
    undone = [undo_last(play)]
    while leaves_no_choice(play):
        undone.append(undo_last(play))
    return undone


def undo_last(play: Play) -> JournalEntry:
    in_force = entries_in_force(play.entries)[0]
    play.undo()
    return in_force[-1]


def step_again(play: Play) -> None:
    """Redo the last thing undone, with the passes that followed from it."""
    play.redo()
    while leaves_no_choice(play) and entries_in_force(play.entries)[1]:
        play.redo()
