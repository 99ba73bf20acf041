"""What a fight has come to: hit points by round, deeds, luck, fates; worked out by hand from dice that are typed in."""

from __future__ import annotations

import pytest

from affray import scenario
from affray.ending.account import Account, give_account
from affray.ending.chart import NARROW, WIDE, Drawing, draw_chart, svg_text
from affray.ending.facts import (
    SideLuck,
    best_blow,
    courses,
    deeds,
    fates,
    favoured_side,
    luck_of_sides,
    luck_word,
    turning_point,
)
from affray.ending.story import fate_words, headline, story, summary
from affray.engine.events import DAMAGE
from affray.log import Event
from affray.play.session import Play
from affray.play.start import start_fight
from affray.play.trace import trace
from affray.rules import get

PLAIN = "saves: 12/13/14/15/16, morale: 12, move: 120, ac: 9, thac0: 19, damage: 1d6, gear: [sword]"
BRIDGE = f"""\
title: The bridge
distance: contact
sides:
  party:
    players: true
    members:
      - Anna: {{hp: 8, {PLAIN}}}
      - Brom: {{hp: 6, {PLAIN}}}
  orcs:
    members:
      - Grub: {{hp: 6, leader: true, {PLAIN}}}
      - Snik: {{hp: 3, {PLAIN}}}
"""
ROLLS = {name: {"rolls": "person"} for name in ("party", "orcs", "referee")}
# THAC0 19 against AC 9: 10 or more hits
ROUNDS = (
    "6 1  15 4  9  12 5  1",  # the party first: Anna hits Grub for 4, Brom misses; Grub hits Anna for 5, Snik misses
    "3 5  10 3  20 2  18 2",  # the orcs first: Grub kills Anna, Snik hits Brom for 2; Brom kills Grub
    "4 2  11 6",  # Brom kills Snik
)


def played(text: str = BRIDGE, dice: str = " ".join(ROUNDS), book: str = "classic", hidden: str = "") -> Play:
    """A fight with these dice, of which none must be left over."""
    rules = get(book)
    play = start_fight(rules, scenario.read(text, "bridge", rules.names()), 1, 0, {}, ROLLS, False)
    if hidden:
        play.referee("hide", hidden, "from the start")
    for face in dice.split():
        assert play.asks is not None, f"nobody wants the {face}"
        play.do(face)
    return play


@pytest.fixture(scope="module")
def bridge() -> Play:
    play = played()
    assert play.winner == "party"
    return play


@pytest.fixture
def referees(bridge: Play) -> Account:
    return give_account(bridge)


@pytest.fixture
def players(bridge: Play) -> Account:
    return give_account(bridge, frozenset([0]))


# --- the trace


def test_everybody_is_seen_after_each_row_and_each_die_is_somebodys(bridge: Play) -> None:
    seen = trace(bridge)
    assert len(seen.rows) == len(bridge.rows)
    damages = [row for row, event in enumerate(bridge.rows) if isinstance(event, Event) and event.kind == DAMAGE]
    assert [tuple(one.hp for one in seen.after(row)) for row in damages] == [
        (8, 6, 2, 3),
        (3, 6, 2, 3),
        (0, 6, 2, 3),
        (0, 4, 2, 3),
        (0, 4, 0, 3),
        (0, 4, 0, -3),
    ]
    assert [one.face for _, one in sorted(seen.throws.items())] == [int(face) for face in " ".join(ROUNDS).split()]
    assert [one.owner for number, one in sorted(seen.throws.items()) if one.sides == 20] == [0, 1, 2, 3, 2, 3, 1, 1]


def test_what_was_taken_back_is_in_no_trace(bridge: Play) -> None:
    again = bridge.fork()
    again.referee("hp", "Brom", "1")
    again.undo()
    assert trace(again).end == trace(bridge).end


# --- facts


def test_hit_points_by_round_are_those_of_whoever_stands(referees: Account) -> None:
    party, orcs = courses(referees)
    assert party.values == (8 + 6, 3 + 6, 4, 4)
    assert orcs.values == (6 + 3, 2 + 3, 3, 0)
    assert (party.full, orcs.full) == (14, 9)


def test_the_turning_point_is_where_the_winner_was_behind_for_the_last_time(referees: Account) -> None:
    """After round 2 the party has 4 of 14, the orcs 3 of 9."""
    assert turning_point(referees, courses(referees)) == 3


def test_players_see_of_foes_what_an_onlooker_sees(players: Account) -> None:
    """Grub with 2 of 6 is badly hurt, a third; Snik unhurt: two thirds of the orcs are left, and then a half."""
    party, orcs = courses(players)
    assert [round(value, 1) for value in party.values] == [100, 64.3, 28.6, 28.6]  # 14, 9, 4 and 4 of 14
    assert [round(value, 1) for value in orcs.values] == [100, 66.7, 50, 0]


def test_deeds_are_what_the_dice_made_them(referees: Account) -> None:
    anna, brom, grub, snik = deeds(referees)
    assert (anna.attacks, anna.hits, anna.dealt, anna.taken, anna.felled) == (1, 1, 4, 5 + 3, 0)
    assert (brom.attacks, brom.hits, brom.dealt, brom.taken, brom.felled) == (3, 2, 2 + 6, 2, 2)
    assert (grub.attacks, grub.hits, grub.dealt, grub.taken, grub.felled) == (2, 2, 5 + 3, 4 + 2, 1)
    assert (snik.attacks, snik.hits, snik.dealt, snik.taken, snik.felled) == (2, 1, 2, 6, 0)
    assert [one.dice for one in (anna, brom, grub, snik)] == [(15,), (9, 18, 11), (12, 10), (1, 20)]
    assert brom.mean == (9 + 18 + 11) / 3


def test_players_are_told_no_numbers_of_foes(players: Account) -> None:
    _, brom, grub, _ = deeds(players)
    assert (brom.dealt, brom.taken, brom.dice) == (8, 2, (9, 18, 11))
    assert (grub.attacks, grub.hits, grub.felled) == (2, 2, 1)  # all of that was to be seen
    assert (grub.dealt, grub.taken, grub.dice) == (None, None, None)


@pytest.mark.parametrize(
    ("dice", "word"),
    [
        ((20, 20, 20), ""),  # three say nothing
        ((10, 11, 10, 11), "fair"),
        ((13, 13, 14, 14), "lucky"),  # 13.5, and one standard error is 5.77 / 2 = 2.88
        ((13, 13, 13, 14), "fair"),  # 13.25
        ((8, 7, 8, 7), "unlucky"),  # 7.5
        (None, ""),
    ],
)
def test_dice_say_something_of_luck_beyond_one_standard_error(dice: tuple[int, ...] | None, word: str) -> None:
    assert luck_word(dice) == word


def test_the_luck_of_sides_is_that_of_all_their_dice(referees: Account) -> None:
    party, orcs = luck_of_sides(referees, deeds(referees))
    assert (party.mean, orcs.mean) == ((15 + 9 + 18 + 11) / 4, (12 + 10 + 1 + 20) / 4)
    assert favoured_side([party, orcs]) == -1  # 13.25 and 10.75 of four each: 4.08 apart would be a standard error


def test_dice_favour_a_side_by_more_than_chance_explains() -> None:
    """Of sixteen dice each a standard error of the difference is 5.77 × √(2/16) = 2.04."""
    assert favoured_side([SideLuck(0, (10, 11) * 8), SideLuck(1, (12, 13) * 8)]) == -1  # 2 apart
    assert favoured_side([SideLuck(0, (10, 10) * 8), SideLuck(1, (12, 13) * 8)]) == 1  # 2.5 apart
    assert favoured_side([SideLuck(0, (1, 1, 1)), SideLuck(1, (20,) * 9)]) == -1  # three are too few


def test_the_best_blow_is_the_hardest(referees: Account) -> None:
    blow = best_blow(referees)
    assert blow is not None
    assert (blow.line.who, blow.line.at, blow.line.change["damage"]) == ("Brom", "Snik", 6)


# --- words


def test_who_fell_how_and_with_what(referees: Account, players: Account) -> None:
    told = {referees.name(one.who): fate_words(referees, one) for one in fates(referees)}
    assert told == {
        "Anna": "is dead, slain by Grub with a sword in round 2",
        "Brom": "",
        "Grub": "is dead, slain by Brom with a sword in round 2",
        "Snik": "is dead, slain by Brom with a sword in round 3",
    }
    theirs = {players.name(one.who): fate_words(players, one) for one in fates(players)}
    assert theirs["Anna"] == "is dead, slain by Grub in round 2"  # what foes hold is not told to players
    assert theirs["Snik"] == "is dead, slain by Brom with a sword in round 3"


def test_the_headline_says_who_won_and_what_it_cost(referees: Account) -> None:
    assert headline(referees) == "The party beat the orcs, but lost Anna."
    assert summary(referees, fates(referees)) == (
        "Three rounds. Of the party one is dead and one stands. The orcs: both are dead. The fight turned in round 3."
    )


def test_the_story_has_a_line_a_round(referees: Account) -> None:
    assert [(line.round, line.words) for line in story(referees)] == [
        (1, "Grub hit Anna for 5."),
        (2, "Grub killed Anna. Snik hit Brom for 2. Brom killed Grub."),
        (3, "Brom killed Snik."),
    ]


# --- who is hidden

WATCHER = BRIDGE + f"      - Vrag: {{hp: 9, {PLAIN}}}\n"


def test_whoever_lies_in_wait_leaves_no_trace_for_players() -> None:
    """Vrag never comes out: what players are told is what it would be without him."""
    until_one_stands = " ".join(ROUNDS[:2])
    plays = [played(dice=until_one_stands), played(WATCHER, until_one_stands, hidden="Vrag")]
    for play in plays:
        play.referee("end", "party")
    without, account = (give_account(play, frozenset([0])) for play in plays)
    assert len(give_account(plays[1]).people) == len(without.people) == 4  # he takes no part for the referee either
    for each in (headline, story, draw_chart, deeds, lambda one: summary(one, fates(one))):
        assert each(account) == each(without)


def test_somebody_who_fights_unseen_is_nobody_in_the_players_story() -> None:
    text = WATCHER.replace("- Snik", "- Sneak")
    play = played(text, "", hidden="Sneak")
    play.referee("enter", "Sneak")
    for face in "6 1  15 4  9  12 5  15 6".split():
        play.do(face)
    play.referee("end", "orcs")
    told = give_account(play, frozenset([0]))
    words = [headline(told), summary(told, fates(told)), *(line.words for line in story(told)), str(draw_chart(told))]
    assert not [line for line in words if "Sneak" in line]
    assert "Sneak" not in [told.name(one.who) for one in deeds(told)]
    assert "Sneak" in [give_account(play).name(one.who) for one in deeds(give_account(play))]


# --- all five books

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["orcs", "crypt", "ship"])
def test_every_book_has_its_ending(book: str, name: str) -> None:
    encounter, rules = scenario.open_scenario(name, book)
    play = start_fight(rules, encounter, 3, 0, {}, (), False)
    account = give_account(play)
    done = {account.name(one.who): one for one in deeds(account)}
    dice = [event for event in play.log if event.kind in (1, 2)]
    assert sum(one.attacks for one in done.values()) == len(dice)
    for course in courses(account):
        left = [max(0, c.hp) for c in account.members(course.side) if account.trace.end[c.id].stands]
        assert course.values[-1] == sum(left)
        assert len(course.values) == play.state.round + 1
    for audience in (None, frozenset([0]), frozenset[int]()):
        told = give_account(play, audience, account.trace)
        assert headline(told).endswith(".")
        assert 0 < len(story(told)) <= 8
        assert "  " not in " ".join(line.words for line in story(told))


@pytest.mark.parametrize("book", BOOKS)
def test_the_d20s_to_hit_are_found_in_every_book(book: str) -> None:
    """Two who can do nothing but strike: each attack of a person in hand-to-hand has one d20 of theirs."""
    encounter, rules = scenario.open_scenario("duel", book)
    account = give_account(start_fight(rules, encounter, 5, 0, {}, (), False))
    for one in deeds(account):
        assert one.dice is not None
        assert len(one.dice) == one.attacks, account.name(one.who)


# --- the chart


def texts(drawing: Drawing) -> list[str]:
    return [one for part in drawing[2:] for one in ([part] if isinstance(part, str) else texts(part))]


def test_the_chart_says_in_words_what_it_shows(referees: Account) -> None:
    drawing = draw_chart(referees, WIDE)
    assert drawing[1]["aria-label"] == (
        "Hit points by round, from the start on. Party: 14, 9, 4, 4. Orcs: 9, 5, 3, 0. "
        "What happened: round 2, Anna falls; round 2, Grub falls; round 3, Snik falls."
    )
    shown = texts(drawing)
    assert {"Anna falls", "Grub falls", "Snik falls", "Party 4 of 14", "Orcs 0 of 9", "start", "round 3"} <= set(shown)
    assert {"0", "5", "10", "15"} <= set(shown)  # four lines at most, in fives


def test_a_line_is_where_its_numbers_are(referees: Account) -> None:
    """From 44 to 760 − 122 in three rounds, and from 15 at 34 to 0 at 322 − 38: 14 is at 284 − 14/15 × 250."""
    found = svg_text(draw_chart(referees, WIDE))
    assert 'd="M44 50.7L242 134L440 217.3L638 217.3"' in found
    assert 'stroke-dasharray="9 5"' in found  # the orcs', so that no line is told by its colour alone


@pytest.mark.parametrize("size", [WIDE, NARROW])
@pytest.mark.parametrize("name", ["crypt", "crossroads", "dragon"])
def test_no_words_on_a_chart_cover_others(name: str, size: object) -> None:
    from affray.ending import chart

    encounter, rules = scenario.open_scenario(name, "classic")
    account = give_account(start_fight(rules, encounter, 7, 0, {}, (), False))
    assert isinstance(size, chart.Size)
    found = courses(account)
    scene = chart.Scene(size, account, found, max(one.full for one in found))
    taken: list[chart.Box] = []
    placed = [(one, chart.find_place(scene, one, taken)) for one in chart.find_marks(account)]
    boxes = [chart.box_of(scene, one, *place) for one, place in placed if place]
    assert len(boxes) > 2
    assert not [1 for n, one in enumerate(boxes) for other in boxes[:n] if one.meets(other)]
    assert all(chart.is_inside(scene, one) for one in boxes)
