"""Slow, failing and restarted servers: nothing the player does is lost, doubled or corrupted."""

import random
import time

import pytest
from playwright.sync_api import Route

from browser.conftest import SitDown, start_server, stop_server
from browser.driver import Player
from longwood.core.game import STOCK, Move
from longwood.session import Session

pytestmark = pytest.mark.slow

POSITIONS = "**/api/position/**"


class HeldLine:
    """Holds every answer back until it is released."""

    def __init__(self, player: Player) -> None:
        self.held: list[Route] = []
        self.is_open = False
        player.page.route(POSITIONS, self.handle)

    def handle(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def release(self) -> None:
        self.is_open = True
        for route in self.held:
            route.continue_()


def test_what_is_done_while_an_answer_is_under_way_is_done_after_it(player: Player) -> None:
    session = player.play("forty-thieves.1")
    line = HeldLine(player)
    for _ in range(4):
        player.page.keyboard.press("d")
    line.release()
    for _ in range(4):
        session.play("s-w")
    player.agrees(session)
    assert player.record == str(session.record)


def test_undo_takes_back_what_is_still_under_way(player: Player) -> None:
    session = player.play("forty-thieves.1/s-w")
    line = HeldLine(player)
    for key in "dduu":
        player.page.keyboard.press(key)
    player.agrees(session)
    player.page.keyboard.press("r")
    line.release()
    session.play("s-w")
    player.agrees(session)
    player.page.keyboard.press("r")
    session.play("s-w")
    player.agrees(session)


def test_a_move_that_an_earlier_one_made_impossible_is_not_played(player: Player) -> None:
    record, first, second = rivals()
    session = player.play(record)
    line = HeldLine(player)
    names = session.game.piles
    player.click(names[first.src], 0)
    player.click(names[second.src], 0)
    line.release()
    session.play(first)
    player.page.locator(".note").get_by_text("no longer possible").wait_for()
    player.agrees(session)


def rivals() -> tuple[str, Move, Move]:
    """A position with two moves, the second of which is no longer legal after the first."""
    for number in range(1, 1000):
        session = Session.from_record(f"elevator.{number}/s-w")
        moves = [m for m in session.moves if m.src != STOCK]
        for first in moves:
            record = str(session.record)
            after = Session.from_record(record)
            after.play(first)
            for second in moves:
                if second != first and second not in after.moves:
                    return record, first, second
    raise AssertionError("no deal has such moves")


def test_a_dragged_card_waits_where_it_was_dropped(player: Player) -> None:
    session = player.play("terrace.1")
    move = session.moves[3]
    line = HeldLine(player)
    player.by_drag(session, move)
    player.page.wait_for_timeout(100)
    card = player.page.locator('.card[data-spot="t1:0"]').bounding_box()
    place = player.page.locator('.slot[data-spot="f4:0"]').bounding_box()
    assert card
    assert place
    assert abs(card["y"] - place["y"]) < card["height"] / 2
    line.release()
    session.play(move)
    player.agrees(session)


def test_a_slow_connection_is_said_calmly(player: Player) -> None:
    session = player.play("forty-thieves.1")
    line = HeldLine(player)
    player.page.keyboard.press("d")
    player.page.locator(".note").get_by_text("Waiting for the server").wait_for()
    line.release()
    session.play("s-w")
    player.agrees(session)
    assert "Waiting" not in player.note


def test_failing_answers_are_asked_for_again(player: Player) -> None:
    session = player.play("forty-thieves.1")
    chance = random.Random(1)

    def fail(route: Route) -> None:
        kind = chance.random()
        if kind < 0.2:
            route.abort()
        elif kind < 0.4:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    player.page.route(POSITIONS, fail)
    for _ in range(8):
        player.page.keyboard.press("d")
        session.play("s-w")
    player.shows(str(session.record), time=30_000)
    player.agrees(session)
    # The browser itself reports every failed request.
    assert all("Failed to load resource" in error for error in player.errors)
    player.errors = []


def test_the_page_outlives_a_restart_of_the_server(sit_down: SitDown) -> None:
    process, address = start_server()
    player = sit_down(address=address)
    session = player.play("terrace.5")
    move = session.moves[0]
    stop_server(process)
    try:
        player.by_drag(session, move)
        player.page.locator(".note").get_by_text("Connection lost, retrying").wait_for()
        process, again = start_server(int(address.rsplit(":", 1)[1]))
        assert again == address
        session.play(move)
        player.shows(str(session.record), time=20_000)
        player.agrees(session)
        assert "Connection" not in player.note
    finally:
        stop_server(process)
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def test_a_hurried_player_on_a_shaky_line(player: Player) -> None:
    player.play("triple-peaks.4")
    chance = random.Random(4)

    def shake(route: Route) -> None:
        time.sleep(chance.random() * 0.05)
        if chance.random() < 0.15:
            route.abort()
        else:
            route.continue_()

    player.page.route(POSITIONS, shake)
    cards = player.page.evaluate("() => [...document.querySelectorAll('#board .card')].map((el) => el.dataset.spot)")
    for _ in range(60):
        if chance.random() < 0.3:
            player.page.keyboard.press(chance.choice("udr"))
        else:
            spot = chance.choice(cards).split(":")[0]
            if player.page.locator(f'.card[data-spot="{spot}:0"]').count():
                player.click(spot, 0)
    player.page.unroute(POSITIONS)
    player.page.wait_for_function(
        "() => document.getElementById('board').dataset.record === decodeURIComponent(location.pathname.slice(6))"
        " && !document.querySelector('.note[data-kind=warning]')"
    )
    player.agrees(Session.from_record(player.record))
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def test_a_page_that_starts_without_a_server_says_so_and_waits(player: Player) -> None:
    games = "**/api/games"
    player.page.route(games, lambda route: route.abort())
    player.page.goto(player.origin + "/")
    player.page.get_by_text("Connection lost, retrying").wait_for()
    player.page.unroute(games)
    player.page.locator(".tile").first.wait_for()
    assert not player.page.locator("#trouble").is_visible()
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]
