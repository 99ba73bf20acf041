"""The fourfold book: four kinds of action, d8 by side once a fight, combat skills, shock."""

from affray.rules import seams
from affray.rules.book import Book, SeamRule, ascending
from affray.rules.fourfold import (
    attack,
    damage,
    initiative,
    legality,
    morale,
    movement,
    questions,
    reach,
    recovery,
    referee,
    round,
    setup,
    skills,
    tactics,
    turn,
    wording,
)
from affray.rules.fourfold import clauses as C
from affray.rules.fourfold.clauses import OPTIONS
from affray.rules.house.care import binds_wounds
from affray.rules.seams import implement
from affray.rules.shared import setup as shared_setup
from affray.rules.shared.defaults import DEFAULTS, HOUSE
from affray.rules.shared.house_questions import with_house_questions

__all__ = ["BOOK"]

OWN = Book(
    name="fourfold",
    title="fourfold: main, move, on-turn and instant actions, d8 by side once a fight, skills and shock",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(tactics.TACTICS),
    asks=tuple(questions.ASKS),
    sentences=wording.SENTENCES,
    topics=questions.TOPIC,
    clauses=questions.CLAUSE,
    answers=questions.ANSWERS,
    kinds=tuple(questions.KINDS),
    phases=tuple(round.PHASES),
    reactions=("react", "snap", "defend"),
    deeds=questions.DEED_WORDS,
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=legality.refusal,
    legal_answers=legality.legal,
    setup=setup.setup,
    builder=shared_setup.build,
    phrase=wording.phrase,
    say_answer=wording.say_answer,
    parse_answer=wording.parse_answer,
    commands=referee.COMMANDS,
    course=round.COURSE,
    provides=DEFAULTS
    | dict(
        (
            implement(seams.attack, attack.attack),
            implement(seams.can_strike, reach.can_strike),
            implement(seams.arrive, movement.arrive),
            implement(seams.encounter_rate, reach.encounter_rate),
            implement(seams.ability_modifier, skills.ability_modifier),
            implement(seams.save, damage.save),
            implement(seams.settle, turn.settle),
            implement(seams.morale_situation, morale.morale_situation),
            implement(seams.in_spell_range, tactics.in_spell_range),
            implement(seams.offer, tactics.offer),
            implement(seams.stabilise, damage.stabilise),
        )
    ),
    seams=HOUSE
    | {
        "initiative": SeamRule(
            (implement(seams.roll_initiative, initiative.roll_initiative),),
            options=(C.INDIVIDUAL,),
            records=("fourfold",),
            fields=("abilities",),
        ),
        "surprise": SeamRule(
            (implement(seams.check_surprise, initiative.check_surprise),), records=("fourfold",), fields=("abilities",)
        ),
        "damage": SeamRule(
            (
                implement(seams.weapon_damage, damage.weapon_damage),
                implement(seams.graze, damage.graze),
                implement(seams.damage_clause, damage.damage_clause),
            ),
            shared_options=(
                C.CHARGE,
                C.SHOCK,
            ),
            records=("fourfold",),
            fields=("abilities", "missile_modifier"),
        ),
        "zero": SeamRule(
            (
                implement(seams.lose_hit_points, damage.lose_hit_points),
                implement(seams.expire, damage.expire),
                implement(seams.revive, damage.revive),
            ),
            shared_options=(C.BLEEDING,),
            records=("fourfold",),
            fields=("abilities",),
            companions=(
                implement(seams.binds_wounds, binds_wounds),
                implement(seams.stabilise, damage.stabilise),
            ),
        ),
        "hit-points": SeamRule((implement(seams.hit_points, initiative.hit_points),), options=(C.FULL_FIRST,)),
        "morale.triggers": SeamRule((implement(seams.trigger_morale, morale.trigger_morale),), options=(C.TRIGGERS,)),
        "morale.check": SeamRule(
            (
                implement(seams.check_morale, morale.check_morale),
                implement(seams.never_fights, morale.never_fights),
            )
        ),
        "leave": SeamRule(
            (
                implement(seams.refuse_leaving, movement.refuse_leaving),
                implement(seams.provokes, movement.provokes),
                implement(seams.parting_blow, movement.parting_blow),
            ),
            records=("fourfold",),
        ),
    },
    blank_fields=("initiative_modifier", "surprise_chance"),
    after_fight=recovery.after,
    after_fields=recovery.READS,
    rest=recovery.rest,
    armour=ascending,
    sequence=(
        "before the first round: a reaction roll if needed, and a surprise round if there is one",
        "initiative, once a fight: 1d8 and the best DEX of each side",
        "the side with the initiative: each a main and a move action, in any order",
        "the other side the same; instant actions come between",
        "the end of the round: holds hurt, what burns burns, the dying die, held actions are lost",
    ),
)
BOOK = with_house_questions(OWN, turns="act", attacks="strike shoot bomb execute charge")
