"""Mutated commands and frames against a table: none may fail with a 5xx, and a refused one changes no state.

    python bench/mangled.py [--many 10000] [--seed 0]

Ends with 1 if any did. The tests run a few hundred of them."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from server.tables import Seat, Table, some_answer, table
from starlette.websockets import WebSocketDisconnect

from affray.server import guard
from affray.server.viewer import THE_REFEREE

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
ODD: tuple[Any, ...] = (
    *(
        "",
        " ",
        "pass",
        "ask",
        "*",
        "\0",
        "\n",
        "a\nb",
        "'",
        '"',
        "#",
        "  #x",
        "\\",
        "\ud800",
        "😀" * 50,
        "x" * 399,
        "x" * 401,
    ),
    *("-1", "0", "1", "+3", "=12", "99999999999999999999", "1e9", "nan", "½", "٣", "1 1 1 1 1 1", "true", "null"),
    *(0, 1, -1, 2**31, 2**63, 10**30, 0.5, 1e308, True, False, None, [], {}, [[]], [None], {"a": {}}, ["hp"] * 9),
    *("referee", "party", "orcs", "Fighter", "fighter", "Orc 1", "Grub", "Nobody", "asleep", "morale", "declare", "hp"),
)
WORDS = "hp move on off add remove check modifier overrule end hide reveal note correct rise go set strike cast".split()
NAMES = (
    "Fighter",
    "Cleric",
    "Magic-user",
    "Grub",
    "Orc 1",
    "Orc 5",
    "party",
    "orcs",
    "2 orc",
    "d4 wolf",
    "asleep",
    "-5",
    "3",
)


def command(seat: Seat, chance: random.Random) -> tuple[str, str, dict[str, Any]]:
    """One that could be meant."""
    deed = {"seen": seat.n, "key": f"m{chance.getrandbits(40):x}"}
    asks = seat.view["asks"]
    answer = some_answer(asks, chance) if asks and asks.get("legal") else "pass"
    later = {**deed, "who": chance.choice(NAMES), "ask": asks["ask"] if asks else "declare", "answer": answer}
    spoken = [
        [chance.choice(WORDS), *chance.choices(NAMES, k=chance.randint(0, 4))] for _ in range(chance.randint(1, 2))
    ]
    return chance.choice(
        (
            ("POST", "/answers", {**deed, "answer": answer}),
            ("POST", "/ahead", later),
            ("POST", "/always", later),
            ("POST", "/undo", {**deed, "steps": chance.randint(1, 3)}),
            ("POST", "/undo", {**deed, "to": chance.randint(0, seat.n + 2)}),
            ("POST", "/redo", deed),
            ("POST", "/undo-die", deed),
            ("POST", "/words", {**deed, "words": spoken, "reason": "so"}),
            ("POST", "/words", {**deed, "words": spoken, "reason": "so"}),
            ("PATCH", "/settings", {"timeout": chance.choice((0, 0, 3600)), "players_undo": chance.random() < 0.5}),
            ("POST", "/seats", {"role": "player", "name": "Eve", "people": [chance.choice(NAMES)]}),
            ("POST", "/suggestions/none", {**deed, "accept": True}),
        )
    )


def mutated(value: Any, chance: random.Random) -> Any:
    """Something in it is another thing, is gone, or is there twice."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(list(value))
        changed = dict(value)
        if chance.random() < 0.1:
            del changed[key]
        elif chance.random() < 0.1:
            changed[str(chance.choice(ODD))[:20]] = chance.choice(ODD)
        else:
            changed[key] = mutated(value[key], chance)
        return changed
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], mutated(value[place], chance), *value[place + chance.randint(0, 1) :]]
    if isinstance(value, str) and value and chance.random() < 0.5:
        place = chance.randrange(len(value))
        return value[:place] + chance.choice(("", value[place] * 2, str(chance.choice(ODD))[:8])) + value[place + 1 :]
    return chance.choice(ODD)


class Mangler:
    """A fight that is played on among the nonsense, by its referee and a player."""

    def __init__(self, here: Table, book: str, chance: random.Random) -> None:
        self.here, self.chance = here, chance
        self.referee = here.begin(rules=book, hidden=["Grub"], seed=chance.getrandbits(64))
        self.ann = self.referee.give("player", "Ann", ["Fighter", "Cleric", "Thief", "Magic-user"])
        self.codes: Counter[int] = Counter()
        self.wrong: list[str] = []
        self.known = self.state()  # after the last command

    def state(self) -> tuple[object, ...]:
        live = self.here.registry.fight(self.referee.fight)
        assert live is not None
        with live.lock:
            frame = live.fight_frame(THE_REFEREE, 0)
            return len(live.entries), live.play.text(), len(live.play.lines), frame["view"]

    def one(self) -> None:
        """A command, mostly mutated; what is refused has changed nothing."""
        seat = self.chance.choice((self.referee, self.referee, self.ann))
        seat.look()
        method, path, body = command(seat, self.chance)
        for _ in range(self.chance.randint(0, 2)):
            body = mutated(body, self.chance)
        said = json.dumps(body).encode("utf-8", "surrogatepass")
        if self.chance.random() < 0.05:
            said = said[: self.chance.randrange(len(said))] + bytes(self.chance.choices(range(256), k=3))
        before = self.known
        told = seat.ask(method, seat.path + path, content=said, headers={"Content-Type": "application/json"})
        self.codes[told.status_code] += 1
        self.known = self.state()
        if told.status_code >= 500:
            self.wrong.append(f"{told.status_code}: {method} {path} {said[:300]!r}: {told.text[:200]}")
        elif told.status_code >= 400 and self.known != before:
            self.wrong.append(f"changed by what was refused: {method} {path} {said[:300]!r}")

    def frame(self) -> None:
        """A first frame of a socket, mutated."""
        hello = mutated({"token": self.ann.token, "after": self.chance.randint(0, 9)}, self.chance)
        client: Any = self.here.client
        before = self.known
        try:
            with client.websocket_connect(f"{self.ann.path}/events") as socket:
                socket.send_text(json.dumps(hello))
                told = socket.receive_json()
                self.codes[101] += 1
                if not {"view", "error"} & set(told):
                    self.wrong.append(f"an odd frame: {told}")
        except WebSocketDisconnect:
            self.codes[101] += 1
        self.known = self.state()
        if self.known != before:
            self.wrong.append(f"changed by a frame: {hello!r}")

    def replays(self) -> None:
        from server.tables import replays

        if not replays(self.referee.journal()):
            self.wrong.append(f"{self.referee.view['fight']['book']}: its journal does not replay")


def mangle(here: Table, many: int, seed: int) -> tuple[Counter[int], list[str]]:
    """In fights of all books; how often each status came, and all that went wrong."""
    codes: Counter[int] = Counter()
    wrong: list[str] = []
    chance = random.Random(seed)
    while codes.total() < many:
        fight = Mangler(here, BOOKS[seed % len(BOOKS)], chance)
        seed += 1
        for n in range(min(200, -(-many // len(BOOKS)))):
            fight.frame() if n % 10 == 0 else fight.one()
        fight.replays()
        codes += fight.codes
        wrong += fight.wrong
    return codes, wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--many", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=0)
    said = asked.parse_args()
    guard.BURST = guard.STRANGE_BURST = guard.WRONG_BURST = 1e9
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, table(Path(folder) / "table.db") as here:
        codes, wrong = mangle(here, said.many, said.seed)
    print(
        f"{codes.total():,} commands and frames in {time.perf_counter() - began:.0f} s: {dict(sorted(codes.items()))}"
    )
    print("\n".join(wrong[:50]) or "no 5xx, and nothing refused has changed anything")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
