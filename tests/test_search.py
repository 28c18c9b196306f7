"""The reference search, against the plainest recursion there is."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

from late import late_positions
from longwood.core.game import AnyGame, Deal
from longwood.core.result import Found, FoundBest, Limit, Verdict
from longwood.games import GAMES, family_of
from longwood.solver import plain_search as search

pytestmark = pytest.mark.solver


def plain_verdict(game: AnyGame, start: Any, p: Any) -> bool:
    return search.is_goal(game, start, p) or any(plain_verdict(game, start, game.play(p, m)) for m in game.moves(p))


def plain_best(game: AnyGame, start: Any, p: Any) -> int:
    score: int = game.score(p)
    if search.is_goal(game, start, p):
        return score
    return max([score, *[plain_best(game, start, game.play(p, m)) for m in game.moves(p)]])


# Where every move takes a card away for good the plainest recursion comes to an end.
ENDING = [slug for slug, game in GAMES.items() if not family_of(game).is_shortened]


@pytest.mark.parametrize("slug", ENDING)
def test_agrees_with_plain_recursion(slug: str) -> None:
    game = GAMES[slug]
    verdicts = set()
    for p in late_positions(game, range(60), range(2, 8)):
        # Plain recursion cannot afford positions with a wide future.
        if not search.best(game, p, Limit(nodes=24 if slug == "quatorze" else 300)).is_proven:
            continue
        found = search.solve(game, p, Limit())
        verdicts.add(found.verdict)
        assert (found.verdict is Verdict.WON) == plain_verdict(game, p, p)
        most = search.best(game, p, Limit())
        assert most.score == plain_best(game, p, p)
        assert most.is_proven
        for line, goal in ((found.line, found.verdict is Verdict.WON), (most.line, False)):
            end = p
            for m in line:
                assert m in game.moves(end)
                end = game.play(end, m)
            assert not goal or search.is_goal(game, p, end)
        assert game.score(end) == most.score
    assert Verdict.LOST in verdicts


def test_spent_budget_is_unknown() -> None:
    game = GAMES["forty-thieves"]
    start = game.start(Deal(1))
    assert search.solve(game, start, Limit(nodes=500)).verdict is Verdict.UNKNOWN
    found = search.best(game, start, Limit(nodes=500))
    assert not found.is_proven
    assert found.nodes == 500


def test_clearing_a_round_is_the_goal() -> None:
    game = GAMES["triple-peaks-rounds"]
    for p in late_positions(game, range(40), range(3, 9)):
        found = search.solve(game, p, Limit())
        if found.verdict is Verdict.WON:
            for m in found.line:
                p, before = game.play(p, m), p
            assert p.round == before.round + 1
            return
    pytest.fail("no round was cleared")


@pytest.mark.parametrize("slug", ["forty-thieves", "terrace", "elevator"])
@pytest.mark.parametrize("ask", [search.solve, search.best])
def test_nodes_and_memory_are_kept(slug: str, ask: Callable[..., Found | FoundBest]) -> None:
    game = GAMES[slug]
    start = game.start(Deal(3))
    for nodes in (1, 7, 200, 201, 999):
        assert ask(game, start, Limit(nodes=nodes)).nodes <= nodes
    memory = 1_000_000
    tracemalloc.start()
    try:
        ask(game, start, Limit(nodes=20_000, memory=memory))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < memory


def test_a_longer_look_begins_as_a_shorter_one() -> None:
    """What a search finds, and after how many positions, does not hang on what it might have spent."""
    game = GAMES["elevator"]
    won = 0
    for number in range(40):
        start = game.start(Deal(number))
        short, long = [search.solve(game, start, Limit(nodes=nodes)) for nodes in (1_000, 4_000)]
        if short.verdict is not Verdict.UNKNOWN:
            assert short == long
            won += 1
    assert won
