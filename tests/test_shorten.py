"""Shortened lines still replay and end where they did; plain detours vanish."""

import random
from typing import Any

import pytest

from longwood.core.cards import parse_cards
from longwood.core.game import AnyGame, Deal, Move, Position
from longwood.games import GAMES, family_of
from longwood.solver.shorten import shortened

pytestmark = pytest.mark.solver


def replayed(game: AnyGame, p: Any, line: tuple[Move, ...]) -> Any:
    for m in line:
        assert m in game.moves(p)
        p = game.play(p, m)
    return p


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_random_lines_end_at_the_same_key(slug: str) -> None:
    game = GAMES[slug]
    saved = 0
    for number in range(2):
        rng = random.Random(number)
        start = p = game.start(Deal(number))
        line: list[Move] = []
        while (moves := game.moves(p)) and len(line) < 100:
            line.append(rng.choice(moves))
            p = game.play(p, line[-1])
        short = shortened(game, start, tuple(line))
        assert game.key(replayed(game, start, short)) == game.key(p)
        assert shortened(game, start, short) == short
        saved += len(line) - len(short)
    # Where every move takes a card away for good there is nothing to save.
    assert family_of(game).is_shortened or saved == 0
    assert game.decks == 1 or saved > 0


def space_in_column_1() -> Any:
    """A Forty Thieves position whose first column is empty and whose columns otherwise hold one card each."""
    game = GAMES["forty-thieves"]
    start = game.start(Deal(1))
    columns = parse_cards("7C9C8C2D4D6DTHJS3SKS")
    return Position((start.piles[0][:20], (), *[()] * 8, (), *[(card,) for card in columns[1:]]))


def test_a_move_taken_back_after_another_one_vanishes() -> None:
    game = GAMES["forty-thieves"]
    p = space_in_column_1()
    away, deal, back = Move(12, 10), Move(0, 1), Move(10, 12)
    assert game.piles[12] == "t3"
    replayed(game, p, (away, deal, back))
    assert shortened(game, p, (away, deal, back)) == (deal,)


def test_two_moves_of_one_card_become_one() -> None:
    game = GAMES["forty-thieves"]
    p = space_in_column_1()
    # 8C to the space, and after a deal on to 9C: the column it came from is the space then.
    line = (Move(12, 10), Move(0, 1), Move(10, 11))
    replayed(game, p, line)
    assert len(shortened(game, p, line)) == 2


def test_a_detour_past_changed_places_is_cut() -> None:
    game = GAMES["forty-thieves"]
    p = space_in_column_1()
    # 8C moves to the space, which moves the space to column 3: by its key nothing has happened, but later moves
    # name other piles.
    line = (Move(12, 10), Move(10, 11), Move(13, 12))
    replayed(game, p, line)
    short = shortened(game, p, line)
    assert game.key(replayed(game, p, short)) == game.key(replayed(game, p, line))
    assert short == (Move(12, 11),)
