"""Stat blocks in the layouts of many publications: creatures of our own, so what stands in each is known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from exchange.corpus import blocks, data, foreign, further, lines, modules, tables  # noqa: F401  (each registers its layouts)
from exchange.corpus.records import make_records
from exchange.corpus.registry import LAYOUTS

BLOCKS_OF_A_VARIANT = 6
SEED = 22


class Made(NamedTuple):
    """A block, and what a person reads in it; None if it belongs to another game."""

    kind: str
    name: str
    text: str
    creatures: list[dict[str, Any]] | None


def make_corpus(held: bool = False, seed: int = SEED, many: int = BLOCKS_OF_A_VARIANT) -> Iterator[Made]:
    """Yield so many blocks of every variant: of those that are held back, or of all others."""
    for n, layout in enumerate(LAYOUTS):
        for variant in range(layout.variants):
            if (variant in layout.held) != held:
                continue
            chance = Random(f"{seed} {layout.kind} {variant}")
            records = make_records(many * layout.each, seed * 1000 + n * 20 + variant)
            for block in range(many):
                few = records[block * layout.each : (block + 1) * layout.each]
                text, creatures = layout.write(few, chance, variant)
                yield Made(layout.kind, f"{variant}-{block}.{layout.ending}", text, creatures)
