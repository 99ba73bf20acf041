"""What the referee commands of every book do: hit points, conditions, checks, positions, ground, sides, the end."""

from __future__ import annotations

from affray.engine import events as E
from affray.engine.clauses import SPOKEN
from affray.engine.state import ALWAYS, NOBODY, NOBODY_LEFT, STAND_OFF, UNDECIDED, Combatant, Effect, Fight
from affray.engine.verbs import note
from affray.engine.vocabulary import (
    ABSENT,
    BLIND,
    BOUND,
    CONSTRAINED,
    DEAD,
    FLED,
    GONE,
    HELD,
    LURKING,
    NAMES,
    SAVES,
    SURRENDERED,
    UNAWARE,
)
from affray.errors import AffrayError, unknown
from affray.rules import seams
from affray.rules.commands import TENTHS_IN_UNIT, Scene
from affray.rules.shared import damage
from affray.rules.shared.clauses import FIRST_DEATH
from affray.rules.shared.damage import begin, die, end, is_lost, lift, standing
from affray.rules.shared.waiting import join, lie_in_wait, list_firsts, lurks, part_from_foes

STAYS = ("unseen", "in wait")  # after hide: it changes only what players know
LOWEST_MORALE, HIGHEST_MORALE = 2, 12
NO_COVER = "none"
HOLDS = (HELD, BOUND, CONSTRAINED)


def settle(f: Fight) -> None:
    """End the fight if nobody is left to fight."""
    if f.winner == UNDECIDED:
        seams.settle(f)


def tell(f: Fight, who: Combatant, value: int = 0, was: int = 0) -> None:
    """Note that the referee has changed something about somebody."""
    note(f, E.REFEREE, SPOKEN, who, who, value, was)


def tell_all(f: Fight, value: int = 0, was: int = 0) -> None:
    """Note that the referee has changed something about nobody in particular."""
    tell(f, f.who[0], value, was)


# --- hit points, conditions, checks


def hp(scene: Scene, who: Combatant, points: int) -> None:
    """Set hit points; at 0 the book says what happens."""
    f, before = scene.fight, who.hp
    if points <= 0 and who.in_fight and f.seams[seams.lose_hit_points] is not damage.lose_hit_points:
        lose_all(f, who, points)
    else:
        who.hp, who.max_hp = points, max(who.max_hp, points)
        tell(f, who, points, before)
        if points <= 0 and who.in_fight:
            die(f, who, who, SPOKEN)
        elif points > 0:
            restore(f, who)
    settle(f)


def lose_all(f: Fight, who: Combatant, points: int) -> None:
    """Let the rule of this fight for 0 hit points decide."""
    if who.hp > points:
        seams.lose_hit_points(f, who, who, who.hp - points, 0, SPOKEN)
    else:
        before, who.hp = who.hp, points
        tell(f, who, points, before)


def restore(f: Fight, who: Combatant) -> None:
    """Bring the dead and the dying back, if hit points do."""
    if who.conditions >> DEAD & 1:
        lift(f, who, DEAD, SPOKEN)
        f.side[who.side].dead -= 1
    seams.revive(f, who)


def move(scene: Scene, who: Combatant, x: int, y: int, height: int | None = None) -> None:
    who.x, who.y = x * TENTHS_IN_UNIT, y * TENTHS_IN_UNIT
    if height is not None:
        who.z = height * TENTHS_IN_UNIT
    scene.fight.contact = scene.fight.contact and not who.in_fight
    tell(scene.fight, who, who.x, who.y)
    settle(scene.fight)


def put_on(scene: Scene, who: Combatant, which: int, rounds: int | None = None) -> None:
    f = scene.fight
    until = ALWAYS if rounds is None else f.round + rounds
    note(f, E.CONDITION_ON, SPOKEN, who, who, which, until)
    if which == DEAD:
        die(f, who, who, SPOKEN)
    else:
        who.ends_at[which] = 0  # what the referee says holds, even if it was to last longer
        begin(f, who, which, until)
    settle(f)


def take_off(scene: Scene, who: Combatant, which: int) -> None:
    if who.conditions >> which & 1 == 0:
        raise AffrayError(f"{scene.roster.who[who.id]} is not {NAMES[which]}")
    lift(scene.fight, who, which, SPOKEN)
    settle(scene.fight)


def release(scene: Scene, who: Combatant) -> None:
    """Free somebody of bonds and webs, and of whoever is fast on them."""
    f = scene.fight
    if not is_held(f, who):
        raise AffrayError(f"nothing holds {scene.roster.who[who.id]}")
    tell(f, who)
    set_free(f, who)
    settle(f)


def is_held(f: Fight, who: Combatant) -> bool:
    bonds = any(who.conditions >> which & 1 for which in HOLDS)
    return bonds or who.attached_to != NOBODY or any(c.attached_to == who.id for c in f.who[: f.n])


def set_free(f: Fight, who: Combatant) -> None:
    who.attached_to = NOBODY
    for c in f.who[: f.n]:
        if c.attached_to == who.id:
            c.attached_to = NOBODY
    for which in HOLDS:
        if who.conditions >> which & 1:
            lift(f, who, which, SPOKEN)


def surprise(scene: Scene, side: int, rounds: int = 1) -> None:
    """Make everybody on a side unaware until the end of the round."""
    f = scene.fight
    taken = [c for c in f.who[: f.n] if c.side == side and c.in_fight]
    if not taken:
        raise AffrayError(f"nobody of {scene.roster.sides[side]} is left to be surprised")
    for c in taken:
        until = f.round + max(1, rounds) - 1
        note(f, E.CONDITION_ON, SPOKEN, c, c, UNAWARE, until)
        begin(f, c, UNAWARE, until)
    settle(f)


def order_check(scene: Scene, who: Combatant, what: str) -> None:
    """Call for a save, or for a morale check in the side's next morale step."""
    call_for_check(scene, who, what, {name: SAVES.index(name) for name in SAVES[1:]})


def call_for_check(scene: Scene, who: Combatant, what: str, saves: dict[str, int]) -> None:
    f = scene.fight
    if what.lower() == "morale":
        note(f, E.DUE, SPOKEN, who, who)
        who.morale_due |= FIRST_DEATH
    elif what.lower() in saves:
        tell(f, who)
        seams.save(f, who, Effect(save=saves[what.lower()]))
    else:
        raise AffrayError(unknown("check", what, ["morale", *saves]))
    settle(f)


def modifier(scene: Scene, amount: int, who: Combatant | None = None) -> None:
    """Give a modifier to the next roll to hit or save, or to the next of one combatant."""
    f = scene.fight
    f.referee_modifier, f.modified = amount, NOBODY if who is None else who.id
    tell(f, who or f.who[0], amount)


def overrule(scene: Scene, who: Combatant, points: int | None = None) -> None:
    """Take somebody back into the fight as they were before they dropped out."""
    f = scene.fight
    for which in (DEAD, FLED, SURRENDERED, ABSENT):
        if who.conditions >> which & 1:
            lift(f, who, which, SPOKEN)
    if who.conditions & GONE:
        raise AffrayError(f"{scene.roster.who[who.id]} can't come back into this fight")
    who.hp = max(1, who.hp) if points is None else points
    who.subdual_damage = 0
    tell(f, who, who.hp)
    seams.revive(f, who)
    settle(f)


# --- numbers


def morale(scene: Scene, who: Combatant, rating: int) -> None:
    if not LOWEST_MORALE <= rating <= HIGHEST_MORALE:
        raise AffrayError(f"morale runs from {LOWEST_MORALE} to {HIGHEST_MORALE}, not {rating}")
    before, who.morale, who.led_morale = who.morale, rating, 0
    tell(scene.fight, who, rating, before)


def set_armour(scene: Scene, who: Combatant, ac: int) -> None:
    """Set the armour class as the book counts it, with the shield."""
    before = scene.book.armour(who)
    who.ac += ac - before
    if scene.book.armour(who) != ac:  # the book counts the other way
        who.ac -= 2 * (ac - before)
    tell(scene.fight, who, ac, before)


def rate(scene: Scene, who: Combatant, per_turn: int) -> None:
    """Set the base movement rate, on foot."""
    if per_turn < 0:
        raise AffrayError(f"a movement rate is 0 or more, not {per_turn}")
    before, who.move = who.move, per_turn * TENTHS_IN_UNIT
    tell(scene.fight, who, who.move, before)


def cover(scene: Scene, who: Combatant, how: str) -> None:
    """Set what stands between somebody and missiles, by the book's table of cover."""
    table = {NO_COVER: 0, **{word: int(value) for word, value in scene.book.setup().library.tables["cover"].items()}}
    if how.lower() not in table:
        raise AffrayError(unknown("cover", how, list(table)))
    before, who.cover = who.cover, table[how.lower()]
    tell(scene.fight, who, who.cover, before)


# --- the ground


def light(scene: Scene, how: str) -> None:
    """Make it dark, lit or daylight: those who don't see in the dark are blind in it."""
    f, was_dark = scene.fight, scene.fight.dark
    f.dark, f.daylight = how == "dark", how == "daylight"
    tell_all(f)
    for c in f.who[: f.n]:
        if not c.sees_dark and c.in_fight and f.dark != was_dark:
            change_sight(f, c)
    settle(f)


def change_sight(f: Fight, who: Combatant) -> None:
    if f.dark and who.conditions >> BLIND & 1 == 0:
        note(f, E.CONDITION_ON, SPOKEN, who, who, BLIND, ALWAYS)
        begin(f, who, BLIND, ALWAYS)
    elif not f.dark and who.conditions >> BLIND & 1 and who.ends_at[BLIND] >= ALWAYS:
        lift(f, who, BLIND, SPOKEN)


def width(scene: Scene, across: int) -> None:
    if across < 0:
        raise AffrayError(f"a width is 0 (open ground) or more, not {across}")
    before, scene.fight.width = scene.fight.width, across * TENTHS_IN_UNIT
    tell_all(scene.fight, scene.fight.width, before)


def terrain(scene: Scene, what: str, switch: str) -> None:
    f, on = scene.fight, switch == "on"
    if what == "outdoors":
        f.outdoors = on
    elif what == "deck":
        f.unstable = on
    else:
        f.water = ("water", "under water").index(what) + 1 if on else 0
    tell_all(f)


# --- sides, order, what players know, the end


def change_side(scene: Scene, who: Combatant, number: int) -> None:
    """Let somebody fight for another side."""
    f, old, new = scene.fight, scene.fight.side[who.side], scene.fight.side[number]
    if old.id == new.id:
        raise AffrayError(f"{scene.roster.who[who.id]} is on that side already")
    for side, step in ((old, -1), (new, 1)):
        side.size += step * (not who.conditions >> LURKING & 1)
        side.standing += step * standing(who)
        side.out_of_action += step * is_lost(who)
        side.dead += step * (who.conditions >> DEAD & 1)
    who.side, who.turn = new.id, new.turn
    part_from_foes(f, who)
    list_firsts(f)
    tell(f, who, new.id, old.id)
    settle(f)


def act_next(scene: Scene, who: Combatant) -> None:
    """Let somebody act next of those whose turn it is."""
    f, name = scene.fight, scene.roster.who[who.id]
    if not who.able:
        raise AffrayError(f"{name} can't act")
    if who.turn != f.turn:
        raise AffrayError(f"{name} doesn't act in this turn of the round")
    f.called_next = who.id
    tell(f, who)


def remove(scene: Scene, who: Combatant) -> None:
    tell(scene.fight, who)
    begin(scene.fight, who, ABSENT, ALWAYS)
    settle(scene.fight)


def hide(scene: Scene, who: Combatant, how: str = "") -> None:
    """Let somebody lie in wait, unseen by the players; or fight on unseen."""
    tell(scene.fight, who)
    if who.in_fight and how.lower() not in STAYS:
        lie_in_wait(scene.fight, who)


def reveal(scene: Scene, who: Combatant) -> None:
    """Show somebody; who lay in wait joins the fight."""
    tell(scene.fight, who)
    if lurks(who):
        join(scene.fight, who)
        settle(scene.fight)


def enter(scene: Scene, who: Combatant) -> None:
    """Let somebody who lies in wait join the fight unseen."""
    if not lurks(who):
        raise AffrayError(f"{scene.roster.who[who.id]} does not lie in wait")
    tell(scene.fight, who)
    join(scene.fight, who)
    settle(scene.fight)


def remark(scene: Scene, who: Combatant, words: str = "") -> None:
    """Note that what players know of somebody has changed: whoever keeps that for the fight does the rest."""
    tell(scene.fight, who)


def put_mark(scene: Scene, who: Combatant, rounds: int, words: str) -> None:
    """Note a condition in the referee's own words; whoever keeps what is known of the fight does the rest."""
    tell(scene.fight, who, 0, scene.fight.round + rounds if rounds > 0 else ALWAYS)


def end_fight(scene: Scene, won: str = "") -> None:
    ends = {"": STAND_OFF, "stand-off": STAND_OFF, "nobody": NOBODY_LEFT}
    ends |= {name.lower(): i for i, name in enumerate(scene.roster.sides)}
    if won.lower() not in ends:
        raise AffrayError(unknown("side", won, [*scene.roster.sides, "stand-off", "nobody"]))
    end(scene.fight, ends[won.lower()])


def prepare_newcomer(f: Fight, who: Combatant) -> None:
    """Do nothing: a newcomer needs no preparation."""
