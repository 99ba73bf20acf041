"""YAML as a tree that remembers its places: plain values from it, and back from a path to line and column.

Nothing in a file runs or grows without end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml
from yaml import MappingNode, Mark, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from affray.content.entries import split_count
from affray.content.spelling import fold
from affray.engine.encounter import Place
from affray.errors import Found, KeyPath, Mistake, ScenarioError, quote, sentence

MOST_CHARACTERS = 200_000
MOST_VALUES = 20_000
MOST_DEPTH = 20
TAG = "tag:yaml.org,2002:"
TEXT_TAG, NUMBER_TAG, SWITCH_TAG, NOTHING_TAG = (TAG + kind for kind in ("str", "int", "bool", "null"))
TAGS = {TEXT_TAG, NUMBER_TAG, SWITCH_TAG, NOTHING_TAG, TAG + "map", TAG + "seq"}
EMPTY = "the file is empty; expected a scenario with title and sides, or a party with members"
STYLES = {None: 0, "'": 1, '"': 1}  # how far into a scalar its text begins
UNQUOTED = {
    SWITCH_TAG: r"(?i:true|false|yes|no|on|off)",
    NUMBER_TAG: r"[-+]?(0|[1-9][0-9]{0,8})",
    NOTHING_TAG: r"~||(?i:null)",
}


class Loader(yaml.SafeLoader):
    """Knows text, whole numbers, yes or no, and nothing: no dates, no octals, no 12:30 that is 750."""

    depth = 0

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            begins = self.peek_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.MarkedYAMLError(problem="nested too deep", problem_mark=begins)
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


Loader.yaml_implicit_resolvers = {}
for _tag, _text in UNQUOTED.items():
    Loader.add_implicit_resolver(_tag, re.compile(f"(?:{_text})$"), None)


class Dumper(yaml.SafeDumper):
    """Writes what this Loader and any other read alike: lists of words on a line, all else below its key."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def words(self, data: list[Any]) -> Node:
        on_a_line = True if all(isinstance(item, str | int) for item in data) else None
        return self.represent_sequence(TAG + "seq", data, flow_style=on_a_line)

    def ignore_aliases(self, data: Any) -> bool:
        return True


Dumper.add_representer(list, Dumper.words)
for _tag, _text in UNQUOTED.items():
    Dumper.add_implicit_resolver(_tag, re.compile(f"(?:{_text})$"), None)


def dump(data: Any) -> str:
    """Return YAML for people, the keys in the order they have."""
    return yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=False)


def dump_on_a_line(data: Any) -> str:
    wide = MOST_CHARACTERS * 10
    said = yaml.dump(data, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=wide, default_flow_style=True)
    return said.rstrip("\n")


def read_file(file: str, expected: str, missing: str = "no such file", near: str = "") -> str:
    """Return the text of a file; whatever keeps it from being read is a ScenarioError."""
    try:
        with open(file, "rb") as stream:
            raw = stream.read(4 * MOST_CHARACTERS + 1)  # a character has four bytes at most
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError([_undecodable(raw, error, file)]) from None
    except FileNotFoundError:
        raise ScenarioError([Mistake(file, 0, 0, sentence(missing, expected, near))]) from None
    except (OSError, ValueError) as error:
        why = f"can't be opened ({getattr(error, 'strerror', None) or error})"
        raise ScenarioError([Mistake(file, 0, 0, sentence(why, expected))]) from None


def _undecodable(raw: bytes, error: UnicodeDecodeError, file: str) -> Mistake:
    before = raw[: error.start].decode("utf-8-sig", "replace").split("\n")
    what = f"the byte 0x{raw[error.start]:02X} is not UTF-8"
    return Mistake(file, len(before), len(before[-1]) + 1, sentence(what, mend="save the file with the encoding UTF-8"))


def compose(text: str, file: str) -> Node:
    """Return the tree of a text; what is not YAML is a ScenarioError with its place."""
    if len(text) > MOST_CHARACTERS:
        size = f"the file has {len(text):,} characters"
        raise ScenarioError([Mistake(file, 1, 1, sentence(size, f"at most {MOST_CHARACTERS:,}"))])
    try:
        loader = Loader(text)
    except ReaderError as error:
        raise ScenarioError([_unreadable(error, text, file)]) from None
    try:
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        raise ScenarioError([_malformed(error, loader, file)]) from None
    except (ValueError, OverflowError, RecursionError):  # of an escape or a directive with a number out of bounds
        what = "not YAML; mend what stands before this place"
        raise ScenarioError([_mistake(file, loader.get_mark(), what)]) from None
    if node is None:
        raise ScenarioError([Mistake(file, 1, 1, EMPTY)])
    return node


def _mistake(file: str, mark: Mark, message: str) -> Mistake:
    return Mistake(file, mark.line + 1, mark.column + 1, message)


def _unreadable(error: ReaderError, text: str, file: str) -> Mistake:
    before = text[: error.position].splitlines() or [""]
    what = f"the character U+{ord(text[error.position]):04X} can't stand in a text file"
    return Mistake(file, len(before), len(before[-1]) + 1, sentence(what, mend="delete it"))


def _malformed(error: yaml.MarkedYAMLError, loader: Loader, file: str) -> Mistake:
    context = f" {error.context}" if error.context else ""
    began = f" that began in line {error.context_mark.line + 1}" if context and error.context_mark else ""
    what = f"not YAML{context}{began}: {error.problem}"
    mend = "check the indentation, and quote text that has ': ' or begins with a sign"
    return _mistake(file, error.problem_mark or error.context_mark or loader.get_mark(), sentence(what, mend=mend))


def plain_values(root: Node, file: str) -> tuple[Any, list[Mistake]]:
    """Return dicts, lists, texts, whole numbers, booleans and None, with what is wrong on this level already."""
    walk = _Walk(file)
    return walk.value(root), walk.mistakes


class _Walk:
    """One walk over a tree: what it has found, how far it has come, and where it is inside."""

    def __init__(self, file: str) -> None:
        self.file, self.mistakes = file, list[Mistake]()
        self.values, self.inside = 0, set[int]()

    def value(self, node: Node) -> Any:
        self.values += 1
        if self.values > MOST_VALUES:
            self.stop(node, sentence("too many values, aliases written out", f"at most {MOST_VALUES:,}"))
        if id(node) in self.inside:
            self.stop(node, "an alias in here stands for all of this; write it out")
        self.inside.add(id(node))
        if node.tag not in TAGS:
            self.wrong(node, sentence(f"the tag {quote(node.tag)} is not read here", mend="leave it out"))
        found = self.mapping(node) if isinstance(node, MappingNode) else self.other(node)
        self.inside.discard(id(node))
        return found

    def other(self, node: Node) -> Any:
        if isinstance(node, SequenceNode):
            return [self.value(item) for item in node.value]
        return self.scalar(node)

    def scalar(self, node: Node) -> Any:
        if node.tag in UNQUOTED and not re.fullmatch(UNQUOTED[node.tag], node.value):
            return node.value
        if node.tag == SWITCH_TAG:
            return node.value.lower() in ("true", "yes", "on")
        return int(node.value) if node.tag == NUMBER_TAG else None if node.tag == NOTHING_TAG else node.value

    def mapping(self, node: MappingNode) -> dict[str, Any]:
        found, lines = dict[str, Any](), dict[str, int]()
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self.wrong(key, sentence("a key that is not a word", "a word before the colon"))
            elif key.value in found:
                first = f"the key {quote(key.value)} stands here and in line {lines[key.value]} already"
                self.wrong(key, sentence(first, mend="delete one of them"))
            else:
                lines[key.value] = key.start_mark.line + 1
                found[key.value] = self.value(value)
        return found

    def wrong(self, node: Node, message: str) -> None:
        self.mistakes.append(_mistake(self.file, node.start_mark, message))

    def stop(self, node: Node, message: str) -> None:
        self.wrong(node, message)
        raise ScenarioError(self.mistakes)


def pairs(node: Node) -> Iterator[tuple[str, Node, Node]]:
    """Yield each key's text, its node, and the node of its value."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if isinstance(key, ScalarNode):
                yield key.value, key, value


def spot(node: Node, at: int = 0) -> tuple[int, int]:
    """Return line and column of a node, `at` characters into its text where that can be counted."""
    start, end = node.start_mark, node.end_mark
    if isinstance(node, ScalarNode) and node.style in STYLES and at:
        shift = STYLES[node.style]
        if start.line == end.line and end.column - start.column == len(node.value) + 2 * shift:
            return start.line + 1, start.column + 1 + shift + at
    return start.line + 1, start.column + 1


def places(node: Node, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Place | None, Place]]:
    """Yield of every part of a tree without loops its path, where its key stands if it has one, and where it stands."""
    if not path:
        yield path, None, spot(node)
    if isinstance(node, SequenceNode):
        for n, item in enumerate(node.value):
            yield (*path, n), None, spot(item)
            yield from places(item, (*path, n))
    for name, key, value in pairs(node):
        yield (*path, name), spot(key), spot(value)
        yield from places(value, (*path, name))


# --- where a mistake stands


def locate(root: Node, found: Found) -> tuple[int, int]:
    """Return line and column; of the nearest part around it where the file doesn't have that part."""
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
    """Return the value of a key, or the key; for a short form, the text that says as much."""
    if found := _written(node, key):
        return found[0 if is_key else 1], 0
    if isinstance(node, ScalarNode):
        return node, _shift(node, key)
    if isinstance(node, MappingNode) and len(node.value) == 1 and isinstance(node.value[0][1], MappingNode):
        head, inner = node.value[0]
        return _under(inner, key, is_key) if _written(inner, key) else (head, _shift(head, key))
    return node, 0


def _written(node: Node, key: str) -> tuple[Node, Node] | None:
    """Return a key and its value, the key as it is or in another spelling."""
    found = {name: (key_node, value) for name, key_node, value in pairs(node)}
    return found.get(key) or next((pair for name, pair in found.items() if fold(name) == fold(key)), None)


def _shift(head: Node, key: str) -> int:
    """Return how far into `2d4 goblin` the number or the kind begins."""
    number = split_count(head.value) if isinstance(head, ScalarNode) else None
    if number is None:
        return 0
    return number[1] if key == "count" else number[3]
