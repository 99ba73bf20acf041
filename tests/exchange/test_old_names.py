"""Names that earlier versions documented: each can still be imported, with a warning that says where it is now."""

from __future__ import annotations

import subprocess
import sys

import pytest

OLD = {
    "from affray.reading import read": "affray.reading has moved to affray.exchange.importers",
    "from affray.writing import write": "affray.writing has moved to affray.exchange.exporters",
    "from affray.writing.known import creature_of": "affray.writing",
}
USES = {
    "read": "print(read('Orc: AC 6 [13], HD 1, ML 6').creatures[0].name)",
    "write": "from affray.exchange.exporters import write as now; print(write is now and 'Orc')",
    "creature_of": "from affray.exchange.exporters import creature_of as now; print(creature_of is now and 'Orc')",
}


@pytest.mark.parametrize("line", OLD)
def test_an_old_name_works_with_a_warning(line: str) -> None:
    """In a process of its own, as a module is imported once."""
    code = f"{line}\n{USES[line.rpartition(' ')[2]]}"
    done = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Orc\n"
    assert f"DeprecationWarning: {OLD[line]}" in done.stderr


@pytest.mark.parametrize("line", OLD)
def test_a_warning_can_be_made_an_error(line: str) -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", line], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"DeprecationWarning: {OLD[line]}" in done.stderr
