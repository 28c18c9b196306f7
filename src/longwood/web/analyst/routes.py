"""The analyst's addresses: what is asked is checked here, the answers come from the workers."""

import re
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from longwood.core.words import shorten
from longwood.laid import check_known
from longwood.notation import NotationError, find_game
from longwood.web.analyst.pool import Pool
from longwood.web.analyst.streams import EventStream, Listener, single
from longwood.web.bodies import uncached
from longwood.web.cache import Line, ReadLine
from longwood.web.clients import client_of
from longwood.web.guard import Endpoint, is_from_another_site

MOST_ACTS = 1000
"""The longest game that is reported on."""
KINDS = ("fair", "all-seeing")
LEVELS = ("", "1", "2", "3", "4")


class Foreign(PermissionError):
    """A question from a page of another site; the message says so."""


def _only_ours(ask: Endpoint) -> Endpoint:
    """Questions only from pages of this table, or from programs: others must not put the analyst to work."""

    async def ask_if_ours(request: Request) -> Response:
        if is_from_another_site(request.headers):
            raise Foreign("The analyst works for this table's own pages only, not for those of another site.")
        return await ask(request)

    return ask_if_ours


class Desk:
    """Where the analyst is asked."""

    def __init__(self, pool: Pool, line: ReadLine) -> None:
        self.pool = pool
        self._line = line

    def routes(self) -> list[Route]:
        """All addresses."""
        kinds = {
            "/api/analyst": self.state,
            "/api/verdict/{record:path}": self.verdict,
            "/api/hint/{record:path}": self.hint,
            "/api/chances/{record:path}": self.chances,
            "/api/par/{record:path}": self.par,
            "/api/coach/{record:path}": self.coach,
            "/api/deal/{record:path}": self.deal,
            "/api/report/{record:path}": self.report,
            "/api/review/{record:path}": self.report,  # as it was called once
            "/api/winnable/{slug}": self.winnable,
            "/api/daily/{slug}": self.daily,
        }
        return [Route(path, _only_ours(ask)) for path, ask in kinds.items()]

    async def state(self, request: Request) -> Response:
        """Whether the analyst is ready; asking makes it get ready."""
        self.pool.start()
        return uncached(self.pool.state)

    async def verdict(self, request: Request) -> Response:
        is_long = request.query_params.get("search", "") == "longer"
        return await self._stream(request, "verdict", {"search": "longer"} if is_long else None, proves=True)

    async def hint(self, request: Request) -> Response:
        kind = request.query_params.get("kind", "fair")
        if kind not in KINDS:
            raise NotationError(f'"{shorten(kind)}" is not a kind of hint: ask for fair or all-seeing.')
        return await self._stream(request, "hint", {"kind": kind}, proves=kind != "fair")

    async def chances(self, request: Request) -> Response:
        return await self._stream(request, "chances")

    async def report(self, request: Request) -> Response:
        return await self._stream(request, "report", proves=True)

    async def coach(self, request: Request) -> Response:
        line = await self._read(request, "coach")
        if not line.count:
            raise NotationError("There is no move to speak of yet: play one first.")
        if line.count > MOST_ACTS:
            raise NotationError(f"This game has {line.count} acts; the coach follows games of up to {MOST_ACTS}.")
        return await self._single(request, "coach", line.text)

    async def par(self, request: Request) -> Response:
        return await self._single(request, "par", await self._provable(request, "par"))

    async def deal(self, request: Request) -> Response:
        return await self._single(request, "deal", (await self._provable(request, "deal")).partition("/")[0])

    async def winnable(self, request: Request) -> Response:
        game = find_game(request.path_params["slug"])
        level, seed = request.query_params.get("level", ""), request.query_params.get("seed", "0")
        if level not in LEVELS:
            raise NotationError(f'"{shorten(level)}" is not a level: they go from 1 to 4.')
        if not re.fullmatch("[0-9]{1,16}", seed, re.ASCII):
            raise NotationError(f'"{shorten(seed)}" is not a seed: write up to 16 digits.')
        return await self._single(request, "winnable", game.slug, {"level": level, "seed": seed})

    async def daily(self, request: Request) -> Response:
        game = find_game(request.path_params["slug"])
        text = request.query_params.get("date", "")
        try:
            day = date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
        except ValueError:
            day = None
        if day is None:
            raise NotationError(f'"{shorten(text)}" is not a date: write it as in 2026-11-16.')
        return await self._single(request, "daily", game.slug, {"date": day.isoformat()})

    async def _provable(self, request: Request, kind: str) -> str:
        """The record of a request; `PositionError` if nothing can be proven of it."""
        line = await self._read(request, kind)
        check_known(line.deal)
        return line.text

    async def _stream(
        self, request: Request, kind: str, options: dict[str, str] | None = None, *, proves: bool = False
    ) -> Response:
        line = await self._read(request, kind)
        if proves:
            check_known(line.deal)
        if kind == "report" and line.count > MOST_ACTS:
            raise NotationError(f"This game has {line.count} moves; a report takes {MOST_ACTS} at most.")
        return EventStream(self._listen(request, kind, line.text, options))

    async def _single(
        self, request: Request, kind: str, record: str, options: dict[str, str] | None = None
    ) -> Response:
        nothing = "The analyst found no such deal: ask again, or for another level."
        return await single(request, self._listen(request, kind, record, options), nothing)

    async def _read(self, request: Request, kind: str) -> Line:
        client = client_of(request.scope)
        # A record takes time to replay: not for a question that would not be taken.
        self.pool.check_room(kind, request.query_params.get("page", ""), client)
        return await self._line(request.path_params["record"], client)

    def _listen(self, request: Request, kind: str, record: str, options: dict[str, str] | None) -> Listener:
        page = request.query_params.get("page", "")
        if not re.fullmatch("[A-Za-z0-9-]{0,40}", page, re.ASCII):
            raise NotationError("A page names itself by up to 40 letters, digits and hyphens.")
        client = client_of(request.scope)
        return Listener(self.pool, lambda on_event: self.pool.ask(kind, record, on_event, options, page, client))
