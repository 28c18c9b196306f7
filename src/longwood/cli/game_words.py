"""A game in words, for people."""

from typing import Any

from longwood.core.game import Act, AnyGame, PileKind
from longwood.core.order import listed_moves
from longwood.core.words import counted
from longwood.notation import move_text
from longwood.session import Session

MADE_UP = "Some cards are unknown: they are made up as they turn up."


def state_words(session: Session) -> str:
    """Whether the game is won, stuck or how many moves there are."""
    if session.is_won:
        return "the game is won"
    count = len(session.moves)
    return counted(count, "legal move") if count else "the game is stuck: no legal moves"


def heading(session: Session) -> str:
    """The title, and the deal that is played."""
    deal = session.deal
    origin = "a typed-in position" if deal.laid else "a given deck" if deal.given else f"deal {deal.number}"
    return f"{session.game.title}, {origin}"


def describe_act(game: AnyGame, p: Any, act: Act) -> str:
    """One act in words: its moves one after the other."""
    words = []
    for m in act:
        words.append(game.describe(p, m))
        p = game.play(p, m)
    return ", ".join(words)


def move_lines(session: Session, source: int | None = None) -> list[str]:
    """The legal moves, numbered: all of them, or those from one pile.

    One empty foundation is as good as another, so only the first is listed; the numbers stay those of all moves.
    """
    game, p = session.game, session.position
    lines = []
    to_space = set()
    has_others = False
    for number, m in enumerate(listed_moves(game, p), 1):
        if source not in (None, m.src):
            continue
        if game.kinds[m.dst] is PileKind.FOUNDATION and not p.piles[m.dst]:
            if (m.src, m.count) in to_space:
                has_others = True
                continue
            to_space.add((m.src, m.count))
        lines.append(f"{number:3}  {move_text(game, m):8}  {game.describe(p, m)}")
    if has_others:
        lines.append("Any other empty foundation will do as well.")
    return lines
