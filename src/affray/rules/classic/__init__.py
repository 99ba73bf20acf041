"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""

from affray.rules.binding import bind
from affray.rules.book import UPKEEP, Book
from affray.rules.classic import initiative, legality, morale, phrases, questions, round, setup, tactics, turn, wording
from affray.rules.classic.options import OPTIONS
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import legality as shared_legality
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import referee as shared_referee
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics

__all__ = ["BOOK", "phrases"]

BOOK = bind(
    Book(
        name="classic",
        title="classic: phases by side, THAC0 or ascending armour, morale on 2d6",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(shared_tactics.TACTICS),
        asks=tuple(questions.ASKS),
        sentences=wording.SENTENCES,
        topics=questions.TOPIC,
        clauses=questions.CLAUSE,
        kinds=tuple(questions.KINDS),
        phases=tuple(turn.PHASES),
        upkeep=(*UPKEEP, "reveal", "turn"),
        step=round.step,
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
            "damage": (shared_damage.weapon_damage, shared_damage.graze, shared_damage.damage_clause),
            "zero": (shared_damage.lose, shared_conditions.expire, shared_effects.come_round),
            "morale.triggers": (shared_conditions.shaken,),
            "morale.check": (morale.check_morale, shared_conditions.never_fights),
            "leave": (shared_legality.refuse_leaving, shared_movement.provokes, shared_movement.parting_blow),
        },
        core={
            "attack": shared_attack.attack,
            "can_strike": shared_movement.can_strike,
            "arrive": shared_movement.arrive,
            "parts": shared_movement.parts,
            "situation": morale.situation,
        },
        setup=setup.setup,
        sequence=(
            "spells and movement out of melee are declared",
            "initiative: 1d6 a side",
            "the winner: morale, movement, missiles, spells, melee",
            "each other side in the same order of steps",
            "slow weapons, and what always acts last",
        ),
    ),
    {
        shared_setup.build: setup.build,
        shared_tactics.refusal: legality.refusal,
        shared_tactics.offer: tactics.offer,
        shared_referee.newcomer: turn.learn_habits,
    },
    key="classic",
)
