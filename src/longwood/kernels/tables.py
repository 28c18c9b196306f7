"""Sets of keys by open addressing: a table of pairs of words, each on the first free place from its first word on.

A table is a power of two of places, never all of them taken; a free place holds (0, 0). A key is a pair whose first
word is scrambled already. All searches share this much. When a table is full enough is theirs to say: one
then remembers no more (it may search a row twice), one forgets states, others grow it. A quick player that holds a
number beside each key and looks at a few places only keeps its own.
"""

from typing import Any

from longwood.kernels.compiled import borrowing, i64, u64

PAIRS = "uint64[:, ::1]"


@borrowing(f"int64({PAIRS}, uint64, uint64)")
def place(table: Any, one: Any, two: Any) -> Any:
    """Where a key stands in a table, or the free place where it would."""
    last = u64(len(table) - 1)
    at = one & last
    while (table[at, 0] != one or table[at, 1] != two) and (table[at, 0] or table[at, 1]):
        at = (at + u64(1)) & last
    return i64(at)


@borrowing(f"boolean({PAIRS}, int64)")
def is_free(table: Any, at: Any) -> Any:
    """Whether no key stands at a place. The key (0, 0) cannot be kept: it is new each time, which loses nothing."""
    return table[at, 0] == 0 and table[at, 1] == 0


@borrowing(f"void({PAIRS}, int64, uint64, uint64)")
def put(table: Any, at: Any, one: Any, two: Any) -> None:
    """Keep a key at the place that `place` found for it."""
    table[at, 0] = one
    table[at, 1] = two


@borrowing(f"boolean({PAIRS}, uint64, uint64)")
def insert(table: Any, one: Any, two: Any) -> Any:
    """Keep a key; whether it was not there."""
    at = place(table, one, two)
    if not is_free(table, at):
        return False
    put(table, at, one, two)
    return True


@borrowing(f"void({PAIRS}, {PAIRS})")
def copy_keys(table: Any, larger: Any) -> None:
    """Put all keys of one table into another."""
    for i in range(len(table)):
        if not is_free(table, i):
            insert(larger, table[i, 0], table[i, 1])


@borrowing(f"void({PAIRS})")
def clear(table: Any) -> None:
    """Free all places."""
    for i in range(len(table)):
        put(table, i, u64(0), u64(0))
