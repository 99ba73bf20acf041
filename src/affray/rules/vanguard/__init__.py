"""The vanguard book: the players move first, who isn't ready loses the first turn, and death may be cheated once."""

from affray.rules import seams
from affray.rules.book import UPKEEP, Book, SeamRule
from affray.rules.seams import implement
from affray.rules.shared import referee_commands
from affray.rules.shared import setup as shared_setup
from affray.rules.shared import tactics as shared_tactics
from affray.rules.shared.defaults import DEFAULTS, HOUSE
from affray.rules.shared.house_questions import with_house_questions
from affray.rules.vanguard import (
    attack,
    initiative,
    legality,
    morale,
    movement,
    questions,
    reach,
    recovery,
    round,
    setup,
    spells,
    tactics,
    wording,
)
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.clauses import OPTIONS

__all__ = ["BOOK"]

OWN = Book(
    name="vanguard",
    title="vanguard: the players move first, readiness, parting attacks, death saves",
    unit="metres",
    options=tuple(OPTIONS),
    tactics=tuple(shared_tactics.TACTICS),
    asks=tuple(questions.ASKS),
    sentences=wording.SENTENCES,
    topics=questions.TOPIC,
    clauses=questions.CLAUSE,
    answers=questions.ANSWERS,
    kinds=tuple(questions.KINDS),
    phases=tuple(round.PHASES),
    upkeep=(*UPKEEP, "side"),
    reactions=("parting",),
    steady_from_round=3,
    lasting_fields=attack.SCARRED,
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=legality.refusal,
    legal_answers=legality.legal,
    setup=setup.setup,
    builder=shared_setup.build,
    say_answer=wording.say_answer,
    parse_answer=wording.parse_answer,
    commands=referee_commands.with_commands(referee_commands.NEXT),
    course=round.COURSE,
    provides=DEFAULTS
    | dict(
        (
            implement(seams.attack, attack.attack),
            implement(seams.can_strike, movement.can_strike),
            implement(seams.arrive, movement.arrive),
            implement(seams.step_to, movement.step_to),
            implement(seams.melee_range, reach.melee_range),
            implement(seams.encounter_rate, reach.encounter_rate),
            implement(seams.half_line_width, reach.half_line_width),
            implement(seams.halve, spells.halve),
            implement(seams.save, spells.save),
            implement(seams.beats_to_death, attack.beats_to_death),
            implement(seams.drain_level, attack.drain_level),
            implement(seams.take_in_hand, initiative.take_in_hand),
            implement(seams.refuse_spell, legality.refuse_spell),
            implement(seams.takes_parting_blow, movement.takes_parting_blow),
            implement(seams.parting_weapon, movement.parting_weapon),
            implement(seams.morale_situation, initiative.morale_situation),
            implement(seams.prepare_newcomer, initiative.prepare_newcomer),
            implement(seams.offer, tactics.offer),
        )
    ),
    seams=HOUSE
    | {
        "initiative": SeamRule(
            (implement(seams.roll_initiative, initiative.roll_initiative),),
            options=(C.READY,),
            records=("vanguard",),
            fields=("acts_last",),
        ),
        "surprise": SeamRule((implement(seams.check_surprise, initiative.check_surprise),), options=(C.AMBUSHED,)),
        "damage": SeamRule(
            (
                implement(seams.weapon_damage, attack.weapon_damage),
                implement(seams.graze, attack.graze),
                implement(seams.damage_clause, attack.damage_clause),
            ),
            records=("vanguard",),
        ),
        "zero": SeamRule(
            (
                implement(seams.lose_hit_points, attack.lose_hit_points),
                implement(seams.expire, attack.expire),
                implement(seams.revive, attack.revive),
            ),
            options=(C.DIFFICULTY, C.INSTANT),
            shared_options=(C.UNARMED_KILLS,),
            records=("vanguard",),
            fields=("abilities", "missile_modifier"),
        ),
        "morale.triggers": SeamRule(
            (implement(seams.trigger_morale, morale.trigger_morale),),
            options=(
                C.MORALE_CHECKS,
                C.TRIGGERS,
            ),
        ),
        "morale.check": SeamRule(
            (
                implement(seams.check_morale, morale.check_morale),
                implement(seams.never_fights, morale.never_fights),
            )
        ),
        "leave": SeamRule(
            (
                implement(seams.refuse_leaving, legality.refuse_leaving),
                implement(seams.provokes, movement.provokes),
                implement(seams.parting_blow, movement.parting_blow),
            ),
            options=(C.PARTING,),
            records=("vanguard",),
        ),
    },
    blank_fields=("initiative_modifier", "surprise_chance"),
    after_fight=recovery.after,
    after_fields=recovery.READS,
    rest=recovery.rest,
    armour=lambda who: who.ac + who.shield,
    sequence=(
        "once, before the first round: each player rolls 1d6 and is ready on 4 or more",
        "the players' side: each one action and a move, in any order",
        "the opponents in the same way",
        "what always acts last",
    ),
)
BOOK = with_house_questions(OWN, turns="turn", attacks="shoot throw drop strike charge")
