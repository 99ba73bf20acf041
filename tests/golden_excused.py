"""What a book's golden playthroughs don't show, and the test that shows it: a clause's id, or `event KIND`.

A log shows events and modifiers. What only refuses an answer, or is read when a fight is set up, is in none. An entry
that a playthrough does show must go, and so must one whose test is gone or no longer bears the mark."""

SHOWN_BY: dict[str, dict[str, str]] = {
    "affray": {
        "affray.start": "tests/test_own_clauses.py::test_a_fight_is_what_it_starts_from",
        "affray.answer": "tests/test_own_clauses.py::test_an_answer_must_fit_its_question",
        "affray.die": "tests/test_own_clauses.py::test_a_die_typed_in_shows_one_of_its_faces",
        "affray.referee": "tests/test_own_clauses.py::test_the_referee_may_change_anything_with_a_reason",
        "event referee": "tests/test_fight.py::test_the_referee_changes_anything",
    },
    "classic": {
        # they refuse
        "classic.round.engaged": "tests/classic/test_round.py::test_in_melee_is_within_five_feet",
        "classic.move.spacing": "tests/classic/test_move.py::test_two_or_three_fight_side_by_side_in_ten_feet",
        "classic.missile.distance": "tests/classic/test_missiles.py::test_nobody_shoots_or_throws_while_in_melee",
        "classic.weapon.reload": "tests/classic/test_weapons.py::test_by_option_a_crossbow_shoots_every_second_round",
        "classic.spell.freedom": "tests/classic/test_spells.py::test_a_spell_needs_speech_and_free_hands",
        "classic.spell.sole": "tests/classic/test_spells.py::test_who_casts_does_nothing_else_and_stays_where_it_is",
        "classic.spell.sight": "tests/classic/test_spells.py::test_the_blind_cast_at_nobody_but_themselves",
        "classic.spell.range": "tests/classic/test_spells.py::test_a_spell_reaches_as_far_as_its_text_says",
        # they are read at set-up
        "classic.attack.thac0": "tests/classic/test_tables.py::test_thac0_by_hit_dice",
        "classic.attack.plus": "tests/classic/test_tables.py::test_thac0_by_hit_dice",
        "classic.attack.class": "tests/classic/test_tables.py::test_class",
        "classic.morale.mercenary": "tests/classic/test_tables.py::test_mercenaries",
        "classic.save.monster": "tests/classic/test_tables.py::test_saves_by_hit_dice",
    },
}

# Kinds of event that a book has no use for, and why.
NEVER_MADE: dict[str, dict[str, str]] = {}
