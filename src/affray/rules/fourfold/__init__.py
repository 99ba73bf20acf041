"""The fourfold book: four kinds of action, d8 by side once a fight, combat skills, shock."""

from affray.rules.binding import bind
from affray.rules.book import Book, ascending
from affray.rules.classic import abilities as classic_abilities
from affray.rules.classic import aims as classic_aims
from affray.rules.classic import attack as classic_attack
from affray.rules.classic import build as classic_build
from affray.rules.classic import conditions as classic_conditions
from affray.rules.classic import damage as classic_damage
from affray.rules.classic import effects as classic_effects
from affray.rules.classic import morale as classic_morale
from affray.rules.classic import move as classic_move
from affray.rules.classic import reach as classic_reach
from affray.rules.classic import saves as classic_saves
from affray.rules.fourfold import (
    after,
    answers,
    attack,
    build,
    choices,
    damage,
    ending,
    going,
    initiative,
    morale,
    move,
    reach,
    referee,
    round,
    saves,
    sayings,
    skills,
    tactics,
    voice,
)
from affray.rules.fourfold.options import OPTIONS

__all__ = ["BOOK", "sayings"]

BOOK = bind(
    Book(
        name="fourfold",
        title="fourfold: main, move, on-turn and instant actions, d8 by side once a fight, skills and shock",
        unit="feet",
        options=tuple(OPTIONS),
        tactics=tuple(tactics.TACTICS),
        asks=tuple(answers.ASKS),
        sentences=voice.SENTENCES,
        topics=answers.TOPIC,
        clauses=answers.CLAUSE,
        kinds=tuple(answers.KINDS),
        phases=tuple(round.PHASES),
        reactions=("react", "snap", "defend"),
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
            "zero": (damage.lose, damage.expire, damage.come_round),
            "morale.triggers": (morale.shaken,),
            "morale.check": (morale.check_morale, morale.never_fights),
            "leave": (going.refuse_leaving, move.provokes, move.parting_blow),
        },
        core={
            "attack": attack.attack,
            "can_strike": reach.can_strike,
            "arrive": move.arrive,
            "parts": classic_move.parts,
            "situation": morale.situation,
        },
        after=after.after,
        rest=after.rest,
        armour=ascending,
        setup=build.setup,
        sequence=(
            "before the first round: a reaction roll if needed, and a surprise round if there is one",
            "initiative, once a fight: 1d8 and the best DEX of each side",
            "the side with the initiative: each a main and a move action, in any order",
            "the other side the same; instant actions come between",
            "the end of the round: holds hurt, what burns burns, the dying die, held actions are lost",
        ),
    ),
    instead={
        classic_abilities.modifier: skills.modifier,
        classic_aims.in_range: tactics.in_range,
        classic_attack.attack: attack.attack,
        classic_build.build: build.build,
        classic_conditions.expire: damage.expire,
        classic_conditions.settle: ending.settle,
        classic_conditions.shaken: morale.shaken,
        classic_damage.lose: damage.lose,
        classic_effects.come_round: damage.come_round,
        classic_morale.never_fights: morale.never_fights,
        classic_morale.situation: morale.situation,
        classic_move.arrive: move.arrive,
        classic_move.provokes: move.provokes,
        classic_reach.encounter_rate: reach.rate,
        classic_saves.saves: saves.saves,
    },
)
