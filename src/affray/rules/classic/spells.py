"""Spells of the classic book: declared, aimed when cast; turning the undead; breaths and potions."""

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import rule
from affray.rules.classic.answers import AIM
from affray.rules.classic.tactics import choose
from affray.rules.shared.conditions import drop_spell
from affray.rules.shared.legality import CAST, GIVE_WAY, TURN
from affray.rules.shared.movement import give_way
from affray.rules.shared.spells import speak, turn_undead


@rule
def cast(f: Fight, who: Combatant) -> None:
    """The spell step of one combatant: its declared spell is aimed, or it turns the undead."""
    chosen = choose(f, AIM, who, who, 0)
    if chosen.kind == GIVE_WAY:
        give_way(f, who, chosen.target)
    elif chosen.kind == TURN:
        who.acted = True
        turn_undead(f, who)
    elif chosen.kind == CAST:
        speak(f, who, f.who[chosen.target])
    elif who.spell != NOBODY:
        drop_spell(f, who)
