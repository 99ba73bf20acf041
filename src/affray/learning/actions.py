"""Numbers for answers: the same for one scenario under one book, whatever happens in the fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, Answer
from affray.rules import seams
from affray.rules.book import Book

Mask = npt.NDArray[np.int8]
MEASURED = ("rise", "go")  # kinds of answer with a number of feet: no list has them


@dataclass(frozen=True)
class Actions:
    """Number 0 is a pass (or, where a pass is not listed, the answer that is listed first). Then come the other answers
    by kind, target and option, each in the order of the book."""

    answers: tuple[Answer, ...]
    numbers: dict[Answer, int] = field(repr=False)

    def __len__(self) -> int:
        return len(self.answers)

    def mask(self, legal: Sequence[Answer]) -> Mask:
        """Return 1 for each action that is legal now."""
        mask = np.zeros(len(self), np.int8)
        mask[[0, *(self.numbers[a] for a in legal if a in self.numbers)]] = 1
        if Answer(PASS) not in legal and legal and legal[0] in self.numbers:
            mask[0] = 0
        return mask

    def answer(self, number: int, legal: Sequence[Answer]) -> Answer:
        """Return the answer of this number to a question with these legal answers."""
        wanted = self.answers[number]
        return wanted if number or wanted in legal else legal[0]


def actions_of(book: Book, start: Fight) -> Actions:
    """Return the actions of a fight that starts like this."""
    answers = (Answer(PASS), *sorted(set(possible_answers(book, start)) - {Answer(PASS)}))
    return Actions(answers, {a: n for n, a in enumerate(answers)})


def possible_answers(book: Book, start: Fight) -> Iterator[Answer]:
    """Yield every answer that could ever be listed to somebody in this fight."""
    for ask, kinds in enumerate(book.answers):
        for kind, name in enumerate(book.kinds):
            if kind == PASS or not kinds >> kind & 1 or name in MEASURED:
                continue
            ways = seams.offer(start, ask, kind)
            for target in range(ways.first, start.n if ways.aimed else 0):
                for option in range(ways.least, ways.end):
                    yield Answer(kind, target, option)
    if start.has_cover and "go" in book.kinds:
        places = [(c.cover_x, c.cover_y) for c in start.who if c.start_cover] + [(c.x, c.y) for c in start.covers]
        yield from (Answer(book.kinds.index("go"), x, y) for x, y in places)
    yield from (Answer(1, c.id) for c in start.who)  # a foe is named, by house rules


assert NOBODY < 0
