"""docs/adding-a-game.md: the game that the page builds is built from the page and played."""

import doctest
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from docs import ROOT, blocks
from longwood import GAMES, Deal, Move, Session
from longwood import layout as layout_module
from longwood.core.cards import CARD_TEXTS
from longwood.core.game import AnyGame
from longwood.layout import layout
from longwood.text import ASCII, table_text

PAGE = ROOT / "docs" / "adding-a-game.md"


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The names that the page defines. What it enters into our tables is taken out again."""
    monkeypatch.setattr(layout_module, "_FAMILIES", dict(layout_module._FAMILIES))
    names: dict[str, Any] = {"__name__": "aces_up"}
    for block in blocks(PAGE, "python"):
        if not block.text.startswith(">>>"):
            # Blank lines in front keep the page's line numbers in a traceback.
            exec(compile("\n" * block.line + block.text, str(PAGE), "exec"), names)
    yield names
    del GAMES["aces-up"]


@pytest.fixture
def aces_up(page: dict[str, Any]) -> AnyGame:
    game: AnyGame = page["ACES_UP"]
    return game


def test_session_of_the_page(page: dict[str, Any]) -> None:
    examples = [block for block in blocks(PAGE, "python") if block.text.startswith(">>>")]
    assert examples
    for block in examples:
        test = doctest.DocTestParser().get_doctest(block.text, dict(page), PAGE.name, str(PAGE), block.line)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_row_in_step_one_is_the_row_in_the_table(page: dict[str, Any]) -> None:
    assert page["wood"] == GAMES["wood"]


@pytest.mark.parametrize("number", range(20))
def test_random_play(aces_up: AnyGame, number: int) -> None:
    session = Session(aces_up, Deal(number))
    start = session.position
    choice = random.Random(number)
    for _ in range(60):
        before = session.position
        frozen = tuple(before.piles)
        if not session.moves:
            break
        session.play(choice.choice(session.moves))
        assert before.piles == frozen
        assert Counter(card for pile in session.position.piles for card in pile) == Counter(range(52))
    assert Session.from_record(str(session.record)).position == session.position
    while session.undo():
        pass
    assert session.position == start


def test_lower_card_of_a_suit_goes_and_aces_are_high(aces_up: AnyGame) -> None:
    # Deal 1 shows TH 2S 9H JS: the nine under the ten, the two under the jack.
    discards = [m for m in aces_up.moves(aces_up.start(Deal(1))) if aces_up.piles[m.dst] == "d"]
    assert discards == [Move(3, 1), Move(4, 1)]


def test_some_deal_is_won(aces_up: AnyGame) -> None:
    for number in range(2000):
        session = Session(aces_up, Deal(number))
        # Discard what can be, fill spaces from the longest column, deal.
        while session.moves and not session.is_won:
            piles = session.position.piles
            useful = [m for m in session.moves if m.src == 0 or m.dst == 1 or len(piles[m.src]) > 1]
            if not useful:
                break
            session.play(min(useful, key=lambda m: (m.dst != 1, -len(piles[m.src]) if m.src else 99)))
        if session.is_won:
            assert session.score == 48
            assert sorted(card % 13 for pile in session.position.piles[2:] for card in pile) == [0] * 4
            return
    pytest.fail("the game should be winnable")


def test_layout_of_the_page(aces_up: AnyGame) -> None:
    for tall in (False, True):
        assert set(layout(aces_up, tall).places) == set(aces_up.piles)


def test_the_table_can_be_drawn(aces_up: AnyGame) -> None:
    p = aces_up.start(Deal(1))
    drawn = table_text(aces_up, p, ASCII)
    for name, pile in zip(aces_up.piles, p.piles, strict=True):
        assert name in drawn
        if pile and name[0] == "t":
            assert CARD_TEXTS[pile[-1]] in drawn
