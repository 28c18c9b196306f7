"""Running the command line: what goes wrong is one sentence on standard error and an exit status."""

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import typer

from longwood.cli.commands import app
from longwood.cli.output import PipeClosed, printable
from longwood.cli.signals import Ended
from longwood.cli.statuses import BAD_INPUT, FAILED, INTERRUPTED, PIPE_CLOSED
from longwood.games.family import MissingPage
from longwood.journal import JournalError
from longwood.laid import PositionError
from longwood.notation import NotationError, UnknownGame
from longwood.session import IllegalMove
from longwood.study import StudyError
from longwood.web import CannotServe

# Typer exports the errors of the command line's own grammar only through this descendant.
_UsageError = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])


def run(args: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    _mend_streams()
    try:
        status = app(args, prog_name="longwood", standalone_mode=False)
        sys.stdout.flush()
    except _UsageError as error:
        command = error.ctx.command_path if error.ctx else "longwood"
        said = error.format_message().rstrip(".")
        return _complain(f"{said}{' ' if said.endswith('?') else '; '}`{command} --help` says more.")
    except (NotationError, PositionError, IllegalMove, MissingPage, CannotServe, JournalError, StudyError) as error:
        is_unknown_game = isinstance(error.__cause__ or error, UnknownGame)
        return _complain(f"{error} `longwood games` lists them." if is_unknown_game else str(error))
    except (KeyboardInterrupt, typer.Abort) as error:
        if error.__cause__:
            # Typer takes any EOFError for a player who leaves; those of players are caught where they type.
            return _fail(error.__cause__)
        if sys.stderr.isatty():
            sys.stderr.write("\n")  # the terminal has written ^C
        return INTERRUPTED
    except Ended as end:
        return end.status
    except (PipeClosed, BrokenPipeError):
        # Python flushes standard output once more on its way out, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:
        return _complain(f"{error.filename or 'The output'} cannot be used: {error.strerror or error}.")
    except Exception as error:  # noqa: BLE001  # a bug shows as a bug
        return _fail(error)
    return status if isinstance(status, int) else 0


def _fail(error: BaseException) -> int:
    _tell(
        "".join(traceback.format_exception(error))
        + "longwood: This is a bug in Longwood, not an answer: please report it with the lines above.\n"
    )
    return FAILED


def _complain(sentence: str) -> int:
    _tell(f"longwood: {sentence}\n")
    return BAD_INPUT


def _tell(text: str) -> None:
    # Where standard error cannot be written to either, the status is what is left to tell it by.
    with suppress(OSError):
        sys.stderr.write(printable(text))
        sys.stderr.flush()


def _mend_streams() -> None:
    """Streams that any text goes through, whatever the encoding, and that are there even if the shell closed them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="surrogateescape" if name == "stdin" else "backslashreplace")
