"""The list of the referee commands that every book has: names, arguments, meanings, examples, words of the log."""

from __future__ import annotations

from affray.engine.vocabulary import ABSENT, SAVES
from affray.rules.commands import CHOICE, CONDITION, NUMBER, SIDE, TEXT, WHO, Argument, Command
from affray.rules.shared.referee import (
    NO_COVER,
    act_next,
    change_side,
    cover,
    end_fight,
    enter,
    hide,
    hp,
    is_held,
    light,
    modifier,
    morale,
    move,
    order_check,
    overrule,
    put_mark,
    put_on,
    rate,
    release,
    remark,
    remove,
    reveal,
    set_armour,
    surprise,
    take_off,
    terrain,
    width,
)
from affray.rules.shared.referee_gear import GEAR_COMMANDS
from affray.rules.shared.waiting import lurks

ROUNDS = Argument("ROUNDS", NUMBER, optional=True)
ON_OFF = Argument("SWITCH", CHOICE, choices=("on", "off"))
TERRAINS = ("outdoors", "deck", "water", "under water")
COVERS = (NO_COVER, "quarter", "half", "three quarters", "slit", "full")
CHECKS = ("morale", *SAVES[1:])
WIDTH_LINE = "Referee: [the passage is {across} wide][{open}]"
TERRAIN_LINE = "Referee: terrain: {WHAT} {SWITCH}"


def check_command(checks: tuple[str, ...]) -> Command:
    """Return the command that calls for a check, with the book's names of checks."""
    return Command(
        "check",
        (WHO, Argument("CHECK", CHOICE, choices=checks)),
        "Call for a morale check or a saving throw.",
        tuple(f"check WHO {name}" for name in checks[:2]),
        order_check,
        ("", "Referee: {who} must save ({CHECK})"),
        "{who} must make a saving throw",
    )


PEOPLE_COMMANDS = (
    Command(
        "hp",
        (WHO, Argument("NUMBER", NUMBER)),
        "Set somebody's hit points; at 0 the book says what happens.",
        ("hp WHO 3", "hp WHO 5 because the roof fell in"),
        hp,
        ("hp.set", "{who}: hp {hp}"),
        "{who} {fares}",
    ),
    Command(
        "move",
        (WHO, Argument("X", NUMBER), Argument("Y", NUMBER), Argument("HEIGHT", NUMBER, optional=True)),
        "Put somebody at a position, in the book's unit.",
        ("move WHO 30 0", "move WHO 30 0 10"),
        move,
        ("place", "Referee: {who} is at {place}"),
        "{who} is elsewhere now",
    ),
    Command(
        "on",
        (WHO, Argument("CONDITION", CONDITION), ROUNDS),
        "Put a condition on somebody, for so many rounds or for the rest of the fight.",
        ("on WHO prone", "on WHO blind 3"),
        put_on,
    ),
    Command(
        "off",
        (WHO, Argument("CONDITION", CONDITION)),
        "End a condition of somebody.",
        ("off WHO prone",),
        take_off,
        fits=lambda f, who: who.conditions != 0,
    ),
    Command(
        "release",
        (WHO,),
        "Free somebody of whatever holds them: bonds, a web, a grapple, a beak.",
        ("release WHO",),
        release,
        ("", "Referee: {who} is released"),
        "{who} is released",
        fits=is_held,
    ),
    check_command(CHECKS),
    Command(
        "modifier",
        (Argument("NUMBER", NUMBER), WHO._replace(optional=True)),
        "Modify the next roll to hit or save, or the next of one combatant.",
        ("modifier +2", "modifier -1 WHO"),
        modifier,
        ("modifier", "Referee: {modifier} on the next roll to hit or save[ by {WHO}]"),
    ),
    Command(
        "morale",
        (WHO, Argument("RATING", NUMBER)),
        "Set somebody's morale rating, 2 to 12.",
        ("morale WHO 9",),
        morale,
        ("rating", "{who}: morale {rating}"),
    ),
    Command(
        "ac",
        (WHO, Argument("NUMBER", NUMBER)),
        "Set somebody's armour class as the book counts it, the shield included.",
        ("ac WHO 5",),
        set_armour,
        ("armour.set", "{who}: armour class {armour}"),
    ),
    Command(
        "rate",
        (WHO, Argument("RATE", NUMBER)),
        "Set somebody's base movement rate, in the book's unit.",
        ("rate WHO 60",),
        rate,
        ("pace", "{who}: movement rate {pace}"),
    ),
    Command(
        "cover",
        (WHO, Argument("COVER", CHOICE, choices=COVERS)),
        "Set what covers somebody from missiles.",
        ("cover WHO half", "cover WHO none"),
        cover,
        ("", "Referee: {who} has cover: {COVER}"),
        "{who} has cover: {COVER}",
    ),
    Command(
        "side",
        (WHO, Argument("SIDE", SIDE)),
        "Let somebody fight for another side.",
        ("side WHO SIDE",),
        change_side,
        ("", "Referee: {who} joins {SIDE}"),
        "{who} joins {SIDE}",
    ),
    Command(
        "remove",
        (WHO,),
        "Take somebody out of the fight, neither dead nor fled.",
        ("remove WHO",),
        remove,
        ("", "Referee: {who} leaves the fight"),
        "{who} leaves the fight",
        fits=lambda f, who: who.conditions >> ABSENT & 1 == 0,
    ),
    Command(
        "overrule",
        (WHO, Argument("HP", NUMBER, optional=True)),
        "Take somebody back into the fight who died, fled, surrendered or was removed.",
        ("overrule WHO 4",),
        overrule,
        ("hp.now", "Referee: {who} is back in the fight; hp {hp}"),
        "{who} is back in the fight",
        fits=lambda f, who: not who.in_fight and not lurks(who),
    ),
    Command(
        "hide",
        (WHO, Argument("HOW", TEXT, optional=True)),
        "Hide somebody, who lies in wait and takes no part; or who fights on, if you add unseen.",
        ("hide WHO", "hide WHO unseen"),
        hide,
        ("", "Referee: {who} is hidden"),
        secret=True,
    ),
    Command(
        "reveal",
        (WHO,),
        "Show somebody hidden to the players; who lay in wait joins the fight.",
        ("reveal WHO",),
        reveal,
        ("", "Referee: {who} is revealed"),
        "{who} appears",
    ),
    Command(
        "enter",
        (WHO,),
        "Let somebody who lies in wait join the fight, still unseen.",
        ("enter WHO",),
        enter,
        ("", "Referee: {who} joins the fight unseen"),
        secret=True,
        fits=lambda f, who: lurks(who),
    ),
    Command(
        "note",
        (WHO, Argument("WORDS", TEXT, optional=True)),
        "Keep a note on somebody, for the referee alone; without words, drop it.",
        ("note WHO carries the key",),
        remark,
        ("", "Note on {who}: {WORDS}"),
        secret=True,
    ),
)
MARK_COMMANDS = (
    Command(
        "mark",
        (WHO, Argument("ROUNDS", NUMBER), Argument("WORDS", TEXT)),
        "Mark somebody with a condition of your own, for so many rounds; 0 is the rest of the fight.",
        ("mark WHO 3 dazzled",),
        put_mark,
        ("until", "Referee: {who} is {WORDS} {until}"),
        "{who} is {WORDS}",
    ),
    Command(
        "unmark",
        (WHO, Argument("WORDS", TEXT)),
        "Take such a mark off somebody.",
        ("unmark WHO dazzled",),
        remark,
        ("", "Referee: {who} is no longer {WORDS}"),
        "{who} is no longer {WORDS}",
    ),
)
FIGHT_COMMANDS = (
    Command(
        "surprise",
        (Argument("SIDE", SIDE), ROUNDS),
        "Surprise a side: everybody on it is unaware until the end of the round.",
        ("surprise SIDE", "surprise SIDE 2"),
        surprise,
    ),
    Command(
        "light",
        (Argument("LIGHT", CHOICE, choices=("dark", "lit", "daylight")),),
        "Change the light: those who don't see in the dark are blind in it.",
        ("light dark", "light lit"),
        light,
        ("", "Referee: it is now {LIGHT}"),
        "Referee: it is now {LIGHT}",
    ),
    Command(
        "width",
        (Argument("WIDTH", NUMBER),),
        "Set the width of the passage in the book's unit; 0 is open ground.",
        ("width 10",),
        width,
        ("across open", WIDTH_LINE),
        WIDTH_LINE,
    ),
    Command(
        "terrain",
        (Argument("WHAT", CHOICE, choices=TERRAINS), ON_OFF),
        "Change the ground: in the open air, on a deck, in water or under it.",
        ("terrain deck on", "terrain under water off"),
        terrain,
        ("", TERRAIN_LINE),
        TERRAIN_LINE,
    ),
    Command(
        "end",
        (Argument("SIDE", TEXT, optional=True),),
        "End the fight, won by a side, by nobody, or as a stand-off.",
        ("end SIDE", "end"),
        end_fight,
    ),
)
NEXT = Command(
    "next",
    (WHO,),
    "Let somebody act next, before the others whose turn it is.",
    ("next WHO",),
    act_next,
    ("", "Referee: {who} acts next"),
    "Referee: {who} acts next",
    fits=lambda f, who: who.able and who.turn == f.turn and not who.acted and f.called_next != who.id,
)
COMMANDS = (*PEOPLE_COMMANDS, *MARK_COMMANDS, *GEAR_COMMANDS, *FIGHT_COMMANDS)


def with_commands(*own: Command, base: tuple[Command, ...] = COMMANDS) -> tuple[Command, ...]:
    """Return the commands that every book has, with a book's own in the place of those of the same name, or after."""
    mine = {command.name: command for command in own}
    kept = [mine.pop(command.name, command) for command in base]
    return (*kept, *mine.values())
