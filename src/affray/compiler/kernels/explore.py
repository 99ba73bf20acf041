"""The kernel of exact odds, in the rule language: every way the dice of a step can fall, from every state of a fight.

A state is the words of the record that changed since the start (`live`); the others are the start's own. Equal states
are one. Rounds after the first few are alike: they are told as the last of these, all marks of rounds with them."""

from __future__ import annotations

from typing import Any

from affray.compiler.kernels.counting import way_won
from affray.compiler.kernels.plan import COUNTS, ENDING, GRAPH, PLAN
from affray.compiler.kernels.players import WORDS, Kind, step
from affray.compiler.kernels.record import SCRIPT
from affray.compiler.kernels.script import DEPTH, drawn, turned
from affray.compiler.kernels.ways import ITSELF, UNTRIED, WAYS, next_change, undo_changes, way_of
from affray.compiler.types import INT, ArrayType, Scalar
from affray.engine import verbs
from affray.engine.conditions import DEAD, FLED, OUT, SURRENDERED, UNCONSCIOUS
from affray.engine.dice import GAMMA, Word, mix64
from affray.engine.state import ALWAYS, STAND_OFF, UNDECIDED, Fight

DONE, MORE_ROOM, NEW_WORDS, TOO_DEEP, TOO_WIDE, FOR_A_WORD = range(6)  # why the kernel comes back
HALVES = ArrayType(Scalar(INT, 32), 0)


def explore(f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any) -> int:
    """Goes on from the first state that was not explored yet. Comes back when all are, for a word now and then, or when
    it needs more room or more words; then nothing of the last state is kept."""
    came = counts.steps
    while counts.explored < counts.states:
        if counts.steps - came > plan.turn:
            return FOR_A_WORD
        states, edges, endings = counts.states, counts.edges, counts.endings
        why = explore_state(f, words, marks, plan, graph, counts, ways)
        if why != DONE:
            undo(f, graph, counts, states, edges, endings)
            return why
        counts.explored += 1
        graph.offset[counts.explored] = counts.edges
    return DONE


def explore_state(f: Any, words: Any, marks: Any, plan: Any, graph: Any, counts: Any, ways: Any) -> int:
    """Every way on from one state; a way back to itself makes the others more likely."""
    begun, first_edge, itself = counts.steps, counts.edges, 0.0
    put_down(words, plan, graph, counts.explored)
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
                if is_strange(words, plan):
                    return NEW_WORDS
                plan.saved[plan.first : plan.end] = words[plan.first : plan.end]
            before = f.round
            step(f)
            crossed = 1 if f.round != before else 0
        first = False
        counts.steps += 1
        if f.made > DEPTH:
            return TOO_DEEP
        if counts.steps - begun > plan.ways:
            return TOO_WIDE
        f.rolled = 0
        f.guessed = 0
        way = way_of(words, plan, ways)
        if ways.edge[way] == UNTRIED:
            if not settle(f, words, marks, plan, crossed):
                return NEW_WORDS
            ways.edge[way] = edge_here(f, words, plan, graph, counts, first_edge, crossed)
            words[plan.first : plan.end] = plan.saved[plan.first : plan.end]
        else:
            undo_changes(words, plan, ways, way)
        if ways.edge[way] == ITSELF:
            itself += f.weight
        else:
            graph.chance[ways.edge[way]] += f.weight
        more = turned(f)
    if itself > 0.0:
        for k in range(first_edge, counts.edges):
            graph.chance[k] /= 1.0 - itself
    return DONE


def put_down(words: Any, plan: Any, graph: Any, at: int) -> None:
    """A state of the graph, in the record."""
    for i in range(plan.live_count):
        words[plan.live[i]] = graph.states[at * plan.live_count + i]


def settle(f: Any, words: Any, marks: Any, plan: Any, crossed: int) -> bool:
    """Merge states whose differences no rule asks for. Return False if a word has changed that states do not hold."""
    if f.winner != UNDECIDED:
        return True
    if crossed == 1:
        forget(f, marks, plan)
    if words[plan.together] & plan.at_once == 0:  # else who has fallen strikes back still
        bury(f, words, plan)
        lay_down(f, marks, plan)
    for i in range(plan.mute_count):
        marks[plan.mute[i]] = 0
    return not is_strange(words, plan)


def is_full(graph: Any, counts: Any) -> bool:
    full: bool = counts.states + 2 > graph.states_count or counts.endings + 2 > graph.endings_count
    return full or bool(counts.edges + 2 > graph.to_count)


def edge_here(f: Any, words: Any, plan: Any, graph: Any, counts: Any, first: int, crossed: int) -> int:
    """Return the edge from the state that is being explored to where the fight is now. `first` is its first edge."""
    if f.winner != UNDECIDED:
        return edge_to(graph, counts, first, -1 - ending(f, graph, counts), 0)
    target = number_of(words, plan, graph, counts)
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


def undo(f: Any, graph: Any, counts: Any, states: int, edges: int, endings: int) -> None:
    """As if the last state had not been begun."""
    for k in range(DEPTH):
        f.script[k] = 0
    for k in range(states, counts.states):
        graph.table[graph.home[k]] = -1
    for k in range(endings, counts.endings):
        graph.end_table[graph.end_home[k]] = -1
    counts.states = states
    counts.edges = edges
    counts.endings = endings


def forget(f: Any, marks: Any, plan: Any) -> None:
    """As a round begins: marks of rounds that nobody asks for any more; late rounds are told as the last early one."""
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


def bury(f: Any, words: Any, plan: Any) -> None:
    """The dead are all alike."""
    for j in range(f.n):
        if f.who[j].on >> DEAD & 1:
            begin = plan.who + j * plan.each
            for i in range(plan.part):
                words[begin + i] = plan.corpses[j * plan.part + i]


def lay_down(f: Any, marks: Any, plan: Any) -> None:
    """So are those who won't wake, in all that nobody asks of them."""
    if plan.lasting_count == 0:
        return
    for j in range(f.n):
        begin = 2 * (plan.who + j * plan.each)
        if f.who[j].on >> UNCONSCIOUS & 1 and marks[begin + plan.asleep] == ALWAYS:
            for i in range(plan.lasting_count):
                place = begin + plan.lasting[i]
                marks[place] = plan.base_marks[place]


def is_strange(words: Any, plan: Any) -> bool:
    """Whether a word has changed that no state had room for; they are noted down."""
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


def number_of(words: Any, plan: Any, graph: Any, counts: Any) -> int:
    """The number of a state, a new one if it was not seen before."""
    new: int = counts.states
    width = plan.live_count
    for i in range(width):
        graph.states[new * width + i] = words[plan.live[i]]
    last = graph.table_count - 1
    found = look_up(graph.states, width, graph.table, graph.home, last, hash_of(plan, graph, new) & last, new)
    counts.states += 1 if found == new else 0
    return found


def look_up(rows: Any, width: int, table: Any, home: Any, last: int, slot: int, new: int) -> int:
    """Return the number of an equal row, or add the new row to the table. The search starts at `slot`."""
    while True:
        k: int = table[slot]
        if k < 0:
            table[slot] = new
            home[new] = slot
            return new
        if is_same(rows, width, k, new):
            return k
        slot = slot + 1 & last


def is_same(rows: Any, width: int, one: int, other: int) -> bool:
    for i in range(width):
        if rows[one * width + i] != rows[other * width + i]:
            return False
    return True


def ending(f: Any, graph: Any, counts: Any) -> int:
    """The number of an ending: who won and how, who is dead, out, fled, who has surrendered."""
    new: int = counts.endings
    describe_ending(f, graph, new * ENDING)
    last = graph.end_table_count - 1
    slot = hash_of_ending(graph, new) & last
    found = look_up(graph.endings, ENDING, graph.end_table, graph.end_home, last, slot, new)
    counts.endings += 1 if found == new else 0
    return found


def describe_ending(f: Any, graph: Any, row: int) -> None:
    for i in range(ENDING):
        graph.endings[row + i] = 0
    graph.endings[row] = (f.winner - STAND_OFF) * 16 + way_won(f)
    for c in f.who[: f.n]:
        graph.endings[row + 1] |= (c.on >> DEAD & 1) << c.id
        graph.endings[row + 2] |= (1 if c.on & OUT else 0) << c.id
        graph.endings[row + 3] |= (c.on >> FLED & 1) << c.id
        graph.endings[row + 4] |= (c.on >> SURRENDERED & 1) << c.id
    for side in f.side[: f.sides]:
        graph.endings[row + 5] |= (side.size - side.dead) << 8 * side.id


def hash_of(plan: Any, graph: Any, state: int) -> int:
    """Words that are still the start's add nothing: a state that gets room for more of them stays where it is."""
    h: Word = 0
    for i in range(plan.live_count):
        t = (graph.states[state * plan.live_count + i] ^ plan.base[plan.live[i]]) * ((2 * i + 1) * GAMMA)
        h += t ^ (t >> 29)
    return mix64(h)


def hash_of_ending(graph: Any, number: int) -> int:
    h: Word = 0
    for i in range(ENDING):
        h = mix64(h + graph.endings[number * ENDING + i])
    return h


def find_homes(plan: Any, graph: Any, counts: Any) -> None:
    """Fills the tables of a graph that has grown."""
    last = graph.table_count - 1
    for k in range(counts.states):
        slot = hash_of(plan, graph, k) & last
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


# --- the kind of kernel


def scripted_roll(f: Fight, sides: int, count: int = 1) -> int:
    return drawn(f, sides, count)


def scripted_guess(f: Fight, sides: int) -> int:
    return drawn(f, sides, 1)


EXPLORER = Kind(
    "explore",
    explore,
    SCRIPT,
    (WORDS, HALVES, PLAN, GRAPH, COUNTS, WAYS),
    lambda: {verbs.roll: scripted_roll, verbs.guess: scripted_guess},
    vectors=(is_strange, next_change),
)
