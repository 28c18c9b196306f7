"""The leaderboard of a day's deal, as the server saw the games."""

from collections.abc import Sequence

from longwood.journal.shared import DayWin
from longwood.web.journal.answers import LeaderAnswer

MOST_SEEN_LEAP = 12
"""More acts at once and the server has not seen the game being played: it has no time to tell then."""
MOST_LEADERS = 100


def leaders(wins: Sequence[DayWin], me: int | None) -> tuple[list[LeaderAnswer], list[LeaderAnswer]]:
    """The first wins of the day's players, those without help apart, the quickest first."""
    lists: tuple[list[LeaderAnswer], list[LeaderAnswer]] = ([], [])
    for win in wins:
        seconds = (win.last_seen - win.first_seen) / 1000 if win.leap <= MOST_SEEN_LEAP else None
        row = LeaderAnswer(win.name, seconds, win.acts, win.undos, win.player == me)
        lists[win.help > 0].append(row)
    for rows in lists:
        rows.sort(key=lambda row: (row.seconds is None, row.seconds or 0.0, row.acts, row.name))
        del rows[MOST_LEADERS:]
    return lists
