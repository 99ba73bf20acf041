"""After the fight in the vanguard book: the fallen, rest and sleep, and the recovery of negative levels."""

from __future__ import annotations

import re
from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Member
from affray.engine.state import ALWAYS, Combatant, Fight
from affray.engine.vocabulary import DEAD, UNCONSCIOUS
from affray.rules.book import Die, Remark, Rest
from affray.rules.vanguard import clauses as C
from affray.rules.vanguard.attack import LOWEST, levels_of

WEEK = 7
BEYOND = "beyond help and resurrection"
# what `after` reads of a combatant beside what every book does; of a list the items that it reads
READS = (
    "level",
    "hd",
    "character",
    "vanguard.untrained",
    "vanguard.drained_hp",
    "vanguard.hours_to_live",
    "vanguard.death_saves_survived",
    f"ends_at.{UNCONSCIOUS}",
)
CARE = "wakes after {} days of care, {} so far"


def remark(clause: int, words: str) -> Remark:
    cite(clause)
    return Remark(clause, words)


# --- what a fight leaves


def after(f: Fight, number: int, member: Member) -> tuple[Member, list[Remark]]:
    """Return what the fight leaves a member with, beside hit points and gear."""
    who, remarks = f.who[number], list[Remark]()
    if who.drained_levels:
        member = replace(member, negative_levels=who.drained_levels, drained=who.vanguard.drained_hp)
        remarks.append(
            remark(C.DRAIN, f"negative levels: {who.drained_levels}, which have taken {who.vanguard.drained_hp} hp")
        )
    member = legible(remember_marks(who, member, remarks))
    if who.conditions >> DEAD & 1:
        if who.drained_levels >= levels_of(who):
            remarks.append(remark(C.DRAIN_DEATH, "drained to death: usually they rise as undead the next night"))
        return member, remarks
    if who.vanguard.hours_to_live:
        words = f"dies in {who.vanguard.hours_to_live} hours, {BEYOND}"
        return replace(member, fate="dead"), [*remarks, remark(C.DEATH_MARK, words)]
    return (fallen(who, member, remarks), remarks) if who.conditions >> UNCONSCIOUS & 1 else (member, remarks)


def legible(member: Member) -> Member:
    """Return the member with scores that a party file can hold: those with a lower one are dead, or die of it."""
    return replace(member, abilities={name: max(LOWEST, score) for name, score in member.abilities.items()})


def remember_marks(who: Combatant, member: Member, remarks: list[Remark]) -> Member:
    """Remember in words each ability that a death save has lowered (vanguard.death.mark)."""
    lost = max(0, who.vanguard.death_saves_survived)
    if not lost:
        return member
    told = f"{lost} death save{'s' if lost > 1 else ''} survived: max hp −{lost}, an ability −1 each time"
    if who.vanguard.hours_to_live:
        told = f"{told}; {BEYOND}"
    remarks.append(remark(C.DEATH_MARK, told))
    return replace(member, marks=(*member.marks, told))


def fallen(who: Combatant, member: Member, remarks: list[Remark]) -> Member:
    """Return a member laid low by fists, healed by magic, or in need of care."""
    if who.hp > 0:
        remarks.append(remark(C.DEATH_AFTERMATH, "healed by magic: wakes within minutes"))
        return member
    if who.ends_at[UNCONSCIOUS] < ALWAYS:
        remarks.append(remark(C.UNARMED, "knocked out: awake again with 1 hp before the hour is over"))
        return replace(member, hp=1)
    remarks.append(remark(C.DEATH_AFTERMATH, "unconscious at 0 hp: needs care, or dies within hours"))
    return replace(member, hp=0, fate="out")


# --- what days do


def rest(member: Member, spent: Rest, die: Die) -> tuple[Member, list[Remark]]:
    """Spend days between fights, as `spent` says."""
    remarks: list[Remark] = []
    if member.fate in ("dead", "gone"):
        return member, remarks
    if member.fate == "out" and member.hp != 0:
        return member, [remark(C.DEATH_AFTERMATH, "out for a reason other than wounds: care does not wake them")]
    for _ in range(min(spent.lifted, member.negative_levels)):
        member = restore_drained_hp(member, remarks, "Remove Curse takes a negative level away")
    days = spent.days
    if member.fate == "out":
        member, days = tend(member, spent, die, remarks)
    elif spent.healed:
        member = heal(member, spent.healed)
    if not member.fate:
        member = slept(member, replace(spent, days=days), remarks)
    return (member if member.fate == "dead" else weeks(member, spent.days, remarks)), remarks


def tend(member: Member, spent: Rest, die: Die, remarks: list[Remark]) -> tuple[Member, int]:
    """Return what becomes of a member at 0, and the days that are left to them (vanguard.death.aftermath)."""
    if spent.healed:
        minutes = die(6, 3)
        remarks.append(remark(C.DEATH_AFTERMATH, f"healed by magic: wakes in {minutes} minutes"))
        return heal(replace(member, fate="", notes=without_care(member)), spent.healed), spent.days
    if spent.days == 0:
        return member, 0
    if not spent.tended:
        hours = die(6, 3)
        remarks.append(remark(C.DEATH_AFTERMATH, f"untended: dies after {hours} hours"))
        return replace(member, fate="dead"), 0
    needed, had = care(member)
    needed, had = needed or die(4, 1) + 1, had + spent.days
    if had < needed:
        words = CARE.format(needed, had)
        remarks.append(remark(C.DEATH_AFTERMATH, f"tended: {words}"))
        return replace(member, notes=(*without_care(member), words)), 0
    remarks.append(remark(C.DEATH_AFTERMATH, f"tended: 1 hp after {needed} days"))
    return replace(member, fate="", hp=1, notes=without_care(member)), had - needed


def care(member: Member) -> tuple[int, int]:
    """Return the days of care that were rolled before, and those the member has had; 0 if none were."""
    found = (re.fullmatch(CARE.format(r"(\d+)", r"(\d+)"), note) for note in member.notes)
    return next(((int(each[1]), int(each[2])) for each in found if each), (0, 0))


def without_care(member: Member) -> tuple[str, ...]:
    return tuple(note for note in member.notes if not re.fullmatch(CARE.format(r"\d+", r"\d+"), note))


def full(member: Member) -> int:
    """Return the maximum: that given, or the current hit points."""
    return member.max_hp or (member.hp if isinstance(member.hp, int) else 0)


def heal(member: Member, points: int) -> Member:
    if not isinstance(member.hp, int):
        return member
    return replace(member, hp=min(full(member), member.hp + points), max_hp=full(member))


def slept(member: Member, spent: Rest, remarks: list[Remark]) -> Member:
    """Heal 1 hp a day with sleep (vanguard.rest.heal); without, take −1 for each day (vanguard.rest.sleepless)."""
    if spent.days == 0:
        return member
    if not spent.sleep:
        tired = member.sleepless + spent.days
        remarks.append(remark(C.REST_SLEEPLESS, f"{tired} days without sleep: −{tired} to attacks and saves"))
        return replace(member, sleepless=tired)
    if member.sleepless:
        remarks.append(remark(C.REST_SLEEPLESS, "rested: the penalty for sleeplessness is gone"))
    rested = replace(heal(member, spent.days), sleepless=0)
    if rested.hp != member.hp:
        remarks.append(remark(C.REST_HEAL, f"heals from {member.hp} to {rested.hp} hp"))
    return rested


def weeks(member: Member, days: int, remarks: list[Remark]) -> Member:
    """Remove one negative level a week (vanguard.drain.recover)."""
    if not member.negative_levels:
        return replace(member, rested=0)
    passed = member.rested + days
    for _ in range(min(passed // WEEK, member.negative_levels)):
        member = restore_drained_hp(member, remarks, "a week has passed: a negative level is gone")
    return replace(member, rested=passed % WEEK if member.negative_levels else 0)


def restore_drained_hp(member: Member, remarks: list[Remark], why: str) -> Member:
    """Give back hp still lost ÷ negative levels, a half rounded up, to current and maximum (vanguard.drain). Those who
    lie at 0 stay there."""
    back = (2 * member.drained + member.negative_levels) // (2 * member.negative_levels)
    remarks.append(remark(C.DRAIN_RECOVER, why))
    remarks.append(remark(C.DRAIN, f"{back} hp are given back"))
    hp = member.hp + back if isinstance(member.hp, int) and not member.fate else member.hp
    most = full(member) + back if full(member) else 0
    levels, lost = member.negative_levels - 1, member.drained - back
    return replace(member, hp=hp, max_hp=most, negative_levels=levels, drained=lost)
