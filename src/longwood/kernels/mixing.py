"""Scrambled words: SplitMix64 for keys and shuffles, xorshift for dice. `core.cards` is the shuffle's reference."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from longwood.kernels.compiled import borrowing, i64, u64

GAMMA = u64(0x9E3779B97F4A7C15)
"""The step from one state of SplitMix64 to the next: the golden ratio, so that states spread."""


@borrowing("uint64(uint64)")
def scrambled(z: Any) -> Any:
    """A word with all its bits mixed. One to one: different words stay different."""
    z = (z ^ (z >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> u64(27))) * u64(0x94D049BB133111EB)
    return z ^ (z >> u64(31))


@borrowing("uint64(uint64)")
def split_mix(state: Any) -> Any:
    """The value that SplitMix64 gives at a state; the next state is GAMMA further on."""
    return scrambled(state + GAMMA)


@borrowing("int64(int64)")
def word_of(value: Any) -> Any:
    """A scrambled word for a small number, such as a packed column: signed, for rows of signed words."""
    return i64(scrambled(u64(value) * GAMMA))


@borrowing("uint64(uint64)")
def next_state(state: Any) -> Any:
    """The dice of the quick players (xorshift64): the state after this one. It never leaves 0."""
    state ^= state << u64(13)
    state ^= state >> u64(7)
    return state ^ (state << u64(17))


@borrowing("float64(uint64)")
def fraction(state: Any) -> Any:
    """A state of the dice as a number from 0 to less than 1."""
    return (state >> u64(11)) / 9007199254740992.0


def some_words(count: int, seed: int) -> NDArray[np.int64]:
    """Fixed words that look random, the same for ever: what keys are summed from."""
    states = np.arange(count, dtype=np.uint64) * GAMMA + u64(seed)
    return np.array([split_mix(state) for state in states], np.uint64).view(np.int64)
