"""What the shell completes, asked as bash, zsh and fish ask."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from affray.cli import main
from affray.rules import names

ASKS = {"bash": ("COMP_WORDS", "COMP_CWORD"), "zsh": ("COMP_WORDS", "COMP_CWORD"), "fish": ("COMP_WORDS", "COMP_CWORD")}


def completed(line: str, shell: str = "bash") -> set[str]:
    """Return what a shell offers for the last word of a line."""
    words = line.split(" ")
    typed = words[-1] if shell == "fish" else str(len(words) - 1)
    env = {"_AFFRAY_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": typed}
    done = CliRunner().invoke(main, [], prog_name="affray", env=env)
    return {part for row in done.output.splitlines() for part in row.replace(",", " ").split()}


@pytest.mark.parametrize("shell", ASKS)
def test_examples_are_completed(shell: str) -> None:
    assert {"crossroads", "crypt"} <= completed("affray fight cr", shell)


def test_books_are_completed() -> None:
    assert set(names()) <= completed("affray sim brawl --rules ")


def test_options_of_the_book_are_completed() -> None:
    assert "initiative.tie=" in completed("affray fight orcs --set initiative.t")
    assert "initiative.tie=" not in completed("affray fight orcs --rules tempo --set initiative.t")


def test_commands_and_options_are_completed() -> None:
    assert "balance" in completed("affray bal")
    assert "--house-rules" in completed("affray fight --hou")
