"""The chart of a fight: what was left of each side by round, with what happened, as SVG in plain lists.

A drawing is a list: its tag, its attributes, and what is in it. The page makes elements of it, `svg_text` the same as
text. Colours are custom properties (--side, --fill) that whoever shows it sets for the classes side-0 to side-3; glyphs
are named by "#sword" and the like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from affray.content.spelling import plural
from affray.ending.account import Account, Told, join_names
from affray.ending.facts import DISABLING, SideCourse, courses, in_hit_points
from affray.ending.story import call_side, capital, spell_number, weight_of
from affray.engine import events as E
from affray.engine.vocabulary import NAMES

Drawing = list[Any]  # the tag, the attributes, and what is inside: drawings and text
Given = Mapping[str, object]

SIDES = 4  # that have a colour of their own
DASHES = ("", "9 5", "2 5", "14 4 2 4")
MARKS = (
    "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0Z",
    "M0-5.4 3.8-3.8 5.4 0 3.8 3.8 0 5.4-3.8 3.8-5.4 0-3.8-3.8Z",
    "M-4.6-4.6H4.6V4.6H-4.6Z",
    "M0-5.6 4.9-2.8V2.8L0 5.6-4.9 2.8V-2.8Z",
)  # of each side a shape, so that none is told by its colour alone


class Size(NamedTuple):
    """How large a chart is, and how much of it is told."""

    width: int
    height: int
    right: int  # room at the right for what is left
    most_events: int


WIDE, NARROW = Size(760, 322, 122, 8), Size(350, 320, 8, 4)
LEFT, TOP, BOTTOM = 44, 34, 38
LETTER = 6.9  # the width of a letter of 13 pixels
MOST_MARKS = 24  # rounds up to which each point has its mark


class Scene(NamedTuple):
    """A chart as it is laid out."""

    size: Size
    account: Account
    courses: Sequence[SideCourse]
    top: float  # the value at the top

    @property
    def rounds(self) -> int:
        return max(1, len(self.courses[0].values) - 1) if self.courses else 1

    def x(self, round: float) -> float:
        return LEFT + (self.size.width - self.size.right - LEFT) * round / self.rounds

    def y(self, value: float) -> float:
        base = self.size.height - BOTTOM
        return base - (base - TOP) * value / self.top

    def height_at(self, course: SideCourse, round: float) -> float:
        """Return where a line is between two rounds."""
        last = len(course.values) - 1
        before = min(int(round), last)
        now, then = course.values[before], course.values[min(before + 1, last)]
        return self.y(now + (then - now) * (round - before))

    def number(self, side: int) -> int:
        return self.account.sides.index(side) % SIDES


def draw_chart(account: Account, size: Size = WIDE) -> Drawing:
    """Return the chart of a fight."""
    found = courses(account)
    highest = max((one.full for one in found), default=1.0)
    step = choose_step(highest)
    scene = Scene(size, account, found, max(step, -(-highest // step) * step))
    inside = [*draw_grid(scene, step), *draw_lines(scene), *draw_events(scene), *draw_ends(scene)]
    return node(
        "svg", {"viewBox": f"0 0 {size.width} {size.height}", "role": "img", "aria-label": alt(account)}, inside
    )


def node(tag: str, given: Given, inside: Iterable[Drawing | str] = ()) -> Drawing:
    return [tag, {name: tidy(value) for name, value in given.items() if value not in ("", None)}, *inside]


def tidy(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def text(x: float, y: float, words: str, anchor: str, **more: object) -> Drawing:
    return node("text", {"x": x, "y": y, "text-anchor": anchor, **more}, [words])


# --- the ground


def choose_step(highest: float) -> int:
    """Return the distance of the lines across, so that there are four at most."""
    return next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 250, 500, 10**4, 10**6) if highest / step <= 4)


def draw_grid(scene: Scene, step: int) -> Iterator[Drawing]:
    right, base = scene.x(scene.rounds), scene.size.height - BOTTOM
    unit = "" if in_hit_points(scene.account) else "%"
    for value in range(0, int(scene.top) + 1, step):
        y = scene.y(value)
        yield node("path", {"d": path_of([(LEFT, y), (right, y)]), "stroke": "var(--rule)"})
        yield text(LEFT - 8, y + 4, f"{value}{unit}", "end", fill="var(--ink-2)")
    apart = scene.x(1) - LEFT
    words = apart >= 64
    every = next(n for n in (1, 2, 5, 10, 20, 50, 100, 1000) if apart * n >= 26)
    for round in range(0, scene.rounds + 1, every):
        x = scene.x(round)
        yield node("path", {"d": f"M{tidy(x)} {base}v5", "stroke": "var(--rule-2)"})
        said = "start" if round == 0 else f"round {round}" if words else str(round)
        yield text(x, base + 20, said, "middle" if round or apart >= 40 else "start", fill="var(--ink-2)")


def path_of(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{tidy(float(x))} {tidy(float(y))}" for x, y in points)


def points_of(scene: Scene, course: SideCourse) -> list[tuple[float, float]]:
    return [(scene.x(round), scene.y(value)) for round, value in enumerate(course.values)]


def draw_lines(scene: Scene) -> Iterator[Drawing]:
    """Draw the lines, the winner's last and above the others."""
    winner = scene.account.play.state.winner
    for course in sorted(scene.courses, key=lambda one: one.side == winner):
        number, points = scene.number(course.side), points_of(scene, course)
        base = scene.size.height - BOTTOM
        area = f"{path_of(points)}L{tidy(points[-1][0])} {base}L{LEFT} {base}Z"
        line = {"fill": "none", "stroke": "var(--side)", "stroke-width": 3, "stroke-linejoin": "round"}
        inside = [
            node("path", {"d": area, "fill": "var(--fill)", "opacity": 0.1}),
            node("path", {"d": path_of(points), "stroke-dasharray": DASHES[number], **line}),
        ]
        if scene.rounds <= MOST_MARKS:
            inside += [node("path", {"d": MARKS[number], **mark_at(x, y)}) for x, y in points]
        yield node("g", {"class": f"side-{number}"}, inside)


def mark_at(x: float, y: float) -> dict[str, str]:
    place = f"translate({tidy(x)} {tidy(y)})"
    return {"transform": place, "fill": "var(--fill)", "stroke": "var(--raised)", "stroke-width": "1.5"}


def draw_ends(scene: Scene) -> Iterator[Drawing]:
    """Write at the end of each line what is left; a narrow chart has that below it."""
    if scene.size.right < LETTER * 10:
        return
    lowest = -100.0
    for course in sorted(scene.courses, key=lambda one: -one.values[-1]):
        lowest = max(lowest + 19, scene.y(course.values[-1]) + 5)
        words = what_is_left(scene.account, course)
        given = {"class": f"side-{scene.number(course.side)}", "fill": "var(--side)", "font-weight": 700}
        yield text(scene.x(scene.rounds) + 12, min(lowest, scene.size.height - 22), words, "start", **given)


NAME_ROOM = 14  # letters of a name at the end of a line


def what_is_left(account: Account, course: SideCourse) -> str:
    """Return "Party 9 of 21", or "Orcs 33%"."""
    name = capital(account.side_name(course.side))
    name = name if len(name) <= NAME_ROOM else f"{name[: NAME_ROOM - 1].rstrip()}…"
    left = course.values[-1]
    return f"{name} {left:.0f} of {course.full:.0f}" if in_hit_points(account) else f"{name} {left:.0f}%"


# --- what happened

HALO = {
    "fill": "var(--ink)",
    "font-weight": 600,
    "stroke": "var(--leaf)",
    "stroke-width": 3,
    "stroke-linejoin": "round",
    "paint-order": "stroke",
}


class Mark(NamedTuple):
    """Something that is marked on the line of the side it befell."""

    round: float  # where between the rounds
    side: int
    by: int  # the side that did it
    glyph: str
    words: str
    weight: int


FALLS, AWAY, GAVE_UP, STOPPED = "fall", "flee", "surrender", "stop"
GLYPHS = {FALLS: "skull", AWAY: "undo", GAVE_UP: "heart", STOPPED: "moon"}
WEIGHTS = {FALLS: 6, AWAY: 5, GAVE_UP: 6, STOPPED: 5}


def find_marks(account: Account) -> list[Mark]:
    """Return what happened, what befell the same side in the same round in one."""
    groups = dict[tuple[int, int, str], list[Told]]()
    for told in account.told:
        known = told.event.other not in account.unknown_at(told.row)
        if known and (sort := sort_of(told)) and told.event.round:
            side = account.play.state.who[told.event.other].side
            groups.setdefault((told.event.round, side, sort), []).append(told)
    marks = [mark_of(account, *key, lines) for key, lines in groups.items()]
    return sorted((one for one in marks if one.side in account.sides), key=lambda one: one.round)


def sort_of(told: Told) -> str:
    e = told.event
    if e.kind in (E.DEAD, E.DOWN):
        return FALLS
    if e.kind in (E.FLED, E.SURRENDERED):
        return AWAY if e.kind == E.FLED else GAVE_UP
    return f"{STOPPED} {NAMES[e.value]}" if e.kind == E.CONDITION_ON and e.value in DISABLING else ""


def mark_of(account: Account, round: int, side: int, sort: str, lines: Sequence[Told]) -> Mark:
    whom = list(dict.fromkeys(one.event.other for one in lines))
    kind, _, condition = sort.partition(" ")
    verb = condition or f"{kind}{'s' if len(whom) == 1 else ''}"
    some = name_or_count(account, side, whom)
    share = (places(account, round).index(lines[0].row) + 1) / (len(places(account, round)) + 1)
    weight = WEIGHTS[kind] + max(weight_of(account, number) for number in whom) + len(whom)
    by = account.play.state.who[lines[0].event.who].side
    return Mark(round - 1 + share, side, by, GLYPHS[kind], f"{some} {verb}", weight)


FEW = 2  # players' people whose names there is room for


def name_or_count(account: Account, side: int, whom: Sequence[int]) -> str:
    """Return "Grub", "Two orcs", "Two of the dead" or "All of the orcs"."""
    if len(whom) == 1 or (account.play.state.side[side].players and len(whom) <= FEW):
        return join_names([account.name(number) for number in whom])
    if len(whom) == len(account.members(side)):
        return f"All of {call_side(account, side)}"
    kinds = {account.kind(number) for number in whom}
    some = plural(kinds.pop()) if len(kinds) == 1 else f"of {call_side(account, side)}"
    return f"{capital(spell_number(len(whom)))} {some}"


def places(account: Account, round: int) -> list[int]:
    """Return the rows of a round that its reader is told, in their order."""
    return [one.row for one in account.told if one.event.round == round]


class Box(NamedTuple):
    """A place on the chart that is taken."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


RISES = (-26, -44, -62, -82, -104, 28, 46, 64, 84, -128)  # of a mark above or below its line
ROUND = 11  # the radius of a mark


def draw_events(scene: Scene) -> list[Drawing]:
    """Draw the marks that weigh most, as far as there is room: none covers another."""
    taken = [Box(scene.x(scene.rounds) + 8, 0, scene.size.width, scene.size.height)]
    chosen = sorted(find_marks(scene.account), key=lambda one: -one.weight)[: scene.size.most_events]
    placed = [(one, place) for one in chosen if (place := find_place(scene, one, taken))]
    return [draw_mark(scene, mark, *place) for mark, place in sorted(placed, key=lambda pair: pair[0].round)]


def find_place(scene: Scene, mark: Mark, taken: list[Box]) -> tuple[float, bool] | None:
    """Return how far from its line a mark has room and whether its words stand at the right, and take that room: best
    where no line runs either."""
    lines = list(boxes_of_lines(scene))
    for avoided in ([*taken, *lines], taken):
        for rise in RISES:
            for right in (True, False):
                box, stem = box_of(scene, mark, rise, right), stem_of(scene, mark, rise)
                clear = not any(box.meets(other) for other in avoided) and not any(stem.meets(one) for one in taken)
                if clear and is_inside(scene, box):
                    taken += [box, stem]
                    return rise, right
    return None


def stem_of(scene: Scene, mark: Mark, rise: float) -> Box:
    x, y = spot_of(scene, mark)
    return Box(x - 2, min(y, y + rise), x + 2, max(y, y + rise))


def is_inside(scene: Scene, box: Box) -> bool:
    inside = box.left >= LEFT - 10 and box.right <= scene.size.width
    return inside and box.top >= 2 and box.bottom <= scene.size.height - BOTTOM - 2


def spot_of(scene: Scene, mark: Mark) -> tuple[float, float]:
    course = next(one for one in scene.courses if one.side == mark.side)
    return scene.x(mark.round), scene.height_at(course, mark.round)


def box_of(scene: Scene, mark: Mark, rise: float, right: bool) -> Box:
    x, y = spot_of(scene, mark)
    long = ROUND + 6 + len(mark.words) * LETTER
    ends = (x - ROUND - 2, x + long) if right else (x - long, x + ROUND + 2)
    return Box(ends[0], y + rise - ROUND - 2, ends[1], y + rise + ROUND + 2)


PIECE = 8  # the width of a piece of a line, as a box


def boxes_of_lines(scene: Scene) -> Iterator[Box]:
    for course in scene.courses:
        for x in range(LEFT, int(scene.x(scene.rounds)), PIECE):
            round = (x - LEFT) / max(1.0, scene.x(1) - LEFT)
            y = scene.height_at(course, round)
            yield Box(x, y - 4, x + PIECE, y + 4)


def draw_mark(scene: Scene, mark: Mark, rise: float, right: bool) -> Drawing:
    x, y = spot_of(scene, mark)
    side = mark.by if mark.by in scene.account.sides else mark.side
    stem = rise + (ROUND if rise < 0 else -ROUND)
    words = text(ROUND + 6 if right else -ROUND - 6, 4.5, mark.words, "start" if right else "end", **HALO)
    return node(
        "g",
        {"class": f"side-{scene.number(side)}", "transform": f"translate({tidy(x)} {tidy(y)})"},
        [
            node("path", {"d": f"M0 0V{tidy(float(stem))}", "stroke": "var(--side)", "stroke-width": 1.2}),
            node(
                "g",
                {"transform": f"translate(0 {tidy(float(rise))})"},
                [
                    node("circle", {"r": ROUND, "fill": "var(--raised)", "stroke": "var(--side)", "stroke-width": 1.6}),
                    node(
                        "use",
                        {"href": f"#{mark.glyph}", "x": -7, "y": -7, "width": 14, "height": 14, "color": "var(--side)"},
                    ),
                    words,
                ],
            ),
        ],
    )


# --- in words


def alt(account: Account) -> str:
    """Return the same in words."""
    what = "Hit points" if in_hit_points(account) else "What could be seen to be left, in per cent,"
    sides = [
        f"{capital(account.side_name(one.side))}: {', '.join(f'{value:.0f}' for value in one.values)}."
        for one in courses(account)
    ]
    happened = "; ".join(f"round {int(one.round) + 1}, {one.words}" for one in find_marks(account))
    return " ".join(
        [f"{what} by round, from the start on.", *sides, f"What happened: {happened}." if happened else ""]
    ).strip()


def svg_text(drawing: Drawing) -> str:
    """Return a drawing as text."""
    tag, given, *inside = drawing
    said = "".join(f' {name}="{escape(value)}"' for name, value in given.items())
    within = "".join(escape(one) if isinstance(one, str) else svg_text(one) for one in inside)
    return f"<{tag}{said}>{within}</{tag}>" if within else f"<{tag}{said}/>"
