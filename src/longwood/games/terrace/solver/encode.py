"""A Terrace position as the kernel reads it. Everything comes from the instance's fields."""

from functools import cache
from typing import NamedTuple

import numpy as np

from longwood.core.cards import IS_RED, RANK, SUIT, Card, Pile
from longwood.core.game import STOCK
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver import packed, rows
from longwood.games.terrace.solver.rows import Given, Ints


class Encoded(NamedTuple):
    """What stays the same during a search, and the row that it starts from."""

    given: Given
    root: Ints


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
            packed.card_word(
                chain_of(card, base),
                rank_of(card, base),
                SUIT[card] // 2 if game.in_suit else 0,
                family_of(game, card, base),
            )
            for card in range(52)
        ]
    )


def column_code(game: Terrace, pile: Pile, base: int) -> int:
    """A column as the kernel reads it."""
    if not pile:
        return 0
    suits = sum([SUIT[card] // 2 << rank_of(card, base) for card in pile]) if game.in_suit else 0
    word: int = packed.column_word(chain_of(pile[0], base), rank_of(pile[-1], base), rank_of(pile[0], base), suits)
    return word


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
    rules = np.zeros(rows.RULES, dtype=np.int64)
    rules[rows.NCOLS] = game.columns
    rules[rows.COPIES] = 2 if game.in_suit else 4
    rules[rows.REDEALS] = game.redeals
    # A pile that is named again has no card left by then.
    fill_from = list(dict.fromkeys(game.fill_from))
    rules[rows.FILLS] = len(fill_from)
    for k, pile in enumerate(fill_from):
        rules[rows.FILL0 + k] = pile
    rules[rows.IN_SUIT] = game.in_suit
    rules[rows.RESERVE_FILLS] = RESERVE in game.fill_from
    return rules


def sequence(game: Terrace, p: TerracePosition) -> tuple[Ints, Ints]:
    """The waste from its bottom, then the stock, and how its cards compare."""
    code_of = card_codes(game, p.base)
    codes = [code_of[card] for card in (*p.piles[WASTE], *p.piles[STOCK][::-1])]
    # Never empty: a kernel takes the address of the first element.
    seq = np.array(codes or [0], dtype=np.int64)
    lower = np.zeros((len(codes) + 1, 3), dtype=np.int64)
    rows.compare(seq, lower, np.empty((rows.KINDS, 2), dtype=np.int64))
    return seq, lower


def encode(game: Terrace, p: TerracePosition) -> Encoded:
    """A position in which the base card is known, for the rows."""
    code_of = card_codes(game, p.base)
    seq, lower = sequence(game, p)
    cards = len(lower) - 1
    root = np.zeros(rows.COLS + game.columns, dtype=np.int64)
    root[rows.LO] = 2 ** min(cards, 52) - 1
    root[rows.HI] = 2 ** max(cards - 52, 0) - 1
    root[rows.PTR] = len(p.piles[WASTE])
    root[rows.RES] = len(p.piles[RESERVE])
    root[rows.FND] = heights(game, p)
    root[rows.LOCK] = p.locked
    root[rows.TURNED] = p.turned
    for i in range(game.columns):
        root[rows.COLS + i] = column_code(game, p.piles[FIRST_COLUMN + i], p.base)
    rows.recount(root, lower)
    rules = rules_of(game)
    rules[rows.CARDS] = cards
    reserve = [code_of[card] for card in p.piles[RESERVE]]
    return Encoded(Given(seq, np.array(reserve or [0], dtype=np.int64), lower, rules), root)
