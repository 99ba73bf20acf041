"""How the browser is opened: other users of the machine read command lines, but not the page that is opened."""

from __future__ import annotations

import re
import sys
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from waiting import wait_until

from affray.server import app
from affray.server.app import Place, open_browser, serve

KEY = "a-key&<of-the-owner>"


def test_the_browser_gets_a_page_without_the_token_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", asked.append)
    link = f"http://127.0.0.1:8787/#{KEY}"
    with open_browser(link, True):
        (address,) = asked
        assert KEY not in address
        page = Path(url2pathname(urlsplit(address).path))
        if sys.platform != "win32":
            assert page.stat().st_mode & 0o777 == 0o600
        text = page.read_text()
        assert "http://127.0.0.1:8787/#a-key&amp;&lt;of-the-owner&gt;" in text
        assert re.search(r'http-equiv="refresh" content="0; url=http', text)
    assert not page.exists()


def test_the_page_goes_away_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", asked.append)
    monkeypatch.setattr(app, "REDIRECT_SECONDS", 0.05)
    with open_browser("http://127.0.0.1:8787/#token", True):
        page = Path(url2pathname(urlsplit(asked[0]).path))
        assert wait_until(lambda: not page.exists())
    with open_browser("http://127.0.0.1:8787/#token", False):
        assert len(asked) == 1


def test_a_table_opens_that_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    told: list[str] = []
    monkeypatch.setattr(webbrowser, "open", asked.append)

    class Ended:
        listen = None

        def run(self, _: object) -> None:
            assert len(asked) == 1

    monkeypatch.setattr(app, "make_server", lambda *_, **__: Ended())
    serve(Place(0, False, tmp_path / "table.db", KEY), told.append, True)
    assert KEY in told[0]  # the terminal has the link, for other browsers
    assert KEY not in asked[0]
    assert "#" not in asked[0]
