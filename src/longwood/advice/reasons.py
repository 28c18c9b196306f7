"""What the analyst says, in words: the win chance, what play cost, what a verdict rests on."""

from longwood.advice.calibration import WinChance
from longwood.advice.entries import Report
from longwood.advice.skill import Account
from longwood.core.game import AnyGame
from longwood.core.shares import Share
from longwood.core.words import counted
from longwood.session import Session
from longwood.solver import Result, Verdict


def win_words(win: WinChance, share: Share, *, is_exact: bool = False) -> str:
    """The win chance after a move, in a sentence."""
    is_open = is_exact and share.trials == 1
    if win.is_proven and win.value:
        return "Nothing is hidden, and this still wins."
    if win.is_proven:
        return "Nothing is hidden, and this loses." if is_open else "This loses, whatever the hidden cards are."
    if is_open:
        return f"Nothing is hidden, but no win was found yet: {win.words} to win from here."
    if win.is_vague:
        return f"Too early to tell: {win.span} to win from here."
    return f"{win.words[0].upper()}{win.words[1:]} to win from here."


def lead_words(session: Session, report: Report) -> str:
    """What a report begins with; nothing until all positions are weighed."""
    found = report.account
    if not found:
        return ""
    if not session.acts and found.first:
        return f"{found.first.words[0].upper()}{found.first.words[1:]} to win."
    return account_words(found, session.game, is_over=session.is_won or session.is_stuck)


def account_words(account: Account, game: AnyGame, *, is_over: bool) -> str:
    """What a game was dealt, what play cost and what the cards gave, as numbers that add up."""
    first, last = account.first, account.last
    # An estimate is never told as 0 or 100.
    dealt = first.percent if first and account.rounds == 1 else round(100 * account.dealt)
    cost, result = round(-100 * account.skill), round(100 * account.result)
    if last and account.rounds == 1 and not is_over:
        result = last.percent
    given = result - dealt + cost
    play = "your play cost nothing" if not cost else f"your play cost {counted(cost, 'point')}"
    cards = f"the cards {'gave' if given >= 0 else 'took'} {abs(given) or 'nothing'}"
    goal = "clear this round" if game.has_rounds else "win"
    now = f" Now: {last.words} to {goal}." if last and not is_over else ""
    if account.rounds > 1:
        return f"Over {account.rounds} rounds {play}, {cards}.{now}"
    return f"You were dealt {_a(dealt)} {dealt} % game. {play[0].upper()}{play[1:]}, {cards}.{now}"


def outcome_words(session: Session, report: Report) -> str:
    """How a game ended, and until when it could be won as far as that is proven."""
    if session.is_won:
        return "Won."
    last, lost = report.last_winnable, report.first_lost
    if not session.acts:
        if last is lost is None:
            return "Whether this deal can be won is unknown."
        return "This deal cannot be won." if lost == 0 else "This deal can be won."
    if session.is_stuck:
        return f"{'Over' if session.game.has_rounds else 'Lost'}. {_winnable_words(report)}"
    if last is not None and last == len(session.acts):
        return "Not over, and still winnable."
    if lost is None:
        return f"Not over. {_winnable_words(report)}"
    # The win chance beside this is of somebody who does not see them.
    is_hidden = any(session.game.unseen(session.position).values())
    why = "the hidden cards rule out a win" if is_hidden else "lost"
    return f"Not over, but {why}. {_winnable_words(report)}"


def _winnable_words(report: Report) -> str:
    last, lost = report.last_winnable, report.first_lost
    if report.turn is not None:
        return f"Winnable until move {report.turn + 1}."
    if lost == 0:
        return "This deal cannot be won."
    if last is None:
        return "Whether it was ever winnable is unknown."
    if lost == last + 1:
        return f"Round {report.verdicts[lost].round + 1} could not be cleared."
    if lost is not None:
        return f"Winnable until at least move {last + 1}, lost by move {lost}."
    return f"Winnable until at least move {last + 1}; after that it is unknown."


def _a(number: int) -> str:
    """The article before a number as it is read."""
    return "an" if number in (8, 11, 18) or 80 <= number < 90 else "a"


def games_words(played: Share) -> str:
    """How many of the games that were played on, or what share if there were many."""
    return f"{played.won} of {played.trials}" if played.trials < 100 else f"{played.least * 100:.0f} %"


def verdict_words(game: AnyGame, found: Result) -> str:
    """What a verdict rests on, in a sentence. The line behind it is not told."""
    goal = "clears this round" if game.has_rounds else "wins"
    match found.verdict:
        case Verdict.WON:
            return "This round can be cleared." if game.has_rounds else "A winning line exists."
        case Verdict.LOST:
            return f"Proven: no line {goal} from here."
        case Verdict.UNKNOWN:
            return f"No line that {goal} found in {found.nodes:,} positions, but none is ruled out."
