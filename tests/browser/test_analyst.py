"""The analyst at the table: hints, verdicts, chances, par, and deals that can be won."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from browser.conftest import PATIENT, PHONE, SitDown, start_server, stop_server
from browser.driver import Player
from browser.lines import won_lines
from browser.test_accessible import violations
from longwood import Session
from longwood.solver import Verdict, solve

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("ready")]

ARROW = "svg.arrow:not([hidden])"


def sit(sit_down: SitDown, **settings: str) -> Player:
    player = sit_down(settings=json.dumps(settings))
    player.page.set_default_timeout(PATIENT)
    return player


def hint(page: Page, key: str = "h") -> str:
    page.keyboard.press(key)
    page.locator('.note[data-kind="hint"]').wait_for()
    return page.locator(".note p").inner_text()


def test_a_hint_shows_a_move_says_why_and_plays_it(patient: Player) -> None:
    session = patient.play("triple-peaks.4")
    page = patient.page
    text = hint(page)
    assert re.search(r"\. About \d+\s% to win from here\.", text)
    page.locator(ARROW).wait_for()
    assert page.locator(".card.hinted").count() == 1
    assert page.locator("#live").inner_text().startswith("Hint: ")
    # Asked again it shows the next best, and after the last the first.
    seen = [text]
    while True:
        page.keyboard.press("h")
        # On a slow machine it first says that it is looking.
        page.wait_for_function(
            """(old) => { const note = document.querySelector(".note");
                return note.dataset.kind === "hint" && note.querySelector("p").innerText !== old; }""",
            arg=seen[-1],
        )
        now = page.locator(".note p").inner_text()
        if now == text:
            break
        assert now not in seen
        seen.append(now)
    assert len(seen) == len(session.moves)
    page.keyboard.press("Escape")
    page.locator(ARROW).wait_for(state="detached" if not page.locator("svg.arrow").count() else "hidden")
    assert page.locator(".hinted").count() == 0
    hint(page)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_function("() => document.getElementById('board').dataset.record.includes('/')")
    session.play(patient.record.split("/")[1])
    patient.agrees(session)
    assert page.locator(".hinted").count() == 0


def test_a_move_clears_the_hint(patient: Player) -> None:
    session = patient.play("forty-thieves.3")
    page = patient.page
    hint(page)
    page.keyboard.press("d")
    session.play("s-w")
    patient.agrees(session)
    assert page.locator(".hinted, .hinted-to").count() == 0
    assert page.locator('.note[data-kind="hint"]').count() == 0


def test_following_all_seeing_hints_wins_the_game(sit_down: SitDown) -> None:
    player = sit(sit_down, hints="all-seeing", par="during")
    page = player.page
    session = player.play(won_lines()["elevator"].partition("/")[0])
    page.locator(".stat-best-possible").wait_for()
    while not session.is_won:
        assert hint(page).startswith("Using hidden cards ")
        before = str(session.record)
        page.get_by_role("button", name="Play it").click()
        page.wait_for_function("(old) => document.getElementById('board').dataset.record !== old", arg=before)
        session.play(page.locator("#board").get_attribute("data-record").split("/")[-1])  # type: ignore[union-attr]
    dialog = page.get_by_role("dialog", name="You won!")
    dialog.wait_for()
    # The best possible score is told where it is another one.
    assert dialog.locator("dd").all_inner_texts()[0] == "28"
    assert "Best possible" not in dialog.inner_text()


def test_the_other_kind_of_hint(patient: Player) -> None:
    patient.play("quatorze.2")
    assert hint(patient.page, "Shift+H").startswith("Using hidden cards ")
    patient.page.keyboard.press("h")
    patient.page.wait_for_function("() => !document.querySelector('.note p').innerText.startsWith('Using')")


def test_a_verdict_on_request(patient: Player) -> None:
    patient.play(won_lines()["elevator"].partition("/")[0])
    page = patient.page
    chip = page.locator(".chip")
    assert chip.inner_text() == "Still winnable?"
    page.keyboard.press("v")
    page.locator('.chip[data-verdict="won"]').wait_for()
    assert chip.inner_text() == "Winnable"
    assert "A winning line exists" in (chip.get_attribute("title") or "")
    patient.play("elevator.1" + "/s-w" * 20)
    assert chip.inner_text() == "Still winnable?"
    chip.click()
    page.locator('.chip[data-verdict="lost"]').wait_for()
    # What is lost stays lost: nobody has to ask again.
    page.keyboard.press("d")
    page.wait_for_function("() => document.getElementById('board').dataset.record.split('/').length === 22")
    assert chip.get_attribute("data-verdict") == "lost"


def test_the_live_verdict_notices_the_move_that_loses(sit_down: SitDown) -> None:
    player = sit(sit_down, verdict="live")
    deal = won_lines()["elevator"].partition("/")[0]
    session = player.play(deal)
    page = player.page
    page.locator('.chip[data-verdict="won"]').wait_for()
    for _ in range(23):
        page.keyboard.press("d")
        session.play("s-w")
        player.shows(str(session.record))
        page.wait_for_function("() => /^(won|lost)$/.test(document.querySelector('.chip').dataset.verdict)")
        if page.locator(".chip").get_attribute("data-verdict") == "lost":
            break
    note = page.locator('.note[data-kind="loss"]')
    note.wait_for()
    assert "That move lost the game" in note.inner_text()
    assert "That move lost the game" in page.locator("#live").inner_text()
    note.get_by_role("button", name="Undo").click()
    session.undo()
    player.agrees(session)
    page.locator('.chip[data-verdict="won"]').wait_for()
    assert note.count() == 0


def test_the_losing_move_is_named_also_when_the_player_was_quicker(sit_down: SitDown) -> None:
    player = sit(sit_down, verdict="live")
    deal = won_lines()["elevator"].partition("/")[0]
    player.play(deal)
    page = player.page
    page.locator('.chip[data-verdict="won"]').wait_for()
    game = Session.from_record(deal)
    lost = 0
    while not lost:
        game.play("s-w")
        if solve(game.game, game.position).verdict is Verdict.LOST:
            lost = len(game.record.acts)
    for _ in range(lost + 3):
        page.keyboard.press("d")
    note = page.locator('.note[data-kind="loss"]')
    note.get_by_text(f"Move {lost} (").wait_for()
    assert "lost the game" in note.inner_text()
    # It stays for as long as it takes to read it, whatever is played meanwhile.
    page.keyboard.press("d")
    player.shows(deal + "/s-w" * (lost + 4))
    assert note.is_visible()
    note.get_by_role("button", name="Undo that move").click()
    assert "5 moves undone" in page.locator("#live").inner_text()
    player.agrees(Session.from_record(deal + "/s-w" * (lost - 1)))
    assert page.locator(".chip").get_attribute("data-verdict") == "won"
    # What was undone can be done again, all at once.
    page.keyboard.press("r")
    player.shows(deal + "/s-w" * (lost + 4))


def test_verdicts_can_be_switched_off(sit_down: SitDown) -> None:
    player = sit(sit_down, verdict="off")
    player.play("elevator.1")
    assert player.page.locator(".chip").is_hidden()


def test_the_chances_of_every_move(patient: Player) -> None:
    session = patient.play("triple-peaks.4")
    page = patient.page
    page.keyboard.press("Shift+V")
    panel = page.get_by_role("complementary", name="Win chance")
    rows = panel.locator("tr[data-move]")
    rows.first.wait_for()
    assert rows.count() == len(session.moves)
    assert re.search(r"\d+\xa0%", rows.first.inner_text())
    assert re.fullmatch(r"About \d+\xa0% to win from here\.", panel.locator(".lead").first.inner_text())
    # What it rests on is told to those who ask.
    basis = panel.locator(".basis div")
    assert not basis.is_visible()
    panel.get_by_text("How do you know?").click()
    basis.get_by_text("could be won by someone who sees them all").wait_for()
    assert "The thin line in a bar" in basis.inner_text()
    rows.first.hover()
    page.locator(ARROW).wait_for()
    rows.last.get_by_role("button").click()
    assert violations(patient) == []
    panel.get_by_role("button", name="Play it").click()
    page.wait_for_function("() => document.getElementById('board').dataset.record.includes('/')")
    rows.first.wait_for()
    page.keyboard.press("Shift+V")
    assert panel.count() == 0
    page.keyboard.press("Shift+V")
    panel.wait_for()
    page.keyboard.press("Escape")
    assert panel.count() == 0


def test_the_chances_are_joined_with_what_is_proven(sit_down: SitDown) -> None:
    player = sit(sit_down)
    page = player.page
    player.play("elevator.1" + "/s-w" * 20)
    page.keyboard.press("Shift+V")
    panel, joined = page.locator(".chances"), page.locator(".chances .joined")
    panel.get_by_text("to win from here").wait_for()
    assert joined.inner_text() == ""  # nobody has asked whether this very game can be won
    page.keyboard.press("v")
    joined.get_by_text("With all cards open, this game is proven lost.").wait_for()
    # What is lost stays lost, also in the panel of the next position.
    page.keyboard.press("d")
    page.wait_for_function("() => document.getElementById('board').dataset.record.split('/').length === 22")
    joined.get_by_text("With all cards open, this game is proven lost.").wait_for()
    assert violations(player) == []
    player.play(won_lines()["elevator"].partition("/")[0])
    page.keyboard.press("v")
    page.locator('.chip[data-verdict="won"]').wait_for()
    page.keyboard.press("Shift+V")
    joined.get_by_text("With all cards open, this game is proven winnable.").wait_for()
    page.locator("#live").get_by_text("With all cards open, this game is proven winnable").wait_for(state="attached")


def test_a_new_deal_can_be_won_and_has_a_level(sit_down: SitDown) -> None:
    player = sit(sit_down)
    player.play("quatorze.1")
    page = player.page
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Deals")
    dialog.get_by_role("radio", name="Hard", exact=True).check()
    dialog.get_by_role("button", name="New deal").click()
    page.wait_for_function("(old) => document.getElementById('board').dataset.record !== old", arg="quatorze.1")
    # What it was chosen for is said at once, and by the chip as long as nothing was played.
    words = re.compile(r"Hard \(\d+(st|nd|rd|th) percentile\)\. This deal can be won; (about|over) \d+")
    page.locator('.chip[data-verdict="won"]').wait_for()
    assert re.search(words, page.locator("#live").inner_text())
    # What to do first is not overwritten by it.
    assert "Tap two cards" in page.locator(".note p").inner_text()
    page.keyboard.press("g")
    page.get_by_role("dialog").get_by_text(words).wait_for()


def test_opening_the_deals_tells_nothing_to_one_who_has_not_asked(patient: Player) -> None:
    patient.play("quatorze.1")
    page = patient.page
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog", name="Deals")
    asking = dialog.get_by_role("button", name="How hard is this deal?")
    asking.wait_for()
    assert dialog.locator(".about-deal").inner_text() == ""
    asking.click()
    dialog.get_by_text(re.compile(r"This deal can be won[.;]")).wait_for()


def test_the_daily_deal_is_the_same_from_the_lobby_and_at_the_table(patient: Player) -> None:
    page = patient.page
    patient.open("/")
    page.get_by_label("Game of today’s deal").select_option("elevator")
    page.get_by_role("button", name="Play today’s deal of Elevator").click()
    page.locator("#board .card").first.wait_for()
    deal = patient.record
    assert deal.startswith("elevator.")
    patient.play("elevator.1")
    page.keyboard.press("t")
    patient.shows(deal, PATIENT)


def test_axe_finds_nothing_where_the_analyst_speaks(sit_down: SitDown) -> None:
    found = []
    for viewport in (PHONE, {"width": 1280, "height": 720}):
        player = sit_down(settings='{"table": "light", "verdict": "live"}', viewport=viewport)
        player.page.set_default_timeout(PATIENT)
        player.play("triple-peaks.4")
        hint(player.page)
        player.page.locator('.chip[data-verdict="won"]').wait_for()
        found += violations(player)
        player.open("/report/triple-peaks.4/s-w/s-w/s-w/s-w/s-w/s-w")
        player.page.locator("[data-complete]").wait_for()
        for table in ("light", "dark", "contrast"):
            player.page.evaluate("(table) => { document.documentElement.dataset.table = table; }", table)
            found += [f"{table}: {violation}" for violation in violations(player)]
        player.page.keyboard.press("Shift+E")
    assert not found, "\n".join(found)


@pytest.fixture
def alone() -> Iterator[str]:
    """A server without an analyst: its worker processes cannot be started."""
    process, address = start_server(before="import sys; sys.executable = '/no/such/python'; ")
    yield address
    stop_server(process)


def test_the_table_can_be_played_without_an_analyst(sit_down: SitDown, alone: str) -> None:
    player = sit_down(address=alone)
    page = player.page
    session = player.play("elevator.1")
    page.keyboard.press("h")
    page.locator(".note").get_by_text("The analyst is not available").wait_for()
    page.keyboard.press("d")
    session.play("s-w")
    player.agrees(session)
    page.keyboard.press("v")
    page.locator(".note").get_by_text("The analyst is not available").wait_for()
    page.keyboard.press("n")
    page.locator(".note").get_by_text("This one was dealt at random").wait_for()
    player.open("/report/elevator.1/s-w")
    page.locator(".progress").get_by_text("The analyst is not available").wait_for()
    # The browser itself says in its console that the server refuses.
    player.errors = [error for error in player.errors if "status of 503" not in error]
