"""HTTP as uvicorn speaks it, but within bounds, and what cannot be read is refused in our words."""

import asyncio
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from longwood.web.clients import client_at
from longwood.web.door import Door
from longwood.web.guard import SECURITY_HEADERS
from longwood.web.ledger import Ledger
from longwood.web.settings import (
    MAX_ADDRESS,
    MAX_BODY,
    MAX_HEADERS,
    MOST_AHEAD,
    MOST_CHUNKS,
    MOST_ESCAPES,
    MOST_HEADERS,
    Settings,
)

# What comes in is read in pieces of so many bytes, and its bounds are looked at after each.
_PIECE = 16_384
# A client that is refused may still be sending: so much is thrown away, for so many seconds, so that it hears why.
_MOST_THROWN_AWAY = 16_000_000
_LINGER = 2.0

_GUARDS = "".join(f"{name}: {value}\r\n" for name, value in SECURITY_HEADERS.items())
_PHRASES = {
    400: "Bad Request",
    408: "Request Timeout",
    413: "Content Too Large",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


class Bound(ValueError):
    """A request goes beyond a bound."""


class Connection(HttpToolsProtocol):
    """One connection. `served` makes the class for a server."""

    settings: Settings
    door: Door
    ledger: Ledger

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.url = b""
        self.visitor = ""
        self._is_in_head = self._is_in_request = self._is_refused = False
        self._taken = 0
        """Bytes of the request that comes in, or after a refusal those that were thrown away."""
        self._chunks = 0
        self._clock: asyncio.TimerHandle | None = None
        self._reading_clock: asyncio.TimerHandle | None = None
        self._answering: RequestResponseCycle | None = None
        self._refusal: tuple[int, str, str] | None = None

    # What the door wants to know.

    @property
    def is_waiting(self) -> bool:
        """Whether nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def dismiss(self) -> None:
        """Close it at once, for somebody else."""
        self.ledger.refused("crowded out", self.visitor, 503)
        self.transport.abort()

    # A connection comes and goes.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visitor = client_at(self.client[0]) if self.client else ""
        if sentence := self.door.enter(self):
            self._refuse(503, sentence, "too many connections")
            # Nothing was asked yet, and there is no room to wait for it.
            self.transport.close()
        else:
            self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.leave(self)
        self._stop_clock()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            piece = data[start : start + _PIECE]
            self._taken += len(piece)
            if self._is_refused:
                if self._taken > _MOST_THROWN_AWAY:
                    self.transport.abort()
                continue
            super().data_received(piece)
            if not self._is_refused:
                self._check_size()
        # Whoever begins a request has to end it; and what is no request does not keep a connection open either.
        is_idle = self.is_waiting and self.timeout_keep_alive_task is None
        if self._clock is None and (self._is_in_request or is_idle) and not self.transport.is_closing():
            self._start_clock()

    def _check_size(self) -> None:
        if self._is_in_head and self._taken > MAX_ADDRESS + MAX_HEADERS:
            self._refuse(*self._too_long())
        elif self._is_in_request and self._taken > MAX_ADDRESS + MAX_HEADERS + MAX_BODY:
            self._refuse(413, f"This request is too long: the server reads {MAX_BODY} bytes at most.", "body")

    def _too_long(self) -> tuple[int, str, str]:
        if len(self.url) > MAX_ADDRESS:
            return 400, f"This address is too long: the server reads {MAX_ADDRESS} bytes at most.", "address"
        return 431, f"These headers are too long: the server reads {MAX_HEADERS} bytes at most.", "headers"

    # A request comes in.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = self._is_in_request = True
        self._taken = self._chunks = 0

    def on_url(self, url: bytes) -> None:
        # What is too long already is refused when it ends; the rest of it is not kept.
        if len(self.url) <= MAX_ADDRESS:
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_HEADERS:
            self._refusal = 431, f"There are too many headers: the server reads {MOST_HEADERS} at most.", "headers"
            raise Bound
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if sum([len(name) + len(value) for name, value in self.headers]) > MAX_HEADERS:
            self._refusal = self._too_long()
            raise Bound
        if self.url.count(b"%") > MOST_ESCAPES:
            sentence = (
                f"This address has too many characters written as in %2F: the server reads {MOST_ESCAPES} at most."
            )
            self._refusal = 400, sentence, "address"
            raise Bound
        if len(self.pipeline) >= MOST_AHEAD:
            self._refusal = 400, "Wait for an answer before you ask more.", "too many at once"
            raise Bound
        self.door.stir(self)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._refusal = 413, f"This body comes in too many parts: the server reads {MOST_CHUNKS} at most.", "body"
            raise Bound
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._is_in_request = False
        self._stop_clock()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle

        async def until_gone(scope: Scope, receive: Receive, send: Send) -> None:
            try:
                await app(scope, receive, send)
            except RuntimeError:
                # So says the loop to whoever writes before it has told that the connection is lost.
                if not self.transport.is_closing():
                    raise
                cycle.disconnected = True

        super()._start_asgi_task(cycle, until_gone)  # type: ignore[arg-type]

    def on_response_complete(self) -> None:
        self.door.stir(self)
        if not self._is_refused:
            super().on_response_complete()

    # Clocks.

    def _start_clock(self) -> None:
        self._clock = self.loop.call_later(self.settings.request_seconds, self._too_slow)

    def _stop_clock(self) -> None:
        if self._clock:
            self._clock.cancel()
            self._clock = None

    def _too_slow(self) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head and self.is_waiting:
            seconds = f"{self.settings.request_seconds:g}"
            self._refuse(408, f"This request did not come in within {seconds} seconds.", "too slow")
        else:
            self.ledger.refused("silent", self.visitor, 408)
            self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._reading_clock is None:
            self._reading_clock = self.loop.call_later(self.settings.reading_seconds, self._not_read)

    def resume_writing(self) -> None:
        if self._reading_clock:
            self._reading_clock.cancel()
            self._reading_clock = None
        super().resume_writing()

    def _not_read(self) -> None:
        self.ledger.refused("not read", self.visitor, 408)
        self.transport.abort()

    # Refusals.

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be read."""
        is_long = len(self.url) > MAX_ADDRESS
        self._refuse(
            *(self._refusal or (self._too_long() if is_long else (400, "This request cannot be read.", "odd")))
        )

    def _refuse(self, status: int, sentence: str, why: str) -> None:
        """Answer a request that never reached the application, and hang up as soon as that can have been read."""
        self.ledger.refused(why, self.visitor, status)
        self._is_refused = True
        self._taken = 0
        self._stop_clock()
        if self.transport.is_closing():
            return
        if self._answering and not self._answering.response_complete:
            # What is being answered is given up: the two answers would get mixed up.
            self._answering.disconnected = True
            self._answering.message_event.set()
            if self._answering.response_started:
                self.transport.abort()
                return
        body = msgspec.json.encode({"error": sentence})
        head = (
            f"HTTP/1.1 {status} {_PHRASES[status]}\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
            f"{_GUARDS}content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.write_eof()
        self._clock = self.loop.call_later(_LINGER, self.transport.abort)


def served(settings: Settings, door: Door, ledger: Ledger) -> type[Connection]:
    """The connections of one server."""
    return type("Served", (Connection,), {"settings": settings, "door": door, "ledger": ledger})
