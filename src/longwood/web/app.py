"""The routes. Every answer follows from the address alone, so any number of servers give the same ones."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from urllib.parse import quote
from weakref import WeakValueDictionary

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from longwood import __version__
from longwood.games.family import MissingPage
from longwood.journal import JournalError
from longwood.laid import PositionError
from longwood.notation import MAX_RECORD, NotationError, find_game
from longwood.session import IllegalMove
from longwood.web.analyst.pool import NoAnswer, Pool
from longwood.web.analyst.routes import Desk, Foreign
from longwood.web.answers import (
    game_answer,
    games_answer,
    lesson_answer,
    position_answer,
    rules_answer,
    step_answer,
    why_answer,
)
from longwood.web.assets import PAGE, WORKER, Assets
from longwood.web.bodies import JSON, NEVER, PURE, REVALIDATE, Body, body_of, send, uncached
from longwood.web.cache import MAX_HEAD, BoundedCache, Line, Lines
from longwood.web.clients import client_of
from longwood.web.counters import Counters
from longwood.web.guard import SECURITY_HEADERS, Guard, is_followed_link, is_from_another_site
from longwood.web.install import FOREVER, tag_of
from longwood.web.journal.background import Background
from longwood.web.journal.keeper import Keeper
from longwood.web.journal.players import NotYours
from longwood.web.journal.routes import journal_routes, status_of
from longwood.web.journal.visits import TooOften
from longwood.web.ledger import Ledger
from longwood.web.running import place_of
from longwood.web.settings import Settings
from longwood.web.structs import ComplaintAnswer, DealAnswer, TableAnswer
from longwood.web.turns import Turns

# Where a long record has to be replayed, others get their turn after so many seconds.
_TURN = 0.001
# Characters: a thousand acts, more than all but a few games have.
_LONG_RECORD = 5_000
_EASY_NUMBERS = 999_999
# Seconds before the analyst gets ready, which keeps a processor busy.
_CARDS_FIRST = 1.5
# Proxies refuse headers of more than a few thousand characters; a long game does without.
_LONG_HEADER = 1500


class BadRequest(ValueError):
    """A request that cannot be answered; the message says why."""


class Table:
    """What the endpoints share: the files of the page, and caches of what can be computed again at any time."""

    def __init__(self, pool: Pool | None = None, ledger: Ledger | None = None, keeper: Keeper | None = None) -> None:
        self.pool = pool or Pool()
        self.keeper = keeper or Keeper()
        self.ledger = ledger or Ledger()
        self.assets = Assets()
        self.turns = Turns()
        self.lines = Lines()
        self.positions: BoundedCache[Body] = BoundedCache(most=10_000, most_bytes=10_000_000)
        self._long_records: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.games_body = lru_cache(_games_body)
        # Bounded, because a player's own ways to play are without number.
        self.rules_body = lru_cache(100)(_rules_body)

    async def line(self, text: str, client: str = "") -> Line:
        """The line of play in a request."""
        if len(text) > MAX_RECORD:
            raise BadRequest(f"This record has {len(text)} characters; the server reads {MAX_RECORD} at most.")
        if len(text) > MAX_HEAD and len(text.partition("/")[0]) > MAX_HEAD:
            raise BadRequest(f"This deal has too many characters; the server reads {MAX_HEAD} at most.")
        if len(text) > _LONG_RECORD:
            # Taken apart it needs much more room: one at a time for each client.
            async with self._long_records.setdefault(client, asyncio.Lock()):
                return await self._in_turns(text, client)
        return await self._in_turns(text, client)

    async def next_line(self, text: str, client: str = "") -> Line:
        """The same for one line of many, after others had their turn."""
        await self.turns.take(client, is_long=True)
        return await self.line(text, client)

    async def _in_turns(self, text: str, client: str) -> Line:
        steps = self.lines.steps(text)
        while True:
            until = time.perf_counter() + _TURN
            try:
                while time.perf_counter() < until:
                    next(steps)
            except StopIteration as end:
                found: Line = end.value
                return found
            await self.turns.take(client, is_long=True)

    async def position(self, request: Request) -> Response:
        text = request.path_params["record"]
        found = self.positions.find(text)
        if found is None:
            found = body_of(
                msgspec.json.encode(position_answer(await self.line(text, client_of(request.scope)))), JSON, PURE
            )
            self.positions.put(text, found, found.size + len(text))
        return send(request, found)

    async def why(self, request: Request) -> Response:
        line = await self.line(request.path_params["record"], client_of(request.scope))
        return _send_json(request, why_answer(line, request.query_params.get("move", "")), PURE)

    async def games(self, request: Request) -> Response:
        return send(request, self.games_body())

    async def game(self, request: Request) -> Response:
        game = find_game(request.path_params["slug"])
        return _send_json(request, game_answer(game), REVALIDATE)

    async def rules(self, request: Request) -> Response:
        return send(request, self.rules_body(find_game(request.path_params["slug"]).slug))

    async def lesson(self, request: Request) -> Response:
        game = find_game(request.path_params["slug"])
        return _send_json(request, lesson_answer(game), REVALIDATE)

    async def step(self, request: Request) -> Response:
        line = await self.line(request.path_params["record"], client_of(request.scope))
        return _send_json(request, step_answer(line), REVALIDATE)

    async def random(self, request: Request) -> Response:
        # Numbers that people can say to each other.
        game = find_game(request.path_params["slug"])
        number = secrets.randbelow(_EASY_NUMBERS) + 1
        return _send_json(request, DealAnswer(f"{game.slug}.{number}"), NEVER)

    async def static(self, request: Request) -> Response:
        found = self.assets.find(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        if request.query_params.get("v", "") == tag_of(found):
            found = replace(found, cache_control=FOREVER)
        return send(request, found)

    async def worker(self, request: Request) -> Response:
        """What keeps the page in the browser; at the root, because it is for all of it."""
        found = self.assets.find(WORKER)
        if found is None:
            raise HTTPException(404)
        return send(request, found)

    async def page(self, request: Request) -> Response:
        record = request.path_params.get("record", "")
        # Whoever sits down will want to ask something soon; but cards that are to be shown come first. A page of
        # another site that only fetches this one is not somebody who sits down.
        if is_from_another_site(request.headers) and not is_followed_link(request.headers):
            pass
        elif record:
            asyncio.get_running_loop().call_later(_CARDS_FIRST, self.pool.start)
        else:
            self.pool.start()
        found = self.assets.find(PAGE)
        if found is None:
            raise HTTPException(404)
        response = send(request, found)
        # The browser asks for what the script will want before it has the script.
        wanted = ["/api/games"]
        is_plain = not {".", ".."} & set(record.split("/"))
        if record and len(record) < _LONG_HEADER and is_plain:
            wanted.append(f"/api/position/{quote(record, safe='/:,=@')}")
        response.headers["link"] = ", ".join(f"<{path}>; rel=preload; as=fetch; crossorigin" for path in wanted)
        return response

    async def unavailable(self, request: Request, error: Exception) -> Response:
        self.ledger.refused("analyst")
        return _error(503, str(error))

    async def foreign(self, request: Request, error: Exception) -> Response:
        self.ledger.refused("another site")
        return _error(403, str(error))

    async def not_kept(self, request: Request, error: Exception) -> Response:
        self.ledger.refused("journal")
        return _error(status_of(error), str(error))

    async def who(self, request: Request) -> Response:
        """What this is, for another Longwood that finds the port taken."""
        return _send_json(request, TableAnswer("longwood", __version__, place_of(self.keeper.where)), NEVER)

    async def refused(self, request: Request, error: Exception) -> Response:
        """What there is not, or not by this method: a page for people, a sentence for programs."""
        status = error.status_code if isinstance(error, HTTPException) else 400
        path = quote(request.url.path)
        if status == 404:
            page = self.assets.find(PAGE)
            is_person = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
            if page and is_person:
                return Response(page.plain, 404, {"cache-control": NEVER}, page.media_type)
            return _error(404, f"There is nothing at {path[:100]}.")
        if status == 405:
            return _error(405, "This address does not take that kind of request.")
        return _error(status, f"The request for {path[:100]} is refused.")


def create_app(
    local: bool = False,
    pool: Pool | None = None,
    settings: Settings | None = None,
    ledger: Ledger | None = None,
    connections: Callable[[], int] = lambda: 0,
    keeper: Keeper | None = None,
    background: Background | None = None,
) -> Starlette:
    """The server. A local one answers only to this machine's own names, so that no web site can reach it by a trick."""
    settings = settings or Settings()
    table = Table(pool, ledger, keeper)
    counters = Counters(table.pool, table.ledger, connections, bool(settings.token))
    app = Starlette(
        routes=[
            Route("/api/position/{record:path}", table.position),
            Route("/static/{name:path}", table.static),
            Route("/api/why/{record:path}", table.why),
            Route("/api/games", table.games),
            Route("/api/game/{slug}", table.game),
            Route("/api/rules/{slug}", table.rules),
            Route("/api/lesson/{slug}", table.lesson),
            Route("/api/step/{record:path}", table.step),
            Route("/api/random/{slug}", table.random),
            Route("/api/table", table.who),
            Route("/sw.js", table.worker),
            *Desk(table.pool, table.line).routes(),
            *journal_routes(table.keeper, table.line, table.next_line, background.saw if background else _unseen),
            Route("/", table.page),
            Route("/play/{record:path}", table.page),
            Route("/view/{record:path}", table.page),
            Route("/report", table.page),
            Route("/report/{record:path}", table.page),
            Route("/review", table.page),  # as it was called once
            Route("/review/{record:path}", table.page),
            Route("/rules/{slug}", table.page),
            Route("/learn/{slug}", table.page),
            Route("/journal", table.page),
            Route("/join", table.page),
            Route("/join/{code}", table.page),
            Route("/day/{slug}", table.page),
            *([Route("/metrics", counters.page)] if settings.metrics else []),
        ],
        exception_handlers={
            HTTPException: table.refused,
            BadRequest: _bad_request,
            NotationError: _bad_request,
            PositionError: _bad_request,
            IllegalMove: _bad_request,
            MissingPage: _missing,
            NoAnswer: table.unavailable,
            Foreign: table.foreign,
            JournalError: table.not_kept,
            NotYours: table.not_kept,
            TooOften: table.not_kept,
            ClientDisconnect: _gone,
            Exception: _broken,
        },
    )
    app.router.redirect_slashes = False
    app.add_middleware(
        Guard, local=local, settings=settings, turns=table.turns, ledger=table.ledger, page=lambda: table.assets.version
    )
    return app


def _unseen(player: int) -> None:
    """Nobody analyses finished games here."""


def _send_json(request: Request, answer: msgspec.Struct, cache_control: str) -> Response:
    return send(request, body_of(msgspec.json.encode(answer), JSON, cache_control))


def _games_body() -> Body:
    return body_of(msgspec.json.encode(games_answer()), JSON, REVALIDATE)


def _rules_body(slug: str) -> Body:
    game = find_game(slug)
    return body_of(msgspec.json.encode(rules_answer(game)), JSON, REVALIDATE)


def _error(status: int, sentence: str) -> Response:
    return uncached(ComplaintAnswer(sentence), status)


async def _bad_request(request: Request, error: Exception) -> Response:
    return _error(400, str(error))


async def _missing(request: Request, error: Exception) -> Response:
    return _error(404, str(error))


async def _gone(request: Request, error: Exception) -> Response:
    """Nobody waits for this: whoever asked left, or was sent away, before the whole of it had come."""
    return Response(status_code=499)


async def _broken(request: Request, error: Exception) -> Response:
    # What is broken is caught outside of the guard, so its headers are set here.
    response = _error(500, "Something went wrong in the server.")
    response.headers.update(SECURITY_HEADERS)
    return response
