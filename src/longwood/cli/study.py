"""The commands of a study: run it, report it, query it, verify it, compare and merge studies."""

import csv
import io
import re
import shlex
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from longwood.cli import inputs
from longwood.cli.output import Output, printable, progress_bar
from longwood.cli.signals import Ended, signals_raised
from longwood.cli.solving import jobs_of, whole_number
from longwood.cli.statuses import INTERRUPTED, STOPPED
from longwood.cli.study_progress import share_words, watching
from longwood.core.shares import Share
from longwood.core.words import shorten
from longwood.study import StudyError, StudyStopped

if TYPE_CHECKING:
    from longwood.study.folder import Folder
    from longwood.study.run import Order
    from longwood.study.workers import Workers

app = typer.Typer(
    help="Studies: a question asked of many deals, kept as tables.", rich_markup_mode=None, add_completion=False
)
LISTED = 20
"""How many differing deals are named where nobody asks for all."""

InFolder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the study.")]
Folders = Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Folders of studies.")]


@app.command()
def run(
    folder: InFolder,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="The game.", autocompletion=inputs.complete_slug)
    ] = None,
    question: Annotated[
        str | None, typer.Option(metavar="Q", help="verdict (the default), best, fair-play or difficulty.")
    ] = None,
    deals: Annotated[str | None, typer.Option(metavar="A-B", help="The deals.")] = None,
    nodes: Annotated[str | None, typer.Option(metavar="N", help="Positions to search in each deal.")] = None,
    until: Annotated[
        str | None, typer.Option(metavar="P", help="Ask as many deals as a 95 % interval of +-P points takes.")
    ] = None,
    lines: Annotated[bool, typer.Option("--lines", help="Keep the line of every win.")] = False,
    policy: Annotated[
        str | None, typer.Option(metavar="WHO", help="Who plays in fair-play: fair, first, random or FILE.py:Name.")
    ] = None,
    plan: Annotated[Path | None, typer.Option(metavar="FILE", help="A TOML file about several games.")] = None,
    jobs: Annotated[str | None, typer.Option(metavar="N", help="Processes to use; one per core by default.")] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS|local", help="Run on a Dask cluster, or start one here.")
    ] = None,
    shard: Annotated[
        str | None, typer.Option(metavar="I/N", help="Do only the I-th of N shares; `study merge` joins them.")
    ] = None,
) -> int:
    """Run a study. If it is interrupted, the same command resumes it.

    Exit status: 0 when all deals are answered, 1 if the run had to stop, 130 after Ctrl-C. What is done is kept.
    """
    from longwood.study.extra import check_extra
    from longwood.study.folder import Folder
    from longwood.study.run import Order, stopped_words

    check_extra()
    order = Order(
        _asked(plan, game, question=question, deals=deals, nodes=nodes, until=until, lines=lines, policy=policy),
        _shard(shard),
    )
    place = Folder(folder)
    status = 0
    try:
        with signals_raised():
            _run(place, order, _workers(dask, jobs_of(jobs)))
    except (StudyStopped, OSError) as error:
        why = stopped_words(error, place) if isinstance(error, OSError) else str(error)
        sys.stderr.write(f"longwood: {printable(why)} What is done is kept; resume with: {_again()}\n")
        return STOPPED
    except KeyboardInterrupt:
        status = INTERRUPTED
    except Ended as end:
        status = end.status
    _say(Output(), place)
    if status:
        sys.stderr.write(f"longwood: Stopped on the way. Resume with: {_again()}\n")
    return status


@app.command()
def report(
    folders: Folders,
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The folder to write to; FOLDER/report by default.")
    ] = None,
) -> int:
    """Write a report: tables and plots, as a Markdown page and an HTML page."""
    from longwood.study.report import report as write

    places = _opened(folders)
    written = write(places, to or folders[0] / "report")
    out = Output()
    for file in (written.html, written.markdown):
        out.line(printable(str(file)))
    return _complain_of(written.damaged)


@app.command()
def query(
    folder: InFolder,
    sql: Annotated[str, typer.Argument(metavar="SQL", help="A question in SQL about the view deals.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV. This is the default into a pipe.")] = False,
) -> int:
    """Ask a study a question in SQL: its rows are the view deals."""
    from longwood.study.query import opened
    from longwood.study.query import query as ask

    (place,) = _opened([folder])
    found = opened(place)
    rows = ask(found.connection, sql)
    out = Output()
    cells = [rows.columns, *[["" if value is None else str(value) for value in row] for row in rows.rows]]
    if as_csv or not out.is_terminal:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(cells)
        out.line(text.getvalue().rstrip("\n"))
    else:
        widths = [max(map(len, column)) for column in zip(*cells)]
        for line in [[printable(cell) for cell in line] for line in cells]:
            out.line("  ".join([cell.ljust(width) for cell, width in zip(line, widths)]).rstrip())
    return _complain_of(found.damaged)


@app.command()
def verify(
    folder: InFolder,
    losses: Annotated[str | None, typer.Option(metavar="N", help="Losses of each game to prove again.")] = None,
) -> int:
    """Check a study: hashes and counts, every win by the rules, a sample of the losses; say what was not checked.

    Exit status: 0 if nothing is wrong, 1 if something is.
    """
    from longwood.study.verify import LOSSES
    from longwood.study.verify import verify as check

    (place,) = _opened([folder])
    with ExitStack() as stack:
        advance = stack.enter_context(progress_bar("checking")) if sys.stderr.isatty() else None

        def watch(words: str, done: int, count: int) -> None:
            if advance:
                advance(done / max(count, 1), words)

        found = check(place, whole_number(losses, "a number of losses") if losses else LOSSES, watch)
    out = Output()
    for title, lines in (("right", found.right), ("WRONG", found.wrong), ("not checked", found.unchecked)):
        for line in lines:
            out.line(f"{title}: {line}.")
    return STOPPED if found.wrong else 0


@app.command()
def compare(
    one: Annotated[Path, typer.Argument(metavar="A", help="The folder of a study.")],
    other: Annotated[Path, typer.Argument(metavar="B", help="The folder of another one.")],
    all_: Annotated[bool, typer.Option("--all", help="Name every deal on which they differ.")] = False,
) -> int:
    """Compare two studies of the same deals: two players, two solvers, two budgets.

    Exit status: 0, or 1 if both claim to have proven what cannot both be true, or if a part is damaged.
    """
    from longwood.study.compare import compare as compared

    places = _opened([one, other])
    out = Output()
    status = 0
    for found in compared(*places):
        status = max(status, _complain_of(found.damaged))
        if not found.deals:
            out.line(f"{found.one.words}: no deal in common")
            continue
        scale, unit = (100, " points") if found.is_share else (1, "")
        out.line(f"A: {found.one.words}: {scale * found.here:,.2f}{' %' if found.is_share else ''}")
        out.line(f"B: {found.other.words}: {scale * found.there:,.2f}{' %' if found.is_share else ''}")
        ends = f"{scale * found.low:+,.2f} to {scale * found.high:+,.2f}"
        out.line(
            f"B - A on {found.deals:,} deals: {scale * found.difference:+,.2f}{unit} (95 %: {ends}); "
            f"{len(found.differing):,} deals differ"
        )
        for each in found.differing if all_ else found.differing[:LISTED]:
            out.line(f"  {each.game}.{each.deal}  {each.here}  {each.there}")
        if len(found.differing) > LISTED and not all_:
            out.line(f"  and {len(found.differing) - LISTED:,} more; --all lists them")
        wrong = [each for each in found.differing if each.is_contradiction]
        if wrong:
            status = STOPPED
            sys.stderr.write(
                f"longwood: Both claim to have proven their answer in {len(wrong):,} of these deals, the first of them "
                f"{wrong[0].game}.{wrong[0].deal}: one of them is wrong.\n"
            )
    return status


@app.command()
def merge(
    folder: Annotated[Path, typer.Argument(metavar="INTO", help="The folder to put them into.")],
    shards: Folders,
) -> int:
    """Put the shards of a study together, or studies of other deals.

    Exit status: 0, or 1 if a part is damaged. Missing deals are named; `study run` adds them.
    """
    from longwood.study.merge import merge as put_together
    from longwood.study.run import stopped_words

    places = _opened(shards)
    from longwood.study.folder import Folder

    place = Folder(folder)
    try:
        merged = put_together(place, places)
    except OSError as error:
        why = printable(stopped_words(error, place))
        sys.stderr.write(f"longwood: {why} What is done is kept; resume with: {_again()}\n")
        return STOPPED
    _say(Output(), place)
    from longwood.study.ranges import range_words

    for name, deals in merged.missing.items():
        sys.stderr.write(f"longwood: {name}: deals {range_words(deals)} are still missing.\n")
    return _complain_of(merged.damaged)


def _opened(paths: list[Path]) -> list["Folder"]:
    from longwood.study.extra import check_extra
    from longwood.study.manifest import BadManifest
    from longwood.study.published import is_published, open_folder

    check_extra()
    places = [open_folder(path) for path in paths]
    for place in places:
        try:
            place.read()
        except BadManifest as error:
            again = "" if is_published(place.path) else " The command that made the study makes it again."
            raise StudyError(f"{error}{again}") from None
    return places


def _complain_of(damaged: list[str]) -> int:
    """Name parts that were left out."""
    for name in damaged:
        sys.stderr.write(f"longwood: {name} is damaged, and was left out: `longwood study run` makes it again.\n")
    return STOPPED if damaged else 0


def _run(place: Any, order: "Order", workers: "Workers") -> None:
    from longwood.study.run import run as run_study

    with watching() as watch:
        run_study(place, order, workers, watch)


def _asked(plan: Path | None, game: str | None, **options: Any) -> Any:
    from longwood.study.plan import asked, read_plan

    given = {name: value for name, value in options.items() if value}
    if plan is not None:
        if game or given:
            raise StudyError("--plan says what to ask: leave out --game and the other options of the question.")
        return read_plan(plan)
    if game is None:
        raise StudyError("Which game? Say --game NAME, or --plan FILE for several.")
    if "nodes" in given:
        given["nodes"] = whole_number(given["nodes"], "a number of positions")
    if "until" in given:
        try:
            given["until"] = float(given["until"])
        except ValueError:
            raise StudyError(f'"{shorten(given["until"])}" is not a width: give points, as in --until 0.1.') from None
    return (asked(game, **given),)


def _shard(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    number, _, shards = text.partition("/")
    if not (re.fullmatch("[0-9]{1,7}/[0-9]{1,7}", text) and 1 <= int(number) <= int(shards) <= 1_000_000):
        raise StudyError(f'"{shorten(text)}" is not a share: write it as in 1/4, the first of four.')
    return int(number), int(shards)


def _workers(dask: str | None, jobs: int) -> "Workers":
    from longwood.study.cluster import dask as cluster
    from longwood.study.workers import local

    return local(jobs) if dask is None else cluster(dask, jobs)


def _again() -> str:
    return printable(shlex.join(["longwood", *sys.argv[1:]]))


def _say(out: Output, place: Any) -> None:
    """What the study holds now, in a line for each entry."""
    manifest = place.read()
    for asked in manifest.asked:
        parts = manifest.counted(asked)
        share = sum([part.share for part in parts], Share())
        rows = sum([part.rows for part in parts])
        first, last = asked.pilot or (1, 0)
        pilot = f" after a pilot of {last - first + 1:,}" if asked.pilot else ""
        out.line(f"{asked.entry.words}: {rows:,} deals{pilot}{share_words(share)}")
