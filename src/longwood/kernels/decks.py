"""Many one-deck deals at once: `cards.shuffled`, compiled."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from longwood.kernels.compiled import compiled, u64
from longwood.kernels.mixing import GAMMA, split_mix

Decks = NDArray[np.uint8]


class Decided(NamedTuple):
    """What a room's kernel found of many fresh deals."""

    verdicts: NDArray[np.uint8]
    """Numbers as in `core.result.VERDICTS`; a loss is one by an exhausted search."""
    nodes: NDArray[np.int64]
    lengths: NDArray[np.int32]
    """Moves of the line that wins."""
    scores: NDArray[np.int64]
    """The best score, where that was asked for."""
    proven: NDArray[np.bool_]
    """Whether that is the best there is."""

    @classmethod
    def of(cls, count: int) -> "Decided":
        """Nothing is known yet."""
        return cls(
            np.zeros(count, np.uint8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int32),
            np.full(count, -1, np.int64),
            np.zeros(count, np.bool_),
        )


@compiled("void(uint64[::1], uint64, uint8[:, ::1])")
def _shuffle(numbers: NDArray[np.uint64], round: Any, decks: Decks) -> None:
    for i in range(len(numbers)):
        deck = decks[i]
        for card in range(52):
            deck[card] = card
        state = split_mix(split_mix(numbers[i]) ^ round)
        for last in range(51, 0, -1):
            choices = u64(last + 1)
            # 2**64 % choices, which 64 bits cannot hold, is (2**64 - choices) % choices.
            incomplete = (u64(0) - choices) % choices
            while True:
                value = split_mix(state)
                state += GAMMA
                # Not in the incomplete block at the top of the range.
                if incomplete == u64(0) or value < u64(0) - incomplete:
                    break
            pick = value % choices
            deck[last], deck[pick] = deck[pick], deck[last]


def decks_of(numbers: ArrayLike, round: int = 0) -> Decks:
    """The decks of these deal numbers, a row of 52 cards each, in the order in which they are dealt."""
    wanted = np.ascontiguousarray(numbers, np.uint64)
    decks = np.empty((len(wanted), 52), np.uint8)
    _shuffle(wanted, u64(round), decks)
    return decks
