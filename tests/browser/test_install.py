"""The page as an app: it installs, opens without a server and says so, and never is older than its server for long."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route

from browser.conftest import ROOT, SitDown, start_server, stop_server
from browser.driver import Player

pytestmark = pytest.mark.slow

_KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push([name, new URL(request.url).pathname]);
    }
    return found;
}"""
_WORKS = """async () => {
    const registration = await navigator.serviceWorker.ready;
    const worker = registration.active;
    while (worker.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
    return registration.scope;
}"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the sources, whose page may change."""
    shutil.copytree(ROOT / "src" / "longwood", tmp_path / "longwood", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def settled(player: Player) -> None:
    """The worker is there and keeps the page."""
    scope = player.page.evaluate(_WORKS)
    assert scope == f"{player.origin}/"


def quiet(player: Player) -> None:
    """The browser says in its console what could not be fetched."""
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def version(page: Page) -> str:
    found: str = page.evaluate("() => document.documentElement.dataset.page")
    return found


def test_the_page_is_kept_and_nothing_else(sit_down: SitDown) -> None:
    player = sit_down(service_workers="allow")
    player.play("elevator.1")
    settled(player)
    player.page.keyboard.press("d")
    player.shows("elevator.1/s-w")
    player.open("/")
    player.open("/journal")
    player.page.wait_for_timeout(300)
    kept = player.page.evaluate(_KEPT)
    assert sorted(path for _, path in kept) == ["/", "/static/page.css", "/static/page.js"]
    assert {name for name, _ in kept} == {f"longwood-{version(player.page)}"}


def test_the_page_can_be_installed(sit_down: SitDown) -> None:
    player = sit_down(service_workers="allow")
    player.open("/")
    settled(player)
    client = player.page.context.new_cdp_session(player.page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["url"] == f"{player.origin}/static/manifest.webmanifest"
    assert manifest["errors"] == []
    problems = [error["errorId"] for error in client.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    # Pages of a window that keeps nothing are never installed.
    assert [problem for problem in problems if problem != "in-incognito"] == []


def test_without_the_server_it_says_so_keeps_the_game_and_goes_on(sit_down: SitDown) -> None:
    process, address = start_server()
    port = int(address.rpartition(":")[2])
    player = sit_down(address=address, service_workers="allow")
    page = player.page
    try:
        player.play("elevator.1")
        settled(player)
        page.keyboard.press("d")
        player.shows("elevator.1/s-w")
        page.wait_for_function("() => Object.keys(localStorage).some((key) => key === 'longwood.games')")
    finally:
        stop_server(process)
    page.goto(address + "/")
    page.get_by_role("heading", name="The server can’t be reached").wait_for()
    page.get_by_text("A game that you played is kept here").wait_for()
    assert page.get_by_role("button", name="Try now").is_visible()
    page.goto(address + "/play/elevator.1/s-w")
    page.get_by_role("heading", name="The server can’t be reached").wait_for()
    process, _ = start_server(port)
    try:
        # By itself, where the game was.
        page.set_default_timeout(30_000)
        page.locator("#board .card").first.wait_for()
        player.shows("elevator.1/s-w")
    finally:
        stop_server(process)
        page.close()
    quiet(player)


def test_an_old_page_gives_way_to_that_of_a_new_server(sit_down: SitDown, house: Path) -> None:
    process, address = start_server(source=house)
    port = int(address.rpartition(":")[2])
    player = sit_down(address=address, service_workers="allow")
    page = player.page
    try:
        player.play("elevator.1")
        settled(player)
        old = version(page)
    finally:
        stop_server(process)
    script = house / "longwood" / "web" / "static" / "js" / "state.js"
    script.write_text(script.read_text() + "\ndocument.documentElement.dataset.edition = 'second';\n")
    process, _ = start_server(port, source=house)
    try:
        page.set_default_timeout(30_000)
        # The next visit gets the new page at once, worker or not.
        page.goto(address + "/")
        page.wait_for_selector("[data-ready][data-edition='second'] .lobby")
        assert version(page) != old
        settled(player)
        page.wait_for_function(
            "(name) => caches.keys().then((all) => all.length === 1 && all[0] === name)",
            arg=f"longwood-{version(page)}",
        )
        # A page that stays open learns of it by what it asks for.
        page.evaluate("() => { document.documentElement.dataset.stays = ''; }")
        script.write_text(script.read_text().replace("'second'", "'third'"))
        page.wait_for_timeout(1200)
        page.evaluate("() => fetch('/api/games')")
        page.get_by_role("link", name="Journal").click()
        page.wait_for_selector("[data-ready][data-edition='third']:not([data-stays])")
    finally:
        stop_server(process)
        page.close()
    quiet(player)


def test_a_server_that_cannot_make_up_its_mind_is_not_asked_for_ever(player: Player) -> None:
    page = player.page
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)

    def other(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "x-longwood-page": "another"})

    page.route("**/api/games", other)
    page.goto(player.origin + "/")
    page.wait_for_selector("[data-ready] .lobby")
    page.wait_for_timeout(800)
    assert len(loads) == 2, "once as asked for, once because the server has another page"
    # A slow server had the worker show the old page: so it is asked again later, and not for ever.
    for minutes, count in ((2, 3), (4, 4), (6, 4), (8, 4)):
        page.evaluate(
            "(minutes) => { const now = Date.now; Date.now = () => now() + minutes * 60_000; }",
            minutes,
        )
        page.evaluate('() => document.querySelector(\'a[href="/journal"], a[href="/"]\').click()')
        page.wait_for_timeout(800)
        page.wait_for_selector("[data-ready]")
        assert len(loads) == count
