"""House rules outlast the fight: what a rule at zero leaves one with, and how one rests from it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import affray
from affray import houserules
from affray.cli import main
from affray.engine.clauses import BY_ID
from affray.engine.encounter import Member
from affray.engine.state import Fight
from affray.engine.vocabulary import UNCONSCIOUS
from affray.rules import get
from affray.rules.book import Book, Remark

HEAD = "name: Ours\nsays: As we like it.\nrules: classic\n"
PARTY = "party: The Lanterns\nmembers:\n  - {name: Anna, class: fighter, level: 5, hp: 3, max hp: 40}\n"


def bent(giver: str, base: str = "classic") -> Book:
    text = HEAD.replace("classic", base) + f"seams: {{zero: {giver}}}\n"
    return houserules.apply(get(base), [houserules.from_text(text)])


def fallen(book: Book) -> Fight:
    """vanguard.death.zero: Anna lies at 0, unconscious; vanguard.death.mark: she dies in 3 hours."""
    fight = affray.start("duel", rules=book).state
    fight.who[0].hp, fight.who[0].vanguard.hours_to_live = 0, 3
    fight.who[0].conditions |= 1 << UNCONSCIOUS
    return fight


def test_who_dies_later_by_the_other_book_is_written_down_as_dead() -> None:
    book = bent("vanguard")
    assert book.after_fight is not None
    member, remarks = book.after_fight(fallen(book), 0, Member("Anna"))
    assert member.fate == "dead"
    assert BY_ID["vanguard.death.mark"] in [remark.clause for remark in remarks]


def test_the_base_has_its_say_before_and_what_both_say_is_said_once() -> None:
    def before(f: Fight, number: int, member: Member) -> tuple[Member, list[Remark]]:
        return replace(member, notes=("limps",)), [Remark(BY_ID["classic.damage.death"], "limps")]

    base = replace(get("classic"), after_fight=before)
    book = houserules.apply(base, [houserules.from_text(HEAD + "seams: {zero: vanguard}\n")])
    assert book.after_fight is not None
    member, remarks = book.after_fight(fallen(book), 0, Member("Anna"))
    assert (member.fate, member.notes) == ("dead", ("limps",))
    assert [remark.words for remark in remarks].count("limps") == 1


@pytest.mark.parametrize("giver", ["tempo", "vanguard", "fourfold"])
def test_one_rests_by_the_book_whose_rule_is_at_zero(giver: str) -> None:
    assert bent(giver).rest is get(giver).rest
    assert bent("classic", giver).rest is get(giver).rest  # classic is silent: the base's own holds


def test_the_command_rests_under_house_rules(tmp_path: Path) -> None:
    file, ours = tmp_path / "lanterns.yaml", tmp_path / "ours.yaml"
    file.write_text(PARTY, encoding="utf-8")
    ours.write_text(HEAD + "seams: {zero: vanguard}\n", encoding="utf-8")
    results = []
    for words in (["--house", str(ours)], ["--rules", "vanguard"]):
        result = CliRunner().invoke(main, ["rest", str(file), *words, "--dry", "--days", "3"])
        assert result.exit_code == 0, result.output
        results.append(result.output)
    assert results[0] == results[1]
    silent = CliRunner().invoke(main, ["rest", str(file), "--rules", "classic"])
    assert silent.exit_code == 2
