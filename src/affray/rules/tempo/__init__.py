"""The tempo book: initiative is a score you keep, and spend on extra turns and reactions."""

from affray.rules import seams
from affray.rules.book import UPKEEP, Book, SeamRule
from affray.rules.house.care import binds_wounds
from affray.rules.seams import implement
from affray.rules.shared import effects, house
from affray.rules.shared import tactics as shared_tactics
from affray.rules.shared.defaults import DEFAULTS, HOUSE, LEAVE
from affray.rules.shared.house_questions import with_house_questions
from affray.rules.tempo import (
    attack,
    damage,
    initiative,
    legality,
    morale,
    movement,
    questions,
    recovery,
    referee,
    round,
    setup,
    tactics,
    wording,
)
from affray.rules.tempo import clauses as C
from affray.rules.tempo.clauses import OPTIONS

__all__ = ["BOOK"]

OWN = Book(
    name="tempo",
    title="tempo: initiative is a score you keep, and spend on extra turns and reactions",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(shared_tactics.TACTICS),
    asks=tuple(questions.ASKS),
    sentences=wording.SENTENCES,
    topics=questions.TOPIC,
    clauses=questions.CLAUSE,
    answers=questions.ANSWERS,
    kinds=tuple(questions.KINDS),
    phases=tuple(round.PHASES),
    upkeep=(*UPKEEP, "scores"),
    reactions=tuple("react late riposte opening command obey warn loosed meet".split()),
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=legality.refusal,
    legal_answers=legality.legal,
    setup=setup.setup,
    builder=setup.build,
    price=wording.price,
    phrase=wording.phrase,
    say_answer=wording.say_answer,
    parse_answer=wording.parse_answer,
    commands=referee.COMMANDS,
    course=round.COURSE,
    provides=DEFAULTS
    | dict(LEAVE)  # nobody is kept in a melee here, so no house rule has a place
    | dict(
        (
            implement(seams.attack, attack.attack),
            implement(seams.can_strike, movement.can_strike),
            implement(seams.suffer, damage.suffer),
            implement(seams.disrupt, damage.disrupt),
            implement(seams.drain_hit_points, damage.drain_hit_points),
            implement(seams.save, damage.save),
            implement(seams.strength_score, damage.strength_score),
            implement(seams.loose_drawn_arrows, damage.loose_drawn_arrows),
            implement(seams.move_clause, movement.move_clause),
            implement(seams.morale_situation, morale.morale_situation),
            implement(seams.prepare_newcomer, referee.prepare_newcomer),
            implement(seams.offer, tactics.offer),
            implement(seams.extra_attack, round.extra_attack),
            implement(seams.stabilise, damage.tend),
            implement(seams.settle, damage.settle),
        )
    ),
    seams=HOUSE
    | {
        "initiative.die": SeamRule(
            (implement(seams.score_die, initiative.score_die),), options=(house.GROUP_SCORES,), records=("tempo",)
        ),
        "damage": SeamRule(
            (
                implement(seams.weapon_damage, damage.weapon_damage),
                implement(seams.graze, damage.graze),
                implement(seams.damage_clause, damage.damage_clause),
            )
        ),
        "zero": SeamRule(
            (
                implement(seams.lose_hit_points, damage.lose_hit_points),
                implement(seams.expire, damage.expire),
                implement(seams.revive, effects.revive),
            ),
            shared_options=(C.INJURY_DC,),
            records=("tempo",),
            companions=(
                implement(seams.binds_wounds, binds_wounds),
                implement(seams.stabilise, damage.tend),
            ),
        ),
        "morale.triggers": SeamRule(
            (implement(seams.trigger_morale, morale.trigger_morale),),
            options=(C.SUPERIOR_FORCE, C.SLAIN),
            records=("tempo",),
        ),
        "morale.check": SeamRule(
            (
                implement(seams.check_morale, morale.check_morale),
                implement(seams.never_fights, morale.never_fights),
            ),
            records=("tempo",),
        ),
    },
    blank_fields=("abilities", "missile_modifier", "aquatic"),
    after_fight=recovery.after,
    fights_at_zero=True,
    rest=recovery.rest,
    armour=lambda who: who.ac,
    sequence=(
        "scores: 1d20 + wits for everyone, kept until the fight ends; henchmen have 1",
        "spells are declared",
        "turns, from the highest score to the lowest; reactions are bought at any moment",
        "whoever started highest may buy another turn for 10",
        "a side may force the bout on: 10 from everyone in it, and no respite",
        "the respite: all come apart, draw, stand up, drink, tend, declare",
    ),
)
BOOK = with_house_questions(OWN, turns="turn strike", attacks="strike shoot drop aim")
