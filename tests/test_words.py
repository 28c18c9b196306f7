"""Numbers in words."""

import pytest

from longwood.core.words import counted, ordinal

pytestmark = pytest.mark.core


def test_what_is_counted_is_one_or_many() -> None:
    assert [counted(n, "game") for n in (0, 1, 2, 2000)] == ["0 games", "1 game", "2 games", "2,000 games"]


def test_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112, 1002)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "1,002nd",
    ]  # fmt: skip
