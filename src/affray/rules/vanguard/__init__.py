"""The vanguard book: the players move first, who isn't ready loses the first turn, and death may be cheated once."""

from collections.abc import Callable
from typing import Any

from affray.rules.binding import bind
from affray.rules.book import Book
from affray.rules.classic import attack as classic_attack
from affray.rules.classic import build as classic_build
from affray.rules.classic import casting, conditions, effects, referee
from affray.rules.classic import choices as classic_choices
from affray.rules.classic import damage as classic_damage
from affray.rules.classic import initiative as classic_initiative
from affray.rules.classic import morale as classic_morale
from affray.rules.classic import move as classic_move
from affray.rules.classic import reach as classic_reach
from affray.rules.classic import saves as classic_saves
from affray.rules.classic import turn as classic_turn
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


# what classic rules that this book takes over call, and what they call here
INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    classic_reach.melee_range: reach.melee_range,
    classic_reach.encounter_rate: reach.speed,
    effects.strip: reach.strip,
    effects.halved: saves.halved,
    effects.come_round: death.come_round,
    effects.drain_level: death.drain_level,
    classic_saves.saves: saves.saves,
    classic_damage.lose: death.lose,
    conditions.expire: death.expire,
    conditions.shaken: morale.shaken,
    classic_morale.never_fights: morale.never_fights,
    classic_attack.attack: attack.attack,
    classic_initiative.take_in_hand: initiative.take_in_hand,
    classic_move.step_to: leave.step_to,
    leave.parting_weapon: leave.chosen_weapon,
    classic_choices.refusal: choices.refusal,
    classic_choices.may: choices.may,
    casting.refuse_spell: choices.refuse_spell,
    classic_build.build: build.build,
    classic_turn.learn_habits: initiative.find_place,
}

BOOK = bind(
    Book(
        name="vanguard",
        title="vanguard: the players move first, readiness, parting attacks, death saves",
        unit="metres",
        options=tuple(OPTIONS),
        tactics=tuple(tactics.TACTICS),
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
        word=referee.word,
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
