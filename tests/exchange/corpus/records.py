"""Creatures that nobody has met: records made up from a seed, to be written in the layouts of many publications."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

FIRST = (
    "Ash Bog Brine Cinder Dusk Fen Frost Gloam Grave Hollow Iron Lamp Marsh Mire Mist Moor Pale Reed Rime Salt Silt Thorn "
    "Tomb Wold Ember Loam Peat Quarry Rust Sedge"
).split()
SECOND = (
    "Adder Bear Beetle Boar Crab Crow Drake Eel Fiend Ghast Hag Hound Leech Lizard Mantis Moth Newt Ogre Owl Rat Sentry "
    "Shade Shrike Spider Stalker Toad Troll Viper Wasp Weasel Widow Wolf Wurm Bandit Guard Reaver Pilgrim Warden"
).split()
GIVEN = "Aldis Brannoc Corvin Dessa Edrik Fenna Garrow Hesk Ilse Jorun Kestrel Lorn Maddoc Nessa Orrin".split()
NATURAL = {  # the attacks of beasts: how many of each, and what usually follows
    "claw": (2, "1d4"),
    "bite": (1, "1d8"),
    "tail": (1, "1d6"),
    "horn": (1, "1d8"),
    "sting": (1, "1d4"),
    "tentacle": (4, "1d3"),
    "beak": (1, "1d6"),
    "hoof": (2, "1d4"),
    "tusk": (2, "1d6"),
    "talon": (2, "1d6"),
    "pincer": (2, "2d4"),
    "slam": (1, "2d6"),
    "tongue": (1, "1d4"),
    "fist": (2, "1d6"),
}
HELD = ("sword", "spear", "short sword", "battle axe", "club", "mace", "dagger", "short bow", "two-handed sword", "axe")
DICE = (
    "1d2",
    "1d3",
    "1d4",
    "1d6",
    "1d8",
    "1d10",
    "1d12",
    "2d4",
    "2d6",
    "2d8",
    "3d6",
    "1d4+1",
    "1d6+1",
    "1d8+2",
    "2d4+1",
)
PLURALS = {"hoof": "hooves", "short bow": "short bows"}
RIDERS = ("poison", "paralysis", "disease", "energy drain", "stuck fast", "dragged off")
SENTENCES = (
    "Lurks where the path bends.",
    "Fond of lamp oil, and of those who carry it.",
    "Hisses like a kettle before it moves.",
    "Sleeps through the driest months of the year.",
    "Nests in the roofs of mills that nobody works any more.",
    "Its hide is worth a little to a tanner who asks no questions.",
    "Never crosses running water if it can walk around.",
    "Old trappers know its call.",
)
HEADED = (
    ("Climber", "Scales walls and trees as if they were level."),
    ("Keen nose", "Follows a trail a day old."),
    ("Hoarder", "Drags shiny things to its den."),
    ("Mimicry", "Repeats the last words it has heard."),
    ("Ambush", "Waits beneath leaves, and is hard to see there."),
    ("Languages", "Speaks a tongue of clicks."),
)
ALIGNMENTS = ("Lawful", "Neutral", "Chaotic")
BY_DICE = (  # hit dice in quarters up to which a THAC0 holds, as the classic tables have it
    *((4, 19), (8, 18), (12, 17), (16, 16), (20, 15), (24, 14), (28, 13), (36, 12), (44, 11), (52, 10)),
    *((60, 9), (68, 8), (76, 7), (84, 6)),
)
FIGHTER_SAVES = (
    *((3, "12/13/14/15/16"), (6, "10/11/12/13/14"), (9, "8/9/10/10/12"), (12, "6/7/8/8/10"), (15, "4/5/6/5/8")),
    *((18, "2/3/4/3/6"), (21, "2/2/2/2/4"), (99, "2/2/2/2/2")),
)
NORMAL_SAVES = "14/15/16/17/18"


@dataclass(frozen=True)
class Blow:
    """One entry of a routine."""

    number: int
    name: str
    damage: str  # empty for none
    rider: str = ""  # in words, after the damage

    @property
    def plural(self) -> str:
        """Return the name as it stands after its number."""
        return PLURALS.get(self.name, f"{self.name}s") if self.number > 1 else self.name


@dataclass(frozen=True)
class Record:
    """A creature, as its author thinks of it."""

    name: str
    ac: int  # descending, 9 is unarmoured
    dice: int  # 0 for half a die
    plus: int
    routines: tuple[tuple[Blow, ...], ...]
    move: int  # feet in a turn
    fly: int
    swim: int
    morale: int
    saves: str  # F2, NH
    alignment: str
    xp: int
    number: str
    treasure: str
    stars: int = 0
    hp: tuple[int, ...] = ()
    count: int = 1
    led: int = 0
    prose: tuple[str, ...] = ()
    headed: tuple[tuple[str, str], ...] = ()
    description: str = ""
    extra: dict[str, str] = field(default_factory=dict, hash=False)

    @property
    def names(self) -> str:
        """Return the plural of the name."""
        return f"{self.name}es" if self.name.endswith("s") else f"{self.name}s"

    @property
    def hd(self) -> str:
        if not self.dice:
            return "½"
        return f"{self.dice}{self.plus:+d}" if self.plus else str(self.dice)

    @property
    def quarters(self) -> int:
        """Return hit dice in quarters, each plus a bit more than none."""
        return 4 * self.dice + (1 if self.plus > 0 else -1 if self.plus < 0 else 0) if self.dice else 2

    @property
    def thac0(self) -> int:
        """Return the THAC0 of these hit dice in the classic tables."""
        return next((thac0 for most, thac0 in BY_DICE if self.quarters <= most), 5)

    @property
    def bonus(self) -> int:
        return 19 - self.thac0

    @property
    def five(self) -> str:
        return NORMAL_SAVES if self.saves == "NH" else fighter_saves(int(self.saves[1:]))

    @property
    def average(self) -> int:
        return max(1, int(self.dice * 4.5 + self.plus)) if self.dice else 2


def fighter_saves(level: int) -> str:
    return next(five for most, five in FIGHTER_SAVES if level <= most)


def make_records(many: int, seed: int) -> list[Record]:
    """Return so many creatures, each with a name of its own."""
    chance, seen, found = Random(seed), set[str](), list[Record]()
    while len(found) < many:
        record = make_record(chance)
        if record.name not in seen:
            seen.add(record.name)
            found.append(record)
    return found


def make_record(chance: Random) -> Record:
    dice = chance.choice((0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15))
    plus = 0 if not dice or chance.random() < 0.6 else chance.choice((1, 1, 2, 3, 4) if dice > 1 else (1, 1, -1, 2))
    level = max(1, dice // 2 if chance.random() < 0.4 else dice)
    move = 30 * chance.choice((1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6))
    record = Record(
        make_name(chance),
        chance.choice((-2, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9)),
        dice,
        plus,
        make_routines(chance),
        move,
        30 * chance.choice((4, 6, 8)) if chance.random() < 0.15 else 0,
        30 * chance.choice((3, 4, 5)) if chance.random() < 0.1 else 0,
        chance.choice((5, 6, 7, 7, 8, 8, 9, 10, 11, 12)),
        "NH" if dice < 2 and chance.random() < 0.3 else f"F{level}",
        chance.choice(ALIGNMENTS),
        chance.choice((5, 6, 10, 13, 15, 20, 25, 35, 50, 75, 125, 175, 275, 450, 650, 1_100, 1_350)),
        chance.choice(("1d4 (1d6)", "2d4 (6d10)", "1d6 (2d6)", "1 (1d4)", "3d6 (1d10 × 10)", "0 (1d6)")),
        chance.choice(("None", "A", "B", "C", "D", "U (B)", "R (C)", "V")),
        stars=chance.choice((0, 0, 0, 1, 2)) if dice else 0,
        description=" ".join(chance.sample(SENTENCES, 2)),
        headed=tuple(chance.sample(HEADED, chance.choice((0, 1, 2)))),
    )
    record = replace(record, hp=(record.average,))
    return replace(record, led=min(12, record.morale + 2)) if chance.random() < 0.08 and record.morale < 11 else record


def make_name(chance: Random) -> str:
    """Return Marsh Wolf, Giant Marsh Wolf, Wolf of the Reed, or a given name."""
    noun, about = chance.choice(SECOND), chance.choice(FIRST)
    kind = chance.random()
    if kind < 0.72:
        return f"{about} {noun}"
    if kind < 0.8:
        return f"Giant {about} {noun}"
    if kind < 0.88:
        return f"{about}-{noun}"
    if kind < 0.94:
        return f"{noun} of the {about}"
    return f"{chance.choice(GIVEN)} the {about} {noun}"


def make_routines(chance: Random) -> tuple[tuple[Blow, ...], ...]:
    """Return what it does in a round: one routine, or several to choose from."""
    kind = chance.random()
    if kind < 0.3:
        return ((Blow(1, chance.choice(HELD), chance.choice(("1d4", "1d6", "1d8", "1d6+1", "1d10"))),),)
    names = chance.sample(sorted(NATURAL), chance.choice((1, 1, 2, 2, 3)))
    first = tuple(make_blow(chance, name) for name in names)
    if kind < 0.82:
        return (first,)
    other = chance.choice([name for name in NATURAL if name not in names])
    return (first, (make_blow(chance, other),))


def make_blow(chance: Random, name: str) -> Blow:
    number, damage = NATURAL[name]
    if chance.random() < 0.5:
        damage = chance.choice(DICE)
    rider = chance.choice(RIDERS) if name in ("bite", "sting", "claw", "tentacle") and chance.random() < 0.15 else ""
    return Blow(number if chance.random() < 0.8 else 1, name, damage, rider)
