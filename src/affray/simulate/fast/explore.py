"""The kernel of exact odds: every way the dice of a step can fall, from every state that a fight can come to.

A state is the words of the record that changed since the start (`live`); the others are the start's own. Equal states
are one. Rounds after the first few are alike: they are told as the last of these, all marks of rounds with them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba import int64, njit, uint64

from affray.conditions import DEAD, FLED, OUT, SURRENDERED, UNCONSCIOUS
from affray.dice import GAMMA
from affray.rules.book import Book
from affray.simulate.counting import way_won
from affray.simulate.fast.equals import line_up
from affray.simulate.fast.kernels import kept, of_no_book, step
from affray.simulate.script import DEPTH, turned
from affray.state import ALWAYS, STAND_OFF, UNDECIDED

DONE, MORE_ROOM, NEW_WORDS, TOO_DEEP, TOO_WIDE, FOR_A_WORD = range(6)  # why the kernel comes back
ENDING = 6  # words of an ending: winner and way, bits of who is dead, out, fled, surrendered, the living of each side


def explore_kernel(book: Book) -> Callable[..., int]:
    """explore(state, plan, graph, counts): see below."""
    return kept(explore, book)


def explore(state, plan, graph, counts):  # type: ignore[no-untyped-def]
    """Goes on from the first state that was not explored yet: counts are states seen, states explored, edges, endings,
    runs. Comes back when all are, for a word now and then, or when it needs more room or more words; then nothing of
    the last state is kept."""
    f = state[0]
    words, marks = state.view(np.uint64), state.view(np.int32)
    came = counts[4]
    while counts[1] < counts[0]:
        if counts[4] - came > plan.turn:
            return FOR_A_WORD
        at, begun = counts[1], counts[4]
        states, edges, endings = counts[0], counts[2], counts[3]
        itself = 0.0
        first = True
        crossed = 0
        while True:
            if is_full(graph, counts):
                undo(f, graph, counts, states, edges, endings)
                return MORE_ROOM
            f.made, f.weight = 0, 1.0
            if first:
                for i in range(plan.live.shape[0]):
                    words[uint64(plan.live[i])] = graph.states[at, i]
            else:
                for i in range(plan.live.shape[0]):
                    words[uint64(plan.live[i])] = plan.saved[i]
            crossed = 0
            while f.made == 0 and f.winner == UNDECIDED and crossed == 0:
                if first:  # what is before the step with the first die
                    if strange(f, words, plan):
                        undo(f, graph, counts, states, edges, endings)
                        return NEW_WORDS
                    for i in range(plan.live.shape[0]):
                        plan.saved[i] = words[uint64(plan.live[i])]
                before = f.round
                step(f)
                crossed = 1 if f.round != before else 0
            first = False
            if crossed == 1 and f.winner == UNDECIDED:
                forget(f, marks, plan)
            counts[4] += 1
            if f.made > DEPTH:
                undo(f, graph, counts, states, edges, endings)
                return TOO_DEEP
            if counts[4] - begun > plan.ways:
                undo(f, graph, counts, states, edges, endings)
                return TOO_WIDE
            weight = f.weight
            f.rolled, f.guessed = 0, 0
            if f.winner != UNDECIDED:
                target = -1 - ending(f, graph, counts)
                crossed = 0
                for i in range(plan.still.shape[0]):
                    words[uint64(plan.still[i])] = plan.base[plan.still[i]]
            else:
                if words[uint64(plan.together)] & plan.at_once == uint64(0):  # else who has fallen strikes back still
                    bury(f, words, plan)
                    lay_down(f, marks, plan)
                for i in range(plan.mute.shape[0]):
                    marks[plan.mute[i]] = 0
                line_up(f, words, marks, plan)
                if strange(f, words, plan):
                    undo(f, graph, counts, states, edges, endings)
                    return NEW_WORDS
                target = number_of(words, plan, graph, counts)
            if target == at and crossed == 0:
                itself += weight
            else:
                add_edge(graph, counts, edges, target, crossed, weight)
            if not turned(f):
                break
        if itself > 0.0:
            for k in range(edges, counts[2]):
                graph.chance[k] /= 1.0 - itself
        counts[1] += 1
        graph.offset[counts[1]] = counts[2]
    return DONE


@njit
def is_full(graph, counts):  # type: ignore[no-untyped-def]
    full = counts[0] + 2 > graph.states.shape[0] or counts[3] + 2 > graph.endings.shape[0]
    return full or counts[2] + 2 > graph.to.shape[0]


@njit
def add_edge(graph, counts, first, target, crossed, weight):  # type: ignore[no-untyped-def]
    """Or more chance for one that this state has already."""
    slot = 2 * target + crossed if target >= 0 else 2 * graph.states.shape[0] - 1 - target
    k = graph.mark[slot]
    if k >= first and k < counts[2] and graph.to[k] == target and graph.crosses[k] == crossed:
        graph.chance[k] += weight
        return
    k = counts[2]
    graph.mark[slot] = k
    graph.to[k], graph.crosses[k], graph.chance[k] = target, crossed, weight
    counts[2] += 1


@njit
def undo(f, graph, counts, states, edges, endings):  # type: ignore[no-untyped-def]
    """As if the last state had not been begun."""
    for k in range(DEPTH):
        f.script[k] = 0
    for k in range(states, counts[0]):
        graph.table[graph.home[k]] = -1
    for k in range(endings, counts[3]):
        graph.end_table[graph.end_home[k]] = -1
    counts[0], counts[2], counts[3] = states, edges, endings


@njit
def forget(f, marks, plan):  # type: ignore[no-untyped-def]
    """As a round begins: marks of rounds that nobody asks for any more; late rounds are told as the last early one."""
    over = max(0, f.round - plan.rounds)
    for i in range(plan.stamps.shape[0]):
        mark = marks[plan.stamps[i]]
        if mark > 0:
            marks[plan.stamps[i]] = mark - over if mark >= f.round - plan.windows[i] else 0
    if over > 0:
        f.round -= over
        for i in range(plan.untils.shape[0]):
            mark = marks[plan.untils[i]]
            if mark > 0 and mark < ALWAYS:
                marks[plan.untils[i]] = max(1, mark - over)


@njit
def bury(f, words, plan):  # type: ignore[no-untyped-def]
    """The dead are all alike."""
    for j in range(f.n):
        if f.who[j].on >> DEAD & 1:
            begin = plan.who + j * plan.each
            for i in range(plan.part):
                words[uint64(begin + i)] = plan.corpses[j, i]


@njit
def lay_down(f, marks, plan):  # type: ignore[no-untyped-def]
    """So are those who won't wake, in all that nobody asks of them."""
    if plan.lasting.shape[0] == 0:
        return
    start = plan.base.view(np.int32)
    for j in range(f.n):
        begin = 2 * (plan.who + j * plan.each)
        if f.who[j].on >> UNCONSCIOUS & 1 and marks[begin + plan.asleep] == ALWAYS:
            for place in plan.lasting:
                marks[begin + place] = start[begin + place]


@njit
def strange(f, words, plan):  # type: ignore[no-untyped-def]
    """Whether a word has changed that no state had room for; they are noted down."""
    changed = uint64(0)
    for i in range(plan.first, plan.who):
        changed |= (words[uint64(i)] ^ plan.base[uint64(i)]) & plan.mask[uint64(i)]
    for j in range(f.n):
        begin = plan.who + j * plan.each
        for i in range(begin, begin + plan.part):
            changed |= (words[uint64(i)] ^ plan.base[uint64(i)]) & plan.mask[uint64(i)]
    if changed == uint64(0):
        return False
    for i in range(plan.still.shape[0]):
        if words[uint64(plan.still[i])] != plan.base[plan.still[i]]:
            plan.found[i] = True
            words[uint64(plan.still[i])] = plan.base[plan.still[i]]
    return True


@njit
def number_of(words, plan, graph, counts):  # type: ignore[no-untyped-def]
    """The number of a state, a new one if it was not seen before."""
    new = counts[0]
    width = plan.live.shape[0]
    for i in range(width):
        graph.states[new, i] = words[uint64(plan.live[i])]
    last = uint64(graph.table.shape[0] - 1)
    slot = hash_of(plan, graph.states[new]) & last
    while True:
        k = graph.table[slot]
        if k < 0:
            graph.table[slot], graph.home[new] = new, int64(slot)
            counts[0] += 1
            return new
        same = True
        for i in range(width):
            if graph.states[k, i] != graph.states[new, i]:
                same = False
                break
        if same:
            return k
        slot = (slot + uint64(1)) & last


@njit
def scrambled(h):  # type: ignore[no-untyped-def]
    h = (h ^ (h >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    h = (h ^ (h >> uint64(27))) * uint64(0x94D049BB133111EB)
    return h ^ (h >> uint64(31))


@njit
def ending(f, graph, counts):  # type: ignore[no-untyped-def]
    """The number of an ending: who won and how, who is dead, out, fled, who has surrendered."""
    new = counts[3]
    row = graph.endings[new]
    for i in range(ENDING):
        row[i] = 0
    row[0] = (f.winner - STAND_OFF) * 16 + way_won(f)
    for c in f.who[: f.n]:
        row[1] |= int64(c.on >> DEAD & 1) << c.id
        row[2] |= int64(1 if c.on & OUT else 0) << c.id
        row[3] |= int64(c.on >> FLED & 1) << c.id
        row[4] |= int64(c.on >> SURRENDERED & 1) << c.id
    for side in f.side[: f.sides]:
        row[5] |= int64(side.size - side.dead) << (8 * side.id)
    last = uint64(graph.end_table.shape[0] - 1)
    slot = hash_of_ending(row) & last
    while True:
        k = graph.end_table[slot]
        if k < 0:
            graph.end_table[slot], graph.end_home[new] = new, int64(slot)
            counts[3] += 1
            return new
        same = True
        for i in range(ENDING):
            if graph.endings[k, i] != graph.endings[new, i]:
                same = False
        if same:
            return k
        slot = (slot + uint64(1)) & last


@njit
def hash_of(plan, row):  # type: ignore[no-untyped-def]
    """Words that are still the start's add nothing: a state that gets room for more of them stays where it is."""
    h = uint64(0)
    for i in range(plan.live.shape[0]):
        t = (row[i] ^ plan.base[plan.live[i]]) * (uint64(2 * i + 1) * uint64(GAMMA))
        h += t ^ (t >> uint64(29))
    return scrambled(h)


@njit
def hash_of_ending(row):  # type: ignore[no-untyped-def]
    h = uint64(0)
    for i in range(ENDING):
        h = scrambled(h + uint64(row[i]))
    return h


@of_no_book
def find_homes(plan, graph, states, endings):  # type: ignore[no-untyped-def]
    """Fills the tables of a graph that has grown."""
    last = uint64(graph.table.shape[0] - 1)
    for k in range(states):
        slot = hash_of(plan, graph.states[k]) & last
        while graph.table[slot] >= 0:
            slot = (slot + uint64(1)) & last
        graph.table[slot], graph.home[k] = k, int64(slot)
    last = uint64(graph.end_table.shape[0] - 1)
    for k in range(endings):
        slot = hash_of_ending(graph.endings[k]) & last
        while graph.end_table[slot] >= 0:
            slot = (slot + uint64(1)) & last
        graph.end_table[slot], graph.end_home[k] = k, int64(slot)
