"""How kernels are compiled. Only kernel modules import this: Numba takes its time to load."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., object])


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


bit_count: Callable[[Any], Any] = intrinsic(_bit_count)
"""How many bits of a uint32 are set; callable from kernels only."""
