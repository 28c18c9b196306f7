"""Where nothing can go wrong any more the rest of a game plays itself: it wins, and rests on nothing unseen."""

import random
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from longwood.core.finish import finish
from longwood.core.game import STOCK, AnyGame, Deal, Game, Move, PileKind, Position
from longwood.notation import parse_record
from longwood.session import Session

pytestmark = pytest.mark.core

LINES = (Path(__file__).parent / "browser" / "won.txt").read_text(encoding="ascii").split()
WON = {parse_record(line).game.slug: line for line in LINES}


def walked(line: str) -> list[tuple[AnyGame, Any]]:
    """Every position of a won game, from the deal on."""
    session = Session.from_record(line)
    found = [(session.game, session.position)]
    while session.undo():
        found.append((session.game, session.position))
    return found[::-1]


@pytest.mark.parametrize("slug", WON)
def test_what_finishes_a_game_wins_it_and_is_offered_to_the_end(slug: str) -> None:
    offered = []
    for game, p in walked(WON[slug]):
        line = finish(game, p)
        offered.append(bool(line))
        after = p
        for m in line:
            assert m in game.moves(after)
            after = game.play(after, m)
        assert not line or game.won(after)
        if game.won(p):
            assert not line
    if game.has_rounds:
        assert not any(offered), "a round that is cleared deals another one"
    else:
        # The last move of a won game cannot go wrong.
        assert offered[-2]
        if PileKind.FOUNDATION in game.kinds:
            assert all(not before or now for before, now in pairwise(offered[:-1]))


@pytest.mark.parametrize("slug", ["quatorze", "elevator", "triple-peaks"])
def test_without_foundations_every_way_to_go_on_wins(slug: str) -> None:
    choose = random.Random(1)
    seen = 0
    for game, p in walked(WON[slug]):
        if not finish(game, p):
            continue
        seen += 1
        for _ in range(20):
            q = p
            while not game.won(q):
                q = game.play(q, choose.choice([m for m in game.moves(q) if STOCK not in (m.src, m.dst)]))
    assert seen


@pytest.mark.parametrize("slug", ["forty-thieves", "terrace", "quatorze", "elevator", "triple-peaks"])
def test_cards_that_nobody_has_seen_decide_nothing(slug: str) -> None:
    choose = random.Random(2)
    for game, p in walked(WON[slug]):
        stock = list(p.piles[STOCK])
        if not stock or not game.unseen(p).get(STOCK):
            continue
        choose.shuffle(stock)
        other = replace(p, piles=(tuple(stock), *p.piles[1:]))
        assert finish(game, p) == finish(game, other)


@dataclass(frozen=True, kw_only=True)
class Cells(Game[Position]):
    """One card that goes from any cell to any other; with a discard pile it can leave."""

    family = "cells"
    goal = "Discard the card."
    count: int = 2

    @property
    def piles(self) -> tuple[str, ...]:
        return ("s", "d", *[f"c{i + 1}" for i in range(self.count)])

    def start(self, deal: Deal) -> Position:
        return Position(((), (), (0,), *[()] * (self.count - 1)))

    def moves(self, p: Position) -> list[Move]:
        cells = range(2, 2 + self.count)
        return [Move(src, dst) for src in cells if p.piles[src] for dst in (1, *cells) if dst != src]

    def play(self, p: Position, m: Move) -> Position:
        return Position(tuple([(0,) if i == m.dst else () for i in range(len(p.piles))]))

    def won(self, p: Position) -> bool:
        return bool(p.piles[1])

    def score(self, p: Position) -> int:
        return len(p.piles[1])


@pytest.mark.parametrize("count", [1, 2, 3, 2_000])
def test_moves_that_can_be_taken_back_for_ever_are_no_certainty(count: int) -> None:
    game = Cells(slug="cells", title="Cells", about="One card.", count=count)
    assert finish(game, game.start(Deal(1))) == ([Move(2, 1)] if count == 1 else [])
