"""Clauses that no fight can cite, each with the test that shows it: it bears the mark, and nothing need cite it."""

SHOWN_ELSEWHERE: dict[str, str] = {
    # it holds before the first event, and of every fight
    "affray.start": "tests/test_own_clauses.py::test_a_fight_is_what_it_starts_from",
    # after the fight, and by rest
    "affray.spells.spent": "tests/test_homecoming.py::test_a_spell_that_was_cast_comes_back_with_sleep",
}
