"""HTTP as uvicorn speaks it, but what cannot be read is refused in our words."""

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from longwood.web.guard import SECURITY_HEADERS

MAX_ADDRESS = 65_535
"""The longest address that the parser takes apart, in bytes."""


class Protocol(HttpToolsProtocol):
    """One connection."""

    def on_url(self, url: bytes) -> None:
        # What is too long already is refused when it ends; the rest of it is not kept.
        if len(self.url) <= MAX_ADDRESS:
            super().on_url(url)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that never reached the application."""
        sentence = "This request cannot be read."
        if len(self.url) > MAX_ADDRESS:
            sentence = f"This address is too long: the server reads {MAX_ADDRESS} bytes at most."
        body = msgspec.json.encode({"error": sentence})
        guards = "".join(f"{name}: {value}\r\n" for name, value in SECURITY_HEADERS.items())
        head = (
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
            f"{guards}content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()
