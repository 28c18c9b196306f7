"""Bodies of answers: compressed once, named by an ETag, sent whole, compressed or as "not modified"."""

import gzip
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

JSON = "application/json"
PURE = "public, max-age=3600, immutable"
"""For answers that follow from the address alone. An hour, not a year: the next version may say more."""
REVALIDATE = "no-cache"
NEVER = "no-store"

# Below this size compression saves nothing: the body fits in one packet.
_WORTH_COMPRESSING = 600


@dataclass(frozen=True, slots=True)
class Body:
    """A body ready to be sent."""

    plain: bytes
    packed: bytes
    etag: str
    media_type: str
    cache_control: str

    @property
    def size(self) -> int:
        """About how many bytes it takes to keep."""
        return len(self.plain) + len(self.packed) + 300


def body_of(plain: bytes, media_type: str, cache_control: str) -> Body:
    """A body with its compressed twin; the twin is empty where it would not be smaller."""
    packed = gzip.compress(plain, 6, mtime=0) if len(plain) > _WORTH_COMPRESSING else b""
    # Weak, because the compressed body has the same name as the plain one.
    etag = f'W/"{blake2b(plain, digest_size=12).hexdigest()}"'
    return Body(plain, packed if len(packed) < len(plain) else b"", etag, media_type, cache_control)


def send(request: Request, body: Body) -> Response:
    """The response that a request gets: nothing new, the compressed body or the plain one."""
    headers = {"etag": body.etag, "cache-control": body.cache_control, "vary": "accept-encoding"}
    if _knows(request.headers.get("if-none-match", ""), body.etag):
        return Response(status_code=304, headers=headers)
    if body.packed and _takes_gzip(request.headers.get("accept-encoding", "")):
        headers["content-encoding"] = "gzip"
        return Response(body.packed, headers=headers, media_type=body.media_type)
    return Response(body.plain, headers=headers, media_type=body.media_type)


def uncached(answer: Any, status: int = 200) -> Response:
    """An answer that nobody caches."""
    return Response(msgspec.json.encode(answer), status, {"cache-control": NEVER}, JSON)


def _knows(if_none_match: str, etag: str) -> bool:
    known = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return "*" in known or etag.removeprefix("W/") in known


def _takes_gzip(accept_encoding: str) -> bool:
    for part in accept_encoding.split(","):
        name, _, weight = part.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
