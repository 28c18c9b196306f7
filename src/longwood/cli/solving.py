"""The commands that solve: one position, or many deals over all cores."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol

import typer

from longwood.cli import inputs
from longwood.cli.arguments import AsJson, RecordText
from longwood.cli.game_words import heading
from longwood.cli.output import Output
from longwood.cli.signals import Ended, signals_raised
from longwood.cli.statuses import DISAGREES, INTERRUPTED
from longwood.core.game import AnyGame, Move
from longwood.core.result import Best, Limit, Reason, Result, Verdict
from longwood.core.shares import Share
from longwood.core.words import counted, shorten
from longwood.games import EXAMPLE, family_of
from longwood.laid import check_known
from longwood.notation import NotationError, Record, find_game, move_text
from longwood.session import Session
from longwood.study.ranges import parse_range

if TYPE_CHECKING:
    from longwood.solver.csv_rows import Tally

DEFAULT_SECONDS = 10.0
# The greatest of several is the status of them all: what is not known counts most, and only wins give 0.
STATUS = {Verdict.WON: 0, Verdict.LOST: 1, Verdict.UNKNOWN: 3}
WORDS = {
    Verdict.WON: "can be won",
    Verdict.LOST: "cannot be won: every line has been searched",
    Verdict.UNKNOWN: "unknown: the budget is spent",
}

What = Annotated[
    str,
    typer.Argument(
        metavar="RECORD|GAME",
        help=f"A record, such as {EXAMPLE}.5/t1-f1; a link; a file of records; - for standard input; or a game.",
        autocompletion=inputs.complete_slug,
    ),
]
Seconds = Annotated[
    str | None, typer.Option(metavar="S", help=f"CPU seconds to spend; {DEFAULT_SECONDS:g} if no budget is given.")
]
Nodes = Annotated[
    str | None, typer.Option(metavar="N", help="Positions to search: the same number always gives the same answer.")
]
Explain = Annotated[bool, typer.Option("--explain", help="Describe the line move by move.")]
ExplainBoth = Annotated[
    bool, typer.Option("--explain", help="Describe the line move by move, or say why a deal is lost.")
]
Check = Annotated[
    bool, typer.Option("--check", help="Also run the plain search, which knows only the rules, with the same budget.")
]


def solve(
    record: What,
    seconds: Seconds = None,
    nodes: Nodes = None,
    explain: ExplainBoth = False,
    check: Check = False,
    as_json: AsJson = False,
    deals: Annotated[str | None, typer.Option(metavar="A-B", help="Solve these deals of a game.")] = None,
    jobs: Annotated[str | None, typer.Option(metavar="N", help="Processes to use; one per core by default.")] = None,
    csv: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write deals to a file as they are solved; an existing file is resumed."),
    ] = None,
) -> int:
    """Say whether a position can be won.

    Exit status: 0 won, 1 lost, 3 unknown. With several records: 3 if any is unknown, else 1 if any is lost, else 0. It
    is 4 if the plain search of --check disagrees. With --deals it is 0 when all have been searched, 130 after Ctrl-C.
    """
    limit = _limit(seconds, nodes)
    if deals is not None:
        if explain or check:
            raise NotationError("--explain and --check are for single positions: leave --deals out.")
        first, last = parse_range(deals)
        return _solve_deals(find_game(record), range(first, last + 1), limit, jobs_of(jobs), csv, as_json)
    if jobs is not None or csv is not None:
        raise NotationError("--jobs and --csv need --deals.")
    from longwood.solver import plain_verdict
    from longwood.solver import solve as solve_position

    out = Output()
    status = 0
    for session in inputs.sessions(with_deal(record, ", or a range of them as in --deals 1-100")):
        check_known(session.deal)
        with waiting(session.game):
            result = solve_position(session.game, session.position, limit)
        checked = None
        if check:
            with waiting(session.game, "Checking with the plain search"):
                checked = plain_verdict(session.game, session.position, limit)
        _print_result(out, session, result, limit, explain, as_json, checked)
        status = max(status, STATUS[result.verdict], *([DISAGREES] if checked and not agree(result, checked) else []))
    return status


def best(
    record: RecordText, seconds: Seconds = None, nodes: Nodes = None, explain: Explain = False, as_json: AsJson = False
) -> None:
    """Find the best score that can be reached from a position."""
    from longwood.solver import best_score

    limit = _limit(seconds, nodes)
    out = Output()
    for session in inputs.sessions(with_deal(record)):
        check_known(session.deal)
        with waiting(session.game):
            found = best_score(session.game, session.position, limit)
        _print_best(out, session, found, limit, explain, as_json)


def agree(result: Result, checked: Result) -> bool:
    """Whether two verdicts can both be right: what is not known contradicts nothing."""
    return Verdict.UNKNOWN in (result.verdict, checked.verdict) or result.verdict is checked.verdict


def _print_result(
    out: Output,
    session: Session,
    result: Result,
    limit: Limit,
    explain: bool,
    as_json: bool,
    checked: Result | None,
) -> None:
    from longwood.solver.certificates import certificate, loss_words

    if as_json:
        from longwood.cli.json_text import solve_json

        is_argued = result.reason not in (Reason.NONE, Reason.SEARCHED)
        proof = certificate(session.game, session.position) if is_argued else None
        why = loss_words(session.game, session.position, result)
        out.line(solve_json(session, result, limit, why, proof, checked))
        return
    words = WORDS[result.verdict]
    if result.verdict is Verdict.LOST and result.reason is not Reason.SEARCHED:
        words = "cannot be won: the layout alone rules it out"
    if result.verdict is Verdict.WON:
        goal = "this round can be cleared" if session.game.has_rounds else "can be won"
        words = f"{goal} in {counted(len(result.line), 'move')}" if result.line else "is won"
    out.say(f"{heading(session)}, {words} ({counted(result.nodes, 'position')}, {result.seconds:.2f} s).")
    _explain(out, session, result.line, explain)
    for sentence in loss_words(session.game, session.position, result) if explain else ():
        out.say(sentence)
    if checked:
        out.say(_check_words(result, checked))
    out.line(_with_line(session, result.line))


def _check_words(result: Result, checked: Result) -> str:
    """What the plain search says beside the solver."""
    effort = f"{counted(checked.nodes, 'position')}, {checked.seconds:.2f} s"
    if checked.verdict is Verdict.UNKNOWN:
        return f"Check: the plain search did not finish ({effort})."
    if result.verdict is Verdict.UNKNOWN:
        return f"Check: the plain search did better: {checked.verdict.value} ({effort})."
    if agree(result, checked):
        return f"Check: the plain search agrees: {checked.verdict.value} ({effort})."
    return f"Check: the plain search DISAGREES: {checked.verdict.value} ({effort}). Please report this position."


def _print_best(out: Output, session: Session, found: Best, limit: Limit, explain: bool, as_json: bool) -> None:
    if as_json:
        from longwood.cli.json_text import best_json

        out.line(best_json(session, found, limit))
        return
    words = "proven: no line scores more" if found.is_proven else "the best found; a better one may exist"
    effort = f"{counted(found.nodes, 'position')}, {found.seconds:.2f} s"
    out.say(f"{heading(session)}, best score {found.score} ({words}; {effort}).")
    _explain(out, session, found.line, explain)
    out.line(_with_line(session, found.line))


def _explain(out: Output, session: Session, line: tuple[Move, ...], explain: bool) -> None:
    p = session.position
    for number, m in enumerate(line if explain else (), 1):
        out.say(f"{number:4}  {move_text(session.game, m):8}  {session.game.describe(p, m)}")
        p = session.game.play(p, m)


def _with_line(session: Session, line: tuple[Move, ...]) -> str:
    return str(Record(session.game, session.deal, (*session.acts, *[(m,) for m in line])))


def with_deal(text: str, or_else: str = "") -> str:
    """What a command is given, if it is more than the name of a game; a command may know something else to do."""
    if game := inputs.game_named(text):
        raise NotationError(f"{game.slug} is a game: name a deal such as {game.slug}.1{or_else}.")
    return text


@contextmanager
def waiting(game: AnyGame, words: str = "Searching", *, asks_player: bool = False) -> Iterator[None]:
    """Say on a terminal what there is to wait for: the first time on a machine that is the compiler."""
    if not sys.stderr.isatty():
        _load(game, asks_player)
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(ready_words(game)) as status:
        _load(game, asks_player)
        status.update(words)
        yield


def get_ready(game: AnyGame) -> None:
    """Load all that an answer may need before a bar takes the terminal."""
    with waiting(game, asks_player=True):
        pass


def _load(game: AnyGame, asks_player: bool) -> None:
    family = family_of(game)
    if asks_player:
        family.load()
    else:
        _ = family.own_solver


def ready_words(game: AnyGame) -> str:
    """What is done before the first search."""
    return f"Getting {game.title} ready (takes longer the first time)"


def _solve_deals(game: AnyGame, numbers: range, limit: Limit, jobs: int, file: Path | None, as_json: bool) -> int:
    from longwood.solver.csv_rows import RowFile, RowFileError, Tally, rows_of
    from longwood.solver.many import Asked
    from longwood.solver.spread import spread

    tally = Tally()
    try:
        kept = RowFile(file, game.slug, limit, tally, numbers) if file else None
    except RowFileError as error:
        raise NotationError(str(error)) from None
    known = kept.known if kept else {}
    status = 0
    with ExitStack() as stack:
        if kept:
            stack.callback(kept.close)
        try:
            stack.enter_context(signals_raised())
            # The bar is there before the first deal is solved, and says what there is to wait for.
            advance = stack.enter_context(_deals_bar(len(numbers))) if sys.stderr.isatty() else None
            _ = family_of(game).own_solver
            if advance:
                advance(tally.share, f"searching on {jobs} {'core' if jobs == 1 else 'cores'}")
            ahead = (number for number in numbers if number not in known)
            asked = Asked(limit, lines=bool(kept), short=bool(kept))
            for _, batch in stack.enter_context(closing(spread(game, ahead, asked, jobs))):
                tally.add_all(batch)
                if kept:
                    kept.add(*rows_of(game, batch, limit))
                if advance:
                    advance(tally.share)
        except KeyboardInterrupt:
            status = INTERRUPTED
            if sys.stderr.isatty():
                sys.stderr.write("\nStopping: deals still being searched are dropped.\n")
        except Ended as end:
            status = end.status
    _print_tally(Output(), game, tally, numbers, limit, as_json)
    return status


class _Count(Protocol):
    """How the bar is told what has come out so far, and what is done where that is nothing yet."""

    def __call__(self, share: Share, words: str = ...) -> None: ...


@contextmanager
def _deals_bar(total: int) -> Iterator[_Count]:
    """A bar with the rate and what has come out so far."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        SpinnerColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    words_column = TextColumn("{task.fields[words]}")
    columns = (SpinnerColumn(), BarColumn(), MofNCompleteColumn(), words_column, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total, words="getting ready, longer the first time")

        def advance(share: Share, words: str = "") -> None:
            speed = progress.tasks[0].speed
            rate = f"{speed:,.1f}/s, " if speed else ""
            counts = f"{rate}{share.won} won, {share.lost} lost, {share.unknown} unknown"
            progress.update(task, completed=share.trials, words=words or counts, refresh=bool(words))

        yield advance


def _print_tally(out: Output, game: AnyGame, tally: "Tally", numbers: range, limit: Limit, as_json: bool) -> None:
    from longwood.solver.csv_rows import limit_text

    share, times = tally.share, tally.times
    low, high = share.interval
    budget = limit_text(limit)
    if as_json:
        from longwood.cli.json_text import tally_json

        out.line(tally_json(game, numbers, limit, share, times))
        return
    out.line(f"{game.title}, deals {numbers[0]} to {numbers[-1]}, {budget} each")
    if share.trials < len(numbers):
        out.line(f"{'done':10}{share.trials:>9,} of {len(numbers):,}")
    for name, count in (("won", share.won), ("lost", share.lost), ("unknown", share.unknown)):
        out.line(f"{name:10}{count:>9,}  {count / max(share.trials, 1):7.2%}")
    span = f"{share.least:.2%}" if share.unknown == 0 else f"{share.least:.2%} to {share.most:.2%}"
    out.line(f"{'winnable':10}{span}, 95 % interval {low:.2%} to {high:.2%}, unknown counted both ways")
    if times:
        out.line(f"{'seconds':10}" + ", ".join([f"{name} {_duration(value)}" for name, value in times.items()]))


def _duration(seconds: float) -> str:
    """A time with three figures, in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"


def _limit(seconds: str | None, nodes: str | None) -> Limit:
    """The budget that the options give."""
    if seconds is None and nodes is None:
        return Limit(seconds=DEFAULT_SECONDS)
    return Limit(
        nodes=None if nodes is None else whole_number(nodes, "a number of positions"),
        seconds=None if seconds is None else _seconds(seconds),
    )


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,6})?", text) or float(text) == 0:
        raise NotationError(f'"{shorten(text)}" is not a time: give seconds, such as 10 or 0.5.')
    return float(text)


def whole_number(text: str, what: str) -> int:
    """A whole number from 1; `NotationError` if a text is none."""
    if not re.fullmatch("[1-9][0-9]{0,14}", text):
        raise NotationError(f'"{shorten(text)}" is not {what}: give a whole number from 1.')
    return int(text)


def jobs_of(text: str | None) -> int:
    """How many processes to use."""
    return (os.cpu_count() or 1) if text is None else min(whole_number(text, "a number of processes"), 1000)
