"""Shares of a number of trials, with an interval, and with unknown outcomes counted both ways."""

from dataclasses import dataclass
from math import sqrt

Z = 1.959963984540054
"""Two-sided 95 %."""


def wilson(part: float, whole: int, z: float = Z) -> tuple[float, float]:
    """The interval of a share by Wilson's score, of 95 % or as `z` says: honest for few trials and near 0 and 1."""
    if whole == 0:
        return 0.0, 1.0
    share = part / whole
    middle = share + z * z / (2 * whole)
    spread = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    scale = 1 + z * z / whole
    # Rounding must not push the ends past what was seen: none of none is 0, all of all is 1.
    low = 0.0 if part == 0 else max((middle - spread) / scale, 0.0)
    high = 1.0 if part == whole else min((middle + spread) / scale, 1.0)
    return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some trials were won, lost, or not decided within their budget."""

    won: int = 0
    lost: int = 0
    unknown: int = 0

    @property
    def trials(self) -> int:
        """All of them."""
        return self.won + self.lost + self.unknown

    @property
    def least(self) -> float:
        """The share won if nothing that is unknown is won."""
        return self.won / self.trials if self.trials else 0.0

    @property
    def most(self) -> float:
        """The share won if all that is unknown is won."""
        return (self.won + self.unknown) / self.trials if self.trials else 1.0

    @property
    def middle(self) -> float:
        """Half of what is unknown counts as won."""
        return (self.least + self.most) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """From the low end of the least to the high end of the most, at 95 %."""
        return wilson(self.won, self.trials)[0], wilson(self.won + self.unknown, self.trials)[1]

    def words(self, *, is_all: bool = False) -> str:
        """So many of so many, or of all so many; what is unknown counts both ways: 3 to 10 of 10."""
        both_ways = f" to {self.won + self.unknown}" if self.unknown else ""
        return f"{self.won}{both_ways} of {'all ' if is_all else ''}{self.trials}"

    def __add__(self, other: "Share") -> "Share":
        return Share(self.won + other.won, self.lost + other.lost, self.unknown + other.unknown)
