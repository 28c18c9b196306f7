"""What holds for every response: security headers, and in local mode no answer to a foreign host name."""

import ipaddress
from functools import lru_cache

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self._app = app
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"].extend(_HEADERS)
            await send(message)

        if self._local and not _is_local(scope):
            error = "This table is set for this machine only: open it by the address that Longwood printed."
            response = Response(msgspec.json.encode({"error": error}), 400, media_type="application/json")
            await response(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)


_HEADERS = MutableHeaders(SECURITY_HEADERS).raw


def _is_local(scope: Scope) -> bool:
    """Whether the Host header is one of this machine's own names, with any port."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1:
        return False
    name, colon, port = hosts[0].rpartition(":")
    # An address such as [::1] ends in a bracket; what follows its last colon is no port then.
    host = name if colon and port.isdecimal() else hosts[0]
    return is_loopback(host.lower().removeprefix("[").removesuffix("]"))


@lru_cache(100)
def is_loopback(host: str) -> bool:
    """Whether only this machine can be meant by a host name or address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
