"""Start the server: at the port of our own unless told otherwise."""

import ctypes
import errno
import socket
import sys
import threading
import webbrowser
from contextlib import ExitStack, closing, suppress
from dataclasses import replace

import uvicorn
from starlette.types import ASGIApp

from longwood.web import CannotServe, PortTaken
from longwood.web.analyst.pool import Pool
from longwood.web.app import create_app
from longwood.web.clients import client_at
from longwood.web.door import Door
from longwood.web.guard import is_loopback
from longwood.web.journal.background import Background
from longwood.web.journal.keeper import Keeper, say_at_start
from longwood.web.ledger import Booked, Ledger
from longwood.web.log import RequestLog
from longwood.web.protocol import served
from longwood.web.running import own_port
from longwood.web.settings import Settings

LOOPBACK = "127.0.0.1"
_ALL_ADDRESSES = ("", "0.0.0.0", "::")  # noqa: S104

TURN_SECONDS = 0.001
"""How long a thread computes before another has its turn. Python's own is five times that, and whoever saves a move
while the statistics of a long journal are computed waits for several of them."""
_M_ARENA_MAX = -8  # the number of this option in glibc's malloc.h
# Files that the server needs beside its connections: the log, the pages it reads, the workers' pipes.
_OTHER_FILES = 64


def serve(
    host: str = LOOPBACK, port: int | None = 0, open_browser: bool = False, settings: Settings | None = None
) -> None:
    """Serve until Ctrl-C. Port 0 stands for any free one, None for our own. `CannotServe` if it cannot be had.

    If a table with the same journal runs at our own port already, that one is opened.
    """
    settings = settings or Settings()
    # The address that is printed must be one that is answered.
    if settings.names and not is_loopback(host) and host not in _ALL_ADDRESSES:
        settings = replace(settings, names=(*settings.names, host))
    found = own_port(host, settings.journal, listen) if port is None else listen(host, port)
    if isinstance(found, int):
        url = f"http://{host}:{found}/"
        sys.stdout.write(f"Longwood is already running at {url}\n")
        if open_browser:
            webbrowser.open(url)
        return
    # Ctrl-C ends the table in order whenever it comes, also while things are being closed.
    with suppress(KeyboardInterrupt), closing(found), ExitStack() as stack:
        server = _assembled(host, settings, stack)
        stack.callback(sys.setswitchinterval, sys.getswitchinterval())
        sys.setswitchinterval(TURN_SECONDS)
        _share_heaps()
        url = address(host, found) + (f"?token={settings.token}" if settings.token else "")
        sys.stdout.write(f"Longwood is at {url} (press Ctrl-C to stop).\n")
        sys.stdout.flush()
        if open_browser:
            # The socket listens already, so the browser may come before the server is ready: it waits a moment.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        server.run(sockets=[found])


def _assembled(host: str, settings: Settings, stack: ExitStack) -> "_Server":
    """The server with all that it needs, which the stack closes."""
    log = stack.enter_context(closing(RequestLog(settings.log))) if settings.log else None
    keeper = stack.enter_context(closing(Keeper(settings.journal, is_shared=not is_personal(host, settings))))
    say_at_start(keeper)
    pool = Pool()
    background = stack.enter_context(closing(Background(pool, keeper)))
    # The pool is closed first: what works in the background waits for its answers.
    stack.enter_context(closing(pool))
    background.start()
    ledger = Ledger(log.write if log else None)
    trusted = map(client_at, settings.proxies)
    door = Door(min(settings.connections, _room_for_files()), settings.connections_per_client, trusted)
    app: ASGIApp = create_app(is_loopback(host), pool, settings, ledger, lambda: len(door), keeper, background)
    if settings.log or settings.metrics:
        app = Booked(app, ledger)
    return _Server(_config(app, settings, door, ledger), pool)


def _config(app: ASGIApp, settings: Settings, door: Door, ledger: Ledger) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=served(settings, door, ledger),
        # A request that cannot be read is the sender's affair.
        log_level="error",
        access_log=False,
        server_header=False,
        # Neither is needed, and the table is set sooner without them.
        ws="none",
        lifespan="off",
        # Only a proxy that was named is believed when it says for whom it asks.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[*settings.proxies],
        timeout_keep_alive=int(settings.idle_seconds),
        # A player who is half way through a request does not keep the table open after Ctrl-C.
        timeout_graceful_shutdown=1,
    )


def is_personal(host: str, settings: Settings) -> bool:
    """Whether one person plays here: then there is one journal. Whoever else can come gets one of their own."""
    return is_loopback(host) and not (settings.names or settings.proxies or settings.token)


def _room_for_files() -> int:
    """How many connections the system allows."""
    try:
        import resource
    except ImportError:
        # Not Unix: there is no such bound.
        return sys.maxsize
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if soft == resource.RLIM_INFINITY else max(16, soft - _OTHER_FILES)


def _share_heaps() -> None:
    """Let all threads share two heaps, where the C library is glibc.

    Otherwise each thread gets one of its own and keeps what it once needed: after imports that was 20 MB more.
    """
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


class _Server(uvicorn.Server):
    """A server that ends its answers before it waits for those who listen to them."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self._pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._pool.close()
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; `CannotServe` says what is wrong with it."""
    if not 0 <= port <= 65535:
        raise CannotServe(f"{port} is not a port: give one from 1 to 65535, or 0 for any free one.")
    try:
        kind, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise CannotServe(f'"{host}" is not an address of this machine.') from None
    listener = socket.socket(kind, socket.SOCK_STREAM)
    try:
        # A port that a server left a moment ago may be taken again at once; one that is in use may not.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        kind_of = PortTaken if error.errno == errno.EADDRINUSE else CannotServe
        raise kind_of(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: choose another, or 0 for any free one."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system: choose 1024 or higher."
    if error.errno == errno.EADDRNOTAVAIL:
        return f'"{host}" is not an address of this machine.'
    return f"The server cannot listen on {host} port {port}: {error.strerror}."


def address(host: str, listener: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    port = listener.getsockname()[1]
    if host in _ALL_ADDRESSES:
        # The browser here takes the loopback one.
        host = LOOPBACK
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def main() -> int:
    """`python -m longwood.web.serve [port]`, for work on the page."""
    try:
        serve(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
