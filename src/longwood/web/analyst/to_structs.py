"""What the library found, as the structs that are told: by a worker to the page, by the command line to programs."""

from collections.abc import Iterable, Iterator
from typing import Any

from longwood.advice.calibration import WinChance
from longwood.advice.chances import Chances
from longwood.advice.coach import Coached
from longwood.advice.difficulty import Difficulty
from longwood.advice.entries import Entry, Mark, Par, Report, VerdictAt, grade_of, wasted
from longwood.advice.hints import Hint
from longwood.advice.reasons import lead_words, outcome_words
from longwood.advice.skill import Weighed
from longwood.core.game import Act, AnyGame, Move
from longwood.core.shares import Share
from longwood.notation import act_text, move_text
from longwood.session import Session
from longwood.web.analyst.structs import (
    AccountAnswer,
    ActAnswer,
    ActsAnswer,
    BetterAnswer,
    ChanceAnswer,
    ChanceAtAnswer,
    ChancesAnswer,
    CoachAnswer,
    DifficultyAnswer,
    HintAnswer,
    MarkAnswer,
    ParAnswer,
    ReportEvent,
    ShareAnswer,
    SummaryAnswer,
    VerdictAtAnswer,
    WinAnswer,
)
from longwood.web.answers import move_answer


def report_events(session: Session, entries: Iterable[Entry]) -> Iterator[ReportEvent]:
    """What the page is told of a game while its report is made. What is told again takes the place of the first."""
    game, positions, acts = session.game, session.positions, session.acts
    report = Report(len(acts))
    yield "moves", ActsAnswer([_act_answer(game, p, act) for p, act in zip(positions, acts, strict=False)])
    for entry in entries:
        report.add(entry)
        match entry:
            case VerdictAt(number, found):
                yield "verdict", VerdictAtAnswer(number, found.value)
            case Par():
                yield "par", par_answer(entry)
                yield "summary", _summary_answer(session, report)
            case Weighed():
                yield "chance", _chance_at_answer(entry)
            case Mark(number):
                yield "mark", _mark_answer(game, positions[number], acts[number], entry)
    yield "summary", _summary_answer(session, report)


def _summary_answer(session: Session, report: Report) -> SummaryAnswer:
    last = report.last_winnable
    line = [] if last is None else texts(session.game, report.verdicts[last].line)
    return SummaryAnswer(
        acts=report.acts,
        last_winnable=last,
        turn=report.turn,
        line=line,
        wasted=wasted(session),
        grades=report.count(),
        outcome=outcome_words(session, report),
        account=_account_answer(report),
        words=lead_words(session, report),
    )


def _account_answer(report: Report) -> AccountAnswer | None:
    found = report.account
    if found is None:
        return None
    lucks = [report.weighed[n].luck(report.weighed[n + 1].win) for n in range(report.acts)]
    figures = found.dealt, found.skill, found.luck, found.result, found.accuracy, found.decisions, found.error_rate
    return AccountAnswer(*figures, lucks)


def _chance_at_answer(found: Weighed) -> ChanceAtAnswer:
    return ChanceAtAnswer(found.number, win_answer(found.win), found.skill, grade_of(found), found.is_decision)


def _act_answer(game: AnyGame, p: Any, act: Act) -> ActAnswer:
    more = f" and {len(act) - 1} more" if len(act) > 1 else ""
    return ActAnswer(act_text(game, act), game.describe(p, act[0]) + more)


def _mark_answer(game: AnyGame, p: Any, act: Act, mark: Mark) -> MarkAnswer:
    found = mark.better
    told = _act_answer(game, p, act)
    return MarkAnswer(
        number=mark.number,
        act=told.act,
        words=told.words,
        loss=mark.loss,
        grade=mark.grade,
        is_turn=mark.is_turn,
        played=win_answer(mark.played),
        better=BetterAnswer(
            move_answer(game, found.position(game, p), found.move), win_answer(found.win), texts(game, found.after)
        ),
        line=texts(game, mark.line),
    )


def coach_answer(session: Session, found: Coached) -> CoachAnswer:
    """A word on the last act."""
    game, number = session.game, found.weighed.number
    better = None
    if found.better:
        better = move_answer(game, found.better.position(game, session.positions[number]), found.better.move)
    act = act_text(game, session.acts[number])
    return CoachAnswer(act, found.grade, found.is_decision, round(found.weighed.skill, 6), found.words, better)


def hint_answer(session: Session, hint: Hint, rank: int) -> HintAnswer:
    """A hint on the position of a game; the best has rank 0."""
    game, chance = session.game, hint.chance
    return HintAnswer(
        rank=rank,
        kind=hint.kind.value,
        move=None if hint.move is None else move_answer(game, session.position, hint.move),
        why=hint.why,
        win=None if chance is None else win_answer(chance.win),
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
            win_answer(chance.win),
            share_answer(chance.share, found.is_exact),
            played_answer(chance.played),
            texts(game, chance.alike),
        )
        for chance in found.moves
    ]
    return ChancesAnswer(win_answer(found.win), share_answer(found.share, found.is_exact), moves, found.is_exact)


def difficulty_answer(found: Difficulty | None) -> DifficultyAnswer | None:
    """How hard a deal is, where that is known."""
    return None if found is None else DifficultyAnswer(found.percent, found.level, found.words)


def par_answer(found: Par) -> ParAnswer:
    """The best score beside that of the game."""
    return ParAnswer(found.score, found.is_proven, found.reached, found.is_of_round)


def texts(game: AnyGame, line: tuple[Move, ...]) -> list[str]:
    """The moves of a line."""
    return [move_text(game, m) for m in line]


def win_answer(win: WinChance) -> WinAnswer:
    """A win chance."""
    value, low, high = round(win.value, 6), round(win.low, 4), round(win.high, 4)
    return WinAnswer(value, low, high, win.is_proven, win.is_fitted, win.is_vague)


def share_answer(share: Share, is_exact: bool = False) -> ShareAnswer:
    """A share of worlds, or of games."""
    # Where all worlds were looked at nothing is left to chance.
    low, high = (share.least, share.most) if is_exact else share.interval
    return ShareAnswer(share.won, share.lost, share.unknown, round(low, 4), round(high, 4))


def played_answer(played: Share | None) -> ShareAnswer | None:
    """A share of games, where there were any."""
    return None if played is None else share_answer(played)
