"""The words of the log: what each kind of event says, and what it says under a clause that has words of its own.

A key is a kind, or a kind and a clause. First come the facts of the event (narrate.FACTS), then the sentence.
{name} stands for a fact; what stands in [brackets] is left out where one of its facts is not known to the reader.
Every sentence may use {who}, {at}, {side} and {sort}; {by} and {whom}, who does it and to whom, where these are two;
{rolled}, the dice with their modifiers; {bent}, the modifiers of what is rolled against; {outcome}, how it ended."""

from __future__ import annotations

from typing import NamedTuple


class Saying(NamedTuple):
    facts: str
    words: str


# What a book that has no words here yet is told with.
KINDS = {
    "roll": ("total", "{who} rolls[ over {whom}][: {rolled}][, total {total}]"),
    "hit": ("total needed", "{who} attacks {at}[: {rolled}][, total {total}], hits[ against {needed}][ ({bent})]"),
    "miss": ("total needed", "{who} attacks {at}[: {rolled}][, total {total}], misses[ against {needed}][ ({bent})]"),
    "damage": ("damage hp.lost", "{at} takes [{damage} ]damage[ from {by}][: {rolled}][; hp {hp}]"),
    "heal": ("healed hp.gained", "{at} is healed[ of {healed}][ by {by}][: {rolled}][; hp {hp}]"),
    "condition-on": ("condition until", "{at} is {condition}[ {until}][, by {by}][: {rolled}]"),
    "condition-off": ("condition", "{at} is no longer {condition}"),
    "move": ("moved rate", "{who} moves[ with {whom} in mind][, {moved}][, at a rate of {rate}]"),
    "score": ("score", "{who} scores[ {score}][ with {whom}][: {rolled}]"),
    "check": (
        "total needed",
        "{who} makes a check[ over {whom}][: {rolled}][, total {total}][ against {needed}][ ({bent})]",
    ),
    "declared": ("value was", "{who} declares[ with {whom}][: {value}][, {was}]"),
    "lost": ("value was", "{who} loses what was declared[ with {whom}][: {value}][, {was}]"),
    "due": ("value was", "A check is due for {who} of {side}[ with {whom}][: {value}][, {was}]"),
    "down": ("hp.now", "{at} falls[, struck by {by}][; hp {hp}]"),
    "dead": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "fled": ("", "{at} has fled the fight"),
    "surrendered": ("", "{at} surrenders[ to {by}]"),
    "referee": ("value was", "The referee's word on {who}[: {value}][, was {was}]"),
    "round": ("turn", "Turn[ {turn}]: {who} of {side}"),
    "end": ("winner rounds", "The fight is over[ in round {rounds}][: {outcome}]"),
}

SHOT = "{who} attacks {at}[: {rolled}][, total {total}]"
SCORE = ("score", "Initiative of {who}[: {rolled}][, score {score}]")
SPELL_ROLL = "[: {rolled}][, total {total}]"
LOAD = f"{{who}} drops a load on {{at}}{SPELL_ROLL}"
MORALE = "[: {rolled}][, total {total}][; holds at {needed} or less][ ({bent})]"

CLAUSES = {
    # before the fight
    "roll classic.number": ("number", "There are [{number} ]of the kind of {who} ({sort})[: {rolled}]"),
    "roll classic.hp.roll": ("hp.now", "{who} has [{hp} ]hp[: {rolled}]"),
    "roll classic.distance": ("distance", "They meet[ at {distance}][: {rolled}]"),
    "check classic.surprise": (
        "total needed",
        "{side} may be surprised[: {rolled}][, shows {total}][; surprised at {needed} or less][ ({bent})]",
    ),
    "check classic.reaction": (
        "total needed",
        "{who} speaks to them[: {rolled}][, total {total}][; no fight at {needed} or more]",
    ),
    # the round
    "round classic.round.sequence": ("number", "Round[ {number}]"),
    "round classic.initiative.slow": ("turn", "Last, with slow weapons[, turn {turn}]: {who} of {side}"),
    "round classic.monster.last": ("turn", "Last, as always[, turn {turn}]: {who} of {side}"),
    "declared classic.round.action": ("", "{who} lets {at} go first"),
    "round classic.initiative.tie": (
        "turn",
        "Turn[ {turn}], tied sides together: {who} of {side}, and all who act with it",
    ),
    "round classic.round.sides": ("turn", "Turn[ {turn}]: {who} of {side}, and all who act with it"),
    "score classic.initiative.side": ("score", "Initiative of {side}[: {rolled}][, score {score}]"),
    "score classic.initiative.individual": SCORE,
    "score classic.initiative.tie": ("score", "Tied, again for {who} of {side}[: {rolled}][, score {score}]"),
    "declared classic.round.declare": ("spell", "{who} declares a spell[: {spell}]"),
    "declared classic.move.withdrawal": ("", "{who} holds its attack for the first who follows into reach"),
    "condition-on classic.move.withdrawal": (
        "condition until",
        "{at} has declared a fighting withdrawal, is {condition}[ {until}]",
    ),
    "condition-on classic.move.retreat": ("condition until", "{at} has declared a retreat, is {condition}[ {until}]"),
    "condition-on classic.surprise": ("condition until", "{at} is surprised and {condition}[ {until}]"),
    # movement
    "move classic.move.encounter": ("moved rate", "{who} moves[ {moved}][, at a base rate of {rate}]"),
    "move classic.move.withdrawal": ("moved rate", "{who} withdraws fighting[, {moved}][ at a base rate of {rate}]"),
    "move classic.move.retreat": ("moved rate", "{who} runs[ {moved}][, at a base rate of {rate}]"),
    "move classic.attack.behind": ("faces", "{who} turns to face {faces}"),
    "move classic.weapon.switch": ("weapon", "{who} changes weapons[ and takes {weapon} in hand]"),
    "fled classic.flee.away": ("", "{at} is out of everybody's reach and has fled the fight"),
    # attacks
    "hit classic.attack.descending": ("total ac", f"{SHOT}, hits[ AC {{ac}}][ ({{bent}})]"),
    "miss classic.attack.descending": ("total ac", f"{SHOT}, misses[ AC {{ac}}][ ({{bent}})]"),
    "hit classic.attack.ascending": ("total aac", f"{SHOT} and its attack bonus, hits[ AAC {{aac}}][ ({{bent}})]"),
    "miss classic.attack.ascending": ("total aac", f"{SHOT} and its attack bonus, misses[ AAC {{aac}}][ ({{bent}})]"),
    "hit classic.attack.natural": (
        "total armour",
        f"{SHOT}, hits by the natural roll[ in spite of an armour class of {{armour}}][ ({{bent}})]",
    ),
    "miss classic.attack.natural": (
        "total armour",
        f"{SHOT}, misses by the natural roll[ in spite of an armour class of {{armour}}][ ({{bent}})]",
    ),
    "hit classic.attack.paralysed": ("", "{who} hits {at}, who is helpless, without a roll"),
    "hit classic.attack.bombing": ("total needed", f"{LOAD}, hits[; needed {{needed}} or more]"),
    "miss classic.attack.bombing": ("total needed", f"{LOAD}, misses[; needed {{needed}} or more]"),
    # damage
    "damage classic.damage.subdual": (
        "damage left",
        "{at} takes [{damage} ]subdual damage[ from {by}][: {rolled}][; {left} before it gives up]",
    ),
    "damage classic.condition.burning": ("damage hp.lost", "{at} burns[ for {damage}][: {rolled}][; hp {hp}]"),
    "damage classic.monster.breath": (
        "damage hp.lost",
        "The breath of {who} deals {at} [{damage} ]damage[ ({rolled})][; hp {hp}]",
    ),
    "damage classic.monster.energy-drain": (
        "damage hp.lost",
        "{who} drains a level of {at}[, and {damage} hp with it][: {rolled}][; hp {hp}]",
    ),
    "damage classic.monster.attach": (
        "damage hp.lost",
        "{who}, fast on {at}, drains[ {damage}][: {rolled}][; hp {hp}]",
    ),
    "damage classic.monster.hug": ("damage hp.lost", "{who} hugs {at}[ for {damage}][ ({rolled})][; hp {hp}]"),
    "dead classic.damage.death": ("hp.now", "{at} is dead[, slain by {by}][; hp {hp}]"),
    "dead classic.class.turning": ("hp.now", "{at} is destroyed[ by the faith of {by}][; hp {hp}]"),
    "dead classic.monster.poison": ("hp.now", "{at} dies[ of the poison of {by}][; hp {hp}]"),
    "dead classic.monster.energy-drain": ("hp.now", "{at} dies[, drained by {by}][; hp {hp}]"),
    "dead classic.monster.strength-drain": ("hp.now", "{at} dies[, all strength drained by {by}][; hp {hp}]"),
    "down classic.monster.regeneration": ("hp.now", "{at} falls[, struck by {by}][; hp {hp}]"),
    "heal classic.monster.regeneration": ("healed hp.gained", "The wounds of {at} close[ by {healed}][; hp {hp}]"),
    "surrendered classic.damage.subdual": ("", "{at} is subdued and surrenders[ to {by}]"),
    "surrendered classic.morale.check": ("", "{at} sees no way out and surrenders"),
    # conditions
    "condition-off classic.condition.end": ("condition", "{at} is no longer {condition}"),
    "condition-off classic.condition.burning": ("condition", "What has {at} {condition} burns out"),
    "condition-off classic.monster.regeneration": ("condition", "{at} rises again, no longer {condition}"),
    "condition-on classic.weapon.splash": ("condition until", "{at} is {condition}[ {until}][, by the flask of {by}]"),
    "condition-on classic.morale.check": ("condition until", "The courage of {at} breaks: it is {condition}[ {until}]"),
    "condition-on classic.morale.retainer": (
        "condition until",
        "The loyalty of {at} breaks: it is {condition}[ {until}]",
    ),
    "condition-on classic.class.turning": ("condition until", "{at} is {condition}[ {until}][ by the faith of {by}]"),
    # spells and what is like them
    "declared classic.spell.memory": ("spell", "{who} casts [{spell} ]on {at}"),
    "declared classic.monster.breath": (
        "breath remaining",
        "{who} breathes on {at}[: {breath}][; breaths left {remaining}]",
    ),
    "declared classic.item.potion": ("potion remaining", "{who} drinks[ a {potion}][; potions left {remaining}]"),
    "lost classic.spell.disrupt": ("spell", "{who} is disturbed and loses the spell[ {spell}]"),
    "lost classic.round.declare": ("spell", "{who} drops the declared spell[ {spell}] and does nothing else"),
    "roll classic.spell.budget": (
        "hit_dice",
        "The spell of {who} reaches[ {hit_dice}] hit dice around {at}[: {rolled}]",
    ),
    "roll classic.condition.end": (
        "number",
        "What {who} brings on {at} and others lasts[ {number} rounds][: {rolled}]",
    ),
    "roll classic.spell.condition": ("number", "The spell of {who} may catch[ {number}] around {at}[: {rolled}]"),
    "roll classic.spell.damage": ("total", f"The spell of {{who}} at {{at}} deals damage{SPELL_ROLL}"),
    "roll classic.spell.bolt": ("total", f"The bolt of {{who}} at {{at}} deals damage{SPELL_ROLL}"),
    "roll classic.spell.heal": ("total", f"The healing of {{at}}[ by {{by}}]{SPELL_ROLL}"),
    "roll classic.monster.hug": ("total", f"The hug of {{who}} on {{at}}{SPELL_ROLL}"),
    "roll classic.monster.disease": (
        "total chance",
        "{who} may have infected {at}[: {rolled}][, shows {total}][; a 1 of {chance} does it]",
    ),
    "check classic.save.roll": (
        "total needed",
        "{who} rolls to save[: {rolled}][, total {total}][; needed {needed} or more]",
    ),
    "check classic.class.turning": (
        "total level",
        "{who} turns the undead[: {rolled}][, total {total}][; at level {level}]",
    ),
    "roll classic.class.turning": (
        "hit_dice",
        "The turning of {who} reaches[ {hit_dice}] hit dice of them[: {rolled}]",
    ),
    "check classic.monster.attach": ("", "{who} stays fast on {at}"),
    "score classic.monster.strength-drain": ("STR", "{who} drains the strength of {at}[: STR {STR}]"),
    # morale
    "due classic.morale.triggers": (
        "trigger out",
        "With {who} a morale check is due for {side}[: {trigger}][; {out} out of action]",
    ),
    "check classic.morale.check": ("total needed", f"{{who}} and its like of {{side}} check morale{MORALE}"),
    "check classic.morale.retainer": ("total needed", f"{{who}} checks loyalty{MORALE}"),
    "check classic.morale.bounds": (
        "needed",
        "{who} and its like of {side} need no roll for morale[: the rating is {needed}]",
    ),
    "check classic.morale.steadfast": (
        "passed needed",
        "{who} and its like of {side} fight to the death[: {passed} checks passed][; the rating is {needed}]",
    ),
    # the house's own
    "due affray.referee": ("", "The referee calls for a morale check of {who}"),
    "dead affray.referee": ("hp.now", "By the referee's word {at} is dead[; hp {hp}]"),
    "condition-on affray.referee": ("condition until", "By the referee's word {at} is {condition}[ {until}]"),
    "condition-off affray.referee": ("condition", "By the referee's word {at} is no longer {condition}"),
    "end affray.limit": ("winner rounds", "The last round is over[, round {rounds}][: {outcome}]"),
}

# A miss under the clause of an effect is no attack: there are those whom it spares.
EFFECTS = {
    "classic.spell": "bolt condition damage heal bless protection budget",
    "classic.monster": (
        "paralysis poison petrify energy-drain strength-drain disease attach hug stench gaze sight charm web breath"
    ),
}
SPARED = {
    f"miss {chapter}.{name}": ("", "What {who} does has no effect on {at}, whose kind it spares")
    for chapter, names in EFFECTS.items()
    for name in names.split()
}

SAYINGS = {key: Saying(*said) for key, said in (KINDS | CLAUSES | SPARED).items()}

# Modifiers of what is rolled against rather than of the roll, by the words of their reasons.
BENT = {
    "hit": ("no shield from behind", "no shield in retreat", "no shield with both hands in use"),
    "miss": ("no shield from behind", "no shield in retreat", "no shield with both hands in use"),
    "check classic.surprise": ("whom it comes upon",),
    "check classic.morale.check": ("blessed", "the situation, as the referee sees it"),
}
ABOUT_SIDES = ("score classic.initiative.side", "check classic.surprise")  # its first combatant stands for a side
ABOUT_NOBODY = ("round classic.round.sequence", "end", "end affray.limit", "roll classic.distance")
HEADINGS = ("round classic.round.sequence",)  # what begins a round
TRIGGERS = {1: "first death", 2: "half the side"}


def entry(kind: str, clause: str) -> str:
    """Where the words for an event stand: under its clause, else under its kind."""
    return f"{kind} {clause}" if f"{kind} {clause}" in SAYINGS else kind
