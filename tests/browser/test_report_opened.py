"""A report in a file: opened from a disk without a server, it is the page's own report."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from browser.conftest import PHONE, SIZE
from browser.driver import Player
from browser.test_accessible import TAGS
from longwood import GAMES, Deal, Session
from longwood.advice.entries import Better, ChanceAt, Mark, Report, VerdictAt
from longwood.advice.hints import seeing_hints
from longwood.cli.run import run
from longwood.core.game import Move
from longwood.core.result import Verdict
from longwood.core.shares import Share
from longwood.web.report_file import report_file

pytestmark = pytest.mark.slow

LOST = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w/c7-w/s-w/d4-w/d1-w/d10-w"

Open = Callable[..., Player]


@pytest.fixture
def open_file(chromium: Browser) -> Iterator[Open]:
    """A way to look at a file with the network cut off. Nothing but the file may be asked for, and no error be seen."""
    contexts = []
    players: list[Player] = []
    asked: list[str] = []

    def start(file: Path, **options: object) -> Player:
        context = chromium.new_context(offline=True, **{"viewport": SIZE, "reduced_motion": "reduce", **options})  # type: ignore[arg-type]
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        players.append(Player(page, ""))
        page.on("request", lambda request: asked.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        if options.get("java_script_enabled", True):
            page.wait_for_selector("#app > *")
        return players[-1]

    yield start
    for context in contexts:
        context.close()
    assert [error for player in players for error in player.errors] == []
    assert asked == []


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the command line writes of a game that was lost by its tenth move."""
    path = tmp_path_factory.mktemp("report") / "lost game.html"
    assert run(["report", LOST, "--html", str(path)]) == 0
    return path


def at(number: int, record: str = LOST) -> str:
    return "/".join(record.split("/")[: number + 1])


def test_the_game_and_its_lines_are_seen_step_by_step(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    assert page.title() == "Report on Triple Peaks, deal 11 · Longwood"
    assert page.locator("svg.graph polyline.chance").count() == 1
    assert page.locator("svg.graph path.mark.grade-turn").count() == 1
    assert "before move 10" in page.locator(".result").inner_text()
    # Every position of the game, by keys, card by card.
    session = Session.from_record(LOST)
    for number in range(len(session.acts), -1, -1):
        player.agrees(Session.from_record(at(number)))
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    player.agrees(session)
    page.keyboard.press("Home")
    player.agrees(Session.from_record(at(0)))
    page.get_by_role("slider").fill("3")
    player.agrees(Session.from_record(at(3)))
    # The win that there was, to its end.
    mark = page.locator(".marks li.grade-turn")
    mark.get_by_role("button", name="Show the win").click()
    player.shows(at(9))
    page.locator("svg.arrow:not([hidden])").wait_for()
    page.keyboard.press("End")
    page.locator(".where").get_by_text("line: 40 / 40").wait_for()
    won = Session.from_record(str(page.locator("#board").get_attribute("data-record")))
    assert won.is_won
    player.agrees(won)
    while len(won.acts) > 9:
        page.keyboard.press("ArrowLeft")
        won.undo()
        player.agrees(won)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    player.shows(at(10))
    page.get_by_role("button", name="a win in 40 moves").click()
    page.locator(".where").get_by_text("line: 0 / 40").wait_for()
    player.shows(at(9))


def test_keys_lead_from_card_to_card(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    page.keyboard.press("m")
    first = player.focus()
    assert first
    page.keyboard.press("ArrowRight")
    assert player.focus() not in ("", first)
    # Arrows are for the cards now, not for the steps.
    player.shows(LOST)


def test_where_no_table_is_the_command_is_told(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    assert page.get_by_role("button", name="Back to the table").count() == 0
    assert page.get_by_role("link").count() == 0
    page.locator(".marks li.grade-turn").get_by_role("button", name="Retry from here").click()
    command = page.get_by_role("dialog", name="Retry from here").get_by_role("textbox")
    assert command.input_value() == f"longwood play {at(9)}"
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.keyboard.press("p")
    assert command.input_value() == f"longwood play {at(0)}"


@pytest.mark.parametrize("size", [SIZE, PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390}])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_file_is_for_everyone_and_every_screen(
    open_file: Open, file: Path, size: dict[str, int], scheme: str
) -> None:
    page = open_file(file, viewport=size, color_scheme=scheme).page
    page.locator("[data-complete]").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => document.documentElement.dataset.table") == scheme
    results = Axe().run(page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    assert [found["id"] for found in results.response["violations"]] == []


def test_without_scripts_the_words_are_read(open_file: Open, file: Path) -> None:
    page = open_file(file, java_script_enabled=False, viewport=PHONE).page
    assert page.locator("pre").is_visible()
    assert "The game could be won until move 10 lost it, which is proven" in page.locator("pre").inner_text()
    assert page.locator("pre").evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")


def test_where_the_answers_cannot_be_read_the_words_are(open_file: Open, file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.html"
    broken.write_text(file.read_text().replace('id="answers">', 'id="answers">AAAA'))
    player = open_file(broken)
    player.page.get_by_role("heading", name="Report on Triple Peaks").wait_for()
    assert "which is proven" in player.page.locator("pre").inner_text()
    assert len(player.errors) == 1
    player.errors.clear()


def entries(folder: Path, session: Session, *found: ChanceAt | Mark | VerdictAt) -> Path:
    """A file of a report that holds just these."""
    report = Report(len(session.acts))
    for entry in found:
        report.add(entry)
    path = folder / "report.html"
    path.write_text(report_file(session, report, "words"), encoding="utf-8")
    return path


def one_move(m: Move | None = None) -> Session:
    session = Session(GAMES["quatorze"], Deal(2))
    session.play(m or session.moves[0])
    return session


# A blameless move is marked only because it lost the game.
MARKED = [(grade, False) for grade in ("inaccuracy", "mistake", "blunder")]
MARKED += [(grade, True) for grade in ("inaccuracy", "mistake", "blunder", "good", "not judged", "nothing to lose")]


@pytest.mark.parametrize(("grade", "is_turn"), MARKED)
def test_every_grade_has_a_sign_and_words(open_file: Open, tmp_path: Path, grade: str, is_turn: bool) -> None:
    share = Share(lost=10) if grade == "nothing to lose" else Share(unknown=10)
    found = [ChanceAt(number, share, 0.0, is_exact=False) for number in (0, 1)]
    session = one_move()
    page = open_file(entries(tmp_path, session, *found, Mark(0, 0.3, 0.0, grade, is_turn, None, ()))).page
    page.locator("[data-complete]").wait_for()
    sign = "turn" if is_turn else grade
    assert page.locator(f"svg.graph path.mark.grade-{sign}").count() == 1
    words = page.locator(f".marks li.grade-{sign}").inner_text()
    assert words.startswith("Lost the game, move 1:" if is_turn else f"{grade.capitalize()}, move 1:")
    assert "undefined" not in page.locator("body").inner_text()
    assert ("From what you saw it" in words) == is_turn


def test_the_shade_is_the_interval(open_file: Open, tmp_path: Path) -> None:
    def heights(is_exact: bool) -> list[float]:
        """As shares: two highs, then the lows from the right."""
        shares = Share(won=30, lost=30), Share(won=10, unknown=50)
        found = [ChanceAt(number, share, 0.0, is_exact) for number, share in enumerate(shares)]
        page = open_file(entries(tmp_path, one_move(), *found)).page
        page.locator("svg.graph polygon.interval").wait_for(state="attached")
        top, _, floor = [float(line.get_attribute("y1") or "") for line in reversed(page.locator(".grid").all())]
        points = page.locator("polygon.interval").get_attribute("points") or ""
        return [(floor - float(point.partition(",")[2])) / (floor - top) for point in points.split()]

    high, certain, low_right, low = heights(is_exact=False)
    assert high > 0.5 > low
    assert certain == pytest.approx(1)
    assert 0 < low_right < 1 / 6
    assert heights(is_exact=True) == pytest.approx([0.5, 1, 1 / 6, 0.5], abs=1e-3)


def test_the_win_that_there_was_is_shown(open_file: Open, tmp_path: Path) -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    line = next(seeing_hints(session.game, session.position)).line
    chances = [ChanceAt(0, Share(won=10), 0.0, False), ChanceAt(1, Share(lost=10), 0.0, False)]
    verdicts = [VerdictAt(0, Verdict.WON, line), VerdictAt(1, Verdict.UNKNOWN, ())]
    mark = Mark(0, 0.3, 0.0, "blunder", False, Better(line[0], Share(won=10), False), line)
    other = one_move(next(m for m in session.moves if m != line[0]))
    page = open_file(entries(tmp_path, other, *chances, *verdicts)).page
    page.get_by_role("button", name="a win in 26 moves").wait_for()
    page = open_file(entries(tmp_path, other, *chances, *verdicts, mark)).page
    words = page.locator(".marks li.grade-blunder").inner_text()
    assert re.search(r"Better from what you saw: .*\. It keeps 10 of 10 possible worlds winnable\.", words)
    assert "Using hidden cards: it wins, in 26 moves." in words
    # A move that cost chances may win all the same.
    page = open_file(entries(tmp_path, one_move(line[0]), *chances, *verdicts, mark)).page
    assert (
        "Using hidden cards: your move still wins, in 26 moves." in page.locator(".marks li.grade-blunder").inner_text()
    )
