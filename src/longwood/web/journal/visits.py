"""Who asks and whether they may: only the table's own pages, writers with their token, and nobody too often."""

from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from longwood.core.words import shorten
from longwood.journal import BadEntry
from longwood.journal.store import Journal
from longwood.web.bodies import JSON
from longwood.web.clients import client_of
from longwood.web.guard import Endpoint
from longwood.web.journal.keeper import Keeper
from longwood.web.journal.players import Visitor, check_ours, check_token, visitor_of
from longwood.web.journal.rates import Rate

T = TypeVar("T")

TOO_MANY_PLAYERS = "There are too many new players from your address: try again later."


class TooOften(PermissionError):
    """A client that asks for too much; the message says so."""


class Visits:
    """The way to the journal for those who ask by HTTP. On a shared server rates are bounded."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._writes = Rate(at_once=120, a_second=12)
        self._writes_of_address = Rate(at_once=1_500, a_second=150)
        self._reads = Rate(at_once=60, a_second=6)
        self._codes = Rate(at_once=10, a_second=10 / 600)
        self._players = Rate(at_once=60, a_second=60 / 3600)

    def only_ours(self, ask: Endpoint, *, reads: bool) -> Endpoint:
        """An endpoint that answers the table's own pages."""

        async def ask_if_ours(request: Request) -> Response:
            check_ours(request)
            if reads and self.keeper.is_shared and not self._reads.allows(client_of(request.scope)):
                raise TooOften("The journal was asked too often: wait a moment.")
            return await ask(request)

        return ask_if_ours

    async def visitor(self, request: Request) -> tuple[Journal, Visitor]:
        """The journal, and who asks."""
        opened = self.keeper.opened
        journal = opened if opened is not None else await self.keeper.ask(lambda found: found)
        return journal, visitor_of(request, journal, self.keeper.is_shared)

    async def change(self, request: Request, kind: type[T]) -> tuple[Visitor, T]:
        """Who wants to change something, and what; `NotYours`, `TooOften` or `BadEntry` if that cannot be."""
        journal, visitor = await self.visitor(request)
        check_token(request, visitor, journal)
        client = client_of(request.scope)
        is_within = self._writes.allows(visitor.key) and self._writes_of_address.allows(client)
        if self.keeper.is_shared and not is_within:
            raise TooOften("The journal is written to too often: wait a moment.")
        if request.headers.get("content-type", "").partition(";")[0] != JSON:
            raise BadEntry("Changes to the journal are sent as JSON.")
        return visitor, read_body(await request.body(), kind)

    async def player(self, request: Request, visitor: Visitor) -> int:
        """The player of a key, who gets a place with the first thing that is written."""
        return await self.keeper.ask(lambda journal: self.player_now(request, visitor, journal))

    def player_now(self, request: Request, visitor: Visitor, journal: Journal) -> int:
        """As `player`, for work that has the journal in hand."""
        found = journal.known_player(visitor.key)
        if found is not None:
            return found
        if self.keeper.is_shared and not self._players.allows(client_of(request.scope)):
            raise TooOften(TOO_MANY_PLAYERS)
        return journal.player(visitor.key)

    def check_codes(self, request: Request) -> None:
        """Nobody tries all codes."""
        if not self._codes.allows(client_of(request.scope)):
            raise TooOften("Too many codes were tried: wait ten minutes.")

    def check_shared(self) -> None:
        """What only a shared server has."""
        if not self.keeper.is_shared:
            raise BadEntry("This journal has one player only.")


def read_body(body: bytes, kind: type[T]) -> T:
    """What a page sent; `BadEntry` says what cannot be read."""
    try:
        told: Any = msgspec.json.decode(body)
        if is_dataclass(kind) and isinstance(told, dict):
            unknown = told.keys() - {field.name for field in fields(kind)}
            if unknown:
                raise BadEntry(f"This cannot be read: there is no {shorten(min(unknown))}.")
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, BadEntry):
            raise error.__cause__ from None
        raise BadEntry(f"This cannot be read: {shorten(str(error))}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadEntry(f"This cannot be read: {shorten(str(error))}.") from None
