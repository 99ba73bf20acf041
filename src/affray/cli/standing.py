"""What the terminal prints of a fight besides its log: who fights, how it ended, and everybody's state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from affray.api import Play
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight
from affray.engine.vocabulary import NAMES

UNITS_PER_FOOT = 10  # of positions


def heading(play: Play, seed: int, number: int) -> str:
    """Say which fight it is, under which rules and with which seed, and who fights."""
    house = "".join(f" with {overlay.name}" for overlay in play.book.overlays)
    fight = f", number {number}" if number else ""
    lines = [
        f"{play.encounter.title}. Rulebook: {play.book.name}{house}. Seed {seed}{fight}; --seed N for another fight."
    ]
    for side in play.state.side[: play.state.sides]:
        everybody = (c for c in play.state.who[: play.state.n] if c.side == side.id)
        members = ", ".join(f"{play.roster.who[c.id]} (hp {c.max_hp})" for c in everybody)
        lines.append(f"{play.roster.sides[side.id]}: {members}")
    return "\n".join(lines)


def closing(play: Play) -> str:
    """Say how the fight ended, and how everybody is."""
    return f"{describe_end(play)}.\n{state_table(play, ())}"


def describe_end(play: Play) -> str:
    if play.winner in play.roster.sides:
        return f"Winner: {play.winner}"
    return "Stand-off" if play.winner == "stand-off" else "Nobody is left"


def state_table(play: Play, view: Sequence[str]) -> str:
    """Write a line for each combatant, under its side; with `view`, hit points of those sides only."""
    return "\n".join(state_lines(play, view))


def state_lines(play: Play, view: Sequence[str]) -> Iterator[str]:
    f, names = play.state, play.roster.who
    width = max(map(len, names))
    room = max(len(position_of(f, c)) for c in f.who[: f.n])
    yield f"Round {f.round}"
    for side in f.side[: f.sides]:
        name = play.roster.sides[side.id]
        yield f"{name}: {side.standing} of {side.size} standing"
        for c in f.who[: f.n]:
            if c.side == side.id:
                hp = f"hp {c.hp}/{c.max_hp}" if not view or name in view else ""
                line = f"  {names[c.id]:<{width}}  {hp:<9}  {position_of(f, c):<{room}}  {conditions_of(play, c)}"
                yield line.rstrip()


def position_of(f: Fight, c: Combatant) -> str:
    """Return a combatant's position, where the fight has positions."""
    if f.contact or not c.in_fight:
        return ""
    height = f", {c.z / UNITS_PER_FOOT:g} up" if c.z else ""
    return f"at {c.x / UNITS_PER_FOOT:g} {c.y / UNITS_PER_FOOT:g}{height}"


def conditions_of(play: Play, c: Combatant) -> str:
    """List a combatant's conditions, and whom it faces."""
    parts = [condition_words(c, n) for n in range(len(NAMES)) if c.conditions >> n & 1]
    marks = play.hidden.marks_on(c.id, play.state.round)
    parts += [words if until is None else f"{words} to round {until}" for words, until in marks.items()]
    if c.in_fight and c.faced_foe != NOBODY:
        parts.append(f"faces {play.roster.who[c.faced_foe]}")
    return ", ".join(parts)


def condition_words(c: Combatant, condition: int) -> str:
    until = c.ends_at[condition] if condition < len(c.ends_at) else ALWAYS
    return NAMES[condition] if until >= ALWAYS else f"{NAMES[condition]} to round {until}"
