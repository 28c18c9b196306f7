"""The order of lists: moves that only shuttle come last, and nothing is lost or added."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood import GAMES, Session
from longwood.core.order import listed_moves, shuttles_only
from longwood.notation import move_text
from walks import walk

pytestmark = pytest.mark.core


@given(st.sampled_from(list(GAMES)), st.integers(0, 10**6))
def test_lists_have_every_move_once_and_shuttles_last(slug: str, number: int) -> None:
    game = GAMES[slug]
    for p, _ in walk(game, number, 40):
        moves, listed = game.moves(p), listed_moves(game, p)
        assert sorted(moves) == sorted(listed)
        flags = [shuttles_only(game, p, m) for m in listed]
        assert flags == sorted(flags)
        # Apart from that the order of the rules stays.
        for flag in (False, True):
            assert [m for m in moves if shuttles_only(game, p, m) is flag] == [
                m for m, found in zip(listed, flags, strict=True) if found is flag
            ]


@given(st.sampled_from(list(GAMES)), st.integers(0, 10**6))
def test_a_shuttle_can_be_taken_back_by_a_move(slug: str, number: int) -> None:
    game = GAMES[slug]
    for p, _ in walk(game, number, 25):
        for m in game.moves(p):
            after: Any = game.play(p, m)
            comes_back = any(game.key(game.play(after, back)) == game.key(p) for back in game.moves(after))
            assert shuttles_only(game, p, m) == (comes_back and m.dst != 0)


def test_a_shuttle_is_listed_after_dealing() -> None:
    session = Session.from_record("terrace.5/t1-f1/t9-f2/w-t9/t4-t3/w-t4")
    game, p = session.game, session.position
    assert [move_text(game, m) for m in game.moves(p)] == ["t3-t9", "t8-t1", "s-w"]
    assert [move_text(game, m) for m in listed_moves(game, p)] == ["t8-t1", "s-w", "t3-t9"]
