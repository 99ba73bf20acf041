"""The users' own images of a fight, stored with it and sent to its seats alone: one under the map, and portraits."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from affray.errors import AffrayError
from affray.play.session import Play
from affray.server import Json
from affray.server.store import Store
from affray.server.viewer import Viewer

IMAGE_PREFIX = "image "  # with an id: the names of documents beside a fight's settings
MOST_BYTES, MOST_PIXELS, LONGEST_EDGE = 2_000_000, 24_000_000, 8_000
MOST_IMAGES = 64  # of one fight
PNG, JPEG, WEBP = "image/png", "image/jpeg", "image/webp"
EXPECTED = "expected a PNG, JPEG or WebP image"


class Picture(NamedTuple):
    """What the bytes of an image say of it."""

    media: str
    width: int
    height: int


class Placed(NamedTuple):
    """An image of a fight: under the map where it is nobody's. Its corner and its width are in the book's unit."""

    id: str
    who: str
    width: int
    height: int
    x: float = 0
    y: float = 0
    across: float = 0


# --- reading the bytes


def read_picture(data: bytes) -> Picture:
    """Recognise an image by its content, whatever it is called. Raises AffrayError."""
    if len(data) > MOST_BYTES:
        raise AffrayError(f"this image has {len(data):,} bytes; expected at most {MOST_BYTES:,}: make it smaller")
    found = read_png(data) or read_jpeg(data) or read_webp(data)
    if found is None:
        raise AffrayError(f"this is no image that the table can show; {EXPECTED}")
    if max(found.width, found.height) > LONGEST_EDGE or found.width * found.height > MOST_PIXELS:
        size = f"{found.width} × {found.height}"
        raise AffrayError(f"this image is {size} pixels large; expected at most {LONGEST_EDGE} a side: make it smaller")
    return found


def read_png(data: bytes) -> Picture | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or len(data) < 33:
        return None
    return picture(PNG, int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))


def read_jpeg(data: bytes) -> Picture | None:
    """Read segment after segment up to the one that begins a frame."""
    if data[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return picture(JPEG, int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7]))
        at += 2 + length
    return None


def read_webp(data: bytes) -> Picture | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or len(data) < 30:
        return None
    if data[12:16] == b"VP8X":
        return picture(WEBP, 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return picture(WEBP, 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if data[12:16] == b"VP8 ":
        edges = int.from_bytes(data[26:28], "little"), int.from_bytes(data[28:30], "little")
        return picture(WEBP, edges[0] & 0x3FFF, edges[1] & 0x3FFF)
    return None


def picture(media: str, width: int, height: int) -> Picture | None:
    return Picture(media, width, height) if width and height else None


def decode_image(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise AffrayError(f"this image is not in base64; {EXPECTED}, encoded so") from None


# --- storing them


def image_kind(fight: str) -> str:
    """Return the kind of the documents with the images of a fight."""
    return f"image {fight}"


def store_image(store: Store, fight: str, who: str, text: str) -> Placed:
    """Store the bytes of an image under an id of their own. Nobody sees it before it has its place."""
    data = decode_image(text)
    picture = read_picture(data)
    placed = Placed(secrets.token_hex(8), who, picture.width, picture.height)
    stored = {"media": picture.media, "data": base64.b64encode(data).decode()}
    store.save_document(image_kind(fight), placed.id, json.dumps(stored))
    return placed


def load_image(store: Store, fight: str, id: str) -> tuple[str, bytes] | None:
    """Return the type and the bytes of an image."""
    try:
        found = json.loads(store.document(image_kind(fight), id))
        return str(found["media"]), base64.b64decode(found["data"])
    except (ValueError, KeyError):  # it is gone, or damaged
        return None


def delete_image(store: Store, fight: str, id: str) -> None:
    store.save_document(image_kind(fight), id, "")


def read_images(documents: Mapping[str, str]) -> Iterator[Placed]:
    """Read where the images of a fight belong; a damaged document says nothing."""
    for name, text in documents.items():
        if name.startswith(IMAGE_PREFIX):
            try:
                yield Placed(**json.loads(text))
            except (ValueError, TypeError):
                continue


# --- who sees them


def visible_images(play: Play, viewer: Viewer, images: tuple[Placed, ...]) -> Json:
    """Return the images for a viewer's page: portraits only of those whom the viewer knows of."""
    hidden, names = viewer.hidden(play), viewer.roster(play).who
    numbers = {name: number for number, name in enumerate(play.roster.who)}
    people = {
        names[numbers[one.who]]: one.id for one in images if one.who in numbers and numbers[one.who] not in hidden
    }
    under = next((one for one in images if not one.who), None)
    return {"map": describe_under(under) if under else None, "people": people}


def describe_under(image: Placed) -> Json:
    tall = image.across * image.height / image.width
    return {"id": image.id, "x": image.x, "y": image.y, "across": image.across, "tall": tall}


def is_visible(shown: Json, id: str) -> bool:
    return id in shown["people"].values() or bool(shown["map"] and shown["map"]["id"] == id)
