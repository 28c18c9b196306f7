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
TABLES = ["light", "dark", "contrast"]
PHONE = {"width": 390, "height": 844}


def violations(player: Player) -> list[str]:
    results = Axe().run(player.page, options={"runOnly": TAGS, "resultTypes": ["violations"]})
    return [
        f"{found['id']}: {found['help']}: {[node['html'][:160] for node in found['nodes']][:3]}"
        for found in results.response["violations"]
    ]


def tool(player: Player, name: str) -> None:
    player.page.get_by_role("button", name=name, exact=True).first.click()


def pick_up(player: Player) -> None:
    player.page.keyboard.press("m")
    player.page.keyboard.press("Enter")


SCREENS: dict[str, tuple[str, Callable[[Player], object]]] = {
    "lobby": ("/", lambda player: None),
    "nothing found": ("/", lambda player: player.page.get_by_role("searchbox").fill("bridge")),
    "terrace": ("/play/terrace.1", lambda player: None),
    "terrace, card in hand": ("/play/terrace.1", pick_up),
    "forty thieves": ("/play/forty-thieves.1/s-w/s-w", lambda player: None),
    "quatorze, first card chosen": ("/play/quatorze.1", pick_up),
    "triple peaks": ("/play/triple-peaks-rounds.1/s-w", lambda player: None),
    "elevator": ("/play/elevator.1/s-w", lambda player: None),
    "stuck": ("/play/elevator.1" + "/s-w" * 24, lambda player: None),
    "won": ("/play/" + won_lines()["elevator"], lambda player: None),
    "viewer": ("/view/forty-thieves.1/s-w/s-w", lambda player: None),
    "rules": ("/rules/terrace", lambda player: player.page.wait_for_selector("article h1")),
    "broken link": ("/play/terrace.1/t1-t9", lambda player: None),
    "settings": ("/play/terrace.1", lambda player: tool(player, "Settings")),
    "menu": ("/play/terrace.1", lambda player: tool(player, "More")),
    "help": ("/play/terrace.1", lambda player: tool(player, "Rules")),
    "keyboard sheet": ("/play/terrace.1", lambda player: player.page.keyboard.press("?")),
    "deal by number": ("/play/terrace.1", lambda player: player.page.locator("button.deal").click()),
}


@pytest.mark.parametrize("table", TABLES)
def test_axe_finds_nothing(sit_down: SitDown, table: str) -> None:
    player = sit_down(settings=f'{{"table": "{table}", "deck": "four"}}')
    found = []
    for name, (path, act) in SCREENS.items():
        player.open(path)
        player.page.wait_for_load_state("networkidle")
        act(player)
        found += [f"{name}: {violation}" for violation in violations(player)]
    # A broken link is answered with status 400, and the browser says so in its console.
    player.errors = [error for error in player.errors if "400" not in error]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_a_phone(sit_down: SitDown) -> None:
    player = sit_down(settings='{"table": "light"}', viewport=PHONE)
    found = []
    for name in ("lobby", "terrace", "stuck", "viewer"):
        player.open(SCREENS[name][0])
        player.page.wait_for_load_state("networkidle")
        found += [f"{name}: {violation}" for violation in violations(player)]
    assert not found, "\n".join(found)
