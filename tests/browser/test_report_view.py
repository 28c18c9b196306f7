"""The report of a game at the table, and the way to it."""

import re

import pytest

from browser.conftest import PATIENT, PHONE, SitDown
from browser.driver import Player
from browser.lines import won_lines
from longwood import Session

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]

ARROW = "svg.arrow:not([hidden])"


def test_a_report_shows_where_the_game_was_lost(patient: Player) -> None:
    deal = won_lines()["elevator"].partition("/")[0]
    record = deal + "/s-w" * 24
    patient.play(record)
    page = patient.page
    page.keyboard.press("e")
    page.locator("[data-complete]").wait_for()
    assert page.url.endswith("/report/" + record)
    assert page.locator("svg.graph polyline.chance").count() == 1
    assert page.locator("svg.graph .band.won").count() > 0
    assert page.locator("svg.graph .band.lost").count() > 0
    turn = page.locator(".moves li.grade-turn")
    assert turn.count() == 1
    number = int(turn.get_attribute("data-move")) - 1  # type: ignore[arg-type]
    # The turning move is where it opens.
    patient.shows("/".join(record.split("/")[: number + 2]))
    assert f"Winnable until move {number + 1}." in page.locator(".outcome").inner_text()
    assert "best possible" in page.locator(".outcome").inner_text()
    assert re.match(r"You were dealt an? \d+\s% game\. Your play cost ", page.locator(".headline").inner_text())
    assert re.search(r"\d+\s+good", page.locator(".counters").inner_text())
    page.get_by_text("How do you know?").click()
    assert "sees no more than you" in page.locator(".told .basis").inner_text()
    # The better line on the board, step by step, to its end.
    win = turn.get_by_role("button", name=re.compile("Show")).last
    win.click()
    page.locator(ARROW).wait_for()
    page.get_by_role("button", name="Last position").click()
    page.wait_for_function("() => document.querySelectorAll('#board .card[data-spot^=\"a\"]').length === 0")
    assert Session.from_record(str(page.locator("#board").get_attribute("data-record"))).is_won
    # Keys go on working after a click on a button, along the line and, after Escape, along the game.
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    patient.shows("/".join(record.split("/")[: number + 2]))
    page.locator(".what-here").get_by_text(f"Move {number + 1}: Deal a card").wait_for()
    assert "proven lost" in page.locator(".readout").inner_text()
    page.keyboard.press("Home")
    patient.shows(deal)
    # The slider and the graph lead to any position.
    page.get_by_role("slider").fill("3")
    patient.shows("/".join(record.split("/")[:4]))
    page.get_by_role("slider").press("End")
    patient.shows(record)
    turn.locator(".row").click()
    turn.get_by_role("button", name=f"Retry move {number + 1}").click()
    patient.shows("/".join(record.split("/")[: number + 1]))
    assert "/play/" in page.url
    page.keyboard.press("r")
    patient.shows("/".join(record.split("/")[: number + 2]))


def test_a_move_that_loses_games_is_marked(patient: Player) -> None:
    # With either base card nearly every world can be won with all cards open: not so by a player who sees no more.
    page = patient.page
    page.goto(patient.origin + "/report/terrace.1/t2-f1")
    page.locator("[data-complete]").wait_for()
    words = page.locator(".moves li:is(.grade-mistake, .grade-blunder) .detail").inner_text()
    cost, after, better = [int(n) for n in re.findall(r"(\d+)(?= points|\xa0%)", words)[:3]]
    assert cost > 5
    assert better - after in range(cost - 1, cost + 2)


def test_on_a_phone_the_report_can_be_read_and_its_lines_be_seen(sit_down: SitDown) -> None:
    player = sit_down(viewport=PHONE)
    page = player.page
    page.set_default_timeout(PATIENT)
    player.open("/report/" + won_lines()["elevator"].partition("/")[0] + "/s-w" * 24)
    page.locator("[data-complete]").wait_for()
    turn = page.locator(".moves li.grade-turn")

    def top(selector: str) -> float:
        return float(page.locator(selector).evaluate("(element) => element.getBoundingClientRect().top"))

    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    place = top(".moves li.grade-turn")
    assert top(".cloth") < -100
    turn.get_by_role("button", name=re.compile("Show")).last.click()
    page.locator(ARROW).wait_for()
    assert top(".cloth") > -1  # not a pixel of the cards is cut off
    assert page.get_by_role("button", name="Step forward").evaluate(
        "(button) => button.getBoundingClientRect().bottom <= innerHeight"
    )
    page.get_by_role("button", name="Back to your game").click()
    page.wait_for_function("() => document.querySelector('.cloth').getBoundingClientRect().top < -100")
    assert abs(top(".moves li.grade-turn") - place) < 2


def test_a_record_from_elsewhere_is_reported_on(patient: Player) -> None:
    page = patient.page
    patient.open("/")
    page.get_by_role("button", name="Report on a game").click()
    page.get_by_role("dialog", name="Report on a game").wait_for()
    patient.open("/report")
    page.get_by_label("Paste a game link", exact=True).fill("https://example.org/view/quatorze.2/a3-c3\n")
    page.get_by_role("button", name="Make the report").click()
    page.locator("[data-complete]").wait_for()
    assert page.url.endswith("/report/quatorze.2/a3-c3")
    page.get_by_role("button", name="Back to the table").click()
    patient.agrees(Session.from_record("quatorze.2/a3-c3"))


def test_what_is_no_record_is_answered_where_it_was_written(patient: Player) -> None:
    page = patient.page
    patient.open("/report")
    dialog = page.get_by_role("dialog", name="Report on a game")
    field, error = page.get_by_role("textbox"), dialog.get_by_role("alert")
    field.press("Enter")
    error.get_by_text("Paste a game link first.").wait_for()
    for text, words in (("hello", 'There is no game "hello".'), ("terrace.1/zz", '"zz" is not a move')):
        field.fill(text)
        field.press("Enter")
        error.get_by_text(words).wait_for()
        assert field.input_value() == text
        assert field.evaluate("(field) => field === document.activeElement")
        assert page.url.endswith("/report")
    field.fill("quatorze.2/a3-c3")
    field.press("Enter")
    patient.shows("quatorze.2/a3-c3")
    assert page.url.endswith("/report/quatorze.2/a3-c3")
    # The browser itself says in its console that the server refuses.
    patient.errors = [error for error in patient.errors if "status of 4" not in error]


def test_without_a_move_the_report_speaks_of_the_deal_alone(sit_down: SitDown) -> None:
    player = sit_down()
    player.open("/review/elevator.6")  # as links from before the name was settled
    page = player.page
    page.locator("[data-complete]").wait_for(timeout=PATIENT)
    assert "to win from here" in page.locator(".what-here").inner_text()
    assert not page.get_by_role("heading", name="Moves").is_visible()
    assert not page.locator("figure").is_visible()
