"""The vanguard book: the players move first, who isn't ready loses the first turn, and death may be cheated once."""

from collections.abc import Callable
from typing import Any

from affray.rules.binding import bind
from affray.rules.book import Book
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import legality as shared_legality
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import reach as shared_reach
from affray.rules.shared import referee as shared_referee
from affray.rules.shared import round as shared_round
from affray.rules.shared import saves as shared_saves
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics
from affray.rules.vanguard import (
    after,
    answers,
    attack,
    build,
    choices,
    damage,
    death,
    initiative,
    leave,
    morale,
    move,
    reach,
    round,
    saves,
    sayings,
    tactics,
    voice,
)
from affray.rules.vanguard.options import OPTIONS

__all__ = ["BOOK", "sayings"]


# what shared rules call, and what they call in this book
INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    shared_reach.melee_range: reach.melee_range,
    shared_reach.encounter_rate: reach.speed,
    shared_effects.strip: reach.strip,
    shared_effects.halved: saves.halved,
    shared_effects.come_round: death.come_round,
    shared_effects.drain_level: death.drain_level,
    shared_saves.saves: saves.saves,
    shared_damage.lose: death.lose,
    shared_conditions.expire: death.expire,
    shared_conditions.shaken: morale.shaken,
    shared_conditions.never_fights: morale.never_fights,
    shared_attack.attack: attack.attack,
    shared_round.take_in_hand: initiative.take_in_hand,
    shared_movement.step_to: leave.step_to,
    leave.parting_weapon: leave.chosen_weapon,
    shared_tactics.refusal: choices.refusal,
    shared_tactics.may: choices.may,
    shared_legality.refuse_spell: choices.refuse_spell,
    shared_setup.build: build.build,
    shared_referee.newcomer: initiative.find_place,
}

BOOK = bind(
    Book(
        name="vanguard",
        title="vanguard: the players move first, readiness, parting attacks, death saves",
        unit="metres",
        options=tuple(OPTIONS),
        tactics=tuple(shared_tactics.TACTICS),
        asks=tuple(answers.ASKS),
        sentences=voice.SENTENCES,
        topics=answers.TOPIC,
        clauses=answers.CLAUSE,
        kinds=tuple(answers.KINDS),
        phases=tuple(round.PHASES),
        reactions=("parting",),
        step=round.step,
        alike=3,
        lasting=death.SCARRED,
        fight=round.fight,
        decide=tactics.decide,
        refusal=choices.refusal,
        legal=choices.legal,
        names=build.names,
        build=build.build,
        words=voice.words,
        read=voice.read,
        word=shared_referee.word,
        seams={
            "initiative": (initiative.order,),
            "surprise": (initiative.surprise,),
            "damage": (damage.weapon_damage, damage.graze, damage.damage_clause),
            "zero": (death.lose, death.expire, death.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, morale.never_fights),
            "leave": (choices.refuse_leaving, leave.provokes, leave.parting_blow),
        },
        core={
            "attack": attack.attack,
            "can_strike": move.can_strike,
            "arrive": move.arrive,
            "situation": initiative.situation,
            "parts": leave.parts,
        },
        setup=build.setup,
        after=after.after,
        rest=after.rest,
        armour=lambda who: who.ac + who.shield,
        sequence=(
            "once, before the first round: each player rolls 1d6 and is ready on 4 or more",
            "the players' side: each one action and a move, in any order",
            "the opponents in the same way",
            "what always acts last",
        ),
    ),
    INSTEAD,
)
