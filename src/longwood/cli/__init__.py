"""The command line: `longwood games`, `rules`, `deal`, `show`, `moves`, `replay`, `perft` and `play`."""

from longwood.cli.run import main

__all__ = ["main"]
