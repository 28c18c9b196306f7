"""What commands tell programs: the web server's structs, each after the version, the game and the record asked about.

docs/json.md lists every key, and a test holds it to what is printed. The structs take a moment to import, so commands
import this only for `--json`.
"""

import json
from typing import Any

import msgspec

from longwood import __version__
from longwood.advice.chances import Chances
from longwood.advice.deals import Winnable
from longwood.advice.entries import Report
from longwood.advice.hints import Hint
from longwood.advice.skill import position_win
from longwood.advice.trials import usual_effort
from longwood.core.game import AnyGame, Deal, Move
from longwood.core.order import listed_moves
from longwood.core.result import Best, Limit, Result
from longwood.core.shares import Share
from longwood.games import family_of, rules_page
from longwood.notation import Record
from longwood.session import Session
from longwood.web.analyst.to_structs import (
    chances_answer,
    difficulty_answer,
    hint_answer,
    report_events,
    share_answer,
    texts,
    win_answer,
)
from longwood.web.answers import games_answer, move_answer, position_answer
from longwood.web.cache import Line

Fields = dict[str, Any]


def games_json() -> str:
    """All games and families, as the server answers them."""
    return _text({"version": __version__}, games_answer())


def rules_json(game: AnyGame) -> str:
    """The rules page of a game."""
    return _text({"version": __version__, "game": game.slug, "title": game.title, "markdown": rules_page(game)})


def position_json(session: Session, proven: Winnable | None = None) -> str:
    """Where a game stands; how hard its deal is, if that was asked for."""
    acts = session.acts
    before = session.positions[-2] if acts else None
    act = acts[-1] if acts else ()
    line = Line(str(session.record), b"", session.game, session.deal, len(acts), act, before, session.position)
    return _about(session, position_answer(line), _deal_fields(session.game, proven) if proven else {})


def moves_json(session: Session) -> str:
    """The legal moves, as they are listed."""
    game, p = session.game, session.position
    return _about(session, {"moves": [move_answer(game, p, m) for m in listed_moves(game, p)]})


def perft_json(session: Session, counts: list[int]) -> str:
    """How many ways there are to play 0, 1, 2, ... moves."""
    return _about(session, {"counts": counts})


def solve_json(
    session: Session, found: Result, limit: Limit, why: list[str], certificate: str | None, checked: Result | None
) -> str:
    """A verdict; why a lost position is lost; what the plain search says, if that was asked for."""
    spent = {"nodes": found.nodes, "seconds": found.seconds}
    reason = {"reason": found.reason.name.lower() if found.reason else None, "why": why, "certificate": certificate}
    verdict = {"budget": _budget(limit), "verdict": found.verdict.value}
    return _about(session, verdict, spent, _line_fields(session, found.line), reason, {"check": _check(checked)})


def _check(checked: Result | None) -> Fields | None:
    if checked is None:
        return None
    return {"verdict": checked.verdict.value, "nodes": checked.nodes, "seconds": checked.seconds}


def best_json(session: Session, found: Best, limit: Limit) -> str:
    """A best score."""
    score = {"budget": _budget(limit), "score": found.score, "is_proven": found.is_proven}
    spent = {"nodes": found.nodes, "seconds": found.seconds}
    return _about(session, score, spent, _line_fields(session, found.line))


def tally_json(game: AnyGame, deals: range, limit: Limit, share: Share, times: dict[str, float]) -> str:
    """What many deals amount to."""
    asked = {"version": __version__, "game": game.slug, "deals": f"{deals[0]}-{deals[-1]}", "budget": _budget(limit)}
    found = {"done": share.trials, "share": share_answer(share), "least": share.least, "most": share.most}
    return _text(asked, found, {"seconds": times})


def hints_json(session: Session, hints: list[Hint], kind: str) -> str:
    """Some hints, the best first."""
    answers = [hint_answer(session, hint, rank) for rank, hint in enumerate(hints)]
    budget = _effort(session.game) if kind == "fair" else _budget(Limit(nodes=family_of(session.game).budget(1)))
    return _about(session, {"kind": kind, "budget": budget, "hints": answers})


def chances_json(session: Session, found: Chances) -> str:
    """The win chance of every move."""
    return _about(session, {"budget": _effort(session.game)}, chances_answer(session, found))


def report_json(session: Session, report: Report) -> str:
    """A report: what the server tells event by event."""
    # What is told again takes the place of the first.
    told = {(name, getattr(found, "number", 0)): found for name, found in report_events(session, report.entries)}

    def all_of(event: str) -> list[Any]:
        return [found for (name, _), found in sorted(told.items(), key=lambda item: item[0]) if name == event]

    lists = {"verdicts": all_of("verdict"), "chances": all_of("chance"), "marks": all_of("mark")}
    facts = {"budget": _effort(session.game), "is_won": session.is_won, "par": all_of("par")[0]}
    return _about(session, facts, *all_of("summary"), {"first_lost": report.first_lost}, *all_of("moves"), lists)


def daily_json(game: AnyGame, record: Record, date: str, found: Winnable) -> str:
    """A deal of the day."""
    return _text(_head(game, str(record)), {"date": date}, _deal_fields(game, found))


def _deal_fields(game: AnyGame, found: Winnable) -> Fields:
    win = win_answer(position_win(game, game.start(Deal(found.number))))
    return {"verdict": "won", "difficulty": difficulty_answer(found.difficulty), "win": win}


def _line_fields(session: Session, line: tuple[Move, ...]) -> Fields:
    """A line, and the record of the game with it."""
    end = Record(session.game, session.deal, (*session.acts, *[(m,) for m in line]))
    return {"line": texts(session.game, line), "line_record": str(end)}


def _budget(limit: Limit) -> Fields:
    return {"nodes": limit.nodes, "seconds": limit.seconds, "worlds": None}


def _effort(game: AnyGame) -> Fields:
    """What is spent on a hint: worlds, and positions for each world and move; no end of these where all are decided."""
    usual = usual_effort(game)
    return {"nodes": None if family_of(game).is_exact else usual.nodes, "seconds": None, "worlds": usual.worlds}


def _head(game: AnyGame, record: str) -> Fields:
    return {"version": __version__, "game": game.slug, "record": record}


def _about(session: Session, *parts: msgspec.Struct | Fields) -> str:
    return _text(_head(session.game, str(session.record)), *parts)


def _text(*parts: msgspec.Struct | Fields) -> str:
    """One line of JSON: the parts one after the other."""
    found: Fields = {}
    for part in parts:
        found |= msgspec.to_builtins(part)
    return json.dumps(found)
