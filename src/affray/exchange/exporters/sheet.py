"""Make a sheet of one page to play a fight on paper: who is there, what each must roll, what the round is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, groupby

from affray.engine.clauses import BY_ID, CLAUSES, Clause
from affray.engine.encounter import CONTACT, Encounter, Member, Party, Terrain
from affray.engine.state import NOBODY, Combatant, Weapon, clone
from affray.engine.vocabulary import BARE, MELEE, NAMES
from affray.exact.position import NEVER, NeededFace, Strike, needed_to_hit, needed_to_save
from affray.exact.questions import Scene
from affray.html import standalone_page
from affray.rules.book import Book, Roster
from affray.scenario import read_options

TENTHS_PER_UNIT = 10
NO_HARM, LESS, MORE = "⊘", "↓", "↑"  # after a number: what the blow does compared with its usual damage
LOWEST_ROLL, ANY_ROLL = "1", "any"
QUARTER_MARKS = {0: "", 1: "+", 2: "½", 3: "−"}
# The clauses about morale that are on a sheet, and the seam of each.
MORALE_SEAMS = {"check": "morale.check", "triggers": "morale.triggers", "steadfast": "morale.check"}


@dataclass(frozen=True, slots=True)
class SheetGroup:
    """A member of the scenario: one, or several alike."""

    name: str
    side: int
    first: int  # the number of its first combatant
    many: str  # "1", "5", "2d4"
    most: int
    armour: str
    dice: str  # level or hit dice
    move: str
    morale: str
    saves: tuple[str, ...]
    hp: int  # boxes for each
    lost: int  # ... of which so many are gone already
    rolled: str  # the dice they are rolled with; empty where hp are known
    scores: bool  # has a score of initiative of its own, to be written down
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackRow:
    """What one group strikes or shoots with, and what it needs against each of the others."""

    group: SheetGroup
    weapon: str
    damage: str
    needs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttackTable:
    """The attacks of one side."""

    side: str
    targets: tuple[SheetGroup, ...]
    rows: tuple[AttackRow, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is on a sheet."""

    title: str
    book: Book
    ground: tuple[str, ...]
    sides: tuple[Party, ...]
    groups: tuple[SheetGroup, ...]
    blocks: tuple[AttackTable, ...]
    morale: tuple[Clause, ...]
    notes: tuple[str, ...]  # about the set-up

    def of(self, side: int) -> list[SheetGroup]:
        return [group for group in self.groups if group.side == side]


def make_sheet(encounter: Encounter, book: Book, options: Mapping[str, str]) -> Sheet:
    """Return the sheet of a scenario, by the book's own rules."""
    fight, roster = book.build(encounter, read_options(book, options))
    scene = Scene(book, fight, roster)
    members = [(n, party, member) for n, party in enumerate(encounter.sides) for member in party.members]
    found, first = list[SheetGroup](), 0
    for side, _, member in members:
        found.append(make_group(scene, side, member, first))
        first += member.count.maximum
    found = [replace(group, name=distinct_name(group, found, roster)) for group in found]
    blocks = tuple(make_attack_table(scene, n, party.name, found) for n, party in enumerate(encounter.sides))
    return Sheet(
        title=encounter.title,
        book=book,
        ground=tuple(describe_ground(encounter, scene)),
        sides=encounter.sides,
        groups=tuple(found),
        blocks=tuple(block for block in blocks if block.rows),
        morale=tuple(morale_clauses(book)),
        notes=roster.notes,
    )


# --- who is there


def make_group(scene: Scene, side: int, member: Member, first: int) -> SheetGroup:
    c = scene.fight.who[first]
    most = c.max_hp or max(c.hp_least, c.hp_count * c.hp_sides + c.hp_plus)
    return SheetGroup(
        name=strip_number(scene.roster.who[first]) if member.count.maximum > 1 else scene.roster.who[first],
        side=side,
        first=first,
        many=str(member.count),
        most=member.count.maximum,
        armour=counted_armour(scene, c),
        dice=f"level {c.level}" if c.character else f"HD {format_hit_dice(c.hd)}",
        move=format_rates(c),
        morale=describe_morale(c),
        saves=needed_to_save(scene, first),
        hp=most,
        lost=c.max_hp - c.hp if c.max_hp else 0,
        rolled="" if c.max_hp else hit_point_dice(c),
        scores="scores" in scene.book.phases and not (c.tempo is not None and c.tempo.lackey),
        notes=tuple(list_particulars(scene.roster, member, c)),
    )


def strip_number(name: str) -> str:
    return re.sub(r" \d+$", "", name)


def distinct_name(group: SheetGroup, groups: Sequence[SheetGroup], roster: Roster) -> str:
    """Tell groups of one name apart by their numbers: Goblin 1–8, Goblin 9–16."""
    if group.most == 1 or sum(other.name == group.name for other in groups) == 1:
        return group.name
    last = roster.who[group.first + group.most - 1]
    return f"{roster.who[group.first]}–{last.rpartition(' ')[2]}"


def counted_armour(scene: Scene, c: Combatant) -> str:
    """Return armour as the book's rolls count it: what a blow from the front meets without any condition."""
    fit = clone(scene.fight)
    fit.who[c.id].conditions = 0
    foes = {f.side: f for f in fit.who if f.side != c.side}
    hands = [Strike(f.id, c.id, f.hand) for f in foes.values() if f.kit[f.hand] != NOBODY]
    met = Counter(needed_to_hit(scene._replace(fight=fit), strike).armour for strike in hands)
    return next((str(number) for number, _ in met.most_common() if number is not None), str(scene.book.armour(c)))


def format_hit_dice(quarters: int) -> str:
    """Return ½, 2, 2+ or 1−."""
    whole, rest = divmod(quarters, 4)
    if rest == 3:
        return f"{whole + 1}−"
    return f"{whole or ''}{QUARTER_MARKS[rest]}"


def format_rates(c: Combatant) -> str:
    rates = (("", c.move), ("fly ", c.fly), ("swim ", c.swim))
    return ", ".join(f"{word}{rate / TENTHS_PER_UNIT:g}" for word, rate in rates if rate or not word)


def describe_morale(c: Combatant) -> str:
    if c.player and not c.loyalty:
        return "never checks"
    if c.loyalty:
        return f"loyalty {c.loyalty}"
    return f"morale {c.morale}" + (f", led {c.led_morale}" if c.led_morale else "")


def hit_point_dice(c: Combatant) -> str:
    return f"{c.hp_count}d{c.hp_sides}{f'{c.hp_plus:+d}' if c.hp_plus else ''}"


def list_particulars(roster: Roster, member: Member, c: Combatant) -> Iterator[str]:
    """Return what to remember about a group."""
    spells = Counter(roster.effects[spell] for spell in c.spells if spell != NOBODY)
    if spells:
        yield "spells: " + ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in spells.items())
    if c.potions:
        named = c.potion_effect != NOBODY
        yield f"{c.potions} × {roster.effects[c.potion_effect]}" if named else f"{c.potions} potions"
    if c.breath != NOBODY:
        yield f"{roster.effects[c.breath]} ×{c.breaths}"
    yield from (roster.effects[effect] for effect in (c.aura, c.hug) if effect != NOBODY)
    yield from (f"{name} at the start" for n, name in enumerate(NAMES) if c.conditions >> n & 1)
    if member.leader:
        yield "leads"
    if member.cover:
        yield f"{member.cover} cover"
    if member.mount:
        yield f"on a {member.mount}"
    if c.regenerates:
        yield f"regenerates {c.regenerates}"
    if c.undead_rank:
        yield f"turned as rank {c.undead_rank}"
    if roster.aside(c.id):
        yield roster.aside(c.id)


# --- what each must roll


def make_attack_table(scene: Scene, side: int, name: str, groups: Sequence[SheetGroup]) -> AttackTable:
    targets = tuple(group for group in groups if group.side != side)
    rows = [row for group in groups if group.side == side for row in attack_rows(scene, group, targets)]
    return AttackTable(name, targets, tuple(merge_rows(rows)))


def attack_rows(scene: Scene, group: SheetGroup, targets: Sequence[SheetGroup]) -> Iterator[AttackRow]:
    """Return a row for each weapon in melee and one for each missile weapon; bare hands only without a weapon."""
    c, arms = scene.fight.who[group.first], scene.fight.arms
    held = [(slot, arms[arm]) for slot, arm in enumerate(c.kit) if arm != NOBODY]
    armed = [pair for pair in held if not pair[1].qualities & BARE] or held
    for slot, arm in armed:
        name = scene.roster.arms[c.kit[slot]]
        many = f"{arm.times} × " if arm.times > 1 else ""
        also = scene.roster.effects[arm.rider] if arm.rider != NOBODY else ""
        if arm.qualities & MELEE or not arm.long:
            yield make_attack_row(scene, group, targets, slot, (0,), False, f"{many}{name}", also)
        if arm.long:
            yield make_attack_row(
                scene, group, targets, slot, weapon_ranges(arm), True, f"{name}, {format_ranges(arm)}", also
            )


def weapon_ranges(arm: Weapon) -> tuple[int, ...]:
    return tuple(dict.fromkeys((arm.short, arm.medium, arm.long)))


def format_ranges(arm: Weapon) -> str:
    return "/".join(f"{far / TENTHS_PER_UNIT:g}" for far in weapon_ranges(arm))


def make_attack_row(
    scene: Scene,
    group: SheetGroup,
    targets: Sequence[SheetGroup],
    slot: int,
    far: Sequence[int],
    missile: bool,
    name: str,
    also: str,
) -> AttackRow:
    found = [[needed_to_hit(scene, Strike(group.first, at.first, slot, way, missile)) for way in far] for at in targets]
    usual = Counter(needs[0].most for needs in found).most_common(1)[0][0]
    damage = next(needs[0].damage for needs in found if needs[0].most == usual)
    return AttackRow(
        group, name, " + ".join(filter(None, (damage, also))), tuple(describe_needs(needs, usual) for needs in found)
    )


def describe_needs(needs: Sequence[NeededFace], usual: int) -> str:
    """Return the needed roll at each distance if they differ, with a mark if the damage is unusual."""
    words = list(dict.fromkeys(needed.words for needed in needs))
    if words == [LOWEST_ROLL]:
        return ANY_ROLL
    most = usual if words == [NEVER] else needs[0].most
    mark = "" if most == usual else NO_HARM if not most else LESS if most < usual else MORE
    return ("/".join(needed.words for needed in needs) if len(words) > 1 else words[0]) + mark


def merge_rows(rows: Sequence[AttackRow]) -> Iterator[AttackRow]:
    """Put weapons of one group that need the same into one row."""
    for (group, needs), alike in groupby(rows, key=lambda row: (row.group, row.needs)):
        several = list(alike)
        words = "; ".join(f"{row.weapon} {row.damage}".strip() for row in several[:-1])
        last = several[-1]
        yield AttackRow(group, f"{words}; {last.weapon}" if words else last.weapon, last.damage, needs)


# --- the fight


def describe_ground(encounter: Encounter, scene: Scene) -> Iterator[str]:
    """Return where the fight is, how far apart the sides are, and what ends it."""
    yield describe_distance(encounter, scene)
    yield from describe_terrain(encounter.terrain)
    if scene.fight.width:
        yield f"a passage of {scene.fight.width / TENTHS_PER_UNIT:g} {scene.book.unit}"
    for party in encounter.sides:
        if party.surprised or party.ambush:
            yield f"{party.name}: {'surprised' if party.surprised else f'in ambush ({party.ambush})'}"
        if not party.way_out:
            yield f"{party.name}: no way out"
    for aim in encounter.objectives:
        if aim.down:
            yield f"{aim.side} has won when {aim.down} is down"
        if aim.rounds:
            yield f"{aim.side} has won after {aim.rounds} rounds"
        if aim.escape:
            yield f"{aim.side} has won when its survivors are away"


def describe_distance(encounter: Encounter, scene: Scene) -> str:
    f, unit = scene.fight, scene.book.unit
    if encounter.distance == CONTACT:
        return "toe to toe"
    if any(member.position for party in encounter.sides for member in party.members):
        return "placed as the scenario says"
    if not encounter.distance:
        return f"{f.distance_count}d{f.distance_sides} × {f.distance_times / TENTHS_PER_UNIT:g} {unit} apart"
    return f"{f.start_distance / TENTHS_PER_UNIT:g} {unit} apart"


def describe_terrain(t: Terrain) -> Iterator[str]:
    features = {"outdoors": t.outdoors, "daylight": t.daylight, "dark": t.dark, "on a deck": t.deck}
    features |= {f"{t.water} water": bool(t.water), "bad ground": t.bad_ground, "a ledge": t.ledge}
    yield from (words for words, there in features.items() if there)


def morale_clauses(book: Book) -> Iterator[Clause]:
    """Return the book's clauses about morale, or those of the book whose rule a house rule uses."""
    donors = {seam: donor for overlay in book.overlays for seam, donor in overlay.seams.items()}
    wanted = list[str]()
    for word, seam in MORALE_SEAMS.items():
        name = donors.get(seam, book.name)
        wanted += [f"{name}.morale.{word}", f"{name}.morale"]
    yield from (CLAUSES[BY_ID[id]] for id in dict.fromkeys(wanted) if id in BY_ID)


def drop_reading(words: str) -> str:
    """Return a clause without its reading, which is in the register."""
    rule, reading, rest = words.partition("Reading")
    return rule.strip() or f"{reading}{rest}"


ROUND_COLUMNS = 16
SAVE_COLUMNS = ("D", "W", "P", "B", "S")
BOXES_TOGETHER = 5


# --- the page


def render_sheet(sheet: Sheet) -> str:
    """Return the sheet as one file of HTML that needs nothing else."""
    sides = (render_groups(party.name, sheet.book.unit, sheet.of(side)) for side, party in enumerate(sheet.sides))
    parts = [
        render_head(sheet),
        render_round(sheet),
        render_round_track(sheet),
        *sides,
        *map(render_attacks, sheet.blocks),
        render_foot(sheet),
    ]
    title = f"{escape(sheet.title)}: a sheet to play it on paper"
    return standalone_page(
        title, "exchange.exporters/sheet.css", chain.from_iterable(parts), script="exchange.exporters/sheet.js"
    )


def render_head(sheet: Sheet) -> Iterator[str]:
    house = "".join(f"; {overlay.name}" for overlay in sheet.book.overlays)
    yield f"<header><h1>{escape(sheet.title)}</h1><p>{escape(sheet.book.title + house)}</p>"
    yield f'<p class="ground">{escape(" · ".join(sheet.ground))}</p></header>'


def render_round(sheet: Sheet) -> Iterator[str]:
    yield '<section class="round">'
    yield f"<div><h2>The round</h2><ol>{list_items(sheet.book.sequence)}</ol></div>"
    clauses = (f'{escape(drop_reading(c.words))} <span class="clause">{c.id}</span>' for c in sheet.morale)
    ratings = (f"<p>{escape(party)}: {escape(morale)}</p>" for party, morale in list_morale(sheet))
    yield f"<div><h2>Morale</h2><ul>{''.join(f'<li>{words}</li>' for words in clauses)}</ul>{''.join(ratings)}</div>"
    yield "</section>"


def list_items(lines: Iterable[str]) -> str:
    return "".join(f"<li>{escape(line)}</li>" for line in lines)


def list_morale(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Return how many are on each side, and their ratings."""
    for side, party in enumerate(sheet.sides):
        groups = sheet.of(side)
        ratings = sorted({group.morale for group in groups}, key=lambda words: (number_in(words), words))
        groups_by_rating = (f"{', '.join(g.name for g in groups if g.morale == rating)} {rating}" for rating in ratings)
        yield f"{party.name}, {count_combatants(groups)} in all", "; ".join(groups_by_rating)


def number_in(words: str) -> int:
    """Return the first number; words without one come last."""
    return next((int(word) for word in words.replace(",", " ").split() if word.isdecimal()), 99)


def count_combatants(groups: Iterable[SheetGroup]) -> str:
    """Return how many there are, with dice for those that are rolled."""
    known = sum(int(group.many) for group in groups if group.many.isdecimal())
    dice = [group.many for group in groups if not group.many.isdecimal()]
    return " + ".join([*([str(known)] if known else []), *dice])


def render_round_track(sheet: Sheet) -> Iterator[str]:
    """Return a box for each round and side, to write the initiative in."""
    yield '<table class="track"><thead><tr><th>Round</th>'
    yield "".join(f"<th>{n}</th>" for n in range(1, ROUND_COLUMNS + 1))
    yield "</tr></thead><tbody>"
    for party in sheet.sides:
        yield f"<tr><th>{escape(party.name)}</th>{'<td></td>' * ROUND_COLUMNS}</tr>"
    yield "</tbody></table>"


def render_groups(side: str, unit: str, groups: list[SheetGroup]) -> Iterator[str]:
    words = ("AC", "", f"move ({unit})", "morale", *SAVE_COLUMNS)
    yield f'<table class="people"><thead><tr><th>{escape(side)}</th>'
    yield "".join(f'<th class="number">{word}</th>' for word in words)
    yield "<th>hp</th></tr></thead><tbody>"
    yield from map(render_group, groups)
    yield "</tbody></table>"


def render_group(group: SheetGroup) -> str:
    many = f" × {group.many}" if group.most > 1 else ""
    rating = group.morale.removeprefix("morale ")
    numbers = (group.armour, group.dice, group.move, rating, *group.saves)
    cells = "".join(f'<td class="number">{escape(text)}</td>' for text in numbers)
    hp = f"{escape(group.rolled)}:" if group.rolled else f"{group.hp - group.lost}:"
    notes = f" <small>{escape('; '.join(group.notes))}</small>" if group.notes else ""
    ones = "".join(render_combatant(group, n) for n in range(1, group.most + 1))
    return f'<tr><td class="name">{escape(group.name + many)}</td>{cells}<td class="hp">{hp} {ones}{notes}</td></tr>'


def render_combatant(group: SheetGroup, n: int) -> str:
    label = f"<b>{n}</b> " if group.most > 1 else ""
    wanted = ([" "] if group.rolled else []) + ([" score "] if group.scores else [])
    blanks = "".join(f'{word.lstrip()}<span class="blank">&nbsp;</span> ' for word in wanted)
    kind = "one" if group.most > 1 else "alone"
    return f'<span class="{kind}">{label}{blanks}{hit_point_boxes(group.hp, group.lost)}</span>'


def hit_point_boxes(many: int, gone: int) -> str:
    marks = ['<i class="gone"></i>' if n < gone else "<i></i>" for n in range(many)]
    fives = ["".join(marks[n : n + BOXES_TOGETHER]) for n in range(0, many, BOXES_TOGETHER)]
    return "".join(f'<span class="five">{five}</span>' for five in fives)


def render_attacks(block: AttackTable) -> Iterator[str]:
    yield f'<table class="targets"><thead><tr><th>{escape(block.side)}</th>'
    yield "<th>attack, at short/…/long range</th><th>damage</th>"
    yield "".join(f'<th class="number">{escape(target.name)}</th>' for target in block.targets)
    yield "</tr></thead><tbody>"
    last = ""
    for row in block.rows:
        name = "" if row.group.name == last else escape(row.group.name)
        last = row.group.name
        cells = "".join(f'<td class="number">{escape(needs)}</td>' for needs in row.needs)
        yield f'<tr><th>{name}</th><td class="arm">{escape(row.weapon)}</td><td>{escape(row.damage)}</td>{cells}</tr>'
    yield "</tbody></table>"


def render_foot(sheet: Sheet) -> Iterator[str]:
    marks = f"{NO_HARM} it does no harm, {LESS} less, {MORE} more than usual"
    legend = f"What the d20 must show at least, face to face, with nobody doing anything about it; {marks}."
    yield f"<footer><small>{legend} Saves are the least d20 against death, wands, paralysis, breath, spells."
    yield f" {escape('; '.join(sheet.notes))}" if sheet.notes else ""
    yield "</small></footer>"
