"""Pictures: they show the numbers of the result, say so in words, and are the same bytes every time."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fixtures_pictures import HOSTILE, brawl, crowd, fought, hostile, light, scenario
from matplotlib.container import ErrorbarContainer
from matplotlib.text import Text
from PIL import Image

from affray import charts
from affray.charts import DARK, LIGHT, PICTURES, Picture, Theme
from affray.charts.course import APART, plan_panels, rounds_to_show, spread_out
from affray.charts.harm import MAX_ROWS, MAX_SINGLE, flow_between, group_by_kind, groups_of, groups_that_fit
from affray.charts.report import split_into_columns
from affray.charts.style import COLOURS, clean, percent
from affray.errors import AffrayError
from affray.simulation.chances import Rounds, Share
from affray.simulation.result import Result

SVG = "{http://www.w3.org/2000/svg}"
ALL = [charts.page, *(kind.make for kind in PICTURES.values())]
Make = Callable[[Result, Theme], Picture]


def texts(picture: Picture) -> list[str]:
    found = [each for each in picture.findobj(Text) if isinstance(each, Text) and each.get_visible()]
    return [each.get_text() for each in found if each.get_text()]


def panels(picture: Picture) -> list[Any]:
    return list(picture.subfigs[0].axes)


# --- files


@pytest.mark.parametrize("ending", charts.ENDINGS)
def test_the_same_picture_is_the_same_bytes(ending: str) -> None:
    first, second = (charts.data_of(charts.page(brawl()), ending) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("result", [brawl, hostile])
def test_an_svg_has_its_words_and_nothing_from_elsewhere(result: Callable[[], Result]) -> None:
    picture = charts.page(result())
    svg = charts.data_of(picture, ".svg").decode()
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}title") == picture.title
    assert root.findtext(f"{SVG}desc") == picture.alt
    assert root.get("aria-labelledby") == "title desc"
    assert "<script" not in svg
    assert "date" not in svg.lower()
    links = [value for each in root.iter() for name, value in each.attrib.items() if name.endswith("href")]
    assert all(link.startswith("#") for link in links)
    assert "DTD" not in svg


def test_a_png_has_its_words_too() -> None:
    picture = charts.outcomes(brawl())
    image = Image.open(BytesIO(charts.data_of(picture, ".png")))
    assert image.info["Title"] == picture.title
    assert image.info["Description"] == picture.alt
    assert image.info["Software"].startswith("Affray ")


@pytest.mark.parametrize(("theme", "paper"), [(LIGHT, (255, 255, 255)), (DARK, (0x16, 0x19, 0x1D))])
def test_a_theme_has_its_paper(theme: Theme, paper: tuple[int, int, int]) -> None:
    image = Image.open(BytesIO(charts.data_of(charts.rounds(brawl(), theme), ".png", theme))).convert("RGB")
    assert image.getpixel((1, 1)) == paper


@pytest.mark.parametrize("make", ALL)
def test_nothing_is_cut_off(make: Make) -> None:
    """All that is drawn lies within the paper, with names as long as they come."""
    for result in (hostile(),) if make is charts.page else (hostile(), crowd()):
        data = charts.data_of(make(result, LIGHT), ".png")
        image = Image.open(BytesIO(data)).convert("L").point(lambda grey: 255 if grey < 250 else 0)
        left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
        assert left > 0
        assert top > 0
        assert right < image.width
        assert bottom < image.height


def test_save_writes_a_whole_file_and_leaves_nothing_beside(tmp_path: Path) -> None:
    charts.save(charts.rounds(brawl()), tmp_path / "rounds.svg")
    assert [each.name for each in tmp_path.iterdir()] == ["rounds.svg"]
    ET.parse(tmp_path / "rounds.svg")


@pytest.mark.parametrize(
    ("name", "words"), [("a.gif", "ends in .svg or .png"), ("none/a.svg", "can't be written"), ("a.svg", "is a folder")]
)
def test_a_place_that_wont_do_is_said(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "a.svg").mkdir()
    with pytest.raises(AffrayError, match=words):
        charts.save(charts.rounds(brawl()), tmp_path / name)


# --- what they show


def test_the_bars_of_an_outcome_are_its_ways() -> None:
    result = brawl()
    (axes,) = panels(charts.outcomes(result))
    widths = sorted(bar.get_width() for bar in axes.patches)
    ways = sorted(one.share for ways in result.chances.ways.values() for one in ways.values())
    assert widths == pytest.approx(ways)
    assert len({bar.get_hatch() for bar in axes.patches}) == len(
        {w for ways in result.chances.ways.values() for w in ways}
    )


def test_the_interval_of_each_outcome_is_drawn_and_said() -> None:
    result = brawl()
    picture = charts.outcomes(result)
    (axes,) = panels(picture)
    bars = [each for each in axes.containers if isinstance(each, ErrorbarContainer)]
    ends = [tuple(bar.lines[2][0].get_segments()[0][:, 0]) for bar in bars]
    assert ends == [pytest.approx((one.low, one.high)) for one in result.outcomes.values()]
    for one in result.outcomes.values():
        assert f"{percent(one.share)}  ({percent(one.low)} to {percent(one.high)})" in texts(picture)


def test_the_bars_of_rounds_are_the_distribution() -> None:
    result = brawl()
    (axes,) = panels(charts.rounds(result))
    assert [bar.get_height() for bar in axes.patches] == pytest.approx(
        [one.share for one in result.rounds.distribution.values()]
    )


def test_many_rounds_share_bars() -> None:
    spread_out = {n: Share(1 / 200, 0, 1) for n in range(1, 201)}
    old = brawl().rounds
    lasted = Rounds(old.mean, 1, old.quantiles, 200, spread_out)
    result = replace(brawl(), chances=replace(brawl().chances, rounds=lasted))
    picture = charts.rounds(result)
    (axes,) = panels(picture)
    heights = [bar.get_height() for bar in axes.patches]
    assert len(heights) == 50  # by 4: the fewest that leave 60 bars or less
    assert heights == pytest.approx([4 / 200] * 50)
    assert "share of the fights, by 4 rounds" in texts(picture)


def test_a_few_endless_fights_dont_press_the_others_into_a_corner() -> None:
    old = brawl().rounds
    shares = {n: Share({5: 0.995, 150: 0.005}.get(n, 0.0), 0, 1) for n in range(5, 151)}
    result = replace(brawl(), chances=replace(brawl().chances, rounds=Rounds(old.mean, 5, old.quantiles, 150, shares)))
    assert rounds_to_show(result) == 20
    assert "rounds fought (the longest fight has 150)" in texts(charts.hp(result))


def test_the_median_of_a_side_is_drawn() -> None:
    result = brawl()
    for axes, band in zip(panels(charts.hp(result)), result.bands.values(), strict=True):
        drawn = [list(line.get_ydata()) for line in axes.lines]
        assert [one[2] for one in band] in drawn


def test_each_combatant_has_its_line_and_its_name() -> None:
    result = brawl()
    picture = charts.survival(result)
    drawn = [list(line.get_ydata()) for axes in panels(picture) for line in axes.lines]
    assert drawn == [list(line) for line in result.standing.values()]
    assert set(result.standing) <= set(texts(picture))


def test_lines_of_a_panel_differ_without_colour() -> None:
    for axes in panels(charts.survival(crowd())):
        looks = [(line.get_linestyle(), line.get_marker()) for line in axes.lines]
        assert len(set(looks)) == len(looks)


def test_labels_keep_apart() -> None:
    for heights in ([0.0] * 6, [1.0] * 6, [0.0, 0.5, 0.5, 0.52, 1.0, 1.0], [0.3]):
        found = spread_out(heights)
        assert all(b - a >= APART - 1e-9 for a, b in pairwise(found))
        assert 0 <= found[0] <= found[-1] <= 1


def test_damage_is_in_the_cell_of_who_and_whom() -> None:
    result = fought(scenario({"a": {"Ann": 1}, "b": {"Ben": 1}}))
    picture = charts.flow(result)
    axes = panels(picture)[0]
    cells = {(each.get_position()[0], each.get_position()[1]): each.get_text() for each in axes.texts[:2]}
    assert cells == {(1, 0): f"{result.flow['Ann']['Ben']:.1f}", (0, 1): f"{result.flow['Ben']['Ann']:.1f}"}
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["Ann", "Ben"]


def test_a_fight_without_harm_says_so() -> None:
    result = replace(brawl(), flow={})
    assert "Nobody was harmed." in texts(charts.flow(result))
    assert "nobody was harmed" in charts.flow(result).alt


# --- many combatants


def test_those_of_a_kind_stand_together() -> None:
    groups = group_by_kind(crowd().fighters)
    assert [group.label for group in groups][:2] == ["ox A", "ox B"]
    assert "ox goblin ×4" in [group.label for group in groups]
    assert sorted(name for group in groups for name in group.names) == sorted(each.name for each in crowd().fighters)


def test_no_damage_is_lost_by_grouping() -> None:
    result = crowd()
    everything = sum(row["damage"] for row in result.damage)
    for groups in (group_by_kind(result.fighters), groups_that_fit(result, 10), groups_that_fit(result, 1)):
        assert sum(map(sum, flow_between(result.flow, groups))) == pytest.approx(everything)


def test_the_table_of_damage_stays_readable() -> None:
    assert len(brawl().fighters) <= MAX_SINGLE
    assert len(groups_of(brawl())) == len(brawl().fighters)
    assert len(crowd().fighters) == 54
    assert len(groups_of(crowd())) <= MAX_ROWS + 3  # and the others of each side
    assert any("others" in group.label for group in groups_of(crowd()))


def test_no_panel_has_more_lines_than_there_are_looks() -> None:
    groups = plan_panels(crowd())
    assert max(map(len, groups)) <= len(COLOURS)
    assert all(len({group.side for group in panel}) == 1 for panel in groups)
    assert sum(len(group.names) for panel in groups for group in panel) == 54


def test_a_page_has_all_pictures_in_two_columns() -> None:
    columns = split_into_columns(brawl(), list(PICTURES.values()))
    assert sorted(kind.heading for column in columns for kind in column) == sorted(k.heading for k in PICTURES.values())
    assert len(columns) == 2
    assert columns[0][0] is PICTURES["outcomes"]


# --- words and names


@pytest.mark.parametrize("make", ALL)
def test_each_has_a_title_and_words(make: Make) -> None:
    picture = make(brawl(), LIGHT)
    assert picture.title.startswith("A brawl: ")
    assert len(picture.alt) > 60


def test_the_words_have_the_numbers() -> None:
    result = brawl()
    share = result.outcomes["party"]
    assert (
        f"party {percent(share.share)} ({percent(share.low)} to {percent(share.high)})" in charts.outcomes(result).alt
    )
    assert (
        f"median {result.rounds.quantiles['median']}, mean {result.rounds.mean.mean:.2f}" in charts.rounds(result).alt
    )
    assert f"Fighter {percent(result.standing['Fighter'][-1])}" in charts.survival(result).alt


def test_every_picture_says_what_was_run() -> None:
    for make in ALL:
        assert any("A brawl · classic · 80 fights, seed 1 · Affray" in text for text in texts(make(brawl(), LIGHT)))


def test_a_name_is_text_whatever_is_in_it() -> None:
    said = texts(charts.flow(hostile()))
    assert any(text.startswith("$\\frac{1}") for text in said)
    assert clean(HOSTILE) in texts(charts.outcomes(hostile()))


@pytest.mark.parametrize(
    ("text", "said"), [("a\nb\x00c", "a b c"), ("x" * 40, "x" * 27 + "…"), (" \u202e Orc ", "Orc"), ("龍", "龍")]
)
def test_names_are_cleaned(text: str, said: str) -> None:
    assert clean(text) == said


@pytest.mark.parametrize(
    ("share", "said"), [(0, "0.0%"), (1, "100.0%"), (0.1234, "12.3%"), (0.0004, "0.04%"), (-0.05, "−5.0%")]
)
def test_a_share_is_said(share: float, said: str) -> None:
    assert percent(share) == said


# --- the chances alone


def test_of_chances_alone_there_are_two_pictures() -> None:
    assert len(charts.page(light()).subfigs) == 2
    for make in (charts.hp, charts.survival, charts.flow):
        with pytest.raises(AffrayError, match="leave out --brief"):
            make(light())
