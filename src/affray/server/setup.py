"""Scenarios that are sent to the table: read with its parties, and with nothing of this machine's files."""

from __future__ import annotations

from collections.abc import Sequence

from affray import houserules, rules, scenario
from affray.content.yaml import compose, plain_values
from affray.engine.encounter import Encounter
from affray.errors import AffrayError, ScenarioError, unknown
from affray.rules.book import Book
from affray.scenario import open_scenario
from affray.server import schemas
from affray.server.library import Documents, embed_parties

SCENARIO_NAME = "scenario"  # in messages


def read_scenario(said: schemas.Scenario, store: Documents) -> tuple[Encounter, Book]:
    """Read an example by its name, or the text of a scenario, under its book with all house rules; parties of the
    library that it names are copied into it."""
    check_house_rules(said.house)
    if said.scenario in scenario.examples():
        return open_scenario(said.scenario, said.rules, said.house)
    named = said.rules or next((o.rules for o in map(houserules.load, said.house) if o.rules), None)
    known = rules.get(named).names() if named else None
    check_house_rules(house_rules_in(said.scenario))
    encounter = scenario.read(embed_parties(store, said.scenario, SCENARIO_NAME), SCENARIO_NAME, known)
    return open_scenario(encounter, said.rules, said.house)


def text_with_parties(said: schemas.Scenario, store: Documents) -> str:
    """Return the text that is read: the parties that it names stand in it."""
    try:
        return embed_parties(store, said.scenario, SCENARIO_NAME)
    except ScenarioError:
        return said.scenario


def house_rules_in(text: str) -> list[str]:
    """Return the house rules that a scenario names, before anything else of it is read."""
    try:
        data, _ = plain_values(compose(text.removeprefix("\ufeff"), SCENARIO_NAME), SCENARIO_NAME)
    except ScenarioError:
        return []  # whoever reads it says what is wrong
    said = data.get(scenario.HOUSE_RULES) if isinstance(data, dict) else None
    return [one for one in (said if isinstance(said, list) else [said]) if isinstance(one, str)]


def check_house_rules(names: Sequence[str]) -> None:
    """Refuse all but the built-in ones: whoever sends a scenario reads no files of this machine."""
    for name in names:
        if name not in houserules.built_in_texts():
            raise AffrayError(unknown("house rules", name, list(houserules.built_in_texts())))
