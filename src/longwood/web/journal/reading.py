"""The journal's addresses that only read: what a page begins with, history, numbers, the file to take along."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from itertools import islice

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from longwood.core.words import shorten
from longwood.journal import BadEntry, JournalError
from longwood.journal.accounts import Analysis
from longwood.journal.analyses import found_in
from longwood.journal.entries import ID, Ending
from longwood.journal.exchange import FORMATS, written
from longwood.journal.filters import Filter
from longwood.journal.shared import name_of
from longwood.journal.store import Journal
from longwood.journal.words import share_text
from longwood.web.bodies import JSON, NEVER, uncached
from longwood.web.clients import client_of
from longwood.web.guard import Endpoint
from longwood.web.journal.answers import EntriesAnswer, JournalAnswer, StatisticsAnswer, ToShareAnswer
from longwood.web.journal.asked import filter_of, number_of, place_in_history
from longwood.web.journal.players import Visitor, give_key
from longwood.web.journal.to_answers import entry_answer, no_journal, statistics_answer
from longwood.web.journal.visits import Visits

ON_A_PAGE, MOST_ON_A_PAGE = 50, 200
MOST_UNFINISHED = 50
GAMES_IN_A_PART = 500
"""So many games of an export are read at once."""


class Reading:
    """What can be read."""

    def __init__(self, visits: Visits, saw: Callable[[int], None]) -> None:
        self._visits = visits
        self._saw = saw
        self._keeper = visits.keeper

    def addresses(self) -> dict[str, Endpoint]:
        """Where."""
        return {
            "/api/journal": self.start,
            "/api/journal/entries": self.entries,
            "/api/journal/statistics": self.statistics,
            "/api/journal/share": self.share,
            "/api/journal/export": self.export,
        }

    async def start(self, request: Request) -> Response:
        """What a page needs to begin with. A browser without a key gets one."""
        if not self._keeper.is_kept:
            return uncached(no_journal(""))
        try:
            journal, visitor = await self._visits.visitor(request)
            answer = await self._keeper.ask(lambda journal: self._started(journal, visitor))
        except JournalError as error:
            return uncached(no_journal(str(error)))
        response = uncached(answer)
        if self._keeper.is_shared:
            # With each visit it is kept for longer.
            give_key(request, response, journal, visitor.key)
        return response

    def _started(self, journal: Journal, visitor: Visitor) -> JournalAnswer:
        player = journal.known_player(visitor.key)
        is_open = Filter(endings=(Ending.OPEN,))
        today = datetime.now(UTC).date().isoformat()
        done: dict[str, str] = {}
        if player is not None:
            for entry in journal.entries(player, Filter(day=today)):
                if done.get(entry.game) != Ending.WON:
                    done[entry.game] = entry.ending.value
        return JournalAnswer(
            is_kept=True,
            is_shared=self._keeper.is_shared,
            token=visitor.token(journal),
            problem="",
            # On a shared server that is for its operator, who is told at the terminal.
            note="" if self._keeper.is_shared else self._keeper.note,
            backup="" if self._keeper.is_shared else self._keeper.backup,
            name=name_of(journal, player) if player is not None and self._keeper.is_shared else "",
            unfinished=[entry_answer(e) for e in journal.entries(player, is_open, MOST_UNFINISHED)] if player else [],
            unfinished_count=journal.count(player, is_open) if player else 0,
            today=done,
            has_won=journal.count(player, Filter(endings=(Ending.WON,))) > 0 if player else False,
            recent=journal.recent_games(player) if player else [],
            settings=journal.settings(player).get("page", "") if player else "",
        )

    async def entries(self, request: Request) -> Response:
        """A page of the history."""
        wanted = filter_of(request.query_params)
        after = place_in_history(request.query_params.get("after", ""))
        limit = number_of(request.query_params.get("limit", ""), ON_A_PAGE, MOST_ON_A_PAGE)
        _, visitor = await self._visits.visitor(request)

        def found(journal: Journal) -> EntriesAnswer:
            player = journal.known_player(visitor.key)
            if player is None:
                return EntriesAnswer([], 0, "")
            some = journal.entries(player, wanted, limit, after)
            end = f"{some[-1].saved},{some[-1].id}" if len(some) == limit else ""
            known = found_in(journal, player, [entry.id for entry in some])
            answers = [entry_answer(entry, known.get(entry.id)) for entry in some]
            return EntriesAnswer(answers, journal.count(player, wanted), end)

        return uncached(await self._keeper.ask(found))

    async def statistics(self, request: Request) -> Response:
        """The journal in numbers."""
        wanted = filter_of(request.query_params)
        _, visitor = await self._visits.visitor(request)

        def found(journal: Journal) -> StatisticsAnswer:
            player = journal.known_player(visitor.key)
            if player is not None:
                self._saw(player)
            return statistics_answer(journal, player, wanted)

        return uncached(await self._keeper.ask_long(client_of(request.scope), found))

    async def share(self, request: Request) -> Response:
        """A finished game in a few words for others, with its accuracy once it has been analysed."""
        id = request.query_params.get("id", "")
        _, visitor = await self._visits.visitor(request)

        def found(journal: Journal) -> ToShareAnswer:
            player = journal.known_player(visitor.key)
            entry = journal.find(player, id) if player is not None and ID.fullmatch(id) else None
            if player is None or entry is None or entry.ending is Ending.OPEN:
                raise BadEntry("There is no such finished game.")
            self._saw(player)
            known = found_in(journal, player, [id]).get(id, Analysis())
            return ToShareAnswer(share_text(entry, known.accuracy), known.accuracy, known.is_made)

        return uncached(await self._keeper.ask(found))

    async def export(self, request: Request) -> Response:
        """The journal as a file to keep."""
        format = request.query_params.get("format", "lines")
        if format not in FORMATS:
            raise BadEntry(f'"{shorten(format)}" is not a format: choose {", ".join(FORMATS)}.')
        _, visitor = await self._visits.visitor(request)

        def begun(journal: Journal) -> Iterator[str]:
            player = journal.known_player(visitor.key)
            return written(journal.all_entries(player) if player is not None else (), format)

        client = client_of(request.scope)
        text = await self._keeper.ask(begun)
        first = await self._keeper.ask_long(client, lambda _: _part(text))

        async def parts() -> AsyncIterator[str]:
            part = first
            while part:
                yield part
                part = await self._keeper.ask_long(client, lambda _: _part(text))

        kind, ending = {"lines": ("text/plain", "txt"), "json": (JSON, "json"), "csv": ("text/csv", "csv")}[format]
        name = f"longwood-journal-{datetime.now(UTC).date().isoformat()}.{ending}"
        headers = {"cache-control": NEVER, "content-disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(parts(), 200, headers, kind)


def _part(text: Iterator[str]) -> str:
    """The next piece of a file that may be long."""
    return "".join(islice(text, GAMES_IN_A_PART))
