"""The fight of which pictures are taken: four adventurers and six orcs at a ford, by the classic book."""

from __future__ import annotations

from server.browsers import Process
from server.tables import Json, Seat

FIGHT = """
title: Orcs at the ford
distance: 60
sides:
  party:
    players: true
    tactic: protect
    members:
      - Anna: {class: fighter, level: 1, STR: 13, gear: [chain mail, shield, sword], hp: 8}
      - Brom: {class: cleric, level: 1, STR: 13, gear: [chain mail, shield, mace], hp: 6}
      - Cass: {class: thief, level: 1, DEX: 13, gear: [leather, short bow, short sword], hp: 4}
      - Dorn: {class: magic-user, level: 1, gear: [dagger], spells: [magic missile], hp: 3}
  orcs:
    tactic: nearest
    members:
      - Grub: {monster: orc, leader: true}
      - 5 orc
"""
OWN = dict.fromkeys(("targets", "reactions"), "person") | dict.fromkeys(
    ("declarations", "spells", "movement"), "tactic"
)
SEED = 20


def begin(process: Process, rules: str = "classic") -> Seat:
    return process.begin(FIGHT, rules=rules, people={"party": OWN, "referee": {"rulings": "engine"}}, seed=SEED)


def blow(asks: Json) -> str:
    """The first blow that may be struck."""
    words: list[str] = [legal["words"] for legal in asks["legal"]]
    return next((said for said in words if said.startswith(("strike", "shoot"))), "pass")


def until_anna_strikes(seat: Seat, round: int) -> None:
    """Answer as players would until Anna is asked whom to strike in this round."""
    while (view := seat.look()["view"])["fight"]["round"] < round or view["asks"]["who"] != "Anna" or not strikes(view):
        if view["fight"]["over"]:
            raise SystemExit(f"Anna never strikes in round {round}; try another SEED")
        seat.do(blow(view["asks"]))


def strikes(view: Json) -> bool:
    return blow(view["asks"]).startswith("strike")
