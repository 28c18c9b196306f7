"""Start the server: on a free loopback port unless told otherwise."""

import errno
import socket
import sys
import threading
import webbrowser

import uvicorn

from longwood.web import CannotServe
from longwood.web.analyst.pool import Pool
from longwood.web.app import create_app
from longwood.web.guard import is_loopback
from longwood.web.protocol import Protocol

LOOPBACK = "127.0.0.1"


def serve(host: str = LOOPBACK, port: int = 0, open_browser: bool = False) -> None:
    """Serve until Ctrl-C. Port 0 stands for any free one. `CannotServe` if the address cannot be had."""
    listener = listen(host, port)
    url = address(host, listener)
    pool = Pool()
    server = _Server(
        uvicorn.Config(
            create_app(is_loopback(host), pool),
            http=Protocol,
            # A request that cannot be read is the sender's affair.
            log_level="error",
            access_log=False,
            server_header=False,
            # Neither is needed, and the table is set sooner without them.
            ws="none",
            lifespan="off",
            # Players think for longer than uvicorn's five seconds, and should not have to connect again for each move.
            timeout_keep_alive=75,
            # A player who is half way through a request does not keep the table open after Ctrl-C.
            timeout_graceful_shutdown=1,
        ),
        pool,
    )
    sys.stdout.write(f"Longwood is at {url} (Ctrl-C ends it).\n")
    sys.stdout.flush()
    if open_browser:
        # The socket listens already, so the browser may come before the server is ready: it waits a moment.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        pool.close()
        listener.close()


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
        raise CannotServe(f"{port} is not a port: they go from 1 to 65535, and 0 stands for any free one.")
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
        raise CannotServe(_why_not(error, host, port)) from None
    return listener


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken: choose another one, or none for any free one."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the system: choose one from 1024 on."
    if error.errno == errno.EADDRNOTAVAIL:
        return f'"{host}" is not an address of this machine.'
    return f"The server cannot listen at {host} port {port}: {error.strerror}."


def address(host: str, listener: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    port = listener.getsockname()[1]
    if host in ("", "0.0.0.0", "::"):  # noqa: S104  # all addresses: the browser here takes the loopback one
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
