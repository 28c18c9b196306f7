"""The command line: a command a function, errors in a sentence, records in and out."""

import sys
from collections.abc import Sequence

from longwood import __version__
from longwood.cli.statuses import INTERRUPTED


def main(args: Sequence[str] | None = None) -> None:
    """The program `longwood`."""
    if list(sys.argv[1:] if args is None else args) == ["--version"] and _says_version():
        raise SystemExit(0)
    # Imported here, because Ctrl-C may come while that still goes on.
    try:
        from longwood.cli.run import run

        status = run(args)
    except KeyboardInterrupt:
        status = INTERRUPTED
    raise SystemExit(status)


def _says_version() -> bool:
    """Answer before anything else is imported; False if the output cannot be used, which `run` knows how to say."""
    try:
        sys.stdout.write(f"longwood {__version__}\n")
        sys.stdout.flush()
    except (OSError, AttributeError):  # a closed pipe, or no output at all
        return False
    return True


__all__ = ["main"]
