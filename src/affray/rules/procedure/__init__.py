"""The procedure book: declare, charge, roll by side, two missile steps, winners and losers, held actions last."""

from affray.rules import seams
from affray.rules.book import UPKEEP, Book, SeamRule, ascending
from affray.rules.procedure import (
    attack,
    declarations,
    initiative,
    legality,
    morale,
    movement,
    questions,
    round,
    setup,
    spells,
    tactics,
    wording,
)
from affray.rules.procedure import clauses as C
from affray.rules.procedure.clauses import OPTIONS
from affray.rules.seams import implement
from affray.rules.shared import attack as shared_attack
from affray.rules.shared import clauses as shared
from affray.rules.shared import damage, referee_commands
from affray.rules.shared import tactics as shared_tactics
from affray.rules.shared.defaults import DAMAGE, DEFAULTS, HOUSE, ZERO
from affray.rules.shared.house_questions import with_house_questions

__all__ = ["BOOK"]

OWN = Book(
    name="procedure",
    title="procedure: declarations, charges, initiative by side, two missile steps, held actions",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(shared_tactics.TACTICS),
    asks=tuple(questions.ASKS),
    sentences=wording.SENTENCES,
    phrase=wording.phrase,
    topics=questions.TOPIC,
    clauses=questions.CLAUSE,
    answers=questions.ANSWERS,
    kinds=tuple(questions.KINDS),
    phases=tuple(initiative.PHASES),
    upkeep=(*UPKEEP, "reveal"),
    reactions=("part",),
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=legality.refusal,
    legal_answers=legality.legal,
    setup=setup.setup,
    builder=setup.build,
    say_answer=wording.say_answer,
    parse_answer=wording.parse_answer,
    commands=referee_commands.with_commands(referee_commands.NEXT),
    course=round.COURSE,
    provides=DEFAULTS
    | dict(
        (
            implement(seams.attack, attack.attack),
            implement(seams.can_strike, movement.can_strike),
            implement(seams.has_charged, movement.has_charged),
            implement(seams.stance, attack.stance),
            implement(seams.turns_its_back, attack.turns_its_back),
            implement(seams.beset_by_others, attack.beset_by_others),
            implement(seams.afflictions, shared_attack.ailments),
            implement(seams.take_in_hand, round.take_in_hand),
            implement(seams.notice_move, declarations.notice_move),
            implement(seams.move_clause, movement.move_clause),
            implement(seams.encounter_rate, movement.encounter_rate),
            implement(seams.takes_parting_blow, movement.takes_parting_blow),
            implement(seams.lose_focus, spells.lose_focus),
            implement(seams.jolt, spells.jolt),
            implement(seams.disrupt, spells.disrupt),
            implement(seams.morale_situation, morale.morale_situation),
            implement(seams.offer, tactics.offer),
        )
    ),
    seams=HOUSE
    | {
        "initiative": SeamRule(
            (implement(seams.roll_initiative, initiative.roll_initiative),),
            options=(
                C.GUERILLA,
                C.TIE,
            ),
        ),
        "surprise": SeamRule(
            (implement(seams.check_surprise, initiative.check_surprise),),
            options=(
                C.SURPRISE_RANGE,
                C.SURPRISE_AMBUSH,
            ),
            records=("procedure",),
            fields=("surprise_chance",),
        ),
        "damage": SeamRule(DAMAGE, options=(shared.VARIABLE,), fields=("aquatic",)),
        "zero": SeamRule(ZERO),
        "morale.triggers": SeamRule((implement(seams.trigger_morale, morale.trigger_morale),), options=(C.TRIGGERS,)),
        "morale.check": SeamRule(
            (
                implement(seams.check_morale, morale.check_morale),
                implement(seams.never_fights, damage.never_fights),
            ),
            options=(C.FAILED,),
        ),
        "leave": SeamRule(
            (
                implement(seams.refuse_leaving, movement.refuse_leaving),
                implement(seams.provokes, movement.provokes),
                implement(seams.parting_blow, movement.parting_blow),
            ),
            options=(C.LEAVE_BONUS,),
            shared_options=(shared.PURSUIT, shared.PACES),
        ),
    },
    blank_fields=("abilities", "initiative_modifier", "acts_last"),
    armour=ascending,
    sequence=(
        "surprise, at the start of a fight",
        "declare: charges, total defence, spells, missile fire; both sides blind",
        "charges, all at once; pole arms strike first",
        "initiative: 1d6 a side, +2 for the smallest, ties to the players",
        "stationary missiles: the winners', then the losers'",
        "the winners move, attack, cast, use items; or hold, or set a trigger",
        "the losers do the same, but may not wait",
        "stationary missiles: second and third shots",
        "held actions",
    ),
)
BOOK = with_house_questions(OWN, turns="declare shoot act", attacks="charge shoot drop strike")
