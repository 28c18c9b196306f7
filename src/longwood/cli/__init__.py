"""The command line: a command a function, errors in a sentence, records in and out."""

from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> None:
    """The program `longwood`."""
    # Imported here, because Ctrl-C may come while that still goes on.
    try:
        from longwood.cli.run import run

        status = run(args)
    except KeyboardInterrupt:
        status = 130
    raise SystemExit(status)


__all__ = ["main"]
