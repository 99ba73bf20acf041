"""The error for code that is outside the rule language."""

from __future__ import annotations

from affray.errors import AffrayError


class RuleError(AffrayError):
    """A rule that cannot be compiled: the file, the line and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(file, line, reason)
        self.file, self.line, self.reason = file, line, reason

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"
