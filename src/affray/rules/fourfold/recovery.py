"""What a fight of the fourfold book leaves one with, and what days of rest do: the stabilised wake frail."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Member
from affray.engine.state import Combatant, Fight
from affray.engine.vocabulary import DEAD, DYING, UNCONSCIOUS
from affray.rules.book import Die, Remark, Rest
from affray.rules.fourfold import clauses as C

READS = ("fourfold.frail",)  # what `after` reads of a combatant beside what every book does
WEEK = 7  # days in bed that mend the frail


def after(f: Fight, number: int, member: Member) -> tuple[Member, list[Remark]]:
    """Return what the fight leaves a member with: the stabilised and the spared come to with 1 hp, those left to bleed
    die; whoever fights is out of bed."""
    who = f.who[number]
    if who.conditions >> DEAD & 1:
        return replace(member, hp=0, max_hp=who.max_hp, fate="dead"), [remark(C.DAMAGE_MORTAL, "is dead")]
    if who.conditions >> DYING & 1:
        why = remark(C.DAMAGE_MORTAL, "was not stabilised in time and is dead")
        return replace(member, hp=0, max_hp=who.max_hp, fate="dead"), [why]
    awake = replace(member, hp=max(1, who.hp), max_hp=who.max_hp, frail=who.fourfold.frail, rested=0)
    return replace(awake, fate="") if who.conditions >> UNCONSCIOUS & 1 else awake, remarks(member, who)


def remarks(member: Member, who: Combatant) -> list[Remark]:
    told = []
    if who.conditions >> UNCONSCIOUS & 1 and who.fourfold.frail:
        told.append(remark(C.DAMAGE_STABILISE, "comes to after ten minutes with 1 hp, and is frail"))
    elif who.conditions >> UNCONSCIOUS & 1:
        told.append(remark(C.DAMAGE_NONLETHAL, "comes to after ten minutes with 1 hp"))
    if member.frail and not who.fourfold.frail:
        told.append(remark(C.DAMAGE_STABILISE, "is no longer frail: magic has healed it"))
    return told


def rest(member: Member, rest: Rest, die: Die) -> tuple[Member, list[Remark]]:
    """Mend the frail by magic or by a week in bed, day after day without a break (fourfold.damage.stabilise)."""
    if member.fate:
        return member, []
    if rest.healed > 0:
        healed = replace(member, frail=False, rested=0, hp=heal_hit_points(member, rest.healed))
        return healed, [remark(C.DAMAGE_STABILISE, "is no longer frail: magic has healed it")] if member.frail else []
    if not member.frail:
        return member, []
    if not rest.bed:
        return replace(member, rested=0), [remark(C.DAMAGE_STABILISE, "stays frail: only magic or a week in bed helps")]
    days = member.rested + rest.days
    if days < WEEK:
        return replace(member, rested=days), [remark(C.DAMAGE_STABILISE, f"stays frail: day {days} of {WEEK} in bed")]
    return replace(member, frail=False, rested=0), [
        remark(C.DAMAGE_STABILISE, "is no longer frail after a week in bed")
    ]


def heal_hit_points(member: Member, points: int) -> int | str:
    """Return the hit points after magical healing, never above the full number."""
    if not isinstance(member.hp, int):
        return member.hp
    return min(member.max_hp or member.hp + points, member.hp + points)


def remark(clause: int, words: str) -> Remark:
    cite(clause)
    return Remark(clause, words)
