"""One address: the port of our own, and a table that runs there already."""

import json
import sys
from collections.abc import Callable
from hashlib import blake2b
from http.client import HTTPConnection, HTTPException
from socket import socket

from longwood.web import CannotServe, PortTaken

PORT = 18150
"""Our own: outside of the ranges that systems hand out (from 32768), and nobody else's by name."""
MOST_PORTS = 20
"""How many ports are tried, one after the other."""
_PATIENCE = 2.0


def place_of(where: str) -> str:
    """What stands for a journal without telling where it is."""
    return blake2b(where.encode(), digest_size=8).hexdigest()


def is_table(host: str, port: int, where: str) -> bool:
    """Whether a Longwood with the same journal runs at a port."""
    connection = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/api/table")
        answer = json.loads(connection.getresponse().read(10_000))
        return bool(answer["program"] == "longwood" and answer["place"] == place_of(where))
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return False
    finally:
        connection.close()


def own_port(host: str, where: str, listen: Callable[[str, int], socket]) -> socket | int:
    """A socket at our own port or the next one that is free; the number of the port where our table runs already."""
    for port in range(PORT, PORT + MOST_PORTS):
        try:
            found = listen(host, port)
        except PortTaken:
            if is_table(host, port, where):
                return port
            continue
        if port != PORT:
            sys.stdout.write(f"Port {PORT} is taken, so this table is at port {port}.\n")
        return found
    raise CannotServe(f"Ports {PORT} to {PORT + MOST_PORTS - 1} are all taken: choose one with longwood serve --port.")
