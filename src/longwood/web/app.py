"""The routes. Every answer follows from the address alone, so any number of servers give the same ones."""

import asyncio
import secrets
from functools import lru_cache
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from longwood.games import rules_page
from longwood.games.family import MissingPage
from longwood.laid import PositionError
from longwood.notation import NotationError, find_game
from longwood.session import IllegalMove
from longwood.web.analyst.pool import Pool, Refusal
from longwood.web.analyst.routes import Desk
from longwood.web.answers import (
    DealAnswer,
    ErrorAnswer,
    RulesAnswer,
    game_answer,
    games_answer,
    position_answer,
    why_answer,
)
from longwood.web.assets import Assets
from longwood.web.cache import MAX_RECORD, Line, Lines, Shelf
from longwood.web.guard import SECURITY_HEADERS, Guard
from longwood.web.markdown import html_of
from longwood.web.replies import JSON, NEVER, PURE, REVALIDATE, Reply, reply, send

# Where a long record has to be replayed, others get their turn after so many moves.
_MOVES_A_TURN = 20
_EASY_NUMBERS = 999_999
# Seconds before the analyst gets ready, which keeps a processor busy.
_CARDS_FIRST = 1.5
# Proxies refuse headers of more than a few thousand characters; a long game does without.
_LONG_HEADER = 1500


class BadRequest(ValueError):
    """A request that cannot be answered; the message says why."""


class Table:
    """What the endpoints share: the files of the page, and caches of what can be computed again at any time."""

    def __init__(self, pool: Pool | None = None) -> None:
        self.pool = pool or Pool()
        self.assets = Assets()
        self.lines = Lines()
        self.positions: Shelf[Reply] = Shelf(most=20_000, most_bytes=100_000_000)
        self.games_reply = lru_cache(_games_reply)
        self.rules_reply = lru_cache(_rules_reply)

    async def line(self, text: str) -> Line:
        """The line of play in a request."""
        if len(text) > MAX_RECORD:
            raise BadRequest(f"This record has {len(text)} characters; the server reads {MAX_RECORD} at most.")
        steps = self.lines.steps(text)
        turn = 0
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: Line = end.value
                return found
            turn += 1
            if turn % _MOVES_A_TURN == 0:
                await asyncio.sleep(0)

    async def position(self, request: Request) -> Response:
        text = request.path_params["record"]
        found = self.positions.find(text)
        if found is None:
            found = reply(msgspec.json.encode(position_answer(await self.line(text))), JSON, PURE)
            self.positions.put(text, found, found.size + len(text))
        return send(request, found)

    async def why(self, request: Request) -> Response:
        line = await self.line(request.path_params["record"])
        return _send_json(request, why_answer(line, request.query_params.get("move", "")), PURE)

    async def games(self, request: Request) -> Response:
        return send(request, self.games_reply())

    async def game(self, request: Request) -> Response:
        game = find_game(request.path_params["slug"])
        return _send_json(request, game_answer(game), REVALIDATE)

    async def rules(self, request: Request) -> Response:
        return send(request, self.rules_reply(find_game(request.path_params["slug"]).slug))

    async def random(self, request: Request) -> Response:
        # Numbers that people can say to each other.
        game = find_game(request.path_params["slug"])
        number = secrets.randbelow(_EASY_NUMBERS) + 1
        return _send_json(request, DealAnswer(f"{game.slug}.{number}"), NEVER)

    async def static(self, request: Request) -> Response:
        found = self.assets.find(request.path_params["name"])
        if found is None:
            raise HTTPException(404)
        return send(request, found)

    async def page(self, request: Request) -> Response:
        record = request.path_params.get("record", "")
        # Whoever sits down will want to ask something soon; but cards that are to be shown come first.
        if record:
            asyncio.get_running_loop().call_later(_CARDS_FIRST, self.pool.start)
        else:
            self.pool.start()
        found = self.assets.find("index.html")
        if found is None:
            raise HTTPException(404)
        response = send(request, found)
        # The browser asks for what the script will want before it has the script.
        wanted = ["/api/games"]
        if record and len(record) < _LONG_HEADER:
            wanted.append(f"/api/position/{quote(record, safe='/:,=@')}")
        response.headers["link"] = ", ".join(f"<{path}>; rel=preload; as=fetch; crossorigin" for path in wanted)
        return response

    async def refused(self, request: Request, error: Exception) -> Response:
        """What there is not, or not by this method: a page for people, a sentence for programs."""
        status = error.status_code if isinstance(error, HTTPException) else 400
        path = quote(request.url.path)
        if status == 404:
            page = self.assets.find("index.html")
            is_person = "text/html" in request.headers.get("accept", "") and not path.startswith("/api/")
            if page and is_person:
                return Response(page.body, 404, {"cache-control": NEVER}, page.media_type)
            return _error(404, f"There is nothing at {path[:100]}.")
        if status == 405:
            return _error(405, "This server only answers GET requests.")
        return _error(status, f"The request for {path[:100]} is refused.")


def create_app(local: bool = False, pool: Pool | None = None) -> Starlette:
    """The server. A local one answers only to this machine's own names, so that no web site can reach it by a trick."""
    table = Table(pool)
    app = Starlette(
        routes=[
            Route("/api/position/{record:path}", table.position),
            Route("/static/{name:path}", table.static),
            Route("/api/why/{record:path}", table.why),
            Route("/api/games", table.games),
            Route("/api/game/{slug}", table.game),
            Route("/api/rules/{slug}", table.rules),
            Route("/api/random/{slug}", table.random),
            *Desk(table.pool, table.line).routes(),
            Route("/", table.page),
            Route("/play/{record:path}", table.page),
            Route("/view/{record:path}", table.page),
            Route("/review", table.page),
            Route("/review/{record:path}", table.page),
            Route("/rules/{slug}", table.page),
        ],
        exception_handlers={
            HTTPException: table.refused,
            BadRequest: _bad_request,
            NotationError: _bad_request,
            PositionError: _bad_request,
            IllegalMove: _bad_request,
            MissingPage: _missing,
            Refusal: _unavailable,
            Exception: _broken,
        },
    )
    app.router.redirect_slashes = False
    app.add_middleware(Guard, local=local)
    return app


def _send_json(request: Request, answer: msgspec.Struct, cache_control: str) -> Response:
    return send(request, reply(msgspec.json.encode(answer), JSON, cache_control))


def _games_reply() -> Reply:
    return reply(msgspec.json.encode(games_answer()), JSON, REVALIDATE)


def _rules_reply(slug: str) -> Reply:
    game = find_game(slug)
    answer = RulesAnswer(slug, game.title, html_of(rules_page(game)))
    return reply(msgspec.json.encode(answer), JSON, REVALIDATE)


def _error(status: int, sentence: str) -> Response:
    body = msgspec.json.encode(ErrorAnswer(sentence))
    return Response(body, status, {"cache-control": NEVER}, JSON)


async def _bad_request(request: Request, error: Exception) -> Response:
    return _error(400, str(error))


async def _missing(request: Request, error: Exception) -> Response:
    return _error(404, str(error))


async def _unavailable(request: Request, error: Exception) -> Response:
    return _error(503, str(error))


async def _broken(request: Request, error: Exception) -> Response:
    # What is broken is caught outside of the guard, so its headers are set here.
    response = _error(500, "Something is broken in the server.")
    response.headers.update(SECURITY_HEADERS)
    return response
