"""What stands at each seam, unless a book has its own."""

from affray.rules import seams
from affray.rules.book import Function, SeamRule
from affray.rules.seams import implement
from affray.rules.shared import (
    attack,
    damage,
    effects,
    house,
    legality,
    movement,
    referee,
    round,
    tactics,
)

DEFAULTS: dict[Function, Function] = dict(
    (
        implement(seams.attack, attack.attack),
        implement(seams.can_strike, movement.can_strike),
        implement(seams.has_charged, movement.has_charged),
        implement(seams.stance, attack.stance),
        implement(seams.turns_its_back, attack.turns_its_back),
        implement(seams.beset_by_others, attack.beset_by_others),
        implement(seams.afflictions, attack.afflictions),
        implement(seams.suffer, damage.suffer),
        implement(seams.loose_drawn_arrows, attack.loose_drawn_arrows),
        implement(seams.ability_modifier, attack.ability_modifier),
        implement(seams.strength_score, attack.strength_score),
        implement(seams.settle, damage.settle),
        implement(seams.save, attack.save),
        implement(seams.halve, effects.halve),
        implement(seams.drain_level, effects.drain_level),
        implement(seams.drain_hit_points, effects.drain_hit_points),
        implement(seams.refuse_spell, legality.refuse_spell),
        implement(seams.disrupt, effects.disrupt),
        implement(seams.jolt, damage.jolt),
        implement(seams.lose_focus, damage.lose_focus),
        implement(seams.half_line_width, effects.half_line_width),
        implement(seams.melee_range, legality.melee_range),
        implement(seams.encounter_rate, legality.encounter_rate),
        implement(seams.move_clause, movement.move_clause),
        implement(seams.step_to, movement.step_to),
        implement(seams.arrive, movement.arrive),
        implement(seams.notice_move, movement.notice_move),
        implement(seams.takes_parting_blow, movement.takes_parting_blow),
        implement(seams.parting_weapon, legality.parting_weapon),
        implement(seams.take_in_hand, round.take_in_hand),
        implement(seams.prepare_newcomer, referee.prepare_newcomer),
        implement(seams.in_spell_range, tactics.in_spell_range),
        implement(seams.extra_attack, house.extra_attack),
        implement(seams.binds_wounds, house.nobody_binds),
        implement(seams.beats_to_death, house.beats_to_death),
        implement(seams.stabilise, house.no_help),
    )
)

# rules for groups of seams that more than one book has
DAMAGE = (
    implement(seams.weapon_damage, damage.weapon_damage),
    implement(seams.graze, damage.graze),
    implement(seams.damage_clause, damage.damage_clause),
)
ZERO = (
    implement(seams.lose_hit_points, damage.lose_hit_points),
    implement(seams.expire, damage.expire),
    implement(seams.revive, effects.revive),
)
LEAVE = (
    implement(seams.refuse_leaving, legality.refuse_leaving),
    implement(seams.provokes, movement.provokes),
    implement(seams.parting_blow, movement.parting_blow),
)

# what house rules may add in every book, each at a seam of its own
HOUSE = {
    "critical": SeamRule(
        (
            implement(seams.after_roll, house.after_roll),
            implement(seams.critical_damage, house.critical_damage),
        ),
        options=(house.CRITICAL_FROM, house.FUMBLES),
        shared_options=(house.CRITICALS,),
    ),
    "needed": SeamRule((implement(seams.needed_roll, house.needed_roll),), options=(house.CLAMPED,)),
    "damage.dice": SeamRule(
        (implement(seams.damage_dice, house.damage_dice),),
        options=(house.EXPLODING,),
        shared_options=(house.CRITICALS,),
    ),
    "shield": SeamRule((implement(seams.splinters, house.splinters),), options=(house.SPLINTER,)),
    "kill": SeamRule((implement(seams.after_kill, house.after_kill),), options=(house.CLEAVING,)),
    "targets": SeamRule(
        (
            implement(seams.names_targets, house.names_targets),
            implement(seams.refuse_named, house.refuse_named),
        ),
        options=(house.TARGETS,),
    ),
    "spells": SeamRule((implement(seams.spend_spell, house.spend_spell),), options=(house.SPELL_POINTS,)),
    "hit-points": SeamRule((implement(seams.hit_points, house.hit_points),), options=(house.FULL_FIRST,)),
}
