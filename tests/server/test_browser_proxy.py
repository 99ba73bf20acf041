"""A page behind a proxy while the process it was served by is replaced: it tries again, and says nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from server.browsers import Process, Screen
from server.tables import Seat

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route, WebSocketRoute

UNREACHED = "The table can\u2019t be reached"
GATEWAY = "<html><h1>502 Bad Gateway</h1><hr>nginx</html>"


class Replaced:
    """A proxy's routes while nobody is behind them: so many requests are answered by the proxy itself."""

    def __init__(self, status: int, times: int, reaches: bool = False) -> None:
        self.status, self.times, self.reaches = status, times, reaches
        self.asked = 0

    def answer(self, route: Route) -> None:
        self.asked += 1
        if self.asked > self.times:
            return route.continue_()
        if self.reaches:  # the process did it, and died before the proxy had its response
            route.fetch()
        route.fulfill(status=self.status, content_type="text/html", body=GATEWAY)

    def open(self, socket: WebSocketRoute) -> None:
        self.asked += 1
        if self.asked > self.times:
            socket.connect_to_server()
        else:
            socket.close(code=1011)


def opened(browser: Browser, seat: Seat) -> Screen:
    screen = Screen(browser, seat)
    screen.connected()
    return screen


@pytest.mark.parametrize(("status", "reaches"), [(502, False), (502, True), (503, False), (504, True)])
def test_an_answer_that_a_proxy_could_not_deliver_is_given_again(
    browser: Browser, process: Process, status: int, reaches: bool
) -> None:
    referee = process.begin()
    screen, proxy = opened(browser, referee), Replaced(status, 2, reaches)
    screen.page.route("**/answers", proxy.answer)
    screen.answer("cast sleep")
    assert proxy.asked == 3
    assert referee.journal().count("cast sleep") == 1
    screen.caught_up()
    assert UNREACHED not in screen.page.inner_text("body")
    screen.close()


def test_after_six_seconds_the_page_says_so_and_keeps_the_question(browser: Browser, process: Process) -> None:
    referee = process.begin()
    screen, proxy = opened(browser, referee), Replaced(502, 5)
    screen.page.route("**/answers", proxy.answer)
    screen.answer("cast sleep")
    assert UNREACHED in screen.page.inner_text("body")
    screen.answer("cast sleep")  # it may be given again
    assert referee.journal().count("cast sleep") == 1
    screen.close()


def test_what_the_table_itself_refuses_is_not_asked_again(browser: Browser, process: Process) -> None:
    referee = process.begin()
    screen, asked = opened(browser, referee), list[str]()

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=503, json={"error": "the table's database does not answer", "clause": None})

    screen.page.route("**/answers", refuse)
    screen.answer("cast sleep")
    assert len(asked) == 1
    assert "database does not answer" in screen.page.inner_text("body")
    screen.close()


def test_a_screen_comes_back_once_somebody_is_behind_the_proxy(browser: Browser, process: Process) -> None:
    referee = process.begin()
    screen, proxy = opened(browser, referee), Replaced(502, 2)
    screen.page.route("**/api/fights/*", proxy.answer)
    screen.page.route_web_socket("**/events", proxy.open)
    screen.page.reload()
    screen.connected()
    assert proxy.asked > 2
    referee.do("cast sleep")
    screen.caught_up()
    screen.close()
