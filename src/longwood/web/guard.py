"""What holds for every request and response: who may ask, in which order, and the security headers."""

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import parse_qsl, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longwood.web.bodies import NEVER, uncached
from longwood.web.clients import client_of
from longwood.web.install import PAGE_HEADER
from longwood.web.ledger import Ledger
from longwood.web.settings import MAX_QUERY, Settings
from longwood.web.structs import ComplaintAnswer
from longwood.web.turns import Turns

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

LOCAL_ONLY = "This table answers on this machine only: open the address that Longwood printed."
WRONG_NAME = "This table goes by another name: open the address that you were given."
PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Longwood</title><h1>Longwood</h1><p>{sentence}</p></html>"
)
"""For people without a token, to whom no file of the table is sent."""
TOKEN_MISSING = "This table needs a token: open the whole address that Longwood printed, once."  # noqa: S105
LONG_QUERY = f"This query is too long: the server reads {MAX_QUERY} bytes at most."


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: ASGIApp, local: bool, settings: Settings, turns: Turns, ledger: Ledger, page: Callable[[], str]
    ) -> None:
        self._app = app
        self._local = local
        self._names = {name.lower() for name in settings.names}
        self._token = settings.token
        # A name of its own for each table, because browsers keep one set of cookies for all ports.
        self._cookie = f"longwood-{blake2b(settings.token.encode(), digest_size=4).hexdigest()}"
        self._turns = turns
        self._ledger = ledger
        self._page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend(_HEADERS)
                if scope["path"].startswith(_TELLING):
                    message["headers"].append((PAGE_HEADER.encode(), self._page().encode()))
            await send(message)

        response = self._refusal(scope)
        if response is None:
            await self._turns.take(client_of(scope))
            await self._app(scope, receive, send_guarded)
        else:
            await response(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """What a request gets instead of an answer, if it may not have one."""
        if (self._local or self._names) and not self._is_for_us(scope):
            return self._refuse(400, LOCAL_ONLY if not self._names else WRONG_NAME, "wrong host")
        if len(scope["query_string"]) > MAX_QUERY:
            return self._refuse(400, LONG_QUERY, "query")
        if self._token:
            return self._without_token(scope)
        return None

    def _is_for_us(self, scope: Scope) -> bool:
        """Whether the Host header is one of this machine's own names or one of the given ones, with any port."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1:
            return False
        name, colon, port = hosts[0].rpartition(":")
        # An address such as [::1] ends in a bracket; what follows its last colon is no port then.
        host = (name if colon and port.isdecimal() else hosts[0]).lower()
        bare = host.removeprefix("[").removesuffix("]").removesuffix(".")
        return bare in self._names or is_loopback(bare)

    def _without_token(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        asked = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        if self._is_token(asked.get("token", "")):
            # From now on the browser brings it along by itself, and the address bar can be shown to others.
            place = "/" + quote(scope["path"].lstrip("/"), safe="/:,=@")
            # Lax: not with what other sites ask for, but with a link that is followed.
            cookie = f"{self._cookie}={self._token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
            if scope["scheme"] == "https":
                cookie += "; Secure"
            return Response(status_code=303, headers={"location": place, "set-cookie": cookie, "cache-control": NEVER})
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        cookies = cookie_parser(headers.get("cookie", ""))
        if self._is_token(bearer) or self._is_token(cookies.get(self._cookie, "")):
            return None
        if "text/html" in headers.get("accept", ""):
            self._ledger.refused("no token")
            return HTMLResponse(PAGE.format(sentence=TOKEN_MISSING), 403, {"cache-control": NEVER})
        return self._refuse(403, TOKEN_MISSING, "no token")

    def _is_token(self, text: str) -> bool:
        return hmac.compare_digest(text.encode(), self._token.encode())

    def _refuse(self, status: int, sentence: str, why: str) -> Response:
        self._ledger.refused(why)
        return uncached(ComplaintAnswer(sentence), status)


Endpoint = Callable[[Request], Awaitable[Response]]

_HEADERS = MutableHeaders(SECURITY_HEADERS).raw
# What every page asks for, and a page that is open for long asks for often. None of it is kept without asking again.
_TELLING = ("/api/games", "/api/journal")


def is_from_another_site(headers: Mapping[str, str]) -> bool:
    """Whether a page of another site asks. Browsers say so, and no page can make them say otherwise."""
    site = headers.get("sec-fetch-site", "")
    if site:
        return site not in ("same-origin", "none")
    origin = headers.get("origin", "")
    try:
        return bool(origin) and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()
    except ValueError:
        # No address: nobody's that is known here.
        return True


def is_followed_link(headers: Mapping[str, str]) -> bool:
    """Whether a person has followed a link to here, from wherever."""
    return headers.get("sec-fetch-user", "") == "?1" and headers.get("sec-fetch-dest", "") == "document"


@lru_cache(100)
def is_loopback(host: str) -> bool:
    """Whether only this machine can be meant by a host name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
