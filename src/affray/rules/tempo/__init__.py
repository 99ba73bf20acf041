"""The tempo book: initiative is a score you keep, and spend on extra turns and reactions."""

from affray.rules.binding import bind
from affray.rules.book import UPKEEP, Book
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import referee as shared_referee
from affray.rules.shared import saves as shared_saves
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics
from affray.rules.tempo import (
    attack,
    damage,
    legality,
    morale,
    movement,
    phrases,
    questions,
    recovery,
    referee,
    round,
    saves,
    setup,
    tactics,
    wording,
)
from affray.rules.tempo.options import OPTIONS

__all__ = ["BOOK", "phrases"]

BOOK = bind(
    Book(
        name="tempo",
        title="tempo: initiative is a score you keep, and spend on extra turns and reactions",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(shared_tactics.TACTICS),
        asks=tuple(questions.ASKS),
        sentences=wording.SENTENCES,
        topics=questions.TOPIC,
        clauses=questions.CLAUSE,
        kinds=tuple(questions.KINDS),
        phases=tuple(round.PHASES),
        upkeep=(*UPKEEP, "scores"),
        reactions=tuple("react late riposte opening command obey warn loosed".split()),
        step=round.step,
        fight=round.fight,
        decide=tactics.decide,
        refusal=legality.refusal,
        legal=legality.legal,
        names=setup.names,
        build=setup.build,
        words=wording.words,
        read=wording.read,
        word=referee.word,
        seams={
            "damage": (damage.weapon_damage, damage.graze, damage.damage_clause),
            "zero": (damage.lose, damage.expire, shared_effects.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, morale.never_fights),
        },
        core={
            "attack": attack.attack,
            "can_strike": movement.can_strike,
            "arrive": shared_movement.arrive,
            "situation": morale.situation,
        },
        after=recovery.after,
        rest=recovery.rest,
        armour=lambda who: who.ac,
        setup=setup.setup,
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
        shared_tactics.refusal: legality.refusal,
        shared_tactics.offer: tactics.offer,
        shared_damage.suffer: damage.suffer,
        shared_damage.lose: damage.lose,
        shared_conditions.expire: damage.expire,
        shared_conditions.shaken: morale.shaken,
        shared_effects.disrupt: damage.no_disruption,
        shared_effects.sap: damage.sap,
        shared_conditions.never_fights: morale.never_fights,
        shared_saves.saves: saves.saves,
        saves.might: saves.own_strength,
        damage.in_the_sights: damage.loose_arrows,
        shared_movement.move_clause: movement.move_clause,
        shared_setup.build: setup.build,
        shared_referee.hp: referee.hit_points,
        shared_referee.newcomer: referee.newcomer,
    },
)
