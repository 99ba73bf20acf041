"""Expensive requests run in processes beside the server: few at once, and for a limited time.

They end when nobody waits for them any more."""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, BinaryIO, NamedTuple

from fastapi import Request

from affray.errors import AffrayError
from affray.play.questions import Refused
from affray.server.auth import Denied
from affray.server.buckets import Buckets

AT_ONCE = 2  # processes
MOST_WAITING, MOST_OF_ONE = 20, 4  # requests, in all and with one token
SECONDS = 30.0  # for one of them
GRACE = 1.0  # seconds to finish what nobody waits for any more: another process takes as long to start
MEMORY = 4 << 30  # bytes of a process, where the system can limit it
BUSY = "the table works on as many such questions as it can; ask again in a moment"
LEFT_AT_ONCE, LEFT_A_SECOND = 40.0, 1.0  # requests of one person who did not wait for the answer
YOURS = "you have asked as many such questions as the table works on for one; wait for their answers"
LEFT = "you have asked much and not waited for the answers; wait a moment"


class Answer(NamedTuple):
    """What a worker sends back: a result, or a refusal with its clause."""

    result: Any = None
    refused: str | None = None
    clause: str | None = None


class Ended(Exception):
    """A worker has ended before it had answered."""


class Worker:
    """A process that does one thing at a time."""

    def __init__(self) -> None:
        quiet = subprocess.DEVNULL if sys.platform == "win32" else None
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from affray.server.workers import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=quiet,
            start_new_session=sys.platform != "win32",  # Ctrl-C is for the server
        )

    def do(self, work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
        """Let it call a function of a module; wait for the answer in this thread."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            pickle.dump((work, arguments), self.process.stdin)
            self.process.stdin.flush()
            answer: Answer = pickle.load(self.process.stdout)
            return answer
        except (EOFError, OSError, pickle.UnpicklingError):
            raise Ended from None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Workers:
    """The processes of one server. They are started when they are first needed, and killed when it ends."""

    def __init__(self) -> None:
        self.idle: list[Worker] = []
        self.all: set[Worker] = set()
        self.asked: Counter[str] = Counter()  # how many requests each person waits for
        self.left = Buckets()  # by persons
        self.turns = asyncio.Semaphore(AT_ONCE)
        self.threads = ThreadPoolExecutor(AT_ONCE, "worker")

    async def run(self, request: Request, who: str, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function of some module returns, called in a worker with these arguments."""
        if self.asked[who] >= MOST_OF_ONE:
            raise Denied(429, YOURS)
        if self.asked.total() >= MOST_WAITING:
            raise Denied(503, BUSY)
        if not self.left.take(who, LEFT_AT_ONCE, LEFT_A_SECOND):
            raise Denied(429, LEFT)
        self.asked[who] += 1
        gone = asyncio.create_task(until_gone(request))
        try:
            answer = await self.take_turn(gone, work, arguments)
        finally:
            if not gone.done():
                self.left.give_back(who)
            gone.cancel()
            self.asked[who] -= 1
            self.asked += Counter()  # drops those at zero
        if answer.refused is not None:
            raise Denied(422, answer.refused, answer.clause)
        return answer.result

    async def take_turn(self, gone: asyncio.Task[None], work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
        async with self.turns:
            if gone.done():
                raise Denied(499, "whoever asked has gone")
            return await self.limit(gone, work, arguments)

    async def limit(self, gone: asyncio.Task[None], work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
        """Let a worker do it until the time is over or nobody waits any more."""
        loop = asyncio.get_running_loop()
        worker = self.idle.pop() if self.idle else await loop.run_in_executor(self.threads, self.start)
        job = loop.run_in_executor(self.threads, worker.do, work, arguments)
        try:
            either: list[asyncio.Future[Any]] = [job, gone]
            await asyncio.wait(either, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                await asyncio.wait([job], timeout=GRACE)
            if job.done():
                answer = job.result()
                self.idle.append(worker)
                return answer
        except Ended:
            raise Denied(422, "that is more than this machine can do; make it smaller") from None
        finally:
            if worker not in self.idle:
                self.all.discard(worker)
                worker.kill()
                with suppress(Ended):
                    await job
        raise Denied(422, f"that takes longer than {SECONDS:g} seconds; make it smaller")

    def prepare(self, work: Callable[[], None]) -> None:
        """Let a first worker import what it needs before anybody asks."""

        def begin() -> None:
            worker = self.start()
            with suppress(Ended):
                worker.do(work, ())
                self.idle.append(worker)

        self.threads.submit(begin)

    def start(self) -> Worker:
        worker = Worker()
        self.all.add(worker)
        return worker

    def close(self) -> None:
        for worker in self.all:
            worker.kill()
        self.threads.shutdown(wait=False)


async def until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def workers_of(request: Request) -> Workers:
    found: Workers = request.app.state.workers
    return found


# --- in the process


def main() -> None:
    """Do what is asked until nobody asks any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever is printed is no answer
    limit_process()
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    serve(sys.stdin.buffer, answers)


def serve(asked: BinaryIO, answers: BinaryIO) -> None:
    while True:
        try:
            work, arguments = pickle.load(asked)
        except EOFError:
            return
        pickle.dump(answer(work, arguments), answers)
        answers.flush()


def answer(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
    try:
        return Answer(work(*arguments))
    except Refused as no:
        return Answer(None, no.words, no.clause)
    except AffrayError as no:
        return Answer(None, str(no))
    except (MemoryError, RecursionError):
        return Answer(None, "that is more than this machine can do; make it smaller")


def limit_process() -> None:
    """Give way to the table itself, and take no more memory than there may be."""
    if hasattr(os, "nice"):
        os.nice(10)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def end_with_parent(parent: int) -> None:
    """End when the server was killed, even in the midst of work."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)
