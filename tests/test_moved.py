"""Modules that moved: their old names warn, and give the very module that is at the new place."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import affray
from affray.moved import NEW_NAMES, MovedModules, new_name


@pytest.mark.parametrize("old", NEW_NAMES)
def test_an_old_name_warns_and_gives_the_new_module(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {NEW_NAMES[old]}"):
        module = import_module(old)
    assert module is import_module(NEW_NAMES[old])
    assert module.__spec__ is not None
    assert module.__spec__.name == NEW_NAMES[old]


def test_a_module_within_a_moved_package_is_the_same_too() -> None:
    assert new_name("affray.reading.values") == "affray.exchange.importers.values"
    assert new_name("affray.engine") is None
    script = """
import sys, warnings
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter("always")
    import affray.writing.known
    from affray.reading import values
    from affray.verbs import roll
import affray.exchange.exporters.creatures, affray.exchange.importers.values, affray.engine.verbs
assert affray.writing.known is affray.exchange.exporters.creatures
assert values is affray.exchange.importers.values
assert roll is affray.engine.verbs.roll
modules = {id(module): module for module in sys.modules.values()}.values()
files = [module.__file__ for module in modules if getattr(module, "__file__", None)]
assert len(files) == len(set(files))
assert {str(each.filename) for each in warned} == {"<string>"}
print(len(warned))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == "4\n"


def test_what_was_never_there_is_missed_as_ever() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'affray\.nonsense'"):
        import_module("affray.nonsense")
    assert MovedModules().find_spec("elsewhere.verbs") is None


def test_a_package_whose_name_a_function_has_says_where_its_modules_are() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"in affray\.exact"):
        import_module("affray.odds")
    assert callable(affray.odds)
