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
    attack,
    damage,
    initiative,
    legality,
    morale,
    movement,
    phrases,
    questions,
    reach,
    recovery,
    round,
    setup,
    spells,
    tactics,
    wording,
)
from affray.rules.vanguard.options import OPTIONS

__all__ = ["BOOK", "phrases"]


# what shared rules call, and what they call in this book
INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    shared_reach.melee_range: reach.melee_range,
    shared_reach.encounter_rate: reach.speed,
    shared_effects.strip: reach.strip,
    shared_effects.halved: spells.halved,
    shared_effects.come_round: damage.come_round,
    shared_effects.drain_level: damage.drain_level,
    shared_saves.saves: spells.saves,
    shared_damage.lose: damage.lose,
    shared_conditions.expire: damage.expire,
    shared_conditions.shaken: morale.shaken,
    shared_conditions.never_fights: morale.never_fights,
    shared_attack.attack: attack.attack,
    shared_round.take_in_hand: initiative.take_in_hand,
    shared_movement.step_to: movement.step_to,
    movement.parting_weapon: movement.chosen_weapon,
    shared_tactics.refusal: legality.refusal,
    shared_tactics.offer: tactics.offer,
    shared_legality.refuse_spell: legality.refuse_spell,
    shared_setup.build: setup.build,
    shared_referee.newcomer: initiative.find_place,
}

BOOK = bind(
    Book(
        name="vanguard",
        title="vanguard: the players move first, readiness, parting attacks, death saves",
        unit="metres",
        options=tuple(OPTIONS),
        tactics=tuple(shared_tactics.TACTICS),
        asks=tuple(questions.ASKS),
        sentences=wording.SENTENCES,
        topics=questions.TOPIC,
        clauses=questions.CLAUSE,
        kinds=tuple(questions.KINDS),
        phases=tuple(round.PHASES),
        reactions=("parting",),
        step=round.step,
        alike=3,
        lasting=damage.SCARRED,
        fight=round.fight,
        decide=tactics.decide,
        refusal=legality.refusal,
        legal=legality.legal,
        names=setup.names,
        build=setup.build,
        words=wording.words,
        read=wording.read,
        word=shared_referee.word,
        seams={
            "initiative": (initiative.order,),
            "surprise": (initiative.surprise,),
            "damage": (damage.weapon_damage, damage.graze, damage.damage_clause),
            "zero": (damage.lose, damage.expire, damage.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, morale.never_fights),
            "leave": (legality.refuse_leaving, movement.provokes, movement.parting_blow),
        },
        core={
            "attack": attack.attack,
            "can_strike": movement.can_strike,
            "arrive": movement.arrive,
            "situation": initiative.situation,
            "parts": movement.parts,
        },
        setup=setup.setup,
        after=recovery.after,
        rest=recovery.rest,
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
