"""A server of our own on a free loopback port, and a real Chromium in front of it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.driver import Player

ROOT = Path(__file__).resolve().parents[2]
SIZE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
# Warming up on a slow machine takes its time; only what never comes waits for so long.
PATIENT = 60_000


def start_server(port: int = 0, before: str = "", source: Path = ROOT / "src") -> tuple["subprocess.Popen[str]", str]:
    """A real server process, and its address."""
    code = f"{before}from longwood.web.serve import serve; serve(port={port})"
    environment = {"PYTHONPATH": str(source), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout
    words = process.stdout.readline().split()
    return process, next(word for word in words if word.startswith("http")).rstrip("/")


def stop_server(process: "subprocess.Popen[str]") -> None:
    process.terminate()
    process.wait(20)
    if process.stdout:
        process.stdout.close()


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    process, address = start_server()
    yield address
    stop_server(process)


@pytest.fixture(scope="session")
def ready(origin: str) -> None:
    """The analyst is awake before the first question: what it says meanwhile has a test of its own."""
    while True:
        with urlopen(f"{origin}/api/analyst") as answer:
            if json.load(answer)["state"] == "ready":
                return
        time.sleep(0.2)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser a module. While it lives a loop runs in this thread, and no other test could start its own."""
    with sync_playwright() as playwright:
        # The system's own, or else the one that Playwright has downloaded; `make browser` says how to get one.
        installed = which("chromium")
        if not installed and not Path(playwright.chromium.executable_path).exists():
            if "LONGWOOD_BROWSER" in os.environ:
                pytest.fail("LONGWOOD_BROWSER asks for a browser, and none is installed: `make browser` gets one")
            pytest.skip("Chromium is not installed: `make browser` gets it or says how")
        browser = playwright.chromium.launch(executable_path=installed, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


SitDown = Callable[..., Player]


@pytest.fixture
def sit_down(chromium: Browser, origin: str) -> Iterator[SitDown]:
    """A way to get a player with a browser of its own. No player may leave with an error in the console."""
    contexts = []
    players: list[Player] = []

    def start(*, address: str = "", settings: str = "", **options: Any) -> Player:
        # Without the worker that keeps the page: it has tests of its own, and what it fetches nobody could hold up.
        usual: dict[str, Any] = {"viewport": SIZE, "reduced_motion": "reduce", "service_workers": "block"}
        context = chromium.new_context(**{**usual, **options})
        context.set_default_timeout(10_000)
        if settings:
            context.add_init_script(f"localStorage.setItem('longwood.settings', '{settings}')")
        contexts.append(context)
        players.append(Player(context.new_page(), address or origin))
        return players[-1]

    yield start
    for context in contexts:
        context.close()
    assert [error for player in players for error in player.errors] == []


@pytest.fixture
def player(sit_down: SitDown) -> Player:
    return sit_down()


@pytest.fixture
def patient(sit_down: SitDown) -> Player:
    player = sit_down()
    player.page.set_default_timeout(PATIENT)
    return player
