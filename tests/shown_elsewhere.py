"""Clauses that no fight can cite, each with the test that shows it: it bears the mark, and nothing need cite it."""

SHOWN_ELSEWHERE: dict[str, str] = {}
