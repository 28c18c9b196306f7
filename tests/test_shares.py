"""Shares and their intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from longwood.core.shares import Share, wilson

pytestmark = pytest.mark.core

counts = st.integers(0, 5000)


def test_known_values() -> None:
    # Published examples of Wilson's interval, to four places.
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@given(counts, counts, counts)
def test_an_interval_holds_its_share(won: int, lost: int, unknown: int) -> None:
    share = Share(won, lost, unknown)
    low, high = share.interval
    assert 0 <= low <= share.least <= share.most <= high <= 1
    assert (share + Share(1, 2, 3)).trials == share.trials + 6
