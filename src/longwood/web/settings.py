"""What can be chosen for a server, and the bounds that keep it answering."""

import re
from dataclasses import dataclass
from ipaddress import ip_address

from longwood.web import CannotServe

SHORTEST_TOKEN = 16

MAX_ADDRESS = 65_535
"""The longest address that is read, in bytes: the parser takes no longer one apart."""
MOST_ESCAPES = 3_000
"""Characters of an address that are written as in %2F: each takes long to read, and records need none."""
MAX_HEADERS = 32_768
"""All headers of a request together, in bytes."""
MOST_HEADERS = 100
MAX_BODY = 65_536
"""The longest body that is read, in bytes. Only the journal has a use for one; elsewhere it is ignored."""
MOST_CHUNKS = 200
"""Parts that a body may come in: each is work, however small."""
MOST_AHEAD = 8
"""Requests that a connection may send before the first of them is answered. Browsers send one."""
MAX_QUERY = 2_000
"""The part of an address after its question mark, in bytes."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is served. The defaults are those for one machine."""

    names: tuple[str, ...] = ()
    """The only names to answer to, beside this machine's own; none for any."""
    token: str = ""
    """What a browser must bring along on its first visit; empty if nothing."""
    proxies: tuple[str, ...] = ()
    """Addresses of proxies, which are believed who the client is, and may open any number of connections."""
    log: str = ""
    """The file that requests are written to, - for standard error; empty for none."""
    metrics: bool = False
    """Whether counters are told at /metrics."""
    journal: str = "none"
    """Where games are kept: a file, the address of a database, or none."""
    connections: int = 1000
    connections_per_client: int = 100
    request_seconds: float = 15.0
    """How long a request may take to come in."""
    idle_seconds: float = 75.0
    """How long a connection is kept for the next request. Players think, and should not have to connect each time."""
    reading_seconds: float = 30.0
    """How long a client may leave an answer unread."""

    def __post_init__(self) -> None:
        if self.token and not re.fullmatch(f"[A-Za-z0-9_-]{{{SHORTEST_TOKEN},200}}", self.token, re.ASCII):
            raise CannotServe(f"A token has {SHORTEST_TOKEN} to 200 letters, digits, hyphens and underscores.")
        for name in self.names:
            if not re.fullmatch("[A-Za-z0-9.-]{1,253}|[0-9A-Fa-f:.]+", name, re.ASCII):
                raise CannotServe(f"{ascii(name)[:100]} is not a name: write it as in example.org, without a port.")
        for proxy in self.proxies:
            try:
                ip_address(proxy)
            except ValueError:
                raise CannotServe(f"{proxy!a} is not the address of a proxy: write it as in 127.0.0.1.") from None
        if self.connections_per_client < 1 or self.connections < 1:
            raise CannotServe("A server needs at least one connection.")
