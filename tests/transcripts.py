"""One fight of each book, played by people who type their dice, until every kind of question has been put to somebody.

Nobody scripts the answers one by one: a director prefers what leads to questions that have not come up yet, and dice
show what the script says for their purpose. So the transcripts can be written anew when a rule changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import affray
from affray.engine.vocabulary import words_for
from affray.play.questions import Asked, Choice

GOLDEN = Path(__file__).parent / "golden" / "transcripts"
MOST_QUESTIONS = 400
HEAD = 9  # lines within which a transcript has told what is said before the first round
SEATS = ("party", "foes", "referee")
# the questions of house rules: asked only where a table has such a rule
HOUSE = ("splinter", "cleave", "tend", "target")
BORROWED = {"vanguard": ("situation",)}  # asked only with rules of another book at its seams


@dataclass(frozen=True)
class Script:
    """A fight for the transcript: who meets whom, what people like to do, and how the dice fall."""

    book: str
    scenario: str
    likes: Mapping[str, Sequence[str]]  # of each question the beginnings of answers, the best liked first
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)  # by the words of a purpose, again and again
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 1


@dataclass
class Transcript:
    """What was asked, of whom, what they said, and what came of it."""

    play: affray.Play
    lines: list[str] = field(default_factory=list)
    asked: dict[str, set[str]] = field(default_factory=dict)  # of each kind of question who was asked
    rolled: set[str] = field(default_factory=set)  # whoever rolled dice

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def missing(transcript: Transcript) -> list[str]:
    """Return the book's own questions that have not come up."""
    book = transcript.play.book
    known = (*transcript.asked, *HOUSE, *BORROWED.get(book.name, ()))
    return [ask for ask in book.asks if ask not in known]


def perform(script: Script, folder: Path) -> Transcript:
    """Play until everything has been asked, and to the end of that round to see what comes of it."""
    path = folder / f"{script.book}.yaml"
    path.write_text(script.scenario, encoding="utf-8")
    play = affray.start(path, rules=script.book, seed=script.seed, players=SEATS, dice=True, options=script.options)
    transcript = Transcript(play, [f"{play.encounter.title}, {script.book}", "", *told(play.log.text())])
    directed, last = direct(script), 0
    for _ in range(MOST_QUESTIONS):
        if play.asks is None or (last and play.state.round > last):
            break
        put(transcript, play.asks, directed)
        last = last or (0 if missing(transcript) else play.state.round)
    return transcript


Director = Callable[[affray.Play, Asked], str]


def direct(script: Script) -> Director:
    """Return who decides: the best liked answer that is legal, each liked one once before any is repeated."""
    draw, used = Random(script.seed), dict[str, int]()
    faces: dict[str, Iterator[int]] = {purpose: cycle(shown) for purpose, shown in script.dice.items()}

    def answer(play: affray.Play, asked: Asked) -> str:
        if asked.die is not None:
            known = faces.get(words_for(asked.die.purpose))
            shown = [next(known) if known else draw.randint(1, asked.die.sides) for _ in range(asked.die.count)]
            return " ".join(str(max(1, min(asked.die.sides, face))) for face in shown)
        assert asked.question is not None
        ask = play.book.asks[asked.question.ask]
        liked = [str(c) for like in script.likes.get(ask, ()) for c in play.legal if starts(c, like, asked.who)]
        chosen = min(liked, key=lambda words: used.get(f"{asked.who} {ask} {words}", 0), default=str(play.legal[0]))
        used[f"{asked.who} {ask} {chosen}"] = used.get(f"{asked.who} {ask} {chosen}", 0) + 1
        return chosen

    return answer


def cycle(shown: Sequence[int]) -> Iterator[int]:
    while True:
        yield from shown


def starts(choice: Choice, like: str, who: str) -> bool:
    """Return whether a choice is what is liked: "Anna: strike" is liked by Anna alone."""
    name, colon, words = like.partition(": ")
    return str(choice).startswith(words) and name == who if colon else str(choice).startswith(like)


def put(transcript: Transcript, asked: Asked, answer: Director) -> None:
    """Put a question, and write down the answer and what comes of it."""
    play = transcript.play
    if asked.die is not None:
        transcript.rolled.add(asked.who)
    elif asked.question is not None:
        transcript.asked.setdefault(play.book.asks[asked.question.ask], set()).add(asked.who)
    said = answer(play, asked)
    transcript.lines += ["", str(asked), f"> {said}"]
    play.do(said)
    transcript.lines += [line for line in told(play.news.text()) if line not in transcript.lines[:HEAD]]


def told(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


CLASSIC = Script(
    "classic",
    """
title: Orcs on the bridge
distance: 30
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, shield, sword], hp: 11}
      - Pim: {class: thief, level: 2, gear: [leather, short bow, dagger], hp: 7}
      - Mira: {class: magic-user, level: 1, gear: [dagger], spells: [magic missile], hp: 4}
  foes:
    surprised: false
    members:
      - Grub: {monster: orc, hp: 3, leader: true}
      - 2 orc: {hp: 4}
""",
    likes={
        "declare": ["Mira: cast magic missile"],
        "move": ["Anna: approach Orc", "Grub: approach Anna", "Orc 1: approach Anna"],
        "shoot": ["shoot Grub", "shoot"],
        "aim": ["cast"],
        "strike": ["strike"],
        "situation": ["modify -1"],
    },
    dice={"for initiative": [5, 3], "to hit": [17, 12], "for damage": [4], "for morale": [3, 2]},
)
TEMPO = Script(
    "tempo",
    """
title: The captain at the gate
distance: 40
sides:
  party:
    players: true
    ambush: chance
    members:
      - Anna: {class: fighter, level: 3, gear: [plate mail, shield, sword, dagger], hp: 12}
      - Pim: {class: thief, level: 3, gear: [leather, short bow, dagger], hp: 9}
      - Mira: {class: magic-user, level: 1, gear: [dagger, staff], spells: [magic missile], hp: 4}
  foes:
    members:
      - Captain: {monster: captain, gear: [sword, shield, spear], hp: 9, morale: 12, commands: true, trained: true}
      - Bert: {monster: orc, hp: 6, morale: 12, gear: [sword, dagger], henchman: false, conditions: [unaware]}
      - Sergeant: {monster: orc, hp: 6, morale: 12, gear: [spear], henchman: false}
      - Guard: {monster: guardsman, hp: 3, morale: 12, gear: [spear, shield], henchman: true}
      - Bear: {monster: black bear, hp: 8, morale: 12}
""",
    likes={
        "ambush": ["ambush chance"],
        "declare": ["cast magic missile"],
        "turn": [
            "Pim: shoot Bert",
            "Pim: shoot",
            "Mira: cast",
            "Anna: strike",
            "Captain: strike Anna",
            "Bear: strike Anna",
            "strike Anna",
        ],
        "strike": ["strike"],
        "react": ["Captain: raise shield"],
        "late": ["raise shield late"],
        "riposte": ["riposte"],
        "opening": ["strike"],
        "superior": ["Pim: another turn"],
        "command": ["pass", "Captain: order all: attack Anna"],
        "obey": ["Bear: obey"],
        "warn": ["warn"],
        "degrees": ["drive back", "trip"],
        "threaten": ["hold at arrow-point"],
        "breather": ["look around", "stand"],
        "press": ["pass", "fight on"],
        "loosed": ["loose the arrow"],
        "meet": ["draw"],
    },
    dice={
        "for initiative": [11, 11, 17, 5, 14, 8, 14],
        "to hit": [20, 2, 14, 2, 18, 6],
        "for damage": [3, 2],
        "to defend": [6, 15],
    },
    options={"missile.threat": "on"},
)
PROCEDURE = Script(
    "procedure",
    """
title: Spears in the pass
distance: 40
sides:
  party:
    players: true
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, shield, sword], hp: 12}
      - Pim: {class: thief, level: 2, gear: [leather, short bow, dagger], hp: 8}
      - Mira: {class: magic-user, level: 1, gear: [dagger], spells: [magic missile], hp: 4}
  foes:
    members:
      - Grub: {monster: orc, hp: 6, morale: 12}
      - 2 orc: {hp: 5, morale: 12}
""",
    likes={
        "surprise": ["no"],
        "declare": ["Anna: charge Grub", "Pim: missiles", "Mira: cast"],
        "run": ["yes"],
        "shoot": ["shoot"],
        "act": ["Mira: other", "Anna: move away", "strike", "approach Grub", "approach Anna", "cast"],
        "part": ["yes"],
        "other": ["yes"],
    },
    dice={"for initiative": [5, 2], "to hit": [9, 14, 6]},
)
VANGUARD = Script(
    "vanguard",
    """
title: The bear in the cave
distance: 3
sides:
  party:
    players: true
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, shield, sword], hp: 16}
      - Odo: {class: cleric, level: 2, gear: [chain mail, shield, mace], hp: 14}
      - Tom: {class: thief, level: 1, gear: [leather armour], hp: 6}
  foes:
    members:
      - Bear: {monster: black bear, hp: 14, morale: 9}
      - Cub: {monster: black bear, hp: 2, morale: 9}
      - Wolf: {monster: wolf, hp: 5, morale: 8}
""",
    likes={
        "readiness": ["modify +1"],
        "situation": ["modify +1"],
        "turn": [
            "Odo: other",
            "Anna: move away",
            "Anna: strike Cub to take alive",
            "Odo: strike Cub",
            "strike",
            "approach",
        ],
        "alive": ["yes"],
        "kill": ["yes"],
        "other": ["yes"],
        "parting": ["yes"],
        "blow": ["claw", "bite"],
    },
    dice={"for readiness": [5, 4], "to hit": [18, 5, 16], "for damage": [2]},
)
FOURFOLD = Script(
    "fourfold",
    """
title: The ogre and the hired hands
distance: 20
sides:
  party:
    players: true
    members:
      - Anna: {class: fighter, level: 2, gear: [chain mail, shield, sword], hp: 12, stab: 1}
      - Bran: {class: fighter, level: 2, gear: [leather, spear], hp: 11, stab: 1}
  foes:
    members:
      - Ogre: {monster: ogre, hp: 15, morale: 9}
      - 2 goblin: {hp: 3, morale: 6}
""",
    likes={
        "surprised": ["no", "yes"],
        "nerves": ["yes"],
        "act": ["Anna: hold", "Bran: hold", "strike", "approach Anna", "approach Ogre"],
        "react": ["strike"],
        "snap": ["strike"],
        "defend": ["total defence"],
        "situation": ["modify +1"],
        "order": ["first"],
    },
    dice={"for initiative": [6, 3], "to hit": [15, 9, 17]},
)
SCRIPTS = {script.book: script for script in (CLASSIC, TEMPO, PROCEDURE, VANGUARD, FOURFOLD)}
