"""The words of the tempo book's log, and what players see of its events (engine/phrases.py says how)."""

from affray.engine.phrases import ALL, HIDDEN, register
from affray.rules.tempo.morale import TRIGGER_NAMES
from affray.rules.tempo.questions import EFFECTS

ATTACK = "{who} attacks {at}[: {rolled}][, total {total}]"
CHECK = "[: {rolled}][, total {total}][; needed {needed} or more][ ({bent})]"
SPENT = "[: {rolled}][; score {score}]"

WORDS = {
    # initiative
    "score tempo.initiative.roll": ("score", "Initiative of {who}[: {rolled}][, score {score}]"),
    "roll tempo.initiative.roll": ("number", "The lot is for {who} of {side}[: {rolled}]"),
    "score tempo.surprise": ("score", "Initiative of {who}, by surprise[: {rolled}][, score {score}]"),
    "score tempo.henchman": ("score", "{who} is a henchman and doesn't roll[: score {score}]"),
    "score tempo.initiative.superior": ("score.spent", f"{{who}} takes superior initiative{SPENT}"),
    "score tempo.initiative.spend": ("score.spent", f"{{who}} spends score{SPENT}"),
    "score tempo.initiative.reorient": ("score.spent", "{who} re-orients[: {rolled}][; score {score}]"),
    "score tempo.reaction.cost": ("score.spent", f"{{who}} reacts{SPENT}"),
    "score tempo.reaction.guard": ("score.spent", f"{{who}} takes the chance{SPENT}"),
    "score tempo.order.cost": ("score.spent", f"{{who}} breaks in with an order{SPENT}"),
    "score tempo.order.character": ("score.spent", f"{{who}} obeys{SPENT}"),
    "score tempo.round.respite": ("score.spent", f"{{who}} uses the respite{SPENT}"),
    "score tempo.round.force": ("score.spent", f"{{who}} is held in the bout{SPENT}"),
    "score affray.referee": ("score.spent", "By the referee's word[, the score of {who} is {score}]"),
    # the round
    "round tempo.round.order": ("number", "Round[ {number}]"),
    "round tempo.round.respite": ("number", "All come apart: the respite[ after round {number}]"),
    "round tempo.round.force": ("", "All in the bout are spent: it is over, and they come apart"),
    "declared tempo.round.force": ("", "{who} of {side} forces the bout on"),
    "damage tempo.round.force": ("damage hp.lost", "{at} loses[ {damage}] hp in the clinch[: {rolled}][; hp {hp}]"),
    "declared tempo.initiative.zero": ("", "{who} is flat-footed, and open to whoever is in reach"),
    "declared tempo.reaction.guard": ("", "{who} drops its guard before whoever is in reach"),
    "move tempo.move": ("moved rate", "{who} moves[ {moved}][, at a base rate of {rate}]"),
    "move tempo.reaction.cost": ("weapon", "{who} draws[ {weapon}] as the blow comes"),
    "condition-off tempo.reaction.cost": ("condition", "{at} is warned and no longer {condition}"),
    "condition-off tempo.initiative.spend": ("condition", "{at} stands up, no longer {condition}"),
    "condition-off tempo.round.respite": ("condition", "{at} stands up, no longer {condition}"),
    # orders
    "declared tempo.order.cost": ("", "{who} orders: at {at}!"),
    "declared tempo.order.henchman": ("", "{who} does as it was told, against {at}"),
    # spells
    "declared tempo.spell.declare": ("spell", "{who} begins a spell that all can see[: {spell}]"),
    "lost tempo.spell.declare": ("spell", "{who} does not get its spell out[: {spell}][ ({rolled})]"),
    "check tempo.spell.declare": ("total needed", f"{{who}} tries to keep its mind on the spell{CHECK}"),
    # attacks
    "roll tempo.attack.roll": ("total ac", f"{ATTACK}[ against AC {{ac}}][ ({{bent}})]: about to hit"),
    "hit tempo.attack.roll": ("total ac", f"{ATTACK}, hits[ AC {{ac}}][ ({{bent}})]"),
    "miss tempo.attack.roll": ("total ac", f"{ATTACK}, misses[ AC {{ac}}][ ({{bent}})]"),
    "check tempo.defend": ("total", "{who} defends itself[: {rolled}][, total {total}]"),
    "check tempo.check": ("total needed", f"{{who}} tries its wits[ for {{whom}}]{CHECK}"),
    "check tempo.save": ("total needed", f"{{who}} tries to withstand it{CHECK}"),
    "damage tempo.damage": ("damage hp.lost", "{at} takes [{damage} ]damage[ from {by}][: {rolled}][; hp {hp}]"),
    "damage tempo.direct-hit": ("damage", "{who} strikes {at} home, past all hp[, for {damage}][: {rolled}]"),
    "damage tempo.effect": ("damage hp.lost", "{at} falls[ for {damage}][: {rolled}][; hp {hp}]"),
    "declared tempo.direct-hit": ("", "{who} goes for a direct hit on {at}[: {rolled}]"),
    "declared tempo.effect": ("trigger", "{who} against {at}[: {trigger}][ ({rolled})]"),
    "condition-on tempo.effect": ("condition until", "{at} is brought down by {who}, {condition}[: {rolled}]"),
    "check tempo.injury": ("total needed", f"{{who}} makes an injury save{CHECK}"),
    "condition-on tempo.injury": ("condition until", "{at} is {condition}[ {until}][: {rolled}]"),
    "condition-off tempo.injury": ("condition", "{at} is tended and no longer {condition}"),
    "down tempo.injury": ("", "{at} is out of action[, struck by {by}][: {rolled}]"),
    "dead tempo.injury": ("", "{at} is dead[, slain by {by}][: {rolled}]"),
    # missiles
    "roll tempo.missile.melee": (
        "number chance",
        "The shot of {who} into the melee goes at {at}[: {rolled}][; {chance} in 10 for the chosen one][ ({bent})]",
    ),
    "declared tempo.missile.melee": ("", "{who} takes a round to aim at {at}"),
    "declared tempo.missile.threat": ("trigger", "{who}[ {trigger}] {at}"),
    # morale
    "due tempo.morale.triggers": (
        "trigger out",
        "With {who} a morale check is due for {side}[: {trigger}][; {out} out of action]",
    ),
    "check tempo.morale.check": (
        "total needed",
        "{who} and its like of {side} check morale"
        "[: {rolled}][, total {total}][; holds at {needed} or less][ ({bent})]",
    ),
    "check tempo.morale.scale": ("needed", "{who} and its like of {side} know no fear[: morale {needed}]"),
    "condition-on tempo.morale.check": ("condition until", "The courage of {at} breaks: it is {condition}[ {until}]"),
    "surrendered tempo.morale.check": ("", "{at} gives up[: {rolled}]"),
}

SEEN = {
    "score tempo.initiative.roll": (ALL, ALL),
    "roll tempo.initiative.roll": (ALL, ALL),
    "score tempo.surprise": (ALL, ALL),
    "score tempo.henchman": (ALL, ALL),
    "score tempo.initiative.superior": (ALL, ALL),
    "score tempo.initiative.spend": (ALL, ALL),
    "score tempo.initiative.reorient": (ALL, ALL),
    "score tempo.reaction.cost": (ALL, ALL),
    "score tempo.reaction.guard": (ALL, ALL),
    "score tempo.order.cost": (ALL, ALL),
    "score tempo.order.character": (ALL, ALL),
    "score tempo.round.respite": (ALL, ALL),
    "score tempo.round.force": (ALL, ALL),
    "score affray.referee": (ALL, ALL),
    "damage tempo.round.force": (ALL, "d"),
    "move tempo.move": ("vw", "v"),
    "move tempo.reaction.cost": ("v", "v"),
    "declared tempo.spell.declare": ("v", "v"),
    "lost tempo.spell.declare": ("vb", "vb"),
    "check tempo.spell.declare": (ALL, ""),
    "roll tempo.attack.roll": (ALL, "vdb"),
    "hit tempo.attack.roll": (ALL, "vdb"),
    "miss tempo.attack.roll": (ALL, "vdb"),
    "check tempo.defend": (ALL, ALL),
    "check tempo.check": (ALL, ""),
    "check tempo.save": (ALL, ""),
    "damage tempo.damage": (ALL, "d"),
    "damage tempo.direct-hit": (ALL, "vd"),
    "damage tempo.effect": (ALL, "d"),
    "declared tempo.direct-hit": (ALL, ALL),
    "declared tempo.effect": (ALL, ALL),
    "check tempo.injury": (ALL, ""),
    "condition-on tempo.injury": ("vwdb", "v"),
    "down tempo.injury": ("b", "b"),
    "dead tempo.injury": ("b", "b"),
    "condition-on tempo.effect": ("vwb", "vwb"),
    "roll tempo.missile.melee": (ALL, ALL),
    "declared tempo.missile.threat": ("v", "v"),
    "due tempo.morale.triggers": ("v", "v"),
    "check tempo.morale.check": ("", ""),
    "check tempo.morale.scale": (HIDDEN, HIDDEN),
    "surrendered tempo.morale.check": ("b", "b"),
}

OF_AC = ("armour", "blind", "constrained", "unaware", "longer reach", "a henchman's shield", "an active defence")
OF_CHANCE = (
    "from straight behind the near one",
    "past the near one",
    "from the side, or with no clear facing",
    "a round of aiming",
)
SAID = {
    "surprised": "surprised",
    "superior": "a superior force",
    "magic": "an ally slain by magic",
    "quarter": "a quarter fallen",
    "half": "half fallen",
    "another": "another slain after half",
    "leader": "the leader gone",
    "unharmed": "a foe that can't be harmed",
    "heroic": "ordered to a heroic risk",
    "tempted": "tempted",
    "rear": "told to hold the rear",
    "item": "told to spend a magic item",
    "surrounded": "surrounded",
    "surrender": "offered surrender",
}

register(
    WORDS,
    SEEN,
    bent={
        **dict.fromkeys(("roll tempo.attack.roll", "hit tempo.attack.roll", "miss tempo.attack.roll"), OF_AC),
        "check tempo.injury": ("beyond 0 hp",),
        "check tempo.spell.declare": ("the damage",),
        "check tempo.morale.check": ("blessed",),
        "roll tempo.missile.melee": OF_CHANCE,
    },
    about_nobody=("round tempo.round.order", "round tempo.round.respite", "round tempo.round.force"),
    headings=("round tempo.round.order",),
    triggers={
        **{("tempo.morale.triggers", 1 << n): SAID[word] for n, word in enumerate(TRIGGER_NAMES)},
        **{("tempo.effect", n): word for n, word in enumerate(EFFECTS)},
        ("tempo.missile.threat", 0): "only takes aim at",
        ("tempo.missile.threat", 1): "has loosed its shot at",
    },
)
