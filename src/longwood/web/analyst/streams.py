"""Answers on their way to the page: a stream of events, or one of them as plain JSON."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from longwood.web.analyst.pool import NoAnswer, Pool
from longwood.web.analyst.questions import OnEvent, Pending
from longwood.web.analyst.wire import Event
from longwood.web.bodies import JSON, NEVER

HEARTBEAT = 10.0
"""Seconds of silence after which the page is told that the server is there still."""

Start = Callable[[OnEvent], Pending]


class Listener:
    """The connection that asked a question, and the events that it has not sent on yet."""

    def __init__(self, pool: Pool, start: Start) -> None:
        loop = asyncio.get_running_loop()
        self._pool = pool
        self._events: asyncio.Queue[Event] = asyncio.Queue()

        def on_event(event: Event) -> None:
            # At the very end the loop may be gone before the last answer.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._events.put_nowait, event)

        self._pending = start(on_event)

    async def next(self, receive: Receive) -> Event | None:
        """The next event; None if nothing was heard for a while. `ConnectionError` if nobody listens any more."""
        event = asyncio.ensure_future(self._events.get())
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait((event, gone), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
            if event.done():
                return event.result()
            if gone.done():
                raise ConnectionError
            return None
        finally:
            event.cancel()
            gone.cancel()

    def end(self) -> None:
        """Nobody listens any more, or all is said."""
        self._pool.cancel(self._pending)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        await asyncio.sleep(0)


def _chunk(event: Event | None) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event.name.encode(), bytes(event.data)) if event else b": waiting\n\n"


class EventStream(Response):
    """Server-sent events until the answer is complete."""

    media_type = "text/event-stream"

    def __init__(self, listener: Listener) -> None:
        super().__init__(headers={"cache-control": NEVER})
        del self.headers["content-length"]
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            event: Event | None = None
            while not (event and event.is_last):
                event = await self._listener.next(receive)
                await send({"type": "http.response.body", "body": _chunk(event), "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except ConnectionError:
            pass
        finally:
            self._listener.end()


async def single(request: Request, listener: Listener, nothing: str) -> Response:
    """The last step of an answer; a sentence with status 404 if nothing was found, with 503 if nobody could look."""
    found: bytes | None = None
    try:
        while True:
            event = await listener.next(request.receive)
            if event is None or event.name == "waiting":
                continue
            if event.name == "error":
                raise NoAnswer(msgspec.json.decode(event.data)["error"])
            if event.name == "end":
                break
            found = bytes(event.data)
    except ConnectionError:
        return Response(status_code=499)
    finally:
        listener.end()
    status, body = (404, msgspec.json.encode({"error": nothing})) if found is None else (200, found)
    return Response(body, status, headers={"cache-control": NEVER}, media_type=JSON)
