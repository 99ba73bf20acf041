"""How everybody fares, as a table: a line for each combatant, under its side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from affray.engine.conditions import NAMES
from affray.engine.state import ALWAYS, NOBODY, Combatant, Fight

if TYPE_CHECKING:
    from affray.play.session import Play

TENTHS = 10


def board(play: Play, view: Sequence[str]) -> str:
    """Hit points only of those sides whose players look; of all where no side is named."""
    return "\n".join(_lines(play, view))


def _lines(play: Play, view: Sequence[str]) -> Iterator[str]:
    f, names = play.state, play.roster.who
    width = max(map(len, names))
    room = max(len(_place(f, c)) for c in f.who[: f.n])
    yield f"Round {f.round}"
    for side in f.side[: f.sides]:
        name = play.roster.sides[side.id]
        yield f"{name}: {side.standing} of {side.size} standing"
        for c in f.who[: f.n]:
            if c.side == side.id:
                hp = _hp(c) if not view or name in view else ""
                yield f"  {names[c.id]:<{width}}  {hp:<9}  {_place(f, c):<{room}}  {_fortune(play, c)}".rstrip()


def _hp(c: Combatant) -> str:
    return f"hp {c.hp}/{c.max_hp}"


def _place(f: Fight, c: Combatant) -> str:
    """Where it stands, where that matters."""
    if f.contact or not c.up:
        return ""
    height = f", {c.z / TENTHS:g} up" if c.z else ""
    return f"at {c.x / TENTHS:g} {c.y / TENTHS:g}{height}"


def _fortune(play: Play, c: Combatant) -> str:
    """Its conditions, and whom it faces."""
    parts = [_lasting(c, n) for n in range(len(NAMES)) if c.on >> n & 1]
    if c.up and c.faces != NOBODY:
        parts.append(f"faces {play.roster.who[c.faces]}")
    return ", ".join(parts)


def _lasting(c: Combatant, condition: int) -> str:
    until = c.until[condition] if condition < len(c.until) else ALWAYS
    return NAMES[condition] if until >= ALWAYS else f"{NAMES[condition]} to round {until}"
