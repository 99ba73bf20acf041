"""What a book's golden playthroughs don't show, and the test that shows it: a clause's id, or `event KIND`.

A log shows events and modifiers. What only refuses an answer, or is read when a fight is set up, is in none. An entry
that a playthrough does show must go, and so must one whose test is gone or no longer bears the mark."""

SHOWN_BY: dict[str, dict[str, str]] = {
    "affray": {
        "affray.start": "tests/test_own_clauses.py::test_a_fight_is_what_it_starts_from",
        "affray.answer": "tests/test_own_clauses.py::test_an_answer_must_fit_its_question",
        "affray.die": "tests/test_own_clauses.py::test_a_die_typed_in_shows_one_of_its_faces",
        "affray.referee": "tests/test_own_clauses.py::test_the_referee_may_change_anything_with_a_reason",
        "affray.spells.spent": "tests/test_homecoming.py::test_a_spell_that_was_cast_comes_back_with_sleep",
        "affray.xp": "tests/test_experience.py::test_a_foe_is_worth_a_number_by_its_hit_dice",
        "affray.house.critical": "tests/test_house_clauses.py::test_a_natural_twenty_is_critical",
        "affray.house.fumble": "tests/test_house_clauses.py::test_who_fumbles_drops_the_weapon",
        "affray.house.shield": "tests/test_house_clauses.py::test_a_shield_that_is_given_up_stops_the_hit",
        "affray.house.cleave": "tests/test_house_clauses.py::test_who_fells_a_foe_strikes_another",
        "affray.house.needed": "tests/test_house_clauses.py::test_no_attack_needs_more_than_twenty_before_modifiers",
        "affray.house.explode": "tests/test_house_clauses.py::test_a_damage_die_explodes_as_often_as_the_option_says",
        "affray.house.hp": "tests/test_house_clauses.py::test_the_first_hit_die_counts_in_full",
        "affray.house.death": "tests/test_house_clauses.py::test_below_zero_a_character_bleeds_to_death",
        "affray.house.tend": "tests/test_house_clauses.py::test_who_has_not_acted_binds_the_wounds_of_a_friend",
        "affray.house.initiative": "tests/test_house_clauses.py::test_in_tempo_one_die_counts_for_a_whole_side",
        "affray.house.targets": "tests/test_house_clauses.py::test_an_attack_at_a_foe_who_has_fallen_is_lost",
        "affray.house.spells": "tests/test_house_clauses.py::test_spells_cost_points_and_stay_in_memory",
        "affray.wait": "tests/test_lying_in_wait.py::test_who_lies_in_wait_is_counted_nowhere",
        "affray.idle": "tests/classic/test_end.py::test_ten_rounds_in_which_nobody_can_act_are_a_stand_off",
        "event referee": "tests/test_fight.py::test_the_referee_changes_anything",
    },
    "classic": {
        # they refuse
        "classic.round.engaged": "tests/classic/test_round.py::test_in_melee_is_within_five_feet",
        "classic.move.spacing": "tests/classic/test_move.py::test_two_or_three_fight_side_by_side_in_ten_feet",
        "classic.move.mount": "tests/test_ground.py::test_mounting_takes_the_move_and_the_mount_waits",
        "classic.move.way": "tests/classic/test_move.py::test_nobody_walks_through_an_able_foe",
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
    "tempo": {
        # it refuses
        "tempo.reaction.timing": "tests/tempo/test_reactions.py::test_one_reaction_to_the_same_action",
        # it needs a total of 20 above the AC
        "tempo.direct-hit": "tests/tempo/test_attack.py::test_four_degrees_are_spent_and_the_attacker_chooses",
        # it is read at set-up
        "tempo.convert": "tests/tempo/test_build.py::test_numbers_given_for_this_book_win",
        # it comes after the fight
        "tempo.recovery": "tests/tempo/test_after.py::test_all_after_a_nights_sleep",
    },
    "procedure": {
        # it is read at set-up
        "procedure.convert": "tests/procedure/test_convert.py::test_a_class_has_classics_numbers",
    },
    "vanguard": {
        # they are read at set-up
        "vanguard.hp": "tests/vanguard/test_attack.py::test_hit_points_come_from_class_level_and_constitution",
        "vanguard.convert": "tests/vanguard/test_content.py::test_classic_numbers_are_converted_and_ours_win",
        # they come after the fight
        "vanguard.rest.heal": "tests/vanguard/test_after.py::test_a_hit_point_a_day_and_never_above_the_maximum",
        "vanguard.drain.recover": "tests/vanguard/test_after.py::test_one_a_week",
    },
    "fourfold": {
        # they refuse
        "fourfold.action.turn": "tests/fourfold/test_actions.py::test_a_main_and_a_move_action_in_either_order",
        "fourfold.action.unsplit": "tests/fourfold/test_actions.py::test_a_move_is_not_split_round_a_main_action",
        "fourfold.melee.reach": "tests/fourfold/test_attack.py::test_five_feet_and_ten_for_long_weapons",
        # only the referee gives it
        "fourfold.attack.advantage": "tests/fourfold/test_attack.py::test_advantage_is_the_referees_word",
        # they are read outside a fight, or at set-up
        "fourfold.odds.table": "tests/fourfold/test_odds.py::test_the_nineteen_rows_to_the_digit",
        "fourfold.convert": "tests/fourfold/test_content.py::test_monsters_are_read_from_the_classic_entry",
    },
}

# Kinds of event that a book has no use for, and why.
NEVER_MADE: dict[str, dict[str, str]] = {}

# Clauses of which `affray clauses` has no example: typed dice, the referee, house rules, rest, odds, and events that no
# golden log has.
WITHOUT_EXAMPLE = """
affray.die
affray.house.critical
affray.house.death
affray.house.explode
affray.house.fumble
affray.house.hp
affray.house.initiative
affray.house.needed
affray.house.spells
affray.idle
affray.referee
affray.spells.spent
affray.wait
affray.xp
fourfold.attack.advantage
fourfold.odds.table
tempo.recovery
vanguard.drain.recover
vanguard.rest.heal
""".split()
