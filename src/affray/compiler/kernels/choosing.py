"""The kernel of best play, in the rule language: every way the dice of a step can fall, and every answer.

It explores as the kernel of exact odds does (explore.py). A question to a solved side is a draw of the script too, with
a face for each legal answer. So a step is a small tree. Its leaves are the states it can lead to. Between two
questions there is a run of dice: an edge belongs to a run, and leads to a state, to an ending or to the next question.
Whoever is solved has the random tactic, whose legal answers are those that are listed to people, in the same order."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from affray.compiler.kernels.building import CHOOSING
from affray.compiler.kernels.explore import (
    DONE,
    HALVES,
    MORE_ROOM,
    NEW_WORDS,
    PAUSE,
    TOO_DEEP,
    TOO_WIDE,
    advance_script,
    ending_number,
    has_unknown_change,
    load_state,
    normalise,
    normalise_dead,
    normalise_unconscious,
    scripted_sum,
    state_number,
)
from affray.compiler.kernels.plan import (
    GRAPH_TYPE,
    PLAN_TYPE,
    PROGRESS_TYPE,
    UNTRIED,
    WAYS_TYPE,
    Array,
    empty_example,
    find_or_add_way,
    flatten,
    next_change,
)
from affray.compiler.kernels.players import WORD_ARRAY, KernelKind, step_of_book
from affray.compiler.kernels.record import MAX_DRAWS, SCRIPT_COLUMNS, Columns
from affray.compiler.types import references
from affray.engine import verbs
from affray.engine.dice import GAMMA, Word, mix64
from affray.engine.state import NOBODY, UNDECIDED, Combatant, Fight
from affray.engine.verbs import PASS, YES, Answer, Question, answer, decide, refusal
from affray.engine.vocabulary import DEAD
from affray.rules import seams
from affray.rules.shared import house
from affray.rules.shared import tactics as shared_tactics

MOST_GIVEN, MOST_LISTED = 24, 1024  # answers given to one step, and listed for one question
CHOICE_COLUMNS: Columns = [  # of each draw of the script
    *SCRIPT_COLUMNS,
    ("fresh", np.int32),  # the draw that the script has moved on; what comes before it falls as it fell
    ("known", np.int32),  # draws of the run before
    ("narrow", np.int32),  # whether only answers are tried that some tactic would give, a pass and a yes
    ("left_out", np.int64),  # bits of the kinds of answer that are not tried
    ("ideas", np.int32, (len(shared_tactics.TACTICS) + 2, 3)),  # those answers
    ("questions", np.int32),  # asked so far, those with but one answer among them
    ("is_choice", np.int32, (MAX_DRAWS,)),  # its number among the questions, from 1; 0 for a die
    ("asked", np.int32, (MAX_DRAWS, 4)),
    ("picked", np.int32, (MAX_DRAWS, 3)),
    ("before", np.float64, (MAX_DRAWS,)),  # the chance of the dice since the question before
    ("choice_at", np.int32, (MAX_DRAWS,)),
    ("run_at", np.int32, (MAX_DRAWS,)),
    # ... and of fights whose solved sides are asked from outside (asking.py)
    ("given", np.int32),  # answers that were given to this step so far
    ("answers", np.int32, (MOST_GIVEN, 3)),
    ("met", np.int32),  # questions that this step has met
    ("waits", np.int32),  # whether it has met one without an answer
    ("listed", np.int32),  # how many answers there are to it
    ("legal", np.int32, (MOST_LISTED, 3)),
    ("question", np.int32, (4,)),
]
TREE_COUNTS = "wanted runs choices".split()


class Tree(NamedTuple):
    """What stands beside the graph: the runs of dice between questions, and the questions."""

    queue: Array  # the states to explore, in this order
    run_first: Array  # of each explored state its first run
    choice_first: Array  # ... and its first question
    edge_run: Array  # of each edge the run it belongs to
    run_before: Array  # of each run that of the answer listed before, or NOBODY
    run_answer: Array  # of each run the answer it follows: kind, target, option
    choice_last: Array  # of each question the run of its last answer
    choice_asked: Array  # what is asked: question, who, about whom, value
    choice_key: Array  # what the state and the dice so far come to
    anchored: Array  # places in half words that tie a state to the ground, unless all are 0
    hints: Array  # ... of numbers that only save rules a search, and may count the dead
    movable: int  # whether states may be told from where the first of the living stands


TREE_TYPES = "i8 i8 i8 i4 i4 i4 i4 i4 u8 i8 i8 -"
TREE_TYPE = references("Tree", flatten(empty_example(Tree, TREE_TYPES)))
TREE_COUNTS_TYPE = references("TreeCounts", dict.fromkeys(TREE_COUNTS, 0))
FIRST_CHOICE = -(1 << 30)  # an edge to a question leads to this less its number
ITSELF = -2  # a way that leads back to where it began


def explore_choices(
    f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any, tree: Any, sums: Any
) -> int:
    """Explore the states of the queue. Return why it comes back; of a state that is not done nothing is kept."""
    came = counts.steps
    while counts.explored < sums.wanted:
        if counts.steps - came > plan.pause_after:
            return PAUSE
        states, edges, endings, steps = counts.states, counts.edges, counts.endings, counts.steps
        runs, choices = sums.runs, sums.choices
        why = explore_choices_of_state(f, words, marks, plan, graph, counts, ways, tree, sums)
        if why != DONE:
            forget_state(f, graph, counts, states, edges, endings)
            counts.steps = steps
            sums.runs = runs
            sums.choices = choices
            return why
        counts.explored += 1
        graph.offset[counts.explored] = counts.edges
        tree.run_first[counts.explored] = sums.runs
        tree.choice_first[counts.explored] = sums.choices
    return DONE


def explore_choices_of_state(
    f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any, tree: Any, sums: Any
) -> int:
    begun, first_edge, first_choice = counts.steps, counts.edges, sums.choices
    here = tree.queue[counts.explored]
    load_state(words, plan, graph, here)
    ways.known = 0
    root = sums.runs
    tree.run_before[root] = NOBODY
    sums.runs += 1
    f.fresh = 0
    f.known = 0
    first, more = True, True
    key: Word = 0
    while more:
        if is_full(graph, counts, tree, sums):
            return MORE_ROOM
        f.made = 0
        f.questions = 0
        f.weight = 1.0
        crossed = 0
        while f.made == 0 and f.winner == UNDECIDED and crossed == 0:
            if first:
                if has_unknown_change(words, plan):
                    return NEW_WORDS
                plan.saved[plan.first : plan.end] = words[plan.first : plan.end]
            before = f.round
            step_of_book(f)
            crossed = 1 if f.round != before else 0
        counts.steps += 1
        if f.made > MAX_DRAWS:
            return TOO_DEEP
        if counts.steps - begun > plan.max_ways:
            return TOO_WIDE
        f.rolled = 0
        f.guessed = 0
        way = find_or_add_way(words, plan, ways)
        if ways.edge[way] == UNTRIED:
            move_to_origin(f, marks, tree)
            if not normalise(f, words, marks, plan, crossed):
                return NEW_WORDS
            ways.edge[way] = target_of_way(f, words, plan, graph, counts, here, crossed)
        words[plan.first : plan.end] = plan.saved[plan.first : plan.end]
        if key == 0 and has_choice(f):
            key = key_of_words(f, words, marks, plan, tree)
        first = False
        run = note_choices(f, graph, counts, tree, sums, root, key)
        add_edge(graph, counts, tree, first_edge, run, ways.edge[way], f.weight)
        f.known = f.made
        more = advance_script(f)
        f.fresh = last_moved(f)
    if sums.choices == first_choice:
        leave_itself(graph, counts, first_edge, here)
    return DONE


def has_choice(f: Any) -> bool:
    for n in range(f.made):
        if f.is_choice[n] != 0:
            return True
    return False


def last_moved(f: Any) -> int:
    """Return the draw that the script has just moved on: the last that is not the first of its faces."""
    n: int = f.made - 1
    while n > 0 and f.script[n] == 0:
        n -= 1
    return max(n, 0)


def is_full(graph: Any, counts: Any, tree: Any, sums: Any) -> bool:
    full: bool = counts.states + 2 > graph.states_count or counts.endings + 2 > graph.endings_count
    full = full or counts.edges + MAX_DRAWS + 2 > graph.to_count or counts.edges + MAX_DRAWS + 2 > tree.edge_run_count
    full = full or sums.runs + MAX_DRAWS + 2 > tree.run_before_count
    return full or bool(sums.choices + MAX_DRAWS + 2 > tree.choice_last_count)


def target_of_way(f: Any, words: Any, plan: Any, graph: Any, counts: Any, here: int, crossed: int) -> int:
    """Return where a way leads, as the place of its mark: twice the state and whether a round is over; endings come
    after all states."""
    if f.winner != UNDECIDED:
        ending: int = 2 * graph.states_count + ending_number(f, graph, counts)
        return ending
    place: int = 2 * state_number(words, plan, graph, counts) + crossed
    return place


def add_edge(graph: Any, counts: Any, tree: Any, first: int, run: int, place: int, weight: float) -> None:
    """Add to the chance with which a run leads somewhere."""
    target, crossed = place // 2, place % 2
    if place >= 2 * graph.states_count:
        target = 2 * graph.states_count - 1 - place
        crossed = 0
    k: int = graph.mark[place]
    if k < first or k >= counts.edges or not is_edge(graph, tree, k, run, target, crossed):
        k = counts.edges
        graph.mark[place] = k
        graph.to[k] = target
        graph.crosses[k] = crossed
        graph.chance[k] = 0.0
        tree.edge_run[k] = run
        counts.edges += 1
    graph.chance[k] += weight


def is_edge(graph: Any, tree: Any, k: int, run: int, target: int, crossed: int) -> bool:
    there: bool = graph.to[k] == target and graph.crosses[k] == crossed
    return there and bool(tree.edge_run[k] == run)


def note_choices(f: Any, graph: Any, counts: Any, tree: Any, sums: Any, root: int, key: Word) -> int:
    """Note the questions that this way met for the first time, and the answers. Return the run it ends in."""
    run = root
    h: Word = key
    for n in range(f.made):
        if f.is_choice[n] != 0:
            if n > f.fresh or f.known == 0:
                f.choice_at[n] = new_choice(f, graph, counts, tree, sums, n, run, h)
            if n >= f.fresh:
                f.run_at[n] = new_run(f, tree, sums, n)
            run = f.run_at[n]
        h = mix64(h + (f.script[n] + 1) * GAMMA)
    return run


def new_choice(f: Any, graph: Any, counts: Any, tree: Any, sums: Any, n: int, run: int, h: Word) -> int:
    c: int = sums.choices
    k: int = counts.edges
    graph.to[k] = FIRST_CHOICE - c
    graph.crosses[k] = 0
    graph.chance[k] = f.before[n]
    tree.edge_run[k] = run
    counts.edges += 1
    for i in range(4):
        tree.choice_asked[4 * c + i] = f.asked[n][i]
    tree.choice_key[c] = h
    tree.choice_last[c] = NOBODY
    sums.choices += 1
    return c


def new_run(f: Any, tree: Any, sums: Any, n: int) -> int:
    r: int = sums.runs
    c = f.choice_at[n]
    tree.run_before[r] = tree.choice_last[c]
    tree.choice_last[c] = r
    for i in range(3):
        tree.run_answer[3 * r + i] = f.picked[n][i]
    sums.runs += 1
    return r


def leave_itself(graph: Any, counts: Any, first: int, here: int) -> None:
    """Follow a way back to the same state until it leads elsewhere: for states in which nobody is asked."""
    itself = 0.0
    for k in range(first, counts.edges):
        if graph.to[k] == here and graph.crosses[k] == 0:
            itself += graph.chance[k]
            graph.chance[k] = 0.0
    if itself > 0.0 and itself < 1.0:
        for k in range(first, counts.edges):
            graph.chance[k] /= 1.0 - itself


def move_to_origin(f: Any, marks: Any, tree: Any) -> None:
    """Let the first of the living stand at 0: in the open no rule asks where, only how far from each other."""
    if f.winner != UNDECIDED or tree.movable == 0:
        return
    for i in range(tree.anchored_count):
        if marks[tree.anchored[i]] != 0:
            return
    first = 0
    while first < f.n - 1 and f.who[first].conditions >> DEAD & 1:
        first += 1
    x, y = f.who[first].x, f.who[first].y
    if x != 0 or y != 0:
        for c in f.who[: f.n]:
            c.x -= x
            c.y -= y


def key_of_words(f: Any, words: Any, marks: Any, plan: Any, tree: Any) -> Word:
    """Return what the state before the step comes to, without what no rule asks for."""
    move_to_origin(f, marks, tree)
    for i in range(tree.hints_count):
        marks[tree.hints[i]] = 0
    normalise(f, words, marks, plan, 1)
    normalise_dead(
        f, words, plan
    )  # also where all act at once: a fight in progress doesn't tell since when one is dead
    normalise_unconscious(f, marks, plan)
    h: Word = 0
    for i in range(plan.live_count):
        t = (words[plan.live[i]] ^ plan.base[plan.live[i]]) * ((2 * i + 1) * GAMMA)
        h += t ^ (t >> 29)
    words[plan.first : plan.end] = plan.saved[plan.first : plan.end]
    return mix64(h)


def forget_state(f: Any, graph: Any, counts: Any, states: int, edges: int, endings: int) -> None:
    """Undo the last state, as if it had not been begun."""
    for k in range(MAX_DRAWS):
        f.script[k] = 0
    for k in range(states, counts.states):
        graph.table[graph.home[k]] = -1
    for k in range(endings, counts.endings):
        graph.end_table[graph.end_home[k]] = -1
    counts.states = states
    counts.edges = edges
    counts.endings = endings


# --- questions as draws of the script


def scripted_whim(f: Fight, q: Question, who: Combatant, kinds: int, rise: int, strolls: int) -> Answer:
    """Return the answer that the script has come to. The referee's questions are answered as for anybody else."""
    if q.who < 0:
        who.tactic = shared_tactics.FIRST
        said = decide(f, q)
        who.tactic = shared_tactics.WHIM
        return said
    return scripted_answer(f, q, who, kinds & ~(3 << rise), False)


def scripted_house_whim(f: Fight, q: Question, which: int) -> Answer:
    """Return the same for a question of house rules."""
    return scripted_answer(f, q, f.who[q.who], 1 << YES, True)


def scripted_answer(f: Any, q: Question, who: Combatant, kinds: int, house_rule: bool) -> Answer:
    n = f.made
    f.questions += 1
    if n < f.fresh and f.is_choice[n] == f.questions:
        f.made += 1
        f.before[n] = f.weight
        f.weight = 1.0
        return answer(f.picked[n][0], f.picked[n][1], f.picked[n][2])
    wanted = f.script[n] if n < MAX_DRAWS else 0
    if f.narrow != 0 and not house_rule:
        found = gather_ideas(f, q, who, kinds)
        wanted = min(wanted, found - 1)
        chosen = answer(f.ideas[wanted][0], f.ideas[wanted][1], f.ideas[wanted][2])
        if found > 1:
            note_draw(f, q, chosen, found)
        return chosen
    return listed_answer(f, q, kinds, house_rule, wanted)


def listed_answer(f: Any, q: Question, kinds: int, house_rule: bool, wanted: int) -> Answer:
    """Return the legal answer of this number, in the order in which people see them; the first is a pass."""
    chosen, seen, kind = answer(PASS), 1, YES
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
                        if seen == wanted:
                            chosen = answer(kind, target, option)
                        seen += 1
        kind += 1
    if seen > 1:
        note_draw(f, q, chosen, seen)
    return chosen


def gather_ideas(f: Any, q: Question, who: Combatant, kinds: int) -> int:
    """List a pass, a yes, and what each tactic that leaves nothing to chance would answer. Return how many."""
    found = add_idea(f, 0, answer(PASS))
    if kinds >> YES & 1 and refusal(f, q, answer(YES)) == 0:
        found = add_idea(f, found, answer(YES))
    for tactic in range(shared_tactics.RANDOM):
        who.tactic = tactic
        idea = decide(f, q)
        who.tactic = shared_tactics.WHIM
        if f.left_out >> idea.kind & 1 == 0:
            found = add_idea(f, found, idea)
    return found


def add_idea(f: Any, found: int, idea: Answer) -> int:
    for i in range(found):
        if f.ideas[i][0] == idea.kind and f.ideas[i][1] == idea.target and f.ideas[i][2] == idea.option:
            return found
    f.ideas[found][0] = idea.kind
    f.ideas[found][1] = idea.target
    f.ideas[found][2] = idea.option
    return found + 1


def note_draw(f: Any, q: Question, chosen: Answer, seen: int) -> None:
    """Let a question be the next draw of the script, with so many faces."""
    n = f.made
    f.made += 1
    if n >= MAX_DRAWS:
        f.made = MAX_DRAWS + 1
        return
    f.faces[n] = seen
    f.is_choice[n] = f.questions
    f.before[n] = f.weight
    f.weight = 1.0
    f.asked[n][0] = q.ask
    f.asked[n][1] = q.who
    f.asked[n][2] = q.other
    f.asked[n][3] = q.value
    f.picked[n][0] = chosen.kind
    f.picked[n][1] = chosen.target
    f.picked[n][2] = chosen.option


def choosing_dice(f: Any, sides: int, count: int) -> int:
    if f.made < MAX_DRAWS:
        f.is_choice[f.made] = 0
    return scripted_sum(f, sides, count)


def choosing_guess(f: Any, sides: int) -> int:
    return choosing_dice(f, sides, 1)


CHOOSING_KERNEL = KernelKind(
    CHOOSING,
    explore_choices,
    CHOICE_COLUMNS,
    (WORD_ARRAY, HALVES, PLAN_TYPE, GRAPH_TYPE, PROGRESS_TYPE, WAYS_TYPE, TREE_TYPE, TREE_COUNTS_TYPE),
    {
        verbs.sum_of_dice: choosing_dice,
        verbs.guess: choosing_guess,
        shared_tactics.whim: scripted_whim,
        house.whim_house: scripted_house_whim,
    },
    vectors=(has_unknown_change, next_change),
)
