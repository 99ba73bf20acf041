"""Fights on an NVIDIA GPU: how many a second, and whether they are those of the CPU.

    python bench/gpu.py [--example brawl] [--book classic] [--check 1000000]    with Affray, CuPy and a GPU
    python bench/gpu.py --prepare FOLDER                                      with Affray, without a GPU
    python bench/gpu.py --run FOLDER                                          with CuPy and NumPy alone

`--prepare` compiles the kernels and plays the fights to compare on the CPU; `--run` does the rest. Prints for each book
how many fights a second the GPU plays, the registers and the local memory of a thread, and whether checksum, dice and
every count of `--check` fights are equal. Exits with 1 if they are not."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
DEVICE = Path(__file__).parent.parent / "src" / "affray" / "simulation" / "device.py"
SEED = 7
SECONDS = 2.0  # of a measured run, about
PARTS = 20  # in which the fights to compare are played
MOST_REGISTERS = 1 << 16  # of a block
FIRST_RUN = 1 << 20  # fights
SHAPES = ((128, 4), (256, 2), (256, 3), (512, 1), (512, 2))  # threads in a block, blocks on a multiprocessor


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--example", default="brawl")
    asked.add_argument("--book", choices=BOOKS, action="append")
    asked.add_argument("--check", type=int, default=1_000_000, help="fights to compare with the CPU")
    asked.add_argument("--prepare", type=Path)
    asked.add_argument("--run", type=Path)
    said = asked.parse_args()
    books = said.book or BOOKS
    if said.prepare:
        for book in books:
            prepare(said.prepare, said.example, book, said.check)
        return 0
    folder = said.run or Path("build/gpu")
    if not said.run:
        for book in books:
            prepare(folder, said.example, book, said.check)
    results = [measure(path) for path in sorted(folder.glob("*.npz"))]
    return 0 if all(results) else 1


def prepare(folder: Path, example: str, name: str, check: int) -> None:
    """Write a job, and what the CPU makes of the fights to compare."""
    from affray.compiler.kernels.building import assumptions
    from affray.compiler.kernels.gpu import gpu_assumptions
    from affray.scenario import open_scenario, read_options
    from affray.simulation.compiled import CompiledPlayer
    from affray.simulation.gpu import make_job
    from affray.simulation.plain import advance_to_first_die

    encounter, book = open_scenario(example, name)
    start, _ = book.build(encounter, read_options(book, {}))
    ready = advance_to_first_die(book, start)
    cpu = CompiledPlayer(book, ready, SEED, False, assumptions(book, ready))
    for part in range(PARTS):  # between them it drops assumptions that are broken often
        cpu.play(check * part // PARTS, check * (part + 1) // PARTS - check * part // PARTS)
    job, broken = make_job(book, ready, SEED, gpu_assumptions(book, ready))
    tally = cpu.total()
    folder.mkdir(parents=True, exist_ok=True)
    given = {field: value for field, value in job._asdict().items() if field != "ptx"}
    expected = {"checksum": tally.checksum, "dice": tally.dice, "ends": list(tally.sums.ends), "broken": [*broken]}
    np.savez(folder / f"{example}-{name}.npz", **given)
    (folder / f"{example}-{name}.ptx").write_text(job.ptx)
    (folder / f"{example}-{name}.json").write_text(json.dumps({"check": check, **expected}))
    lines = job.ptx.count("\n")
    print(f"{example} {name}: {job.fight.nbytes:,} bytes a thread, {lines:,} lines of PTX", flush=True)


def load_device() -> ModuleType:
    """Return the module that runs jobs, by its file: it needs nothing else of Affray."""
    spec = importlib.util.spec_from_file_location("device", DEVICE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["device"] = module
    spec.loader.exec_module(module)
    return module


def measure(path: Path) -> bool:
    """Compare the fights of a job with the CPU's, and print the best speed of several shapes."""
    device, said = load_device(), json.loads(path.with_suffix(".json").read_text())
    saved = np.load(path)
    job = device.GpuJob(path.with_suffix(".ptx").read_text(), *(as_given(saved[n]) for n in device.GpuJob._fields[1:]))
    began = time.perf_counter()
    one = device.Device(job)
    loaded = time.perf_counter() - began
    failures, complete = one.run(0, said["check"])
    if not complete:
        print(f"{path.stem}: {broken_names(failures, said)} are broken far too often")
        return False
    same = is_same(one, said, failures)
    shapes = [shape for shape in SHAPES if shape[0] * one.kernel.num_regs <= MOST_REGISTERS]
    speeds = {shape: speed_of(device.Device(job, *shape)) for shape in shapes}
    best = max(speeds, key=lambda shape: speeds[shape])
    kernel = one.kernel
    print(
        f"{path.stem}: {speeds[best] / 1e6:.1f} M fights/s with {best[1]} blocks of {best[0]} threads; "
        f"{kernel.num_regs} registers, {kernel.local_size_bytes:,} bytes of local memory, loaded in {loaded:.1f} s; "
        f"{len(failures)} broke an assumption {broken_names(failures, said)}; "
        f"{'equal' if same else 'NOT EQUAL'} in {said['check']:,} fights"
    )
    print(
        "   ", " ".join(f"{block}x{blocks}:{speed / 1e6:.1f}" for (block, blocks), speed in speeds.items()), flush=True
    )
    return same


def broken_names(failures: Sequence[Any], said: dict[str, Any]) -> str:
    """Return the assumptions that were broken, most often first."""
    found = Counter(".".join(said["broken"][each.assumption - 1]) for each in failures)
    return ", ".join(f"{name} ({times})" for name, times in found.most_common(5))


def as_given(saved: Any) -> Any:
    """Return a saved part of a job: an array of words or bytes, a list of numbers, or a number."""
    return saved if saved.dtype in (np.uint64, np.uint8) else saved.tolist()


def is_same(one: Any, said: dict[str, Any], failures: Sequence[Any]) -> bool:
    """Return whether the sums are those of the CPU. Fights that broke an assumption are missing: then only the count
    of the others is compared."""
    (checksum, dice), sums = one.totals()
    ends = sums[: len(said["ends"])]
    if failures:
        return sum(ends) + len(failures) == said["check"]
    return (checksum % 2**64, dice, ends) == (said["checksum"], said["dice"], said["ends"])


def speed_of(one: Any) -> float:
    """Return the fights a second of the second of two runs."""
    count = FIRST_RUN
    for _ in range(3):
        began = time.perf_counter()
        one.run(0, count)
        speed = count / (time.perf_counter() - began)
        count = int(min(max(speed * SECONDS / 2, FIRST_RUN), 2**31))
    return speed


if __name__ == "__main__":
    sys.exit(main())
