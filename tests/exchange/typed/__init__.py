"""Stat blocks typed by hand as strangers write and paste them, with what a person reads in each.

In each file a block begins with `=== KIND`; below the last line of three dashes stand its creatures, in the keys of
`bench/imports.py`, or "declined". Attacks may be written as an entry has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

Routines = Callable[[str], list[list[list[Any]]]]


def typed_blocks(routines: Routines) -> Iterator[tuple[str, str, str, list[dict[str, Any]] | None]]:
    """Yield kind, name, text and creatures of each block; `routines` reads the attacks of an entry."""
    for file in sorted(Path(__file__).parent.glob("*.txt")):
        for n, piece in enumerate(re.split(r"(?m)^=== ", file.read_text(encoding="utf-8"))[1:]):
            kind, _, rest = piece.partition("\n")
            text, _, said = rest.rpartition("\n---\n")
            creatures = None if said.strip() == "declined" else [plain(each, routines) for each in yaml.safe_load(said)]
            yield f"{kind}, typed", f"{file.stem}-{n}.txt", f"{text}\n", creatures


def plain(creature: dict[str, Any], routines: Routines) -> dict[str, Any]:
    """Return a creature as a reference has it."""
    attacks = creature.get("attacks")
    said = {"attacks": routines(attacks)} if isinstance(attacks, str) else {}
    return creature | said | ({"hd": str(creature["hd"])} if "hd" in creature else {})


def changed_blocks(routines: Routines) -> Iterator[tuple[str, str, str, list[dict[str, Any]]]]:
    """Yield a block for each value in values.yaml, as `typed_blocks` does."""
    for layout in yaml.safe_load(Path(__file__).with_name("values.yaml").read_text(encoding="utf-8")):
        for n, change in enumerate([{}, *layout["changes"]]):
            text, values = layout["text"], {**layout["values"], **change}
            for key, value in values.items():
                text = text.replace(f"<{key}>", str(value))
            read = {
                key: value
                for key, value in {**layout["creature"], **change.get("reads", {})}.items()
                if value is not None
            }
            yield f"{layout['kind']}, values", f"{n}.{layout['ending']}", text, [plain(read, routines)]
