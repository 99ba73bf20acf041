"""From words to an answer: what somebody typed, against everything that has a name."""

from __future__ import annotations

import re
from collections.abc import Mapping

from affray.engine.state import NOBODY
from affray.engine.verbs import Answer
from affray.errors import AffrayError, unknown

TENTHS = 10
MEASURED = re.compile(r"(go|rise|modify)((?: [-+−]?\d+(?:\.\d)?)+)")


def understood(text: str, named: Mapping[str, Answer], legal: Mapping[str, Answer]) -> Answer:
    """The answer of that name, legal or not; a beginning that only one legal answer has will do."""
    said = " ".join(text.lower().split())
    for words, answer in (*legal.items(), *named.items()):
        if words.lower() == said:
            return answer
    begun = [words for words in legal if words.lower().startswith(said)]
    if len(begun) == 1:
        return legal[begun[0]]
    if begun:
        raise AffrayError(f"{text!r} could be several things: {', '.join(begun[:6])}; say more of it")
    raise AffrayError(unknown("answer", text, list(legal)))


def measured(text: str, kinds: Mapping[str, int], unit: str) -> Answer | None:
    """`go X Y`, `rise HEIGHT`, `modify NUMBER`: those of them that a book knows; None for any other words."""
    found = MEASURED.fullmatch(" ".join(text.lower().split()))
    if found is None or found[1] not in kinds:
        return None
    word, tenths = found[1], [round(float(n) * TENTHS) for n in found[2].replace("−", "-").split()]
    if word == "go" and len(tenths) == 2:
        return Answer(kinds[word], *tenths)
    if word == "rise" and len(tenths) == 1:
        return Answer(kinds[word], NOBODY, tenths[0])
    if word == "modify" and len(tenths) == 1 and tenths[0] % TENTHS == 0:
        return Answer(kinds[word], NOBODY, tenths[0] // TENTHS)
    also = ", or `modify -2` to `+2`" if "modify" in kinds else ""
    raise AffrayError(f"{text!r}: expected `go X Y` or `rise HEIGHT` in {unit}{also}")
