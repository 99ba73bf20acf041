"""The procedure book: declare, charge, roll by side, two missile steps, winners and losers, held actions last."""

from affray.rules.binding import Instead, bind
from affray.rules.book import UPKEEP, Book, ascending
from affray.rules.classic import (
    attack as classic_attack,
)
from affray.rules.classic import (
    build as classic_build,
)
from affray.rules.classic import (
    choices as classic_choices,
)
from affray.rules.classic import (
    conditions,
    damage,
    effects,
    going,
    reach,
    referee,
)
from affray.rules.classic import (
    initiative as classic_initiative,
)
from affray.rules.classic import (
    morale as classic_morale,
)
from affray.rules.classic import (
    move as classic_move,
)
from affray.rules.classic import (
    turn as classic_turn,
)
from affray.rules.procedure import (
    answers,
    attack,
    build,
    choices,
    initiative,
    meeting,
    morale,
    move,
    phases,
    round,
    sayings,
    spells,
    tactics,
    triggers,
    voice,
)
from affray.rules.procedure.options import OPTIONS

__all__ = ["BOOK", "sayings"]

# what the rules of the classic book call, and what stands there in this one
INSTEAD: Instead = {
    classic_attack.stance: attack.stance,
    classic_attack.beset_by_others: attack.nobody_beside,
    classic_attack.afflictions: classic_attack.ailments,
    classic_attack.turns_its_back: attack.never_turns,
    classic_build.build: build.build,
    classic_choices.refusal: choices.refusal,
    classic_initiative.take_in_hand: meeting.take_in_hand,
    classic_move.can_strike: move.can_strike,
    classic_move.heed: triggers.heed,
    classic_move.move_clause: move.move_clause,
    classic_move.parting_blow: move.parting_blow,
    classic_move.provokes: move.provokes,
    classic_turn.learn_habits: meeting.learn_habits,
    conditions.shaken: morale.shaken,
    conditions.stunned: spells.stunned,
    damage.jolt: spells.jolt,
    effects.disrupt: spells.disrupt,
    going.refuse_leaving: move.refuse_leaving,
    reach.encounter_rate: move.encounter_rate,
}

BOOK = bind(
    Book(
        name="procedure",
        title="procedure: declarations, charges, initiative by side, two missile steps, held actions",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(tactics.TACTICS),
        asks=tuple(answers.ASKS),
        sentences=voice.SENTENCES,
        topics=answers.TOPIC,
        clauses=answers.CLAUSE,
        kinds=tuple(answers.KINDS),
        phases=tuple(phases.PHASES),
        upkeep=(*UPKEEP, "reveal"),
        reactions=("part",),
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
            "initiative": (initiative.order,),
            "surprise": (initiative.surprise,),
            "damage": (damage.weapon_damage, damage.graze, damage.damage_clause),
            "zero": (damage.lose, conditions.expire, effects.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, classic_morale.never_fights),
            "leave": (move.refuse_leaving, move.provokes, move.parting_blow),
        },
        core={
            "attack": attack.attack,
            "can_strike": move.can_strike,
            "arrive": classic_move.arrive,
            "parts": move.parts,
            "situation": morale.situation,
        },
        setup=build.setup,
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
