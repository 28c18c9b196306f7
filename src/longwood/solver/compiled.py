"""How kernels are compiled. Only kernel modules import this: Numba takes its time to load."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])

# Numbers of a fixed size. Kernels mix them with indices and array elements as C would, which no type checker follows.
u8: Any = np.uint8
u32: Any = np.uint32
u64: Any = np.uint64
i64: Any = np.int64


def compiled(signature: str) -> Callable[[F], F]:
    """Compile a function for exactly these types when its module is imported, or load it from the cache on disk.

    The cache knows when the function's own file changes, not when another file does whose functions it calls: keep
    a kernel and all that it calls in one file.
    """
    return cast("Callable[[F], F]", numba.njit(signature, cache=True, nogil=True))


def _bit_count(typing_context: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint32(types.uint32), code


bit_count: Any = intrinsic(_bit_count)
"""How many bits of a uint32 are set; callable from kernels only."""
