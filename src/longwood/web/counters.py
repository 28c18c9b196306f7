"""The counters as a page for Prometheus: `/metrics`, where it is switched on."""

from collections.abc import Callable, Iterator

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from longwood.web.analyst.pool import Pool
from longwood.web.bodies import NEVER
from longwood.web.clients import client_of
from longwood.web.guard import is_loopback
from longwood.web.ledger import Ledger, gauge, process_lines

TEXT = "text/plain; version=0.0.4"


class Counters:
    """All that can be counted."""

    def __init__(self, pool: Pool, ledger: Ledger, connections: Callable[[], int], has_token: bool) -> None:
        self._pool, self._ledger, self._connections = pool, ledger, connections
        self._has_token = has_token

    async def page(self, request: Request) -> Response:
        """For programs on this machine; with a token, for whoever brings it."""
        client = client_of(request.scope)
        if not self._has_token and client and not is_loopback(client):
            raise HTTPException(403)
        return Response("\n".join([*self._lines(), ""]), headers={"cache-control": NEVER}, media_type=TEXT)

    def _lines(self) -> Iterator[str]:
        yield from self._ledger.lines()
        yield from gauge("longwood_connections", "Open connections.", self._connections())
        yield from self._pool.counters()
        yield from process_lines()
