"""Routes of the map: where the one who is asked may go, and the users' own images."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from affray.errors import AffrayError, unknown
from affray.server import Json, images, schemas
from affray.server.auth import AnySeat, Denied, InFight, RefereeSeat
from affray.server.moves import list_moves
from affray.server.routes_fights import check_may_answer
from affray.server.viewer import THE_REFEREE, Role, Viewer

map_router = APIRouter(prefix="/api/fights/{fight}", tags=["the map"])
NO_IMAGE = Denied(404, "there is no such image for you")


@map_router.get("/moves")
def get_moves(live: InFight, seat: AnySeat) -> Json:
    """Return the places where the one who is asked may go, each with its answer, and the reasons against others."""
    with live.lock:
        asked = live.play.asks
        if asked is not None or seat.role == Role.SPECTATOR:
            check_may_answer(live, seat, asked.who if asked else "")
        return list_moves(live.play, Viewer.of(seat))


@map_router.post("/images", status_code=201)
def add_image(live: InFight, seat: RefereeSeat, said: schemas.NewImage) -> Json:
    """Store a PNG, JPEG or WebP image in base64: under the map, or as the portrait of `who`. It takes the place of the
    one before."""
    before = live.settings.current.images
    if said.who and said.who not in live.play.roster.who:
        raise AffrayError(unknown("combatant", said.who, live.play.roster.who))
    if len(before) >= images.MOST_IMAGES:
        raise AffrayError(f"this fight has {len(before)} images, which are the most; remove one first")
    placed = images.store_image(live.store, seat.fight, said.who, said.image)
    live.settings.place_image(placed._replace(x=said.x, y=said.y, across=said.across))
    for old in before:
        if old.who == said.who:
            forget_image(live, old)
    return images.visible_images(live.play, THE_REFEREE, live.settings.current.images)


@map_router.post("/images/{image}/place")
def place_image(live: InFight, seat: RefereeSeat, image: str, said: schemas.ImagePlace) -> Json:
    """Put the image under the map elsewhere, or make it larger."""
    found = find_image(live, image)
    live.settings.place_image(found._replace(x=said.x, y=said.y, across=said.across))
    return images.visible_images(live.play, THE_REFEREE, live.settings.current.images)


@map_router.delete("/images/{image}", status_code=204)
def remove_image(live: InFight, seat: RefereeSeat, image: str) -> None:
    forget_image(live, find_image(live, image))


@map_router.get("/images/{image}", response_class=Response)
def get_image(live: InFight, seat: AnySeat, image: str) -> Response:
    """Return the bytes of an image that this seat may see."""
    with live.lock:
        shown = images.visible_images(live.play, Viewer.of(seat), live.settings.current.images)
    found = images.load_image(live.store, seat.fight, image) if images.is_visible(shown, image) else None
    if found is None:
        raise NO_IMAGE
    return Response(found[1], media_type=found[0])


def find_image(live: InFight, id: str) -> images.Placed:
    found = next((one for one in live.settings.current.images if one.id == id), None)
    if found is None:
        raise NO_IMAGE
    return found


def forget_image(live: InFight, image: images.Placed) -> None:
    live.settings.drop_image(image)
    images.delete_image(live.store, live.record.id, image.id)
