"""How soon advice comes, on one core: the first estimate, compiled and uncompiled, and each answer to one point.

Twenty positions of five books: four examples each, after some answers. Beside them stands what 100,000 simulated fights
of the same scenario take. Times are those of the processor, so that others on the machine count little."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from time import process_time
from unittest.mock import patch

import affray
from affray.compiler.kernels.building import RACING, kernel
from affray.engine.encounter import Encounter
from affray.exact import races
from affray.exact.advice import Budget, Race, advise_step_by_step, who_is_asked
from affray.exact.moments import moment_of
from affray.exact.races import new_race
from affray.rules import names
from affray.rules.book import Book
from affray.scenario import open_scenario
from affray.simulation.batch import simulate

EXAMPLES = {"orcs": 1, "brawl": 3, "crypt": 2, "king": 5}  # and how many answers were given before
FIRST, POINT = 0.2, 0.01  # seconds to the first estimate; the standard error of each answer
SIMULATED = 100_000


def positions(book: str) -> Iterator[tuple[str, affray.Play]]:
    for example, answers in EXAMPLES.items():
        sides = affray.start(example, rules=book).roster.sides
        play = affray.start(example, rules=book, seed=3, players=[sides[0]])
        for _ in range(answers):
            if play.asks is not None and not play.over:
                play.do(play.legal[0])
        if play.asks is not None and play.asks.question is not None:
            yield example, play


def first_estimate(play: affray.Play) -> float:
    began = process_time()
    next(advise_step_by_step(play, budget=Budget(10.0)))
    return process_time() - began


def seconds_to_a_point(play: affray.Play) -> tuple[int, int, float]:
    """Return how many answers there are, how many fights of each it took, and the time."""
    side, choices = who_is_asked(play)
    moment = moment_of(play)
    assert moment is not None
    began = process_time()
    race = Race(new_race(moment, [choice.answer for choice in choices]), side)
    race.play(500)
    while max(error(race, n) for n in race.running) > POINT:
        race.play(500)
    return len(choices), race.fights, process_time() - began


def error(race: Race, n: int) -> float:
    share = race.share(n).share
    return sqrt(share * (1 - share) / race.played[n])


def simulated(example: str, book: str) -> float:
    """Return what the simulated fights take in one thread, from a tenth of them."""
    encounter, found = open_scenario(example, book)
    simulate(encounter, found, {}, 0, 2_000, 1, wait=True)  # compiles the kernel of this fight
    return 10 * min(process_seconds(encounter, found) for _ in range(2))  # one may compile once more


def process_seconds(encounter: Encounter, book: Book) -> float:
    began = process_time()
    simulate(encounter, book, {}, 0, SIMULATED // 10, 1, wait=True)
    return process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", choices=names(), action="append")
    late = beyond = count = 0
    print("| book | fight | answers | first | first, plain | fights of each | to one point | 100,000 simulated |")
    print("|---|---|---|---|---|---|---|---|")
    for book in parser.parse_args().book or names():
        for example, play in positions(book):
            kernel(play.book, RACING)
            first_estimate(play)
            warm = first_estimate(play)
            with patch.object(races, "is_ready", return_value=False):
                plain = first_estimate(play)
            answers, fights, seconds = seconds_to_a_point(play)
            whole = simulated(example, book)
            times = f"{warm:.3f} s | {plain:.3f} s | {fights:,} | {seconds:.2f} s | {whole:.2f} s"
            print(f"| {book} | {example} | {answers} | {times} |", flush=True)
            late += max(warm, plain) > FIRST
            beyond += seconds * 14 / answers > whole  # as if there were 14 answers
            count += 1
    print(f"{count} positions; {late} of them with a first estimate later than {FIRST} s;")
    print(f"in {beyond} of them 14 answers take longer than {SIMULATED:,} fights")


if __name__ == "__main__":
    main()
