"""A Terrace position as the kernel reads it. Everything comes from the instance's fields."""

from functools import cache
from typing import NamedTuple

import numpy as np

from longwood.core.cards import IS_RED, RANK, SUIT, Card, Pile
from longwood.core.game import STOCK
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import kernel
from longwood.games.terrace.solver.kernel import Ints


class Encoded(NamedTuple):
    """What stays the same during a search, and the row that it starts from."""

    seq: Ints
    reserve: Ints
    lower: Ints
    rules: Ints
    root: Ints

    @property
    def context(self) -> tuple[Ints, Ints, Ints, Ints]:
        """What stays the same, in the order in which every kernel takes it."""
        return self.seq, self.reserve, self.lower, self.rules


def rank_of(card: Card, base: int) -> int:
    """The rank counted from the base card, 0 to 12."""
    return (RANK[card] - base) % 13


def chain_of(card: Card, base: int) -> int:
    """The chain: all that can ever lie with this card in a column or on an alternating foundation."""
    return IS_RED[card] ^ (rank_of(card, base) & 1)


def family_of(game: Terrace, card: Card, base: int) -> int:
    """What a foundation with this card builds in."""
    return IS_RED[card] * 2 + SUIT[card] // 2 if game.in_suit else chain_of(card, base)


@cache
def card_codes(game: Terrace, base: int) -> tuple[int, ...]:
    """The cards as the kernel reads them. Suits that do not matter are left out, so that equal cards look equal."""
    return tuple(
        [
            chain_of(card, base)
            | rank_of(card, base) << 1
            | (SUIT[card] // 2 if game.in_suit else 0) << 5
            | family_of(game, card, base) << 6
            for card in range(52)
        ]
    )


def column_code(game: Terrace, pile: Pile, base: int) -> int:
    """A column as the kernel reads it."""
    if not pile:
        return 0
    code = kernel.FULL | chain_of(pile[0], base) << 21
    code |= rank_of(pile[-1], base) << 17 | rank_of(pile[0], base) << 13
    if game.in_suit:
        for card in pile:
            code |= SUIT[card] // 2 << rank_of(card, base)
    return code


def heights(game: Terrace, p: TerracePosition) -> int:
    """The foundations' heights, 4 bits each, ascending within a family."""
    families = 4 if game.in_suit else 2
    found: list[list[int]] = [[] for _ in range(families)]
    for f in FOUNDATIONS:
        if p.piles[f]:
            found[family_of(game, p.piles[f][0], p.base)].append(len(p.piles[f]))
    packed = 0
    for family, piles in enumerate(found):
        copies = 8 // families
        for k, height in enumerate(sorted([0] * (copies - len(piles)) + piles)):
            packed |= height << 4 * (family * copies + k)
    return packed


def rules_of(game: Terrace) -> Ints:
    """The instance's fields."""
    rules = np.zeros(kernel.RULES, dtype=np.int64)
    rules[kernel.NCOLS] = game.columns
    rules[kernel.COPIES] = 2 if game.in_suit else 4
    rules[kernel.REDEALS] = game.redeals
    rules[kernel.FILLS] = len(game.fill_from)
    for k, pile in enumerate(game.fill_from):
        rules[kernel.FILL0 + k] = pile
    rules[kernel.IN_SUIT] = game.in_suit
    rules[kernel.RESERVE_FILLS] = RESERVE in game.fill_from
    return rules


def sequence(game: Terrace, p: TerracePosition) -> tuple[Ints, Ints]:
    """The waste from its bottom, then the stock, and how its cards compare."""
    code_of = card_codes(game, p.base)
    codes = [code_of[card] for card in (*p.piles[WASTE], *p.piles[STOCK][::-1])]
    # Never empty: a kernel takes the address of the first element.
    seq = np.array(codes or [0], dtype=np.int64)
    lower = np.zeros((len(codes) + 1, 3), dtype=np.int64)
    kernel.compare(seq, lower)
    return seq, lower


def encode(game: Terrace, p: TerracePosition) -> Encoded:
    """A position in which the base card is known, for the kernel."""
    code_of = card_codes(game, p.base)
    seq, lower = sequence(game, p)
    cards = len(lower) - 1
    root = np.zeros(kernel.COLS + game.columns, dtype=np.int64)
    root[kernel.LO] = 2 ** min(cards, 52) - 1
    root[kernel.HI] = 2 ** max(cards - 52, 0) - 1
    root[kernel.PTR] = len(p.piles[WASTE])
    root[kernel.RES] = len(p.piles[RESERVE])
    root[kernel.FND] = heights(game, p)
    root[kernel.LOCK] = p.locked
    root[kernel.TURNED] = p.turned
    for i in range(game.columns):
        root[kernel.COLS + i] = column_code(game, p.piles[FIRST_COLUMN + i], p.base)
    kernel.recount(root, lower)
    rules = rules_of(game)
    rules[kernel.CARDS] = cards
    reserve = [code_of[card] for card in p.piles[RESERVE]]
    return Encoded(seq, np.array(reserve or [0], dtype=np.int64), lower, rules, root)
