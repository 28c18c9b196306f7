"""The journal's addresses, and the status that goes with a complaint."""

from collections.abc import Callable

from starlette.routing import Route

from longwood.journal import BadEntry, BusyJournal, FullJournal
from longwood.web.cache import ReadLine
from longwood.web.journal.keeper import NOT_KEPT, Keeper
from longwood.web.journal.players import NotYours
from longwood.web.journal.reading import Reading
from longwood.web.journal.sharing import Sharing
from longwood.web.journal.visits import TooOften, Visits
from longwood.web.journal.writing import Writing


def journal_routes(keeper: Keeper, line: ReadLine, next_line: ReadLine, saw: Callable[[int], None]) -> list[Route]:
    """All addresses. Reading is for the table's own pages, writing needs their token, and rates are bounded.

    `line` reads a record, `next_line` one of many, after others had their turn.
    `saw` is told of players who have finished a game or look at their journal.
    """
    visits = Visits(keeper)
    sharing = Sharing(visits, next_line)
    reading = {**Reading(visits, saw).addresses(), "/api/journal/day/{slug}": sharing.day}
    writing = {**Writing(visits, line, next_line, saw).addresses(), **sharing.addresses()}
    return [
        *[Route(path, visits.only_ours(ask, reads=True)) for path, ask in reading.items()],
        *[Route(path, visits.only_ours(ask, reads=False), methods=["POST"]) for path, ask in writing.items()],
    ]


def status_of(error: Exception) -> int:
    """The status that goes with a complaint."""
    if isinstance(error, NotYours):
        return 403
    if isinstance(error, TooOften):
        return 429
    if isinstance(error, FullJournal):
        return 507
    if isinstance(error, BadEntry):
        return 400
    if isinstance(error, BusyJournal):
        return 503
    return 404 if str(error) == NOT_KEPT else 503
