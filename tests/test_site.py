"""The documentation site: it builds without a warning, has every clause and every public name, and needs no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from documents import ROOT

import affray
from affray.engine.clauses import CLAUSES
from affray.rules import names
from affray.tools import site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr
    return folder


def test_it_has_every_clause_and_every_public_name(built: Path) -> None:
    for book in names():
        page = (built / "clauses" / f"{book}.html").read_text(encoding="utf-8")
        for clause in CLAUSES.values():
            assert clause.book != book or f'id="{site.anchor(clause.id)}"' in page, clause.id
    python = (built / "python.html").read_text(encoding="utf-8")
    assert all(f"affray.{name}" in python for name in affray.__all__)


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    loads = re.compile(r'<(?:script|img|link)[^>]+(?:src|href)="(https?:[^"]+)"')
    for page in built.rglob("*.html"):
        there = [url for url in loads.findall(page.read_text(encoding="utf-8")) if "rel=canonical" not in url]
        assert there == [], page.name


def test_links_follow_documents_to_their_new_place() -> None:
    text = "[a](../README.md) [b](../src/affray/rules/tempo/README.md#options) [c](../bench/sizes.md) ![d](table/x.png)"
    said = site.with_site_links(text, "docs/odds.md", "odds.md")
    assert said == "[a](index.md) [b](books/tempo.md#options) c ![d](table/x.png)"
