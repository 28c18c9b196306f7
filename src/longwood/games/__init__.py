"""The table of games: a row for every way to play, stating only its difference. A released row never changes."""

from difflib import get_close_matches

from longwood.core.game import STOCK, AnyGame
from longwood.games.forty_thieves.rules import FortyThieves
from longwood.games.peaks.rules import Elevator, TriplePeaks
from longwood.games.quatorze.rules import Quatorze
from longwood.games.terrace.rules import RESERVE, WASTE, Terrace

_ROWS: tuple[AnyGame, ...] = (
    Terrace(slug="terrace", title="Terrace", about="Choose the base card out of four; reserve of 11."),
    Terrace(
        slug="generals-patience",
        title="General's Patience",
        about="Foundations build in suit; reserve of 13; the stock may be turned once.",
        reserve=13,
        in_suit=True,
        redeals=1,
    ),
    Terrace(
        slug="falling-stars",
        title="Falling Stars",
        about="The base card is dealt; reserve of 11.",
        choose_base=False,
    ),
    Terrace(
        slug="signora",
        title="Signora",
        about="Spaces fill themselves from the waste; reserve of 11.",
        choose_base=False,
        fill_from=(WASTE, STOCK),
    ),
    Terrace(
        slug="redheads",
        title="Redheads",
        about="Spaces fill themselves from a reserve of 21; eight columns.",
        reserve=21,
        columns=8,
        choose_base=False,
        fill_from=(RESERVE, WASTE, STOCK),
    ),
    Terrace(
        slug="blondes-and-brunettes",
        title="Blondes and Brunettes",
        about="The base card is dealt; reserve of 10; eight columns.",
        reserve=10,
        columns=8,
        choose_base=False,
    ),
    Terrace(
        slug="wood",
        title="Wood",
        about="The base card is dealt; reserve of 10.",
        reserve=10,
        choose_base=False,
    ),
    FortyThieves(
        slug="forty-thieves",
        title="Forty Thieves",
        about="Ten columns of four, building in suit; one pass through the stock.",
    ),
    Quatorze(
        slug="quatorze",
        title="Quatorze",
        about="Pairs that add up to fourteen, in one row or column of a grid.",
    ),
    TriplePeaks(
        slug="triple-peaks",
        title="Triple Peaks",
        about="Longer runs score more; a card from the stock costs 5.",
    ),
    TriplePeaks(
        slug="triple-peaks-multiplier",
        title="Triple Peaks, Multiplier Scoring",
        about="Points double with every card of a run; the stock costs nothing.",
        doubles=True,
    ),
    TriplePeaks(
        slug="triple-peaks-rounds",
        title="Triple Peaks, Progressive Rounds",
        about="Clearing the peaks deals a new round; play until you are stuck.",
        has_rounds=True,
    ),
    TriplePeaks(
        slug="triple-peaks-rounds-multiplier",
        title="Triple Peaks, Progressive Rounds and Multiplier",
        about="New rounds until you are stuck, and points that double along a run.",
        doubles=True,
        has_rounds=True,
    ),
    Elevator(
        slug="elevator",
        title="Elevator",
        about="A pyramid of 28 cards to clear, one rank up or down at a time.",
    ),
)

GAMES: dict[str, AnyGame] = {game.slug: game for game in _ROWS}


def nearest_slug(text: str) -> str | None:
    """The slug that a mistyped one most likely meant."""
    return next(iter(get_close_matches(text.lower(), GAMES, n=1, cutoff=0.5)), None)
