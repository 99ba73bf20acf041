"""Party files that a scenario names: they are read into its plain values, and into the text that a journal keeps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yaml import Node

from affray.content.yaml import MOST_CHARACTERS, compose, dump_on_a_line, opened, pairs, plain
from affray.errors import Found, Mistake, ScenarioError, quoted, sentence
from affray.scenario.locate import seek

FORM = "the path of a party file"


class Company(NamedTuple):
    """A party file as it was read."""

    file: str
    root: Node
    data: dict[str, Any]


def join(data: Any, folder: Path | None) -> tuple[dict[str, Company], list[Found], list[Mistake]]:
    """Puts every party file in the place of its name; gives them by their sides, and what is wrong with them."""
    companies, found, mistakes = dict[str, Company](), list[Found](), list[Mistake]()
    for name, side in _sides(data).items():
        if not isinstance(side, dict) or "party" not in side or isinstance(side["party"], dict):
            continue
        try:
            companies[name] = company = _read(side["party"], folder, mistakes)
            side["party"] = {**company.data, "file": company.file}
        except ScenarioError as error:
            here = [mistake for mistake in error.mistakes if not mistake.line]
            found += [Found(("sides", name, "party"), f"party: {mistake.message}") for mistake in here]
            mistakes += [mistake for mistake in error.mistakes if mistake.line]
            side["party"] = None
    return companies, found, mistakes


def _sides(data: Any) -> dict[str, Any]:
    sides = data.get("sides") if isinstance(data, dict) else None
    return sides if isinstance(sides, dict) else {}


def _read(named: Any, folder: Path | None, mistakes: list[Mistake]) -> Company:
    if not isinstance(named, str) or not named.strip():
        raise _refused(sentence(f"found {quoted(named)}", f"{FORM}, or a mapping with party and members"))
    if folder is None:
        what = f"{quoted(named)} can't be looked for, because this scenario is not in a file"
        raise _refused(sentence(what, mend="write party and members here"))
    file = str(folder / named.strip())
    root = compose(opened(file, FORM), file)
    data, wrong = plain(root, file)
    mistakes += wrong
    if not isinstance(data, dict):
        raise ScenarioError(
            [Mistake(file, 1, 1, sentence(f"found {quoted(data)}", "a mapping with party and members"))]
        )
    return Company(file, root, data)


def _refused(message: str) -> ScenarioError:
    return ScenarioError([Mistake("", 0, 0, message)])


def placed(root: Node, file: str, companies: Mapping[str, Company], found: Found) -> Mistake:
    """Line and column of a mistake, in the scenario or in the party file it stands in."""
    inside = len(found.path) > 2 + found.key and found.path[0] == "sides" and found.path[2] == "party"
    company = companies.get(str(found.path[1])) if inside else None
    if company is None:
        return Mistake(file, *seek(root, found), found.message)
    return Mistake(company.file, *seek(company.root, found._replace(path=found.path[3:])), found.message)


def embed(text: str, root: Node, companies: Mapping[str, Company]) -> str:
    """The scenario with each party file in the place of its name: all that the fight is made of."""
    nodes = {}
    for name, company in companies.items():
        node = _value(_value(_value(root, "sides"), name), "party")
        nodes[node.start_mark.index] = (node.end_mark.index, company)
    for start, (end, company) in sorted(nodes.items(), reverse=True):
        parts = re.fullmatch(r"(&\S+\s+)?(.*?)(\s*)", text[start:end], re.DOTALL)
        assert parts, "the pattern takes any text"
        said = dump_on_a_line({**company.data, "file": company.file})
        text = f"{text[:start]}{parts[1] or ''}{said}{parts[3]}{text[end:]}"
    if len(text) > MOST_CHARACTERS:
        size = f"with its party files the scenario has {len(text):,} characters"
        raise ScenarioError(
            [Mistake(next(iter(companies.values())).file, 1, 1, sentence(size, f"at most {MOST_CHARACTERS:,}"))]
        )
    return text


def _value(node: Node, key: str) -> Node:
    return next(value for name, _, value in pairs(node) if name == key)
