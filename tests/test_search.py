"""The reference search, against the plainest recursion there is."""

from typing import Any

import pytest

from late import late_positions
from longwood.core.game import AnyGame, Deal
from longwood.core.result import Limit, Verdict
from longwood.games import GAMES, family_of
from longwood.solver import plain as search

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
        if not search.best(game, p, Limit(nodes=40 if slug == "quatorze" else 300)).is_proven:
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
