"""The classic book: B/X by side, phases, THAC0 or ascending armour, morale on 2d6."""

from functools import partial

from affray.rules import seams
from affray.rules.book import UPKEEP, Book, SeamRule
from affray.rules.classic import clauses as C
from affray.rules.classic import (
    initiative,
    legality,
    morale,
    questions,
    referee,
    round,
    tactics,
    turn,
    wording,
)
from affray.rules.classic.clauses import OPTIONS
from affray.rules.seams import implement
from affray.rules.shared import clauses as shared
from affray.rules.shared import damage
from affray.rules.shared.defaults import DAMAGE, DEFAULTS, HOUSE, LEAVE, ZERO
from affray.rules.shared.house_questions import with_house_questions
from affray.rules.shared.setup import build, classic_setup
from affray.rules.shared.tactics import TACTICS

__all__ = ["BOOK"]

OWN = Book(
    name="classic",
    title="classic: phases by side, THAC0 or ascending armour, morale on 2d6",
    unit="feet",
    options=tuple(OPTIONS),
    tactics=tuple(TACTICS),
    asks=tuple(questions.ASKS),
    sentences=wording.SENTENCES,
    phrase=wording.phrase,
    topics=questions.TOPIC,
    clauses=questions.CLAUSE,
    answers=questions.ANSWERS,
    kinds=tuple(questions.KINDS),
    phases=tuple(turn.PHASES),
    upkeep=(*UPKEEP, "reveal", "turn"),
    step=round.step,
    fight=round.fight,
    decide=tactics.decide,
    refusal=legality.refusal,
    legal_answers=legality.legal,
    setup=partial(classic_setup, OPTIONS),
    builder=build,
    say_answer=wording.say_answer,
    parse_answer=wording.parse_answer,
    commands=referee.COMMANDS,
    course=round.COURSE,
    provides=DEFAULTS
    | dict(
        (
            implement(seams.prepare_newcomer, turn.prepare_newcomer),
            implement(seams.morale_situation, morale.morale_situation),
            implement(seams.offer, tactics.offer),
        )
    ),
    seams=HOUSE
    | {
        "initiative": SeamRule(
            (implement(seams.roll_initiative, initiative.roll_initiative),),
            options=(
                C.TIE,
                C.INDIVIDUAL,
            ),
            records=("classic",),
            fields=("initiative_modifier",),
        ),
        "surprise": SeamRule(
            (implement(seams.check_surprise, initiative.check_surprise),),
            options=(C.SURPRISE_RANGE,),
            fields=("surprise_chance",),
        ),
        "damage": SeamRule(DAMAGE, options=(shared.VARIABLE,), fields=("aquatic",)),
        "zero": SeamRule(ZERO),
        "morale.triggers": SeamRule(
            (implement(seams.trigger_morale, damage.trigger_morale),), options=(shared.TRIGGERS,)
        ),
        "morale.check": SeamRule(
            (
                implement(seams.check_morale, morale.check_morale),
                implement(seams.never_fights, damage.never_fights),
            ),
            options=(C.STEADFAST, C.FAILED),
        ),
        "leave": SeamRule(LEAVE),
    },
    blank_fields=("abilities",),
    sequence=(
        "spells and movement out of melee are declared",
        "initiative: 1d6 a side",
        "the winner: morale, movement, missiles, spells, melee",
        "each other side in the same order of steps",
        "slow weapons, and what always acts last",
    ),
)
BOOK = with_house_questions(OWN, turns="shoot strike", attacks="shoot drop strike")
