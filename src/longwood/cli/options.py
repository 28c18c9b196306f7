"""Arguments and options that several commands share."""

from typing import Annotated

import typer

from longwood.cli import inputs

RecordText = Annotated[
    str,
    typer.Argument(
        metavar="RECORD",
        help="A record, such as terrace.5/t1-f1; a file of records; or - for standard input.",
        autocompletion=inputs.complete_deal,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
