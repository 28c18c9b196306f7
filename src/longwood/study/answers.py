"""The answers to a question about some deals, one part of a study: what a worker does, wherever it runs."""

from collections.abc import Callable
from time import thread_time

from longwood.advice.difficulty import difficulty
from longwood.core.game import AnyGame, Deal, Move
from longwood.core.result import Reason, Verdict
from longwood.games import family_of
from longwood.notation import Record, find_game
from longwood.solver import solve
from longwood.solver.many import WON, solve_many
from longwood.study.policy import find_policy, play
from longwood.study.questions import Entry, Question
from longwood.study.tables import VERDICTS, Answers, made, masked, to_bytes

_REASONS = {reason.value: reason.name.lower() if reason else None for reason in Reason}
_CODES = {verdict: VERDICTS.index(verdict.value) for verdict in Verdict}


def answered(entry: Entry, first: int, last: int) -> bytes:
    """The table of a part, as bytes: the deals `first` to `last`, both among them."""
    found = _ASKED[entry.question](entry, find_game(entry.game), range(first, last + 1))
    return to_bytes(made(entry.game, found))


def ready(entry: Entry) -> None:
    """Load what the answers need; on a new machine that compiles it."""
    family = family_of(find_game(entry.game))
    if entry.question in (Question.VERDICT, Question.BEST):
        _ = family.own_solver
    else:
        family.load()


def _verdicts(entry: Entry, game: AnyGame, deals: range) -> Answers:
    found = solve_many(game, deals, entry.limit, lines=entry.has_lines)
    is_won = found.verdicts == WON
    return Answers(
        found.numbers,
        verdicts=found.verdicts,
        nodes=found.nodes,
        seconds=found.seconds,
        # Not every kernel knows how long the line is that it did not write.
        lengths=masked(found.lengths, is_won & (found.lengths >= 0)),
        reasons=[_REASONS[code] for code in found.reasons.tolist()],
        records=None if found.lines is None else [line if won else None for line, won in zip(found.lines, is_won)],
    )


def _best(entry: Entry, game: AnyGame, deals: range) -> Answers:
    found = solve_many(game, deals, entry.limit, question="best", lines=entry.has_lines)
    return Answers(
        found.numbers,
        nodes=found.nodes,
        seconds=found.seconds,
        lengths=masked(found.lengths, found.lengths >= 0),
        scores=found.scores,
        are_proven=found.score_proven,
        records=found.lines,
    )


def _fair_play(entry: Entry, game: AnyGame, deals: range) -> Answers:
    policy = find_policy(entry.policy)
    found = Answers(deals, verdicts=[], seconds=[], lengths=[], records=[])
    for number in deals:
        began = thread_time()
        played = play(game, number, policy)
        found.add(
            verdicts=_CODES[Verdict.WON if played.is_won else Verdict.LOST],
            seconds=thread_time() - began,
            lengths=len(played.line),
            records=_record(game, number, played.line),
        )
    return found


def _difficulty(entry: Entry, game: AnyGame, deals: range) -> Answers:
    found = Answers(deals, verdicts=[], nodes=[], seconds=[], lengths=[], reasons=[], measures=[], percents=[])
    for number in deals:
        result = solve(game, game.start(Deal(number)), entry.limit, is_trusted=True)
        is_won = result.verdict is Verdict.WON
        hard = difficulty(game, number, result) if is_won else None
        found.add(
            verdicts=_CODES[result.verdict],
            nodes=result.nodes,
            seconds=result.seconds,
            lengths=len(result.line) if is_won else None,
            reasons=_REASONS[result.reason] if result.verdict is Verdict.LOST else None,
            measures=hard.measure if hard else None,
            percents=hard.percent if hard else None,
        )
    return found


def _record(game: AnyGame, number: int, line: tuple[Move, ...]) -> str:
    return str(Record(game, Deal(number), tuple([(m,) for m in line])))


_ASKED: dict[Question, Callable[[Entry, AnyGame, range], Answers]] = {
    Question.VERDICT: _verdicts,
    Question.BEST: _best,
    Question.FAIR_PLAY: _fair_play,
    Question.DIFFICULTY: _difficulty,
}
