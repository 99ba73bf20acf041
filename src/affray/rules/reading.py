"""From words to an answer: what somebody typed, against everything that has a name."""

from __future__ import annotations

from collections.abc import Mapping

from affray.errors import AffrayError
from affray.mistakes import unknown
from affray.verbs import Answer


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
