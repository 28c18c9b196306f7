"""The rest of a game in which nothing can go wrong any more: what one tap may play to its end."""

from collections.abc import Hashable

from longwood.core.game import STOCK, AnyGame, Move, P, PileKind

MOST = 48
"""Positions to look at where foundations do not decide; beyond that there is something left to think about."""


def finish(game: AnyGame, p: P) -> list[Move]:
    """Moves that win, where the player sees all that they rest on and has nothing left to decide; none otherwise.

    With foundations that is so if playing up whatever is ready wins. Without them it is so if every way to go on wins
    that deals no card.
    """
    unseen = {pile for pile, count in game.unseen(p).items() if count}
    if unseen - {STOCK} or game.has_rounds or game.won(p):
        return []
    if PileKind.FOUNDATION in game.kinds:
        line = [] if unseen else list(game.autoplay(p))
        for m in line:
            p = game.play(p, m)
        return line if game.won(p) else []
    return _surely(game, p, bool(unseen))


def _surely(game: AnyGame, p: P, is_stock_unseen: bool) -> list[Move]:
    """A line that wins, if every line without a deal does."""
    won: dict[Hashable, list[Move]] = {}
    path: set[Hashable] = set()

    def line_from(q: P) -> list[Move] | None:
        if game.won(q):
            return []
        key = game.key(q)
        found = won.get(key)
        if found is not None:
            return found
        # Moves that lead back to where they began can be made for ever.
        if key in path or len(path) >= MOST or len(won) >= MOST:
            return None
        path.add(key)
        best = None
        for m in game.moves(q):
            if STOCK in (m.src, m.dst):
                continue
            after = game.play(q, m)
            # What comes from a stock that nobody has seen is no certainty.
            if is_stock_unseen and after.piles[STOCK] != q.piles[STOCK]:
                return None
            rest = line_from(after)
            if rest is None:
                return None
            best = best or [m, *rest]
        if best is None:
            return None
        path.remove(key)
        won[key] = best
        return best

    return line_from(p) or []
