"""Lobby, links, viewer, dialogs, settings, sizes: everything around the moves."""

import pytest

from browser.conftest import SitDown
from browser.driver import Player
from browser.lines import won_lines
from longwood.games import FAMILIES, GAMES
from longwood.session import Session

pytestmark = pytest.mark.slow

SIZES = [(1280, 720), (1920, 1080), (390, 844), (844, 390), (640, 360)]
_OUTSIDE = """() => {
    const board = document.getElementById("board").getBoundingClientRect();
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const beyond = (selector, { left, top, right, bottom }) => [...document.querySelectorAll(selector)].filter((el) => {
        const r = el.getBoundingClientRect();
        return r.width && (r.left < left - 1 || r.top < top - 1 || r.right > right + 1 || r.bottom > bottom + 1);
    });
    const out = [
        ...beyond("#board .card, #board .slot:not([hidden])", board),
        ...beyond(".tool, .bar a, .bar button, .status div, .note button", screen),
    ].map((el) => el.outerHTML.slice(0, 80));
    const page = document.scrollingElement;
    return page.scrollHeight > innerHeight || page.scrollWidth > innerWidth ? [...out, "the page scrolls"] : out;
}"""


def test_the_lobby_shows_every_game_and_finds_them(player: Player) -> None:
    player.open("/")
    page = player.page
    assert page.locator(".tile").count() == len(FAMILIES)
    assert set(page.locator(".today option").evaluate_all("(all) => all.map((el) => el.value)")) == {*GAMES}
    page.keyboard.type("forty")
    assert page.get_by_role("searchbox").input_value() == "forty"
    assert page.locator(".tile:visible").count() == 1
    page.keyboard.press("Enter")
    page.locator("#board .card").first.wait_for()
    assert player.record.startswith("forty-thieves.")
    page.go_back()
    page.get_by_role("heading", name="Longwood").wait_for()
    assert page.get_by_role("region", name="Continue").count() == 0, "a game without a move is not unfinished"


def test_an_unfinished_game_is_resumed_with_its_time(player: Player) -> None:
    session = player.play("forty-thieves.8")
    for _ in range(3):
        player.page.keyboard.press("d")
        session.play("s-w")
    player.agrees(session)
    player.page.get_by_role("link", name="All games").click()
    player.page.get_by_role("link", name="Continue").click()
    player.agrees(session)


def test_links_to_the_deal_and_to_the_game(sit_down: SitDown) -> None:
    player = sit_down(permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    session = player.play("terrace.9")
    for number in range(5):
        player.move(session, session.moves[0], ("click", "drag")[number % 2])
    links = []
    for name in ("Share this deal", "Share this game"):
        page.get_by_role("button", name="More").click()
        page.get_by_role("button", name=name).click()
        page.locator(".note").get_by_text("copied").wait_for()
        links.append(page.evaluate("() => navigator.clipboard.readText()"))
    assert links == [f"{player.origin}/play/terrace.9", f"{player.origin}/view/{session.record}"]
    page.goto(links[0])
    player.agrees(Session.from_record("terrace.9"))
    page.goto(links[1])
    player.shows("terrace.9")
    page.get_by_role("slider").fill("3")
    session.undo()
    session.undo()
    player.agrees(session)


def test_the_viewer_steps_and_plays_on(player: Player) -> None:
    line = won_lines()["elevator"]
    whole = Session.from_record(line)
    page = player.page
    player.open(f"/view/{line}")
    deal, *acts = line.split("/")
    session = Session.from_record(deal)
    player.agrees(session)
    for act in acts[:3]:
        page.get_by_role("button", name="Step forward").click()
        session.play(act)
        player.agrees(session)
    page.get_by_role("button", name="Last position").click()
    player.agrees(whole)
    page.get_by_role("button", name="Step back").click()
    whole.undo()
    player.agrees(whole)
    page.reload()
    player.agrees(whole)
    assert page.locator(".card").first.is_visible()
    # Cards in the viewer do not move.
    player.click("s", 0)
    page.keyboard.press("d")
    player.agrees(whole)
    page.get_by_role("slider").fill("3")
    player.agrees(session)
    page.get_by_role("button", name="Play from here").click()
    player.agrees(session)
    assert player.record == str(session.record)
    page.keyboard.press("r")
    session.play(acts[3])
    player.agrees(session)
    page.get_by_role("button", name="Undo").click()
    session.undo()
    player.agrees(session)


def test_the_viewer_plays_by_itself(player: Player) -> None:
    line = won_lines()["quatorze"].rsplit("/", 23)[0]
    player.open(f"/view/{line}")
    player.page.get_by_role("button", name="Play", exact=True).click()
    player.shows(line)
    player.page.get_by_role("button", name="Play", exact=True).wait_for()


def test_a_deal_by_number_restart_and_new(player: Player) -> None:
    page = player.page
    session = player.play("signora.1")
    player.move(session, session.moves[0], "click")
    page.get_by_role("button", name="Restart").click()
    player.agrees(Session.from_record("signora.1"))
    page.get_by_role("button", name="Redo").click()
    player.agrees(session)
    page.get_by_role("button", name="deal 1", exact=True).click()
    page.get_by_label("Deal number").fill("12x")
    page.keyboard.press("Enter")
    page.get_by_role("alert").filter(has_text="whole number").wait_for()
    page.get_by_label("Deal number").fill("9007199254740991")
    page.keyboard.press("Enter")
    player.agrees(Session.from_record("signora.9007199254740991"))
    page.go_back()
    player.agrees(session)
    page.keyboard.press("n")
    page.wait_for_url(lambda url: "/play/signora." in url and "signora.1/" not in url)
    assert player.record != str(session.record)


def test_a_refused_drop_says_why(player: Player) -> None:
    session = player.play("forty-thieves.1")
    x, y = player.point("t10", 3)
    to = player.point("t5", 3)
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(to[0] + 20, to[1] + 20)
    mouse.move(to[0], to[1])
    mouse.up()
    player.page.locator('.note[data-kind="refusal"]').wait_for()
    assert "suit" in player.note
    assert "suit" in player.page.locator("#live").inner_text()
    player.agrees(session)
    box = player.point("t10", 3)
    assert (round(box[0]), round(box[1])) == (round(x), round(y)), "the card has flown back"


def test_the_choice_of_the_base_card_is_prompted(player: Player) -> None:
    session = player.play("terrace.1")
    assert "Choose the base card" in player.note
    player.click("t2", 0)
    assert player.page.locator(".slot.foundation.target").count() == 8
    player.click("f3", 0)
    session.play("t2-f3")
    player.agrees(session)
    base = player.page.locator(".status div").filter(has_text="Base").locator("dd").inner_text()
    assert base == session.game.facts(session.position)["base"]


def test_a_locked_stock_is_shown_with_its_reason(player: Player) -> None:
    session = player.play("falling-stars.1/t8-f4/t4-t1/w-t8")
    assert session.game.facts(session.position)["locked"]
    player.page.get_by_text("The stock is locked").wait_for()
    assert player.page.locator(".lock-badge").is_visible()
    assert "locked" in (player.page.locator('.card[data-spot^="s:"]').last.get_attribute("aria-label") or "")
    player.page.keyboard.press("d")
    player.page.locator('.note[data-kind="refusal"]').wait_for()
    player.agrees(session)


def test_the_first_card_of_a_pair_is_marked_as_the_first(player: Player) -> None:
    session = player.play("quatorze.1")
    move = session.moves[0]
    first, second = session.game.piles[move.src], session.game.piles[move.dst]
    player.click(first, 0)
    assert player.page.locator(f'.card[data-spot="{first}:0"]').get_attribute("data-order") == "1"
    assert player.page.locator(f'.card[data-spot="{second}:0"]').get_attribute("data-order") == "2"
    assert player.note.endswith("chosen. Tap its partner.")
    player.click(second, 0)
    session.play(move)
    player.agrees(session)


def test_double_clicks_do_what_the_rules_say(player: Player) -> None:
    session = player.play("forty-thieves.1/t6-f1")
    session.undo()
    player.page.keyboard.press("u")
    player.agrees(session)
    x, y = player.point("t6", 3)
    player.page.mouse.dblclick(x, y)
    session.double_click("t6")
    player.agrees(session)
    x, y = player.point("f1", 0)
    player.page.mouse.dblclick(x, y)
    session.double_click("f1")
    player.agrees(session)


def test_autoplay_is_one_act(player: Player) -> None:
    session = player.play("forty-thieves.1")
    player.page.get_by_role("button", name="Autoplay").click()
    assert session.autoplay()
    player.agrees(session)
    player.page.keyboard.press("u")
    session.undo()
    player.agrees(session)


def test_stuck_is_said_plainly_with_a_way_on(player: Player) -> None:
    session = player.play("elevator.1" + "/s-w" * 24 + "/g1-w")
    player.move(session, session.moves[0], "click")
    assert session.is_stuck
    player.page.locator('.note[data-kind="end"]').wait_for()
    assert "No moves left" in player.note
    assert player.page.get_by_role("button", name="Hint").get_attribute("aria-disabled") == "true"
    # What stands in the bar anyway is not offered twice.
    assert player.page.locator(".note button").all_inner_texts() == ["Restart", "Report", "New deal"]
    player.page.get_by_role("button", name="Undo").click()
    session.undo()
    player.agrees(session)


def test_the_clock_stops_while_nobody_looks(player: Player) -> None:
    session = player.play("forty-thieves.1")
    page = player.page
    time = page.locator(".stat-time dd")
    assert time.inner_text() == "0:00"
    player.move(session, session.moves[-1], "click")
    page.wait_for_function("() => document.querySelector('.stat-time dd').textContent === '0:02'")
    # What the browser does when another tab comes to the front.
    page.evaluate(
        "() => { Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    before = time.inner_text()
    page.wait_for_timeout(2100)
    assert time.inner_text() in (before, "0:03")


def test_settings_are_remembered(player: Player) -> None:
    page = player.page
    player.play("terrace.1")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four colours").check()
    page.get_by_role("tab", name="Table").click()
    page.get_by_label("High contrast").check()
    page.get_by_role("tab", name="Effects").click()
    page.get_by_role("group", name="Animation").get_by_label("Off").check()
    page.keyboard.press("Escape")
    page.reload()
    page.locator("#board .card").first.wait_for()
    chosen = page.evaluate("() => ({ ...document.documentElement.dataset })")
    assert chosen.pop("page")
    assert chosen == {
        "back": "bee", "face": "classic", "deck": "four", "table": "contrast", "cloth": "green", "hand": "right",
        "clock": "shown", "sound": "off", "motion": "off", "ready": "",
    }  # fmt: skip


def test_a_broken_link_is_explained(player: Player) -> None:
    for path in ("/play/terrace.1/t1-t9", "/view/terrace.1/s-w/nonsense", "/play/nosuchgame.1", "/rules/nosuchgame"):
        player.open(path)
        assert player.page.get_by_role("heading", level=1).inner_text()
        assert len(player.page.locator("main p").first.inner_text()) > 20
        player.page.get_by_role("link", name="All games").click()
        player.page.locator(".tile").first.wait_for()
    player.errors = [error for error in player.errors if "Failed to load resource" not in error]


def test_every_game_fits_without_scrolling(player: Player) -> None:
    lines = [f"{slug}.1" for slug in GAMES]
    # Half way through, when columns and foundations are full of cards.
    middle = ("redheads", "generals-patience", "forty-thieves", "quatorze", "triple-peaks", "elevator")
    lines += ["/".join(won_lines()[slug].split("/")[:60]) for slug in middle]
    for line in lines:
        player.play(line)
        for width, height in SIZES:
            player.page.set_viewport_size({"width": width, "height": height})
            # Two frames: one for the new size, one for the cards.
            player.page.evaluate(
                "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
            )
            assert player.page.evaluate(_OUTSIDE) == [], f"{line} at {width} by {height}"


def test_a_very_long_column_tightens_its_fan(sit_down: SitDown) -> None:
    player = sit_down(viewport={"width": 844, "height": 390})
    player.play(max(won_lines().values(), key=longest_column))
    assert player.page.evaluate(_OUTSIDE) == []


def longest_column(line: str) -> int:
    return max(map(len, Session.from_record(line).position.piles))


def test_animations_can_be_interrupted(sit_down: SitDown) -> None:
    player = sit_down(settings='{"motion": "on"}')
    session = player.play("forty-thieves.1")
    press = player.page.keyboard.press
    for key in "ddduuurrrdduudd":
        press(key)
        {"d": lambda: session.play("s-w"), "u": session.undo, "r": session.redo}[key]()
    player.agrees(session)
    player.page.wait_for_function("() => document.getAnimations().length === 0")
    where = player.page.locator('.slot[data-spot="w:0"]').bounding_box()
    card = player.page.locator('.card[data-spot^="w:"]').last.bounding_box()
    assert where
    assert card
    assert abs(card["x"] - where["x"]) < 2
