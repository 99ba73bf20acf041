"""The sentences of the log: every note of the rules has its own, with all its names and numbers."""

from __future__ import annotations

from functools import cache

import pytest
from events_at_hand import ANNA, BERT, HIT, HURT, MORALE, ORC, ROSTER, SIDES, event
from notes_of_rules import EFFECT, Noted, Source

from affray.content.spelling import plural
from affray.engine import events as E
from affray.engine.clauses import BY_ID, CLAUSES, LATER_END, NAMED, OTHERS_TOO, REASONS, THAC0
from affray.engine.phrases import ABOUT_NOBODY, BENT, SAYINGS, SEEN
from affray.engine.state import ALWAYS, STAND_OFF, Effect
from affray.engine.vocabulary import ASLEEP, DRAIN_STRENGTH, FLEEING
from affray.log import Event
from affray.log.arithmetic import describe_dice
from affray.log.narrate import FACTS, FIELD, Names, describe_event, duration_words, fill_sentence
from affray.rules.classic import clauses as C
from affray.rules.shared import clauses as shared
from affray.rules.shared.attack import LONG, NO_SHIELD_RETREAT
from affray.rules.shared.content import library
from affray.rules.vanguard import clauses as vanguard

NAMES = Names(ROSTER, SIDES, "feet")


def words(e: Event) -> str:
    return describe_event(NAMES, e).words


# --- sentences


@pytest.mark.parametrize(
    ("e", "sentence"),
    [
        (HIT, "Anna attacks Orc: d20=13 +1 STR = 14, needs 12 (THAC0 17, AC 5): hits"),
        (
            event(
                E.MISS,
                shared.ATTACK_DESCENDING,
                ANNA,
                ORC,
                8,
                4,
                dice=((20, 9),),
                because=((LONG, -1), (NO_SHIELD_RETREAT, 1), (THAC0, 17)),
            ),
            "Anna attacks Orc: d20=9 −1 long range = 8, needs 13 (THAC0 17, AC 4 = 3 +1 no shield in retreat): misses",
        ),
        (HURT, "Orc takes 3 damage from Anna: d6=2 +1 STR = 3; hp 8 → 5"),
        (event(E.DAMAGE, shared.CONDITION_BURNING, ORC, ORC, 9, 5), "Orc burns for 9; hp 5 → −4"),
        (
            MORALE,
            "Morale, Orc: 2d6=3+5 = 8, 9 or less holds (8 +1 the situation): they hold",
        ),
        (event(E.MOVE, shared.MOVE_ENCOUNTER, ANNA, ANNA, 400, 1200), "Anna moves 40'"),
        (event(E.MOVE, shared.MOVE_ENCOUNTER, ANNA, ANNA, 25, 1200), "Anna moves 2.5'"),
        (
            event(E.CONDITION_ON, shared.SPELL_CONDITION, ANNA, ORC, ASLEEP, 41),
            "Orc is asleep until the end of round 41, by Anna",
        ),
        (
            event(E.CONDITION_ON, shared.MONSTER_POISON, ORC, ANNA, ASLEEP, 3 + ALWAYS),
            "Anna is asleep for the rest of the fight, by Orc",
        ),
        (event(E.SCORE, C.INITIATIVE_SIDE, ORC, ORC, 4, dice=((6, 4),)), "Initiative, theirs: d6=4"),
        (event(E.LOST, shared.SPELL_DISRUPT, BERT, BERT, 2), "Bert is disturbed: the spell third is lost"),
        (
            event(E.CHECK, vanguard.MORALE, ORC, ORC, 9, 8, dice=((6, 6), (6, 3)), because=((OTHERS_TOO, 2),)),
            "Morale, Orc and 2 others: 2d6=6+3 = 9, 8 or less holds: they break",
        ),
        (
            event(E.CHECK, vanguard.MORALE, ORC, ORC, 4, 8, dice=((6, 1), (6, 3))),
            "Morale, Orc: 2d6=1+3 = 4, 8 or less holds: they hold",
        ),
        (
            event(E.DUE, vanguard.MORALE, ORC, ORC, 3, 1),
            "Morale check for theirs (first loss and half out of action: Orc); 1 out of action",
        ),
        (event(E.DUE, vanguard.DEATH_MARK, ANNA, ANNA, 1, dice=((4, 1),)), "Anna will die in 1 hour: d4=1"),
        (event(E.DUE, vanguard.DEATH_MARK, ANNA, ANNA, 2, dice=((4, 2),)), "Anna will die in 2 hours: d4=2"),
        (
            event(E.DEAD, vanguard.DEATH_SAVE, ORC, ANNA, -11),
            "Anna is dead at once, slain by Orc: too far below 0 for a death save; hp −11",
        ),
        (
            event(E.ROLL, shared.CONDITION_END, ORC, ORC, 1, dice=((4, 1),)),
            "The effect (Orc) lasts 1 round: d4=1",
        ),
        (
            event(E.ROLL, shared.CONDITION_END, ANNA, ORC, 3, dice=((4, 3),)),
            "The effect (Anna) on Orc and others lasts 3 rounds: d4=3",
        ),
        (
            event(E.ROLL, vanguard.THROW, ANNA, ORC, 8, dice=((8, 8),)),
            "Anna's throw at Orc breaks 3 metres off: d8=8, to the north-west",
        ),
        (event(E.END, BY_ID["affray.end"], ANNA, ANNA, 1, 3), "The fight ends in round 3. Winner: theirs"),
        (
            event(E.END, BY_ID["affray.end"], ANNA, ANNA, STAND_OFF, 0),
            "The fight ends before the first round. A stand-off",
        ),
        (event(E.CONDITION_ON, C.MORALE_CHECK, ORC, ORC, FLEEING, 3 + ALWAYS), "Orc breaks and flees"),
        (
            event(E.CHECK, C.MORALE_STEADFAST, ORC, ORC, 1, 9),
            "Morale, Orc: 1 check passed (morale 9): they fight to the death",
        ),
        (event(E.ROUND, shared.INITIATIVE_SLOW, ORC, ORC, 1), "Last, with slow weapons: theirs"),
        (
            event(E.CONDITION_ON, shared.MONSTER_PARALYSIS, ORC, ANNA, ASLEEP, 183, because=((LATER_END, 483),)),
            "Anna is asleep for 480 rounds, as before, by Orc",
        ),
        (
            event(E.ROLL, shared.CONDITION_END, ORC, ORC, 1, dice=((4, 1),), because=((NAMED, 0),)),
            "First (Orc) lasts 1 round: d4=1",
        ),
        (
            event(E.CHECK, shared.CLASS_TURNING, ANNA, ANNA, 8, 9, dice=((6, 5), (6, 3))),
            "Anna turns the undead: 2d6=5+3 = 8, needs 9: fails",
        ),
        (
            event(E.END, BY_ID["affray.limit"], ANNA, ANNA, STAND_OFF, 200),
            "The last round is over, round 200. A stand-off",
        ),
    ],
)
def test_sentences_as_a_referee_says_them(e: Event, sentence: str) -> None:
    assert words(e) == sentence


@pytest.mark.parametrize(
    ("now", "until", "said"),
    [(0, 1, "in round 1"), (1, 1, "this round"), (1, 3, "until the end of round 3"), (2, 102, "for 100 rounds")],
)
def test_what_ends_with_its_own_round_is_said_of_that_round(now: int, until: int, said: str) -> None:
    assert duration_words(until, now) == said


@pytest.mark.parametrize("clause", ["fourfold.morale.check", "tempo.morale.check", "vanguard.morale"])
def test_who_breaks_flees(clause: str) -> None:
    assert words(event(E.CONDITION_ON, BY_ID[clause], ORC, ORC, FLEEING, ALWAYS)) == "Orc breaks and flees"


def test_what_set_off_one_check_is_told_in_one_line() -> None:
    due = event(E.DUE, BY_ID["tempo.morale.triggers"], ORC, ORC, 1 << 3 | 1 << 4, 1)
    assert words(due) == "Morale check for theirs (a quarter fallen and half fallen: Orc); 1 out of action"


def test_what_is_in_brackets_goes_where_a_fact_is_missing() -> None:
    assert (
        fill_sentence("{who} moves[ {moved}][, at {rate}]", {"who": "Anna", "moved": "4 feet"}) == "Anna moves 4 feet"
    )


def test_what_is_in_a_name_is_not_read_as_a_sentence() -> None:
    assert fill_sentence("{who} moves[ to {at}]", {"who": "[{at}]", "at": "{who}"}) == "[{at}] moves to {who}"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("goblin", "goblins"),
        ("wolf", "wolves"),
        ("dwarf", "dwarves"),
        ("harpy", "harpies"),
        ("lizard man", "lizard men"),
    ],
)
def test_names_of_creatures_have_plurals(one: str, many: str) -> None:
    assert plural(one) == many
    assert plural("man-at-arms") == "men-at-arms"


def test_one_of_anything_counted_is_singular() -> None:
    for counted, said in (("1", "1 round"), ("21", "21 rounds"), ("1,001", "1,001 rounds"), ("d6=1", "d6=1 round")):
        assert fill_sentence("it lasts {number} rounds", {"number": counted}) == f"it lasts {said}"
    assert fill_sentence("(+{number} extra degrees)", {"number": "1"}) == "(+1 extra degree)"


def test_dice_of_one_size_are_said_together() -> None:
    assert describe_dice([(20, 13)]) == "d20=13"
    assert describe_dice([(6, 3), (6, 5), (8, 1)]) == "2d6=3+5 + d8=1"


# --- every note of the rules

SELF_ONLY = {  # the rules note these for anybody, but one does them to oneself
    "CONDITION_ON classic.morale.check",
    "CONDITION_ON classic.morale.retainer",
    "CONDITION_ON classic.move.retreat",
    "CONDITION_ON classic.move.withdrawal",
    "CONDITION_ON classic.surprise",
    "DAMAGE affray.house.fumble",
    "DAMAGE affray.referee",
    "DAMAGE classic.condition.burning",
    "DEAD affray.referee",
    "SURRENDERED classic.morale.check",
}


def may_say(effect: Effect, n: Noted) -> bool:
    if n.kind == "SCORE":
        return effect.kind == DRAIN_STRENGTH
    return effect.chance > 0 or not (n.kind == "ROLL" and n.was)


@cache
def noted() -> list[Noted]:
    """All the rules may say; where an effect has the word, under the clauses of all effects that may say it."""
    book = library()
    content = [*(s.effect for s in book.spells.values()), *book.effects.values(), *book.potions.values()]
    found = set()
    for n in Source("affray.rules.shared", "affray.rules.classic").notes():
        those = {CLAUSES[e.clause].id for e in content if may_say(e, n)} if n.clause == EFFECT else {n.clause}
        found |= {n._replace(clause=clause) for clause in those}
    return sorted(found)


def test_the_reader_of_notes_finds_what_it_should() -> None:
    found = {(n.kind, n.clause) for n in noted()}
    assert {k for k, _ in found} == {kind.upper().replace("-", "_") for kind in E.KINDS}
    for known in (
        ("HIT", "classic.attack.natural"),  # a local name
        ("DAMAGE", "classic.damage.unarmed"),  # what a function returns, passed on
        ("SURRENDERED", "classic.morale.check"),  # passed on twice
        ("CONDITION_ON", "affray.referee"),
        ("CONDITION_ON", "classic.monster.paralysis"),  # from a content file
        ("MOVE", "classic.move.retreat"),
    ):
        assert known in found


# the clause says it: which condition, and how long it lasts; that this turn comes after all others
TOLD_BY_CLAUSE = {
    "CONDITION_ON classic.move.withdrawal",
    "CONDITION_ON classic.move.retreat",
    "CONDITION_ON classic.morale.check",
    "ROUND classic.initiative.slow",
    "ROUND classic.monster.last",
}


@pytest.mark.parametrize("n", noted(), ids=lambda n: f"{n.kind} {n.clause}")
def test_every_note_is_told_with_its_names_and_numbers(n: Noted) -> None:
    """Another name or number makes another sentence: so all of them are in it."""
    kind, clause = getattr(E, n.kind), BY_ID[n.clause]
    alone = n.alone or f"{n.kind} {n.clause}" in SELF_ONLY
    e = event(kind, clause, ANNA, ANNA if alone else BERT, 1, 9, dice=((20, 17),))
    said = words(e)
    assert "?" not in said
    told = f"{n.kind} {n.clause}" in TOLD_BY_CLAUSE
    if n.value and not told:
        assert words(e._replace(value=2)) != said
    if n.was and not told and n.kind != "MOVE":  # the rate stands in the facts
        assert words(e._replace(was=8)) != said
    if n.named and E.KINDS[kind] not in ABOUT_NOBODY:
        assert words(e._replace(who=ORC, other=ORC if alone else BERT)) != said
    if not alone:
        assert words(e._replace(other=ORC)) != said


@pytest.mark.parametrize("kind", range(len(E.KINDS)), ids=E.KINDS)
def test_a_clause_of_a_later_book_is_told_by_its_kind(kind: int) -> None:
    e = event(kind, BY_ID["affray.start"], ANNA, ORC, 1, 9)
    assert len(words(e)) > 10
    assert "?" not in words(e)


def test_the_tables_of_words_and_of_sight_name_what_exists() -> None:
    assert set(E.KINDS) <= set(SAYINGS)
    assert set(E.KINDS) <= set(SEEN)
    for key in (*SAYINGS, *SEEN, *BENT):
        kind, _, clause = key.partition(" ")
        assert kind in E.KINDS, key
        assert not clause or clause in BY_ID, key
    registered = {reason.words for reason in REASONS.values()}
    assert {w for listed in BENT.values() for w in listed} <= registered


def test_sentences_use_only_facts_they_have() -> None:
    rare = {
        "group",
        "tied",
        "unrolled",
        "effect",
        "Effect",
        "extreme",
        "nth",
        "skill",
        "friend",
        "other_side",
        "draws",
        "becomes",
        "in_round",
        "whither",
        "others",
    }
    usual = rare | {"who", "at", "by", "whom", "side", "sort", "rolled", "dice", "remarks", "bent", "attack", "outcome"}
    for key, said in SAYINGS.items():
        facts = {name.partition(".")[0] for name in said.facts.split()}
        assert set(said.facts.split()) <= set(FACTS), key
        assert set(FIELD.findall(said.words)) <= facts | usual, key
