"""What the library found, as the structs that are told: by a worker to the page, by the command line to programs."""

from collections.abc import Iterable, Iterator
from typing import Any

from longwood.advice.chances import Chances
from longwood.advice.difficulty import Difficulty
from longwood.advice.entries import NOT_COMPARED, ChanceAt, Entry, Mark, Par, Report, VerdictAt, grade_of, returns
from longwood.advice.hints import Hint
from longwood.advice.trials import quick_player
from longwood.core.game import Act, AnyGame, Move
from longwood.core.shares import Share
from longwood.notation import act_text, move_text
from longwood.session import Session
from longwood.web.analyst.structs import (
    BetterAnswer,
    ChanceAnswer,
    ChanceAtAnswer,
    ChancesAnswer,
    DifficultyAnswer,
    HintAnswer,
    MarkAnswer,
    ParAnswer,
    ReportEvent,
    ShareAnswer,
    SummaryAnswer,
    VerdictAtAnswer,
)
from longwood.web.answers import MoveAnswer


def report_events(session: Session, entries: Iterable[Entry]) -> Iterator[ReportEvent]:
    """What the page is told of a game while its report is made. What is told again takes the place of the first."""
    game, positions, acts = session.game, session.positions, session.acts
    report = Report(len(acts))
    for entry in entries:
        report.add(entry)
        match entry:
            case VerdictAt(number, found):
                yield "verdict", VerdictAtAnswer(number, found.value)
            case Par():
                yield "par", par_answer(entry)
                yield "summary", _summary_answer(session, report)
            case ChanceAt():
                yield "chance", _chance_at_answer(entry, grade_of(entry))
            case Mark(number):
                yield "mark", _mark_answer(game, positions[number], acts[number], entry)
    for number in range(len(acts)):
        if report.grade_at(number) == NOT_COMPARED:
            yield "chance", _chance_at_answer(report.chances[number], NOT_COMPARED)
    yield "summary", _summary_answer(session, report)


def _summary_answer(session: Session, report: Report) -> SummaryAnswer:
    last = report.last_winnable
    line = [] if last is None else texts(session.game, report.verdicts[last].line)
    return SummaryAnswer(report.acts, last, report.turn, line, returns(session), quick_player(session.game) is not None)


def _chance_at_answer(found: ChanceAt, grade: str) -> ChanceAtAnswer:
    share = share_answer(found.share, found.is_exact)
    return ChanceAtAnswer(found.number, share, found.loss, grade, found.is_exact)


def _mark_answer(game: AnyGame, p: Any, act: Act, mark: Mark) -> MarkAnswer:
    better = None
    if mark.better is not None:
        found = mark.better
        share, played = share_answer(found.share, found.is_exact), played_answer(found.played)
        better = BetterAnswer(move_answer(game, p, found.move), share, played)
    words = game.describe(p, act[0]) + (f" and {len(act) - 1} more" if len(act) > 1 else "")
    return MarkAnswer(
        number=mark.number,
        act=act_text(game, act),
        words=words,
        loss=mark.loss,
        worlds_lost=mark.worlds_lost,
        games_lost=mark.games_lost,
        grade=mark.grade,
        is_turn=mark.is_turn,
        better=better,
        line=texts(game, mark.line),
        played=played_answer(mark.played),
    )


def hint_answer(session: Session, hint: Hint, rank: int) -> HintAnswer:
    """A hint on the position of a game; the best has rank 0."""
    game, chance = session.game, hint.chance
    return HintAnswer(
        rank=rank,
        kind=hint.kind.value,
        move=None if hint.move is None else move_answer(game, session.position, hint.move),
        why=hint.why,
        share=None if chance is None else share_answer(chance.share, hint.is_exact),
        played=None if chance is None else played_answer(chance.played),
        alike=[] if chance is None else texts(game, chance.alike),
        line=texts(game, hint.line),
    )


def chances_answer(session: Session, found: Chances) -> ChancesAnswer:
    """The win chance of a position and of every move."""
    game = session.game
    moves = [
        ChanceAnswer(
            move_answer(game, session.position, chance.move),
            share_answer(chance.share, found.is_exact),
            played_answer(chance.played),
            texts(game, chance.alike),
        )
        for chance in found.moves
    ]
    return ChancesAnswer(share_answer(found.share, found.is_exact), moves, found.is_exact)


def difficulty_answer(found: Difficulty | None) -> DifficultyAnswer | None:
    """How hard a deal is, where that is known."""
    return None if found is None else DifficultyAnswer(found.percent, found.level, found.words)


def par_answer(found: Par) -> ParAnswer:
    """The best score beside that of the game."""
    return ParAnswer(found.score, found.is_proven, found.reached, found.is_of_round)


def texts(game: AnyGame, line: tuple[Move, ...]) -> list[str]:
    """The moves of a line."""
    return [move_text(game, m) for m in line]


def move_answer(game: AnyGame, p: Any, m: Move) -> MoveAnswer:
    """A move in a position."""
    return MoveAnswer(move_text(game, m), game.piles[m.src], game.piles[m.dst], m.count, game.describe(p, m))


def share_answer(share: Share, is_exact: bool = False) -> ShareAnswer:
    """A share of worlds, or of games."""
    # Where all worlds were looked at nothing is left to chance.
    low, high = (share.least, share.most) if is_exact else share.interval
    return ShareAnswer(share.won, share.lost, share.unknown, round(low, 4), round(high, 4))


def played_answer(played: Share | None) -> ShareAnswer | None:
    """A share of games, where there were any."""
    return None if played is None else share_answer(played)
