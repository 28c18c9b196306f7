"""Screenshots of every screen at five sizes and in three lights, for the eye.

`python tools/screenshots.py [pattern ...]` writes those whose name fits one of the patterns to screenshots/, and beside
them a contact sheet for each screen: sheets/NAME.png shows all sizes and lights of it at a glance. A name is
SCREEN-SIZE-LIGHT, such as `lobby-phone-dark`. Everything takes about twenty minutes.
"""

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from shutil import which

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
# The walk-through's games and the journals of the tests are used here too.
sys.path += [str(ROOT / "tests")]

from browser.lines import won_lines  # noqa: E402
from journals import many_entries, some_records, won_record  # noqa: E402
from longwood import GAMES, Deal, Session  # noqa: E402
from longwood.journal.store import Journal  # noqa: E402
from newcomers import SLUGS, build, entered  # noqa: E402

FOLDER = ROOT / "screenshots"
SIZES = {
    "desktop": (1280, 720),
    "wide": (1920, 1080),
    "phone": (390, 844),
    "landscape": (844, 390),
    "small": (320, 568),
}
LIGHTS = ("light", "dark", "contrast")
FAMILIES = ("terrace", "forty-thieves", "quatorze", "triple-peaks", "elevator")
PATIENT = 180_000
NOW = 1_794_974_400_000
DAY = 86_400_000

LUCKY = (
    "s d6 d4 d8 s d5 s s c4 d7 s d3 c5 d9 c6 s d1 s s c7 s s b4 s d10 c8 s s s b3 c9 s s b6 b5 d2 c2 s s "
    "c1 c3 b1 s s b2 s a3 a1 s a2"
)
UNLUCKY = (
    "d10 d2 d8 d9 s c9 d4 s d1 c8 d6 d5 s s c1 c5 b6 d7 s s c6 c7 d3 s c4 s c2 s b4 b5 b3 s s c3 s s b1 s "
    "s s s a2 s s s a3 s s b2 s"
)
"""A careless game that the cards won, and a careful one that they lost, in Triple Peaks."""

Act = Callable[[Page], object]


def nothing(page: Page) -> None:
    """Leave the page as it opens."""


@dataclass(frozen=True)
class Screen:
    name: str
    address: str
    act: Act = nothing
    """What the player does there, up to the moment of the picture."""
    settings: dict[str, object] = field(default_factory=dict)
    house: str = "plain"
    """Which server it is asked of: plain, newcomers, or a journal of so many games."""
    is_long: bool = False
    """Whether the whole page is taken, not only what fits on the screen."""
    has_motion: bool = False


@contextmanager
def served(*arguments: str, source: Path = ROOT / "src") -> Iterator[str]:
    """The address of a server of its own whose analyst is awake."""
    environment = {"PYTHONPATH": str(source), "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "longwood", "serve", "--port", "0", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        words: list[str] = []
        while process.poll() is None and not any(word.startswith("http") for word in words):
            words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.terminate()


def full_journal(path: Path, count: int) -> Path:
    """A journal of so many games, the last of them today."""
    records = [won_record(), *(record for slug in FAMILIES for record in some_records(slug, 2))]
    with Journal(path) as journal:
        if count:
            journal.add(journal.player(), many_entries(count, records, NOW - count * DAY // 4))
    return path


def house(stack: ExitStack, name: str, folder: Path) -> str:
    if name == "plain":
        return stack.enter_context(served("--journal", "none"))
    if name == "newcomers":
        built = build(folder / "house")
        stack.enter_context(entered(built))
        return stack.enter_context(served("--journal", "none", source=built.root))
    return stack.enter_context(
        served("--journal", str(full_journal(folder / f"{name}.sqlite", int(name.split("-")[1]))))
    )


def played(deal: str, froms: str) -> str:
    """A record of Triple Peaks: every card goes to the waste."""
    return "/".join([deal, *[f"{pile}-w" for pile in froms.split()]])


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


def cut(record: str, share: float) -> str:
    """The first part of a game."""
    start, *acts = record.split("/")
    return "/".join([start, *acts[: int(len(acts) * share)]])


# What the player does.


def seat(page: Page) -> None:
    page.locator("#board .card").first.wait_for()


def press(*keys: str, until: str = "") -> Act:
    def act(page: Page) -> None:
        for key in keys:
            page.keyboard.press(key)
        if until:
            page.wait_for_selector(until, timeout=PATIENT)

    return act


def command(name: str, until: str = "dialog[open]") -> Act:
    """Choose a command on the screen or in the menu."""

    def act(page: Page) -> None:
        button = page.get_by_role("button", name=name, exact=True)
        if not button.first.is_visible():
            page.get_by_role("button", name="More", exact=True).click()
            button = page.locator("dialog").get_by_role("button", name=name, exact=True)
        button.first.click()
        page.wait_for_selector(until, timeout=PATIENT)

    return act


def move(source: str, target: str = "") -> Act:
    def act(page: Page) -> None:
        for pile in (source, target) if target else (source,):
            page.locator(f'.card[data-spot^="{pile}:"]').last.click()

    return act


def then(*acts: Act) -> Act:
    def act(page: Page) -> None:
        for each in acts:
            each(page)

    return act


def shown(selector: str) -> Act:
    return lambda page: page.wait_for_selector(selector, timeout=PATIENT)


def pause(milliseconds: int) -> Act:
    return lambda page: page.wait_for_timeout(milliseconds)


def fill(label: str, text: str) -> Act:
    return lambda page: page.get_by_label(label).first.fill(text)


def goes_away(page: Page) -> None:
    """The server does not answer any more."""
    page.route("**/api/**", lambda route: route.abort())
    page.keyboard.press("d")
    page.wait_for_timeout(2500)


def never_there(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.wait_for_selector("#app > *", timeout=PATIENT)


def lobby_screens() -> Iterator[Screen]:
    yield Screen("lobby", "/", is_long=True)
    yield Screen("lobby-first", "/")
    played = then(seat, press("d", "d"), pause(600), press("l"), shown(".offer.resume"))
    yield Screen("lobby-continue", "/play/forty-thieves.1", played)
    yield Screen("lobby-search", "/", press("k", "l", "o", "n"))
    yield Screen("lobby-kept", "/", house="journal-300")
    yield Screen("make-your-own", "/", command("Make your own Terrace"))
    yield Screen("paste-a-link", "/report")
    yield Screen("offline", "/", never_there)
    yield Screen("error-page", "/nothing")
    yield Screen("error-link", "/play/terrace.1/t1-t2")
    yield Screen("error-rules", "/rules/nothing")
    for slug in ("terrace", "redheads", "forty-thieves", "quatorze", "elevator", "triple-peaks"):
        yield Screen(f"rules-{slug}", f"/rules/{slug}", pause(400), is_long=True)


def table_screens() -> Iterator[Screen]:
    lines = won_lines()
    for slug in GAMES:
        yield Screen(f"table-{slug}-early", f"/play/{slug}.1", seat)
        yield Screen(f"table-{slug}-middle", f"/play/{midgame(slug)}", seat)
        if slug in lines:
            yield Screen(f"table-{slug}-late", f"/play/{cut(lines[slug], 0.85)}", seat)
    terrace, elevator = "/play/terrace.1", "/play/elevator.1"
    yield Screen("table-held", terrace, then(seat, press("m", "Enter")))
    yield Screen("table-pair", "/play/quatorze.1", then(seat, press("m", "Enter")))
    yield Screen("table-locked", "/play/falling-stars.1/t8-f4/t4-t1/w-t8", seat)
    yield Screen("table-offline", elevator, then(seat, goes_away))
    yield Screen("menu", terrace, then(seat, command("More")))
    yield Screen("settings", terrace, then(seat, command("Settings")))
    yield Screen("keys", terrace, then(seat, press("?", until="dialog[open]")))
    yield Screen("deals", terrace, then(seat, lambda page: page.locator("button.deal").click(), shown("dialog[open]")))
    yield Screen("rules-dialog", terrace, then(seat, command("Rules"), pause(400)))
    for record in ("terrace,columns=10,reserve=12.5/t1-f1", "quatorze,size=7.5", "forty-thieves,columns=13,rows=8.5"):
        yield Screen(f"own-{record.split(',')[0]}", f"/play/{record}", seat)
    stuck = "elevator.1" + "/s-w" * 24 + "/g1-w"
    yield Screen("stuck", f"/play/{stuck}", then(seat, move("g5"), shown('.note[data-kind="end"]'), pause(1500)))
    for name, slug in (("won", "quatorze"), ("won-elevator", "elevator")):
        start, last = lines[slug].rsplit("/", 1)
        ends = then(seat, move(*[pile for pile in last.split("-") if pile != "w"]))
        yield Screen(name, f"/play/{start}", then(ends, shown("dialog[open]")))
        if name == "won":
            dance = then(ends, shown(".cascade"), pause(900))
            yield Screen("cascade", f"/play/{start}", dance, {"motion": "on"}, has_motion=True)
    yield Screen("viewer", f"/view/{midgame('forty-thieves')}", seat)
    yield Screen("viewer-elevator", f"/view/{lines['elevator']}", seat)


def analyst_screens() -> Iterator[Screen]:
    for slug in FAMILIES:
        game = f"/play/{midgame(slug, 16)}"
        yield Screen(f"hint-{slug}", game, then(seat, press("h", until='.note[data-kind="hint"]')))
        live: dict[str, object] = {"verdict": "live", "par": "during"}
        yield Screen(
            f"verdict-{slug}", game, then(seat, shown('.chip:not([data-verdict="asking"])'), pause(1500)), live
        )
        yield Screen(f"chances-{slug}", game, then(seat, press("Shift+V", until=".chances tr[data-move]"), pause(1500)))
        show = lambda page: page.get_by_role("button", name="Show me").click()  # noqa: E731
        yield Screen(f"lesson-{slug}", f"/learn/{slug}", then(seat, shown(".part-name")))
        yield Screen(f"lesson-{slug}-step", f"/learn/{slug}", then(seat, shown(".part-name"), show, pause(600)))
        yield Screen(f"report-{slug}", f"/report/{midgame(slug, 60)}", shown("[data-complete]"), is_long=True)
    before = "/play/triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w"
    marked = then(seat, move("c7"), shown(".coach-mark"))
    yield Screen("coach", before, marked, {"coach": "on"})
    why = then(marked, lambda page: page.locator(".coach-mark").click())
    yield Screen("coach-why", before, why, {"coach": "on"})
    lines = won_lines()
    lost = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"
    reports = {
        "won": lines["elevator"],
        "lost": lost,
        "lucky": played("triple-peaks.1", LUCKY),
        "unlucky": played("triple-peaks.10", UNLUCKY),
        "unfinished": cut(lines["triple-peaks"], 0.5),
    }
    for name, record in reports.items():
        yield Screen(f"report-{name}", f"/report/{record}", shown("[data-complete]"), is_long=True)
    yield Screen("report-at-work", f"/report/{midgame('terrace', 50)}", pause(1500))


def journal_screens() -> Iterator[Screen]:
    for count in (0, 3, 300, 3000):
        opened = pause(600) if not count else then(shown(".entry"), pause(300))
        yield Screen(f"journal-{count}", "/journal", opened, house=f"journal-{count}", is_long=True)
    yield Screen("journal-first", "/journal", shown(".entry"), house="journal-300")
    yield Screen("journal-none", "/journal", pause(300))
    for slug in ("quatorze", "elevator"):
        yield Screen(f"leaderboard-{slug}", f"/day/{slug}", pause(600), house="journal-300")


def newcomer_screens() -> Iterator[Screen]:
    yield Screen("newcomers-lobby", "/", house="newcomers", is_long=True)
    for slug in SLUGS:
        for name, acts in (("early", 0), ("middle", 20)):
            record = f"/play/{slug}.1" if not acts else f"/play/{slug}.1?acts={acts}"
            yield Screen(f"newcomers-{slug}-{name}", record, seat, house="newcomers")
        yield Screen(f"newcomers-{slug}-lesson", f"/learn/{slug}", then(seat, shown(".part-name")), house="newcomers")
        yield Screen(f"newcomers-{slug}-rules", f"/rules/{slug}", pause(300), house="newcomers", is_long=True)


def screens() -> Iterator[Screen]:
    yield from lobby_screens()
    yield from table_screens()
    yield from newcomer_screens()
    yield from journal_screens()
    yield from analyst_screens()


def take(browser: Browser, origin: str, screen: Screen, size: str, files: dict[str, Path]) -> None:
    """One screen at one size: opened once, then seen in each light."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size not in ("desktop", "wide"),
        reduced_motion="no-preference" if screen.has_motion else "reduce",
        service_workers="block",
    )
    context.set_default_timeout(20_000)
    # Every family is known already, so that only the lessons that are asked for are given.
    first = {"known": [*FAMILIES, "peaks", *SLUGS], "letters": True, **screen.settings}
    page = context.new_page()
    for light, file in files.items():
        chosen = json.dumps(json.dumps({**first, "table": light}))
        if light == next(iter(files)) or screen.has_motion:
            context.add_init_script(f"localStorage.setItem('longwood.settings', {chosen})")
            address = screen.address
            if "?acts=" in address:
                slug, acts = address.removeprefix("/play/").split(".1?acts=")
                address = f"/play/{midgame(slug, int(acts))}"
            page.goto(origin + address)
            page.wait_for_selector("[data-ready] #app > *")
            page.wait_for_load_state("networkidle") if not address.startswith("/report/") else None
            screen.act(page)
        else:
            page.evaluate("(light) => { document.documentElement.dataset.table = light; }", light)
        page.wait_for_timeout(120)
        page.screenshot(path=file, full_page=screen.is_long)
    context.close()


def sheet(browser: Browser, name: str, files: list[Path]) -> None:
    """All pictures of a screen in one."""
    pictures = "".join(
        f"<figure><img src='{file.as_uri()}'><figcaption>{file.stem}</figcaption></figure>" for file in sorted(files)
    )
    style = "body{margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:8px;width:1900px;align-items:flex-start}"
    style += "figure{margin:0}img{display:block;max-width:620px;max-height:900px}figcaption{font:12px sans-serif}"
    path = FOLDER / "sheets" / f"{name}.html"
    path.write_text(f"<!doctype html><style>{style}</style>{pictures}", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1920, "height": 400})
    page.goto(path.as_uri())
    page.screenshot(path=path.with_suffix(".png"), full_page=True)
    page.close()
    path.unlink()


def main() -> None:
    (FOLDER / "sheets").mkdir(parents=True, exist_ok=True)
    patterns = sys.argv[1:] or ["*"]
    failed = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        stack.callback(browser.close)
        origins: dict[str, str] = {}
        for screen in screens():
            made: list[Path] = []
            for size in SIZES:
                names = {light: f"{screen.name}-{size}-{light}" for light in LIGHTS}
                files = {
                    light: FOLDER / f"{name}.png"
                    for light, name in names.items()
                    if any(fnmatch(name, pattern) for pattern in patterns)
                }
                if not files:
                    continue
                if screen.house not in origins:
                    origins[screen.house] = house(stack, screen.house, Path(folder))
                try:
                    take(browser, origins[screen.house], screen, size, files)
                except Exception as error:  # noqa: BLE001
                    # One screen that does not come must not cost all others.
                    failed.append(f"{screen.name}-{size}: {str(error).splitlines()[0]}")
                    print(failed[-1], file=sys.stderr)
                made += [file for file in files.values() if file.exists()]
            if made:
                sheet(browser, screen.name, made)
                print(screen.name, flush=True)
    if failed:
        sys.exit(f"{len(failed)} screens did not come")


if __name__ == "__main__":
    main()
