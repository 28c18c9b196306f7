"""The journal in a real browser: two starts, kill -9, several hands at once, a journal that cannot be written."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from sqlalchemy import select

from browser.conftest import PHONE, SitDown, stop_server
from browser.driver import Player, plain
from docs import ROOT
from journals import entry, many_entries, some_records, won_record
from longwood.journal.accounts import Analysis
from longwood.journal.analyses import keep
from longwood.journal.entries import Ending, Entry
from longwood.journal.filters import Filter
from longwood.journal.schema import PLAYERS
from longwood.journal.store import Journal
from longwood.notation import move_text
from longwood.session import Session

PARTS = won_record().split("/")
NEARLY, LAST = "/".join(PARTS[:-1]), PARTS[-1]


@contextmanager
def serving(journal: Path | str, *options: str, port: str = "0") -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`longwood serve` with a journal, and its address."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "longwood", "serve", "--journal", str(journal), *options]
    process = subprocess.Popen(
        [*command, *(["--port", port] if port else [])],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment,
    )  # fmt: skip
    assert process.stdout
    words = ""
    while "http" not in words:
        words = process.stdout.readline()
        assert words
    try:
        yield process, next(word for word in words.split() if word.startswith("http")).rstrip("/")
    finally:
        stop_server(process)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def entries(path: Path, *endings: Ending) -> list[Entry]:
    with Journal(path) as journal:
        return journal.entries(journal.player(), Filter(endings=endings))


def until(player: Player, expression: str) -> None:
    """Wait until an expression holds in the page, whose own rules forbid Playwright's way to wait for one."""
    for _ in range(400):
        if player.page.evaluate(expression):
            return
        player.page.wait_for_timeout(25)
    raise AssertionError(expression)


def every(selector: str, text: str) -> str:
    """All rows of the history say a text."""
    return f"[...document.querySelectorAll('.entry {selector}')].every((el) => el.textContent === '{text}')"


def confirmed(player: Player) -> None:
    """Wait until the server has confirmed all that the page has sent."""
    until(player, "!Object.keys(localStorage).some((key) => key.startsWith('longwood.copy.'))")


def click(player: Player, move: str) -> None:
    source = move.partition("-")[0]
    player.page.locator(f'.card[data-spot^="{source}:"]').last.click()


def win(player: Player) -> None:
    player.play(NEARLY)
    click(player, LAST)
    player.page.get_by_role("dialog", name="You won!").wait_for()


def pair(player: Player, record: str, first: str, second: str) -> str:
    player.page.locator(f'.card[data-spot="{first}:0"]').click()
    player.page.locator(f'.card[data-spot="{second}:0"]').click()
    longer = f"{record}/{first}-{second}"
    player.shows(longer)
    return longer


def test_two_starts_and_everything_is_there(sit_down: SitDown, path: Path) -> None:
    with serving(path, port="") as (_, address):
        player = sit_down(address=address)
        player.play("quatorze.5")
        record = pair(player, "quatorze.5", "b3", "d3")
        win(player)
        confirmed(player)
        player.page.get_by_role("button", name="Close").click()
        player.open("/")
        player.page.get_by_role("button", name="Settings").click()
        player.page.get_by_label("Four colours").check(force=True)
        player.page.keyboard.press("Escape")
        player.page.wait_for_timeout(300)
    with serving(path, port="") as (_, again):
        # The same address, so bookmarks hold; but nothing rests on what the browser keeps.
        assert again == address
        other = sit_down(address=again)
        other.open("/")
        other.page.locator("html[data-deck=four]").wait_for(state="attached")
        assert "Quatorze" in other.page.locator(".resume").inner_text()
        other.page.get_by_role("link", name="Continue").click()
        other.shows(record)
        other.open("/journal")
        other.page.locator(".entry").first.wait_for()
        numbers = other.page.locator(".numbers").inner_text().split("\n")
        assert numbers[numbers.index("Won") + 1] == "1"
        assert other.page.locator(".entry").count() == 2
        other.page.get_by_role("link", name="Replay").click()
        other.page.wait_for_url("**/view/**")


def test_a_win_says_what_is_new_and_can_be_shared(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address, permissions=["clipboard-read", "clipboard-write"])
        win(player)
        player.page.get_by_text("Your first win of Elevator!").wait_for()
        player.page.get_by_role("button", name="Copy result").click()
        player.page.get_by_text("Result copied").first.wait_for(state="attached")
        text = player.page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(f"Longwood: Elevator\nwon in {len(PARTS) - 1} moves, ")
        # Looking back is no other game; going on in another way is one.
        player.page.get_by_role("button", name="Close").click()
        player.page.keyboard.press("u")
        player.shows(NEARLY)
        player.page.keyboard.press("r")
        player.shows(won_record())
        confirmed(player)
        assert [entry.ending for entry in entries(path)] == [Ending.WON]
        assert entries(path)[0].undos == 0
        player.page.close()
        player.errors.clear()  # the analyst may still have been asked for something


def test_what_a_win_offers_fits_a_small_phone(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address, viewport={"width": 320, "height": 640})
        win(player)
        player.page.get_by_role("button", name="Copy result").wait_for()
        wide = "[...document.querySelectorAll('dialog button')].filter((el) => el.scrollWidth > el.clientWidth)"
        assert player.page.evaluate(f"{wide}.map((el) => el.textContent)") == []
        assert Axe().run(player.page).response["violations"] == []
        player.page.close()
        player.errors.clear()  # the analyst may still have been asked for something


def test_a_reload_goes_on_with_the_same_game(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.play("elevator.1")
        for count in range(1, 4):
            player.page.keyboard.press("d")
            player.shows("elevator.1" + "/s-w" * count)
            confirmed(player)
            player.page.reload()
            player.page.wait_for_selector("[data-ready] #board .card")
        player.page.keyboard.press("u")
        player.shows("elevator.1/s-w/s-w")
        confirmed(player)
        (entry,) = entries(path)
        assert (entry.record, entry.redo, entry.undos, entry.ending) == ("elevator.1/s-w/s-w", "s-w", 1, "open")


def test_two_tabs_and_a_terminal_at_once(sit_down: SitDown, path: Path, data_folder: Path) -> None:
    with serving(path) as (_, address):
        first = sit_down(address=address)
        first.play("elevator.1")
        first.page.keyboard.press("d")
        first.shows("elevator.1/s-w")
        confirmed(first)
        # A second browser resumes the same game, and so does the terminal; then all three go on.
        second = sit_down(address=address)
        second.open("/")
        second.page.get_by_role("link", name="Continue").click()
        second.shows("elevator.1/s-w")
        played = subprocess.run(
            ["script", "-qec", f"{sys.executable} -m longwood play --resume --journal {path}", "/dev/null"],
            input="s-w\ns-w\nq\n", text=True, capture_output=True, timeout=60, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TERM": "dumb"},
        )  # fmt: skip
        assert "elevator.1/s-w/s-w/s-w" in played.stdout
        for player, times in ((first, 4), (second, 6)):
            for count in range(2, times + 1):
                player.page.keyboard.press("d")
                player.shows("elevator.1" + "/s-w" * count)
            confirmed(player)
        found = sorted(entry.acts for entry in entries(path, Ending.OPEN))
        assert found == [3, 4, 6]


@pytest.mark.parametrize("count", [8])
def test_a_killed_server_loses_no_win(sit_down: SitDown, path: Path, count: int) -> None:
    """kill -9 as soon as the win is confirmed: every one is there."""
    lost = 0
    for number in range(count):
        with serving(path) as (process, address):
            player = sit_down(address=address)
            win(player)
            player.page.locator(".news li").first.wait_for()
            process.kill()
            process.wait()
            player.page.close()
            player.errors.clear()  # the browser notices that the server is gone
        lost += len(entries(path, Ending.WON)) != number + 1
    assert lost == 0


def test_a_copy_stays_in_the_browser_until_the_server_is_back(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (process, address):
        player = sit_down(address=address)
        player.play("elevator.1")
        player.page.route("**/api/journal/save", lambda route: route.abort())
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w")
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w/s-w")
        until(player, "Object.keys(localStorage).some((key) => key.startsWith('longwood.copy.'))")
        assert entries(path) == []
        process.kill()
        process.wait()
        port = address.rpartition(":")[2]
        with serving(path, port=port):
            player.page.unroute("**/api/journal/save")
            player.errors.clear()
            player.page.goto(f"{address}/")
            player.page.wait_for_selector("[data-ready] .lobby")
            confirmed(player)
            assert [entry.record for entry in entries(path)] == ["elevator.1/s-w/s-w"]
            player.page.goto("about:blank")
            player.errors.clear()


def test_a_journal_that_cannot_be_written_is_said_and_play_goes_on(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        sentence = "The journal cannot be written: the disk is full."
        answer = json.dumps({"error": sentence})
        player.play("elevator.1")
        player.page.route("**/api/journal/save", lambda route: route.fulfill(status=507, body=answer))
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w")
        player.page.get_by_text(f"{sentence} This browser keeps a copy.").first.wait_for(state="attached")
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w/s-w")
        # The lobby says it too, and continues the game as this browser has it.
        player.open("/")
        player.page.get_by_text(f"{sentence} Meanwhile, this browser keeps your unfinished games.").wait_for()
        player.page.get_by_role("link", name="Continue Elevator").click()
        player.shows("elevator.1/s-w/s-w")
        player.page.unroute("**/api/journal/save")
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w/s-w/s-w")
        confirmed(player)
        assert [entry.record for entry in entries(path)] == ["elevator.1/s-w/s-w/s-w"]
        player.page.get_by_role("link", name="All games").click()
        player.page.get_by_text("3 moves").wait_for()
        assert player.page.locator(".troubles .warning").count() == 0
        player.errors.clear()  # the browser says what has failed


@pytest.mark.parametrize("status", [403, 404])
def test_what_a_server_does_not_take_now_waits(sit_down: SitDown, path: Path, status: int) -> None:
    """Only what the rules refuse is given up: a server may be started again with a journal, or without."""
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.play("elevator.1")
        player.page.route("**/api/journal/save", lambda route: route.fulfill(status=status, body='{"error": "No."}'))
        player.page.keyboard.press("d")
        player.shows("elevator.1/s-w")
        with player.page.expect_response("**/api/journal/save", timeout=60_000):
            pass
        for _ in range(4):
            with player.page.expect_response("**/api/journal/save", timeout=60_000):
                player.page.evaluate("dispatchEvent(new Event('online'))")
        player.page.unroute("**/api/journal/save")
        player.page.reload()
        player.page.wait_for_selector("[data-ready] #board .card")
        confirmed(player)
        assert [entry.record for entry in entries(path)] == ["elevator.1/s-w"]
        player.errors.clear()  # the browser says what was refused


def test_a_reload_before_the_first_act_forgets_no_day(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.page.set_default_timeout(300_000)  # the analyst has to wake up
        player.open("/")
        player.page.get_by_label("Game of today’s deal").select_option("quatorze")
        player.page.locator(".today button").click()
        player.page.wait_for_url("**/play/quatorze.*")
        player.page.reload()
        player.page.wait_for_selector("[data-ready] #board .card")
        session = Session.from_record(player.page.url.rpartition("/")[2])
        first, second = move_text(session.game, session.moves[0]).split("-")
        pair(player, str(session.record), first, second)
        confirmed(player)
        (entry,) = entries(path)
        assert entry.day == datetime.now(UTC).date().isoformat()
        assert entry.level > 0


def test_games_and_settings_of_the_browser_are_taken_over(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        save = {
            "record": "quatorze.5/b3-d3",
            "title": "Quatorze",
            "score": 2,
            "acts": 1,
            "elapsed": 4000,
            "redo": [],
            "when": 5,
        }
        saved = json.dumps({"quatorze.5": save})
        player.page.add_init_script(
            f"if (!sessionStorage.done) {{ sessionStorage.done = 1; localStorage.setItem('longwood.games', {saved!r});"
            """ localStorage.setItem('longwood.settings', '{"deck":"four"}'); }"""
        )
        player.open("/")
        confirmed(player)
        until(player, "(localStorage.getItem('longwood.games') ?? '{}') === '{}'")
        (entry,) = entries(path)
        assert (entry.record, entry.seconds) == ("quatorze.5/b3-d3", 4.0)
        with Journal(path) as journal:
            assert json.loads(journal.settings(journal.player())["page"])["deck"] == "four"
        player.page.close()


def test_a_copy_with_damaged_facts_is_kept_all_the_same(sit_down: SitDown, path: Path) -> None:
    bad = {
        "record": "quatorze.5/b3-d3",
        "seconds": "long",
        "undos": -1,
        "when": None,
        "day": 5,
        "redo": ["\x1b"],
        "odd": 1,
    }
    with serving(path) as (_, address):
        player = sit_down(address=address)
        copies = json.dumps([bad])
        player.page.add_init_script(
            "if (!sessionStorage.done) { sessionStorage.done = 1;"
            f" localStorage.setItem('longwood.copy.x', {copies!r}); }}"
        )
        player.open("/")
        confirmed(player)
        (entry,) = entries(path)
        assert (entry.record, entry.seconds, entry.undos, entry.redo) == ("quatorze.5/b3-d3", 0.0, 0, "")
        player.page.close()


def fill(path: Path, count: int) -> None:
    records = [won_record(), *some_records("quatorze", 4), *some_records("elevator", 3)]
    with Journal(path) as journal:
        recent = 1_794_974_400_000 - count * 86_400_000 // 4
        journal.add(journal.player(), many_entries(count, records, recent))


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_the_journal_is_accessible(sit_down: SitDown, path: Path, size: Any) -> None:
    fill(path, 60)
    with serving(path) as (_, address):
        player = sit_down(address=address, **({"viewport": size} if size else {}))
        for table in ("dark", "light", "contrast"):
            player.page.add_init_script(f"localStorage.setItem('longwood.settings', '{{\"table\":\"{table}\"}}')")
            player.open("/journal")
            player.page.locator(".entry").first.wait_for()
            found = Axe().run(player.page).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
            assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        calendar = player.page.get_by_role("img", name="Days played")
        assert "You played on" in str(calendar.get_attribute("aria-label"))


def test_a_damaged_journal_is_said_in_the_lobby_and_its_games_come_back(sit_down: SitDown, path: Path) -> None:
    fill(path, 5)
    with serving(path):
        pass  # the first start of a day makes its backup
    path.write_bytes(b"nonsense" * 1000)
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.open("/")
        player.page.get_by_text("The journal was damaged, so a new one was started").wait_for()
        player.page.get_by_role("button", name="Bring back the games of").click()
        player.page.get_by_text("5 games brought back.").first.wait_for()
        assert player.page.locator(".troubles").inner_text() == ""
        assert len(entries(path)) == 5


def test_a_journal_of_a_newer_version_is_said_in_the_lobby(sit_down: SitDown, path: Path) -> None:
    with Journal(path) as journal, journal.connection() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = '99' WHERE name = 'version'")
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.open("/")
        player.page.get_by_text("This journal has version 99, from a newer Longwood").wait_for()
        assert Axe().run(player.page).response["violations"] == []


def test_the_calendar_ends_with_the_players_own_day(sit_down: SitDown, path: Path) -> None:
    """In Auckland it is the 19th already when it is the 18th in Greenwich."""
    evening = datetime(2026, 11, 18, 20, tzinfo=UTC)
    began = int(evening.timestamp() * 1000) - 3_600_000
    with Journal(path) as journal:
        played = entry(won_record(), started=began, ended=began + 60_000, ending="won")
        journal.add(journal.player(), [replace(played, offset=13 * 60)])
    with serving(path) as (_, address):
        player = sit_down(address=address, timezone_id="Pacific/Auckland")
        player.page.clock.set_fixed_time(evening)
        player.open("/journal")
        player.page.locator(".entry").first.wait_for()
        days = player.page.locator(".calendar title").all_text_contents()
        assert days[-1] == "19 November 2026: 1 of 1 game won"
        assert player.page.locator(".stones small").all_inner_texts() == ["19 November 2026"] * 2


def test_the_names_of_games_leave_room_for_their_numbers(sit_down: SitDown, path: Path) -> None:
    with Journal(path) as journal:
        journal.add(journal.player(), many_entries(4, some_records("triple-peaks-rounds-multiplier", 2)))
    with serving(path) as (_, address):
        player = sit_down(address=address, viewport=PHONE)
        player.open("/journal")
        player.page.locator(".entry").first.wait_for()
        share = player.page.locator(".by tbody td:nth-of-type(3)").first.bounding_box()
        assert share
        assert share["x"] + share["width"] <= PHONE["width"]


def test_skill_and_luck_of_games_that_were_analysed(sit_down: SitDown, path: Path) -> None:
    fill(path, 20)
    with Journal(path) as journal:
        player = journal.player()
        for number in range(20):
            found = Analysis(80.0 + number % 3, 9, 0.5, -0.1, 0.1, 0.0, number % 2 == 0, 52, True)
            keep(journal, player, f"entry-{number:06}", found, "1")
    with serving(path) as (_, address):
        one = sit_down(address=address)
        one.open("/journal")
        one.page.get_by_text("With average luck it would be 40 %").wait_for()
        words = plain(one.page.locator(".luck").inner_text())
        assert "of 20 analysed games" in words
        assert "The analyst won 50 % of these deals." in words
        assert "Per game your moves cost 10 points of the win chance, and the cards gave 10 points." in words
        assert one.page.locator(".entry", has_text="accuracy 8").count() == 20
        chart = one.page.get_by_role("img", name="Accuracy by month")
        assert "81" in str(chart.get_attribute("aria-label"))
        assert Axe().run(one.page).response["violations"] == []


def test_a_win_is_analysed_and_its_accuracy_shared(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address, permissions=["clipboard-read", "clipboard-write"])
        player.page.set_default_timeout(400_000)  # the analyst wakes up, and leaves the processor to all others
        win(player)
        player.page.locator(".news li", has_text="Accuracy: ").wait_for()
        player.page.get_by_role("button", name="Copy result").click()
        player.page.get_by_text("Result copied").first.wait_for(state="attached")
        text = player.page.evaluate("navigator.clipboard.readText()")
        assert re.fullmatch(
            rf"Longwood: Elevator\nwon in {len(PARTS) - 1} moves, 0:\d\d, no help, no undo, accuracy \d+ %", text
        )
        player.open("/journal")
        player.page.locator(".entry", has_text="accuracy").wait_for()
        player.page.close()
        player.errors.clear()  # the analyst may still have been asked for something


def test_history_filters_deleting_and_import(sit_down: SitDown, path: Path) -> None:
    fill(path, 120)
    with serving(path) as (_, address):
        player = sit_down(address=address)
        page = player.page
        player.open("/journal")
        page.locator(".entry").first.wait_for()
        assert page.locator(".entry").count() == 50
        page.get_by_role("button", name="Show more").click()
        until(player, "document.querySelectorAll('.entry').length === 100")
        page.locator("select[name=game]").select_option("elevator")
        page.wait_for_url("**/journal?game=elevator")
        until(player, every("strong", "Elevator"))
        page.locator("select[name=ending]").select_option("won")
        until(player, every(".ending", "Won"))
        before = page.locator(".count").inner_text()
        page.locator(".entry").first.get_by_role("button", name="Delete").click()
        page.get_by_text("Deleted.").first.wait_for()
        assert page.locator(".count").inner_text() != before
        page.get_by_role("button", name="Undo").click()
        page.get_by_text("The game is back.").first.wait_for()
        assert page.locator(".count").inner_text() == before
        page.get_by_role("button", name="Import").click()
        page.get_by_label("Games", exact=True).fill("wood.5\nwood.6/nonsense\n")
        page.get_by_role("dialog").get_by_role("button", name="Import").click()
        page.get_by_text("1 game imported.").wait_for()
        assert "Line 2" in page.get_by_role("dialog").inner_text()
        with page.expect_download() as download:
            page.keyboard.press("Escape")
            page.get_by_role("link", name="Export text").click()
        assert len(Path(download.value.path()).read_text().splitlines()) == 121


@pytest.mark.parametrize("count", [3, 5])
def test_all_unfinished_games_are_offered(sit_down: SitDown, path: Path, count: int) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        for number in range(count):
            player.play(f"elevator.{number}")
            player.page.keyboard.press("d")
            player.shows(f"elevator.{number}/s-w")
        confirmed(player)
        player.open("/")
        assert "deal" in player.page.locator(".resume").inner_text()
        assert player.page.locator(".resume li a").count() == count - 1
        player.open("/journal?ending=open")
        player.page.locator(".entry").first.wait_for()
        player.page.locator(".entry").first.get_by_role("button", name="Give up").click()
        player.page.get_by_text("Given up.").first.wait_for()
        assert len(entries(path, Ending.OPEN)) == count - 1


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_a_shared_server(sit_down: SitDown, path: Path, where: str, request: pytest.FixtureRequest) -> None:
    place = str(path) if where == "sqlite" else str(request.getfixturevalue("postgres_journal"))
    with serving(place, "--name", "example.org") as (_, address):
        desk, phone = sit_down(address=address), sit_down(address=address, viewport=PHONE)
        desk.play("quatorze.5")
        record = pair(desk, "quatorze.5", "b3", "d3")
        confirmed(desk)
        phone.open("/")
        assert phone.page.locator(".resume").count() == 0
        desk.open("/journal")
        desk.page.get_by_label("Your name on the leaderboard").fill("Josephine")
        desk.page.get_by_role("button", name="Save name").click()
        desk.page.get_by_text("You are on the leaderboard as Josephine.").first.wait_for()
        desk.page.get_by_role("link", name="All games").click()
        desk.page.get_by_role("link", name="Leaderboard of Elevator").first.click()
        desk.page.get_by_role("heading", name="Leaderboard of Elevator").wait_for()
        desk.page.get_by_text("You play as Josephine.").wait_for(timeout=120_000)  # the analyst has to wake up
        desk.errors.clear()  # what the lobby had asked gave way to that
        desk.open("/journal")
        desk.page.get_by_role("button", name="Add a device").click()
        link = desk.page.get_by_label("Link").input_value()
        phone.page.goto(link)
        phone.page.get_by_role("button", name="Use it here").click()
        phone.page.wait_for_url("**/journal")
        phone.page.locator(".entry").first.wait_for()
        phone.page.get_by_role("link", name="Resume").click()
        phone.shows(record)
        cookies = {cookie["name"]: cookie for cookie in phone.page.context.cookies()}
        (name,) = cookies
        assert name.startswith("longwood-player-")
        assert (cookies[name]["httpOnly"], cookies[name]["sameSite"]) == (True, "Strict")
        assert phone.page.evaluate("document.cookie") == ""
        desk.page.keyboard.press("Escape")
        desk.page.get_by_role("button", name="Delete everything").click()
        desk.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
        desk.page.get_by_text("Nothing played yet.").wait_for()
        # What this browser still has is not sent again, also by the next visit.
        desk.open("/journal")
        desk.page.wait_for_load_state("networkidle")
        with Journal(where) as journal, journal.reader() as connection:
            assert connection.execute(select(PLAYERS)).all() == []


def test_the_leaderboard(sit_down: SitDown, path: Path) -> None:
    with serving(path, "--name", "example.org") as (_, address):
        player = sit_down(address=address)
        player.page.set_default_timeout(120_000)  # the analyst has to wake up
        player.open("/")
        player.page.locator(".tile").get_by_role("link", name="Leaderboard of Elevator").click()
        player.page.get_by_role("heading", name="Without help").wait_for()
        assert player.page.get_by_text("Nobody yet.").count() == 2
        # One below the other, and nothing on top of anything.
        tops = "[...document.querySelectorAll('header, main > *')].map((el) => el.getBoundingClientRect())"
        boxes = player.page.evaluate(f"{tops}.map((box) => [box.top, box.bottom])")
        assert all(upper[1] <= lower[0] for upper, lower in pairwise(boxes)), boxes
        assert Axe().run(player.page).response["violations"] == []
        with urlopen(f"{address}/api/table") as answer:
            assert json.load(answer)["program"] == "longwood"


def test_help_counts_though_nothing_is_played_after_it(sit_down: SitDown, path: Path) -> None:
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.play("quatorze.5")
        record = pair(player, "quatorze.5", "b3", "d3")
        confirmed(player)
        player.page.keyboard.press("h")
        for _ in range(400):
            if entries(path)[0].fair_hints:
                break
            player.page.wait_for_timeout(25)
        player.page.reload()
        player.shows(record)
        pair(player, record, "b4", "b5")
        confirmed(player)
        assert [(entry.fair_hints, entry.acts) for entry in entries(path)] == [(1, 2)]


def test_a_long_import_names_the_lines_of_the_file(sit_down: SitDown, path: Path, tmp_path: Path) -> None:
    # Comments make it long: it is sent in parts.
    lines = [f"{record} # note={'x' * 4_000}" for record in some_records("elevator", 20)]
    lines.insert(18, "elevator.1/a1-w")
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.open("/journal")
        player.page.get_by_role("button", name="Import").click()
        file = tmp_path / "games.txt"
        file.write_text("\n".join(lines))
        player.page.get_by_label("File").set_input_files(file)
        until(player, "document.querySelector('#import-text').value.length > 40000")
        player.page.get_by_role("dialog").get_by_role("button", name="Import").click()
        player.page.get_by_text("20 games imported.").wait_for()
        assert "Line 19: " in player.page.get_by_role("dialog").inner_text()


def test_a_change_that_fails_is_said(sit_down: SitDown, path: Path) -> None:
    fill(path, 3)
    with serving(path) as (_, address):
        player = sit_down(address=address)
        player.open("/journal")
        player.page.locator(".entry").first.wait_for()
        sentence = "The journal is locked by another program."
        answer = json.dumps({"error": sentence})
        player.page.route("**/api/journal/delete", lambda route: route.fulfill(status=503, body=answer))
        player.page.locator(".entry").first.get_by_role("button", name="Delete").click()
        player.page.locator(".notice", has_text=sentence).wait_for()
        assert player.page.locator(".entry").count() == 3
        player.errors.clear()  # the browser says what has failed
