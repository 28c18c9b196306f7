"""A game in words for people and as JSON for programs."""

from typing import TYPE_CHECKING, Any

from longwood.cards import CARD_TEXTS
from longwood.game import AnyGame
from longwood.notation import Act, Record, act_text, move_text
from longwood.session import Session

if TYPE_CHECKING:
    from longwood.advice.findings import Mark, Report

HIDDEN = "??"


def state_words(session: Session) -> str:
    """Whether the game is won, stuck or how many moves there are."""
    if session.is_won:
        return "the game is won"
    count = len(session.moves)
    return f"{count} legal {'move' if count == 1 else 'moves'}" if count else "no legal move, the game is stuck"


def heading(session: Session) -> str:
    """The title, and the deal that is played."""
    return f"{session.game.title}, {'a given deck' if session.deal.given else f'deal {session.deal.number}'}"


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
    for number, m in enumerate(session.moves, 1):
        if source not in (None, m.src):
            continue
        if not game.has_cells and game.piles[m.dst][0] == "f" and not p.piles[m.dst]:
            if (m.src, m.count) in to_space:
                has_others = True
                continue
            to_space.add((m.src, m.count))
        lines.append(f"{number:3}  {move_text(game, m):8}  {game.describe(p, m)}")
    if has_others:
        lines.append("Any other empty foundation will do as well.")
    return lines


def game_json(game: AnyGame) -> dict[str, Any]:
    """A way to play, for programs."""
    return {
        "slug": game.slug,
        "title": game.title,
        "family": game.family,
        "decks": game.decks,
        "goal": game.goal,
        "about": game.about,
        "piles": list(game.piles),
    }


def session_json(session: Session) -> dict[str, Any]:
    """Where a game stands, for programs. A face-down card is `??`."""
    game, p = session.game, session.position
    hidden = game.hidden(p)
    return {
        "record": str(session.record),
        "slug": game.slug,
        "score": session.score,
        "won": session.is_won,
        "stuck": session.is_stuck,
        "facts": game.facts(p),
        "piles": {
            name: [HIDDEN if i in hidden else CARD_TEXTS[card] for card in p.piles[i]]
            for i, name in enumerate(game.piles)
        },
    }


def moves_json(session: Session) -> list[dict[str, str]]:
    """The legal moves in order, for programs."""
    game, p = session.game, session.position
    return [{"move": move_text(game, m), "description": game.describe(p, m)} for m in session.moves]


def par_words(session: Session, report: "Report") -> str:
    """The score of a game beside the best one."""
    par = report.par
    if not par:
        return ""
    proven = "proven" if par.is_proven else "the best found"
    of = " of the first round" if session.game.has_rounds else ""
    return f"Score {par.reached}, par{of} {par.score} ({proven})."


def outcome_words(session: Session, report: "Report") -> str:
    """Where the game was won or lost, as far as that is proven."""
    last, lost = report.last_winnable, report.first_lost
    if session.is_won:
        return "The game was won."
    if report.turn is not None:
        act = session.acts[report.turn]
        words = describe_act(session.game, session.positions[report.turn], act)
        return f"The game could be won until act {report.turn + 1} lost it, which is proven: {words}."
    if lost == 0:
        return "The deal cannot be won, which is proven."
    if last is not None and lost == last + 1:
        return f"Round {report.verdicts[lost].round + 1} cannot be cleared, which is proven; those before it were."
    if last is not None and last == len(session.acts):
        return "The game can still be won, which is proven."
    if last is not None and lost is not None:
        return f"The game could be won after act {last}, and was lost after act {lost}; in between it is not known."
    if last is not None:
        return f"The game could be won after act {last}; whether it still can is not known."
    if lost is not None:
        return f"The game was lost after act {lost}; whether it could be won before is not known."
    return "Whether the deal can be won is not known."


def mark_lines(session: Session, mark: "Mark") -> list[str]:
    """An act that cost something, what would have been better, and how to go back there."""
    game, p = session.game, session.positions[mark.number]
    act = session.acts[mark.number]
    words = f"lost {mark.loss:.0%} of the worlds" if mark.loss else "no loss from what could be seen"
    turn = "; with all cards open it is proven to have lost the game" if mark.is_turn else ""
    lines = [f"Act {mark.number + 1}, {act_text(game, act)}: {describe_act(game, p, act)}."]
    lines.append(f"    {mark.grade}: {words}{turn}.")
    if mark.better and (mark.better.move,) != act:
        share = mark.better.share
        keeps = f"which keeps {'at least ' if share.unknown else ''}{share.won} of {share.trials} worlds"
        lines.append(f"    Better: {game.describe(p, mark.better.move)}, {keeps}.")
    if mark.line and (mark.line[0],) != act:
        lines.append(f"    With all cards open: {game.describe(p, mark.line[0])} wins in {len(mark.line)} moves.")
    lines.append(f"    Retry: {record_at(session, mark.number)}")
    return lines


def record_at(session: Session, number: int) -> str:
    """The record of a game up to an act."""
    return str(Record(session.game, session.deal, session.acts[:number]))
