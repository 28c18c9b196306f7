"""Why a move, in a sentence: what it does to the chances."""

from longwood.core.game import AnyGame
from longwood.core.shares import Share
from longwood.solver import Result, Verdict


def kept_words(share: Share, is_exact: bool) -> str:
    """What is left of the chances after a move."""
    if is_exact and share.trials == 1:
        if share.won:
            return "nothing is hidden, and this can still be won"
        return "nothing is hidden, and this is lost" if share.lost else "nothing is hidden, but no win was found yet"
    if share.lost == share.trials:
        return f"none of {'the ' if is_exact else ''}{share.trials} possible worlds can be won"
    count = f"{share.words(is_all=is_exact)} possible worlds"
    return f"it keeps {count} winnable" if share.won else f"no win was found: {count} can be won"


def played_words(played: Share | None) -> str:
    """A sentence on how often a quick player wins after a move, which counts for more than the worlds, or alone."""
    if played is None:
        return ""
    return f" By estimate a quick player who sees no more wins {games_words(played)} games."


def games_words(played: Share) -> str:
    """How many of the games that were played on, or of a hundred if there were more."""
    return f"{played.won} of {played.trials}" if played.trials < 100 else f"{played.least * 100:.0f} of 100"


def verdict_words(game: AnyGame, found: Result) -> str:
    """What a verdict rests on, in a sentence. The line behind it is not told."""
    goal = "clears this round" if game.has_rounds else "wins"
    match found.verdict:
        case Verdict.WON:
            return f"A line that {goal} was found, and the rules have accepted every move of it."
        case Verdict.LOST:
            return f"It is proven that no line {goal} from here."
        case Verdict.UNKNOWN:
            return f"{found.nodes:,} positions were searched: no line that {goal} was found, none is ruled out."
