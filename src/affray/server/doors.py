"""The way in to a fight for everybody: a code to type and a link to scan.

Both expire, can be renewed and closed. It is bounded how often a wrong code may be tried."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace

from affray.server.buckets import Buckets
from affray.server.store import Store

DOORS = "door"  # the kind of document; its name is the fight's id
OPEN, CLOSED, EXPIRED, NONE = "open", "closed", "expired", "none"
VALID = 12 * 3600.0  # seconds: an evening, and not the next one
LOWEST, HIGHEST = 100, 999  # of the number in a code
CODE_WORDS = """
acorn amber anchor anvil apple apron arbor arch arrow ashes aspen attic axle badge badger bagpipe bakery ballad banjo
banner barley barrel basin basket beacon beaver beech beetle bellow bench birch bishop bison blanket blossom bonfire
bonnet bottle boulder bramble brass breeze bridge bronze brook broom bucket buckle bundle butter button cabin cactus
camel canal candle canoe canyon castle cavern cedar cellar chain chalk chapel charm cheese cherry chimney cider cinder
circle clover cobble comet copper coral corner cottage cradle crane crater cricket crocus crown crystal curtain cypress
dagger dairy daisy dapple desert dragon drum eagle earth easel echo elbow elder elm ember engine fable falcon feather
fennel ferry fiddle field finch flagon flame flute forest forge fossil fountain fox frost galley gander garden garlic
garnet gate ginger glacier glade goblet gorse granite grape griffin grove gull hamlet hammer harp harvest hatch
hawk hazel hearth heather helmet heron hill honey hornet ink iron island ivory ivy jackal jasper jester jewel jigsaw
juniper kettle kiln kitten ladder lagoon lantern larch lark laurel lemon lily linen lizard lobster locket lodge lumber
lynx magnet magpie mallet maple marble market marsh meadow mill mirror mitten moon mosaic moss mountain mulberry museum
nectar needle nettle nutmeg oak oasis olive onyx opal orbit orchard osprey otter oven owl oyster paddle palace panther
parrot pebble pepper pewter pigeon pillow pine plum pocket pond poplar poppy prism puddle pumpkin quarry quartz quill
rabbit raven reed ribbon river robin rocket rudder saddle saffron salmon satchel shadow shovel silver sparrow spruce
starling stone summer swallow table tavern temple thicket thistle thunder timber torch tower trumpet tulip tunnel turnip
valley velvet violin walnut walrus wagon willow window winter wizard zebra
""".split()


@dataclass(frozen=True, slots=True)
class Door:
    """The way in to one fight."""

    fight: str
    code: str  # to be typed: OTTER 271
    secret: str  # what its link ends in, which nobody can guess
    until: float  # seconds since 1970
    several: bool = False  # whether a guest may take several characters
    closed: bool = False


class Doors:
    """The ways in to all fights of a store."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.guesses = Guesses()

    def open(self, fight: str, several: bool = False) -> Door:
        """Let guests in by a new code and a new link; older ones stop working."""
        taken = {plain(door.code) for door in self._all()}
        code = next(code for code in iter(new_code, "") if plain(code) not in taken)
        return self._keep(Door(fight, code, secrets.token_urlsafe(16), self.clock() + VALID, several))

    def find(self, fight: str) -> Door | None:
        return read_door(fight, self.store.document(DOORS, fight))

    def change(self, door: Door, several: bool) -> Door:
        return self._keep(replace(door, several=several))

    def close(self, fight: str) -> None:
        if (door := self.find(fight)) is not None:
            self._keep(replace(door, closed=True))

    def state(self, door: Door | None) -> str:
        if door is None:
            return NONE
        return CLOSED if door.closed else EXPIRED if self.clock() >= door.until else OPEN

    def by_code(self, code: str) -> Door | None:
        return next(
            (door for door in self._all() if plain(door.code) == plain(code) and self.state(door) == OPEN), None
        )

    def by_secret(self, secret: str) -> Door | None:
        fits = (door for door in self._all() if secrets.compare_digest(door.secret.encode(), secret.encode()))
        return next((door for door in fits if self.state(door) == OPEN), None)

    def _all(self) -> Iterator[Door]:
        found = (read_door(fight, text) for fight, text in self.store.documents(DOORS).items())
        return (door for door in found if door is not None)

    def _keep(self, door: Door) -> Door:
        self.store.save_document(DOORS, door.fight, json.dumps(asdict(door)))
        return door


def new_code() -> str:
    return f"{secrets.choice(CODE_WORDS).upper()} {LOWEST + secrets.randbelow(HIGHEST - LOWEST + 1)}"


def plain(code: str) -> str:
    """Return what counts of a code: otter271 is OTTER 271."""
    return re.sub(r"[^A-Z0-9]", "", code.upper())


def read_door(fight: str, text: str) -> Door | None:
    """Return a door; one that is damaged is none."""
    try:
        return Door(**{**json.loads(text), "fight": fight})
    except (ValueError, TypeError):
        return None


# --- guesses

# There are 251,100 codes. Somebody who guesses for as long as one is valid, from however many addresses, tries 4,360.
MOST, A_SECOND = 8.0, 1 / 15  # wrong codes of one address
MOST_OF_ALL, OF_ALL_A_SECOND = 40.0, 1 / 10
EVERYBODY = "everybody"


class Guesses:
    """How many wrong codes are listened to. A code counts as wrong until it is known to be right, so that nobody gets
    more by trying many at once."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.buckets = Buckets(clock)

    def begin(self, address: str) -> bool:
        """Return whether a code from an address is looked at now."""
        if not self.buckets.take(f"of {address}", MOST, A_SECOND):
            return False
        if self.buckets.take(EVERYBODY, MOST_OF_ALL, OF_ALL_A_SECOND):
            return True
        self.buckets.give_back(f"of {address}")
        return False

    def was_right(self, address: str) -> None:
        for name in (f"of {address}", EVERYBODY):
            self.buckets.give_back(name)
