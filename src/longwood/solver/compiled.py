"""How kernels are compiled. Only kernel modules import this: Numba takes its time to load."""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def compiled(signature: str) -> Callable[[F], F]:
    """Compile a function for exactly these types when its module is imported, or load it from the cache on disk.

    The cache knows when the function's own file changes, not when another file does whose functions it calls: keep
    a kernel and all that it calls in one file.
    """
    return cast("Callable[[F], F]", numba.njit(signature, cache=True, nogil=True))
