"""Bits of a word. All of these are for kernels; outside them Python's own numbers do."""

from typing import Any

import numpy as np
from numba.extending import intrinsic

from longwood.kernels.compiled import borrowing, i64, u64


def _bit_count(typing_context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return bits(bits), code


bit_count: Any = intrinsic(_bit_count)
"""How many bits of a number are set, as a number of its own type; callable from kernels only."""

BELOW = np.array([(1 << n) - 1 for n in range(65)], dtype=np.uint64)
"""The bits below bit n, for n up to 64: shifting a 64-bit number by 64 is undefined."""


@borrowing("int64(int64)", inline=True)
def ones(x: Any) -> Any:
    """How many bits of a signed word are set."""
    return bit_count(x)


@borrowing("int64(uint64)", inline=True)
def bits(x: Any) -> Any:
    """How many bits of an unsigned word are set."""
    return i64(bit_count(x))


@borrowing("int64(uint64)", inline=True)
def highest(x: Any) -> Any:
    """The highest bit that is set, -1 if none is."""
    for shift in (1, 2, 4, 8, 16, 32):
        x |= x >> u64(shift)
    return bits(x) - 1


@borrowing("uint32(uint32)", inline=True)
def lowest_alone(x: Any) -> Any:
    """The lowest bit that is set, with all others cleared; 0 if none is."""
    return x & (~x + np.uint32(1))


@borrowing("int64(uint32)", inline=True)
def place_of(bit: Any) -> Any:
    """The number of the one bit that is set."""
    return i64(bit_count(bit - np.uint32(1)))
