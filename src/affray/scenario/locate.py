"""Where a mistake stands: from a path in the plain values, short forms written out, back to line and column."""

from __future__ import annotations

from yaml import MappingNode, Node, ScalarNode, SequenceNode

from affray.content.yaml import pairs, spot
from affray.errors import Found
from affray.scenario.values import counted


def seek(root: Node, found: Found) -> tuple[int, int]:
    """Line and column; of the nearest part around it where the file doesn't have that part."""
    node, shift = root, 0
    for n, step in enumerate(found.path):
        is_key = found.key and n == len(found.path) - 1
        node, shift = _item(node, step) if isinstance(step, int) else _under(node, step, is_key)
        if shift:
            break
    return spot(node, found.at + shift)


def _item(node: Node, number: int) -> tuple[Node, int]:
    if isinstance(node, SequenceNode) and number < len(node.value):
        return node.value[number], 0
    return node, 0


def _under(node: Node, key: str, is_key: bool) -> tuple[Node, int]:
    """The value of a key, or the key; for a short form, the text that says as much."""
    if found := _written(node, key):
        return found[0 if is_key else 1], 0
    if isinstance(node, ScalarNode):
        return node, _shift(node, key)
    if isinstance(node, MappingNode) and len(node.value) == 1 and isinstance(node.value[0][1], MappingNode):
        head, inner = node.value[0]
        return _under(inner, key, is_key) if _written(inner, key) else (head, _shift(head, key))
    return node, 0


def _written(node: Node, key: str) -> tuple[Node, Node] | None:
    """A key and its value, the key as it is or with underscores for spaces."""
    found = {name: (key_node, value) for name, key_node, value in pairs(node)}
    return found.get(key) or found.get(key.replace(" ", "_"))


def _shift(head: Node, key: str) -> int:
    """How far into `2d4 goblin` the number or the kind begins."""
    number = counted(head.value) if isinstance(head, ScalarNode) else None
    if number is None:
        return 0
    return number[1] if key == "count" else number[3]
