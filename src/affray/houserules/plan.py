"""House rules as a whole: an Overlay as written, and the Plan of what a base book becomes under several.

A plan finds all that is unknown, repeated, in conflict or without effect, and rules that the base can't carry."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

from affray.compiler.source import reachable_functions, resolve_call, usage
from affray.content.entries import option_text
from affray.content.overlay import TABLES, find_source, find_unbuildable, kinds_of, merge_fields, with_changes
from affray.engine.clauses import BLOCK, EVERY, PLACES, Option
from affray.engine.encounter import HouseRule
from affray.errors import AffrayError, Found, KeyPath, Mistake, ScenarioError, nearest, quote, sentence, unknown
from affray.rules import books, broken, donor, donors
from affray.rules.book import Book, Donor, Function, SeamRule, is_ours
from affray.rules.seams import GROUPS

HOUSE = "house"  # whose options every book knows under house rules
Swaps = Mapping[str, Book | Donor]  # who gives the rule for each group of seams


def with_rules_at_seams(base: Book, swaps: Swaps) -> Book:
    """Return the base with these rules at its seams."""
    given = {group: giver.seams[group] for group, giver in swaps.items()}
    companions = [pair for rule in given.values() for pair in rule.companions]
    return replace(base, seams={**base.seams, **given}, provides={**base.provides, **dict(companions)})


# --- what can't be carried


def objections(base: Book, group: str, giver: Book | Donor) -> Iterator[str]:
    """Yield why the base can't have this rule of theirs; nothing if it can."""
    what = GROUPS[group].about
    if group not in base.seams:
        yield f"{base.name} has no place for another rule of {what}"
    elif group not in giver.seams:
        yield f"{giver.name} has no rule of {what} to give"
    elif wrong := [*misfits(group, giver.seams[group])]:
        yield f"{giver.name}'s rule doesn't fit there: {'; '.join(wrong)}"
    elif not is_there(base, group, giver):
        yield from incompatibilities(base, group, giver)


def is_there(base: Book, group: str, giver: Book | Donor) -> bool:
    """Return whether the base has this rule of theirs already."""
    return giver.seams[group].implementations == base.seams[group].implementations


def misfits(group: str, rule: SeamRule) -> Iterator[str]:
    """Yield what is wrong with the functions that somebody provides for a group of seams."""
    given = dict(rule.implementations)
    for seam in GROUPS[group].seams:
        if seam not in given:
            yield f"nothing provides {describe(seam)}"
        elif parameters(given[seam]) != parameters(seam):
            yield f"{describe(given[seam])} can't stand for {describe(seam)}"
    yield from (f"{describe(seam)} is no seam of {group}" for seam in given if seam not in GROUPS[group].seams)


def parameters(function: Function) -> tuple[object, ...]:
    """Return the names and types of what a function takes, and the type of what it returns."""
    said = signature(function)
    every = [(name, type_name(one.annotation)) for name, one in said.parameters.items()]
    return (*every, type_name(said.return_annotation))


def type_name(annotation: object) -> str:
    """Return a type as it is written, whether or not annotations are text in its module."""
    return str(getattr(annotation, "__name__", annotation)).strip("'")


def describe(function: Function) -> str:
    """Return its name with the names of its parameters."""
    return f"{function.__name__}({', '.join(signature(function).parameters)})"


def incompatibilities(base: Book, group: str, giver: Book | Donor) -> Iterator[str]:
    """Yield what their rule would do that the base has no way to do."""
    rule = giver.seams[group]
    through = with_rules_at_seams(base, {group: giver}).implementations
    strangers = [each for _, each in rule.implementations if not is_ours(each)]  # tests have tried ours at every seam
    for function in strangers:
        if caller := caller_of(function, through):
            yield f"{giver.name}'s {function.__name__} would call itself here, by way of {caller.__name__}"
    if rule.asks:
        yield f"{giver.name}'s rule asks a question that {base.name} doesn't know"


def caller_of(function: Function, through: Mapping[Function, Function]) -> Function | None:
    """Return what calls a function that was called by it; None where nothing does."""
    for caller in reachable_functions([function], through):
        if any(resolve_call(through, called) is function for called in usage(caller).calls):
            return caller
    return None


# --- the fields of the record that come along


def borrowed_fields(base: Book, group: str, giver: Book | Donor) -> frozenset[str]:
    """Return the fields that their rules read and that the base leaves blank, their nested records among them."""
    rule = giver.seams[group]
    return frozenset(rule.fields) & frozenset(base.blank_fields) | frozenset(rule.records) - {base.setup().library.book}


# --- the options that come along


def owner(option: Option) -> str:
    """Return the book that an option belongs to."""
    return PLACES[option.number // BLOCK]


def options(base: Book, swaps: Swaps) -> tuple[Option, ...]:
    """Return the base's own, and those that the rules at its seams read beside them: of house rules, and of the rules
    put in. A name that is taken gets its book before it."""
    found = {option.name: option for option in base.options}
    rules = with_rules_at_seams(base, swaps).seams.values()
    numbers = {number for rule in rules for number in options_read(rule)}
    own = {option.number for option in base.options}
    for option in sorted((o for o in EVERY if o.number in numbers - own), key=lambda o: o.number):
        name = f"{owner(option)}.{option.name}" if option.name in found else option.name
        found[name] = replace(option, name=name)
    return tuple(found.values())


def options_read(rule: SeamRule) -> tuple[int, ...]:
    """Return the numbers of the options that functions at a group of seams read."""
    return (*rule.options, *rule.shared_options)


def options_unread(base: Book, swaps: Swaps) -> set[int]:
    """Return the base's options that nothing reads any more."""
    before = {number for group in swaps for number in base.seams[group].options}
    now = with_rules_at_seams(base, swaps).seams.values()
    after = {number for rule in now for number in options_read(rule)}
    return {option.number for option in base.options} & before - after


Said = dict[KeyPath, tuple["Overlay", KeyPath, object]]  # of a field of a real entry who says it, where and what


class HouseRuleError(ScenarioError):
    """House rules that can't be laid on a book, with every mistake found in them."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """One set of house rules, as it was written."""

    name: str
    says: str
    rules: str  # the base book; empty: whatever it is laid on
    text: str  # as a file: a journal keeps it
    written: HouseRule  # with the places of all that stands in it
    options: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seams: Mapping[str, str] = field(default_factory=dict)
    by_book: Mapping[str, Any] = field(default_factory=dict)  # further parts for each book, or why it can't carry them

    def under(self, book: str) -> Overlay:
        """Return what it says for one book."""
        parts = self.by_book.get(book)
        if parts is None or isinstance(parts, str):
            return self
        here = ("rules", book)
        places = [
            {**all, **{path[2:]: at for path, at in all.items() if path[:2] == here and path[2:]}}
            for all in (self.written.keys, self.written.values)
        ]
        return replace(
            self,
            written=replace(self.written, keys=places[0], values=places[1]),
            options={**self.options, **parts["options"]},
            tables=merge_fields(self.tables, parts["tables"]),
            seams={**self.seams, **parts["seams"]},
            by_book={},
        )

    @property
    def file(self) -> str:
        return self.written.source

    def line(self, *path: str | int) -> str:
        """Return where something of it stands, as people say it."""
        line, column = place(self.written, path, True)
        return f"{self.file}:{line}:{column}"

    def mistake(self, found: Found) -> Mistake:
        return Mistake(self.file, *place(self.written, found.path, found.key), found.message)


def place(written: HouseRule, path: KeyPath, key: bool = False) -> tuple[int, int]:
    """Return line and column of a part; of the nearest part around it where it doesn't stand there."""
    while path:
        at = written.keys.get(path) if key else written.values.get(path)
        if at or path in written.values:
            return at or written.values[path]
        path, key = path[:-1], True
    return written.line, written.column


@dataclass(slots=True)
class Plan:
    """What a base becomes under some overlays, and everything that speaks against it."""

    base: Book
    overlays: Sequence[Overlay]
    mistakes: list[Mistake] = field(default_factory=list)
    notes: list[Mistake] = field(default_factory=list)  # of what changes nothing
    seams: dict[str, Book | Donor] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    values: dict[str, int] = field(default_factory=dict)  # of the options that are set
    library: Any = None  # the content with all rows; None where no row changes
    gone: dict[str, str] = field(default_factory=dict)  # options that nothing reads any more, and why
    by: dict[KeyPath, Overlay] = field(default_factory=dict)  # who says what, by its path

    def wrong(self, overlay: Overlay, path: KeyPath, what: str, key: bool = False) -> None:
        self.take(overlay, Found(path, what, key=key))

    def note(self, overlay: Overlay, path: KeyPath, what: str) -> None:
        self.take(overlay, Found(path, what, harmless=True))

    def take(self, overlay: Overlay, found: Found) -> None:
        (self.notes if found.harmless else self.mistakes).append(overlay.mistake(found))

    def first(self, overlay: Overlay, path: KeyPath, value: object, said: object) -> bool:
        """Return whether nobody has said this before; who says it again is told where."""
        before = self.by.setdefault(path, overlay)
        if before is not overlay:
            self.again(overlay, path, value, said, before.line(*path))
        return before is overlay

    def again(self, overlay: Overlay, path: KeyPath, value: object, said: object, where: str) -> None:
        what = f"{path[-1]} can't be both {quote(said)} ({where}) and {quote(value)}; drop one of them"
        same = f"{path[-1]}: {where} says the same; drop one of them"
        self.wrong(overlay, path, same if value == said else what, key=True)


def examine(base: Book, overlays: Sequence[Overlay]) -> Plan:
    overlays = [overlay.under(base.name) for overlay in overlays]
    plan = Plan(base, overlays)
    for overlay in overlays:
        check_name(plan, overlay)
    if plan.mistakes:  # for another book, or twice the same: whatever else there is follows from it
        return plan
    for overlay in overlays:
        check_seams(plan, overlay)
    plan.options = options(base, plan.seams)
    for overlay in overlays:
        check_options(plan, overlay)
    check_silenced(plan)
    plan.options = tuple(option for option in plan.options if is_open(plan, option))
    check_tables(plan)
    return plan


def is_open(plan: Plan, option: Option) -> bool:
    """Return whether fights may set an option: those of house rules only beside one that is set."""
    if owner(option) != HOUSE or option.name in plan.values or option in plan.base.options:
        return True
    known = {each.name: each.clause for each in plan.options if owner(each) == HOUSE}
    return option.clause in {known[name] for name in plan.values.keys() & known.keys()}


def check_name(plan: Plan, overlay: Overlay) -> None:
    if overlay.rules and overlay.rules != plan.base.name:
        what = f"these house rules are for {overlay.rules}, and this is {plan.base.name}"
        mend = f"take --rules {overlay.rules}, or house rules for {plan.base.name}"
        plan.wrong(overlay, ("rules",), sentence(what, mend=mend))
    elif overlay.by_book:
        plan.wrong(overlay, ("rules", plan.base.name), describe_refusal(overlay, plan.base.name))
    plan.first(overlay, ("name", overlay.name), overlay.name, overlay.name)


def describe_refusal(overlay: Overlay, book: str) -> str:
    """Say why house rules have nothing for a book."""
    if why := overlay.by_book.get(book):
        return f"{book} can't carry these house rules: {why}"
    for_these = [name for name, parts in overlay.by_book.items() if not isinstance(parts, str)]
    return f"these house rules are for {', '.join(for_these)}, and this is {book}"


# --- seams


def check_seams(plan: Plan, overlay: Overlay) -> None:
    for seam, name in overlay.seams.items():
        path = ("seams", seam)
        before = plan.by.get(path)
        if seam not in GROUPS:
            plan.wrong(overlay, path, unknown("seam", seam, list(GROUPS)), key=True)
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
    if not against and is_there(plan.base, seam, giver):
        plan.note(overlay, ("seams", seam), f"{seam}: {plan.base.name} has this rule already")
    elif not against:
        plan.seams[seam] = giver


# --- options


def check_options(plan: Plan, overlay: Overlay) -> None:
    known = {option.name: option for option in plan.options}
    for name, value in overlay.options.items():
        path: KeyPath = ("options", name)
        if name not in known:
            plan.wrong(overlay, path, unknown_option(plan, name), key=True)
            continue
        option = known[name]
        if isinstance(value, list) and (wrong := wrong_list(option, value)):
            plan.wrong(overlay, path, f"{name}: {wrong}")
            continue
        try:
            number = option.read(option_text(value))
        except AffrayError:
            path, word = wrong_part(path, option, value)
            near = nearest(word, option.words) if isinstance(word, str) else ""
            plan.wrong(overlay, path, sentence(f"{name} can't be {quote(word)}", option.expected, near))
            continue
        if number == option.default:
            plan.note(overlay, path, f"{name} is {option.say(number)} already")
        if plan.first(overlay, path, option.say(number), option.say(plan.values.get(name, number))):
            plan.values[name] = number


def wrong_list(option: Option, value: list[Any]) -> str:
    """Return what is wrong with a list: there is one value, or a word twice in it."""
    if not option.several:
        return sentence("found a list", option.expected)
    words = [str(word).lower() for word in value]
    twice = next((word for word in words if words.count(word) > 1 and word in option.words), "")
    return f"{twice!r} stands there twice; delete one of them" if twice else ""


def wrong_part(path: KeyPath, option: Option, value: Any) -> tuple[KeyPath, Any]:
    """Return the wrong one of several words, else the value, with its path."""
    if isinstance(value, list) and option.several:
        for n, word in enumerate(value):
            if str(word).lower() not in option.words:
                return (*path, n), word
    return path, value


def unknown_option(plan: Plan, name: str) -> str:
    """Describe an unknown option: how to get at it if another book has it; else which seam takes a rule in Python."""
    known = [option.name for option in plan.options]
    elsewhere = next(options_elsewhere(name), None)
    if elsewhere is not None:
        return f"unknown option {quote(name)} here; {way_to_option(plan, elsewhere)}"
    if near := nearest(name, known):
        return sentence(f"unknown option {quote(name)}", f"one of {', '.join(known)}", near)
    return f"unknown option {quote(name)}: {seam_for(plan, name)}; affray rules {plan.base.name} lists the options"


def options_elsewhere(name: str) -> Iterator[Option]:
    """Yield the options of any book that go by this name, with or without the name of the book."""
    books()  # only those that are open have their options registered
    book, _, rest = name.partition(".")
    yield from (o for o in EVERY if book == owner(o) and rest == o.name)
    yield from (o for o in EVERY if name == o.name)


def way_to_option(plan: Plan, option: Option) -> str:
    """Say how the base comes by an option of another book, or that it can't."""
    here = next((o.name for o in plan.options if o.number == option.number), "")
    if here:
        return f"it is called {quote(here)}"
    home = "a house rule" if owner(option) == HOUSE else owner(option)
    groups = list(rules_reading(option))
    for group, giver in groups:
        if group in plan.seams:
            where = plan.by["seams", group].line("seams", group)
            return f"no rule reads it: {where} puts the rule of {plan.seams[group].name} there"
        if not [*objections(plan.base, group, giver)] and not is_there(plan.base, group, giver):
            return f"{home} has it; put {quote(f'{group}: {giver.name}')} under seams first"
    if groups:
        return f"{home} has it, and {next(objections(plan.base, *groups[0]))}"
    return f"{home} has it, and no seam carries its rule into {plan.base.name}; {seam_for(plan, option.name)}"


def rules_reading(option: Option) -> Iterator[tuple[str, Book | Donor]]:
    """Yield each group of seams with whoever has a rule for it that reads this option."""
    for giver in (donor(name) for name in donors() if name not in broken()):
        yield from ((group, giver) for group, rule in giver.seams.items() if option.number in options_read(rule))


def seam_for(plan: Plan, name: str) -> str:
    """Say which options are about this, or that none is, and where a rule for it can be written."""
    words = re.findall(r"[^\W_]+", name.lower())
    fit = [g for g, about in GROUPS.items() if any(w.startswith(tuple(about.words.split())) for w in words)]
    seams = " or ".join(f"{group} ({GROUPS[group].about})" for group in fit)
    where = f"at the seam {seams}" if fit else f"at one of the seams {', '.join(GROUPS)}"
    rules = [plan.base.seams[group] for group in fit if group in plan.base.seams]
    near = [o.name for o in plan.options if any(o.number in options_read(rule) for rule in rules)]
    ways = [f"{', '.join(near)} can be set"] if near else []
    ways += [f"{', '.join(known)} can be set after {quote(way)} under seams" for way, known in house_ways(plan, fit)]
    about = f"{'; '.join(ways)}; anything else" if ways else "no option does this; it"
    return f"{about} needs a rule in Python {where}, see docs/houserules.md"


def house_ways(plan: Plan, groups: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield which rules that belong to no book could be put at these seams, with the options they bring."""
    for group, giver in ((group, donor(name)) for group in groups for name in donors() if name not in broken()):
        if isinstance(giver, Donor) and giver.seams.get(group) and not [*objections(plan.base, group, giver)]:
            numbers = options_read(giver.seams[group])
            known = [o.name for o in EVERY if o.number in numbers and owner(o) == HOUSE]
            if known and plan.seams.get(group) is not giver:
                yield f"{group}: {giver.name}", known


def check_silenced(plan: Plan) -> None:
    """Refuse options whose rule was taken out at a seam: they change nothing."""
    own = {option.name for option in plan.base.options}
    plan.gone = silenced_options(plan)
    plan.options = tuple(option for option in plan.options if option.name not in plan.gone)
    for name in plan.values.keys() & own & plan.gone.keys():
        what = f"{plan.gone[name]}; drop one of them"
        plan.wrong(plan.by["options", name], ("options", name), what, key=True)


def silenced_options(plan: Plan) -> dict[str, str]:
    """Return the options of the base that no rule reads any more, each with who is to blame."""
    found: dict[str, str] = {}
    together = options_unread(plan.base, plan.seams) if plan.seams else set()
    alone = {seam: options_unread(plan.base, {seam: giver}) for seam, giver in plan.seams.items()} if together else {}
    for option in plan.base.options:
        if option.number in together:
            seam = next((seam for seam, numbers in alone.items() if option.number in numbers), next(iter(plan.seams)))
            where, giver = plan.by["seams", seam].line("seams", seam), plan.seams[seam].name
            found[option.name] = f"{option.name}: no rule reads it any more: {where} puts {giver}'s in its place"
    return found


# --- tables


def check_tables(plan: Plan) -> None:
    overlays = [overlay for overlay in plan.overlays if overlay.tables]
    if not overlays:
        return
    library, before = plan.base.setup().library, len(plan.mistakes)
    so_far: dict[str, Any] = {}
    said: Said = {}
    for overlay in overlays:
        check_rows(plan, overlay, library, said)
        rows, names = by_real_names(library, overlay.tables)
        so_far = merge_fields(so_far, rows)
        _, found = with_changes(library, entries_of(so_far, rows))
        for each in found:
            plan.take(overlay, each._replace(path=path_as_written(each.path, names)))
    if len(plan.mistakes) == before:
        plan.library, _ = with_changes(library, so_far)
        check_fights(plan, overlays)


def check_rows(plan: Plan, overlay: Overlay, library: Any, said: Said) -> None:
    """Check whether anybody has said it before, under whatever name and in whatever spelling."""
    for path, value in leaf_values(overlay.tables):
        real: KeyPath = (path[0], *(real_name(library, str(path[0]), str(name)) for name in path[1:2]), *path[2:])
        there = ("tables", *path)
        if real in said:
            before, where, was = said[real]
            plan.again(overlay, there, value, was, before.line(*where))
        said.setdefault(real, (overlay, there, value))


def real_name(library: Any, kind: str, name: str) -> str:
    """Return what the book itself calls an entry."""
    if kind == TABLES or kind not in kinds_of(library):
        return name
    found = find_source(library, kind, name.lower())
    return found.name if found else name.lower()


def by_real_names(library: Any, tables: Mapping[str, Any]) -> tuple[dict[str, Any], dict[KeyPath, str]]:
    """Return rows under the names that the book has for their entries, and how each was written."""
    rows: dict[str, Any] = {}
    names: dict[KeyPath, str] = {}
    for kind, entries in tables.items():
        rows[kind] = {}
        for written, values in entries.items():
            name = real_name(library, kind, written)
            names.setdefault((kind, name), written)
            rows[kind] = merge_fields(rows[kind], {name: values})
    return rows, names


def path_as_written(path: KeyPath, names: Mapping[KeyPath, str]) -> KeyPath:
    return ("tables", *path) if len(path) < 2 else ("tables", path[0], names[path[:2]], *path[2:])


def entries_of(rows: Mapping[str, Any], by: Mapping[str, Any]) -> dict[str, Any]:
    """Return those entries of all rows that one overlay has a hand in."""
    return {kind: {name: rows[kind][name] for name in entries} for kind, entries in by.items()}


def leaf_values(rows: Mapping[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    for name, value in rows.items():
        if isinstance(value, Mapping):
            yield from leaf_values(value, (*path, name))
        else:
            yield (*path, name), value


def check_fights(plan: Plan, overlays: Sequence[Overlay]) -> None:
    """Check whether somebody with the new things can be put into a fight."""
    book = with_options(plan.base, plan.base.options, plan.library)
    for overlay in overlays:
        for each in find_unbuildable(book, overlay.tables):
            plan.mistakes.append(overlay.mistake(each._replace(path=("tables", *each.path))))


def with_options(book: Book, options: tuple[Option, ...], library: Any) -> Book:
    """Return the book with these options, and with this content if there is any."""
    own = book.setup()
    changed = replace(own, options=options, library=library or own.library)
    return replace(book, options=options, setup=lambda: changed)
