"""WCAG 2.2 AA: axe finds nothing on any screen in any light; names, focus and speech are what a listener needs."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.conftest import SitDown
from browser.driver import Player
from browser.lines import won_lines

pytestmark = pytest.mark.slow

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE = {"width": 390, "height": 844}


def violations(player: Player, only: list[str] = TAGS) -> list[str]:
    results = Axe().run(player.page, options={"runOnly": only, "resultTypes": ["violations"]})
    return [
        f"{found['id']}: {found['help']}: {[node['html'][:160] for node in found['nodes']][:3]}"
        for found in results.response["violations"]
    ]


def tool(player: Player, name: str) -> None:
    player.page.get_by_role("button", name=name, exact=True).first.click()


def pick_up(player: Player) -> None:
    player.page.keyboard.press("m")
    player.page.keyboard.press("Enter")


def first_step(player: Player) -> None:
    player.page.get_by_role("button", name="Show me").click()
    player.page.locator(".note .tag", has_text="1 of ").wait_for()


SCREENS: dict[str, tuple[str, Callable[[Player], object]]] = {
    "lobby": ("/", lambda player: None),
    "nothing found": ("/", lambda player: player.page.get_by_role("searchbox").fill("bridge")),
    "terrace": ("/play/terrace.1", lambda player: None),
    "terrace, card in hand": ("/play/terrace.1", pick_up),
    "forty thieves": ("/play/forty-thieves.1/s-w/s-w", lambda player: None),
    "quatorze, first card chosen": ("/play/quatorze.1", pick_up),
    "triple peaks": ("/play/triple-peaks-rounds.1/s-w", lambda player: None),
    "elevator": ("/play/elevator.1/s-w", lambda player: None),
    "stuck": ("/play/elevator.1" + "/s-w" * 24 + "/g1-w/g5-w", lambda player: None),
    "won": ("/play/" + won_lines()["elevator"], lambda player: None),
    "viewer": ("/view/forty-thieves.1/s-w/s-w", lambda player: None),
    "rules": ("/rules/terrace", lambda player: player.page.wait_for_selector("article h1")),
    "rules of a relative": ("/rules/redheads", lambda player: player.page.wait_for_selector(".position")),
    "rules of a heap": ("/rules/triple-peaks-rounds", lambda player: player.page.wait_for_selector(".position")),
    "lesson": ("/learn/terrace", lambda player: player.page.wait_for_selector(".part-name")),
    "lesson, a part": ("/learn/quatorze", lambda player: player.page.locator(".part-name").first.click()),
    "lesson, first move": ("/learn/forty-thieves", first_step),
    "broken link": ("/play/terrace.1/t1-t9", lambda player: None),
    "settings": ("/play/terrace.1", lambda player: tool(player, "Settings")),
    "menu": ("/play/terrace.1", lambda player: tool(player, "More")),
    "help": ("/play/terrace.1", lambda player: tool(player, "Rules")),
    "keyboard sheet": ("/play/terrace.1", lambda player: player.page.keyboard.press("?")),
    "no such page": ("/nothing", lambda player: None),
    "deal by number": ("/play/terrace.1", lambda player: player.page.locator("button.deal").click()),
}


# The analyst is awake: a question that waits for it keeps the network busy.
@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing(sit_down: SitDown, screen: str) -> None:
    player = sit_down(settings='{"table": "light", "deck": "four"}')
    path, act = SCREENS[screen]
    player.open(path)
    player.page.wait_for_load_state("networkidle")
    act(player)
    found = violations(player)
    for table in ("dark", "contrast"):
        # Only colours differ from table to table.
        player.page.evaluate("(table) => { document.documentElement.dataset.table = table; }", table)
        found += [f"{table}: {violation}" for violation in violations(player, ["color-contrast"])]
    assert not found, "\n".join(found)
    # A broken link is answered with status 400 or 404, and the browser says so in its console.
    player.errors = [error for error in player.errors if not re.search("status of 40[04]", error)]


@pytest.mark.usefixtures("ready")
def test_axe_finds_nothing_on_a_phone(sit_down: SitDown) -> None:
    player = sit_down(settings='{"table": "light"}', viewport=PHONE)
    found = []
    for name in ("lobby", "terrace", "stuck", "viewer", "lesson", "rules of a relative"):
        player.open(SCREENS[name][0])
        player.page.wait_for_load_state("networkidle")
        found += [f"{name}: {violation}" for violation in violations(player)]
    assert not found, "\n".join(found)


def label(player: Player, spot: str) -> str:
    return (
        player.page.locator(f'.card[data-spot="{spot}"], .slot[data-spot="{spot}"]:not(.bare)').get_attribute(
            "aria-label"
        )
        or ""
    )


def live(player: Player) -> str:
    return player.page.locator("#live").inner_text().strip()


def test_cards_and_piles_have_names(player: Player) -> None:
    session = player.play("forty-thieves.1")
    places = {m.dst for m in session.moves if session.game.piles[m.src] == "t6" and m.count == 1}
    assert (
        label(player, "t6:3")
        == f"ace of hearts, top of column 6, {'eight' if len(places) == 8 else len(places)} places to go"
    )
    assert label(player, "t6:0") == "three of diamonds, column 6, 3 cards on it"
    assert label(player, "s:63") == "stock, 64 cards, face down, deal a card"
    assert label(player, "f1:0") == "foundation 1, empty, starts with an ace"
    player.play("triple-peaks.1")
    assert label(player, "a1:0") == "face-down card, row 1, column 1"
    assert re.fullmatch(r"\w+ of \w+, row 4, column 1, (no|one) place to go", label(player, "d1:0"))


def test_each_move_and_what_followed_is_spoken(player: Player) -> None:
    session = player.play("elevator.1")
    player.page.keyboard.press("d")
    session.play("s-w")
    player.agrees(session)
    assert re.match(r"\w+ of \w+ dealt to the waste", live(player))
    player.page.keyboard.press("u")
    session.undo()
    player.agrees(session)
    assert live(player).startswith("Undone: deal a card")
    player.play("terrace.1")
    player.page.keyboard.press("m")
    player.page.keyboard.press("Enter")
    assert re.match(r"Picked up \w+ of \w+: goes to 8 places, foundation 1 first", live(player))
    player.page.keyboard.press("Tab")
    player.page.keyboard.press("Enter")
    player.page.wait_for_function("() => document.getElementById('board').dataset.record.includes('/')")
    spoken = live(player)
    assert re.search(r"; [a-z]+ of [a-z]+ dealt to the waste\.", spoken)
    assert spoken.count(".") == 1


def test_one_stop_for_the_tab_key_and_arrows_between_cards(player: Player) -> None:
    player.play("forty-thieves.1")
    page = player.page
    assert page.locator('#board [tabindex="0"]').count() == 1
    page.keyboard.press("ArrowRight")
    assert player.focus() == "s:63"
    page.keyboard.press("ArrowRight")
    assert player.focus() == "w:0"
    page.keyboard.press("ArrowDown")
    assert player.focus() == "t2:0"
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert player.focus() == "t2:3"
    page.keyboard.press("ArrowRight")
    assert player.focus() == "t3:3"
    assert page.evaluate("() => getComputedStyle(document.activeElement).outlineStyle") == "solid"
    # Every stop can be reached by arrows from the first one.
    reached = {player.focus()}
    frontier = [player.focus()]
    spots = set(
        page.evaluate("() => [...document.querySelectorAll('#board [role=button]')].map((el) => el.dataset.spot)")
    )
    while frontier:
        spot = frontier.pop()
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            page.evaluate('(spot) => document.querySelector(`#board [role=button][data-spot="${spot}"]`).focus()', spot)
            page.keyboard.press(key)
            if player.focus() not in reached:
                reached.add(player.focus())
                frontier.append(player.focus())
    assert reached == spots


def test_escape_puts_the_card_back(player: Player) -> None:
    session = player.play("terrace.1")
    page = player.page
    page.keyboard.press("m")
    start = player.focus()
    page.keyboard.press("Enter")
    assert player.is_carrying()
    assert player.focus() != start
    page.keyboard.press("Escape")
    assert not player.is_carrying()
    assert player.focus() == start
    player.agrees(session)


def test_keys_do_not_reach_the_table_under_a_dialog(player: Player) -> None:
    session = player.play("forty-thieves.1")
    page = player.page
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").wait_for()
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    player.agrees(session)
    page.keyboard.press("d")
    session.play("s-w")
    player.agrees(session)


def test_a_finger_plays_too(sit_down: SitDown) -> None:
    player = sit_down(viewport=PHONE, has_touch=True, is_mobile=True)
    session = player.play("terrace.1")
    x, y = player.point("t1", 0)
    player.page.touchscreen.tap(x, y)
    x, y = player.point("f2", 0)
    player.page.touchscreen.tap(x, y)
    session.play("t1-f2")
    player.agrees(session)
    x, y = player.point("s", len(session.position.piles[0]) - 1)
    player.page.touchscreen.tap(x, y)
    session.play("s-w")
    player.agrees(session)
