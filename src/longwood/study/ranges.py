"""Ranges of deals: first and last number, both among them; sorted, and with gaps between them."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from longwood.core.cards import MAX_DEAL
from longwood.core.words import shorten
from longwood.study import StudyError

Range: TypeAlias = tuple[int, int]


def parse_range(text: str) -> Range:
    """The deals that a text such as 1-1000 names."""
    match = re.fullmatch("([0-9]{1,16})(?:-([0-9]{1,16}))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if not first <= last <= MAX_DEAL:
        raise StudyError(f'"{shorten(text)}" is not a range of deals: write it as in 1-1000; they go up to {MAX_DEAL}.')
    return first, last


def range_words(ranges: Iterable[Range]) -> str:
    """Ranges in words: 1 to 500 and 701 to 900."""
    return " and ".join([f"{first:,} to {last:,}" for first, last in ranges]) or "none"


def joined(ranges: Iterable[Range]) -> list[Range]:
    """The same deals in as few ranges as possible."""
    found: list[Range] = []
    for first, last in sorted(ranges):
        if found and first <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def without(ranges: Iterable[Range], done: Iterable[Range]) -> list[Range]:
    """The deals of the first ranges that are not in the others."""
    left: list[Range] = []
    gone = joined(done)
    place = 0
    for first, last in joined(ranges):
        while place < len(gone) and gone[place][1] < first:
            place += 1
        begin = first
        while place < len(gone) and gone[place][0] <= last:
            start, end = gone[place]
            if begin < start:
                left.append((begin, start - 1))
            begin = end + 1
            if end > last:
                break  # it may reach into the next range
            place += 1
        if begin <= last:
            left.append((begin, last))
    return left


def pieces(ranges: Iterable[Range], size: int) -> Iterator[Range]:
    """The deals in parts of one grid, that of the numbers 1, size + 1, 2 * size + 1, ... wherever they begin."""
    for first, last in ranges:
        begin = first
        while begin <= last:
            end = min(last, ((begin - 1) // size + 1) * size)
            yield begin, end
            begin = end + 1


def count(ranges: Iterable[Range]) -> int:
    """How many deals."""
    return sum([last - first + 1 for first, last in ranges])
