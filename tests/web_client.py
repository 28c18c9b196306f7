"""A browser's side of the server, without a network: it speaks ASGI to the real application."""

import asyncio
import gzip
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

import msgspec
from starlette.applications import Starlette

from longwood.web.analyst.pool import Pool
from longwood.web.app import create_app
from longwood.web.journal.keeper import Keeper
from longwood.web.ledger import Ledger
from longwood.web.settings import Settings


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.text)


class Client:
    def __init__(
        self,
        local: bool = False,
        fails: bool = False,
        pool: Pool | None = None,
        settings: Settings | None = None,
        address: str = "127.0.0.1",
        keeper: Keeper | None = None,
    ) -> None:
        self.pool = pool or Pool()
        self.ledger = Ledger()
        self.address = address
        self.app: Starlette = create_app(local, self.pool, settings, self.ledger, keeper=keeper)
        # After its answer to a fault the application hands the fault on, for the server's log.
        self._faults = (RuntimeError,) if fails else ()

    def get(self, path: str, method: str = "GET", host: str = "127.0.0.1:8000", **headers: str) -> Answer:
        """The answer to a request; `path` as it stands in a browser's address bar."""
        return self._ask(path, method, host, b"", headers)

    def post(self, path: str, body: bytes, **headers: str) -> Answer:
        """The answer to a change."""
        return self._ask(path, "POST", "127.0.0.1:8000", body, headers)

    def _ask(self, path: str, method: str, host: str, body: bytes, headers: dict[str, str]) -> Answer:
        path, _, query = path.partition("?")
        fields = {"host": host} | {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "server": ("127.0.0.1", 8000),
            "client": (self.address, 50000),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("utf-8", "surrogatepass"),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in fields.items() if value],
        }
        sent: list[Any] = []

        requests = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not requests:
                # The browser stays, and has nothing more to say.
                await asyncio.Event().wait()
            return requests.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        with suppress(*self._faults):
            asyncio.run(self.app(scope, receive, send))
        start, *bodies = sent
        names = [name.decode() for name, _ in start["headers"]]
        assert len(names) == len(set(names)), "a header is sent twice"
        return Answer(
            start["status"],
            {name.decode(): value.decode() for name, value in start["headers"]},
            b"".join([message["body"] for message in bodies]),
        )

    def position(self, record: object) -> Any:
        answer = self.get(f"/api/position/{quote(str(record), safe='/:.')}")
        assert answer.status == 200, answer.text
        return answer.json

    def events(self, path: str) -> list[tuple[str, Any]]:
        """The events of a stream, to its end."""
        answer = self.get(path)
        assert answer.status == 200, answer.text
        assert answer.headers["content-type"].startswith("text/event-stream")
        blocks = [block for block in answer.text.split("\n\n") if block and not block.startswith(":")]
        parts = [block.removeprefix("event: ").split("\ndata: ") for block in blocks]
        return [(name, msgspec.json.decode(data)) for name, data in parts]
