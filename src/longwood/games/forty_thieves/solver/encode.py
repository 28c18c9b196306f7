"""Forty Thieves positions as the kernels see them, and their moves as the rules do."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from longwood.core.cards import RANK, SUIT, Pile
from longwood.core.game import STOCK, Move, Position
from longwood.games.forty_thieves.rules import COLUMNS, FOUNDATIONS, WASTE, run_length
from longwood.games.forty_thieves.solver import state
from longwood.games.forty_thieves.solver.kernel import Cards
from longwood.games.forty_thieves.solver.value import features
from longwood.games.forty_thieves.solver.waste import ROWS, SUMS, sum_waste
from longwood.games.forty_thieves.solver.weights import SIZE

Array = npt.NDArray[Any]

MOST_CARDS = 104
"""No column has more."""


class Root(NamedTuple):
    """A position as the kernels see it, and what they look up about it."""

    row: Array
    mask: np.uint64
    cards: Cards


def fits(p: Position) -> bool:
    """Whether the kernels can tell a position: ten columns, no more cards in waste and stock than a word has bits."""
    return len(p.piles) == COLUMNS.stop and len(p.piles[WASTE]) + len(p.piles[STOCK]) <= state.MOST_TALON


def encode(p: Position) -> Root:
    """Any position that fits."""
    talon = p.piles[WASTE] + p.piles[STOCK][::-1]
    if len(talon) > state.MOST_TALON:
        raise ValueError("There are too many cards in the stock and waste for the solver of Forty Thieves.")
    row = np.zeros(state.ROW, np.int8)
    for c, t in enumerate(COLUMNS):
        if pile := p.piles[t]:
            length = run_length(pile)
            state.set_column(row, c, len(pile) - length, pile[-length], length)
    heights = [[0, 0] for _ in range(4)]
    for f in FOUNDATIONS:
        if p.piles[f]:
            pair = heights[SUIT[p.piles[f][0]]]
            pair[0 if pair[0] == 0 else 1] = len(p.piles[f])
    for suit, (one, other) in enumerate(heights):
        state.set_foundations(row, suit, one, other)
    state.set_dealt(row, len(p.piles[WASTE]))
    return Root(row, np.uint64((1 << len(talon)) - 1), _cards([p.piles[t] for t in COLUMNS], talon))


def _cards(piles: list[Pile], talon: Pile) -> Cards:
    """What the kernels look up about these columns and this talon."""
    deepest = max(1, *[len(pile) for pile in piles])
    columns = np.zeros((state.COLUMNS, deepest), np.int8)
    runs = np.zeros((state.COLUMNS, deepest + 1), np.int8)
    below = np.zeros((state.COLUMNS, deepest + 1), np.int16)
    for c, pile in enumerate(piles):
        columns[c, : len(pile)] = pile
        for depth in range(1, len(pile) + 1):
            runs[c, depth] = run_length(pile[:depth])
        pairs = 0
        for depth, card in enumerate(pile):
            pairs += sum(SUIT[card] == SUIT[under] and card > under for under in pile[:depth])
            below[c, depth] = pairs
    lower = np.zeros(len(talon), np.uint64)
    places = np.zeros(52, np.uint64)
    for i, card in enumerate(talon):
        lower[i] = sum(1 << j for j in range(i) if SUIT[talon[j]] == SUIT[card] and talon[j] < card)
        places[card] |= np.uint64(1 << i)
    return Cards(np.array(talon, np.int8), columns, runs, lower, places, below)


@cache
def random_keys() -> Array:
    """The numbers that a state's 128 bits are summed from."""
    # Any fixed numbers do; from a fixed seed the same search makes the same steps for ever.
    generator = np.random.Generator(np.random.PCG64(40))
    return generator.integers(0, 2**64, (2, state.COLUMNS + 1, MOST_CARDS + 1, 14), np.uint64)


def decode_move(p: Position, m: int) -> Move:
    """The move of the rules that a move of the kernel stands for."""
    src, dst, count = state.source(m), state.target(m), state.count_of(m)
    if src == state.STOCK:
        return Move(STOCK, WASTE)
    pile = WASTE if src == state.WASTE else COLUMNS[src]
    if dst != state.TO_FOUNDATION:
        return Move(pile, COLUMNS[dst], count)
    card = p.piles[pile][-1]
    under = () if RANK[card] == 1 else (card - 1,)
    return Move(pile, next(f for f in FOUNDATIONS if p.piles[f][-1:] == under), count)


def features_of(root: Root, row: Array, mask: np.uint64) -> Array:
    """What the evaluation sees of a state."""
    waste = state.waste_of(row, mask)
    sums = np.empty((ROWS, SUMS), np.float32)
    found = np.empty(SIZE, np.float32)
    sum_waste(waste, root.cards, sums)
    features(row, mask, root.cards, waste, sums, found)
    return found
