"""What a page needs for its map: the ground, where one may go, and the users' own images."""

from __future__ import annotations

import base64
import struct
import zlib

import pytest
from server.tables import Json, Seat, Table

from affray.errors import AffrayError
from affray.server.images import MOST_BYTES, read_picture

CAVE = """
title: The white cave
terrain: {width: 10, cover: [{position: [20, 0], cover: half}]}
sides:
  party:
    players: true
    surprised: false
    members:
      - Anna: {class: fighter, level: 1, gear: [sword], hp: 8, position: [0, 0]}
  pack:
    surprised: false
    members:
      - Orc: {monster: orc, hp: 4, position: [20, 0]}
      - Lurker: {monster: orc, hp: 4, cover: half, position: [40, 0]}
"""
ROAD = (
    CAVE.replace("width: 10, ", "")
    .replace("[20, 0]}\n      - L", "[100, 0]}\n      - L")
    .replace("[40, 0]", "[120, 0]")
)
MOVES = {"party": {"movement": "person", "targets": "person"}}


def until_asked_to_move(referee: Seat) -> Json:
    for _ in range(9):
        asks = referee.look()["view"]["asks"]
        if asks["ask"] == "move":
            return asks
        referee.do("pass")
    raise AssertionError("nobody is asked to move")


# --- the ground


def test_the_ground_is_the_scenarios(here: Table) -> None:
    referee = here.begin(CAVE, people=MOVES)
    ground = referee.view["ground"]
    assert (ground["scene"], ground["width"], ground["square"], ground["known"]) == ("passage", 10, 5, True)
    assert {"x": 20, "y": 0, "cover": "half"} in ground["cover"]
    assert {"x": 40, "y": 0, "cover": "half"} in ground["cover"]


def test_cover_of_somebody_hidden_is_not_on_the_map(here: Table) -> None:
    referee = here.begin(CAVE, people=MOVES, hidden=["Lurker"])
    ann = referee.give("player", "Ann", ["Anna"])
    assert [place["x"] for place in ann.view["ground"]["cover"]] == [20]
    assert [place["x"] for place in referee.look()["view"]["ground"]["cover"]] == [20, 40]


def test_metres_where_the_book_has_them(here: Table) -> None:
    ground = here.begin("orcs", rules="vanguard").view["ground"]
    assert (ground["square"], ground["apart"], ground["scene"]) == (1.5, 18, "ford")  # 5 and 60 feet


def test_places_are_unknown_before_the_sides_meet(here: Table) -> None:
    asked = {"party": {"rolls": "person"}, "referee": {"rolls": "person"}}
    referee = here.begin("orcs", people=asked)
    assert referee.view["ground"]["known"] is False
    for _ in range(60):
        if referee.look()["view"]["ground"]["known"]:
            break
        referee.do("roll")
    assert {one["x"] for one in referee.view["people"]} == {0, 60}


def test_tokens_have_a_glyph_a_number_and_a_direction(here: Table) -> None:
    people = {one["name"]: one for one in here.begin("crypt", rules="tempo").view["people"]}
    assert (people["Odo"]["glyph"], people["Wulf"]["glyph"], people["Harrow"]["glyph"]) == ("mace", "spear", "crown")
    numbers = {people[name]["number"] for name in ("Skeleton 1", "Zombie 1", "Ghoul 1")}
    assert numbers == {"S1", "Z1", "G1"}  # all three are skulls
    assert people["Hild"]["facing"][0] > 0 > people["Harrow"]["facing"][0]


# --- where one may go


def test_every_move_that_is_offered_is_taken(here: Table) -> None:
    referee = here.begin(ROAD, people=MOVES)
    until_asked_to_move(referee)
    moves = referee.get("/moves").json()
    assert moves["who"] == "Anna"
    assert {way["length"] for way in moves["ways"]} == set(range(5, 45, 5))  # a third of 120 feet
    assert {moves["reasons"][one["reason"]]["why"] for one in moves["refused"]} == {
        "that is farther than Anna can go in a round"
    }
    assert moves["toward"] == {"Orc": "approach Orc", "Lurker": "approach Lurker"}
    way = next(way for way in moves["ways"] if (way["x"], way["y"]) == (15, -10))
    assert referee.do(way["answer"]).status_code == 200
    assert [(one["x"], one["y"]) for one in referee.view["people"] if one["name"] == "Anna"] == [(15, -10)]


def test_walls_and_foes_are_reasons(here: Table) -> None:
    referee = here.begin(CAVE, people=MOVES)
    until_asked_to_move(referee)
    moves = referee.get("/moves").json()
    why = {(one["x"], one["y"]): moves["reasons"][one["reason"]]["why"] for one in moves["refused"]}
    assert why[0, 10] == "the passage is not so wide"
    assert why[30, 0] == "a foe stands in the way of Anna"


def test_somebody_hidden_stands_in_nobodys_way_on_the_map(here: Table) -> None:
    referee = here.begin(CAVE, people=MOVES)
    referee.say(["hide", "Orc", "unseen"])
    ann = referee.give("player", "Ann", ["Anna"])
    until_asked_to_move(referee)
    ways = {(way["x"], way["y"]) for way in ann.get("/moves").json()["ways"]}
    assert (25, 0) in ways
    assert (25, 0) not in {(way["x"], way["y"]) for way in referee.get("/moves").json()["ways"]}
    assert "Orc" not in ann.get("/moves").text


def test_who_is_not_asked_to_move_goes_nowhere(here: Table) -> None:
    referee = here.begin("duel", sides=["fighter"])
    moves = referee.get("/moves").json()
    assert moves["ways"] == []
    assert "not asked to move" in moves["reasons"][0]["why"]
    assert referee.give("spectator").get("/moves").status_code == 403


# --- images


def png(width: int = 2, height: int = 3) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + b"\x80\x40\x20" * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0" + b"\xff\xc0\x00\x11\x08\x00\x20\x00\x40\x03" + bytes(9)
WEBP_LOSSY = b"RIFF\x1a\0\0\0WEBPVP8 \x0e\0\0\0" + b"\x30\x01\x00\x9d\x01\x2a\x40\x00\x20\x00" + bytes(8)
WEBP_LOSSLESS = b"RIFF\x1a\0\0\0WEBPVP8L\x0e\0\0\0\x2f" + (63 | 31 << 14).to_bytes(4, "little") + bytes(8)
WEBP_LARGE = b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + b"\x3f\0\0\x1f\0\0"


def in_text(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("data", [JPEG, WEBP_LOSSY, WEBP_LOSSLESS, WEBP_LARGE, png(64, 32)])
def test_an_image_is_known_by_its_content(data: bytes) -> None:
    picture = read_picture(data)
    assert (picture.width, picture.height) == (64, 32)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no image that the table can show; expected a PNG, JPEG or WebP image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no image"),
        (b"GIF89a\1\0\1\0", "no image"),
        (b"<script>alert(1)</script>", "no image"),
        (png()[:20], "no image"),
        (JPEG[:12], "no image"),
        (png(0, 5), "no image"),
        (png(9000, 1), "9000 × 1 pixels"),
        (b"\x89PNG\r\n\x1a\n" + bytes(MOST_BYTES), "bytes; expected at most"),
    ],
)
def test_anything_else_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(AffrayError, match=why):
        read_picture(data)


def test_an_image_goes_under_the_map_of_everybody_at_the_fight(here: Table, referee: Seat) -> None:
    ann, room = referee.give("player", "Ann", ["Fighter"]), referee.give("spectator")
    made = referee.post("/images", image=in_text(png()), x=-10, y=-20, across=40)
    assert made.status_code == 201, made.text
    for seat in (referee, ann, room):
        under = seat.look()["view"]["images"]["map"]
        assert {name: under[name] for name in ("x", "y", "across", "tall")} == {
            "x": -10,
            "y": -20,
            "across": 40,
            "tall": 60,
        }
        told = seat.get(f"/images/{under['id']}")
        assert (told.content, told.headers["content-type"]) == (png(), "image/png")
        assert told.headers["x-content-type-options"] == "nosniff"
    stranger = Seat(here, referee.fight, here.begin("duel", sides=["fighter"]).token)
    assert stranger.get(f"/images/{under['id']}").status_code == 404
    assert here.client.get(f"{referee.path}/images/{under['id']}").status_code == 401


def test_an_image_can_be_moved_replaced_and_removed(here: Table, referee: Seat) -> None:
    first = referee.post("/images", image=in_text(png())).json()["map"]["id"]
    placed = referee.post(f"/images/{first}/place", x=5, y=6, across=70).json()["map"]
    assert (placed["x"], placed["y"], placed["across"], placed["tall"]) == (5, 6, 70, 105)
    second = referee.post("/images", image=in_text(JPEG)).json()["map"]["id"]
    assert referee.get(f"/images/{first}").status_code == 404
    assert set(here.store.documents(f"image {referee.fight}")) == {second}
    assert referee.ask("DELETE", f"{referee.path}/images/{second}").status_code == 204
    assert referee.look()["view"]["images"]["map"] is None
    assert here.store.documents(f"image {referee.fight}") == {}


def test_nobody_sees_the_portrait_of_somebody_hidden(here: Table) -> None:
    referee = here.begin(hidden=["Grub"])
    ann = referee.give("player", "Ann", ["Fighter"])
    before = ann.get().text
    shown = referee.post("/images", who="Grub", image=in_text(png())).json()["people"]
    assert ann.get().text == before
    assert ann.get(f"/images/{shown['Grub']}").status_code == 404
    referee.say(["reveal", "Grub"])
    assert ann.look()["view"]["images"]["people"] == shown
    assert ann.get(f"/images/{shown['Grub']}").content == png()


def test_only_images_of_a_bearable_size_and_number_are_stored(
    here: Table, referee: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert referee.post("/images", image=in_text(b"no image")).status_code == 422
    assert referee.post("/images", image="a").status_code == 422
    assert referee.post("/images", image="A" * 2_800_000).status_code == 413
    assert referee.post("/images", who="Nobody", image=in_text(png())).status_code == 422
    monkeypatch.setattr("affray.server.images.MOST_IMAGES", 1)
    assert referee.post("/images", image=in_text(png())).status_code == 201
    told = referee.post("/images", who="Grub", image=in_text(png()))
    assert "which are the most" in told.json()["error"]
    assert len(here.store.documents(f"image {referee.fight}")) == 1
