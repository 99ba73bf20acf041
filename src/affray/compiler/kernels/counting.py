"""What is counted of a fight: of its events, of its rounds and of its end. The same for plain and compiled rules."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.engine import events as E
from affray.engine.clauses import CLAUSES
from affray.engine.dice import GAMMA, MASK, Word, mix64
from affray.engine.phrases import SAYINGS
from affray.engine.state import MOST_SIDES, STAND_OFF
from affray.engine.vocabulary import ABSENT, DEAD, FALLEN, FLED, LURKING, OUT, SURRENDERED, TURNED

# --- of each event, for each combatant

TALLIES = tuple("kills dealt taken hits misses lost passed failed".split())
KILLS, DAMAGE_DEALT, DAMAGE_TAKEN, HITS, MISSES, SPELLS_LOST, MORALE_PASSED, MORALE_FAILED = range(len(TALLIES))

COUNTED_EVENTS = (E.HIT, E.MISS, E.DAMAGE, E.DEAD, E.CHECK, E.LOST)


def count_event(f: Any, kind: int, clause: int, who: int, other: int, value: int, was: int) -> None:
    """Count one event. `f` has `counted`, a row for each combatant, `flow`, the damage of each to each, and
    in `morale` and `magic` the clauses that it asks for."""
    if kind == E.HIT:
        f.counted[who][HITS] += 1
    elif kind == E.MISS:
        f.counted[who][MISSES] += 1
    elif kind == E.DAMAGE:
        f.counted[other][DAMAGE_TAKEN] += value
        f.flow[who][other] += value
        if who != other:
            f.counted[who][DAMAGE_DEALT] += value
    elif kind == E.DEAD:
        if who != other:
            f.counted[who][KILLS] += 1
    elif kind == E.CHECK:
        if value > 0 and is_among(f.morale, clause):
            f.counted[who][MORALE_FAILED if value > was else MORALE_PASSED] += 1
    elif kind == E.LOST and value >= 0 and is_among(f.magic, clause):
        f.counted[who][SPELLS_LOST] += 1


def is_among(clauses: Any, clause: int) -> bool:
    """Return whether a list, which ends with zeros, has this clause."""
    for one in clauses:
        if one == clause:
            return True
        if one == 0:
            return False
    return False


def morale_clauses() -> list[int]:
    """Return the clauses under which somebody's heart is tried: 2d6 over the number needed, and it fails."""
    return [number for number, clause in CLAUSES.items() if ".morale" in clause.id]


def spell_loss_clauses() -> list[int]:
    """Return the clauses under which a spell is lost: those whose words tell which."""
    return [number for number, clause in CLAUSES.items() if names_spell(f"lost {clause.id}")]


def names_spell(key: str) -> bool:
    return key in SAYINGS and "spell" in SAYINGS[key].facts.split()


# --- how a fight ended, and how it stood round by round

WAYS_TO_WIN = tuple("killing rout surrender objective turning".split())
KILLING, ROUT, SURRENDER, OBJECTIVE, TURNING = range(len(WAYS_TO_WIN))
COMBATANT_FATES = tuple("dies out fled surrendered".split())
HP_BINS = 21  # of the hp of a side: none, then twentieths of all it had
VALUES_PER_COMBATANT = len(TALLIES) + 1  # what is counted, and the hp left


class Sums(NamedTuple):
    """What fights come to: flat lists of numbers to which each fight adds, so that no order of fights matters."""

    ends: Any  # for each winner, way and number of rounds
    alive: Any  # for each side and number of survivors
    spotless: Any  # for each side: none of it died
    marks: Any  # for each combatant: dies, is out, fled, surrendered
    sums: Any  # for each combatant: what was counted, and the hp left
    squares: Any
    stood: Any  # for each round and combatant: stands as the round begins
    kept: Any  # ... stands at the end of the fight, in its last round
    bands: Any  # for each round, side and bin: its hp as the round begins
    last: Any  # ... at the end of the fight


def sum_lengths(n: int, sides: int, rounds: int) -> Sums:
    """Return how long each list is, for so many combatants, sides and rounds at most."""
    lines = rounds + 1
    return Sums(
        ends=(MOST_SIDES - STAND_OFF) * len(WAYS_TO_WIN) * lines,
        alive=sides * (n + 1),
        spotless=sides,
        marks=n * len(COMBATANT_FATES),
        sums=n * VALUES_PER_COMBATANT,
        squares=n * VALUES_PER_COMBATANT,
        stood=lines * n,
        kept=lines * n,
        bands=lines * sides * HP_BINS,
        last=lines * sides * HP_BINS,
    )


def checksum(f: Any, number: int) -> Word:
    """Return what the fight of this number adds to the checksum: winner, rounds, dice and every hp."""
    h = mix64(f.winner - STAND_OFF + f.round * GAMMA & MASK)
    h = mix64(h + f.rolled & MASK)
    for c in f.who[: f.n]:
        h = mix64(h + c.hp + 1_000_000 & MASK)
    return mix64(h + number * GAMMA & MASK)


def count_end(f: Any, t: Any) -> None:
    """Count how it ended, and how many live."""
    lines = f.last_round + 1
    t.ends[((f.winner - STAND_OFF) * len(WAYS_TO_WIN) + way_won(f)) * lines + f.round] += 1
    for side in f.side[: f.sides]:
        t.alive[side.id * (f.n + 1) + side.size - side.dead] += 1
        t.spotless[side.id] += 1 if side.dead == 0 else 0


def way_won(f: Any) -> int:
    """Return what became of most of the losers who were not laid low; the objective, where some of them still stand."""
    ran, alive = 0, 0
    if f.winner < 0:
        return KILLING
    for side in f.side[: f.sides]:
        if side.id != f.winner:
            if side.standing > 0:
                return OBJECTIVE
            ran += side.fled
            alive += side.size - side.dead
    if alive == 0:
        return KILLING
    gave_up, turned = 0, 0
    for c in f.who[: f.n]:
        if c.side != f.winner:
            gave_up += c.conditions >> SURRENDERED & 1
            turned += c.conditions >> FLED & c.conditions >> TURNED & 1
    if ran + gave_up == 0:
        return KILLING
    if ran < gave_up:
        return SURRENDER
    return TURNING if 2 * turned > ran else ROUT


def count_each(f: Any, t: Any) -> None:
    """Count what became of each combatant, and set the counts of the fight back to 0."""
    for c in f.who[: f.n]:
        mark = c.id * len(COMBATANT_FATES)
        t.marks[mark] += c.conditions >> DEAD & 1
        t.marks[mark + 1] += 1 if c.conditions & (OUT | FALLEN) & ~(1 << FLED | 1 << ABSENT | 1 << LURKING) != 0 else 0
        t.marks[mark + 2] += c.conditions >> FLED & 1
        t.marks[mark + 3] += c.conditions >> SURRENDERED & 1
        at = c.id * VALUES_PER_COMBATANT
        for n in range(len(TALLIES)):
            value = f.counted[c.id][n]
            t.sums[at + n] += value
            t.squares[at + n] += value * value
            f.counted[c.id][n] = 0
        left = max(0, c.hp)
        t.sums[at + len(TALLIES)] += left
        t.squares[at + len(TALLIES)] += left * left
    count_standing(f, t.kept, t.last)


def count_round(f: Any, t: Any) -> None:
    """Count who stands, and with how much, as a round begins."""
    count_standing(f, t.stood, t.bands)


def count_standing(f: Any, standing: Any, bands: Any) -> None:
    for side in f.side[: f.sides]:
        hp, most = 0, 0
        for c in f.who[: f.n]:
            if c.side == side.id:
                most += c.max_hp
                if c.conditions & FALLEN == 0:
                    hp += max(0, c.hp)
                    standing[f.round * f.n + c.id] += 1
        bands[(f.round * f.sides + side.id) * HP_BINS + hp_bin(hp, most)] += 1


def hp_bin(hp: int, most: int) -> int:
    """Return the bin of so much of so much: rounded up, so that the first is none at all."""
    return min(HP_BINS - 1, (hp * (HP_BINS - 1) + most - 1) // most) if most > 0 else 0
