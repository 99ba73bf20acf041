"""The words of the tempo book: how people say answers, the sentences of its log, and what players see of them.

`engine/phrases.py` explains the small language of the sentences."""

from __future__ import annotations

from affray.engine.phrases import ALL, HIDDEN, register
from affray.engine.state import KIT, MOST_COMBATANTS, NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.shared.wording import (
    TENTHS,
    find_answer,
    parse_measured,
    say_going,
    say_saddle,
    spell_in,
    understood,
    way,
    weapon,
)
from affray.rules.tempo import questions as Q
from affray.rules.tempo.attack import SMALL_COST
from affray.rules.tempo.clauses import OBEY_COST, SHIELD_LATE
from affray.rules.tempo.legality import candidates, legal, listed_kinds
from affray.rules.tempo.morale import TRIGGER_NAMES
from affray.rules.tempo.movement import has_shield, refuse_defence
from affray.rules.tempo.round import ITEM_COST

SENTENCES = (
    "{who}'s turn: what do you do?",
    "{who}: next attack, on whom?",
    "{who}: move as well?",
    "{other} attacks {who}: react before the roll? A defence costs {value} points.",
    "{other} will hit {who} with {value}: defend after all?",
    "{other} missed {who}: riposte ({value} points)?",
    "{other}'s guard is down. {who}: strike ({value} points)?",
    "{who}: take another turn ({value} points)?",
    "{who}: give an order before {other} acts ({value} points)?",
    "{who}: obey {other}'s order?",
    "{other} is unaware of the danger. {who}: call out ({value} points)?",
    "A good hit on {other}. {who}: spend extra degrees ({value} left) on what?",
    "{who}: shoot {other}, or hold {other} at arrow-point?",
    "{who}: declare a spell for the next round?",
    "{who}: what do you do in the breather?",
    "{who}: take a breather, or fight on ({value} points from everyone in the bout)?",
    "How does {side} take the others by surprise?",
    "{other} holds an enemy at arrow-point, who makes an injury save: does {other} loose the arrow?",
    "{other} acts. {who}: draw a weapon or look around first ({value} points)?",
)
SMALL_REACTION = "{other} attacks {who}: draw a weapon or look around before the roll (2 points)?"
MEETS = {Q.APPROACH: "{other} comes nearer.", Q.CAST: "{other} casts a spell.", Q.SHOOT: "{other} takes a shot."}
YES_IS = {  # how each offer is taken up, and how it was said in fights saved before
    Q.REACT: ("raise shield", "shield"),
    Q.LATE: ("raise shield late", "late shield"),
    Q.RIPOSTE: ("riposte", "riposte"),
    Q.OPENING: ("strike", "take the chance"),
    Q.SUPERIOR: ("another turn", "another turn"),
    Q.OBEY: ("obey", "obey"),
    Q.WARN: ("warn", "warn"),
    Q.THREATEN: ("hold at arrow-point", "only aim"),
    Q.LOOSED: ("loose the arrow", "loosed"),
}
BARE_DEFENCE = {Q.REACT: "defend", Q.LATE: "defend late"}  # of the trained, who need no shield
PRICED = (Q.REACT, Q.RIPOSTE, Q.OPENING, Q.SUPERIOR, Q.COMMAND, Q.WARN, Q.PRESS, Q.MEET)  # the value is the price
KIND_IS = {Q.LOOK: "look around", Q.AWAY: "move away", Q.FORCE: "fight on"}


def say_answer(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words that `parse_answer` understands."""
    if a.kind == YES:
        return say_yes(f, q)
    if a.kind == Q.DRAW and a.option == KIT - 1:
        return "put weapon away"
    if Q.ORDERS >> a.kind & 1:
        return say_order(roster, a)
    if a.kind == Q.GO:
        return say_going(f, a)
    if a.kind == Q.SADDLE:
        return say_saddle(f, q)
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
    kind = "start the round" if (q.ask, a.kind) == (Q.BREATHER, Q.FORCE) else KIND_IS.get(a.kind, Q.KINDS[a.kind])
    aimed = f"{kind} {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else kind
    return aimed + way(f, roster, f.who[q.who], a.option) if a.kind == Q.HIT else aimed


def say_yes(f: Fight, q: Question) -> str:
    """Return how an offer is taken up: nobody raises a shield they don't have."""
    if q.ask in BARE_DEFENCE and not has_shield(f, f.who[q.who]):
        return BARE_DEFENCE[q.ask]
    return YES_IS[q.ask][0] if q.ask in YES_IS else "yes"


ORDERED = {Q.ORDER: "attack", Q.ORDER_SHOT: "shoot", Q.ORDER_DEFENCE: "defend", Q.ORDER_RETREAT: "fall back"}


def say_order(roster: Roster, a: Answer) -> str:
    """Say to whom an order goes, what it is and whom it is about."""
    whom = roster.who[a.option - 1] if 0 < a.option <= len(roster.who) else "all"
    foe = f" {roster.who[a.target]}" if 0 <= a.target < len(roster.who) else ""
    return f"order {whom}: {ORDERED[a.kind]}{foe}"


ORDERED_ACTS = tuple(ORDERED.values())  # by what an order tells followers to do
PRICE_IS = {Q.LATE: SHIELD_LATE, Q.OBEY: OBEY_COST}  # the question's value is something else
KIND_COSTS = {Q.DRAW: SMALL_COST, Q.STAND: SMALL_COST, Q.LOOK: SMALL_COST, Q.DRINK: ITEM_COST, Q.TEND: ITEM_COST}


def price(f: Fight, q: Question, a: Answer) -> int:
    """Return what an answer costs, in points of the score; of extra degrees, how many of them."""
    if a.kind == Q.SPEND:
        return Q.DEGREES[a.option]
    if q.ask in PRICE_IS:
        return f.rules[PRICE_IS[q.ask]]
    if q.ask in (Q.REACT, Q.MEET, Q.BREATHER, Q.TURN) and a.kind in KIND_COSTS:
        return 0 if (q.ask, a.kind) == (Q.BREATHER, Q.LOOK) else KIND_COSTS[a.kind]
    return q.value if q.ask in PRICED else 0


def phrase(f: Fight, q: Question) -> tuple[str, int]:
    """Return how a question is put, and its clause: with what it answers, what is possible and what it costs."""
    sentence = SENTENCES[q.ask]
    if q.ask == Q.REACT and refuse_defence(f, f.who[q.who]) != 0:
        sentence = SMALL_REACTION
    if q.ask == Q.OBEY:
        sentence = sentence.replace("order?", f"order to {ORDERED_ACTS[q.value // MOST_COMBATANTS]}?")
    if q.ask in PRICE_IS:
        sentence = sentence.replace("?", f" ({f.rules[PRICE_IS[q.ask]]} points)?")
    if q.ask == Q.MEET and f.action_kind in MEETS:
        sentence = sentence.replace("{other} acts.", MEETS[f.action_kind])
    return sentence, Q.CLAUSE[q.ask]


def said_before(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    """Return an answer in the words of fights that were saved before it got others."""
    if a.kind == YES and q.ask in YES_IS:
        return YES_IS[q.ask][1]
    if a.kind == Q.DRAW and a.option == KIT - 1:
        return f"draw {weapon(f, roster, q.who, a.option)}"
    if a.kind == Q.ORDER and a.option == 0 and 0 <= a.target < len(roster.who):
        return f"order {roster.who[a.target]}"
    return Q.KINDS[a.kind] if a.kind in KIND_IS else say_answer(f, roster, q, a)


def spell(f: Fight, roster: Roster, q: Question, a: Answer) -> str:
    return spell_in(f, roster, q.who, a.option if q.ask == Q.DECLARE else f.who[q.who].current_spell)


def parse_answer(f: Fight, roster: Roster, q: Question, text: str) -> Answer:
    """Return the answer that these words name, legal or not; a unique beginning of a legal one will do."""
    said = " ".join(text.lower().split())
    if said in ("", "pass", "nothing", "no"):
        return Answer(PASS)
    if number := parse_measured(text, {"go": Q.GO, "rise": Q.RISE}, "feet"):
        return number
    legal_ones = {say_answer(f, roster, q, a): a for a in legal(f, q)}
    if (answer := find_answer(text, legal_ones)) is not None:
        return answer
    named = {words(f, roster, q, a).lower(): a for words in (said_before, say_answer) for a in everything(f, q)}
    if q.ask in BARE_DEFENCE:
        named |= dict.fromkeys((YES_IS[q.ask][0], BARE_DEFENCE[q.ask]), Answer(YES))
    return understood(text, named, legal_ones)


def everything(f: Fight, q: Question) -> list[Answer]:
    """Return every answer that has a name, forbidden ones too."""
    return [a for kind in listed_kinds(q.ask) for a in candidates(f, q.ask, kind)]


# --- sentences of the log


ATTACK = "{who} attacks {at}[: {rolled}]"
CHECK = "[: {rolled}][; needed {needed} or more][ ({bent})]"
SPENT = "[: {rolled}][; score {score}]"

WORDS = {
    # initiative
    "score tempo.initiative.roll": ("score", "Initiative, {who}[: {rolled}]"),
    "roll tempo.initiative.roll": ("number", "Tie-break[: {rolled}]: {who} acts first"),
    "score tempo.surprise": ("score", "Initiative, {who}, by surprise[: {rolled}][: {score} ({unrolled})]"),
    "score tempo.henchman": ("score", "{who} is a henchman and doesn't roll[: score {score}]"),
    "score tempo.initiative.superior": ("score.spent", f"{{who}} takes superior initiative{SPENT}"),
    "score tempo.initiative.spend": ("score.spent", f"{{who}} spends score{SPENT}"),
    "score tempo.initiative.reorient": ("score.spent kept", "{who} re-orients[: {rolled}][, {kept}][; score {score}]"),
    "score tempo.reaction.cost": ("score.spent", f"{{who}} reacts{SPENT}"),
    "score tempo.reaction.guard": ("score.spent", f"{{who}} strikes at an open guard{SPENT}"),
    "score tempo.order.cost": ("score.spent", f"{{who}} breaks in with an order{SPENT}"),
    "score tempo.order.character": ("score.spent", f"{{who}} obeys{SPENT}"),
    "score tempo.round.respite": ("score.spent", f"{{who}} uses the breather{SPENT}"),
    "score tempo.round.force": ("score.spent", f"{{who}} fights on{SPENT}"),
    "score affray.referee": ("score.spent", "{who}: score[ {score}]"),
    # the round
    "round tempo.round.order": ("number", "Round[ {number}]"),
    "round tempo.round.respite": ("number", "Everyone breaks apart: breather[ after round {number}]"),
    "round tempo.round.force": ("", "Everyone in the bout is exhausted: it ends, and they break apart"),
    "declared tempo.round.force": ("", "{who} forces the bout on for {side}: no breather"),
    "damage tempo.round.force": (
        "damage hp.lost",
        "{at} loses[ {damage}] hp to exhaustion[: {rolled}][; hp {hp}][, {bent}]",
    ),
    "declared tempo.round.respite": ("", "{who} demands the next round: the breather ends"),
    "declared tempo.initiative.zero": ("", "{who} is flat-footed: foes in reach may strike"),
    "declared tempo.reaction.guard": ("", "{who} drops their guard: foes in reach may strike"),
    "move tempo.move": ("moved rate", "{who} moves[ {moved}]"),
    "move tempo.effect": ("moved rate", "{who} is driven[ {moved}]"),
    "move tempo.reaction.cost": ("weapon", "{who}[ {draws}] as a reaction"),
    "condition-off tempo.reaction.cost": ("condition", "{at} is warned and no longer {condition}"),
    "condition-off tempo.initiative.spend": ("condition", "{at} stands up, no longer {condition}"),
    "condition-off tempo.round.respite": ("condition", "{at} stands up, no longer {condition}"),
    # orders
    "declared tempo.order.cost": ("trigger", "{who}[ {trigger}][ {whom}]"),
    "declared tempo.order.henchman": ("", "{who} obeys[ the order against {whom}]"),
    # spells
    "declared tempo.spell.declare": ("spell", "{who} begins a spell, for all to see[: {spell}]"),
    "lost tempo.spell.declare": ("spell", "{who} does not cast the declared spell[: {spell}]"),
    "check tempo.spell.declare": (
        "total needed",
        "Concentration, {who}[: {rolled}][, needs {needed}][ ({bent})][: {high:keeps the spell|fails}]",
    ),
    # attacks
    "roll tempo.attack.roll": (
        "total ac",
        "{who} attacks {at}[: {rolled}][, against AC {ac}][ ({bent})]: about to hit",
    ),
    "hit tempo.attack.roll": ("total ac", "{attack}"),
    "miss tempo.attack.roll": ("total ac", "{attack}"),
    "check tempo.defend": ("total", "Defence, {who}[: {rolled}]"),
    "check tempo.check": (
        "total needed",
        "Wits check, {who}[ tends {whom}][: {rolled}][, needs {needed}: {high:succeeds|fails}]",
    ),
    "check tempo.save": ("total needed", "Saving throw, {who}[: {rolled}][, needs {needed}: {high:saves|fails}]"),
    "damage tempo.damage": (
        "damage hp.lost",
        "{at} takes [{damage} ]damage[ from {by}][: {rolled}][; hp {hp}][, {bent}]",
    ),
    "damage tempo.direct-hit": ("damage", "Direct hit: {who} wounds {at}[ for {damage}], ignoring hp[: {rolled}]"),
    "damage tempo.effect": ("damage hp.lost", "{at} falls[ for {damage}][: {rolled}][; hp {hp}][, {bent}]"),
    "declared tempo.direct-hit": ("", "{who} goes for a direct hit on {at}[ ({rolled})]"),
    "declared tempo.effect": ("trigger", "{who}[ {trigger}] {at}[ {whither}][ to protect {friend}][ ({rolled})]"),
    "condition-on tempo.effect": ("condition until", "{at} is brought down by {who}: {condition}[ ({rolled})]"),
    "check tempo.injury": (
        "total needed",
        "Injury save, {who}[: {rolled}][, needs {needed}][ ({bent})][: {high:saves|fails}]",
    ),
    "condition-on tempo.injury": ("condition until", "{at} is {condition}[ {until}][: {rolled} rounds][ ({remarks})]"),
    "condition-off tempo.injury": ("condition", "{at} is tended and no longer {condition}"),
    "down tempo.injury": ("", "{at} is out of action[, struck by {by}][ ({remarks})]"),
    "dead tempo.injury": ("", "{at} is dead[, slain by {by}][ ({remarks})]"),
    "dead tempo.injury.untended": ("", "{at} dies, with nobody left to tend them"),
    # missiles
    "roll tempo.missile.melee": (
        "many chance",
        "{who}'s shot into the melee goes at {at}[: {dice}][; {chance} in 10 for the chosen one][ ({bent})]",
    ),
    "declared tempo.missile.melee": ("", "{who} spends the round aiming at {at}"),
    "declared tempo.missile.threat": ("trigger", "{who}[ {trigger}] {at}"),
    # morale
    "due tempo.morale.triggers": (
        "trigger out",
        "Morale check for {side}[ ({trigger}: {who})][; {out} out of action]",
    ),
    "check tempo.morale.check": (
        "total needed",
        "Morale, {group}[: {rolled}][, {needed} or less holds][ ({bent})][: {low:they hold|they break}]",
    ),
    "check tempo.morale.scale": ("needed", "{who}[ {extreme}][ (morale {needed})]"),
    "condition-on tempo.morale.check": ("condition until", "{at} breaks and flees"),
    "surrendered tempo.morale.check": ("", "{at} surrenders[ ({remarks})]"),
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
    "move tempo.effect": ("v", "v"),
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
    "dead tempo.injury.untended": ("v", ""),
    "condition-on tempo.effect": ("vwb", "vwb"),
    "roll tempo.missile.melee": (ALL, ALL),
    "declared tempo.missile.threat": ("v", "v"),
    "declared tempo.order.cost": ("v", "v"),
    "due tempo.morale.triggers": ("v", ""),
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
DOES = ("drives … back", "steps before", "drives … over the edge", "disarms", "trips", "hits directly")
ORDERS_IN_LOG = ("orders: attack", "orders: shoot", "orders: defend", "orders: fall back", "calls on")
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
        "check tempo.injury": ("beyond 0 hp", "the direct hit"),
        "check tempo.spell.declare": ("the damage",),
        "check tempo.morale.check": ("blessed",),
        "roll tempo.missile.melee": (*OF_CHANCE, "at most"),
    },
    about_nobody=("round tempo.round.order", "round tempo.round.respite", "round tempo.round.force"),
    headings=("round tempo.round.order",),
    triggers={
        **{("tempo.morale.triggers", 1 << n): SAID[word] for n, word in enumerate(TRIGGER_NAMES)},
        **{("tempo.effect", n): words for n, words in enumerate(DOES)},
        **{("tempo.order.cost", n): words for n, words in enumerate(ORDERS_IN_LOG)},
        ("tempo.missile.threat", 0): "holds an arrow on",
        ("tempo.missile.threat", 1): "looses the arrow at",
    },
)
