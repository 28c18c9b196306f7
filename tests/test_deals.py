"""Deals that can be won, the daily one, and how hard they are."""

import json
import runpy
import sys
from datetime import date
from pathlib import Path

import pytest

from longwood import GAMES, Deal
from longwood.advice import deals as deals_module
from longwood.advice import difficulty as difficulty_module
from longwood.advice.deals import NoDeal, daily_deal, find_winnable, shelf
from longwood.advice.difficulty import LEVELS, difficulty
from longwood.core.game import AnyGame, Move
from longwood.notation import find_game
from longwood.solver import Limit, Result, Verdict
from longwood.solver.plain_search import is_goal
from walks import every_game

pytestmark = pytest.mark.solver

DAY = date(2026, 11, 16)
SHELVED = {"generals-patience": {1, 2, 3, 4}, "forty-thieves": {2, 3, 4}}
"""The levels that a shelf holds; deals of the other games are found quickly enough."""


def wins(game: AnyGame, number: int, line: tuple[Move, ...]) -> bool:
    start = p = game.start(Deal(number))
    for m in line:
        assert m in game.moves(p)
        p = game.play(p, m)
    return is_goal(game, start, p)


@pytest.mark.slow
@every_game
def test_a_winnable_deal_can_be_won(game: AnyGame) -> None:
    found = find_winnable(game, 1)
    assert wins(game, found.number, found.line)
    assert found == find_winnable(game, 1)
    assert found.number != find_winnable(game, 2).number
    assert 0 <= found.difficulty.percent <= 100
    assert found.difficulty.words in LEVELS


@pytest.mark.slow
@every_game
def test_the_daily_deal_is_the_same_for_everyone_and_new_every_day(game: AnyGame) -> None:
    found = daily_deal(game, DAY)
    assert wins(game, found.number, found.line)
    assert found == daily_deal(game, DAY)
    assert found.number != daily_deal(game, date(2026, 11, 17)).number


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["quatorze", "triple-peaks", "elevator", "generals-patience"])
def test_deals_by_level(slug: str) -> None:
    game = GAMES[slug]
    for level in (1, 2, 3, 4):
        found = find_winnable(game, 5, level)
        assert found.difficulty.level == level
        assert found.difficulty.words == LEVELS[level - 1]


def test_who_asks_for_no_level_does_not_get_hard_deals_only() -> None:
    game = GAMES["forty-thieves"]
    on_shelf = {deal.number for deal in shelf(game)}
    assert find_winnable(game, 5).number not in on_shelf
    assert daily_deal(game, DAY).number not in on_shelf
    assert find_winnable(game, 5, 4).number in on_shelf


def test_easier_deals_are_won_more_often() -> None:
    game = GAMES["triple-peaks"]
    efforts = [find_winnable(game, 5, level).difficulty.measure for level in (1, 2, 3, 4)]
    assert efforts == sorted(efforts)


@pytest.mark.slow
@every_game
def test_every_deal_on_a_shelf_is_won_by_its_line(game: AnyGame) -> None:
    kept = shelf(game)
    assert all(wins(game, deal.number, deal.line) for deal in kept)
    assert len({deal.number for deal in kept}) == len(kept)
    assert {deal.difficulty.level for deal in kept} == SHELVED.get(game.slug, set())


@pytest.mark.parametrize("slug", ["elevator", "quatorze", "terrace", "forty-thieves"])
def test_how_hard_a_deal_is_does_not_hang_on_who_asks(slug: str) -> None:
    game = GAMES[slug]
    found = find_winnable(game, 3)
    assert difficulty(game, found.number) == found.difficulty


def test_measuring_an_unknown_game_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("quatorze,size=3")
    spent = []

    def hopeless(game: AnyGame, p: object, limit: Limit) -> Result:
        spent.append(limit.nodes or 0)
        return Result(Verdict.UNKNOWN, (), limit.nodes or 0, 0.0)

    monkeypatch.setattr(difficulty_module, "solve", hopeless)
    monkeypatch.setattr(deals_module, "solve", hopeless)
    monkeypatch.setattr(difficulty_module, "is_judged_at_once", lambda game: False)
    table = difficulty_module._percentiles.__wrapped__(game)  # what another test has measured is not asked
    assert sum(spent) == difficulty_module.MOST_MEASURED * 20_000
    assert table == [20_000 / 64, 20_000 / 16, 20_000 / 4, 20_000]
    with pytest.raises(NoDeal, match=r"among 200 of .* within 20,000 positions each; there may be others\."):
        find_winnable(game, 1)


def test_difficulty_can_be_measured_from_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = difficulty_module._percentiles(GAMES["generals-patience"])

    def missing(game: AnyGame) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(difficulty_module, "_percentiles", missing)
    shelf.cache_clear()
    page = tmp_path / "difficulty.json"
    tool = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "measure_difficulty.py"))
    # The functions of the tool look names up in a namespace of their own.
    monkeypatch.setitem(tool["main"].__globals__, "table_of", lambda slug: page)
    monkeypatch.setattr(sys, "argv", ["measure_difficulty.py", "generals-patience"])
    tool["main"]()
    assert json.loads(page.read_text()) == {"generals-patience": table}


def test_a_game_that_is_never_won_has_no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("longwood.advice.deals.MOST_PLAIN_DEALS", 2)
    game = find_game("forty-thieves,columns=6,rows=8")
    with pytest.raises(NoDeal, match=r"No winnable deal was found among 2 of Custom Forty Thieves"):
        find_winnable(game, 1)
    with pytest.raises(NoDeal):
        daily_deal(game, DAY)
