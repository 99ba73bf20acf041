"""The words of the tempo book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.shared.wording import TENTHS, parse_measured, spell_in, understood, way, weapon
from affray.rules.tempo import questions as Q
from affray.rules.tempo.legality import candidates, legal
from affray.rules.tempo.morale import TRIGGER_NAMES
from affray.rules.tempo.questions import EFFECTS

SENTENCES = (
    "{who} has its turn: what does it do?",
    "{who} strikes once more: at whom?",
    "{who} has acted: does it move now?",
    "{other} attacks {who}: raise a shield before the roll?",
    "{other} is about to hit {who}: raise a shield after all?",
    "{other} has missed {who}: a riposte?",
    "{other} has dropped its guard: does {who} strike?",
    "{who} started the round highest: another turn?",
    "{other} is about to act: does {who} give an order first?",
    "{other} gives an order: does {who} obey?",
    "{other} is unaware of the danger: does {who} call out?",
    "{who} hits {other} with degrees to spare: what do they buy?",
    "{who} has hit {other} from afar: a shot, or only taking aim?",
    "{who} may declare a spell for the coming round: which?",
    "{who} has a breather: what does it do?",
    "{who} speaks for its side: let go, or force the bout on?",
    "How does the side of {other} fall upon the others?",
    "{other} has an enemy in its sights, who has to make an injury save: is the shot loosed?",
)
YES_IS = {  # how each offer is taken up
    Q.REACT: "shield",
    Q.LATE: "late shield",
    Q.RIPOSTE: "riposte",
    Q.OPENING: "take the chance",
    Q.SUPERIOR: "another turn",
    Q.OBEY: "obey",
    Q.WARN: "warn",
    Q.THREATEN: "only aim",
    Q.LOOSED: "loosed",
}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """An answer as it is said; `read` takes it back."""
    if a.kind == YES:
        return YES_IS.get(q.ask, "yes")
    if a.kind == Q.GO:
        return f"go {a.target / TENTHS:g} {a.option / TENTHS:g}"
    if a.kind == Q.RISE:
        return f"rise {a.option / TENTHS:g}"
    if a.kind == Q.DRAW:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == Q.SPEND:
        return Q.EFFECTS[a.option] if 0 <= a.option < len(Q.EFFECTS) else f"buy {a.option}"
    if a.kind == Q.FORM:
        return f"ambush {Q.FORMS[a.option] if 0 <= a.option < len(Q.FORMS) else a.option}"
    if a.kind == Q.CAST:
        return f"cast {spell(f, roster, q, a)}" + (f" at {roster.who[a.target]}" if a.target != NOBODY else "")
    kind = Q.KINDS[a.kind]
    aimed = f"{kind} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else kind
    return aimed + way(f, roster, f.who[q.who], a.option) if a.kind == Q.HIT else aimed


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    return spell_in(f, roster, q.who, a.option if q.ask == Q.DECLARE else f.who[q.who].current_spell)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """The answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing", "no"):
        return Answer(PASS)
    if number := parse_measured(text, {"go": Q.GO, "rise": Q.RISE}, "feet"):
        return number
    named = {say_answer(f, roster, q, a).lower(): a for a in everything(f, q)}
    return understood(text, named, {say_answer(f, roster, q, a).lower(): a for a in legal(f, q)})


def everything(f: Fight, q: Question) -> list[Answer]:
    """Every answer that has a name, forbidden ones too."""
    return [a for kind in range(YES, Q.RISE) if Q.ANSWERS[q.ask] >> kind & 1 for a in candidates(f, q.ask, kind)]


# --- sentences of the log


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
