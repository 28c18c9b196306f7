"""Who plays: on a shared server each browser has a key in a cookie, and changes need a token that goes with it."""

import hmac
import re
import secrets
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from longwood.journal.store import LOCAL_KEY, Journal
from longwood.web.guard import is_from_another_site

TOKEN_HEADER = "x-longwood-token"  # noqa: S105
_KEY = re.compile("[A-Za-z0-9_-]{32,64}", re.ASCII)
_AGE = 400 * 86_400
"""As long as browsers keep a cookie at most."""


class NotYours(PermissionError):
    """A change that the player's own page did not ask for; the message says so."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser, by its key."""

    key: str
    is_new: bool = False
    """Whether the browser does not have the key yet."""

    def token(self, journal: Journal) -> str:
        """What a change has to bring along: only a page of this table can read it."""
        return hmac.new(journal.secret.encode(), self.key.encode(), sha256).hexdigest()[:40]


def visitor_of(request: Request, journal: Journal, is_shared: bool) -> Visitor:
    """Who asks."""
    if not is_shared:
        return Visitor(LOCAL_KEY)
    key = request.cookies.get(cookie_name(journal), "")
    return Visitor(key) if _KEY.fullmatch(key) else Visitor(new_key(), is_new=True)


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(32)


def cookie_name(journal: Journal) -> str:
    """A name of its own for each journal, because browsers keep one set of cookies for all ports."""
    return f"longwood-player-{journal.name}"


def give_key(request: Request, response: Response, journal: Journal, key: str) -> None:
    """Have the browser keep a key, out of reach of scripts and other sites."""
    response.set_cookie(
        cookie_name(journal), key, max_age=_AGE, path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def check_ours(request: Request) -> None:
    """Refuse what a page of another site asks for."""
    if is_from_another_site(request.headers):
        raise NotYours("The journal answers this table's own pages only, not those of another site.")


def check_token(request: Request, visitor: Visitor, journal: Journal) -> None:
    """Refuse a change without the token of the page."""
    sent = request.headers.get(TOKEN_HEADER, "")
    if not hmac.compare_digest(sent.encode(), visitor.token(journal).encode()):
        raise NotYours("This change lacks the page's token: reload the page.")
