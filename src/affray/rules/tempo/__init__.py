"""The tempo book: initiative is a score you keep, and spend on extra turns and reactions."""

from affray.rules.binding import bind
from affray.rules.book import UPKEEP, Book
from affray.rules.classic import build as classic_build
from affray.rules.classic import conditions as classic_conditions
from affray.rules.classic import damage as classic_damage
from affray.rules.classic import effects as classic_effects
from affray.rules.classic import morale as classic_morale
from affray.rules.classic import move as classic_move
from affray.rules.classic import referee as classic_referee
from affray.rules.classic import saves as classic_saves
from affray.rules.classic import turn as classic_turn
from affray.rules.tempo import (
    after,
    answers,
    attack,
    build,
    checks,
    choices,
    damage,
    morale,
    move,
    orders,
    reach,
    referee,
    round,
    sayings,
    tactics,
    voice,
    wounds,
)
from affray.rules.tempo.options import OPTIONS

__all__ = ["BOOK", "orders", "sayings"]

BOOK = bind(
    Book(
        name="tempo",
        title="tempo: initiative is a score you keep, and spend on extra turns and reactions",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(tactics.TACTICS),
        asks=tuple(answers.ASKS),
        sentences=voice.SENTENCES,
        topics=answers.TOPIC,
        clauses=answers.CLAUSE,
        kinds=tuple(answers.KINDS),
        phases=tuple(round.PHASES),
        upkeep=(*UPKEEP, "scores"),
        reactions=tuple("react late riposte opening command obey warn loosed".split()),
        step=round.step,
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
            "damage": (damage.weapon_damage, damage.graze, damage.damage_clause),
            "zero": (wounds.lose, wounds.expire, classic_effects.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, morale.never_fights),
        },
        core={
            "attack": attack.attack,
            "can_strike": reach.can_strike,
            "arrive": classic_move.arrive,
            "situation": morale.situation,
        },
        after=after.after,
        rest=after.rest,
        armour=lambda who: who.ac,
        setup=build.setup,
        sequence=(
            "scores: 1d20 + wits for everyone, kept until the fight ends; henchmen have 1",
            "spells are declared",
            "turns, from the highest score to the lowest; reactions are bought at any moment",
            "whoever started highest may buy another turn for 10",
            "a side may force the bout on: 10 from everyone in it, and no respite",
            "the respite: all come apart, draw, stand up, drink, tend, declare",
        ),
    ),
    instead={
        classic_damage.suffer: wounds.suffer,
        classic_damage.lose: wounds.lose,
        classic_conditions.expire: wounds.expire,
        classic_conditions.shaken: morale.shaken,
        classic_effects.disrupt: wounds.no_disruption,
        classic_effects.sap: wounds.sap,
        classic_morale.never_fights: morale.never_fights,
        classic_saves.saves: checks.saves,
        checks.might: checks.own_strength,
        wounds.in_the_sights: wounds.loose_arrows,
        classic_move.move_clause: move.move_clause,
        classic_build.build: build.build,
        classic_referee.hp: referee.hit_points,
        classic_turn.learn_habits: referee.newcomer,
    },
)
