"""Nonsense of all kinds: what the API's description allows and forbids, and mutated commands; none makes it fail."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from mangled import mangle
from server.tables import OWNER, Seat, Table

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import GenerationMode

SLOW = ("/odds", "/advice", "/forecast", "/estimate")  # they play thousands of fights
EXAMPLES = 3
USUAL = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


class Caller:
    """Sends what schemathesis makes up in every role, mostly to the right fight with the right number."""

    def __init__(self, table: Table, referee: Seat) -> None:
        self.table, self.referee, self.chance = table, referee, random.Random(0)
        seats = referee.give("player", "Ann", ["Fighter"]), referee.give("spectator", "Tom")
        self.tokens = [referee.token, OWNER, *(seat.token for seat in seats), "nobody", ""]
        self.codes: Counter[int] = Counter()
        self.wrong: list[str] = []

    def send(self, case: Any) -> None:
        ours = self.chance.random() < 0.8
        if ours and "fight" in (case.path_parameters or {}):
            case.path_parameters["fight"] = self.referee.fight
        if ours and isinstance(case.body, dict) and "seen" in case.body:
            case.body["seen"] = self.referee.look()["n"]
        how = case.as_transport_kwargs(base_url="http://testserver")
        how.pop("cookies", None)
        usual = self.referee.token if "{fight}" in case.operation.path else OWNER
        token = usual if self.chance.random() < 0.5 else self.chance.choice(self.tokens)
        how["headers"] = {**dict(how["headers"]), "Authorization": f"Bearer {token}"}
        before = self.state()
        told = self.table.client.request(**how)
        self.codes[told.status_code] += 1
        if told.status_code >= 500:
            self.wrong.append(f"{told.status_code}: {how}: {told.text}")
        elif told.status_code >= 400 and self.state() != before:
            self.wrong.append(f"changed by what was refused: {how}")

    def state(self) -> tuple[object, ...]:
        """Return what is stored."""
        store, fight = self.table.store, self.referee.fight
        documents = store.rows("select kind, name, text from documents order by kind, name")
        return store.fights(), store.entries(fight), store.seats(fight), documents


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_whatever_fits_the_description_or_does_not_is_answered(
    here: Table, referee: Seat, mode: GenerationMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFFRAY_CACHE", str(tmp_path))  # no kernel is there: odds and forecasts are short
    client: Any = here.client
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", client.app)
    caller = Caller(here, referee)
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    for operation in operations:
        most = 1 if operation.path.endswith(SLOW) else EXAMPLES
        try:
            strategy = operation.as_strategy(generation_mode=mode)
            settings(USUAL, max_examples=most)(given(case=strategy)(caller.send))()
        except schemathesis.errors.SchemathesisError:
            assert mode is GenerationMode.NEGATIVE  # where there is nothing to say there is nothing wrong to say
    assert caller.wrong == []
    assert len(operations) >= 30
    assert caller.codes.total() > len(operations)


def test_mutated_commands_and_frames_change_nothing_unless_they_are_taken(here: Table) -> None:
    codes, wrong = mangle(here, 250, seed=5)
    assert wrong == []
    assert {101, 200, 403, 422} <= set(codes)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "affray fight 1\n",
        "title: x\n" * 1000,
        "[" * 5000,
        "a: &a [*a, *a]\n",
        "title: {\n",
        "\ud800",
        "sides: {a: {members: [1]}}",
    ],
)
def test_a_scenario_or_journal_of_nonsense_is_refused_in_words(here: Table, text: str) -> None:
    said = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    for told in (
        here.owner.post("/api/fights", scenario=said),
        here.owner.post("/api/import", journal=said),
        here.owner.post("/api/fights", scenario="orcs", house=[said[:100]]),
        here.owner.post("/api/fights", scenario="orcs", rules=said[:100], options={said[:100]: "on"}),
    ):
        assert told.status_code == 422
        assert told.json()["error"]
    assert here.store.fights() == []


def test_a_damaged_journal_is_refused_and_leaves_nothing(here: Table, referee: Seat) -> None:
    referee.do("cast sleep")
    lines, chance = referee.journal().split("\n"), random.Random(2)
    for _ in range(60):
        number = chance.randrange(len(lines))
        place = chance.randrange(len(lines[number]) + 1)
        odd = chance.choice(["", "x", '"', "{", "null", "99999999999", "\x0b", "ß", "[[", "-1"])
        changed = [*lines[:number], lines[number][:place] + odd + lines[number][place + 1 :], *lines[number + 1 :]]
        told = here.owner.post("/api/import", journal="\n".join(changed))
        assert told.status_code in (201, 422), told.text


def test_a_scenario_reads_no_files_of_this_machine(here: Table, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("sesame: open")
    file = str(tmp_path / "secret.yaml")
    text = here.owner.get("/api/examples").json()[0]["text"]
    for said in (
        {"scenario": "orcs", "house": [file]},
        {"scenario": f"{text}\nhouse rules: {file}\n"},
        {"scenario": f"title: x\nsides: {{a: {{party: {file}}}, b: {{members: [orc]}}}}\n"},
        {"scenario": file},
    ):
        for path in ("/api/fights", "/api/check", "/api/forecast"):
            told = here.owner.post(path, **said)
            assert "sesame" not in told.text
            assert told.status_code == 422 or told.json()["mistakes"]
