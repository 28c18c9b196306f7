"""The coach at the table: a quiet mark after a move, the reason on tap, and never in the way."""

import pytest
from playwright.sync_api import Request, expect

from browser.conftest import PHONE, SitDown
from browser.driver import Player
from browser.test_accessible import violations
from browser.test_teaching import is_cut
from longwood.notation import parse_move
from longwood.session import Session

pytestmark = pytest.mark.usefixtures("ready")

BEFORE = "triple-peaks.11/d7-w/s-w/s-w/s-w/d5-w/s-w/s-w/d3-w/d8-w"
LANDSCAPE = {"width": 844, "height": 390}


def coach(sit_down: SitDown, viewport: dict[str, int] | None = None) -> Player:
    options = {"viewport": viewport} if viewport else {}
    return sit_down(settings='{"coach":"on"}', **options)


def move(player: Player, session: Session, text: str, how: str = "click") -> None:
    player.move(session, parse_move(session.game, text), how)


@pytest.mark.parametrize("viewport", [None, PHONE, LANDSCAPE], ids=["desktop", "phone", "low"])
def test_a_weak_move_is_marked_and_explained_on_tap(sit_down: SitDown, viewport: dict[str, int] | None) -> None:
    player = coach(sit_down, viewport)
    session = player.play(BEFORE)
    move(player, session, "c7-w")
    mark = player.page.locator(".coach-mark")
    expect(mark).to_have_text("?!Inaccuracy")
    # In the colour that the report gives to inaccuracies.
    assert mark.evaluate("""(el) => {
        const probe = el.appendChild(document.createElement("i"));
        probe.style.color = "var(--inaccuracy)";
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color === getComputedStyle(el.querySelector(".sign")).backgroundColor;
    }""")
    # Nothing about it moves the cards.
    board = player.page.locator("#board").bounding_box()
    mark.click()
    expect(player.page.locator(".note p")).to_contain_text("Inaccuracy. Better: 10♦")
    expect(mark).to_have_count(0)
    assert not is_cut(player)
    if viewport is None:
        assert player.page.locator("#board").bounding_box() == board
    player.page.locator(".note").get_by_role("button", name="Undo").click()
    player.shows(BEFORE)
    expect(player.page.locator('.note[data-kind="coach"]')).to_have_count(0)


def test_a_good_move_gets_a_mark_that_goes_by_itself(sit_down: SitDown) -> None:
    player = coach(sit_down)
    session = player.play("triple-peaks.11")
    move(player, session, "d7-w")
    mark = player.page.locator(".coach-mark")
    expect(mark).to_have_attribute("data-grade", "good")
    expect(mark).to_have_count(0, timeout=10_000)


def test_a_forced_move_gets_none_and_the_next_move_takes_the_last_mark_away(sit_down: SitDown) -> None:
    player = coach(sit_down)
    session = player.play(BEFORE)
    move(player, session, "c7-w")
    expect(player.page.locator(".coach-mark")).to_have_count(1)
    with player.page.expect_response(lambda response: "/api/coach/" in response.url):
        move(player, session, "s-w")
    expect(player.page.locator(".coach-mark")).to_have_count(0)


@pytest.mark.slow
def test_axe_finds_nothing_about_the_mark(sit_down: SitDown) -> None:
    player = coach(sit_down)
    session = player.play(BEFORE)
    move(player, session, "c7-w")
    mark = player.page.locator(".coach-mark")
    expect(mark).to_have_count(1)
    found = violations(player)
    for table in ("light", "dark", "contrast"):
        player.page.evaluate("(table) => { document.documentElement.dataset.table = table; }", table)
        found += [f"{table}: {violation}" for violation in violations(player, ["color-contrast"])]
    assert not found, "\n".join(found)


def test_k_tells_why_and_letters_may_be_off(sit_down: SitDown) -> None:
    player = coach(sit_down)
    session = player.play(BEFORE)
    move(player, session, "c7-w", "keys")
    expect(player.page.locator(".coach-mark")).to_have_count(1)
    player.page.keyboard.press("k")
    expect(player.page.locator(".note p")).to_contain_text("Better:")
    expect(player.page.locator("#live")).to_contain_text("Inaccuracy. Better: ten of diamonds")


def test_it_is_off_until_it_is_wanted(player: Player) -> None:
    asked: list[str] = []

    def heard(request: Request) -> None:
        if "/api/coach/" in request.url:
            asked.append(request.url)

    player.page.on("request", heard)
    session = player.play(BEFORE)
    move(player, session, "c7-w")
    move(player, session, "s-w")
    assert asked == []
    player.page.keyboard.press("s")
    player.page.get_by_role("tab", name="Help").click()
    player.page.get_by_role("dialog", name="Settings").get_by_label("Mark each move").check()
    player.page.keyboard.press("Escape")
    move(player, session, "d4-w")
    expect(player.page.locator(".coach-mark")).to_have_count(1)
    assert len(asked) == 1


def test_quick_play_is_never_held_up(sit_down: SitDown) -> None:
    player = coach(sit_down)
    session = player.play("terrace.6")
    for text in ("t3-f1", "r-f1", "t7-t5", "w-t7", "t9-t5", "t1-t6"):
        move(player, session, text, "drag")
    player.agrees(session)
    expect(player.page.locator(".coach-mark, .coach:empty")).to_have_count(1)
