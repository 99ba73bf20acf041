"""Words that several books share: how people say answers, sentences of the log, what players see of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import NOBODY, Combatant, Fight
from affray.engine.verbs import Answer, Question
from affray.errors import AffrayError, unknown
from affray.rules.book import Roster
from affray.rules.shared.ground import cover_at
from affray.rules.shared.legality import SUBDUE, next_swing

TENTHS = 10
BARE_HANDS = "unarmed"  # where a weapon has its name
MEASURED = re.compile(r"(go|rise|modify|spill oil at|spill holy water at|set fire to oil at)((?: [-+−]?\d+(?:\.\d)?)+)")


# --- words for answers


def weapon(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].kit[slot] if 0 <= slot < len(f.who[who].kit) else NOBODY
    return f"place {slot}" if number == NOBODY else roster.arms[number]


def say_draw(f: Fight, roster: Roster, who: int, slot: int) -> str:
    drawn = weapon(f, roster, who, slot)
    return "put weapon away" if drawn == BARE_HANDS else f"draw {drawn}"


def spell_in(f: Fight, roster: Roster, who: int, slot: int) -> str:
    number = f.who[who].spells[slot] if 0 <= slot < len(f.who[who].spells) else NOBODY
    return f"spell {slot}" if number == NOBODY else roster.effects[number]


def manner(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Say how a strike differs from the default: another of the routine's alternatives, or to subdue."""
    return way(f, roster, f.who[q.who], a.option >> 1) + (" to subdue" if a.option & SUBDUE else "")


def way(f: Fight, roster: Roster, who: Combatant, mode: int) -> str:
    """Name another of a routine's alternatives than the first."""
    if mode <= 0:
        return ""
    number = who.kit[next_swing(f, who, mode)] if who.has_routine else NOBODY
    return f" with {roster.arms[number]}" if number != NOBODY and f.arms[number].mode == mode else f" in way {mode}"


# --- answers for words


def find_answer(text: str, named: Mapping[str, Answer]) -> Answer | None:
    """Return the answer of exactly that name. Most are legal ones, as their page sends them: so nobody need name all
    that are not."""
    said = " ".join(text.lower().split())
    return next((answer for words, answer in named.items() if words.lower() == said), None)


def understood(text: str, named: Mapping[str, Answer], legal: Mapping[str, Answer]) -> Answer:
    """Return the answer of that name, legal or not; a beginning that only one legal answer has will do."""
    answer = find_answer(text, legal) or find_answer(text, named)
    if answer is not None:
        return answer
    said = " ".join(text.lower().split())
    begun = [words for words in legal if words.lower().startswith(said)]
    if len(begun) == 1:
        return legal[begun[0]]
    if begun:
        raise AffrayError(f"{text!r} could be several things: {', '.join(begun[:6])}; say more of it")
    raise AffrayError(unknown("answer", text, list(legal)))


def say_going(f: Fight, a: Answer) -> str:
    """Return a move to a place as it is said; one to a place with cover says so."""
    place = f"{a.target / TENTHS:g} {a.option / TENTHS:g}"
    return f"take cover at {place}" if f.has_cover and cover_at(f, a.target, a.option, 0) > 0 else f"go {place}"


def say_saddle(f: Fight, q: Question) -> str:
    return "dismount" if f.who[q.who].mounted else "mount"


def parse_measured(text: str, kinds: Mapping[str, int], unit: str) -> Answer | None:
    """Read `go X Y`, `rise HEIGHT`, `modify NUMBER`, those that a book knows; return None for any other words."""
    found = MEASURED.fullmatch(" ".join(text.lower().split()).replace("take cover at ", "go "))
    if found is None or found[1] not in kinds:
        return None
    word, tenths = found[1], [round(float(n) * TENTHS) for n in found[2].replace("−", "-").split()]
    if word not in ("rise", "modify") and len(tenths) == 2:
        return Answer(kinds[word], *tenths)
    if word == "rise" and len(tenths) == 1:
        return Answer(kinds[word], NOBODY, tenths[0])
    if word == "modify" and len(tenths) == 1 and tenths[0] % TENTHS == 0:
        return Answer(kinds[word], NOBODY, tenths[0] // TENTHS)
    also = ", or `modify -2` to `+2`" if "modify" in kinds else ""
    raise AffrayError(f"{text!r}: expected `go X Y` or `rise HEIGHT` in {unit}{also}")


# --- sentences of the log


SPELL_DAMAGE = "{at} takes [{damage} ]damage from {who}'s {effect}[: {rolled}][; hp {hp}][, {bent}]"

WORDS = {
    # before the fight
    "roll classic.number": ("number", "[{number} ]{sort}[: {rolled}]"),
    "roll classic.hp.roll": ("hp.now", "{who} has [{hp} ]hp[: {rolled}]"),
    "roll classic.distance": ("distance", "They meet[ at {distance}][: {rolled}]"),
    "check classic.surprise": (
        "total needed",
        "Surprise, {side}[: {rolled}][, surprised on {needed} or less][ ({bent})][: {low:surprised|not surprised}]",
    ),
    # the round
    "round classic.initiative.slow": ("turn", "Last, with slow weapons: {side}"),
    "round classic.monster.last": ("turn", "Last, as always: {side}"),
    "declared classic.round.action": ("", "{who} lets {at} go first"),
    "declared classic.round.declare": ("spell", "{who} declares a spell[: {spell}]"),
    "declared classic.move.withdrawal": ("", "{who} will strike the first foe who follows"),
    "condition-on classic.move.withdrawal": ("", "{at} declares a fighting withdrawal"),
    "condition-on classic.move.retreat": ("", "{at} declares a retreat"),
    "condition-on classic.surprise": ("condition until", "{at} is surprised: {condition}[ {until}]"),
    # movement
    "move classic.move.encounter": ("moved rate", "{who} moves[ {moved}]"),
    "move classic.move.withdrawal": ("moved rate", "{who} withdraws fighting[, {moved}]"),
    "move classic.move.retreat": ("moved rate", "{who} runs[ {moved}]"),
    "declared classic.move.cover": ("", "{who} takes cover"),
    "lost classic.move.cover": ("", "{who} leaves cover"),
    "move classic.move.mount": ("", "{who} mounts"),
    "declared classic.move.mount": ("", "{who} dismounts"),
    "lost classic.move.mount": ("", "{who} falls from the saddle"),
    "move classic.attack.behind": ("faces", "{who} turns to face {faces}"),
    "move classic.weapon.switch": ("weapon", "{who}[ {draws}]"),
    "fled classic.flee.away": ("", "{at} is out of everybody's reach and has fled the fight"),
    # attacks
    "hit classic.attack.descending": ("total ac", "{attack}"),
    "miss classic.attack.descending": ("total ac", "{attack}"),
    "hit classic.attack.ascending": ("total aac", "{attack}"),
    "miss classic.attack.ascending": ("total aac", "{attack}"),
    "hit classic.attack.natural": ("total armour", "{attack}"),
    "miss classic.attack.natural": ("total armour", "{attack}"),
    "hit classic.attack.paralysed": ("", "{who} hits {at}, who is helpless, without a roll"),
    "hit classic.attack.bombing": ("total needed", "{who} drops a load on {at}[: {rolled}][, needs {needed}]: hits"),
    "miss classic.attack.bombing": ("total needed", "{who} drops a load on {at}[: {rolled}][, needs {needed}]: misses"),
    # damage
    "damage classic.damage.subdual": (
        "damage left",
        "{at} takes [{damage} ]subdual damage[ from {by}][: {rolled}][; left before surrender {left}]",
    ),
    "damage classic.condition.burning": (
        "damage hp.lost",
        "{at} burns[ for {damage}][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage classic.spell.damage": ("damage hp.lost", SPELL_DAMAGE),
    "damage classic.spell.bolt": ("damage hp.lost", SPELL_DAMAGE),
    "damage classic.monster.breath": (
        "damage hp.lost",
        "{who}'s breath deals {at} [{damage} ]damage[: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage classic.monster.energy-drain": (
        "damage hp.lost",
        "{who} drains a level of {at}[, and {damage} hp with it][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage classic.monster.attach": (
        "damage hp.lost",
        "{who}, fast on {at}, drains[ {damage}][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage classic.monster.hug": ("damage hp.lost", "{who} hugs {at}[ for {damage}][: {rolled}][; hp {hp}][, {bent}]"),
    "dead classic.damage.death": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "dead classic.class.turning": ("hp.now", "{at} is destroyed[ by the faith of {by}][; hp {hp}]"),
    "dead classic.monster.poison": ("hp.now", "{at} dies[ of the poison of {by}][; hp {hp}]"),
    "dead classic.monster.energy-drain": ("hp.now", "{at} dies[, drained by {by}][; hp {hp}]"),
    "dead classic.monster.strength-drain": ("hp.now", "{at} dies[, all strength drained by {by}][; hp {hp}]"),
    "dead classic.monster.regeneration": ("hp.now", "{at} is burned[ by {by}] and does not rise again[; hp {hp}]"),
    "down classic.monster.regeneration": ("hp.now", "{at} falls[, struck by {by}][; hp {hp}]"),
    "heal classic.monster.regeneration": ("healed hp.gained", "The wounds of {at} close[ by {healed}][; hp {hp}]"),
    "surrendered classic.damage.subdual": ("", "{at} is subdued and surrenders[ to {by}]"),
    # conditions
    "condition-off classic.condition.end": ("condition", "{at} is no longer {condition}"),
    "condition-off classic.condition.burning": ("condition", "{at} is {condition} for the last time"),
    "condition-off classic.monster.regeneration": ("condition", "{at} rises again, no longer {condition}"),
    "condition-on classic.weapon.splash": ("condition until", "{at} is {condition}[ {until}][, by the flask of {by}]"),
    "condition-on classic.morale.retainer": (
        "condition until",
        "{at} deserts (loyalty check failed): {condition}[ {until}]",
    ),
    "condition-on classic.class.turning": ("condition until", "{at} is {condition}[ {until}][ by {by}'s faith]"),
    # spells and what is like them
    "declared classic.spell.memory": ("spell", "{who} casts [{spell} ]on {at}"),
    "declared classic.monster.breath": (
        "breath remaining",
        "{who} breathes on {at}[: {breath}][; breaths left {remaining}]",
    ),
    "declared classic.item.potion": ("potion remaining", "{who} drinks[ a {potion}][; potions left {remaining}]"),
    "lost classic.spell.disrupt": ("spell", "{who} is disturbed: the spell[ {spell}] is lost"),
    "lost classic.round.declare": ("spell", "{who} gives up the spell[ {spell}] and does nothing this round"),
    "roll classic.spell.budget": (
        "hit_dice",
        "{Effect} ({who}) affects up to[ {hit_dice}] hit dice around {at}[: {rolled}]",
    ),
    "roll classic.condition.end": (
        "number",
        "{Effect} ({who})[ on {whom} and others] lasts[ {number} rounds][: {rolled}]",
    ),
    "roll classic.spell.condition": ("number", "{Effect} ({who}) affects up to[ {number}] around {at}[: {rolled}]"),
    "roll classic.spell.damage": ("total", "{Effect} ({who}) at {at}, damage[: {rolled}]"),
    "roll classic.spell.bolt": ("total", "{Effect} ({who}) at {at}, damage[: {rolled}]"),
    "roll classic.spell.heal": ("total", "{Effect} ({who}) heals {at}[: {rolled}]"),
    "roll classic.monster.hug": ("total", "{who} hugs {at}, damage[: {rolled}]"),
    "roll classic.monster.disease": (
        "total chance",
        "{who} may infect {at}[: {rolled}][, 1 in {chance}: {one:infected|not infected}]",
    ),
    "check classic.save.roll": (
        "total needed",
        "Saving throw, {who}[: {rolled}][, needs {needed}: {high:saves|fails}]",
    ),
    "check classic.class.turning": (
        "total needed",
        "{who} turns the undead[: {rolled}][, needs {needed}: {high:succeeds|fails}]",
    ),
    "roll classic.class.turning": ("hit_dice", "{who} turns up to[ {hit_dice}] hit dice of undead[: {rolled}]"),
    "check classic.monster.attach": ("", "{who} stays fast on {at}"),
    "score classic.monster.strength-drain": ("STR", "{who} drains the strength of {at}[: STR {STR}]"),
    # morale
    "due classic.morale.triggers": (
        "trigger out",
        "Morale check for {side}[ ({trigger}: {who})][; {out} out of action]",
    ),
    "check classic.morale.retainer": (
        "total needed",
        "Loyalty, {who}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:holds|breaks}]",
    ),
    "check classic.morale.bounds": ("needed", "{who}[ {extreme}][ (morale {needed})]"),
}

# A miss under the clause of an effect is no attack: there are those whom it spares.
EFFECTS = {
    "classic.spell": "bolt condition damage heal bless protection budget",
    "classic.monster": (
        "paralysis poison petrify energy-drain strength-drain disease attach hug stench gaze sight charm web breath"
    ),
}
SPARED = {
    f"miss {chapter}.{name}": ("", "{Effect} ({who}) does not affect {at}")
    for chapter, names in EFFECTS.items()
    for name in names.split()
}

SEEN = {
    # before the fight
    "roll classic.number": ("vd", "v"),
    "roll classic.hp.roll": ("vd", HIDDEN),
    "roll classic.distance": ("vd", "vd"),
    "check classic.surprise": ("vd", HIDDEN),
    # the round
    "declared classic.round.declare": ("v", "v"),
    "lost classic.round.declare": ("v", "v"),
    "move classic.move.encounter": ("vw", "v"),
    "move classic.move.withdrawal": ("vw", "v"),
    "move classic.move.retreat": ("vw", "v"),
    "move classic.weapon.switch": ("v", "v"),
    # attacks and damage: the armour class and the hp of others are theirs
    "hit classic.attack.descending": (ALL, "vdb"),
    "miss classic.attack.descending": (ALL, "vdb"),
    "hit classic.attack.ascending": (ALL, "vdb"),
    "miss classic.attack.ascending": (ALL, "vdb"),
    "hit classic.attack.natural": (ALL, "vdb"),
    "miss classic.attack.natural": (ALL, "vdb"),
    "hit classic.attack.bombing": (ALL, ALL),
    "miss classic.attack.bombing": (ALL, ALL),
    "damage classic.attack.bombing": (ALL, "vdb"),
    "damage classic.damage.character": (ALL, "vdb"),
    "damage classic.damage.variable": (ALL, "vdb"),
    "damage classic.damage.monster": (ALL, "vdb"),
    "damage classic.damage.unarmed": (ALL, "vdb"),
    "damage classic.damage.subdual": (ALL, "vdb"),
    "damage classic.weapon.splash": (ALL, "vdb"),
    "damage classic.condition.burning": (ALL, "vdb"),
    "damage classic.spell.damage": (ALL, "vdb"),
    "damage classic.spell.bolt": (ALL, "vdb"),
    "damage classic.monster.attach": (ALL, "vdb"),
    "damage classic.monster.hug": (ALL, "vdb"),
    "damage classic.monster.energy-drain": (ALL, "vdb"),
    "damage classic.monster.breath": (ALL, ""),  # worth the breather's hp
    "heal classic.spell.heal": (ALL, ""),
    "heal classic.monster.regeneration": (ALL, ""),
    "dead classic.damage.death": ("v", ""),
    "down classic.monster.regeneration": ("v", ""),
    "score classic.monster.strength-drain": ("vw", ""),
    # spells and what is like them
    "declared classic.spell.memory": ("v", "v"),
    "declared classic.monster.breath": ("vw", "v"),
    "declared classic.item.potion": ("vw", "v"),
    "lost classic.spell.disrupt": ("v", "v"),
    "roll classic.spell.budget": ("vd", HIDDEN),
    "roll classic.condition.end": ("vd", HIDDEN),
    "roll classic.spell.condition": ("vd", HIDDEN),
    "roll classic.spell.damage": ("vd", "vd"),
    "roll classic.spell.bolt": ("vd", "vd"),
    "roll classic.spell.heal": ("vd", HIDDEN),
    "roll classic.monster.hug": ("vd", "vd"),
    "roll classic.class.turning": ("vd", HIDDEN),
    "check classic.class.turning": ("vwd", ""),
    "check classic.save.roll": (ALL, ""),
    "condition-on classic.spell.condition": ("vwd", "v"),
    "condition-on classic.spell.bless": ("vwd", "v"),
    "condition-on classic.spell.protection": ("vwd", "v"),
    "condition-on classic.move.withdrawal": ("vw", "vw"),
    "condition-on classic.move.retreat": ("vw", "vw"),
    "condition-on classic.surprise": ("vw", "vw"),
    # morale: ratings and totals are the referee's, and so is who need not roll
    "due classic.morale.triggers": ("v", ""),
    "check classic.morale.bounds": (HIDDEN, HIDDEN),
}

BEYOND_ZERO = ("beyond 0 hp",)
NO_SHIELD = ("no shield from behind", "no shield in retreat", "no shield with both hands in use")

register(
    WORDS | SPARED,
    SEEN,
    bent={
        "hit": NO_SHIELD,
        "miss": NO_SHIELD,
        "damage": BEYOND_ZERO,
        "check classic.surprise": ("a stealthy foe",),
    },
    about_sides=("check classic.surprise",),
    about_nobody=("roll classic.distance",),
    triggers={("classic.morale.triggers", 1): "first death", ("classic.morale.triggers", 2): "half out of action"},
)

HOUSE_WORDS = {
    "lost affray.house.fumble": ("weapon", "{who} fumbles and drops the {weapon}"),
    "damage affray.house.fumble": (
        "damage hp.lost",
        "{who} fumbles and takes [{damage} ]damage from their own weapon[: {rolled}][; hp {hp}][, {bent}]",
    ),
    "declared affray.house.fumble": ("", "{at} fumbles: {who} strikes back at once"),
    "roll affray.house.shield": ("damage", "{who} hits {at}[ for {damage}][: {rolled}]"),
    "lost affray.house.shield": ("damage", "{who}'s shield splinters and stops {at}'s hit[ for {damage}]"),
    "down affray.house.death": ("hp.now", "{at} falls unconscious[, struck by {by}][; hp {hp}]"),
    "damage affray.house.death": ("damage hp.lost", "{at} bleeds[; hp {hp}][, {bent}]"),
    "dead affray.house.death": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "score affray.house.spells": ("score was", "{who} pays[ {was}] for the spell[; spell points left: {score}]"),
    "declared affray.house.tend": ("", "{who} binds the wounds of {at}"),
    "condition-off affray.house.tend": ("condition", "{at} is no longer {condition}"),
    "declared affray.house.targets": ("", "{who} names {at} as the target for this round"),
    "declared affray.house.cleave": ("", "{who} cleaves: the next blow falls on {at}"),
}
HOUSE_SEEN = {
    "lost affray.house.fumble": ("v", "v"),
    "damage affray.house.fumble": (ALL, "vd"),
    "roll affray.house.shield": (ALL, "vd"),
    "lost affray.house.shield": ("v", "v"),
    "score affray.house.spells": (ALL, "vw"),
}
CLAMPS = ("a 2 is needed at least", "a 20 is enough")

CLAMPED = (
    *("hit", "miss", "roll tempo.attack.roll", "hit tempo.attack.roll", "miss tempo.attack.roll"),
    *("hit vanguard.attack.roll", "miss vanguard.attack.roll"),
)

register(HOUSE_WORDS, HOUSE_SEEN, bent=dict.fromkeys(CLAMPED, CLAMPS))
