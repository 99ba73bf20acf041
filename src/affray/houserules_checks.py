"""House rules as a whole: what is unknown, repeated, in conflict, without effect, or more than a base can carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.errors import AffrayError
from affray.houserules import Overlay
from affray.houserules_seams import objections, options, owner, silenced
from affray.houserules_tables import laid as with_rows
from affray.houserules_tables import merged, unbuildable
from affray.mistakes import Found, Mistake, nearest, quoted, sentence, unknown
from affray.options import SWITCH, Option
from affray.rules import donor, donors
from affray.rules.binding import version
from affray.rules.book import Book, Donor
from affray.rules.seams import SEAMS

Path = tuple[str | int, ...]


@dataclass(slots=True)
class Plan:
    """What a base becomes under some overlays, and everything that speaks against it."""

    base: Book
    overlays: Sequence[Overlay]
    mistakes: list[Mistake] = field(default_factory=list)
    seams: dict[str, Book | Donor] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    values: dict[str, int] = field(default_factory=dict)  # of the options that are set
    library: Any = None  # the content with all rows; None where no row changes
    by: dict[Path, Overlay] = field(default_factory=dict)  # who says what, by its path

    def wrong(self, overlay: Overlay, path: Path, what: str, key: bool = False) -> None:
        self.mistakes.append(overlay.mistake(Found(path, what, key=key)))

    def first(self, overlay: Overlay, path: Path, value: object, said: object) -> bool:
        """Whether nobody has said this before; who says it again is told where."""
        before = self.by.setdefault(path, overlay)
        if before is overlay:
            return True
        where = before.line(*path)
        if value == said:
            self.wrong(overlay, path, f"{path[-1]}: {where} says the same; drop one of them", key=True)
        else:
            what = f"{path[-1]} can't be both {quoted(said)} ({where}) and {quoted(value)}; drop one of them"
            self.wrong(overlay, path, what, key=True)
        return False


def examined(base: Book, overlays: Sequence[Overlay]) -> Plan:
    plan = Plan(base, overlays)
    for overlay in overlays:
        check_name(plan, overlay)
        check_seams(plan, overlay)
    plan.options = options(base, plan.seams)
    for overlay in overlays:
        check_options(plan, overlay)
    check_silenced(plan)
    check_tables(plan)
    return plan


def check_name(plan: Plan, overlay: Overlay) -> None:
    if overlay.rules and overlay.rules != plan.base.name:
        what = f"these house rules are for {overlay.rules}, and this is {plan.base.name}"
        plan.wrong(overlay, ("rules",), sentence(what, mend=f"take --rules {overlay.rules}, or change this line"))
    plan.first(overlay, ("name", overlay.name), overlay.name, overlay.name)


# --- seams


def check_seams(plan: Plan, overlay: Overlay) -> None:
    for seam, name in overlay.seams.items():
        path = ("seams", seam)
        before = plan.by.get(path)
        if seam not in SEAMS:
            plan.wrong(overlay, path, unknown("seam", seam, list(SEAMS)), key=True)
        elif name not in donors():
            plan.wrong(overlay, path, unknown("rulebook", name, donors()))
        elif plan.first(overlay, path, name, before.seams[seam] if before else name):
            check_giver(plan, overlay, seam, name)


def check_giver(plan: Plan, overlay: Overlay, seam: str, name: str) -> None:
    try:
        giver = donor(name)
    except AffrayError as error:
        plan.wrong(overlay, ("seams", seam), str(error))
        return
    against = list(objections(plan.base, seam, giver))
    for what in against:
        plan.wrong(overlay, ("seams", seam), f"{seam}: {what}")
    if not against:
        plan.seams[seam] = giver


# --- options


def check_options(plan: Plan, overlay: Overlay) -> None:
    known = {option.name: option for option in plan.options}
    for name, value in overlay.options.items():
        path: Path = ("options", name)
        if name not in known:
            plan.wrong(overlay, path, unknown_option(plan, name), key=True)
            continue
        option = known[name]
        try:
            number = option.read(written(value))
        except AffrayError:
            path, word = culprit(path, option, value)
            near = nearest(word, option.words) if isinstance(word, str) else ""
            plan.wrong(overlay, path, sentence(f"{name} can't be {quoted(word)}", option.expected, near))
            continue
        if number == option.default:
            plan.wrong(overlay, path, f"{name}: this changes nothing: it is {option.say(number)} already; leave it out")
        elif plan.first(overlay, path, option.say(number), option.say(plan.values.get(name, number))):
            plan.values[name] = number


def culprit(path: Path, option: Option, value: Any) -> tuple[Path, Any]:
    """Of several words the wrong one; else the value."""
    if isinstance(value, list) and option.several:
        for n, word in enumerate(value):
            if str(word).lower() not in option.words:
                return (*path, n), word
    return path, value


def unknown_option(plan: Plan, name: str) -> str:
    """Perhaps another book has it: then its rule must be put at a seam first."""
    from affray.options import EVERY

    book, _, rest = name.partition(".")
    elsewhere = [owner(o) for o in EVERY if name == o.name or (book == owner(o) and rest == o.name)]
    mend = f"{elsewhere[0]} has it; put its rule at a seam first" if elsewhere else ""
    said = unknown("option", name, [option.name for option in plan.options])
    return f"{said}; {mend}" if mend else said


def written(value: Any) -> str:
    """As an option reads it: on, 3, reroll, first,half."""
    if isinstance(value, bool):
        return SWITCH[value]
    return ",".join(map(str, value)).lower() if isinstance(value, list) else str(value).lower()


def check_silenced(plan: Plan) -> None:
    """An option whose rule was taken out at a seam changes nothing."""
    own = {option.name: option for option in plan.base.options}
    wanted = [name for name in plan.values if name in own]
    gone = silenced(plan.base, plan.seams) if plan.seams and wanted else set()
    for name in wanted:
        if own[name].number in gone:
            overlay, (seam, giver) = plan.by["options", name], next(iter(plan.seams.items()))
            for other, theirs in plan.seams.items():
                if own[name].number in silenced(plan.base, {other: theirs}):
                    seam, giver = other, theirs
            where = plan.by["seams", seam].line("seams", seam)
            what = f"{name}: no rule reads it any more: {where} puts {giver.name}'s in its place; drop one of them"
            plan.wrong(overlay, ("options", name), what, key=True)


# --- tables


def check_tables(plan: Plan) -> None:
    overlays = [overlay for overlay in plan.overlays if overlay.tables]
    if not overlays:
        return
    if plan.base.setup is None:
        for overlay in overlays:
            plan.wrong(overlay, ("tables",), f"{plan.base.name} has no tables to change", key=True)
        return
    library, before = version(plan.base, plan.base.setup)().library, len(plan.mistakes)
    so_far: dict[str, Any] = {}
    for overlay in overlays:
        for path, value in leaves(overlay.tables):
            earlier = plan.by.get(("tables", *path))
            plan.first(overlay, ("tables", *path), value, at(earlier.tables, path) if earlier else value)
        so_far = merged(so_far, overlay.tables)
        _, found = with_rows(library, touched(so_far, overlay.tables))
        plan.mistakes += [overlay.mistake(each._replace(path=("tables", *each.path))) for each in found]
    if len(plan.mistakes) == before:
        plan.library, _ = with_rows(library, so_far)
        check_fights(plan, overlays)


def touched(rows: Mapping[str, Any], by: Mapping[str, Any]) -> dict[str, Any]:
    """Of all rows those entries that one overlay has a hand in."""
    return {kind: {name: rows[kind][name] for name in entries} for kind, entries in by.items()}


def leaves(rows: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, object]]:
    for name, value in rows.items():
        if isinstance(value, Mapping):
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name), value


def at(rows: Any, path: Path) -> object:
    for step in path:
        rows = rows.get(step) if isinstance(rows, Mapping) else None
    return rows


def check_fights(plan: Plan, overlays: Sequence[Overlay]) -> None:
    """Whether somebody with the new things can be put into a fight."""
    from affray.houserules_laying import furnished

    book = furnished(plan.base, plan.base.options, plan.library)
    for overlay in overlays:
        for each in unbuildable(book, overlay.tables):
            plan.mistakes.append(overlay.mistake(each._replace(path=("tables", *each.path))))
