"""Positions that are lost by capacity (P5), as the kernel in `capacity.py` is asked about them."""

import numpy as np

from longwood.core.cards import Card
from longwood.games.terrace.certificate_capacity import dealt_in_order
from longwood.games.terrace.rules import FIRST_COLUMN, FOUNDATIONS, RESERVE, WASTE, Terrace, TerracePosition
from longwood.games.terrace.solver.capacity import KINDS, NEVER, RANKS, ROWS, Room, unwind
from longwood.games.terrace.solver.encode import chain_of, rank_of
from longwood.games.terrace.solver.rows import Ints


def is_refuted(game: Terrace, p: TerracePosition) -> bool:
    """Whether a position with its base card is lost by capacity; says nothing of suits and redeals."""
    return stuck(game, p) is not None


def stuck(game: Terrace, p: TerracePosition) -> tuple[int, list[Card]] | None:
    """How many cards never leave the reserve, and which ones waste and stock; None if there are none."""
    if game.in_suit or game.redeals:
        return None
    room = room_for(game, p)
    kept = unwind(room)
    left = room.left[kept].tolist()
    cards = [card for card, stage in zip(dealt_in_order(p), left, strict=True) if stage == NEVER]
    return (kept, cards) if kept or cards else None


def room_for(game: Terrace, p: TerracePosition) -> Room:
    """A position with its base card, read for the argument."""

    def kinds(cards: tuple[Card, ...]) -> Ints:
        return np.array([RANKS * chain_of(card, p.base) + rank_of(card, p.base) for card in cards], np.int64)

    def counted(piles: tuple[tuple[Card, ...], ...]) -> Ints:
        return np.bincount(kinds(tuple([card for pile in piles for card in pile])), minlength=KINDS).astype(np.int64)

    seq, reserve = kinds(dealt_in_order(p)), kinds(p.piles[RESERVE])
    columns = p.piles[FIRST_COLUMN:]
    return Room(
        seq=seq,
        reserve=reserve,
        built=counted(tuple([p.piles[f] for f in FOUNDATIONS])),
        laid=counted(columns),
        left=np.full((len(reserve) + 1, len(seq)), NEVER, np.int64),
        work=np.zeros((ROWS, KINDS), np.int64),
        waste=len(p.piles[WASTE]),
        columns=game.columns,
        fills=int(RESERVE in game.fill_from),
        is_closed=int(game.fill_from[:1] == (RESERVE,) and () not in columns),
    )
