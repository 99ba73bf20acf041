"""Referee commands: every one of every book is applied, told, undone, saved and replayed; all who offer them agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray import AffrayError, Play
from affray.cli import main
from affray.engine.state import comparable_copy
from affray.engine.vocabulary import BLIND
from affray.rules import NAMES
from affray.rules import get as load_book
from affray.rules.commands import Command, split_line

BOOKS = tuple(NAMES)
SCENARIO = """
title: a quarrel
distance: 30
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 3, gear: [sword, shield, 2 healing potion], hp: 12}
      - Mira: {class: magic-user, level: 3, gear: [dagger], spells: [sleep, web], hp: 7}
      - Rider: {class: fighter, level: 2, gear: [sword], hp: 9, mount: war horse}
  foes:
    surprised: false
    members:
      - Grub: {ac: 6, hd: 1, thac0: 19, damage: 1d6, hp: 6, morale: 8, gear: [sword]}
      - 2 orc: {hp: 5}
"""
COMMON = {  # of each command: what is said, what the referee reads, what players read
    "hp": ("hp Grub 3", "Grub: hp 6 → 3", "Grub is hurt"),
    "move": ("move Grub 47 -9", "Referee: Grub is at 47, −9", "Grub is elsewhere now"),
    "on": ("on Grub prone 2", "Referee: Grub is prone until the end of round", "Referee: Grub is prone"),
    "off": ("off Orc 1 blind", "Referee: Orc 1 is no longer blind", "Referee: Orc 1 is no longer blind"),
    "release": ("release Orc 1", "Referee: Orc 1 is released", "Orc 1 is released"),
    "modifier": ("modifier +2 Grub", "Referee: +2 on the next roll to hit or save by Grub", ""),
    "morale": ("morale Grub 11", "Grub: morale 8 → 11", ""),
    "rate": ("rate Anna 60", "Anna: movement rate", "Anna: movement rate"),
    "cover": ("cover Grub half", "Referee: Grub has cover: half", "Grub has cover: half"),
    "side": ("side Orc 2 party", "Referee: Orc 2 joins party", "Orc 2 joins party"),
    "remove": ("remove Orc 2", "Referee: Orc 2 leaves the fight", "Orc 2 leaves the fight"),
    "hide": ("hide Grub", "Referee: Grub is hidden", ""),
    "note": ("note Grub carries the key", "Note on Grub: carries the key", ""),
    "mark": ("mark Grub 3 dazzled", "Referee: Grub is dazzled until the end of round", "Grub is dazzled"),
    "unmark": ("unmark Orc 1 Dazzled", "Referee: Orc 1 is no longer Dazzled", "Orc 1 is no longer Dazzled"),
    "add": ("add 2 goblin foes", "Goblin 2 joins foes", "Goblin 2 joins foes"),
    "give": ("give Mira 2 healing potion", "Referee: Mira gets 2 healing potions", "Mira gets 2 healing potions"),
    "take": ("take Anna shield", "Referee: Anna loses shield", "Anna loses shield"),
    "memorise": ("memorise Mira sleep", "Referee: Mira has memorised sleep", "Mira has memorised sleep"),
    "forget": ("forget Mira web", "Referee: Mira forgets web", "Mira forgets web"),
    "mount": ("mount Anna war horse", "Referee: Anna mounts a war horse", "Anna mounts a war horse"),
    "dismount": ("dismount Rider", "Referee: Rider dismounts", "Rider dismounts"),
    "surprise": ("surprise foes", "Referee: Grub is unaware this round", "Referee: Grub is unaware"),
    "light": ("light dark", "Referee: it is now dark", "Referee: it is now dark"),
    "width": ("width 10", "Referee: the passage is 10", "Referee: the passage is 10"),
    "terrain": ("terrain deck on", "Referee: terrain: deck on", "Referee: terrain: deck on"),
    "end": ("end foes", "Winner: foes", "Winner: foes"),
    "ac": ("ac Grub 3", "Grub: armour class", ""),
    "overrule": ("overrule Orc 2 4", "Referee: Orc 2 is back in the fight; hp 4", "Orc 2 is back in the fight"),
    "reveal": ("reveal Orc 1", "Referee: Orc 1 is revealed", "Orc 1 appears"),
    "enter": ("enter Orc 1", "Referee: Orc 1 joins the fight unseen", ""),
    "check": ("check Grub paralysis", "Referee: Grub must save (paralysis)", "Grub must make a saving throw"),
}
NEXT = {"next": ("next {actor}", "Referee: {actor} acts next", "")}
OWN = {
    "classic": NEXT,
    "procedure": NEXT,
    "vanguard": NEXT,
    "tempo": {
        "score": ("score Grub 12", "Grub: score", ""),
        "trigger": ("trigger Grub tempted", "Grub", ""),
        "react": ("react Anna 2", "Anna", ""),
        "guard": ("guard Grub", "Grub", ""),
        "advantage": ("advantage", "Referee: an advantage die on the next attack", ""),
        "disadvantage": ("disadvantage Grub", "Referee: a penalty die on the next attack by Grub", ""),
    },
    "fourfold": NEXT
    | {
        "check": ("check Grub physical", "Referee: Grub must save (physical)", "Grub must make a saving throw"),
        "terrain": ("terrain bad ground on", "Referee: terrain: bad ground on", "Referee: terrain: bad ground on"),
        "advantage": ("advantage", "Referee: advantage on the next attack", ""),
        "disadvantage": ("disadvantage Grub", "Referee: disadvantage on the next attack by Grub", ""),
    },
}
FIRST = {
    "off": "on Orc 1 blind",
    "release": "on Orc 1 held",
    "unmark": "mark Orc 1 0 dazzled",
    "overrule": "on Orc 2 fled",
    "reveal": "hide Orc 1",
    "enter": "hide Orc 1",
}  # what makes it possible
SILENT = ("trigger", "react", "guard", "score")  # told by the book's own sentences, to players as the book says


def begin(book: str, folder: Path) -> Play:
    file = folder / "quarrel.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    return affray.start(str(file), rules=book, seed=3, players=["party", "foes", "referee"])


def cases() -> Iterator[tuple[str, str]]:
    for book in BOOKS:
        for name in COMMON | OWN[book]:
            yield book, name


def words_of(play: Play, since: int, side: str = "") -> list[str]:
    log = play.log.for_players(side) if side else play.log
    return [told.words for _, told in log.descriptions()][since:]


def actor_of(play: Play) -> str:
    """Return somebody who may still act in this turn."""
    return next(play.roster.who[c.id] for c in play.state.who if c.turn == play.state.turn and c.able)


@pytest.mark.clause("affray.referee")
@pytest.mark.parametrize(("book", "name"), list(cases()))
def test_each_command_is_applied_told_undone_saved_and_replayed(book: str, name: str, tmp_path: Path) -> None:
    play = begin(book, tmp_path)
    line, told, players = (COMMON | OWN[book])[name]
    if name in FIRST:
        play.referee(FIRST[name])
    if name == "next":
        answer_until_a_turn(play)
    line, told = (text.replace("{actor}", actor_of(play)) if "{actor}" in text else text for text in (line, told))
    before, seen = comparable_copy(play.state), len(words_of(play, 0))
    hidden, seen_by_players = play.hidden, len(words_of(play, 0, "party"))
    play.referee(line, reason="so I say")
    news = words_of(play, seen)
    assert any(told in words for words in news), news
    assert "(so I say)" in "".join(news)
    theirs = words_of(play, seen_by_players, "party")
    assert "so I say" not in "".join(theirs)
    if name not in SILENT:
        assert any(players in words for words in theirs) if players else name == "next" or theirs == []
    if name != "check":  # a save changes nothing by itself
        assert (comparable_copy(play.state), play.hidden) != (before, hidden)
    play.save(tmp_path / "quarrel.fight")
    assert affray.load(tmp_path / "quarrel.fight").log.jsonl() == play.log.jsonl()
    play.undo()
    assert (comparable_copy(play.state), play.hidden) == (before, hidden)


def answer_until_a_turn(play: Play) -> None:
    while play.asks and (play.asks.question is None or play.asks.question.who < 0 or play.state.round == 0):
        play.do(play.legal[0])


@pytest.mark.parametrize("book", BOOKS)
def test_the_cases_above_are_all_commands_of_the_book(book: str) -> None:
    assert {command.name for command in load_book(book).commands} == set(COMMON | OWN[book])


# --- the registry, and all who offer it


@pytest.mark.parametrize("book", BOOKS)
def test_each_command_has_a_meaning_and_examples_that_can_be_said(book: str, tmp_path: Path) -> None:
    play = begin(book, tmp_path)
    for command in play.commands:
        assert re.fullmatch(r"[A-Z].*\.", command.meaning), command.name
        assert command.examples, command.name
        for example in command.examples:
            line = example.partition(" because ")[0].replace("WHO", "Grub").replace("SIDE", "foes")
            assert split_line(play.book, play.roster, line)[0] == command.name


@pytest.mark.parametrize("book", BOOKS)
def test_the_terminal_lists_every_command_and_explains_each(book: str, tmp_path: Path) -> None:
    commands = load_book(book).commands
    script = "\n".join(["referee help", *(f"referee help {command.name}" for command in commands), "quit", ""])
    arguments = ["play", "duel", "--rules", book, "--journal", str(tmp_path / "d.fight")]
    shown = CliRunner().invoke(main, arguments, input=script).output
    for command in commands:
        assert f"referee {command.usage}" in shown
        assert shown.count(command.meaning) >= 2


def test_the_terminal_says_the_books_own_words(tmp_path: Path) -> None:
    arguments = ["play", "duel", "--rules", "fourfold", "--journal", str(tmp_path / "d.fight")]
    shown = CliRunner().invoke(main, arguments, input="referee advantage\nquit\n").output
    assert "Referee: advantage on the next attack" in shown


@pytest.mark.parametrize("book", BOOKS)
def test_the_document_has_every_command(book: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / "referee.md").read_text(encoding="utf-8")
    for command in load_book(book).commands:
        assert table_row(command) in text


def table_row(command: Command) -> str:
    return f"| `{command.usage.replace('|', ' or ')}` | {command.meaning} |"


def test_the_page_draws_the_commands_it_is_given() -> None:
    """Its form for any command is made from the list that the table sends; it has no list of its own."""
    page = (Path(affray.__file__).parent / "server" / "pages" / "hand.js").read_text(encoding="utf-8")
    assert "ask(inFight('/commands'))" in page
    assert "commands.map((one) => el('option'" in page
    assert "paralysed" not in page


# --- what single commands do


@pytest.mark.clause("fourfold.damage.mortal")
def test_no_hit_points_are_a_mortal_wound_in_fourfold(tmp_path: Path) -> None:
    play = begin("fourfold", tmp_path)
    play.referee("hp", "Anna", 0)
    assert "mortally wounded" in play.news.text()
    play.referee("hp", "Anna", 4)
    anna = play.state.who[0]
    assert (anna.hp, anna.able) == (4, True)


@pytest.mark.clause("affray.referee")
def test_no_hit_points_are_death_in_classic_and_nothing_in_tempo(tmp_path: Path) -> None:
    for book, alive in (("classic", False), ("tempo", True)):
        play = begin(book, tmp_path)
        play.referee("hp", "Anna", 0)
        assert play.state.who[0].in_fight == alive


@pytest.mark.clause("affray.referee", "fourfold.save.roll")
def test_fourfold_calls_for_its_own_saves_and_still_knows_the_old_names(tmp_path: Path) -> None:
    """Luck is 16 less the level, 3 here; the others are 16 less an attribute and the level."""
    play = begin("fourfold", tmp_path)
    for name in ("physical", "evasion", "mental", "luck", "death", "spells"):
        play.referee("check", "Anna", name)
        check = play.log[len(play.log) - 1]
        assert check.was == (16 - 3 if name == "luck" else check.was)
    with pytest.raises(AffrayError, match="expected one of morale, physical, evasion, mental, luck"):
        play.referee("check", "Anna", "patience")


@pytest.mark.clause("affray.referee")
def test_a_modifier_for_somebody_waits_for_their_roll(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    play.referee("modifier", 3, "Anna")
    play.referee("check", "Grub", "spells")
    assert play.log[len(play.log) - 1].because == ()
    play.referee("check", "Anna", "spells")
    assert [amount for _, amount in play.log[len(play.log) - 1].because] == [3]


@pytest.mark.clause("affray.referee", "fourfold.attack.advantage")
def test_advantage_for_somebody_waits_for_their_attack(tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    sides = "  ours: {surprised: false, members: [Anna: {class: fighter, level: 1, gear: [sword], hp: 40}]}\n"
    sides += "  theirs: {surprised: false, members: [1 orc: {hp: 40}]}\n"
    file.write_text(f"title: two\ndistance: contact\nsides:\n{sides}", encoding="utf-8")
    for name in ("Anna", "Orc"):
        play = affray.start(str(file), rules="fourfold", seed=4, players=["ours", "theirs"])
        play.referee("advantage", name)
        while "higher of" not in play.log.text():
            play.do(next((c for c in play.legal if "strike" in str(c)), play.legal[0]))
        blow = next(told for _, told in play.log.descriptions() if "higher of" in told.words)
        assert blow.who == name
        assert [c.fourfold.advantage for c in play.state.who] == [0, 0]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("affray.referee")
def test_armour_class_is_set_as_the_book_counts_it(book: str, tmp_path: Path) -> None:
    play = begin(book, tmp_path)
    play.referee("ac", "Anna", 14)
    assert play.book.armour(play.state.who[0]) == 14


@pytest.mark.clause("affray.referee")
def test_the_side_of_somebody_who_changed_it_is_told_as_it_was(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    before = play.log.for_players("party").text()
    play.referee("side", "Orc 2", "party")
    assert play.log.for_players("party").text().startswith(before)
    side = play.state.side
    assert (side[0].size, side[0].standing, side[1].size, side[1].standing) == (4, 4, 2, 2)


@pytest.mark.clause("affray.referee")
def test_in_the_dark_all_are_blind_who_do_not_see_in_it(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    play.referee("light dark")
    blind = [who for who, c in zip(play.roster.who, play.state.who, strict=True) if c.conditions & 1]
    assert blind == [who for who, c in zip(play.roster.who, play.state.who, strict=True) if not c.sees_dark]
    assert "Anna" in blind
    play.referee("light lit")
    assert not any(c.conditions & 1 for c in play.state.who)


@pytest.mark.clause("affray.referee")
def test_what_is_given_can_be_drawn_and_what_is_taken_is_gone(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    anna = play.roster.who.index("Anna")
    play.referee("give Anna dagger")
    assert "dagger" in [play.roster.arms[k] for k in play.state.who[anna].kit if k >= 0]
    play.referee("take Anna sword")
    assert "sword" not in [play.roster.arms[k] for k in play.state.who[anna].kit if k >= 0]
    play.referee("give Anna 2 healing potion")
    assert play.state.who[anna].potions == 4
    play.referee("take Anna shield")
    assert play.state.who[anna].shield == 0


@pytest.mark.clause("affray.referee")
def test_a_mark_lasts_as_long_as_was_said_and_goes_with_the_state(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    play.referee("mark", "Grub", 2, "dazzled")
    play.referee("mark", "Grub", 0, "in", "love")
    grub, now = play.roster.who.index("Grub"), play.state.round
    assert play.hidden.marks_on(grub, now + 2) == {"dazzled": now + 2, "in love": None}
    assert play.hidden.marks_on(grub, now + 3) == {"in love": None}
    assert affray.from_text(play.text()).hidden.marks == play.hidden.marks
    with pytest.raises(AffrayError, match="not marked"):
        play.referee("unmark Grub drunk")


@pytest.mark.parametrize(
    "line",
    [
        "give Anna plate mail",
        "give Anna excalibur",
        "take Anna crown",
        "memorise Mira wishing",
        "forget Mira fireball",
        "dismount Anna",
        "mount Anna sofa",
        "side Anna party",
        "cover Anna a bit",
        "morale Grub 13",
        "rate Anna -3",
        "width -1",
        "light gloomy",
        "terrain lava on",
        "surprise nobody",
        "hp Anna 3 4",
        "release Anna",
        "next",
        "hp",
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(line: str, tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    before = comparable_copy(play.state)
    with pytest.raises(AffrayError):
        play.referee(line)
    assert comparable_copy(play.state) == before
    assert play.entries == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("advantage", "here no roll has advantage: give a modifier, as in: modifier [+]2"),
        ("add 1 ogre: {hp: 9} foes", "add takes creatures by name, as in: 2 orc; change them afterwards"),
        ("add yeti foes", "^unknown monster 'yeti'"),
        ("mount Anna horse", "^unknown monster 'horse'.*did you mean 'war horse'"),
        ("take Anna crown", "Anna has no crown; there is sword to take"),
        ("take Mira sleep", "Mira has no sleep; there is dagger to take"),
    ],
)
def test_an_error_says_what_can_be_said_instead(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(AffrayError, match=said):
        begin("classic", tmp_path).referee(line)


@pytest.mark.clause("affray.referee")
@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("fled", "Grub has fled"),
        ("surrendered", "Grub surrenders"),
        ("blind", "Grub is blind for the rest of the fight"),
    ],
)
def test_a_condition_is_told_as_people_say_it(condition: str, told: str, tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    play.referee("on", "Grub", condition)
    assert f"Referee: {told} [affray.referee]" in play.news.text()


@pytest.mark.clause("affray.referee")
def test_a_condition_lasts_as_long_as_the_referee_said_last(tmp_path: Path) -> None:
    """It was told that it ended sooner, and lasted as long as before."""
    play = begin("classic", tmp_path)
    play.referee("on", "Grub", "blind", "9")
    play.referee("on", "Grub", "blind", "3")
    grub = play.state.who[play.roster.who.index("Grub")]
    assert grub.ends_at[BLIND] == play.state.round + 3
    assert f"Grub is blind until the end of round {play.state.round + 3}" in play.log.text()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.clause("affray.referee")
def test_whoever_was_removed_can_be_taken_back(book: str, tmp_path: Path) -> None:
    play = begin(book, tmp_path)
    before = comparable_copy(play.state)
    play.referee("remove Grub")
    play.referee("overrule Grub 6")
    assert "Referee: Grub is back in the fight; hp 6" in play.news.text()
    assert comparable_copy(play.state).who == before.who
    assert comparable_copy(play.state).side == before.side


@pytest.mark.clause("affray.referee")
def test_a_reason_may_follow_a_typed_line_in_python_too(tmp_path: Path) -> None:
    play = begin("classic", tmp_path)
    play.referee("hp Grub 3 because the roof fell in")
    assert "Grub: hp 6 → 3 (the roof fell in)" in play.news.text()
    play.referee("note Grub ran because of us", reason="it matters")
    assert "Note on Grub: ran because of us (it matters)" in play.news.text()


@pytest.mark.clause("affray.referee")
@pytest.mark.parametrize(
    ("book", "line", "told"),
    [
        ("classic", "width 10", "the passage is 10' wide"),
        ("vanguard", "width 3", "the passage is 3 metres wide"),
        ("vanguard", "width 0", "the ground is open"),
    ],
)
def test_a_width_is_told_in_the_unit_of_the_book(book: str, line: str, told: str, tmp_path: Path) -> None:
    play = begin(book, tmp_path)
    play.referee(line)
    for log in (play.news, play.log.for_players("party")):
        assert f"Referee: {told} [affray.referee]" in log.text()


@pytest.mark.clause("affray.referee")
@pytest.mark.parametrize("book", ["classic", "procedure", "vanguard", "fourfold"])
def test_whom_the_referee_calls_acts_next(book: str, tmp_path: Path) -> None:
    """Three goblins of one side: while the first is asked, the third is called."""
    file = tmp_path / "row.yaml"
    file.write_text(
        "title: a row\ndistance: contact\nsides:\n  ours: {surprised: false, members: [3 goblin: {hp: 5}]}\n"
        "  theirs: {surprised: false, members: [1 ogre: {hp: 29}]}\n",
        encoding="utf-8",
    )
    play = affray.start(str(file), rules=book, seed=1, players={"ours": ["targets", "movement"]})
    asked: list[str] = []
    while play.asks and play.asks.question and len(dict.fromkeys(asked)) < 2:
        asked.append(play.asks.who)
        if len(asked) == 1 and asked[0] == "Goblin 1":
            play.referee("next Goblin 3")
        play.do(next((c for c in play.legal if "strike" in str(c)), play.legal[0]))
    assert list(dict.fromkeys(asked)) == ["Goblin 1", "Goblin 3"]


@pytest.mark.clause("affray.referee", "fourfold.action.instant")
def test_the_referee_orders_instant_actions_that_come_together(tmp_path: Path) -> None:
    """Before the ogre's deed Anna and Bert may both make a snap attack: Anna is listed first, Bert is called."""
    fighters = ", ".join(f"{name}: {{class: fighter, level: 2, gear: [sword], hp: 9}}" for name in ("Anna", "Bert"))
    file = tmp_path / "three.yaml"
    file.write_text(
        f"title: three\ndistance: contact\nsides:\n  ours: {{surprised: false, members: [{fighters}]}}\n"
        "  theirs: {surprised: false, members: [1 ogre: {hp: 40}]}\n",
        encoding="utf-8",
    )
    for seed in range(1, 9):
        play = affray.start(str(file), rules="fourfold", seed=seed, players=["ours", "theirs"])
        if play.asks and play.asks.who == "Ogre":
            break
    usual = play.fork()
    strike = next(choice for choice in play.legal if "strike" in str(choice))
    usual.do(strike)
    assert usual.asks is not None
    assert usual.asks.who == "Anna"
    play.referee("next Bert")
    play.do(strike)
    assert play.asks is not None
    assert play.asks.who == "Bert"
    play.do("pass")
    assert play.asks is not None
    assert play.asks.who == "Anna"
    play.do(next(choice for choice in play.legal if "strike" in str(choice)))
    assert "Anna" in play.news.text()


# --- newcomers


def places(play: Play, name: str) -> list[tuple[int, int]]:
    return [(c.x, c.y) for c in play.state.who[: play.state.n] if play.roster.who[c.id].startswith(name)]


def test_newcomers_join_beside_the_rearmost_of_their_side() -> None:
    play = affray.start("orcs", seed=1, players="party")
    grub = places(play, "Grub")[0]
    play.referee("add 2 goblin orcs")
    assert places(play, "Goblin") == [grub, (grub[0], grub[1] + 50)]  # 5 feet apart


def test_newcomers_join_where_the_referee_says() -> None:
    play = affray.start("orcs", seed=1, players="party")
    play.referee("add 2 goblin orcs 30 -10")
    assert places(play, "Goblin") == [(300, -100), (300, -50)]
    play.referee("add", "ogre", "orcs", "45", "5")
    assert places(play, "Ogre") == [(450, 50)]
    assert play.state.who[-1].heading_x == -1  # they look at the party, which comes from the west
