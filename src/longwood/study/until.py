"""How many deals an interval of a given width needs, chosen in a way that does not bias the estimate.

Stopping when the interval looks narrow enough would let the outcome decide when to stop, and bias the estimate.
So a pilot decides alone: its deals say how many more are taken, in whole parts, and are not counted in the estimate.
Given the pilot that number is fixed, and the deals after it know nothing of the pilot. The pilot is read with caution:
of the shares that its 99.9 % interval allows, unknowns counted both ways, the one counts that needs most deals.
"""

from math import ceil

from longwood.core.shares import Share, Z, wilson
from longwood.study.ranges import Range

CAUTION = 3.2905
"""The quantile of a 99.9 % interval."""
LEAST_PILOT, MOST_PILOT = 100, 2000


def most_deals(points: float) -> int:
    """How many deals are enough for any outcome."""
    return ceil((Z / (points / 50)) ** 2)


def pilot(first: int, points: float) -> Range:
    """The deals of the pilot: a tenth of what might be needed, within bounds."""
    return first, first + min(max(most_deals(points) // 10, LEAST_PILOT), MOST_PILOT) - 1


def deals_needed(share: Share, points: float, size: int) -> int:
    """How many deals after the pilot, in whole parts of `size`."""
    low = wilson(share.won, share.trials, CAUTION)[0]
    high = wilson(share.won + share.unknown, share.trials, CAUTION)[1]
    likely = min(max(0.5, low), high)
    parts = 1
    while half_width(likely, parts * size) > points / 100:
        parts += 1 + parts // 100
    return parts * size


def half_width(share: float, deals: int) -> float:
    """Half of what the 95 % interval of a share spans."""
    low, high = wilson(share * deals, deals)
    return (high - low) / 2
