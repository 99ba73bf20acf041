"""The kernel of exact odds, in the rule language: every way the dice of a step can fall, from every state of a fight.

A state is the words of the record that changed since the start (`live`); the others are the start's own. Equal states
are one. Rounds after the first few are alike: they are told as the last of these, all marks of rounds with them. The
helpers at the end send chances along the steps, round after round."""

from __future__ import annotations

from typing import Any

import numpy as np

from affray.compiler.kernels.building import EXPLORING, helpers
from affray.compiler.kernels.counting import way_won
from affray.compiler.kernels.plan import (
    ENDING_WORDS,
    GRAPH_TYPE,
    ITSELF,
    PLAN_TYPE,
    PROGRESS_TYPE,
    UNTRIED,
    WAYS_TYPE,
    find_or_add_way,
    next_change,
    undo_changes,
)
from affray.compiler.kernels.players import WORD_ARRAY, KernelKind, step_of_book
from affray.compiler.kernels.record import MAX_DRAWS, SCRIPT_COLUMNS
from affray.compiler.types import FLOAT, INT, ArrayType, Scalar
from affray.engine import verbs
from affray.engine.dice import GAMMA, Word, mix64, ways_to_sum
from affray.engine.state import ALWAYS, STAND_OFF, UNDECIDED, Fight
from affray.engine.vocabulary import DEAD, FLED, OUT, SURRENDERED, UNCONSCIOUS

DONE, MORE_ROOM, NEW_WORDS, TOO_DEEP, TOO_WIDE, PAUSE = range(6)  # why the kernel comes back
HALVES = ArrayType(Scalar(INT, 32), 0)


def explore(f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any) -> int:
    """Continue from the first state that was not explored yet. Return when all are, for a word now and then, or when
    it needs more room or more words; then nothing of the last state is kept."""
    came = counts.steps
    while counts.explored < counts.states:
        if counts.steps - came > plan.pause_after:
            return PAUSE
        states, edges, endings, steps = counts.states, counts.edges, counts.endings, counts.steps
        why = explore_state(f, words, marks, plan, graph, counts, ways)
        if why != DONE:
            undo_state(f, graph, counts, states, edges, endings)
            counts.steps = steps
            return why
        counts.explored += 1
        graph.offset[counts.explored] = counts.edges
    return DONE


def explore_state(f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any) -> int:
    """Return every way on from one state; a way back to itself makes the others more likely."""
    begun, first_edge, itself = counts.steps, counts.edges, 0.0
    load_state(words, plan, graph, counts.explored)
    ways.known = 0
    first = True
    more = True
    while more:
        if is_full(graph, counts):
            return MORE_ROOM
        f.made = 0
        f.weight = 1.0
        crossed = 0
        while f.made == 0 and f.winner == UNDECIDED and crossed == 0:
            if first:  # what is before the step with the first die
                if has_unknown_change(words, plan):
                    return NEW_WORDS
                plan.saved[plan.first : plan.end] = words[plan.first : plan.end]
            before = f.round
            step_of_book(f)
            crossed = 1 if f.round != before else 0
        first = False
        counts.steps += 1
        if f.made > MAX_DRAWS:
            return TOO_DEEP
        if counts.steps - begun > plan.max_ways:
            return TOO_WIDE
        f.rolled = 0
        f.guessed = 0
        way = find_or_add_way(words, plan, ways)
        if ways.edge[way] == UNTRIED:
            if not normalise(f, words, marks, plan, crossed):
                return NEW_WORDS
            ways.edge[way] = edge_to_here(f, words, plan, graph, counts, first_edge, crossed)
            words[plan.first : plan.end] = plan.saved[plan.first : plan.end]
        else:
            undo_changes(words, plan, ways, way)
        if ways.edge[way] == ITSELF:
            itself += f.weight
        else:
            graph.chance[ways.edge[way]] += f.weight
        more = advance_script(f)
    if itself > 0.0:
        for k in range(first_edge, counts.edges):
            graph.chance[k] /= 1.0 - itself
    return DONE


def load_state(words: Any, plan: Any, graph: Any, at: int) -> None:
    """Load a state of the graph into the record."""
    for i in range(plan.live_count):
        words[plan.live[i]] = graph.states[at * plan.live_count + i]


def normalise(f: Any, words: Any, marks: Any, plan: Any, crossed: int) -> bool:
    """Merge states whose differences no rule asks for. Return False if a word has changed that states do not hold."""
    if f.winner != UNDECIDED:
        return True
    if crossed == 1:
        forget_old_rounds(f, marks, plan)
    if words[plan.together] & plan.together_bits == 0:  # else who has fallen strikes back still
        normalise_dead(f, words, plan)
        normalise_unconscious(f, marks, plan)
    for i in range(plan.unused_count):
        marks[plan.unused[i]] = 0
    return not has_unknown_change(words, plan)


def is_full(graph: Any, counts: Any) -> bool:
    full: bool = counts.states + 2 > graph.states_count or counts.endings + 2 > graph.endings_count
    return full or bool(counts.edges + 2 > graph.to_count)


def edge_to_here(f: Any, words: Any, plan: Any, graph: Any, counts: Any, first: int, crossed: int) -> int:
    """Return the edge from the state that is being explored to where the fight is now. `first` is its first edge."""
    if f.winner != UNDECIDED:
        return edge_to(graph, counts, first, -1 - ending_number(f, graph, counts), 0)
    target = state_number(words, plan, graph, counts)
    return ITSELF if target == counts.explored and crossed == 0 else edge_to(graph, counts, first, target, crossed)


def edge_to(graph: Any, counts: Any, first: int, target: int, crossed: int) -> int:
    """Return this state's edge to the target; a new edge starts with no chance."""
    slot = 2 * target + crossed if target >= 0 else 2 * graph.states_count - 1 - target
    k: int = graph.mark[slot]
    if k >= first and k < counts.edges and graph.to[k] == target and graph.crosses[k] == crossed:
        return k
    k = counts.edges
    graph.mark[slot] = k
    graph.to[k] = target
    graph.crosses[k] = crossed
    graph.chance[k] = 0.0
    counts.edges += 1
    return k


def undo_state(f: Any, graph: Any, counts: Any, states: int, edges: int, endings: int) -> None:
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


def forget_old_rounds(f: Any, marks: Any, plan: Any) -> None:
    """Forget, as a round begins, marks of rounds that nobody asks for any more, and store late rounds as the last early
    one."""
    over = max(0, f.round - plan.rounds)
    for i in range(plan.stamps_count):
        mark = marks[plan.stamps[i]]
        if mark > 0:
            marks[plan.stamps[i]] = mark - over if mark >= f.round - plan.windows[i] else 0
    if over > 0:
        f.round -= over
        for i in range(plan.untils_count):
            mark = marks[plan.untils[i]]
            if mark > 0 and mark < ALWAYS:
                marks[plan.untils[i]] = max(1, mark - over)


def normalise_dead(f: Any, words: Any, plan: Any) -> None:
    """Make all the dead alike."""
    for j in range(f.n):
        if f.who[j].conditions >> DEAD & 1:
            begin = plan.who + j * plan.each
            for i in range(plan.part):
                words[begin + i] = plan.dead_words[j * plan.part + i]


def normalise_unconscious(f: Any, marks: Any, plan: Any) -> None:
    """Make those who won't wake alike too, in all that nobody asks of them."""
    if plan.lasting_count == 0:
        return
    for j in range(f.n):
        begin = 2 * (plan.who + j * plan.each)
        if f.who[j].conditions >> UNCONSCIOUS & 1 and marks[begin + plan.waking] == ALWAYS:
            for i in range(plan.lasting_count):
                place = begin + plan.lasting[i]
                marks[place] = plan.base_marks[place]


def has_unknown_change(words: Any, plan: Any) -> bool:
    """Return whether a word has changed that no state had room for; they are noted down."""
    changed: Word = 0
    for i in range(plan.first, plan.end):
        changed |= (words[i] ^ plan.base[i]) & plan.mask[i]
    if changed == 0:
        return False
    for i in range(plan.still_count):
        if words[plan.still[i]] != plan.base[plan.still[i]]:
            plan.found[i] = True
            words[plan.still[i]] = plan.base[plan.still[i]]
    return True


def state_number(words: Any, plan: Any, graph: Any, counts: Any) -> int:
    """Return the number of a state, a new one if it was not seen before."""
    new: int = counts.states
    width = plan.live_count
    for i in range(width):
        graph.states[new * width + i] = words[plan.live[i]]
    last = graph.table_count - 1
    slot = hash_of_state(plan, graph, new) & last
    found = find_or_add_row(graph.states, width, graph.table, graph.home, last, slot, new)
    counts.states += 1 if found == new else 0
    return found


def find_or_add_row(rows: Any, width: int, table: Any, home: Any, last: int, slot: int, new: int) -> int:
    """Return the number of an equal row, or add the new row to the table. The search starts at `slot`."""
    while True:
        k: int = table[slot]
        if k < 0:
            table[slot] = new
            home[new] = slot
            return new
        if rows_are_equal(rows, width, k, new):
            return k
        slot = slot + 1 & last


def rows_are_equal(rows: Any, width: int, one: int, other: int) -> bool:
    for i in range(width):
        if rows[one * width + i] != rows[other * width + i]:
            return False
    return True


def ending_number(f: Any, graph: Any, counts: Any) -> int:
    """Return the number of an ending: who won and how, who is dead, out, fled, who has surrendered."""
    new: int = counts.endings
    describe_ending(f, graph, new * ENDING_WORDS)
    last = graph.end_table_count - 1
    slot = hash_of_ending(graph, new) & last
    found = find_or_add_row(graph.endings, ENDING_WORDS, graph.end_table, graph.end_home, last, slot, new)
    counts.endings += 1 if found == new else 0
    return found


def describe_ending(f: Any, graph: Any, row: int) -> None:
    for i in range(ENDING_WORDS):
        graph.endings[row + i] = 0
    graph.endings[row] = (f.winner - STAND_OFF) * 16 + way_won(f)
    for c in f.who[: f.n]:
        graph.endings[row + 1] |= (c.conditions >> DEAD & 1) << c.id
        graph.endings[row + 2] |= (1 if c.conditions & OUT else 0) << c.id
        graph.endings[row + 3] |= (c.conditions >> FLED & 1) << c.id
        graph.endings[row + 4] |= (c.conditions >> SURRENDERED & 1) << c.id
    for side in f.side[: f.sides]:
        graph.endings[row + 5] |= (side.size - side.dead) << 8 * side.id


def hash_of_state(plan: Any, graph: Any, state: int) -> int:
    """Return a hash. Words that are still the start's add nothing: a state that gets room for more of them stays where
    it is."""
    h: Word = 0
    for i in range(plan.live_count):
        t = (graph.states[state * plan.live_count + i] ^ plan.base[plan.live[i]]) * ((2 * i + 1) * GAMMA)
        h += t ^ (t >> 29)
    return mix64(h)


def hash_of_ending(graph: Any, number: int) -> int:
    h: Word = 0
    for i in range(ENDING_WORDS):
        h = mix64(h + graph.endings[number * ENDING_WORDS + i])
    return h


def fill_tables(plan: Any, graph: Any, counts: Any) -> None:
    """Fill the tables of a graph that has grown."""
    last = graph.table_count - 1
    for k in range(counts.states):
        slot = hash_of_state(plan, graph, k) & last
        while graph.table[slot] >= 0:
            slot = slot + 1 & last
        graph.table[slot] = k
        graph.home[k] = slot
    last = graph.end_table_count - 1
    for k in range(counts.endings):
        slot = hash_of_ending(graph, k) & last
        while graph.end_table[slot] >= 0:
            slot = slot + 1 & last
        graph.end_table[slot] = k
        graph.end_home[k] = slot


# --- dice that fall as a script tells them, one way after the other

MAX_WAYS_OF_DRAW = 2.0**62  # ways of one draw that a number has room for; a step with more is too deep to be tried


def scripted_sum(f: Any, sides: int, count: int) -> int:
    """Return the next draw of the script, a sum of so many dice; its chance goes into the weight."""
    n = f.made
    f.made += 1
    every = ways_in_all(sides, count)
    if n >= MAX_DRAWS or every > MAX_WAYS_OF_DRAW:
        f.made = MAX_DRAWS + 1
        return count
    f.faces[n] = count * (sides - 1) + 1
    shown: int = f.script[n]
    if count == 1:
        f.weight /= sides
    else:
        f.weight *= ways_to_sum(sides, count, shown) / every
    return count + shown


def ways_in_all(sides: int, count: int) -> float:
    """Return in how many ways so many dice can fall. Exact up to 2**53, and as near as a float can be beyond."""
    every = 1.0
    for _ in range(count):
        every *= sides
    return every


def advance_script(f: Any) -> bool:
    """Move the script on to the next way, like the wheels of a counter; return False when all were seen."""
    k = f.made - 1
    while k >= 0 and f.script[k] + 1 >= f.faces[k]:
        f.script[k] = 0
        k -= 1
    if k < 0:
        return False
    f.script[k] += 1
    return True


# --- the kind of kernel


def scripted_dice(f: Fight, sides: int, count: int) -> int:
    return scripted_sum(f, sides, count)


def scripted_guess(f: Fight, sides: int) -> int:
    return scripted_sum(f, sides, 1)


EXPLORING_KERNEL = KernelKind(
    EXPLORING,
    explore,
    SCRIPT_COLUMNS,
    (WORD_ARRAY, HALVES, PLAN_TYPE, GRAPH_TYPE, PROGRESS_TYPE, WAYS_TYPE),
    {verbs.sum_of_dice: scripted_dice, verbs.guess: scripted_guess},
    vectors=(has_unknown_change, next_change),
)


# --- helpers: chances along the steps

NEGLIGIBLE = 1e-300
INT64_ARRAY, INT32_ARRAY, INT8_ARRAY = (ArrayType(Scalar(INT, bits), 0) for bits in (64, 32, 8))
FLOAT_ARRAY = ArrayType(Scalar(FLOAT, 64), 0)
LIBRARY = "graph"


def sort_states(
    offset: Any, to: Any, crosses: Any, states: int, before: Any, depth: Any, order: Any, placed: Any
) -> int:
    """Fill `order` with the states so that each comes after those that lead to it within a round, as far as that can
    be; returns how many steps the longest way through a round has. `before`, `depth` and `placed` begin as zeros."""
    for k in range(offset[states]):
        if to[k] >= 0 and crosses[k] == 0:
            before[to[k]] += 1
    count = 0
    for s in range(states):
        if before[s] == 0:
            order[count] = s
            placed[s] = 1
            count += 1
    first, deepest = 0, 0
    while first < count:
        s = order[first]
        first += 1
        deepest = max(deepest, depth[s])
        for k in range(offset[s], offset[s + 1]):
            t = to[k]
            if t >= 0 and crosses[k] == 0:
                depth[t] = max(depth[t], depth[s] + 1)
                deepest = max(deepest, depth[t])
                before[t] -= 1
                if before[t] == 0:
                    order[count] = t
                    placed[t] = 1
                    count += 1
    for s in range(states):
        if placed[s] == 0:
            order[count] = s
            count += 1
    return deepest + 1


def send_on(
    order: Any, states: int, offset: Any, to: Any, crosses: Any, chance: Any, now: Any, then: Any, ended: Any
) -> None:
    """Empty `now` into the states of the next round and the endings of this one."""
    left = 1.0
    while left > NEGLIGIBLE:
        left = 0.0
        for n in range(states):
            s = order[n]
            x = now[s]
            if x == 0.0:
                continue
            now[s] = 0.0
            for k in range(offset[s], offset[s + 1]):
                t, part = to[k], x * chance[k]
                if t < 0:
                    ended[-1 - t] += part
                elif crosses[k]:
                    then[t] += part
                else:
                    now[t] += part
        for s in range(states):
            left += now[s]


HELPERS = {
    fill_tables: (PLAN_TYPE, GRAPH_TYPE, PROGRESS_TYPE),
    sort_states: (INT64_ARRAY, INT32_ARRAY, INT8_ARRAY, INT, INT64_ARRAY, INT64_ARRAY, INT64_ARRAY, INT8_ARRAY),
    send_on: (
        INT64_ARRAY,
        INT,
        INT64_ARRAY,
        INT32_ARRAY,
        INT8_ARRAY,
        FLOAT_ARRAY,
        FLOAT_ARRAY,
        FLOAT_ARRAY,
        FLOAT_ARRAY,
    ),
}


def compiled_function(function: Any) -> Any:
    """Return one of these functions, for NumPy arrays, addresses and numbers."""
    call = helpers(LIBRARY, HELPERS)[function.__name__]
    return lambda *given: call(*(one.ctypes.data if isinstance(one, np.ndarray) else one for one in given))


def order_states(offset: Any, to: Any, crosses: Any, states: int) -> tuple[Any, int]:
    before, depth, order = (np.zeros(states, np.int64) for _ in range(3))
    longest = compiled_function(sort_states)(
        offset, to, crosses, states, before, depth, order, np.zeros(states, np.int8)
    )
    return order, longest


def pass_round(order: Any, offset: Any, to: Any, crosses: Any, chance: Any, now: Any, then: Any, ended: Any) -> None:
    compiled_function(send_on)(order, len(order), offset, to, crosses, chance, now, then, ended)
