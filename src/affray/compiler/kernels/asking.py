"""The kernel of many fights whose players are outside, in the rule language: each runs to its next question.

As at the table, a step that meets a question is abandoned, and run again from its beginning with the answer; the same
dice fall. The solved sides (those with the random tactic) are asked, all others answer by their tactics."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from affray.compiler.kernels.building import ASKING
from affray.compiler.kernels.choosing import (
    CHOICE_COLUMNS,
    MOST_GIVEN,
    MOST_LISTED,
    TREE_TYPE,
    gather_ideas,
    key_of_words,
)
from affray.compiler.kernels.explore import HALVES, has_unknown_change
from affray.compiler.kernels.plan import PLAN_TYPE, Array, empty_example, flatten, next_change
from affray.compiler.kernels.players import WORD_ARRAY, KernelKind, step_of_book
from affray.compiler.kernels.record import MAX_DRAWS
from affray.compiler.types import references
from affray.engine import verbs
from affray.engine.dice import GAMMA, Word, face, mix64
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, decide, refusal
from affray.engine.verbs import thought as tactic_thought
from affray.rules import seams
from affray.rules.shared import house
from affray.rules.shared import tactics as shared_tactics


class Fights(NamedTuple):
    """Many fights, and what each waits for."""

    states: Array  # of each fight all its words, as they were before the step
    which: Array  # the fights to go on with
    given: Array  # of each fight how many answers its step was given
    answers: Array  # ... and which: kind, target, option
    winner: Array
    question: Array  # what is asked: question, who, about whom, value
    listed: Array  # how many answers there are
    legal: Array  # those answers; empty where nobody wants them
    key: Array  # what the state and the dice so far come to
    words: int  # of one fight
    room: int  # for how many answers of one question


FIGHTS_TYPE = references("Fights", flatten(empty_example(Fights, "u8 i8 i4 i4 i4 i4 i4 i4 u8 - -")))


def ask_fights(f: Any, words: Any, marks: Any, plan: Any, tree: Any, fights: Any) -> None:
    """Run each of these fights to its next question or to its end."""
    for n in range(fights.which_count):
        i = fights.which[n]
        start = i * fights.words
        for k in range(plan.first, plan.end):
            words[k] = fights.states[start + k]
        f.given = fights.given[i]
        for m in range(f.given):
            for k in range(3):
                f.answers[m][k] = fights.answers[(i * MOST_GIVEN + m) * 3 + k]
        run_to_question(f, words, plan)
        if f.winner == UNDECIDED or f.waits != 0:
            tell_question(f, words, marks, plan, tree, fights, i)
        fights.winner[i] = f.winner
        fights.given[i] = f.given
        for k in range(plan.first, plan.end):
            fights.states[start + k] = words[k]


def run_to_question(f: Any, words: Any, plan: Any) -> None:
    """Leave the words as they were before the step that waits, or as they are at the end."""
    f.waits = 0
    while f.winner == UNDECIDED:
        plan.saved[plan.first : plan.end] = words[plan.first : plan.end]
        f.met = 0
        f.made = 0
        step_of_book(f)
        if f.waits != 0:
            words[plan.first : plan.end] = plan.saved[plan.first : plan.end]
            break
        f.given = 0


def tell_question(f: Any, words: Any, marks: Any, plan: Any, tree: Any, fights: Any, i: int) -> None:
    for k in range(4):
        fights.question[4 * i + k] = f.question[k]
    fights.listed[i] = f.listed
    for n in range(min(f.listed, fights.room)):
        for k in range(3):
            fights.legal[(i * fights.room + n) * 3 + k] = f.legal[n][k]
    f.key = 0
    f.rolled = 0
    f.guessed = 0
    h: Word = key_of_words(f, words, marks, plan, tree)
    for n in range(min(f.made, MAX_DRAWS)):
        h = mix64(h + (f.script[n] + 1) * GAMMA)
    fights.key[i] = h


# --- the verbs


def asking_whim(f: Fight, q: Question, who: Combatant, kinds: int, rise: int, strolls: int) -> Answer:
    """Return the answer that was given, or wait for one. The referee's questions are answered as for anybody else."""
    if q.who < 0:
        who.tactic = shared_tactics.FIRST
        said = decide(f, q)
        who.tactic = shared_tactics.WHIM
        return said
    return given_answer(f, q, who, kinds & ~(3 << rise), False)


def asking_house_whim(f: Fight, q: Question, which: int) -> Answer:
    return given_answer(f, q, f.who[q.who], 1 << YES, True)


def given_answer(f: Any, q: Question, who: Combatant, kinds: int, house_rule: bool) -> Answer:
    if f.waits != 0:
        return answer(PASS)
    if f.narrow != 0 and not house_rule:
        f.listed = list_ideas(f, q, who, kinds)
    else:
        f.listed = list_answers(f, q, kinds, house_rule)
    if f.listed == 1:
        return answer(f.legal[0][0], f.legal[0][1], f.legal[0][2])
    n = f.met
    f.met += 1
    if n < f.given:
        chosen = number_of_answer(f, n)
        record_draw(f, chosen)
        return answer(f.legal[chosen][0], f.legal[chosen][1], f.legal[chosen][2])
    f.waits = 1
    f.question[0] = q.ask
    f.question[1] = q.who
    f.question[2] = q.other
    f.question[3] = q.value
    return answer(PASS)


def number_of_answer(f: Any, n: int) -> int:
    """Return the number, among those listed, of an answer that was given; that of a pass if it is not listed."""
    for i in range(f.listed):
        if f.legal[i][0] == f.answers[n][0] and f.legal[i][1] == f.answers[n][1]:
            if f.legal[i][2] == f.answers[n][2]:
                return i
    return 0


def list_ideas(f: Any, q: Question, who: Combatant, kinds: int) -> int:
    found = gather_ideas(f, q, who, kinds)
    for n in range(found):
        for k in range(3):
            f.legal[n][k] = f.ideas[n][k]
    return found


def list_answers(f: Any, q: Question, kinds: int, house_rule: bool) -> int:
    """List the legal answers in the order in which people see them; the first is a pass."""
    found, kind = list_answer(f, 0, PASS, NOBODY, 0), YES
    kinds &= ~f.left_out
    while kinds >> kind != 0:
        if kinds >> kind & 1:
            first, end, least, most = NOBODY, f.n, 0, 1
            if not house_rule:
                ways = seams.offer(f, q.ask, kind)
                first, end, least, most = ways.first, f.n if ways.aimed else 0, ways.least, ways.end
            for target in range(first, end):
                for option in range(least, most):
                    if refusal(f, q, answer(kind, target, option)) == 0:
                        found = list_answer(f, found, kind, target, option)
        kind += 1
    return found


def list_answer(f: Any, found: int, kind: int, target: int, option: int) -> int:
    if found < MOST_LISTED:
        f.legal[found][0] = kind
        f.legal[found][1] = target
        f.legal[found][2] = option
        return found + 1
    return found


def record_draw(f: Any, shown: int) -> None:
    if f.waits == 0:
        if f.made < MAX_DRAWS:
            f.script[f.made] = shown
        f.made += 1


def recorded_dice(f: Any, sides: int, count: int) -> int:
    total = 0
    for _ in range(count):
        total += face(f.key, f.rolled, sides)
        f.rolled += 1
    record_draw(f, total - count)
    return total


def recorded_guess(f: Any, sides: int) -> int:
    shown = tactic_thought(f, sides)
    record_draw(f, shown - 1)
    return shown


ASKING_KERNEL = KernelKind(
    ASKING,
    ask_fights,
    CHOICE_COLUMNS,
    (WORD_ARRAY, HALVES, PLAN_TYPE, TREE_TYPE, FIGHTS_TYPE),
    {
        verbs.sum_of_dice: recorded_dice,
        verbs.guess: recorded_guess,
        shared_tactics.whim: asking_whim,
        house.whim_house: asking_house_whim,
    },
    vectors=(has_unknown_change, next_change),
)


def empty_fights(count: int, words: int, listed: int) -> Fights:
    """Return room for so many fights of so many words, with so many answers told of each."""
    ints = np.int32
    return Fights(
        states=np.zeros((count, words), np.uint64),
        which=np.arange(count, dtype=np.int64),
        given=np.zeros(count, ints),
        answers=np.zeros((count, MOST_GIVEN, 3), ints),
        winner=np.zeros(count, ints),
        question=np.zeros((count, 4), ints),
        listed=np.zeros(count, ints),
        legal=np.zeros((count, listed, 3), ints),
        key=np.zeros(count, np.uint64),
        words=words,
        room=listed,
    )
