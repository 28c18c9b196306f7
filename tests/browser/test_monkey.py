"""A monkey at the table: a thousand random actions per family, and the page never differs from the rules."""

import random
from typing import Any

import pytest

from browser.driver import Player
from longwood.session import Session

pytestmark = pytest.mark.slow

ACTIONS = 1000
CHECK_EVERY = 50
KEYS = [
    "u",
    "r",
    "d",
    "a",
    "m",
    "M",
    "f",
    "Enter",
    " ",
    "Tab",
    "Escape",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
]
_TOUCHABLE = """() => [...document.querySelectorAll('#board .card, #board .slot:not([hidden])')].map((el) => {
    const { x, y, width, height } = el.getBoundingClientRect();
    return [x + width * 0.15, y + height * 0.07];
})"""
_SETTLED = """async () => {
    const shown = () => document.getElementById("board")?.dataset.record ?? "";
    const busy = () => document.documentElement.hasAttribute("data-dealing");
    const wanted = () => decodeURIComponent(location.pathname.slice("/play/".length));
    for (let calm = 0; calm < 3; calm = shown() && shown() === wanted() && !busy() ? calm + 1 : 0) {
        await new Promise((resolve) => setTimeout(resolve, 15));
    }
}"""


class Monkey:
    def __init__(self, player: Player, slug: str) -> None:
        self.player = player
        self.slug = slug
        self.choose = random.Random(slug)
        self.places: list[list[float]] = []

    def act(self) -> None:
        page = self.player.page
        place = self.choose.choice
        kind = self.choose.random()
        if kind < 0.3:
            page.mouse.click(*place(self.places))
        elif kind < 0.4:
            page.mouse.dblclick(*place(self.places))
        elif kind < 0.55:
            page.mouse.move(*place(self.places))
            page.mouse.down()
            page.mouse.move(*place(self.places))
            # Now and then a key comes in the middle of a drag.
            if self.choose.random() < 0.2:
                page.keyboard.press(place(KEYS))
            page.mouse.up()
        elif kind < 0.97:
            page.keyboard.press(place(KEYS))
        elif kind < 0.985:
            # At once, whatever is on the screen by now: looking for the button first would leave time for it to go.
            page.evaluate(
                "name => document.querySelector(`.tools [aria-label=${name}]`)?.click()",
                place(["Undo", "Redo", "Restart"]),
            )
        else:
            page.keyboard.press("n")

    def check(self) -> Any:
        """When all answers have come, the page shows what the rules say of the record in the address bar."""
        page = self.player.page
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
        page.evaluate(_SETTLED)
        session = Session.from_record(self.player.record)
        self.player.agrees(session)
        self.places = page.evaluate(_TOUCHABLE)


@pytest.mark.parametrize("slug", ["generals-patience", "forty-thieves", "quatorze", "triple-peaks-rounds", "elevator"])
def test_a_thousand_random_actions(player: Player, slug: str) -> None:
    monkey = Monkey(player, slug)
    player.play(f"{slug}.3")
    monkey.check()
    for number in range(1, ACTIONS + 1):
        monkey.act()
        if number % CHECK_EVERY == 0:
            monkey.check()
