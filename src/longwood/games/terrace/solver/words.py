"""Scrambled words, which the keys of Terrace positions are summed from."""

from typing import Any

import numpy as np
import numpy.typing as npt

from longwood.kernels.compiled import compiled


def _words(count: int) -> npt.NDArray[np.int64]:
    """Fixed pseudo-random words (SplitMix64)."""
    gamma, state, words = 0x9E3779B97F4A7C15, 2014, []
    for _ in range(count):
        state = (state + gamma) % 2**64
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        words.append(z ^ (z >> 31))
    return np.array(words, dtype=np.uint64).view(np.int64)


ZOBRIST = _words(2 * 512).reshape(2, 512)


@compiled("int64(int64)")
def mix(value: Any) -> Any:
    """A scrambled word."""
    z = np.uint64(value) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.int64(z ^ (z >> np.uint64(31)))
