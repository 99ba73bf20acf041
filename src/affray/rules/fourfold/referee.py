"""The referee commands of the fourfold book: advantage, its own saves, bad ground, who acts next."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.vocabulary import BREATH, DEATH, NO_SAVE, SAVES, SPELLS
from affray.errors import AffrayError
from affray.rules.commands import CHOICE, WHO, Argument, Command, Scene
from affray.rules.fourfold.attack import ADVANTAGE, DISADVANTAGE, let_go
from affray.rules.shared import referee, referee_commands
from affray.rules.shared.referee import call_for_check, tell, tell_all
from affray.rules.shared.referee_commands import check_command, with_commands

BOOK_SAVES = {"physical": DEATH, "evasion": BREATH, "mental": SPELLS}
OLD_SAVES = {name: SAVES.index(name) for name in SAVES[1:]}  # as they were said before
LUCK, LUCKY = "luck", 16
BAD_GROUND = "bad ground"


def advantage(scene: Scene, who: Combatant | None = None) -> None:
    """Give the next attack advantage (fourfold.attack.advantage)."""
    give_luck(scene, who, ADVANTAGE)


def disadvantage(scene: Scene, who: Combatant | None = None) -> None:
    """Give the next attack disadvantage (fourfold.attack.advantage)."""
    give_luck(scene, who, DISADVANTAGE)


def give_luck(scene: Scene, who: Combatant | None, luck: int) -> None:
    """Give luck to the next attack, or to the next of one combatant; one of each cancel."""
    own = scene.fight.fourfold if who is None else who.fourfold
    own.advantage |= luck
    tell(scene.fight, who or scene.fight.who[0], own.advantage)


def order_check(scene: Scene, who: Combatant, what: str) -> None:
    """Call for a morale check, or for one of the book's four saves."""
    if what == LUCK and who.character:
        who.saves[NO_SAVE] = LUCKY - who.level  # fourfold.save.roll: no rule but this one asks for it
    call_for_check(scene, who, what, BOOK_SAVES | OLD_SAVES | {LUCK: NO_SAVE if who.character else DEATH})
    who.saves[NO_SAVE] = 0


def release(scene: Scene, who: Combatant) -> None:
    """Free somebody of bonds and webs, and end the grapple they are in (fourfold.action.grapple)."""
    if not is_held(scene.fight, who):
        raise AffrayError(f"nothing holds {scene.roster.who[who.id]}")
    tell(scene.fight, who)
    let_go(scene.fight, who)
    referee.set_free(scene.fight, who)
    referee.settle(scene.fight)


def is_held(f: Fight, who: Combatant) -> bool:
    return who.fourfold.grappled_foe != NOBODY or referee.is_held(f, who)


def act_next(scene: Scene, who: Combatant) -> None:
    """Let somebody act next: in the turn of their side, or first of those with an instant action."""
    if not who.able:
        raise AffrayError(f"{scene.roster.who[who.id]} can't act")
    scene.fight.called_next = who.id
    tell(scene.fight, who)


def terrain(scene: Scene, what: str, switch: str) -> None:
    if what == BAD_GROUND:
        scene.fight.fourfold.bad_ground = switch == "on"
        tell_all(scene.fight)
    else:
        referee.terrain(scene, what, switch)


CHECK = check_command(("morale", *BOOK_SAVES, LUCK))
CHECKED = CHECK.arguments[1]._replace(understood=tuple(OLD_SAVES))
TERRAIN, RATE, RELEASE = (
    next(c for c in referee_commands.COMMANDS if c.name == name) for name in ("terrain", "rate", "release")
)
COMMANDS = with_commands(
    replace(CHECK, arguments=(WHO, CHECKED), apply=order_check),
    replace(
        TERRAIN,
        arguments=(Argument("WHAT", CHOICE, choices=(*referee_commands.TERRAINS, BAD_GROUND)), referee_commands.ON_OFF),
        meaning="Change the ground: in the open air, on a deck, in water or under it, bad ground that slows a move.",
        examples=("terrain bad ground on", "terrain deck off"),
        apply=terrain,
    ),
    replace(RELEASE, apply=release, fits=is_held),
    replace(
        RATE,
        meaning="Set somebody's base movement rate, in feet: three times what they go in a move.",
        examples=("rate WHO 45",),
    ),
    replace(
        referee_commands.NEXT,
        meaning="Let somebody act next in their side's turn, or before others who have an instant action.",
        apply=act_next,
        fits=lambda f, who: who.able and who.turn == f.turn and not who.fourfold.turn_taken,
    ),
    Command(
        "advantage",
        (WHO._replace(optional=True),),
        "Give the next attack, or the next of one combatant, advantage: the better of two d20.",
        ("advantage", "advantage WHO"),
        advantage,
        ("", "Referee: advantage on the next attack[ by {WHO}]"),
    ),
    Command(
        "disadvantage",
        (WHO._replace(optional=True),),
        "Give the next attack, or the next of one combatant, disadvantage: the worse of two d20.",
        ("disadvantage", "disadvantage WHO"),
        disadvantage,
        ("", "Referee: disadvantage on the next attack[ by {WHO}]"),
    ),
)
