"""What the page takes: `python benchmarks/page.py`, in Debian's chromium without a window.

Assets: the files that the page loads, as the server sends them. First card: from the start of the navigation, with an
empty cache, to the frame after the first card is in the page. The window is opened a second and a half before, because
the browser loads a page of its own for each. Lobby: the same to the frame after the first tile can be clicked. Drag: a
card carried about in Forty Thieves, 104 cards on the table; a frame has 16.7 ms for 60 in a second. "main thread" is
the processor time that a frame takes of the page's own thread: unlike the times on the clock it does not depend on what
else the machine does. Click: from a click on the stock to the frame that has the next position. Cascade: the dance of
the cards after a win, 52 of them, from its first moment; counting frames is part of its work.
"""

import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from longwood.web.assets import PAGE, SCRIPT, SHEET, Assets

ROOT = Path(__file__).resolve().parents[1]
VISITS = 15
STEPS = 240
CLICKS = 60
# A line that wins, without its last move.
WON = (ROOT / "tests" / "browser" / "won.txt").read_text(encoding="ascii").split()

_FIRST_CARD = """
new MutationObserver((_, observer) => {
    if (!document.querySelector("#board .card")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.firstCard = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
_CLICK = """async (number) => {
    const board = document.getElementById("board");
    const stock = board.querySelectorAll('.card[data-spot^="s:"]');
    const card = stock[stock.length - 1];
    const { x, y } = card.getBoundingClientRect();
    const how = { bubbles: true, clientX: x + 9, clientY: y + 9, pointerId: 1, pointerType: "touch", isPrimary: true };
    const before = board.dataset.record;
    const start = performance.now();
    card.dispatchEvent(new PointerEvent("pointerdown", how));
    card.dispatchEvent(new PointerEvent("pointerup", how));
    while (board.dataset.record === before) await new Promise((resolve) => setTimeout(resolve, 1));
    return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))));
}"""
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
    files = [PAGE, SCRIPT, SHEET]
    bodies = [Assets().find(name) for name in files]
    plain = sum(len(body.plain) for body in bodies if body)
    packed = sum(len(body.packed or body.plain) for body in bodies if body)
    print(
        f"assets          {len(files)} files, {plain / 1000:.1f} kB, compressed {packed / 1000:.1f} kB (180 kB at most)"
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


def lobby(browser: Browser, origin: str) -> None:
    times = []
    for _ in range(VISITS):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(_FIRST_CARD.replace("#board .card", ".tile .main"))
        page = context.new_page()
        page.wait_for_timeout(1500)
        page.goto(f"{origin}/")
        page.wait_for_function("() => window.firstCard")
        times.append(page.evaluate("() => window.firstCard"))
        context.close()
    times.sort()
    median = statistics.median(times)
    print(f"lobby           best {times[0]:.0f} ms, median {median:.0f} ms, worst {times[-1]:.0f} ms (500 ms)")


def drag(browser: Browser, origin: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{origin}/play/forty-thieves.1")
    card = page.locator('.card[data-spot="t5:3"]').bounding_box()
    assert card
    x, y = card["x"] + 20, card["y"] + 10
    client = meter(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 20)
    before = busy(page)
    start = spent(client)
    page.evaluate(_COUNT_FRAMES)
    for step in range(STEPS):
        page.mouse.move(x + 20 + (step * 7) % 500, y + 20 + (step * 5) % 200)
    frames = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.frames_.slice(1); }")
    end = spent(client)
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


def click(browser: Browser, origin: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{origin}/play/forty-thieves.1")
    page.locator("#board .card").first.wait_for()
    times = []
    for number in range(CLICKS):
        page.wait_for_timeout(450)
        times.append(page.evaluate(_CLICK, number))
    times.sort()
    print(
        f"click to move   best {times[0]:.0f} ms, median {statistics.median(times):.0f} ms, "
        f"95 of 100 within {times[int(CLICKS * 0.95)]:.0f} ms (20 to 36 ms)"
    )
    page.close()


def cascade(browser: Browser, origin: str) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    line = next(line for line in WON if line.startswith("quatorze")).split("/")
    page.goto(f"{origin}/play/{'/'.join(line[:-1])}")
    first, second = line[-1].split("-")
    for pile in (first, second):
        page.locator(f'.card[data-spot="{pile}:0"]').click()
    page.locator(".cascade").wait_for()
    client = meter(page)
    start = spent(client)
    page.evaluate(_COUNT_FRAMES)
    page.locator(".cascade").wait_for(state="detached")
    work = 1000 * (spent(client)["TaskDuration"] - start["TaskDuration"])
    frames = sorted(page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.frames_.slice(1); }"))
    print(
        f"cascade         {len(frames)} frames, median {statistics.median(frames):.1f} ms, "
        f"95 of 100 within {frames[int(len(frames) * 0.95)]:.1f} ms, worst {frames[-1]:.1f} ms (60 a second)"
    )
    print(f"main thread     {work / len(frames):.2f} ms a frame (16.7 ms)")
    page.close()


def meter(page: Page) -> CDPSession:
    """What tells the processor time of the page's own thread."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
    client.send("Performance.enable")
    return client


def spent(client: CDPSession) -> dict[str, float]:
    return {metric["name"]: metric["value"] for metric in client.send("Performance.getMetrics")["metrics"]}


def busy(page: Page) -> int:
    """How many cards are drawn: a drag must not add or lose one."""
    return page.locator("#board .card").count()


def main() -> None:
    assets()
    with server() as origin, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        first_card(browser, origin)
        click(browser, origin)
        lobby(browser, origin)
        drag(browser, origin)
        cascade(browser, origin)
        browser.close()


if __name__ == "__main__":
    main()
