"""Random fights of a book whose logs are read and added up."""

from __future__ import annotations

from random import Random

from affray.engine.dice import fight_key
from affray.engine.state import clone
from affray.log import Log, Recorder
from affray.log.audit import check_log
from affray.rules.book import Book
from affray.scenario import examples
from affray.simulation.random_fights import MAX_ROUNDS, RandomFight, draw_fight, load_example


def audit_random_fights(book: Book, fights: int, seed: int, first: int = 0) -> list[str]:
    """Play so many random fights and return what doesn't add up in their logs, with the fight."""
    chance = Random(f"{seed} {first}")
    wrong: list[str] = []
    for number in range(first, first + fights):
        drawn = draw_fight(chance.choice(sorted(examples())), chance.choice(list(book.tactics)), number, book)
        wrong += [f"{what} ({drawn})" for what in check_log(log_of(drawn, book, seed))]
    return wrong


def log_of(drawn: RandomFight, book: Book, seed: int) -> str:
    """Play a fight by the plain rules and return its log."""
    start, roster = book.build(load_example(drawn.example, drawn.tactic, drawn.condition, book), drawn.options)
    f, recorder = clone(start), Recorder()
    f.last_round = min(f.last_round, MAX_ROUNDS)
    f.key, f.observer = fight_key(seed, drawn.number), recorder
    book.fight(f)
    return Log(book, roster, recorder.log, [c.side for c in f.who]).text()
