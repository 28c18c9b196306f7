"""Screenshots of every screen at four sizes, for the eye.

`python tools/screenshots.py [pattern]` writes those whose name fits to screenshots/.
"""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

from longwood import GAMES, Deal, Session

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "screenshots"
SIZES = {"desktop": (1280, 720), "large": (1920, 1080), "phone": (390, 844), "landscape": (844, 390)}


@contextmanager
def server() -> Iterator[str]:
    """The address of a server of its own."""
    command = [sys.executable, "-m", "longwood.web.serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()


def midgame(slug: str, acts: int = 30) -> str:
    """A record of some moves that look sensible: foundations and columns before the stock."""
    session = Session(GAMES[slug], Deal(7))
    choose = random.Random(7)
    for _ in range(acts):
        moves = session.moves
        if not moves or session.is_won:
            break
        session.play(moves[0] if choose.random() < 0.6 else choose.choice(moves))
    return str(session.record)


def screens() -> Iterator[tuple[str, str, str]]:
    """Name, address and what to press, of every screen."""
    yield "lobby", "/", ""
    for slug in GAMES:
        yield f"{slug}-start", f"/play/{slug}.1", ""
        yield f"{slug}-middle", f"/play/{midgame(slug)}", ""
    yield "viewer", f"/view/{midgame('forty-thieves')}", ""
    yield "rules", "/rules/terrace", ""
    for name, press in (("settings", "Settings"), ("menu", "More"), ("rules-dialog", "Rules"), ("keys", "?")):
        yield f"dialog-{name}", "/play/terrace.1", press
    yield "stuck", "/play/elevator.1" + "/s-w" * 24 + "/g1-w/g5-w", ""
    yield "card-in-hand", "/play/terrace.1", "m Enter"
    yield "first-of-a-pair", "/play/quatorze.1", "m Enter"
    yield "locked-stock", "/play/falling-stars.1/t8-f4/t4-t1/w-t8", ""
    yield "no-such-page", "/nothing", ""
    yield "broken-link", "/play/terrace.1/t1-t2", ""


FAMILIES = ("terrace", "forty-thieves", "quatorze", "triple-peaks", "elevator")
PATIENT = 180_000


def analyst_screens() -> Iterator[tuple[str, str, dict[str, str], str, str]]:
    """Name, address, settings, key to press and what to wait for, of what the analyst shows in each family."""
    for slug in FAMILIES:
        game = midgame(slug, 16)
        yield f"{slug}-hint", f"/play/{game}", {}, "h", '.note[data-kind="hint"]'
        yield f"{slug}-seeing", f"/play/{slug}.7", {"hints": "all-seeing"}, "h", '.note[data-kind="hint"]'
        live = {"verdict": "live", "par": "during"}
        yield f"{slug}-live", f"/play/{game}", live, "", '.facts:has(.stat-par) .chip:not([data-verdict="asking"])'
        yield f"{slug}-chances", f"/play/{game}", {}, "Shift+V", ".chances tr[data-move]"
        yield f"{slug}-report", f"/report/{midgame(slug, 60)}", {}, "", "[data-complete]"


def shoot_analyst(browser: Browser, origin: str, pattern: str) -> None:
    for size in ("desktop", "phone"):
        width, height = SIZES[size]
        for name, address, settings, key, shown in analyst_screens():
            file = f"{name}-{size}.png"
            if not fnmatch(file, pattern):
                continue
            table = "dark" if name[0] in "tq" else "light"
            context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            chosen = json.dumps({"table": table, **settings})
            context.add_init_script(f"localStorage.setItem('longwood.settings', '{chosen}')")
            page = context.new_page()
            page.goto(origin + address)
            page.wait_for_selector("[data-ready] #app > *")
            page.locator("#board .card").first.wait_for()
            if key:
                page.keyboard.press(key)
            page.wait_for_selector(shown, timeout=PATIENT)
            time.sleep(0.3)
            page.screenshot(path=FOLDER / file, full_page=name.endswith("report"))
            context.close()


def take(page: Page, address: str, press: str, path: Path) -> None:
    page.goto(address)
    page.wait_for_selector("[data-ready] #app > *")
    page.wait_for_load_state("networkidle")
    if press.split()[0:1] in (["?"], ["m"]):
        for key in press.split():
            page.keyboard.press(key)
    elif press:
        button = page.get_by_role("button", name=press, exact=True)
        if not button.is_visible():
            page.get_by_role("button", name="More", exact=True).click()
            button = page.locator("dialog").get_by_role("button", name=press, exact=True)
        button.click()
        page.wait_for_load_state("networkidle")
    time.sleep(0.15)
    page.screenshot(path=path)


def shoot(browser: Browser, origin: str, pattern: str) -> None:
    for size, (width, height) in SIZES.items():
        for table in ("dark", "light", "contrast"):
            context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            settings = json.dumps({"table": table, "deck": "four" if table == "contrast" else "two"})
            context.add_init_script(f"localStorage.setItem('longwood.settings', '{settings}')")
            page = context.new_page()
            for name, address, press in screens():
                # Every screen in the dark, a few of them in each other light.
                if table != "dark" and name not in (
                    "lobby",
                    "terrace-middle",
                    "triple-peaks-start",
                    "dialog-settings",
                    "card-in-hand",
                ):
                    continue
                file = f"{name}-{size}-{table}.png"
                if fnmatch(file, pattern):
                    take(page, origin + address, press, FOLDER / file)
            context.close()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    pattern = sys.argv[1] if len(sys.argv) > 1 else "*"
    with server() as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        shoot(browser, origin, pattern)
        shoot_analyst(browser, origin, pattern)
        browser.close()


if __name__ == "__main__":
    main()
