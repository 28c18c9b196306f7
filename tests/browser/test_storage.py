"""What the browser keeps: a bad entry costs nothing else, the newest play counts, and no address climbs."""

import json
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from browser.conftest import SitDown
from browser.driver import Player
from longwood.games import FAMILIES
from longwood.notation import parse_move

pytestmark = pytest.mark.slow

GOOD: dict[str, Any] = {
    "record": "forty-thieves.8/s-w/s-w",
    "title": "Forty Thieves",
    "score": 0,
    "acts": 2,
    "elapsed": 61,
    "redo": ["s-w"],
    "when": 1_700_000_000_000,
}


def keep(player: Player, name: str, text: str) -> None:
    player.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"longwood.{name}", text])


def kept(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(player.page.evaluate("() => localStorage.getItem('longwood.games') ?? '{}'"))
    return found


@pytest.mark.parametrize(
    "bad",
    [
        {"elevator.5": None},
        {"elevator.5": 5},
        {"elevator.5": [1, 2, 3]},
        {"elevator.5": {**GOOD, "record": 5}},
        {"elevator.5": {**GOOD, "record": "quatorze.1/../../x"}},
        {"elevator.5": {}},
        {"": {**GOOD, "record": "/s-w"}},
        {"__proto__": {**GOOD, "when": 2_000_000_000_000}},
    ],
    ids=str,
)
def test_a_bad_entry_costs_no_other_its_place(player: Player, bad: dict[str, Any]) -> None:
    player.open("/")
    keep(player, "games", json.dumps({**bad, "forty-thieves.8": GOOD}))
    player.open("/")
    assert player.page.locator(".tile").count() == len(FAMILIES)
    player.page.get_by_role("link", name="Continue").click()
    player.shows(GOOD["record"])
    player.page.keyboard.press("d")
    player.shows(GOOD["record"] + "/s-w")
    player.page.get_by_role("link", name="All games").click()
    player.page.get_by_text("3 moves").wait_for()
    assert list(kept(player)) == ["forty-thieves.8"]


@pytest.mark.parametrize(
    "text", ["[1,2,3]", "null", "5", '"x"', "{", "[[]]", '{"elevator.5":{"record":"elevator.5/s-w"}']
)
def test_whatever_is_kept_there_is_a_lobby_and_games_are_saved(player: Player, text: str) -> None:
    player.open("/")
    keep(player, "games", text)
    keep(player, "settings", text)
    player.open("/")
    assert player.page.locator(".tile").count() == len(FAMILIES)
    player.play("forty-thieves.8")
    player.page.keyboard.press("d")
    player.shows("forty-thieves.8/s-w")
    player.page.get_by_role("link", name="All games").click()
    player.page.get_by_role("link", name="Continue").wait_for()
    assert kept(player)["forty-thieves.8"]["record"] == "forty-thieves.8/s-w"


@pytest.mark.parametrize(
    "wrong",
    [{"redo": 5}, {"redo": [1]}, {"elapsed": "x"}, {"score": None}, {"title": {}}, {"when": "soon"}, {"acts": -1}],
    ids=str,
)
def test_a_game_with_a_bad_part_is_still_a_game(player: Player, wrong: dict[str, Any]) -> None:
    player.open("/")
    keep(player, "games", json.dumps({"forty-thieves.8": {**GOOD, **wrong}}))
    player.open("/")
    player.page.get_by_text("2 moves").wait_for()
    player.page.get_by_role("link", name="Continue").click()
    player.shows(GOOD["record"])
    player.page.keyboard.press("u")
    player.shows("forty-thieves.8/s-w")


def test_a_bad_setting_costs_no_other(player: Player) -> None:
    player.open("/")
    keep(player, "settings", json.dumps({"deck": {"toString": 5}, "table": "contrast", "level": 2, "quick": "yes"}))
    player.open("/")
    assert player.page.evaluate("() => ({ ...document.documentElement.dataset })")["table"] == "contrast"


def test_the_older_of_two_tabs_does_not_overwrite_the_newer(sit_down: SitDown) -> None:
    old = sit_down()
    old.play("forty-thieves.8")
    old.page.keyboard.press("d")
    old.shows("forty-thieves.8/s-w")
    old.page.wait_for_function("() => localStorage.getItem('longwood.games')")
    new = Player(old.page.context.new_page(), old.origin)
    new.play("forty-thieves.8")
    for _ in range(3):
        new.page.keyboard.press("d")
    new.shows("forty-thieves.8/s-w/s-w/s-w")
    new.page.get_by_role("link", name="All games").click()
    assert kept(new)["forty-thieves.8"]["record"] == "forty-thieves.8/s-w/s-w/s-w"
    # The older one is left, closed or hidden: it has nothing new to say.
    old.page.get_by_role("link", name="All games").click()
    old.page.get_by_role("link", name="Continue").wait_for()
    assert kept(old)["forty-thieves.8"]["record"] == "forty-thieves.8/s-w/s-w/s-w"
    # But whoever plays on there has played last.
    old.page.go_back()
    old.shows("forty-thieves.8/s-w")
    old.page.keyboard.press("d")
    old.shows("forty-thieves.8/s-w/s-w")
    old.page.get_by_role("link", name="All games").click()
    old.page.get_by_role("link", name="Continue").wait_for()
    assert kept(old)["forty-thieves.8"]["record"] == "forty-thieves.8/s-w/s-w"
    assert new.errors == []


def test_a_game_that_ended_in_the_older_tab_is_not_dropped_from_the_newer(sit_down: SitDown) -> None:
    old = sit_down()
    session = old.play("elevator.1" + "/s-w" * 24 + "/g1-w")
    old.move(session, parse_move(session.game, "g5-w"), "click")
    assert session.is_stuck
    old.agrees(session)
    new = Player(old.page.context.new_page(), old.origin)
    new.play("elevator.1")
    new.page.keyboard.press("d")
    new.shows("elevator.1/s-w")
    new.page.get_by_role("link", name="All games").click()
    new.page.get_by_role("link", name="Continue").wait_for()
    old.page.get_by_role("link", name="All games").click()
    old.page.get_by_role("link", name="Continue").wait_for()
    assert kept(old)["elevator.1"]["record"] == "elevator.1/s-w"


@pytest.mark.parametrize(
    "path",
    [
        "/play/..%2f..%2fapi%2frandom%2fquatorze",
        "/view/..%2f..%2fapi%2frandom%2fquatorze",
        "/report/..%2f..%2fapi%2frandom%2fquatorze",
        "/play/x%2f..%2f..%2f..%2fapi%2fgames",
        "/play/.%2f",
        "/rules/..%2frandom%2fquatorze",
        "/play/elevator.1%2f..%2fquatorze.1",
        "/play/..%5c..%5capi%5crandom%5cquatorze",
    ],
)
def test_no_address_climbs(player: Player, path: str) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.page.goto(player.origin + path)
    player.page.get_by_role("heading", name="can’t be shown").or_(
        player.page.get_by_role("heading", name="No such rules")
    ).wait_for()
    paths = [urlsplit(url).path for url in asked if "/api/" in url]
    assert all(place.startswith(("/api/games", "/api/journal", "/api/position/", "/api/rules/")) for place in paths), (
        paths
    )
    wanted = unquote(path).split("/", 2)[2]
    assert any(unquote(place).endswith(wanted) for place in paths), paths
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def test_a_pasted_record_does_not_climb(player: Player) -> None:
    player.open("/report")
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    player.page.locator("#record").fill("..")
    player.page.get_by_role("button", name="Make the report").click()
    player.page.locator("#record-error").get_by_text("There is no game").wait_for()
    # What the lobby asks for besides, before it gives way, is none of this.
    assert [path for path in asked if "position" in path] == ["/api/position/..%2F"]
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def test_letters_of_records_stay_as_they_are(player: Player) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    player.page.goto(player.origin + "/play/x,y=z@1:2.3/s-w")
    player.page.get_by_role("heading", name="can’t be shown").wait_for()
    # Once with the page and, because it fails, once more by the script: both times at the same address.
    assert {path for path in asked if "position" in path} == {"/api/position/x,y=z@1:2.3/s-w"}
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]
