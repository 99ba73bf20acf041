"""The fourfold book: four kinds of action, d8 by side once a fight, combat skills, shock."""

from affray.rules.binding import bind
from affray.rules.book import Book, ascending
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
from affray.rules.shared import abilities
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import conditions as shared_conditions
from affray.rules.shared import damage as shared_damage
from affray.rules.shared import effects as shared_effects
from affray.rules.shared import movement as shared_movement
from affray.rules.shared import reach as shared_reach
from affray.rules.shared import saves as shared_saves
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics

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
            "parts": shared_movement.parts,
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
        abilities.modifier: skills.modifier,
        shared_tactics.in_range: tactics.in_range,
        shared_tactics.refusal: choices.refusal,
        shared_attack.attack: attack.attack,
        shared_setup.build: build.build,
        shared_conditions.expire: damage.expire,
        shared_conditions.settle: ending.settle,
        shared_conditions.shaken: morale.shaken,
        shared_damage.lose: damage.lose,
        shared_effects.come_round: damage.come_round,
        shared_conditions.never_fights: morale.never_fights,
        shared_movement.arrive: move.arrive,
        shared_movement.provokes: move.provokes,
        shared_reach.encounter_rate: reach.rate,
        shared_saves.saves: saves.saves,
    },
)
