"""kill -9 of the browser itself, right after a win and right after an act, with counts: nothing seen is lost."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser, BrowserContext, Error

from browser.driver import Player
from browser.test_journal import LAST, NEARLY, click, entries, serving
from journals import won_record
from longwood.journal.entries import Ending

pytestmark = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are found in /proc")


@contextmanager
def opened(chromium: Browser, folder: Path) -> Iterator[tuple[BrowserContext, int]]:
    """A browser with a profile on disk, and the id of its process."""
    context = chromium.browser_type.launch_persistent_context(
        str(folder), executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"],
        viewport={"width": 1280, "height": 720}, reduced_motion="reduce",
    )  # fmt: skip
    try:
        yield context, process_with(folder)
    finally:
        with suppress(Error):  # it may be dead already, as was wished
            context.close()


def process_with(folder: Path) -> int:
    """The browser's own process: the one that has the profile and is nobody's helper."""
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = file.read_bytes().split(b"\0")
            if f"--user-data-dir={folder}".encode() in words and not any(w.startswith(b"--type=") for w in words):
                return int(file.parent.name)
    raise AssertionError(f"no browser has the profile {folder}")


def test_a_killed_browser_loses_no_win_and_no_act(chromium: Browser, tmp_path: Path) -> None:
    journal, profile = tmp_path / "journal.sqlite", tmp_path / "profile"
    wins = acts = 4
    with serving(journal) as (_, address):
        for _ in range(wins):
            with opened(chromium, profile) as (context, process):
                player = Player(context.pages[0], address)
                player.play(NEARLY)
                click(player, LAST)
                player.shows(won_record())
                os.kill(process, signal.SIGKILL)
        for number in range(1, acts + 1):
            with opened(chromium, profile) as (context, process):
                player = Player(context.pages[0], address)
                player.play(f"elevator.{number}")
                player.page.keyboard.press("d")
                player.shows(f"elevator.{number}/s-w")
                os.kill(process, signal.SIGKILL)
        # What had not left the browser yet is in its storage, and comes with the next visit.
        with opened(chromium, profile) as (context, _):
            player = Player(context.pages[0], address)
            player.open("/")
            time.sleep(1.5)
    assert len(entries(journal, Ending.WON)) == wins
    assert {entry.record for entry in entries(journal, Ending.OPEN)} == {
        f"elevator.{number}/s-w" for number in range(1, acts + 1)
    }
