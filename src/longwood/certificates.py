"""Certificates: why a position is lost, in a few lines that anyone can check. Nothing here knows a solver.

`longwood.solver.certificates` writes them; the checker of a family is in its room, and knows the rules alone.
docs/certificates.md has the forms and the arguments.
"""

from longwood.core.game import AnyGame, Position
from longwood.games import family_of


def check_certificate(game: AnyGame, position: Position, text: str) -> bool:
    """Whether a certificate proves that a position is lost. Of a family without arguments nothing is proven."""
    checker, lines = family_of(game).own_checker, text.splitlines()
    return checker is not None and bool(lines) and checker.check(game, position, lines)


def certificate_words(game: AnyGame, position: Position, text: str) -> list[str]:
    """A certificate in sentences, for people; it must have been checked."""
    checker = family_of(game).own_checker
    return checker.words(game, position, text.splitlines()) if checker else []
