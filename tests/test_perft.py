"""Counting the ways to play."""

import pytest

from longwood import GAMES, Deal
from longwood.core.perft import perft, perft_in_parts

pytestmark = pytest.mark.core


@pytest.mark.parametrize("slug", ["forty-thieves", "quatorze", "elevator", "wood"])
def test_the_parts_add_up(slug: str) -> None:
    game = GAMES[slug]
    p = game.start(Deal(1))
    for depth in range(5):
        parts = list(perft_in_parts(game, p, depth))
        shares, counts = zip(*parts, strict=True)
        assert list(shares) == sorted(shares)
        assert list(counts) == sorted(counts)
        assert shares[-1] == pytest.approx(1.0)
        assert counts[-1] == perft(game, p, depth)


def test_no_moves_left() -> None:
    game = GAMES["quatorze"]
    p = game.start(Deal(1))
    while moves := game.moves(p):
        p = game.play(p, moves[0])
    assert [perft(game, p, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert list(perft_in_parts(game, p, 3)) == [(0.0, 0)]
