"""The journal: a text file with a header and one line an entry; and states as lines of text, of both formats."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import hashlib
import json
import os
import re
import shlex
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.engine.clauses import CLAUSES, REASONS, is_explanation
from affray.engine.dice import MAX_NUMBER, MAX_SEED
from affray.engine.state import PLAIN_ONLY, Fight
from affray.errors import AffrayError, quote
from affray.files import FileLock, Held, read_bounded, reason, rules_digest, write_whole
from affray.log import Event
from affray.play.questions import JournalEntry, read_entry

if TYPE_CHECKING:
    from affray.play.session import Play
    from affray.play.stepper import FightSetup
    from affray.rules.book import Roster

FIRST_WORDS, FORMAT = "affray fight ", 1  # of a journal
FIRST_LINE = f"{FIRST_WORDS}{FORMAT}"
RULE = "---"
LARGEST = 20_000_000
UNDECODABLE = "surrogateescape"  # bytes that are no text stay apart from all text, each in its line
NO_TEXT = "not text in UTF-8"
STATE_FORMAT = 2  # of a state as text


class JournalError(AffrayError):
    """A journal that can't be read or doesn't replay: the line, what is wrong, and how much before it is sound."""

    def __init__(self, path: str, line: int, what: str, sound: int = 0) -> None:
        super().__init__(f"{path}:{line}: {what}")
        self.path, self.line, self.what, self.sound = path, line, what, sound


def header(play: Play) -> str:
    """Return everything the fight is derived from, readable by a person."""
    b = play.setup
    facts: dict[str, Any] = {
        "scenario": b.encounter.name,
        "rules": b.book.name,
        "options": {o.name: o.say(b.options[o.name]) for o in b.book.options if o.name in b.options},
        "seed": b.seed,
        "number": b.number,
        "tactics": {party.name: party.tactic for party in b.encounter.sides},
        "people": b.deciders.as_words(b.roster.sides),
        "digest": rules_digest(),
    }
    if b.book.overlays:
        facts["house"] = [[overlay.file, overlay.text] for overlay in b.book.overlays]
    if not b.built:
        facts["state"] = state_facts(b, b.fight, b.roster)
    lines = [FIRST_LINE, *(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items())]
    lines += ["file:", *(f"  | {line}" for line in b.encounter.text.splitlines()), RULE]
    return "".join(f"{line}\n" for line in lines)


class Writer:
    """A journal that is being played, by nobody else meanwhile: every line is on the disk before it counts as
    accepted."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.lock = lock_journal(path)
        try:
            self.file = open(path, "ab")  # noqa: SIM115
        except OSError as no:
            self.lock.release()
            raise AffrayError(f"can't write {path}: {no.strerror}") from None
        self.end = os.fstat(self.file.fileno()).st_size
        if text:
            self.write_through(text)

    def append(self, line: str) -> None:
        self.check_end()
        self.write_through(f"{line}\n")

    def write_through(self, text: str) -> None:
        data = text.encode()
        try:
            self.file.write(data)
            self.file.flush()
            os.fsync(self.file.fileno())
        except OSError:
            self.drop_unwritten()
            raise
        self.end += len(data)

    def drop_unwritten(self) -> None:
        """Cut off what a full disk has let through of a line."""
        with contextlib.suppress(OSError):
            self.file.close()
        with contextlib.suppress(OSError):
            os.truncate(self.path, self.end)
        with contextlib.suppress(OSError):
            self.file = open(self.path, "ab")  # noqa: SIM115

    def check_end(self) -> None:
        """Refuse to write where the file no longer ends as this writer left it: a line there would destroy it."""
        there = os.stat(self.path)
        if not os.path.samestat(there, os.fstat(self.file.fileno())) or there.st_size != self.end:
            raise OSError(errno.ESTALE, "another program has changed it meanwhile", str(self.path))

    def drop_torn_line(self) -> str:
        """Cut off a last line without its end, which a sudden end has left: its answer was never confirmed."""
        with self.path.open("rb+") as file:
            whole, _, torn = file.read(LARGEST + 1).rpartition(b"\n")
            if not torn or not whole or self.end > LARGEST:
                return ""
            self.end = len(whole) + 1
            file.truncate(self.end)
        return torn.decode("utf-8", "replace")

    def close(self) -> None:
        try:
            self.file.close()
        finally:
            self.lock.release()


def lock_journal(path: Path) -> FileLock:
    try:
        return FileLock(path)
    except Held as no:
        raise AffrayError(
            f"{path} is being played already, by {no.holder or 'another process'}; "
            f"go on there, or read it meanwhile: affray replay {shlex.quote(str(path))}"
        ) from None


def save_over(path: Path, text: str) -> None:
    """Write a whole journal; one that is being played is left alone."""
    if not os.path.isfile(path):
        write_whole(path, text)
        return
    with lock_journal(path):
        write_whole(path, text)


@dataclasses.dataclass(frozen=True, slots=True)
class JournalFile:
    """A journal as it was found: its facts, the scenario's text, and its entries with their line numbers and hashes."""

    facts: dict[str, Any]
    text: str
    entries: tuple[tuple[int, JournalEntry, str], ...]
    torn: str = ""  # what was left of a last line that was never finished


def read_journal(path: Path, until: int = 0) -> JournalFile:
    """Read without replaying, up to a line where it is damaged. A line torn by a sudden end was never accepted."""
    return parse_journal(path, read_lines(path), until)


def parse_journal(path: Path, lines: list[str], until: int = 0) -> JournalFile:
    """Parse the lines of a journal; the path is what errors name."""
    if not lines or lines[0] != FIRST_LINE:
        found = lines[0][:40] if lines else "nothing"
        if re.fullmatch(f"{FIRST_WORDS}[0-9]{{1,9}}", found):
            newer = f"this was written by a newer Affray (format {found.removeprefix(FIRST_WORDS)}; this one reads"
            raise JournalError(str(path), 1, f"{newer} up to {FORMAT}); update Affray to open it")
        raise JournalError(str(path), 1, f"not a journal of Affray: expected {FIRST_LINE!r}, found {found!r}")
    if RULE not in lines:
        check_text(path, lines)
        raise JournalError(str(path), len(lines), f"the header has no end: expected a line {RULE!r}")
    end = lines.index(RULE)
    facts, text = read_header(path, lines[1:end])
    torn = lines.pop()
    entries: list[tuple[int, JournalEntry, str]] = []
    last = until - 1 if until else len(lines)
    for n, line in enumerate(lines[end + 1 : last], end + 2):
        entries.append((n, *read_line(path, n, line, len(entries))))
    return JournalFile(facts, text, tuple(entries), torn)


def read_lines(path: Path) -> list[str]:
    try:
        data = read_bounded(path, LARGEST)
    except (OSError, ValueError) as no:
        raise AffrayError(f"can't read {path}: {reason(no)}") from None
    if len(data) > LARGEST:
        raise JournalError(str(path), 1, f"larger than any journal ({LARGEST:,} bytes)")
    text = data.decode("utf-8", UNDECODABLE)
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def is_text(line: str) -> bool:
    return line.isascii() or not any("\udc80" <= sign <= "\udcff" for sign in line)


def check_text(path: Path, lines: list[str]) -> None:
    for n, line in enumerate(lines, 1):
        if not is_text(line):
            raise JournalError(str(path), n, NO_TEXT)


def read_header(path: Path, lines: list[str]) -> tuple[dict[str, Any], str]:
    facts: dict[str, Any] = {}
    text: list[str] = []
    for n, line in enumerate(lines, 2):
        if not is_text(line):
            raise JournalError(str(path), n, NO_TEXT)
        name, _, value = line.partition(": ")
        if line.startswith("  |"):
            text.append(line[4:])
        elif line != "file:":
            try:
                facts[name] = json.loads(value)
            except (ValueError, RecursionError):
                raise JournalError(
                    str(path), n, f"a damaged header: expected `name: value`, found {line[:40]!r}"
                ) from None
    check_facts(path, facts)
    return facts, "".join(f"{line}\n" for line in text)


def check_facts(path: Path, facts: dict[str, Any]) -> None:
    wanted: dict[str, type] = {"scenario": str, "rules": str, "options": dict, "seed": int, "number": int}
    wanted |= {"tactics": dict, "people": dict, "digest": str}
    for name, kind in wanted.items():
        if not isinstance(facts.get(name), kind):
            raise JournalError(str(path), 2, f"a damaged header: {name} is missing or not {kind.__name__}")
    for name, most in (("seed", MAX_SEED), ("number", MAX_NUMBER)):
        if isinstance(facts[name], bool) or not 0 <= facts[name] <= most:
            raise JournalError(
                str(path), 2, f"a damaged header: {name} is {quote(facts[name])}; expected a number from 0 to {most}"
            )
    house = facts.get("house", [])
    if not isinstance(house, list) or not all(isinstance(each, list) and len(each) == 2 for each in house):
        raise JournalError(str(path), 2, "a damaged header: house is not a list of files and their texts")
    for name in ("options", "people", "tactics"):
        if not all(isinstance(value, str | dict) for value in facts[name].values()):
            raise JournalError(str(path), 2, f"a damaged header: {name} has values of the wrong kind")


def read_line(path: Path, n: int, line: str, sound: int) -> tuple[JournalEntry, str]:
    if not is_text(line):
        raise JournalError(str(path), n, NO_TEXT, sound)
    said, mark, hash_ = line.rpartition("  #")
    if not mark or len(hash_) != 8:
        raise JournalError(str(path), n, f"a damaged line: expected an entry and its hash, found {line[:40]!r}", sound)
    try:
        return read_entry(said), hash_
    except AffrayError as no:
        raise JournalError(str(path), n, str(no), sound) from None


def events_digest(events: Sequence[Event]) -> str:
    """Return a short hash of events: their words and numbers, not the numbers of clauses, which may move, nor what only
    explains a sum."""
    said = hashlib.sha256()
    for e in events:
        why = [(CLAUSES[REASONS[r].clause].id, amount) for r, amount in e.because if not is_explanation(r)]
        said.update(repr((e.kind, CLAUSES[e.clause].id, e[2:7], e.dice, why)).encode())
    return said.hexdigest()[:8]


# the state as text


def state_line(play: Play) -> str:
    """Return one line of JSON: the facts of the header, the names, and what of the state differs from its blank."""
    said = state_facts(play.setup, play.state_before_step, play.roster_before_step) | {
        "said": [str(entry) for entry in play.pending_inputs]
    }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def state_facts(b: FightSetup, fight: Fight, roster: Roster) -> dict[str, Any]:
    return {
        "affray": STATE_FORMAT,
        "rules": b.book.name,
        "seed": b.seed,
        "number": b.number,
        "people": b.deciders.as_words(b.roster.sides),
        "roster": dataclasses.asdict(roster),
        "name": b.encounter.name,
        "state": fields_unlike_blank(fight),
    } | ({"house": [[overlay.file, overlay.text] for overlay in b.book.overlays]} if b.book.overlays else {})


def fields_unlike_blank(x: Any) -> dict[str, Any]:
    blank = type(x)()
    said: dict[str, Any] = {}
    for field in dataclasses.fields(x):
        value = getattr(x, field.name)
        if field.name in ("key", *PLAIN_ONLY) or value == getattr(blank, field.name):
            continue
        if isinstance(value, list) and value and dataclasses.is_dataclass(value[0]):
            said[field.name] = [fields_unlike_blank(item) for item in value]
        else:
            said[field.name] = fields_unlike_blank(value) if dataclasses.is_dataclass(value) else value
    return said


def from_blank(cls: type, said: Any) -> Any:
    """Rebuild a state; what doesn't fit is an error in plain words."""
    if not isinstance(said, dict):
        raise AffrayError(f"a damaged state: expected the fields of a {cls.__name__}")
    hints, x = typing.get_type_hints(cls, localns={"Observer": object}), cls()
    for name, value in said.items():
        t = hints.get(name)
        item = typing.get_args(t)[0] if typing.get_origin(t) is list else None
        if (t in (int, bool) and type(value) is t) or (
            item is int and isinstance(value, list) and all(type(v) is int for v in value)
        ):
            setattr(x, name, value)
        elif item is not None and dataclasses.is_dataclass(item) and isinstance(value, list):
            setattr(x, name, [from_blank(typing.cast(type, item), v) for v in value])
        elif dataclasses.is_dataclass(t):
            setattr(x, name, from_blank(typing.cast(type, t), value))
        else:
            raise AffrayError(f"a damaged state: {cls.__name__}.{name} can't be {str(value)[:40]!r}")
    return x


def read_state(text: str) -> tuple[dict[str, Any], Fight]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise AffrayError("not a state of Affray: expected one line of JSON as `text()` gives it") from None
    if not isinstance(said, dict) or said.get("affray") not in (1, STATE_FORMAT) or "state" not in said:
        raise AffrayError(f'not a state of Affray: expected {{"affray": {STATE_FORMAT}, …, "state": …}}')
    state = said["state"] if said["affray"] == STATE_FORMAT else convert_state(said["state"], str(said.get("rules")))
    fight = from_blank(Fight, state)
    if fight.n != len(fight.who) or fight.sides != len(fight.side):
        raise AffrayError("a damaged state: the combatants or sides don't add up")
    return said, fight


# --- states of the first format


def pairs(text: str) -> dict[str, str]:
    """Read names as old=new."""
    return dict(pair.split("=") for pair in text.split())


COMBATANT = pairs(
    """
    hit=melee_modifier aim=missile_modifier harm=damage_modifier wisdom=magic_save_modifier
    quick=initiative_modifier led=led_morale left=kit_left routine=has_routine potion=potion_effect
    turns=turning_level rank=undead_rank dives=dive_bonus hates=hated_tags hatred=hatred_bonus
    shuns=daylight_modifier ward=hurt_by half_ward=half_hurt_by last=acts_last slow=attacks_late
    habits=classic.usual_steps surprises=surprise_chance face_x=heading_x face_y=heading_y faces=faced_foe
    up=in_fight on=conditions until=ends_at subdual=subdual_damage drained=drained_levels wounded=hurt_round
    felled=effect_qualities attached=attached_to met=auras_met due=morale_due passed=morale_passed place=turn
    count=initiative run=run_distance arrived=arrived_round paces=rounds_moved drew=drew_round faced=faced_round
    shot=shot_round spell=current_spell swings=attacks_made landed=hug_hits landed_on=hug_target
    beset=times_attacked prize=objective_of skills=fourfold.skills minor=fourfold.dies_at_zero
    snaps=fourfold.may_snap frail=fourfold.frail shock=fourfold.shock shock_ac=fourfold.shock_ac
    spent=fourfold.spent_actions held=holding after=fourfold.acts_after defends=fourfold.total_defence
    charged=fourfold.charged_round withdrew=fourfold.withdrew screens=fourfold.screened_ally
    screened=fourfold.screens_used blocked=fourfold.blocked_round grip=fourfold.grappled_foe
    pinned=fourfold.pinned wrung=fourfold.wrung_round tended=fourfold.tended_round empty=unloaded
    dropped=fourfold.dropped_slot owes=fourfold.owes_free_attack combat=vanguard.combat_bonus
    green=vanguard.untrained mailed=vanguard.metal_armour tough=vanguard.toughness
    sleepless=vanguard.sleepless_days sapped=vanguard.drained_hp doomed=vanguard.hours_to_live
    scars=vanguard.death_saves_survived unready=vanguard.unready guarded=vanguard.defensive_stance
    pace=vanguard.pace began=vanguard.began_round lit=vanguard.flame_ready burns=vanguard.burning_turns
    parted=offered_parting_blow ended=vanguard.ended_round wits=tempo.wits score=tempo.score
    trained=tempo.trained lackey=tempo.lackey commands=tempo.command_level guard=tempo.active_defence
    opened=tempo.guard_dropped_in struck=tempo.struck_round looked=tempo.looked_round reacted=tempo.reacted_to
    ordered=tempo.ordered_target locked=tempo.bout_foe barred=tempo.barred_target aims_at=tempo.aim_target
    aimed=tempo.aimed_round threatens=tempo.threatened_foe feared=tempo.morale_met
    alert=procedure.surprise_modifier startled=procedure.surprised prime=procedure.prime_modifier
    readied=procedure.readied_spell jolt=procedure.concentration_damage jarred=procedure.concentration_disturbed
    shots=procedure.shots_made pressed=procedure.attacked_in_melee holds=holding trigger=procedure.trigger
    goal_x=procedure.charge_x goal_y=procedure.charge_y goal_z=procedure.charge_z clash=procedure.clash_foe
    delayed=fourfold.delayed stopped=fourfold.stopped_by drags=fourfold.dragged
    """
)
FIGHT = pairs(
    """
    mustered=groups_counted apart=start_distance far_count=distance_count far_sides=distance_sides
    far_times=distance_times uncanny=needs_upkeep prized=fall_decides hold=holding_side parley=speaker
    speech=speech_modifier place=turn places=turn_count together=simultaneous next=next_actor
    opens=classic.scan_start closes=scan_end free=surprise_round favour=referee_modifier edge=situation_modifier
    edge_reason=situation_reason pooled=vanguard.burning_pools ledge=tempo.ledge alarm=tempo.morale_pending
    highest=tempo.highest_scorer deed=action_kind deed_at=action_target deed_how=action_option
    deeds=tempo.action_count action=tempo.action_number answering=tempo.answered_action reply=tempo.is_reaction
    opening=tempo.guard_dropper orders=tempo.open_orders cutting=procedure.interrupter
    minds=procedure.concentration_rolls came_x=procedure.newcomer_x came_y=procedure.newcomer_y
    came_z=procedure.newcomer_z pools=vanguard.pools told=fourfold.action_told
    ordered=fourfold.initiative_rolled screening=fourfold.any_screening bad_ground=fourfold.bad_ground
    luck=fourfold.advantage spares=fourfold.nonlethal
    """
)
SIDE = pairs(
    """
    first=first_member facing=first_foe engine=engine_questions out=out_of_action met=morale_met place=turn
    escape=wins_by_escape prepared=ambush_prepared
    """
)
ACT = pairs(
    """
    left=victims_left
    """
)
WEAPON = pairs(
    """
    attribute=fourfold.attribute shock=fourfold.shock shock_ac=fourfold.shock_ac assassin=fourfold.assassin
    both=vanguard.two_handed_sides strong=vanguard.adds_strength homely=vanguard.simple length=tempo.reach_rank
    shots=procedure.shots_per_round
    """
)
EFFECT = pairs(
    """
    per_levels=level_step last_count=duration_count last_sides=duration_sides last_times=duration_times
    last_plus=duration_plus last_per_level=duration_per_level half=save_halves many_count=victim_count
    many_sides=victim_sides many_plus=victim_plus only=only_tags spares=immune_tags
    """
)
POOL = pairs(
    """
    until=ends_at
    """
)
NAMES = {
    "Combatant": COMBATANT,
    "Fight": FIGHT,
    "Side": SIDE,
    "Act": ACT,
    "Weapon": WEAPON,
    "Effect": EFFECT,
    "Pool": POOL,
}
REMOVED = {("Combatant", "rose"), ("Side", "due")}
SPLIT: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {  # had a meaning in each book, or several in one
    ("Combatant", "ready"): {
        "classic": ("classic.initiative_tied", "was_able"),
        "procedure": ("procedure.charge_reached", "was_able"),
        "": ("was_able",),
    },
    ("Combatant", "done"): {"fourfold": ("fourfold.turn_taken",), "": ("went_first",)},
    ("Combatant", "caught"): {"": ("act_victim",)},
    ("Combatant", "asked"): {"tempo": ("tempo.asked_to_strike",), "": ("fourfold.asked_to_react",)},
    ("Combatant", "heeds"): {"": ("procedure.charge_target", "procedure.trigger_target")},
    ("Fight", "todo"): {"classic": ("classic.steps_needed",), "": ("procedure.steps_declared",)},
    ("Fight", "early"): {"fourfold": ("fourfold.turn_announced",), "": ("went_first_count",)},
    ("Fight", "slow"): {"classic": ("classic.has_late_attacks",), "": ("vanguard.helpless_in_fire",)},
    ("Fight", "waiting"): {"fourfold": ("fourfold.delayed_count",), "": ("waiting_count",)},
    ("Fight", "stage"): {"fourfold": ("fourfold.guard_lowered",), "": ("tempo.stage",)},
}
TRUTHS = {"fourfold.turn_announced", "fourfold.guard_lowered"}  # these were numbers
NEWCOMERS = ("classic", "procedure")  # books in which the next blow named who has come near
RECORDS = {"side": "Side", "who": "Combatant", "arms": "Weapon", "effects": "Effect", "pools": "Pool", "act": "Act"}


def convert_state(said: Any, book: str) -> Any:
    """Return the fields of a fight under the names that they have now. What is damaged stays as it is."""
    if not isinstance(said, dict):
        return said
    blow = said.get("blow")
    if book in NEWCOMERS and isinstance(blow, dict) and "at" in blow:
        said = {**said, "blow": {**blow, "at": -1}, "newcomer": blow["at"]}
    if book == "tempo" and said.get("stage") == 1 and "actor" not in said:  # between turns: a bout that was forced on
        said = {name: value for name, value in said.items() if name != "stage"} | {"tempo": {"bout_forced": True}}
    return convert_record("Fight", said, book)


def convert_record(record: str, said: Any, book: str) -> Any:
    if not isinstance(said, dict):
        return said
    found: dict[str, Any] = {}
    for name, value in said.items():
        inner = RECORDS.get(name) if record == "Fight" else None
        if inner and isinstance(value, list):
            value = [convert_record(inner, item, book) for item in value]
        elif inner:
            value = convert_record(inner, value, book)
        for path in places(record, name, book):
            put(found, path, bool(value) if path in TRUTHS else value)
    return found


def places(record: str, name: str, book: str) -> tuple[str, ...]:
    """Return where the value of a field of the first format belongs."""
    if (record, name) in REMOVED:
        return ()
    if (record, name) in SPLIT:
        by_book = SPLIT[record, name]
        return by_book.get(book, by_book[""])
    return (NAMES.get(record, {}).get(name, name),)


def put(found: dict[str, Any], path: str, value: Any) -> None:
    """Set a field, or a field of a nested record."""
    part, _, name = path.rpartition(".")
    target = found.setdefault(part, {}) if part else found
    if isinstance(target, dict):
        target[name] = value
