"""Questions and answers of the tempo book in the words people say at the table, and back."""

from __future__ import annotations

from affray.engine.state import NOBODY, Fight
from affray.engine.verbs import PASS, YES, Answer, Question
from affray.rules.book import Roster
from affray.rules.shared.wording import TENTHS, parse_measured, spell_in, understood, way, weapon
from affray.rules.tempo import questions as Q
from affray.rules.tempo.legality import candidates, legal

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
