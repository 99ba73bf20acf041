"""After the fight of the tempo book: what it leaves of a wound and of hp, and what minutes, nights and weeks mend."""

from __future__ import annotations

from dataclasses import replace

from affray.engine.clauses import cite
from affray.engine.encounter import Member
from affray.engine.state import Combatant, Fight
from affray.engine.vocabulary import DEAD, DYING, FLED, PETRIFIED, SURRENDERED, UNCONSCIOUS, WOUNDED
from affray.rules.book import Die, Remark, Rest
from affray.rules.tempo import clauses as C

WEEK = 7
BREATHED = "has caught its breath since the last fight"  # a note on the member
LADDER = ("", "wounded", "out of action", "dying")  # the steps a wound mends
FALLEN = LADDER[2:]
FATES = ((DEAD, "dead"), (PETRIFIED, "out"), (FLED, ""), (SURRENDERED, "gone"))


def after(f: Fight, number: int, member: Member) -> tuple[Member, list[Remark]]:
    """Return what the fight leaves a member with. Ten quiet minutes give the first of it back: see `breath`."""
    who, remarks = f.who[number], []
    wound = wound_of(who)
    if wound:
        remarks.append(remark(C.INJURY, f"{wound}"))
    if who.hp < who.max_hp:
        remarks.append(remark(C.DAMAGE, f"hp {who.hp} of {who.max_hp}"))
    fate = next((word for bit, word in FATES if who.conditions >> bit & 1), member.fate)
    if who.conditions >> DEAD & 1:
        remarks = [remark(C.INJURY, "dead")]
    notes = tuple(note for note in member.notes if note != BREATHED)
    left = replace(member, hp=max(0, who.hp), max_hp=who.max_hp, wound=wound, fate=fate, rested=0, notes=notes)
    return left, remarks


def wound_of(who: Combatant) -> str:
    if who.conditions >> DYING & 1:
        return "dying"
    if who.conditions >> UNCONSCIOUS & 1:
        return "out of action"
    return "wounded" if who.conditions >> WOUNDED & 1 else ""


def breath(member: Member, die: Die) -> tuple[Member, list[Remark]]:
    """Give back hp for ten quiet minutes, once for each fight (tempo.recovery)."""
    spent = BREATHED in member.notes
    if spent or not isinstance(member.hp, int) or not member.max_hp or member.hp >= member.max_hp:
        return member, []
    hp = min(member.max_hp, member.hp + die(6, 1))
    return replace(member, hp=hp, notes=(*member.notes, BREATHED)), [
        remark(C.RECOVERY, f"ten quiet minutes: hp {member.hp} to {hp}")
    ]


def rest(member: Member, rest: Rest, die: Die) -> tuple[Member, list[Remark]]:
    """Give back 1d6 hp after ten quiet minutes, all after a night's sleep, a wound's step a week (tempo.recovery)."""
    if member.fate == "dead":
        return member, []
    if member.fate == "out" and member.wound not in FALLEN:
        return member, [remark(C.RECOVERY, "out for another reason than wounds: no rest mends it")]
    if member.wound == "dying" and not rest.tended:
        return replace(member, fate="dead"), [remark(C.INJURY, "dies untended")]
    member, remarks = heal(member, rest)
    if rest.days >= 1 and rest.sleep:
        member, slept = night(member)
        remarks += slept
    else:
        member, caught = breath(member, die)
        remarks += caught
    member, mended = weeks(member, rest.days)
    return member, remarks + mended


def heal(member: Member, rest: Rest) -> tuple[Member, list[Remark]]:
    """Give back the hp that magic heals."""
    if not rest.healed or not isinstance(member.hp, int) or not member.max_hp:
        return member, []
    hp = min(member.max_hp, member.hp + rest.healed)
    return replace(member, hp=hp), [remark(C.RECOVERY, f"healed: hp {member.hp} to {hp}")]


def night(member: Member) -> tuple[Member, list[Remark]]:
    if not isinstance(member.hp, int) or not member.max_hp or member.hp >= member.max_hp:
        return member, []
    words = f"a night's sleep: hp {member.hp} to {member.max_hp}"
    return replace(member, hp=member.max_hp), [remark(C.RECOVERY, words)]


def weeks(member: Member, days: int) -> tuple[Member, list[Remark]]:
    """Mend a wound one step a week; days of rest add up until it is gone."""
    if not member.wound:
        return member, []
    rested = member.rested + days
    steps = min(LADDER.index(member.wound), rested // WEEK)
    wound = LADDER[LADDER.index(member.wound) - steps]
    member = replace(member, wound=wound, rested=rested - WEEK * steps if wound else 0)
    if not steps:
        return member, []
    return member, [remark(C.RECOVERY, f"after {steps} week{'s' if steps > 1 else ''}: {wound or 'whole again'}")]


def remark(clause: int, words: str) -> Remark:
    cite(clause)
    return Remark(clause, words)
