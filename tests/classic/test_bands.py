"""Rows of the classic book that stand for several levels: each level stands in one row, and none is left out."""

from __future__ import annotations

import pytest
from helpers import scripted, someone, versus

from affray.errors import AffrayError
from affray.rules.shared.content import library


@pytest.mark.clause("classic.attack.class")
@pytest.mark.parametrize("name", sorted(library().classes))
def test_every_level_of_a_class_stands_in_one_row(name: str) -> None:
    bands = library().classes[name].bands
    levels = [level for band in bands for level in range(band.first, band.last + 1)]
    assert levels == list(range(1, bands[-1].last + 1))
    for band in bands:
        scene = scripted(versus(someone("Anna", cls=name, level=band.first), someone("Orc")), tables=True)
        assert scene["Anna"].thac0 == band.thac0


@pytest.mark.clause("classic.hp.roll")
def test_a_veteran_has_up_to_three_hit_dice() -> None:
    veteran = someone("Vera", monster="veteran", level=3, hp="rolled")
    scene = scripted(versus(veteran, someone("Orc")), "3d8=1,2,3")
    assert scene["Vera"].hp == 1 + 2 + 3
    with pytest.raises(AffrayError, match="level 1 to 3"):
        scripted(versus(someone("Vera", monster="veteran", level=4), someone("Orc")))
