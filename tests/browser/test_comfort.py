"""What makes the table pleasant: sizes for a finger, marks on empty places, keys for everything, words that agree."""

import re

import pytest

from browser.conftest import PATIENT, SitDown
from browser.driver import Player
from browser.lines import won_lines
from longwood.notation import move_text
from longwood.session import Session
from longwood.solver import Verdict, solve

pytestmark = pytest.mark.slow

PHONE = {"width": 390, "height": 844}
CARD_WIDTH = "() => parseFloat(document.getElementById('board').style.getPropertyValue('--cw'))"
MARKS = "() => [...document.querySelectorAll('.slot')].map((el) => el.textContent).filter(Boolean)"

# In the page itself: nobody knows how long the driver takes for a click.
_FAST_CLICKS = """([x, y, count, pointerType]) => {
    for (let i = 1; i <= count; i++) {
        const el = document.elementFromPoint(x, y);
        const how = { bubbles: true, clientX: x, clientY: y, pointerId: 1, pointerType, detail: i };
        el.dispatchEvent(new PointerEvent("pointerdown", how));
        if (pointerType === "mouse") el.dispatchEvent(new MouseEvent("mousedown", how));
        el.dispatchEvent(new PointerEvent("pointerup", how));
    }
}"""


@pytest.mark.parametrize(
    ("slug", "columns"), [("redheads", 8), ("terrace", 9), ("forty-thieves", 10), ("elevator", 7), ("quatorze", 5)]
)
def test_cards_on_a_phone_are_as_large_as_the_columns_allow(sit_down: SitDown, slug: str, columns: int) -> None:
    player = sit_down(viewport=PHONE)
    player.play(f"{slug}.1")
    width = player.page.evaluate(CARD_WIDTH)
    # At least 44 pixels where so many columns leave them; all the width but a hair's breadth elsewhere.
    assert width >= min(44, 390 / columns * 0.94)


def test_of_a_card_in_a_fan_nothing_is_cut_in_two(sit_down: SitDown) -> None:
    player = sit_down()
    for slug in ("terrace", "generals-patience", "redheads"):
        session = player.play(f"{slug}.1")
        reserve = session.position.piles[session.game.pile_index["r"]]
        cut = player.page.evaluate(
            """(top) => [...Array(top).keys()].flatMap((i) => {
                const box = (n) => document.querySelector(`.card[data-spot="r:${n}"]`).getBoundingClientRect();
                const edge = box(i + 1).left + 0.5;
                return [...document.querySelectorAll(`.card[data-spot="r:${i}"] path`)]
                    .filter((el) => el.checkVisibility() && !el.closest(".foot"))
                    .map((el) => el.getBoundingClientRect())
                    .filter((r) => r.width && r.left < edge && r.right > edge)
                    .map(() => i);
            })""",
            len(reserve) - 1,
        )
        assert cut == [], slug
    # In the heaps of a phone cards lie on each other's edge: the sign in the middle stays whole.
    player.page.set_viewport_size({"width": 390, "height": 844})
    player.play("triple-peaks.1")
    cut = player.page.evaluate(
        """() => [...Array(9).keys()].filter((i) => {
            const card = (n) => document.querySelector(`.card[data-spot="d${n}:0"]`);
            const sign = card(i + 1).querySelector(".body > path");
            return sign && sign.getBoundingClientRect().right > card(i + 2).getBoundingClientRect().left + 0.5;
        })"""
    )
    assert cut == []


@pytest.mark.parametrize("face", ["classic", "plain", "large"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (844, 390), (390, 844), (320, 640)], ids=str)
def test_of_a_card_in_a_column_rank_and_suit_are_seen_whole(
    sit_down: SitDown, size: tuple[int, int], face: str
) -> None:
    player = sit_down(viewport={"width": size[0], "height": size[1]}, settings=f'{{"face": "{face}"}}')
    line = won_lines()["terrace"].split("/")
    for record in ("forty-thieves.1", "/".join(line[:40])):
        player.play(record)
        cut = player.page.evaluate("""() => [...document.querySelectorAll('.card[data-spot^="t"]')].flatMap((el) => {
            const [pile, index] = el.dataset.spot.split(":");
            const next = document.querySelector(`.card[data-spot="${pile}:${Number(index) + 1}"]`);
            if (!next) return [];
            const edge = next.getBoundingClientRect().top + 1;
            const ink = (path) => Number(path.getAttribute("stroke-width")) * path.getScreenCTM().d / 2;
            const bottom = (path) => path.getBoundingClientRect().bottom + ink(path);
            return [...el.querySelectorAll(".face > path")].filter((path) => path.checkVisibility())
                .filter((path) => bottom(path) > edge).map((path) => [el.dataset.spot, bottom(path) - edge]);
        })""")
        assert cut == []


def test_empty_places_say_what_they_wait_for(player: Player) -> None:
    player.play("forty-thieves.1")
    assert player.page.evaluate(MARKS) == ["Waste", *["A"] * 8]
    player.play("terrace.1")
    assert player.page.evaluate(MARKS) == ["Waste", *["Base card"] * 8]
    session = player.play("falling-stars.1/t8-f4/t4-t1/w-t8")
    base = session.game.facts(session.position)["base"]
    assert set(player.page.evaluate(MARKS)) == {base, "From waste"}
    for slug, names in (("triple-peaks", {"Stock", "Waste", "Discard"}), ("quatorze", {"Stock", "Discard"})):
        player.play(f"{slug}.1")
        assert set(player.page.locator(".caption").all_inner_texts()) == names


def test_a_double_click_on_the_stock_deals_once(player: Player) -> None:
    session = player.play("forty-thieves.1")
    mouse = player.page.mouse
    x, y = player.point("s", 63)
    mouse.dblclick(x, y)
    session.play("s-w")
    player.agrees(session)
    player.page.wait_for_timeout(400)
    player.agrees(session)
    # Whoever goes on clicking means every click.
    player.page.evaluate(_FAST_CLICKS, [x, y, 5, "mouse"])
    for _ in range(5):
        session.play("s-w")
    player.agrees(session)
    # Slow clicks, each for itself.
    for _ in range(2):
        player.page.wait_for_timeout(300)
        mouse.click(x, y)
        session.play("s-w")
    player.agrees(session)


def test_two_taps_of_a_finger_deal_once(sit_down: SitDown) -> None:
    player = sit_down(viewport=PHONE, has_touch=True, is_mobile=True)
    session = player.play("forty-thieves.1")
    x, y = player.point("s", 63)
    player.page.touchscreen.tap(x + 5, y + 5)
    session.play("s-w")
    player.agrees(session)
    player.page.wait_for_timeout(400)
    player.page.evaluate(_FAST_CLICKS, [x, y, 2, "touch"])
    session.play("s-w")
    player.agrees(session)
    player.page.wait_for_timeout(400)
    player.agrees(session)
    assert player.page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "none"


def test_keys_for_everything(sit_down: SitDown) -> None:
    player = sit_down(permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    press = page.keyboard.press
    session = player.play("forty-thieves.1/s-w/s-w")
    for key, title in zip("isgo?", ("How to play", "Settings", "Deals", "Menu", "Keyboard"), strict=True):
        press(key)
        dialog = page.get_by_role("dialog", name=title)
        dialog.wait_for()
        press("Escape")
        dialog.wait_for(state="hidden")
    press("c")
    page.locator(".note").get_by_text("Link to the deal copied").wait_for()
    press("Shift+C")
    page.locator(".note").get_by_text("Link to the game copied").wait_for()
    press("h")
    page.locator('.note[data-kind="hint"], .note[data-kind="thinking"]').wait_for()
    press("Shift+R")
    player.agrees(Session.from_record("forty-thieves.1"))
    press("r")
    player.agrees(session)
    press("w")
    player.shows("forty-thieves.1")
    for key, acts in (("ArrowRight", 1), ("End", 2), ("ArrowLeft", 1), ("Home", 0)):
        press(key)
        player.shows("forty-thieves.1" + "/s-w" * acts)
    press("Space")
    player.shows("forty-thieves.1/s-w/s-w")
    press("p")
    player.agrees(session)
    press("l")
    page.locator(".tile").first.wait_for()


def test_no_key_is_lost_while_a_dialog_goes_away(player: Player) -> None:
    # Until the next frame the focus stays in the field of the dialog that was closed.
    player.play("forty-thieves.1")
    player.page.keyboard.press("g")
    player.page.get_by_role("dialog", name="Deals").wait_for()
    focus = player.page.evaluate("""() => {
        document.querySelector("dialog").close();
        const { id } = document.activeElement;
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }));
        return id;
    }""")
    assert focus == "deal-number"
    player.page.get_by_role("dialog", name="Menu").wait_for()


def test_letters_can_be_switched_off(sit_down: SitDown) -> None:
    player = sit_down(settings='{"letters": false}')
    session = player.play("forty-thieves.1")
    for key in ("d", "n", "?"):
        player.page.keyboard.press(key)
    player.agrees(session)
    assert player.page.locator("dialog").count() == 0
    player.page.keyboard.press("ArrowRight")
    player.page.keyboard.press("Enter")
    session.play("s-w")
    player.agrees(session)


def test_every_command_with_a_key_is_on_the_sheet(player: Player) -> None:
    player.play("terrace.1")
    player.page.keyboard.press("?")
    sheet = player.page.locator(".sheet").inner_text()
    keys = player.page.evaluate(
        "async () => (await import('/static/js/commands.js')).commands.map((c) => [c.id, c.key])"
    )
    # The buttons of a lesson have no key of their own: they lie where the focus goes.
    assert [name for name, key in keys if not key and not name.startswith(("lesson-", "coach-"))] == []
    assert [
        key for _, key in keys if key and not re.search(rf"(?m)^{re.escape(key)}\b|^{re.escape(key)}\s", sheet)
    ] == []


def test_a_place_is_called_the_same_by_the_note_and_the_label(player: Player) -> None:
    session = player.play("quatorze.1")
    move = session.moves[0]
    src = session.game.piles[move.src]
    where = f"row {'abcde'.index(src[0]) + 1}, column {src[1]}"
    name = player.page.locator(f'.card[data-spot="{src}:0"]').get_attribute("aria-label") or ""
    assert where in name
    player.page.keyboard.press("h")
    player.page.locator('.note[data-kind="hint"]').wait_for(timeout=PATIENT)
    # The note marks the cards, so only who listens is told where they lie.
    assert re.search(r"row \d, column \d", player.page.locator("#live").inner_text())
    assert not re.search(r"\b[a-e][1-5]\b", player.note)
    player.page.keyboard.press("Escape")
    player.move(session, move, "click")
    assert where in player.page.locator("#live").inner_text()


def test_what_is_in_the_hand_is_told_by_where_it_may_go(player: Player) -> None:
    session = player.play("forty-thieves.1/t6-f1")
    session.undo()
    player.page.keyboard.press("u")
    player.agrees(session)
    player.click("t6", 3)
    assert player.note == "A♥ goes to a foundation."


def test_a_win_is_told_once_and_can_be_taken_back(player: Player) -> None:
    *start, last = won_lines()["elevator"].split("/")
    session = player.play("/".join(start))
    player.move(session, next(m for m in session.moves if session.game.piles[m.src] == last.split("-")[0]), "click")
    assert session.is_won
    dialog = player.page.get_by_role("dialog", name="You won!")
    dialog.get_by_role("button", name="Restart").wait_for()
    assert player.note == ""
    dialog.get_by_role("button", name="Undo").click()
    session.undo()
    player.agrees(session)
    player.page.keyboard.press("r")
    session.redo()
    player.agrees(session)
    player.page.keyboard.press("Escape")
    player.page.locator('.note[data-kind="end"]').get_by_text("You won! Score 28").wait_for()


def test_the_time_goes_along_to_the_viewer_and_back(player: Player) -> None:
    session = player.play("forty-thieves.1")
    page = player.page
    player.move(session, session.moves[-1], "keys")
    page.wait_for_function("() => document.querySelector('.stat-time dd').textContent === '0:02'")
    page.keyboard.press("w")
    page.get_by_role("button", name="Play from here").click()
    assert page.locator(".stat-time dd").inner_text() != "0:00"


def test_an_address_without_a_page_leads_home(player: Player) -> None:
    answer = player.page.goto(player.origin + "/nothing/here")
    assert answer
    assert answer.status == 404
    player.page.get_by_text("There is no page at /nothing/here.").wait_for()
    player.page.get_by_role("link", name="All games").click()
    player.page.locator(".tile").first.wait_for()
    player.errors = [error for error in player.errors if "404" not in error]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (390, 844), (844, 390)])
def test_the_bars_hold_their_words(sit_down: SitDown, size: tuple[int, int]) -> None:
    player = sit_down(viewport={"width": size[0], "height": size[1]})
    titles = set()
    for slug in ("triple-peaks-rounds", "triple-peaks-rounds-multiplier", "blondes-and-brunettes"):
        player.play(f"{slug}.999999")
        titles.add(player.page.locator("h1").inner_text())
        assert player.page.get_by_role("link", name="All games").is_visible()
        cut = player.page.evaluate(
            """() => [...document.querySelectorAll("h1, .deal, .status dd, .status dt, .tools button span")]
                .filter((el) => el.checkVisibility())
                .filter((el) => {
                    const { left, right, top, bottom } = el.getBoundingClientRect();
                    const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
                    return isOut || el.scrollWidth > el.clientWidth + 1;
                })
                .map((el) => el.textContent)"""
        )
        assert cut == [], slug
        words = player.page.locator(".tool-undo span").bounding_box()
        assert words
        assert words["width"] > 10
    assert len(titles) == 3


@pytest.mark.parametrize(("slug", "rows"), [("elevator", "gfedcba"), ("triple-peaks", "dcba")])
def test_arrows_go_row_by_row_through_a_heap(player: Player, slug: str, rows: str) -> None:
    player.play(f"{slug}.6")
    page = player.page
    page.keyboard.press("ArrowDown")
    for _ in rows:
        # The stock lies above the heap in one game and below it in the other.
        if player.focus()[0] != rows[0]:
            page.keyboard.press("ArrowUp" if slug == "triple-peaks" and player.focus()[0] in "sw" else "ArrowDown")
    seen = [player.focus()[0]]
    for _ in rows[1:]:
        page.keyboard.press("ArrowUp")
        seen.append(player.focus()[0])
    assert "".join(seen) == rows
    for _ in rows[1:]:
        page.keyboard.press("ArrowDown")
        seen.append(player.focus()[0])
    assert "".join(seen[len(rows) :]) == rows[-2::-1]


@pytest.mark.parametrize("verdict", [Verdict.WON, Verdict.LOST])
@pytest.mark.usefixtures("ready")
def test_what_a_game_that_is_over_offers_stays_at_hand(player: Player, verdict: Verdict) -> None:
    # Dealt and dealt again until nothing is left: what is offered first depends on whether the deal could be won.
    games = (Session.from_record(f"elevator.{number}" + "/s-w" * 24) for number in range(1, 100))
    game = next(g for g in games if not g.moves and solve(g.game, g.game.start(g.deal)).verdict is verdict)
    player.play(str(game.record))
    page = player.page
    first = "Undo to move" if verdict is Verdict.WON else "Restart"
    page.locator(".note button").get_by_text(first).wait_for()
    for key in ("d", "h", "a"):
        page.keyboard.press(key)
        offers = page.locator(".note button").all_inner_texts()
        assert offers[0].startswith(first)
        assert offers[1:] == ["Report", "New deal"]


def test_letters_work_in_the_dialog_of_a_won_game(player: Player) -> None:
    line = won_lines()["quatorze"].split("/")
    session = player.play("/".join(line[:-1]))
    player.move(session, session.moves[[move_text(session.game, m) for m in session.moves].index(line[-1])], "click")
    dialog = player.page.get_by_role("dialog", name="You won!")
    dialog.wait_for()
    player.page.keyboard.press("u")
    session.undo()
    player.agrees(session)
    assert dialog.count() == 0
