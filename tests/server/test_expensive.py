"""Expensive requests: beside the server, few at once, for a limited time, and no longer than anybody waits."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.tables import Seat, Table, served
from waiting import LIMIT, wait_until

from affray import scenario
from affray.errors import MOST_MISTAKES, AffrayError, ScenarioError
from affray.play.questions import Refused
from affray.server import workers
from affray.server.auth import Denied
from affray.server.workers import Workers, answer

MANY = "title: x\nsides: {a: [orc], b: [orc]}\n" + "".join(f"key{n}: 1\n" for n in range(15_000))


# --- mistakes without end


@pytest.mark.parametrize(
    "text",
    [
        MANY,
        "title: x\nsides: {a: [orc], b: [orc]}\noptions:\n" + "".join(f"  key{n}: 1\n" for n in range(9_000)),
        "title: x\nsides:\n  a: [orc]\n  b: [{Orc: {" + ", ".join(f"key{n}: 1" for n in range(9_000)) + "}}]\n",
    ],
    ids=["keys", "options", "keys of a member"],
)
def test_fifty_mistakes_are_told_and_the_others_counted_in_little_time(text: str) -> None:
    began = time.process_time()
    with pytest.raises(ScenarioError) as no:
        scenario.read(text, "x")
    assert time.process_time() - began < 15  # it was minutes
    assert len(no.value.mistakes) == MOST_MISTAKES
    assert no.value.more == text.count("key") - MOST_MISTAKES
    assert str(no.value).endswith(f"and {no.value.more:,} more mistakes; mend these first")


def test_the_page_is_told_so_too(here: Table) -> None:
    told = here.owner.post("/api/check", scenario=MANY).json()["mistakes"]
    assert len(told) == MOST_MISTAKES + 1
    assert told[-1]["what"] == "and 14,950 more mistakes; mend these first"


# --- work that would not end


class Asked:
    """A request of somebody who waits, and may go."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, str]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def in_workers(work: Callable[[Workers], Any]) -> Any:
    async def go() -> Any:
        them = Workers()
        try:
            return await work(them)
        finally:
            them.close()

    return asyncio.run(go())


def test_a_worker_is_used_again_and_one_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(them: Workers) -> None:
        first = await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        assert first == await them.run(Asked(), "a", os.getpid) != os.getpid()  # type: ignore[arg-type]
        monkeypatch.setattr(workers, "SECONDS", 0.2)
        with pytest.raises(Denied, match=r"takes longer than 0\.2 seconds"):
            await them.run(Asked(), "a", time.sleep, LIMIT)  # type: ignore[arg-type]
        assert not them.all
        monkeypatch.setattr(workers, "SECONDS", LIMIT)
        assert await them.run(Asked(), "a", os.getpid) != first  # type: ignore[arg-type]
        assert not +them.asked

    in_workers(work)


def test_it_ends_when_whoever_asked_has_gone() -> None:
    async def work(them: Workers) -> None:
        asked = Asked()
        job = asyncio.create_task(them.run(asked, "a", time.sleep, LIMIT))  # type: ignore[arg-type]
        while not them.all:
            await asyncio.sleep(0.01)
        (worker,) = them.all
        asked.gone.set()
        with pytest.raises(Denied):
            await job
        assert worker.process.poll() is not None

    began = time.monotonic()
    in_workers(work)
    assert time.monotonic() - began < LIMIT / 2


def test_what_is_nearly_done_costs_no_process_when_whoever_asked_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a guest who asks and leaves, again and again, makes the table start one process after another."""
    monkeypatch.setattr(workers, "GRACE", LIMIT)

    async def work(them: Workers) -> None:
        first = await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        for _ in range(3):
            asked = Asked()
            asked.gone.set()
            job = asyncio.create_task(them.run(asked, "a", time.sleep, 0.05))  # type: ignore[arg-type]
            await asyncio.gather(job, return_exceptions=True)
        assert await them.run(Asked(), "a", os.getpid) == first  # type: ignore[arg-type]

    in_workers(work)


def test_who_asks_and_leaves_again_and_again_must_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LEFT_AT_ONCE", 3.0)
    monkeypatch.setattr(workers, "LEFT_A_SECOND", 0.0)

    async def work(them: Workers) -> None:
        for _ in range(5):  # who waits may ask on
            await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        for _ in range(3):
            asked = Asked()
            asked.gone.set()
            await asyncio.gather(them.run(asked, "a", time.sleep, 0.01), return_exceptions=True)  # type: ignore[arg-type]
        with pytest.raises(Denied, match="not waited for the answers") as no:
            await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        assert no.value.status == 429
        await them.run(Asked(), "b", os.getpid)  # type: ignore[arg-type]

    in_workers(work)


def test_only_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "MOST_WAITING", 6)

    async def work(them: Workers) -> None:
        waiting = [asyncio.create_task(them.run(Asked(), who, time.sleep, LIMIT)) for who in "aaaabb"]  # type: ignore[arg-type]
        await asyncio.sleep(0.1)
        for who, status in (("a", 429), ("c", 503)):
            with pytest.raises(Denied) as no:
                await them.run(Asked(), who, os.getpid)  # type: ignore[arg-type]
            assert no.value.status == status
        assert len(them.all) <= workers.AT_ONCE
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not +them.asked

    in_workers(work)


def test_one_that_is_killed_is_replaced() -> None:
    async def work(them: Workers) -> None:
        await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        (worker,) = them.all
        worker.kill()
        with pytest.raises(Denied, match="more than this machine can do"):
            await them.run(Asked(), "a", os.getpid)  # type: ignore[arg-type]
        assert await them.run(Asked(), "a", os.getpid) != os.getpid()  # type: ignore[arg-type]

    in_workers(work)


def test_what_is_refused_comes_back_in_words() -> None:
    def refuse(no: BaseException) -> None:
        raise no

    assert answer(len, ([1],)).result == 1
    assert answer(refuse, (AffrayError("no"),)).refused == "no"
    assert "smaller" in (answer(refuse, (MemoryError(),)).refused or "")
    assert "smaller" in (answer(refuse, (RecursionError(),)).refused or "")
    found = answer(refuse, (Refused("classic.melee", "not there"),))
    assert found.refused == "not there"


# --- at the table


def test_the_table_answers_while_much_is_asked(place: Path) -> None:
    with served(place) as made:
        referee = made.begin()
        ann = referee.give("player", "Ann", ["Magic-user"])
        with ThreadPoolExecutor(4) as pool:
            jobs = [pool.submit(made.owner.post, "/api/forecast", scenario="orcs") for _ in range(3)]
            took = []
            while not all(job.done() for job in jobs):
                began = time.monotonic()
                assert ann.get().status_code == 200
                took.append(time.monotonic() - began)
            assert {job.result(LIMIT).status_code for job in jobs} == {200}
        assert sorted(took)[len(took) // 2] < 1.0


def test_a_forecast_ends_with_the_page_that_wanted_it(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(place) as made:
        made.owner.post("/api/check", scenario="orcs")
        them: Workers = made.app.state.workers
        (worker,) = them.all
        headers = {"Authorization": f"Bearer {made.owner.token}"}
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(
                f"http://127.0.0.1:{made.client.base_url.port}/api/check",
                json={"scenario": SLOW},
                headers=headers,
                timeout=0.3,
            )
        assert wait_until(lambda: worker.process.poll() is not None)
        assert made.owner.post("/api/check", scenario="orcs").json()["mistakes"] == []


SLOW = "title: x\nsides:\n" + "".join(f"  s{n}: [ork{n}]\n" for n in range(8_000))


def test_answers_are_as_before(referee: Seat) -> None:
    odds = referee.get("/odds").json()
    assert odds["sentence"]
    assert referee.get("/odds?answer=nonsense").status_code == 422
    advice = referee.get("/advice?seconds=0.3").json()
    assert {one["answer"] for one in advice["answers"]} <= {legal["words"] for legal in referee.view["asks"]["legal"]}
    assert advice["sentence"]
    journal = referee.journal()
    made = referee.table.owner.post("/api/import", journal=journal)
    assert made.status_code == 201
    assert Seat(referee.table, made.json()["id"], made.json()["token"], "referee").journal() == journal
    wrong = referee.table.owner.post("/api/import", journal="no journal")
    assert wrong.status_code == 422


# --- every route at once


def test_clauses_asked_for_at_once_are_all_answered(place: Path) -> None:
    with served(place) as made:
        ids = ["classic.attack.roll"] * 24
        barrier = threading.Barrier(12)

        def ask(id: str) -> int:
            barrier.wait(LIMIT)
            return made.owner.get(f"/api/clauses/{id}").status_code

        with ThreadPoolExecutor(12) as pool:
            assert set(pool.map(ask, ids)) == {200}
