"""Arguments and options that several commands share."""

from typing import Annotated

import typer

from longwood.cli import inputs
from longwood.games import EXAMPLE
from longwood.notation import NotationError

RecordText = Annotated[
    str,
    typer.Argument(
        metavar="RECORD",
        help=f"A record, such as {EXAMPLE}.5/t1-f1; a link to a game; a file of records; or - for standard input.",
        autocompletion=inputs.complete_deal,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
AsRecord = Annotated[
    bool,
    typer.Option("--record", "-q", help="Print only record lines. This is the default when output is not a terminal."),
]
AsTable = Annotated[bool, typer.Option("--table", help="Print for people even when output is not a terminal.")]
_JOURNAL = "longwood.journal"


def _nearest(context: typer.Context, value: str) -> str:
    """What was said here, or else before the name of a command: `longwood --journal none play` keeps nothing."""
    # All contexts of a command line share this.
    if value:
        context.meta[_JOURNAL] = value
    return str(context.meta.get(_JOURNAL, ""))


InJournal = Annotated[
    str,
    typer.Option(
        "--journal",
        callback=_nearest,
        metavar="FILE|URL|none",
        help="Where games are kept: a file, postgresql://..., or none; by default a file in your data folder.",
    ),
]


def only_one(**chosen: bool) -> None:
    """Refuse options that say different things about what to print."""
    names = [f"--{name}" for name, is_chosen in chosen.items() if is_chosen]
    if len(names) > 1:
        raise NotationError(f"Choose only one of {', '.join(names)}.")
