"""Chances in words and figures, for people."""

from typing import TYPE_CHECKING

from longwood.advice.reasons import games_words, win_words
from longwood.cli.game_words import heading
from longwood.core.game import AnyGame, PileKind
from longwood.core.shares import Share
from longwood.notation import move_text
from longwood.session import Session

if TYPE_CHECKING:
    from longwood.advice.chances import Chances
    from longwood.advice.ranking import Chance


def alike_words(session: Session, chance: "Chance | None") -> str:
    """A sentence on the moves that another one stands for, if there are any."""
    if not chance or not chance.alike:
        return ""
    if _are_foundations(session, chance):
        return " Any other empty foundation will do as well."
    if _is_turned_round(chance):
        return " Either order will do, as far as you can see."
    texts = [move_text(session.game, m) for m in chance.alike]
    names = texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}"
    return f" As far as you can see, {names} {'does' if len(texts) == 1 else 'do'} the same."


def _is_turned_round(chance: "Chance") -> bool:
    """Whether a move stands for the same pair in the other order."""
    return [(m.src, m.dst) for m in chance.alike] == [(chance.move.dst, chance.move.src)]


def _are_foundations(session: Session, chance: "Chance") -> bool:
    """Whether moves that are alike differ in nothing but the empty foundation that a card goes to."""
    game, m = session.game, chance.move
    is_first_card = game.kinds[m.dst] is PileKind.FOUNDATION and not session.position.piles[m.dst]
    return is_first_card and all(other.src == m.src for other in chance.alike)


def chances_lines(session: Session, found: "Chances", *, with_worlds: bool = False) -> list[str]:
    """The win chance of a position and of every move, the best first; what they rest on, if that is asked for."""
    game, p = session.game, session.position
    if not found.moves:
        return [f"{heading(session)}: {'won' if game.won(p) else 'no moves left'}."]
    best = found.moves[0]
    lines = [f"{heading(session)}. {win_words(best.win, best.share, is_exact=found.is_exact)}"]
    if with_worlds:
        lines.append(f"With all cards open: {position_words(found.share, found.is_exact)}")
        if any(c.played for c in found.moves):
            lines.append(QUICK)
    rows = [_row(game, c, with_worlds) for c in found.moves]
    # A column in which nothing stands is left out.
    heads = [(i, head) for i, head in enumerate(HEADS) if any(row[i] for row in rows)]
    widths = [(i, max([len(head), *[len(row[i]) for row in rows]])) for i, head in heads]
    titles = [f"{head:{width}}" for (_, head), (_, width) in zip(heads, widths, strict=True)]
    lines.append(f"  {'  '.join(titles)}".rstrip())
    for row, c in zip(rows, found.moves, strict=True):
        figures = "  ".join([f"{row[i]:{width}}" for i, width in widths])
        others = f" (or {', '.join([move_text(game, m) for m in c.alike])})" if c.alike else ""
        if c.alike and _are_foundations(session, c):
            others = " (or any empty one)"
        elif _is_turned_round(c):
            others = ""
        lines.append(f"  {figures}  {game.describe(p, c.move)}{others}")
    if any(_is_turned_round(c) for c in found.moves):
        lines.append("The order within a pair makes no difference as far as you can see.")
    return lines


QUICK = "Quick games: how many a quick player, who sees no more than you, wins after the move."
HEADS = ("move", "to win", "interval", "winnable worlds", "quick games")


def _row(game: AnyGame, c: "Chance", with_worlds: bool) -> tuple[str, str, str, str, str]:
    win = c.win
    interval = "" if win.is_proven else win.span
    share = count_words(c.share) if with_worlds else ""
    played = games_words(c.played) if c.played and with_worlds else ""
    return move_text(game, c.move), win.words.removeprefix("about "), interval, share, played


def count_words(share: Share) -> str:
    """So many of so many; what was not decided counts both ways."""
    if share.trials == 1:
        return "yes" if share.won else "no" if share.lost else "unknown"
    return share.words()


def interval_words(share: Share) -> str:
    """Between what the true share lies, 95 times of 100."""
    low, high = share.interval
    return f"{low * 100:.0f} to {high:.0%}"


def position_words(share: Share, is_exact: bool) -> str:
    """What is known of a position, in a sentence or two."""
    if share.trials == 1:
        verdict = "it can be won" if share.won else "it is lost" if share.lost else "whether it can be won is unknown"
        return f"nothing is hidden, and {verdict}."
    count = f"{'all ' if is_exact else ''}{share.trials} possible worlds"
    if not share.unknown:
        estimate = "" if is_exact else f" An estimate: {interval_words(share)}."
        return f"{share.won} of {count} can be won.{estimate}"
    decided = share.won + share.lost
    known = f"{share.won or 'none'} can be won, {share.lost or 'none'} {'is' if share.lost < 2 else 'are'} lost"
    others = "The other one counts" if share.unknown == 1 else f"The other {share.unknown} count"
    estimate = "" if is_exact else f": an estimate, {interval_words(share)}"
    return (
        f"{decided} of {count} {'was' if decided == 1 else 'were'} decided: {known}. {others}"
        if decided
        else f"none of {count} was decided. They count"
    ) + f" both ways, so {count_words(share)} can be won{estimate}."
