"""The command line: a command a function, errors in a sentence, records in and out."""

from longwood.cli.run import main

__all__ = ["main"]
