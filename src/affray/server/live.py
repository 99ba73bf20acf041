"""One fight of the table as it runs: the driver over the store, and a tape for each pair of eyes that looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from threading import RLock
from typing import Any

from affray.errors import AffrayError
from affray.log.visibility import FROM_THE_START, HIDE
from affray.play.inputs import ANSWER, REFEREE, JournalEntry, entries_in_force, read_entry
from affray.play.questions import Choice, Refused
from affray.play.session import Play
from affray.play.start import from_journal, replay_and_verify
from affray.server import survivors
from affray.server.asked import refused
from affray.server.eyes import Eyes
from affray.server.store import EntryRecord, FightRecord, Moved, Store
from affray.server.tape import Tape

Deed = Callable[[Play], None]


class Live:
    """Everything is in the store before anybody hears of it. What others have stored meanwhile is taken in first."""

    def __init__(self, fight: FightRecord, store: Store) -> None:
        self.fight, self.store = fight, store
        self.lock = RLock()
        self.by = ""
        self.lines: list[EntryRecord] = []
        self.begin_again()
        self.catch_up()

    def begin_again(self) -> None:
        """Forgets all that was not stored; the store itself is not asked, as it may be in trouble."""
        self.tapes: dict[Eyes, Tape] = {}
        self.forbidden: tuple[int, dict[Choice, Refused]] = -1, {}  # after so many entries
        self.play = begun(self.fight)
        for line in self.lines:
            replay_and_verify(self.play, *read_line(line))
        self.play.on_entry = self.watch

    def watch(self) -> None:
        for tape in self.tapes.values():
            tape.follow(self.play, self.by)

    # --- what has been said

    def catch_up(self) -> bool:
        """Takes in what the store has and this doesn't; whether there was anything."""
        with self.lock:
            new = self.store.entries(self.fight.id, len(self.lines))
            for line in new:
                self.by = line.by
                try:
                    replay_and_verify(self.play, *read_line(line))
                except (AffrayError, IndexError) as no:
                    where = f"{self.fight.title} can't be replayed from entry {line.number} on"
                    raise AffrayError(f"{where}: {no}") from None
                self.lines.append(line)
            return bool(new)

    def act(self, eyes: Eyes, seen: int, by: str, key: str, deed: Deed) -> bool:
        """Does something and keeps it. Refused, or not kept, it has not happened; a repeat of a key is harmless.
        Whether something else is asked now."""
        with self.lock:
            self.catch_up()
            if self.check_seen(eyes, seen, key):
                return False
            self.by, before, asked = by, len(self.lines), self.play.asks
            try:
                deed(self.play)
                self.lines += self.store.append(self.fight.id, before, self.play.lines[before:], by, key)
            except BaseException as no:
                if len(self.play.lines) != before or not isinstance(no, AffrayError):
                    self.begin_again()
                raise
            return self.play.asks != asked

    def check_seen(self, eyes: Eyes, seen: int, key: str) -> bool:
        """Whether this has been done before; who has not seen the last of the fight hears that first."""
        with self.lock:
            if any(line.key == key for line in self.lines):
                return True
            last = self.tape(eyes).last
            if seen != last:
                raise Moved(self.fight.id, seen, last)
            return False

    # --- what is seen

    def tape(self, eyes: Eyes) -> Tape:
        """As if these eyes had watched from the beginning."""
        with self.lock:
            if eyes not in self.tapes:
                self.tapes[eyes] = watched(self.fight, self.lines, eyes)
            return self.tapes[eyes]

    def frame(self, eyes: Eyes, after: int) -> dict[str, Any]:
        with self.lock:
            tape = self.tape(eyes)
            view = {"n": tape.last, **tape.view}
            if view["asks"] is not None and view["asks"]["kind"] == ANSWER:
                view["asks"] = {**view["asks"], "refused": self.refused(eyes)}
            return {"view": view, "items": tape.items[max(0, after) :]}

    def refused(self, eyes: Eyes) -> list[dict[str, Any]]:
        """Found once for all who may see it."""
        if self.forbidden[0] != len(self.lines):
            self.forbidden = len(self.lines), dict(self.play.forbidden)
        return refused(self.play, eyes, self.forbidden[1])

    def homes(self, written: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
        """The kept parties that some of it came from."""
        with self.lock:
            return survivors.shown(self.store, self.play, written)

    # --- taking back

    def steps_back_to(self, eyes: Eyes, item: int) -> tuple[int, list[int]]:
        """How many things said must be taken back so that a line no longer holds, and the lines that go with it."""
        with self.lock:
            tape = self.tape(eyes)
            if not 1 <= item <= tape.last or item not in tape.told:
                raise AffrayError(f"line {item} does not hold: there is nothing to take back")
            play, steps = self.play.fork(), 0
            row = tape.told.index(item)
            while len(play.rows) > row and entries_in_force(play.entries)[0]:
                play.undo()
                steps += 1
            if len(play.rows) > row:
                raise AffrayError(f"line {item} came before anybody had said anything")
            return steps, [told for told in tape.told[len(play.rows) :] if told]

    def journal(self) -> str:
        with self.lock:
            return self.fight.header + "".join(f"{line.text}\n" for line in self.lines)


def begun(fight: FightRecord) -> Play:
    """Before anybody has said anything."""
    return from_journal(fight.header, fight.title)[0]


def watched(fight: FightRecord, lines: Iterable[EntryRecord], eyes: Eyes) -> Tape:
    """Nothing is told before those are hidden who are so from the start."""
    play, tape, told = begun(fight), Tape(eyes), False
    for line in lines:
        if not (told or from_the_start(line)):
            tape.follow(play, "")
            told = True
        replay_and_verify(play, *read_line(line))
        if told:
            tape.follow(play, line.by)
    if not told:
        tape.follow(play, "")
    return tape


def from_the_start(line: EntryRecord) -> bool:
    entry = read_line(line)[0]
    return entry.kind == REFEREE and entry.fields[0] == HIDE and FROM_THE_START in entry.fields[2:]


def read_line(line: EntryRecord) -> tuple[JournalEntry, str]:
    said, _, told = line.text.rpartition("  #")
    return read_entry(said), told
