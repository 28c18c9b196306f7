"""What lies face down stays unknown: no answer and nothing in the page ever holds it."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Response

from browser.driver import HIDDEN, Player, seen
from longwood.session import Session

pytestmark = pytest.mark.slow

RANK_WORDS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
WORDS = dict(zip("A23456789TJQK", RANK_WORDS, strict=True)) | {
    "C": "clubs",
    "D": "diamonds",
    "H": "hearts",
    "S": "spades",
}
CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")
NAME = re.compile(rf"\b({'|'.join(RANK_WORDS)}) of (clubs|diamonds|hearts|spades)\b")
SIGN = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")
# Everything in the page that could hold a card, but for the shapes it is drawn with.
_PAGE = """() => {
    const kept = [localStorage, history.state].map((kept) => JSON.stringify(kept));
    const found = [document.body.innerText, document.title, ...kept];
    for (const el of document.querySelectorAll("*")) {
        for (const { name, value } of el.attributes) {
            if (!["d", "transform", "viewBox", "style", "data-record", "href"].includes(name)) found.push(value);
        }
    }
    return found.join(" | ");
}"""


def page_text(player: Player) -> str:
    """All text of the page, seen or not."""
    text: str = player.page.evaluate(_PAGE)
    return text


def cards_in(text: str) -> set[str]:
    found = {"".join(match) for match in CARD.findall(text)}
    letters = {word: letter for letter, word in WORDS.items()}
    found |= {letters[rank] + letters[suit] for rank, suit in NAME.findall(text)}
    found |= {("T" if rank == "10" else rank) + "CDHS"["♣♦♥♠".index(suit)] for rank, suit in SIGN.findall(text)}
    return found


def known(session: Session) -> set[str]:
    """The cards a player has seen from the deal on: a deck has each of them once."""
    found: set[str] = set()
    probe = Session(session.game, session.deal)
    for act in [(), *session.acts]:
        probe.play(*act)
        found |= {face for pile in seen(probe).values() for face in pile if face != HIDDEN}
    return found


@pytest.mark.parametrize("slug", ["quatorze", "triple-peaks", "triple-peaks-rounds-multiplier", "elevator"])
def test_neither_answers_nor_the_page_hold_a_hidden_card(player: Player, slug: str) -> None:
    answers: list[Any] = []

    def keep(response: Response) -> None:
        if "/api/" in response.url and "/api/games" not in response.url and "/api/rules" not in response.url:
            answers.append(response)

    player.page.on("response", keep)
    session = player.play(f"{slug}.11")
    assert len(known(session)) < 52
    for number in range(14):
        if not session.moves:
            break
        player.move(session, session.moves[0], ("click", "drag", "keys")[number % 3])
        assert cards_in(page_text(player)) <= known(session)
    # A refusal, and a look at everything that can be asked of a pile that lies face down.
    player.click("s", len(session.position.piles[0]) - 1)
    player.page.wait_for_timeout(100)
    session = Session.from_record(player.record)
    assert cards_in(page_text(player)) <= known(session)
    assert answers
    for response in answers:
        body = json.loads(response.text())
        assert cards_in(json.dumps(body, ensure_ascii=False)) <= known(session)
