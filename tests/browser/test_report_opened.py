"""A report in a file: opened from a disk without a server, it is the page's own report."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from browser.conftest import PHONE, SIZE
from browser.driver import Player
from browser.lines import won_lines
from browser.test_accessible import TAGS
from longwood import GAMES, Deal, Session
from longwood.advice.calibration import CERTAIN, WinChance
from longwood.advice.entries import Better, Mark, Report, VerdictAt
from longwood.advice.hints import seeing_hints
from longwood.advice.skill import Choice, Weighed
from longwood.cli.run import run
from longwood.core.game import Move
from longwood.core.result import Verdict
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
    assert "Winnable until move 10." in page.locator(".outcome").inner_text()
    # It opens at the move that lost the game, which is called by the same number everywhere.
    player.agrees(Session.from_record(at(10)))
    assert page.locator(".where").inner_text() == "Move 10 of 14"
    assert page.locator(".moves [aria-current]").inner_text().split()[0] == "10"
    assert page.locator(".readout").inner_text().startswith("Move 10: ")
    assert page.locator("svg.graph path.mark.grade-turn").get_attribute("data-move") == "10"
    here, mark_x = page.evaluate(
        """() => [".here", ".mark.grade-turn"].map((one) => {
            const { left, right } = document.querySelector(`svg.graph ${one}`).getBoundingClientRect();
            return (left + right) / 2;
        })"""
    )
    assert abs(here - mark_x) < 2
    page.keyboard.press("End")
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
    mark = page.locator(".moves li.grade-turn")
    mark.get_by_role("button", name="10").click()
    mark.get_by_role("button", name="Show the 40-move win").click()
    player.shows(at(9))
    page.locator("svg.arrow:not([hidden])").wait_for()
    page.keyboard.press("End")
    page.locator(".where").get_by_text("Line: 40 of 40").wait_for()
    won = Session.from_record(str(page.locator("#board").get_attribute("data-record")))
    assert won.is_won
    player.agrees(won)
    while len(won.acts) > 9:
        page.keyboard.press("ArrowLeft")
        won.undo()
        player.agrees(won)
    page.keyboard.press("Escape")
    player.shows(at(10))
    page.locator(".outcome").get_by_role("button", name="Show the 40-move win").click()
    page.locator(".where").get_by_text("Line: 0 of 40").wait_for()
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
    player.shows(at(10))


def test_where_no_table_is_the_command_is_told(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    assert page.get_by_role("button", name="Back to the table").count() == 0
    assert page.get_by_role("link").count() == 0
    page.get_by_role("button", name="Retry move 10").click()
    command = page.get_by_role("dialog", name="Play from here").get_by_role("textbox")
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
    assert "Winnable until move 10." in page.locator("pre").inner_text()
    assert page.locator("pre").evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")


def test_where_the_answers_cannot_be_read_the_words_are(open_file: Open, file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.html"
    broken.write_text(file.read_text().replace('id="answers">', 'id="answers">AAAA'))
    player = open_file(broken)
    player.page.get_by_role("heading", name="Report on Triple Peaks").wait_for()
    assert "Winnable until move 10." in player.page.locator("pre").inner_text()
    assert len(player.errors) == 1
    player.errors.clear()


def entries(folder: Path, session: Session, *found: Weighed | Mark | VerdictAt) -> Path:
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


def win(value: float, width: float = 0.0) -> WinChance:
    return WinChance(value, value - width, value + width)


def weighed(session: Session, before: WinChance, played: WinChance, after: WinChance) -> list[Weighed]:
    """A game of one move, as it was weighed; the last move of the list would have been best."""
    best = Session(session.game, session.deal).moves[-1]
    return [Weighed(0, before, (Choice(session.acts[0][0], played, best, before, 0.5),)), Weighed(1, after)]


# A blameless move is marked only because it lost the game.
MARKED = [(grade, False) for grade in ("inaccuracy", "mistake", "blunder")]
MARKED += [(grade, True) for grade in ("inaccuracy", "mistake", "blunder", "good", "nothing to lose")]


@pytest.mark.parametrize(("grade", "is_turn"), MARKED)
def test_every_grade_has_a_sign_and_words(open_file: Open, tmp_path: Path, grade: str, is_turn: bool) -> None:
    session = one_move()
    found = weighed(session, win(0.5), win(0.2), win(0.3))
    mark = Mark(0, 0.3, grade, is_turn, win(0.2), Better(found[0].choices[0].best, win(0.5)), ())
    page = open_file(entries(tmp_path, session, *found, mark)).page
    page.locator("[data-complete]").wait_for()
    sign = "turn" if is_turn else grade
    assert page.locator(f"svg.graph path.mark.grade-{sign}").count() == 1
    item = page.locator(f".moves li.grade-{sign}")
    assert item.get_by_role("button").first.get_attribute("aria-expanded") == "true"
    words = item.locator(".detail").inner_text()
    assert words.startswith("Lost the game." if is_turn else f"{grade.capitalize()}.")
    assert "undefined" not in page.locator("body").inner_text()
    assert ("From what you saw it" in words) == is_turn


def test_the_curve_is_the_win_chance_and_the_shade_its_interval(open_file: Open, tmp_path: Path) -> None:
    session = one_move()
    page = open_file(entries(tmp_path, session, *weighed(session, win(0.6, 0.1), win(0.4), win(0.3, 0.2)))).page
    page.locator("svg.graph polygon.interval").wait_for(state="attached")
    top, _, floor = [float(line.get_attribute("y1") or "") for line in reversed(page.locator(".grid").all())]

    def heights(shape: str) -> list[float]:
        points = page.locator(shape).get_attribute("points") or ""
        return [(floor - float(point.partition(",")[2])) / (floor - top) for point in points.split()]

    assert heights("polyline.chance") == pytest.approx([0.6, 0.3], abs=1e-3)
    # Two highs, then the lows from the right.
    assert heights("polygon.interval") == pytest.approx([0.7, 0.5, 0.1, 0.5], abs=1e-3)


def test_the_report_leads_with_skill_and_luck(open_file: Open, tmp_path: Path) -> None:
    session = one_move()
    page = open_file(entries(tmp_path, session, *weighed(session, win(0.61), win(0.37), win(0.45)))).page
    page.locator("[data-complete]").wait_for()
    words = "You were dealt a 61\u00a0% game. Your play cost 24 points, the cards gave 8. Now: about 45\u00a0% to win."
    assert page.locator(".headline").inner_text() == words
    counters = page.locator(".counters li").all_inner_texts()
    assert [text.split() for text in counters] == [["1", "blunder"]]
    accuracy = page.locator(".accuracy").inner_text().split()
    assert accuracy == [f"{100 * 2 ** (-0.24 / 0.15):.0f}", "%", "accuracy"]
    page.get_by_text("How do you know?").click()
    assert "win chance" in page.locator("details.basis").inner_text()
    seen = page.locator(".what-here").inner_text()
    assert "About 45\u00a0% to win from here." in seen


def test_the_win_that_there_was_is_shown(open_file: Open, tmp_path: Path) -> None:
    session = Session(GAMES["quatorze"], Deal(2))
    line = next(seeing_hints(session.game, session.position)).line
    other = one_move(next(m for m in session.moves if m != line[0]))
    chances = weighed(other, win(0.8), win(0.5), win(0.5))
    verdicts = [VerdictAt(0, Verdict.WON, line), VerdictAt(1, Verdict.UNKNOWN, ())]
    mark = Mark(0, 0.3, "blunder", False, win(0.5), Better(line[0], win(0.8)), line)
    page = open_file(entries(tmp_path, other, *chances, *verdicts)).page
    page.get_by_role("button", name="Show the 26-move win").wait_for()
    page = open_file(entries(tmp_path, other, *chances, *verdicts, mark)).page
    words = page.locator(".moves li.grade-blunder").inner_text()
    assert re.search("It cost 30 points: about 50\u00a0% to win after it[.]", words)
    assert re.search("Better: .*, about 80\u00a0% to win[.]", words)
    assert page.locator(".moves").get_by_role("button", name="Show the 26-move win").count() == 1
    # A move that cost chances may win all the same.
    page = open_file(entries(tmp_path, one_move(line[0]), *chances, *verdicts, mark)).page
    assert "With all cards open your move still wins." in page.locator(".moves li.grade-blunder").inner_text()


def test_the_list_follows_and_leads(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    rows = page.locator(".moves .row")
    assert rows.count() == 14
    current = page.locator(".moves [aria-current]")
    rows.nth(2).click()
    player.shows(at(3))
    assert current.inner_text().split()[0] == "3"
    page.keyboard.press("ArrowDown")
    player.shows(at(4))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    player.shows(at(2))
    assert page.evaluate("() => document.activeElement.closest('li')?.dataset.move") == "2"
    # One line each; only the one that is shown is open.
    assert page.locator(".moves .detail:visible").count() == 0
    page.get_by_role("button", name="Mistakes only").click()
    assert page.locator(".moves li:visible").count() == 2
    page.locator(".counters .grade-inaccuracy button").click()
    assert page.locator(".moves .detail:visible").count() == 1
    first = current.inner_text().split()[0]
    page.locator(".counters .grade-inaccuracy button").click()
    assert {first, current.inner_text().split()[0]} == {"10", "13"}


def test_values_are_read_off_the_graph(open_file: Open, file: Path) -> None:
    player = open_file(file)
    page = player.page
    page.locator("[data-complete]").wait_for()
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box
    for number in (0, 5, 14):
        page.mouse.move(box["x"] + (box["width"] - 1) * number / 14, box["y"] + 40)
        words = page.locator(".readout")
        words.get_by_text(f"Move {number}" if number else "Deal", exact=True).wait_for()
        assert re.search(r": about \d+\xa0% to win \(\d+ to \d+\xa0%\)", words.inner_text())
    # To look is not to choose; to press is.
    player.shows(at(10))
    page.mouse.move(box["x"] + box["width"] * 6 / 14, box["y"] + 40)
    page.mouse.down()
    player.shows(at(6))
    page.mouse.move(box["x"] + box["width"] * 8 / 14, box["y"] + 40)
    player.shows(at(8))
    page.mouse.up()
    page.mouse.move(0, 0)
    page.locator(".readout").get_by_text("Move 8", exact=True).wait_for()


@pytest.mark.parametrize("size", [SIZE, PHONE])
def test_board_graph_and_list_fit(open_file: Open, file: Path, size: dict[str, int]) -> None:
    page = open_file(file, viewport=size).page
    page.locator("[data-complete]").wait_for()
    height = page.evaluate("() => document.documentElement.scrollHeight")
    assert height <= (size["height"] if size == SIZE else 2 * size["height"])


def test_a_game_that_was_won_is_not_told_that_it_can_be(open_file: Open, tmp_path: Path) -> None:
    session = Session.from_record(won_lines()["elevator"])
    count = len(session.acts)
    found = [
        Weighed(number, win(0.5), (Choice(session.acts[number][0], win(0.5), session.acts[number][0], win(0.5), 0.0),))
        for number in range(count)
    ]
    verdicts = [VerdictAt(number, Verdict.WON, ()) for number in range(count + 1)]
    page = open_file(entries(tmp_path, session, *found, Weighed(count, CERTAIN[True]), *verdicts)).page
    page.locator("[data-complete]").wait_for()
    assert page.locator(".outcome").inner_text().startswith("Won.")
    words = page.locator("main").inner_text()
    assert "winnable" not in words.lower()
    assert "can be won" not in words
    assert page.locator("svg.graph .band").count() == 0


def test_what_is_better_within_an_act_can_be_shown(open_file: Open, tmp_path: Path) -> None:
    start = one_move()
    first, second, third = start.acts[0][0], start.moves[0], start.moves[-1]
    start.play(second)
    session = Session.from_record("quatorze.2/" + ".".join(str(start.record).split("/")[1:]))
    choices = (Choice(first, win(0.6), first, win(0.6), 0.1), Choice(second, win(0.3), third, win(0.6), 0.3))
    mark = Mark(0, 0.3, "blunder", False, win(0.3), Better(third, win(0.6), (first,)), ())
    page = open_file(entries(tmp_path, session, Weighed(0, win(0.6), choices), Weighed(1, win(0.3)), mark)).page
    page.locator(".moves li.grade-blunder").get_by_text("Better: after 1 move of it, ").wait_for()
    page.get_by_role("button", name="Show the better move").click()
    page.get_by_label("Step forward").click()
    page.get_by_label("Step forward").click()
    page.get_by_text("Line: 2 of 2").wait_for()
