"""The procedure book: declare, charge, roll by side, two missile steps, winners and losers, held actions last."""

from affray.rules.binding import Instead, bind
from affray.rules.book import UPKEEP, Book, ascending
from affray.rules.procedure import (
    attack,
    declarations,
    initiative,
    legality,
    morale,
    movement,
    phrases,
    questions,
    round,
    setup,
    spells,
    tactics,
    wording,
)
from affray.rules.procedure.options import OPTIONS
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import legality as shared_legality
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import reach as shared_reach
from affray.rules.shared import referee as shared_referee
from affray.rules.shared import round as shared_round
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics

__all__ = ["BOOK", "phrases"]

# what shared rules call, and what they call in this book
INSTEAD: Instead = {
    shared_attack.stance: attack.stance,
    shared_attack.beset_by_others: attack.nobody_beside,
    shared_attack.afflictions: shared_attack.ailments,
    shared_attack.turns_its_back: attack.never_turns,
    shared_setup.build: setup.build,
    shared_tactics.refusal: legality.refusal,
    shared_tactics.offer: tactics.offer,
    shared_round.take_in_hand: round.take_in_hand,
    shared_movement.can_strike: movement.can_strike,
    shared_movement.heed: declarations.heed,
    shared_movement.move_clause: movement.move_clause,
    shared_movement.parting_blow: movement.parting_blow,
    shared_movement.provokes: movement.provokes,
    shared_referee.newcomer: round.learn_habits,
    shared_conditions.shaken: morale.shaken,
    shared_conditions.stunned: spells.stunned,
    shared_damage.jolt: spells.jolt,
    shared_effects.disrupt: spells.disrupt,
    shared_legality.refuse_leaving: movement.refuse_leaving,
    shared_reach.encounter_rate: movement.encounter_rate,
}

BOOK = bind(
    Book(
        name="procedure",
        title="procedure: declarations, charges, initiative by side, two missile steps, held actions",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(shared_tactics.TACTICS),
        asks=tuple(questions.ASKS),
        sentences=wording.SENTENCES,
        topics=questions.TOPIC,
        clauses=questions.CLAUSE,
        kinds=tuple(questions.KINDS),
        phases=tuple(initiative.PHASES),
        upkeep=(*UPKEEP, "reveal"),
        reactions=("part",),
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
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, shared_conditions.never_fights),
            "leave": (movement.refuse_leaving, movement.provokes, movement.parting_blow),
        },
        core={
            "attack": attack.attack,
            "can_strike": movement.can_strike,
            "arrive": shared_movement.arrive,
            "parts": movement.parts,
            "situation": morale.situation,
        },
        setup=setup.setup,
        armour=ascending,
        sequence=(
            "surprise, at the start of a fight",
            "declare: charges, total defence, spells, missile fire; both sides blind",
            "charges, all at once; pole arms strike first",
            "initiative: 1d6 a side, 2 more for the smallest, ties to the players",
            "stationary missiles: the winners', then the losers'",
            "the winners move, attack, cast, use items; or hold, or set a trigger",
            "the losers do the same, without waiting",
            "stationary missiles: second and third shots",
            "whoever has held",
        ),
    ),
    INSTEAD,
    key="procedure",
)
