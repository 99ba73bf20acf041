"""Content packs: installed, listed, switched; every mistake in its place; hostile folders harm nothing."""

from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from packs_at_hand import MARSH, a_pack

import affray
from affray import rules, scenario
from affray.cli import main
from affray.errors import AffrayError
from affray.packs.install import check_pack, install, remove
from affray.packs.reader import PackError, find_in_packs, offered_words
from affray.party import party_from_text
from affray.play.journal import events_digest

FIGHT = """\
title: Hounds
sides:
  party: [{name: Anna, class: fighter, level: 3, gear: [reed coat, eel spear], hp: 20}]
  foes: {members: [2 bog hound, 1 mud witch], tactic: hunting pack}
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AFFRAY_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def run(line: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, shlex.split(line))
    assert result.exit_code == code, result.output
    return result.output


def wrong(folder: Path) -> list[str]:
    with pytest.raises(PackError) as told:
        check_pack(folder)
    return [str(each).removeprefix(f"{folder}/").removeprefix(f"{folder}: ") for each in told.value.mistakes]


# --- their life


def test_a_pack_is_installed_listed_switched_and_removed(tmp_path: Path) -> None:
    a_pack(tmp_path / "marsh")
    assert run("check marsh") == "marsh: OK\n"
    assert "No packs are installed" in run("packs")
    assert run("packs install marsh") == "Marsh 1.2 is installed, and enabled. By A. Tester; CC0-1.0.\n"
    listed = run("packs").splitlines()
    assert listed[0] == "marsh 1.2: What lives and dies in the marsh."
    assert listed[1].startswith("  2 monsters, 2 weapons, 1 armour, 1 spell, 1 potion, 1 effect, 1 tactic")
    assert listed[2] == "  by A. Tester; CC0-1.0"
    assert run("packs disable MARSH") == "marsh is disabled.\n"
    assert run("packs").startswith("marsh 1.2 (disabled): ")
    with pytest.raises(AffrayError, match="unknown monster 'bog hound'"):
        scenario.read(FIGHT)
    assert run("packs on marsh") == "marsh is enabled.\n"  # an old name
    scenario.read(FIGHT)
    assert run("packs remove Marsh") == "marsh is removed.\n"
    assert "No packs are installed" in run("packs")
    assert [each.name for each in (tmp_path / "data" / "packs").iterdir()] == []


def test_another_version_takes_its_place(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    a_pack(
        tmp_path / "marsh",
        {"pack.yaml": MARSH["pack.yaml"].replace("1.2", "1.3"), "armour.yaml": "reed hat: {shield: 1}\n"},
    )
    (tmp_path / "marsh" / "scenarios" / "pool.yaml").unlink()
    assert "Marsh 1.3 is installed, replacing 1.2, and enabled." in run("packs install marsh")
    assert offered_words()["armour"] == ["reed hat"]
    assert scenario.of_packs() == {}


def test_another_folder_may_keep_them(tmp_path: Path) -> None:
    a_pack(tmp_path / "marsh")
    run("packs --data there install marsh")
    assert "marsh 1.2" in run("packs --data there")
    assert "No packs" in run("packs")


@pytest.mark.parametrize("deed", ["off", "on", "remove"])
def test_a_pack_that_is_not_there(deed: str, tmp_path: Path) -> None:
    assert "none is installed" in run(f"packs {deed} bog", 2)
    install(a_pack(tmp_path / "marsh"))
    assert "unknown pack 'marhs'; expected one of marsh; did you mean 'marsh'?" in run(f"packs {deed} marhs", 2)


def test_only_what_was_read_is_copied(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh")
    (folder / "README.md").write_text("hello")
    (folder / ".git").mkdir()
    install(folder)
    there = tmp_path / "data" / "packs" / "marsh"
    assert {str(file.relative_to(there)) for file in there.rglob("*") if file.is_file()} == set(MARSH)


def test_an_installed_pack_that_was_damaged_is_told(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    (tmp_path / "data" / "packs" / "marsh" / "monsters.yaml").write_text("bog hound: 7\n")
    with pytest.raises(
        AffrayError, match=r"'marsh' is damaged: .*monsters\.yaml:1:12: bog hound: found '7'.*packs remove marsh"
    ):
        scenario.read(FIGHT)
    assert "is damaged" in run("packs")
    run("packs remove marsh")


# --- what scenarios make of them


@pytest.mark.parametrize("book", rules.NAMES)
def test_a_scenario_draws_from_it_and_replays_without_it(book: str, tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    fight = affray.start(scenario.read(FIGHT), rules=book, seed=2)
    fight.save(tmp_path / "hounds.fight")
    remove("marsh")
    assert events_digest([*affray.load(tmp_path / "hounds.fight").log]) == events_digest([*fight.log])
    content = scenario.read(fight.encounter.text).content
    assert {shelf: set(there) for shelf, there in content.items()} == {
        "monsters": {"bog hound", "mud witch"},
        "armour": {"reed coat"},
        "weapons": {"eel spear", "sickle"},  # the witch strikes with a sickle,
        "spells": {"choking mist"},  # has a spell in mind,
        "effects": {"bog fever"},  # and the hounds' bite has an effect
    }


def test_a_journal_replays_whatever_packs_have_come_since(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    fight = affray.start(scenario.read(FIGHT), seed=2)
    fight.save(tmp_path / "hounds.fight")
    remove("marsh")
    install(a_pack(tmp_path / "marsh", {"monsters.yaml": MARSH["monsters.yaml"].replace("hd: 2+1", "hd: 9")}))
    assert events_digest([*affray.load(tmp_path / "hounds.fight").log]) == events_digest([*fight.log])


@pytest.mark.parametrize(
    "text",
    [
        FIGHT,
        "{" + ", ".join(f'"{k}": {v}' for k, v in (("title", "x"), ("sides", "{a: [1 bog hound], b: [1 orc]}"))) + "}",
        "# first\n---\n  title: x\n  sides: {a: [1 bog hound], b: [orc]}\n",
        "? title\n: x\n? sides\n: {a: [1 bog hound], b: [orc]}\n",
        "title: x\nsides: {a: [1 bog hound], b: [2 crab]}\n"
        "content: {monsters: {crab: {ac: 3, hd: 2, attacks: claw 1d6, move: 60, saves: F1, morale: 8}}}\n",
    ],
)
def test_what_it_draws_is_put_into_whatever_it_looks_like(text: str, tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    found = scenario.read(text)
    assert "bog hound" in found.content["monsters"]
    remove("marsh")
    again = scenario.read(found.text)
    assert (again.content, again.sides) == (found.content, found.sides)


def test_a_scenario_that_draws_nothing_stays_as_it_is(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    text = "title: x\nsides: {a: [orc], b: [goblin]}\n"
    assert scenario.read(text).text == text


def test_scenarios_and_house_rules_of_a_pack_go_by_its_name(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    assert "marsh/pool" in run("examples")
    fight = affray.start("marsh/pool", seed=1)
    assert [overlay.name for overlay in fight.book.overlays] == ["Wet bowstrings"]
    assert {member.name or member.kind: member.tactic for member in fight.encounter.sides[1].members} == {
        "Old Tooth": "weakest",
        "fen hound": "",
        "mud witch": "protect",
    }
    assert "House rules, Wet bowstrings" in run("fight orcs --house marsh/wet")
    assert "no such file or example" in run("fight marsh/pond", 2)


def test_parties_may_carry_its_gear(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    party = party_from_text("party: Reeds\nmembers:\n  - {name: Anna, class: fighter, gear: [eel spear]}\n")
    assert party.members[0].gear == ("eel spear",)


def test_simulations_fight_with_it(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    result = affray.simulate(scenario.read(FIGHT), n=20, plain=True)
    remove("marsh")
    assert "Bog hound 1" in result.replay(7).roster.who


# --- clashes: both are named, and nobody wins in silence


def other(folder: Path, **files: str) -> Path:
    named = MARSH["pack.yaml"].replace("Marsh", "Fen")
    return a_pack(folder, {**dict.fromkeys(MARSH), "pack.yaml": named, **{f"{k}.yaml": v for k, v in files.items()}})


def test_packs_that_clash_are_both_named(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    other(tmp_path / "fen", potions="sickle: {clause: classic.spell.heal, does: heal, dice: 1d4, shape: self}\n")
    said = run("packs install fen", 2)
    assert said.startswith("fen/potions.yaml:1:1: 'sickle' is in the pack 'Fen' and in the pack 'Marsh'; ")
    run("packs off marsh")
    run("packs install fen")
    assert "'sickle' is in the pack 'Marsh' and in the pack 'Fen'" in run("packs on marsh", 2)


def test_packs_that_were_put_there_by_hand_clash_where_they_are_used(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    other(
        tmp_path / "data" / "packs" / "fen",
        monsters=MARSH["monsters.yaml"].partition("\nmud")[0].replace("(bog fever)", ""),
    )
    with pytest.raises(AffrayError, match="scenario:4:22: 'bog hound' is in the pack 'Fen' and in the pack 'Marsh'"):
        scenario.read(FIGHT)


def test_house_rules_and_packs_clash(tmp_path: Path) -> None:
    install(a_pack(tmp_path / "marsh"))
    row = "{ac: 3, hd: 2, attacks: bite 1d6, move: 60, saves: F1, morale: 8}"
    with pytest.raises(AffrayError, match="'bog hound' is in the pack 'Marsh' and in the house rules"):
        scenario.read(f"{FIGHT}house rules: {{tables: {{monsters: {{bog hound: {row}}}}}}}\n")


def test_a_pack_can_t_have_what_a_book_has(tmp_path: Path) -> None:
    fen = other(
        tmp_path / "fen",
        monsters="orc: {ac: 3, hd: 2, attacks: bite 1d6, move: 60, saves: F1, morale: 8}\n",
        weapons="hauberk: {damage: 1d6, qualities: melee}\nhook: {damage: 1d6, qualities: melee, also: sword}\n",
        tactics="focus: {tactic: nearest}\n",
    )
    assert wrong(fen) == [
        "monsters.yaml:1:1: 'orc' is in the book classic and in the pack 'Fen'; take another name",
        "tactics.yaml:1:1: 'focus' is in the book classic and in the pack 'Fen'; take another name",
        "weapons.yaml:1:1: 'hauberk' is in the book fourfold and in the pack 'Fen'; take another name",
        "weapons.yaml:2:1: 'sword' is in the book classic and in the pack 'Fen'; take another name",
    ]


def test_two_things_of_a_pack_can_t_have_one_name(tmp_path: Path) -> None:
    fen = other(tmp_path / "fen", weapons="hook: {damage: 1d6, qualities: melee}\n", armour="hook: {shield: 1}\n")
    (said,) = wrong(fen)
    assert said.startswith(f"armour.yaml:1:1: 'hook' is also at {fen}/weapons.yaml:1:1; take another name")


# --- mistakes: the place is where the mark stands


WRONG = {
    ("pack.yaml", "»name: 7x\nversion: 1\nby: I\nlicence: mine\n"): "missing key `says`",
    (
        "pack.yaml",
        MARSH["pack.yaml"].replace("Marsh", "»../marsh"),
    ): "name: found '../marsh'; expected a name of letters",
    ("pack.yaml", MARSH["pack.yaml"].replace("Marsh", "»nul")): "name: found 'nul'",
    ("pack.yaml", MARSH["pack.yaml"].replace("1.2", "»[1, 2]")): "version: found a list; expected words on one line",
    ("pack.yaml", MARSH["pack.yaml"].replace("licence", "»license")): "unknown key 'license'",
    ("pack.yaml", "»[1]"): "found a list; expected names with what belongs to each",
    ("monsters.yaml", "»"): "the file is empty; expected entries by name",
    ("monsters.yaml", "»7\n"): "found '7'; expected names with what belongs to each",
    ("monsters.yaml", "crab: {ac: 3\ndog»: 1\n"): "not YAML",
    (
        "monsters.yaml",
        "crab: »!!python/object:os.system {ac: 3}\n",
    ): "the tag 'tag:yaml.org,2002:python/object:os.syste…' is not read",
    (
        "monsters.yaml",
        "crab: {ac: »33, hd: 2, attacks: claw 1d6, move: 60, saves: F1, morale: 8}\n",
    ): "ac: expected a whole number",
    (
        "monsters.yaml",
        "»crab: {ac: 3, hd: 2, attacks: claw 1d6 (itch), move: 60, saves: F1, morale: 8}\n",
    ): "crab: under classic: unknown effect 'itch'",
    (
        "monsters.yaml",
        "crab: {ac: 3, hd: 2, attacks: claw 1d6, move: 60, saves: F1, morale: 8}\n»crab: {}\n",
    ): "stands here and in",
    ("weapons.yaml", "hook: {damage: »much, qualities: melee}\n"): "hook: damage: 'much'",
    ("weapons.yaml", "hook: {damage: 1d6, qualities: melee, »length: 5}\n"): "unknown field 'length'",
    (
        "weapons.yaml",
        "»hook: {damage: 1d6, range: 20/40/60, qualities: missile}\n",
    ): "under fourfold: weapons: hook: fourfold has weapons of another form",
    (
        "weapons.yaml",
        "»hook: {damage: 1d6, qualities: melee, like: tooth}\n",
    ): "under tempo: weapons: hook: tempo has",
    (
        "weapons.yaml",
        "hook: {damage: 1d6, qualities: melee, fourfold: {damage: 1d6, attribute: »Q}}\n",
    ): "attribute: unknown word 'Q'",
    ("armour.yaml", "coat: »{ac: 3, aac: 3, move: 60}\n"): "ac and aac add up to 19",
    (
        "spells.yaml",
        "doom: {clause: classic.spell.damage, for: »everybody, does: damage}\n",
    ): "for: expected whose list",
    ("potions.yaml", "juice: {clause: classic.spell.heal, does: »cheer}\n"): "does: unknown word 'cheer'",
    ("effects.yaml", "itch: »{clause: classic.monster.itch, does: damage}\n"): "unknown clause 'classic.monster.itch'",
    ("tactics.yaml", "mob: {tactic: »focos}\n"): "did you mean 'focus'?",
    (
        "house/wet.yaml",
        "name: Wet\nsays: So.\nrules: classic\noptions: {»initiative.tee: simultaneous}\n",
    ): "unknown option",
    ("scenarios/pool.yaml", "title: x\nsides: {a: [»3 ork], b: [orc]}\n"): None,
    ("scenarios/pool.yaml", "title: x\nsides: {a: {party: »../../secret.yaml}, b: [orc]}\n"): "can't be looked for",
    (
        "scenarios/pool.yaml",
        "title: x\nhouse rules: »../../secret.yaml\nsides: {a: [orc], b: [orc]}\n",
    ): "a pack has no '../../secret.yaml'; expected one of wet, ",
    (
        "scenarios/pool.yaml",
        "title: x\nhouse rules: [wet, »/etc/passwd]\nsides: {a: [orc], b: [orc]}\n",
    ): "a pack has no '/etc/passwd'",
}


@pytest.mark.parametrize(("file", "wanted"), WRONG.items(), ids=lambda each: each[0] if isinstance(each, tuple) else "")
def test_every_mistake_has_its_place(file: tuple[str, str], wanted: str | None, tmp_path: Path) -> None:
    path, text = file
    before = text.partition("»")[0].split("\n")
    needed = {"scenarios/pool.yaml": None, path: text.replace("»", "")}
    keep = ("pack.yaml", "house/wet.yaml", path)
    folder = a_pack(tmp_path / "marsh", {**{each: None for each in MARSH if each not in keep}, **needed})
    said = wrong(folder)
    here = [each for each in said if (wanted or "unknown monster 'ork'") in each]
    assert here, said
    column = len(before[-1]) + (1 if wanted else 3)  # `ork` comes after its number
    assert here[0].startswith(f"{path}:{len(before)}:{column}: "), said
    assert run("check marsh", 2)
    assert run("packs install marsh", 2)
    assert not (tmp_path / "data" / "packs").exists()


def test_all_mistakes_of_a_pack_are_told_at_once(tmp_path: Path) -> None:
    folder = a_pack(
        tmp_path / "marsh", {"weapons.yaml": "hook: 7\n", "armour.yaml": "coat: 7\n", "monster.yaml": "a: 1\n"}
    )
    said = run("check marsh", 2).splitlines()
    assert [line.partition(":")[0] for line in said] == [f"marsh/{n}.yaml" for n in ("armour", "monster", "weapons")]
    assert "did you mean 'monsters.yaml'?" in said[1]
    assert folder.exists()


# --- folders that mean harm


def test_no_folder_and_no_pack(tmp_path: Path) -> None:
    assert wrong(tmp_path / "nowhere") == ["no such folder; expected a folder with pack.yaml"]
    (tmp_path / "empty").mkdir()
    assert wrong(tmp_path / "empty")[0].startswith("this is no pack; expected a folder with pack.yaml")


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh", {"effects.yaml": None})
    (tmp_path / "secret.yaml").write_text("password: {x: secret}\n")
    (folder / "effects.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "house" / "more.yaml").symlink_to("/dev/zero")
    said = wrong(folder)
    assert said == [
        f"{path}: is a link to somewhere else; put the file itself here" for path in ("effects.yaml", "house/more.yaml")
    ]
    (folder / "effects.yaml").unlink()
    (folder / "house" / "more.yaml").unlink()
    os.rename(folder / "scenarios", tmp_path / "elsewhere")
    (folder / "scenarios").symlink_to(tmp_path / "elsewhere")
    assert wrong(folder) == ["scenarios: is a link to somewhere else; put the file itself here"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_and_folders_with_the_names_of_files_are_told(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh", {"effects.yaml": None, "potions.yaml": None})
    os.mkfifo(folder / "effects.yaml")
    (folder / "potions.yaml").mkdir()
    assert wrong(folder) == ["effects.yaml: is no plain file", "potions.yaml: is a folder; expected a file"]


HOSTILE = {
    "deep": ("crab: " + "[" * 3000 + "]" * 3000, "nested too deep"),
    "aliases": (
        "a0: &a0 [x, x, x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9)),
        "too many values",
    ),
    "itself": ("crab: &a {b: *a}\n", "an alias in here stands for all of this"),
    "long": ("# " + "x" * 250_000, "has 250,002 characters; expected at most 200,000"),
    "bytes": ("crab: \x01", "can't stand in a text file"),
}


@pytest.mark.parametrize(("text", "wanted"), HOSTILE.values(), ids=HOSTILE)
def test_what_would_grow_without_end_is_stopped(text: str, wanted: str, tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh", {"monsters.yaml": text})
    began = time.process_time()
    assert wanted in "\n".join(wrong(folder))
    assert time.process_time() - began < 60  # else it would be minutes, and all memory


def test_too_many_and_too_large_files_are_told(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh", {"effects.yaml": "#" * 900_000})
    assert wrong(folder) == ["effects.yaml: has 900,000 bytes; expected at most 800,000"]
    a_pack(folder, {"effects.yaml": MARSH["effects.yaml"]})
    for n in range(7):
        (folder / "house" / f"more {'abcdefg'[n]}.yaml").write_text("#" * 700_000)
    assert any("with this file the pack has" in each for each in wrong(folder))
    for n in range(501):
        (folder / "scenarios" / f"x{n}.txt").touch()
    assert "scenarios: more than 500 files; keep only the pack's own here" in wrong(folder)


def test_what_is_not_text_is_told(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh")
    (folder / "effects.yaml").write_bytes(b"itch: \xff\xfe\n")
    assert wrong(folder)[0].startswith("effects.yaml:1:7: the byte 0xFF is not UTF-8")


def test_names_that_lead_out_of_the_folder_are_told(tmp_path: Path) -> None:
    folder = a_pack(tmp_path / "marsh")
    (folder / "house" / "..hidden.yaml").write_text("x")  # left alone, as all that begins with a dot
    (folder / "house" / "a%2f..yaml").write_text("x")
    assert wrong(folder) == [
        "house/a%2f..yaml: the name 'a%2f..yaml'; expected letters, digits, spaces and hyphens, then .yaml"
    ]
    for name in ("../marsh", "marsh/../../x", "..", "/", ""):
        assert find_in_packs("scenarios", name) is None
        with pytest.raises(AffrayError):
            remove(name)


# --- whose they are


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders of a user are the user's own there")
@pytest.mark.parametrize("where", ["packs", "packs/marsh", "packs/marsh/monsters.yaml"])
def test_what_others_could_change_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    a_pack(tmp_path / "marsh")
    run("packs install marsh")
    assert offered_words()
    place = tmp_path / "data" / where
    mode = place.stat().st_mode
    place.chmod(mode | 0o022)
    os.utime(tmp_path / "data" / "packs" / "marsh" / "monsters.yaml")  # what was read before is read again
    with pytest.raises(AffrayError, match="others than you can write there; make it yours alone"):
        offered_words()
    place.chmod(mode)
    assert offered_words()
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with pytest.raises(AffrayError, match="others than you can write there"):
        offered_words()


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes mean little there")
def test_what_is_installed_is_its_users_alone_whatever_the_umask(tmp_path: Path) -> None:
    a_pack(tmp_path / "marsh")
    before = os.umask(0)
    try:
        run("packs install marsh")
    finally:
        os.umask(before)
    packs = tmp_path / "data" / "packs"
    assert {path.stat().st_mode & 0o077 for path in (packs, *packs.rglob("*"))} == {0}
    assert offered_words()
