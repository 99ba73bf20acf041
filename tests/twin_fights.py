"""Random fights played twice with the same inputs: with and without somebody hidden who does nothing.

Every die is typed: its face follows from who rolls it, for what, and how often they have, so that both fights roll
alike. What a player and a spectator receive must not differ until the hidden one acts, is revealed or must come out."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from affray import rules
from affray.errors import AffrayError
from affray.exchange.exporters import fights
from affray.play.questions import Choice
from affray.play.session import Play
from affray.play.start import start_fight
from affray.scenario import read
from affray.server.moves import list_moves
from affray.server.view import Feed, read_answer, show_refused
from affray.server.viewer import Role, Viewer

BOOKS = ("classic", "tempo", "procedure", "vanguard", "fourfold")
FOES = "orc goblin skeleton zombie wolf ogre troll ghoul gnoll hobgoblin bandit berserker stirge".split()
RARE = ("medusa", "harpy", "giant rat", "wight")
FIGHTERS = (
    "{class: fighter, level: 3, gear: [chain mail, shield, sword, short bow], hp: 18}",
    "{class: fighter, level: 1, gear: [plate mail, two-handed sword, 3 javelin], hp: 9}",
    "{class: cleric, level: 3, gear: [plate mail, shield, mace], spells: [bless], hp: 14}",
    "{class: magic-user, level: 5, gear: [dagger], spells: [sleep, fireball, web], hp: 11}",
    "{class: thief, level: 3, gear: [leather, sword, sling, 2 oil flask], hp: 9}",
)
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
HIDDEN = "Zebulon"
NONSENSE = ("strike Zebulon", "attack Zebulon", "nonsense", "charge Zebulon", "approach Zebulon", "strike Zeb")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scenario with somebody hidden, the same without them, and how it is played."""

    book: str
    seed: int
    with_hidden: str
    without: str
    hidden: str
    asked: tuple[str, ...]  # topics of the foes that the referee decides


def draw(number: int, book: str) -> Drawn:
    chance = random.Random(f"{number} {book}")
    party = [f"      - {name}: {chance.choice(FIGHTERS)}" for name in NAMES[: chance.randint(1, 4)]]
    groups = [(kind, chance.randint(1, 5)) for kind in chance.sample(FOES, chance.randint(1, 3))]
    seen = [member(kind, many) for kind, many in groups]
    if chance.random() < 0.6:
        at = chance.randrange(len(groups))
        kind, many = groups[at]
        hiding = [member(k, n + (i == at)) for i, (k, n) in enumerate(groups)]
        hidden = f"{kind.capitalize()} {chance.randint(1, many + 1)}"
    else:
        hiding, hidden = [*seen], HIDDEN
        kind = chance.choice((*FOES, *RARE))
        hiding.insert(chance.randint(0, len(seen)), f"      - {HIDDEN}: {{monster: {kind}}}")
    top = [f"distance: {chance.choice(('contact', 5, 10, 30, 60, 120, ''))}"]
    top = [line for line in top if not line.endswith(": ")]
    if chance.random() < 0.3:
        top.append(f"terrain: {{width: {chance.choice((5, 10, 20))}}}")
    third = ["  others:", "    members:", "      - 2 bandit"] if chance.random() < 0.15 else []
    extra = [f"    {word}" for word in ("surprised: false", "way out: false", "morale: 7") if chance.random() < 0.3]

    def text(foes: list[str]) -> str:
        lines = [*top, "sides:", "  party:", "    players: true", "    members:", *party]
        return "\n".join([*lines, "  foes:", *extra, "    members:", *foes, *third]) + "\n"

    topics = ("targets", "declarations", "movement", "spells", "reactions", "morale")
    asked = tuple(topic for topic in topics if chance.random() < 0.4)
    return Drawn(book, chance.getrandbits(40), text(hiding), text(seen), hidden, asked)


def member(kind: str, many: int) -> str:
    return f"      - {many} {kind}"


class Dice:
    """What falls: a face for each person, purpose and count."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.fallen = Counter[tuple[str, str]]()

    def throw(self, who: str, purpose: str, count: int, sides: int) -> str:
        faces = []
        for _ in range(count):
            self.fallen[who, purpose] += 1
            text = f"{self.seed} {who} {purpose} {self.fallen[who, purpose]}"
            faces.append(str(zlib.crc32(text.encode()) % sides + 1))
        return " ".join(faces)


@dataclass
class Twin:
    """One of the two, with what a player and a spectator are shown of it."""

    play: Play
    dice: Dice
    feeds: list[Feed] = field(default_factory=list)

    @classmethod
    def begin(cls, drawn: Drawn, hidden: bool) -> Twin:
        book = rules.get(drawn.book)
        encounter = read(drawn.with_hidden if hidden else drawn.without, "twin", book.names())
        ours = dict.fromkeys(
            ("rolls", "targets", "declarations", "movement", "spells", "reactions", "morale"), "person"
        )
        people: dict[str, Any] = {"party": ours, "referee": {"rolls": "person", "rulings": "person"}}
        for party in encounter.sides[1:]:
            people[party.name] = {"rolls": "person", **dict.fromkeys(drawn.asked, "person")}
        play = start_fight(book, encounter, drawn.seed, 0, {}, people, False)
        if hidden:
            play.referee("hide", drawn.hidden, "from the start")
        names = tuple(name for name in NAMES if name in play.roster.who)
        viewers = [Viewer(Role.PLAYER, names[:1]), Viewer(Role.PLAYER, names), Viewer(Role.SPECTATOR)]
        made = cls(play, Dice(drawn.seed), [Feed(viewer) for viewer in viewers])
        made.follow()
        return made

    def follow(self) -> None:
        for feed in self.feeds:
            feed.follow(self.play, "")

    def answer(self) -> str:
        """Return what is said now: a throw, or one of the legal answers, seldom a pass."""
        asked = self.play.asks
        assert asked is not None
        if asked.die is not None:
            return self.dice.throw(asked.who, asked.purpose, asked.die.count, asked.die.sides)
        words = [choice.words for choice in self.play.legal]
        words = [word for word in words if word != "pass"] or words
        text = f"{self.dice.seed} {asked.who} {asked.what} {len(self.play.rows)}"
        return words[zlib.crc32(text.encode()) % len(words)]

    def shown(self, deep: bool) -> list[Any]:
        """Return all that players and spectators can get at this moment."""
        found: list[Any] = []
        for feed in self.feeds:
            found += [feed.items[:], feed.view]
            if deep:
                found += self.looked_up(feed.viewer)
        return found

    def looked_up(self, viewer: Viewer) -> list[Any]:
        play, found = self.play, list[Any]()
        log = viewer.readable(play.log, play)
        found += [log.text(), log.markdown(), log.jsonl(), fights.log_page("a fight", (), log)]
        asked = play.asks
        if asked is not None and asked.die is None and asked.who in viewer.people:
            found.append(show_refused(play, viewer, dict[Choice, Any](play.forbidden)))
            found += [self.told_of(viewer, words) for words in NONSENSE]
            found.append(list_moves(play, viewer))
        return found

    def told_of(self, viewer: Viewer, words: str) -> str:
        """Return what a player is told who gives an answer in such words."""
        try:
            return str(self.play.why_not(read_answer(self.play, viewer, words)))
        except AffrayError as no:
            return str(no)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a pair: how many inputs were alike, and how they differed."""

    inputs: int
    difference: str = ""


def compare(drawn: Drawn, most: int = 120) -> Outcome:
    """Play both to the moment at which the hidden one must come out, or the end."""
    a, b = Twin.begin(drawn, True), Twin.begin(drawn, False)
    for n in range(most):
        if not a.play.hidden.now or b.play.over:
            return Outcome(n)
        found = difference(a, b, deep=n % 7 == 0)
        if found:
            return Outcome(n, found)
        if a.play.asks is None:
            return Outcome(n)
        said = a.answer()
        b.answer() if a.play.asks.die is not None else None
        for twin in (a, b):
            twin.play.do(said)
            twin.follow()
    return Outcome(most)


def difference(a: Twin, b: Twin, deep: bool) -> str:
    """Say where the two differ, for whoever mends it."""
    if asked_facts(a.play) != asked_facts(b.play):
        return f"asked {a.play.asks} | {b.play.asks}"
    for one, other in zip(a.shown(deep), b.shown(deep), strict=True):
        if one != other:
            return first_difference(one, other, "")
    return ""


def asked_facts(play: Play) -> tuple[Any, ...]:
    """Return who is asked what. The words may tell the referee of the hidden one; players' are among what is shown."""
    asked = play.asks
    if asked is None:
        return ()
    return asked.who, asked.clause, asked.purpose, asked.die and (asked.die.count, asked.die.sides)


def first_difference(a: Any, b: Any, path: str) -> str:
    """Return the innermost place at which two values differ."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(first_difference(a[key], b[key], f"{path}.{key}") for key in a if a[key] != b[key])
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(first_difference(x, y, f"{path}[{n}]") for n, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
    return f"{path}: {a!r:.1500} | {b!r:.1500}"
