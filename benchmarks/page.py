"""What the page takes: `python benchmarks/page.py`, in Debian's chromium without a window.

Assets: the files that the page loads, as the server sends them. First card: from the start of the navigation, with an
empty cache, to the frame after the first card is in the page. The window is opened a second and a half before, because
the browser loads a page of its own for each. Drag: a card carried about in Forty Thieves, 104 cards on the
table; a frame has 16.7 ms for 60 in a second. "main thread" is the processor time that a frame takes of the page's own
thread: unlike the times on the clock it does not depend on what else the machine does.
"""

import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

from longwood.web.assets import SCRIPT, SHEET, Assets

ROOT = Path(__file__).resolve().parents[1]
VISITS = 15
STEPS = 240

_FIRST_CARD = """
new MutationObserver((_, observer) => {
    if (!document.querySelector("#board .card")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstCard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
_COUNT_FRAMES = """() => {
    window.frames_ = [];
    let last = performance.now();
    const tick = (now) => {
        window.frames_.push(now - last);
        last = now;
        window.ticking = requestAnimationFrame(tick);
    };
    window.ticking = requestAnimationFrame(tick);
}"""


@contextmanager
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "longwood.web.serve"]
    environment = {"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()


def assets() -> None:
    files = ["index.html", SCRIPT, SHEET]
    bodies = [Assets().find(name) for name in files]
    plain = sum(len(body.plain) for body in bodies if body)
    packed = sum(len(body.packed or body.plain) for body in bodies if body)
    print(
        f"assets          {len(files)} files, {plain / 1000:.1f} kB, compressed {packed / 1000:.1f} kB (150 kB at most)"
    )


def first_card(browser: Browser, origin: str) -> None:
    times = []
    for number in range(VISITS):
        context = browser.new_context(viewport={"width": 1280, "height": 720})
        context.add_init_script(_FIRST_CARD)
        page = context.new_page()
        page.wait_for_timeout(1500)
        page.goto(f"{origin}/play/forty-thieves.{number + 1}")
        page.wait_for_function("() => window.firstCard")
        times.append(page.evaluate("() => window.firstCard"))
        context.close()
    times.sort()
    median = statistics.median(times)
    print(f"first card      best {times[0]:.0f} ms, median {median:.0f} ms, worst {times[-1]:.0f} ms (300 ms)")


def drag(browser: Browser, origin: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{origin}/play/forty-thieves.1")
    card = page.locator('.card[data-spot="t5:3"]').bounding_box()
    assert card
    x, y = card["x"] + 20, card["y"] + 10
    client = page.context.new_cdp_session(page)
    client.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    client.send("Performance.enable")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    before = busy(page)
    start = {m["name"]: m["value"] for m in client.send("Performance.getMetrics")["metrics"]}
    page.evaluate(_COUNT_FRAMES)
    for step in range(STEPS):
        page.mouse.move(x + 20 + (step * 7) % 500, y + 20 + (step * 5) % 200)
    frames = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.frames_.slice(1); }")
    end = {m["name"]: m["value"] for m in client.send("Performance.getMetrics")["metrics"]}
    page.mouse.up()
    assert busy(page) == before
    frames.sort()
    work = 1000 * (end["TaskDuration"] - start["TaskDuration"]) / len(frames)
    script = 1000 * (end["ScriptDuration"] - start["ScriptDuration"]) / len(frames)
    print(
        f"drag            {len(frames)} frames, median {statistics.median(frames):.1f} ms, "
        f"95 of 100 within {frames[int(len(frames) * 0.95)]:.1f} ms, worst {frames[-1]:.1f} ms"
    )
    print(f"main thread     {work:.2f} ms a frame, {script:.2f} ms of it script (16.7 ms)")
    page.close()


def busy(page: Page) -> int:
    """How many cards are drawn: a drag must not add or lose one."""
    return page.locator("#board .card").count()


def main() -> None:
    assets()
    with server() as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        first_card(browser, origin)
        drag(browser, origin)
        browser.close()


if __name__ == "__main__":
    main()
