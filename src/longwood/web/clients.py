"""Who asks: the address that a request comes from, as far as one person may have it."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

# Whoever has one address of the sixth version has all that begin with the same 64 bits.
_OWN_BITS = 64


def client_of(scope: Scope) -> str:
    """Who sent a request; nothing if that is not known."""
    client = scope.get("client")
    return client_at(client[0]) if client else ""


@lru_cache(4096)
def client_at(address: str) -> str:
    """The client behind an address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    if isinstance(found, IPv4Address) or found.is_loopback:
        return str(found)
    return str(ip_network((found, _OWN_BITS), strict=False))
