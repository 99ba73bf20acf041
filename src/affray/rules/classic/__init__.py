"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""

from affray.rules.book import UPKEEP, Book
from affray.rules.classic import (
    answers,
    attack,
    build,
    choices,
    conditions,
    damage,
    effects,
    going,
    initiative,
    morale,
    move,
    referee,
    round,
    sayings,
    tactics,
    turn,
    voice,
)
from affray.rules.classic.options import OPTIONS

__all__ = ["BOOK", "sayings"]

BOOK = Book(
    name="classic",
    title="classic: phases by side, THAC0 or ascending armour, morale on 2d6",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(tactics.TACTICS),
    asks=tuple(answers.ASKS),
    sentences=voice.SENTENCES,
    topics=answers.TOPIC,
    clauses=answers.CLAUSE,
    kinds=tuple(answers.KINDS),
    phases=tuple(turn.PHASES),
    upkeep=(*UPKEEP, "reveal", "turn"),
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
        "morale.triggers": (conditions.shaken,),
        "morale.check": (morale.check_morale, morale.never_fights),
        "leave": (going.refuse_leaving, move.provokes, move.parting_blow),
    },
    core={
        "attack": attack.attack,
        "can_strike": move.can_strike,
        "arrive": move.arrive,
        "parts": move.parts,
        "situation": morale.situation,
    },
    setup=build.setup,
    sequence=(
        "spells and movement out of melee are declared",
        "initiative: 1d6 a side",
        "the winner: morale, movement, missiles, spells, melee",
        "each other side in the same order of steps",
        "slow weapons, and what always acts last",
    ),
)
