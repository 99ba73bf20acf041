"""The fourfold book: four kinds of action, d8 by side once a fight, combat skills, shock."""

from affray.rules.binding import bind
from affray.rules.book import Book, ascending
from affray.rules.fourfold import (
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
    skills,
    tactics,
    turn,
    wording,
)
from affray.rules.fourfold.options import OPTIONS
from affray.rules.shared import abilities as shared_abilities
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import reach as shared_reach
from affray.rules.shared import saves as shared_saves
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics

__all__ = ["BOOK", "phrases"]

BOOK = bind(
    Book(
        name="fourfold",
        title="fourfold: main, move, on-turn and instant actions, d8 by side once a fight, skills and shock",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(tactics.TACTICS),
        asks=tuple(questions.ASKS),
        sentences=wording.SENTENCES,
        topics=questions.TOPIC,
        clauses=questions.CLAUSE,
        kinds=tuple(questions.KINDS),
        phases=tuple(round.PHASES),
        reactions=("react", "snap", "defend"),
        step=round.step,
        fight=round.fight,
        decide=tactics.decide,
        refusal=legality.refusal,
        legal=legality.legal,
        names=setup.names,
        build=setup.build,
        words=wording.words,
        read=wording.read,
        word=wording.word,
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
            "can_strike": reach.can_strike,
            "arrive": movement.arrive,
            "parts": shared_movement.parts,
            "situation": morale.situation,
        },
        after=recovery.after,
        rest=recovery.rest,
        armour=ascending,
        setup=setup.setup,
        sequence=(
            "before the first round: a reaction roll if needed, and a surprise round if there is one",
            "initiative, once a fight: 1d8 and the best DEX of each side",
            "the side with the initiative: each a main and a move action, in any order",
            "the other side the same; instant actions come between",
            "the end of the round: holds hurt, what burns burns, the dying die, held actions are lost",
        ),
    ),
    instead={
        shared_abilities.modifier: skills.modifier,
        shared_tactics.in_range: tactics.in_range,
        shared_tactics.refusal: legality.refusal,
        shared_tactics.offer: tactics.offer,
        shared_attack.attack: attack.attack,
        shared_setup.build: setup.build,
        shared_conditions.expire: damage.expire,
        shared_conditions.settle: turn.settle,
        shared_conditions.shaken: morale.shaken,
        shared_damage.lose: damage.lose,
        shared_effects.come_round: damage.come_round,
        shared_conditions.never_fights: morale.never_fights,
        shared_movement.arrive: movement.arrive,
        shared_movement.provokes: movement.provokes,
        shared_reach.encounter_rate: reach.rate,
        shared_saves.saves: damage.saves,
    },
)
