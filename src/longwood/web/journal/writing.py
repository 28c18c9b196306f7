"""The journal's addresses that change it: saving, ending, deleting, taking games in. The rules replay what is sent."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from longwood.journal import BadEntry
from longwood.journal.entries import A_DAY, ID, Ending, Judged
from longwood.journal.exchange import Facts, Reading, record_of, rows, with_redo
from longwood.journal.places import restore
from longwood.journal.saves import Saved
from longwood.journal.statistics import news
from longwood.journal.store import Journal, now
from longwood.journal.words import news_words, share_text
from longwood.web.bodies import uncached
from longwood.web.cache import Line, ReadLine
from longwood.web.clients import client_of
from longwood.web.guard import Endpoint
from longwood.web.journal.answers import (
    ChangedAnswer,
    EndRequest,
    IdsRequest,
    ImportedAnswer,
    ImportRequest,
    SavedAnswer,
    SaveRequest,
    TextRequest,
)
from longwood.web.journal.asked import ending_of
from longwood.web.journal.visits import Visits

MOST_IDS = 500
MOST_PROBLEMS = 50
"""Games that are named when they are refused; of others there is a number."""
MOST_SETTINGS = 4_000
"""Characters of what a page keeps as settings."""
MOST_REVISIONS = 2**31 - 1
"""As a database counts them."""
MOST_AGO = 90 * A_DAY
"""Milliseconds that a save may have waited."""


class Writing:
    """What can be written."""

    def __init__(self, visits: Visits, line: ReadLine, next_line: ReadLine, saw: Callable[[int], None]) -> None:
        self._visits = visits
        self._next_line = next_line
        self._saw = saw
        self._keeper = visits.keeper
        self._line = line

    def addresses(self) -> dict[str, Endpoint]:
        """Where."""
        return {
            "/api/journal/save": self.save,
            "/api/journal/end": self.end,
            "/api/journal/delete": self.delete,
            "/api/journal/undelete": self.undelete,
            "/api/journal/settings": self.settings,
            "/api/journal/import": self.import_,
            "/api/journal/restore": self.restore,
        }

    async def save(self, request: Request) -> Response:
        """A game as it stands: the rules replay it before anything is written."""
        visitor, told = await self._visits.change(request, SaveRequest)
        is_revision = 0 <= told.based_on <= MOST_REVISIONS
        if not (ID.fullmatch(told.id) and is_revision and 0 <= told.ago <= MOST_AGO):
            raise BadEntry("An entry has a name of 8 to 40 letters and digits, and a revision from 0.")
        line = await self._line(told.record, client_of(request.scope))
        found = judged_line(line)
        played = replace(told, record=line.text, source="page")
        ending, ago = ending_of(told.ending), int(told.ago)

        def saved(journal: Journal) -> tuple[int, Saved]:
            # In one go: a save is the one thing that happens all the time.
            if ending is Ending.OPEN:
                done = journal.save_act(visitor.key, told.id, told.based_on, played, found, ago=ago, is_seen=True)
                if done:
                    return 0, done
            player = self._visits.player_now(request, visitor, journal)
            return player, journal.save(
                player, told.id, told.based_on, played, found, ending=ending, ago=ago, is_seen=True
            )

        player, done = await self._keeper.ask(saved)
        if done.ending is Ending.OPEN:
            return uncached(SavedAnswer(done.id, done.revision, done.ending.value, [], ""))
        self._saw(player)
        client = client_of(request.scope)
        fresh, share = await self._keeper.ask_long(client, lambda journal: _told(journal, player, done))
        return uncached(SavedAnswer(done.id, done.revision, done.ending.value, fresh, share))

    async def end(self, request: Request) -> Response:
        """Close an open game as it stands: given up, or stuck if the rules say so."""
        visitor, told = await self._visits.change(request, EndRequest)
        ending = ending_of(told.ending)
        player = await self._visits.player(request, visitor)
        entry = await self._keeper.ask(lambda journal: journal.find(player, told.id))
        if entry is None or ending in (Ending.OPEN, Ending.WON):
            raise BadEntry("There is no such open game.")
        if ending is Ending.STUCK:
            line = await self._line(entry.record, client_of(request.scope))
            if not judged_line(line).is_stuck:
                raise BadEntry("This game is not stuck: there are legal moves.")
        done = await self._keeper.ask(lambda journal: journal.end(player, told.id, ending))
        self._saw(player)
        return uncached(ChangedAnswer(int(done)))

    async def delete(self, request: Request) -> Response:
        """Delete entries; for a while that can be undone."""
        return await self._mark(request, Journal.delete)

    async def undelete(self, request: Request) -> Response:
        """Have deleted entries back."""
        return await self._mark(request, Journal.undelete)

    async def _mark(self, request: Request, change: Callable[[Journal, int, Sequence[str]], int]) -> Response:
        visitor, told = await self._visits.change(request, IdsRequest)
        if len(told.ids) > MOST_IDS:
            raise BadEntry(f"At most {MOST_IDS} entries are changed at once.")
        player = await self._visits.player(request, visitor)
        return uncached(ChangedAnswer(await self._keeper.ask(lambda journal: change(journal, player, told.ids))))

    async def settings(self, request: Request) -> Response:
        """Keep what the player chose."""
        visitor, told = await self._visits.change(request, TextRequest)
        if len(told.text) > MOST_SETTINGS:
            raise BadEntry(f"Settings have {MOST_SETTINGS} characters at most.")
        player = await self._visits.player(request, visitor)
        await self._keeper.ask(lambda journal: journal.choose(player, {"page": told.text}))
        return uncached(ChangedAnswer(1))

    async def import_(self, request: Request) -> Response:
        """Take games in, a part at a time."""
        visitor, told = await self._visits.change(request, ImportRequest)
        player = await self._visits.player(request, visitor)
        found = Reading(now())
        for where, facts in rows(told.text, told.before):
            found.take(where, facts, await self._judge(facts, client_of(request.scope)))
        new = await self._keeper.ask(lambda journal: journal.add(player, found.entries))
        return uncached(
            ImportedAnswer(new, len(found.entries) - new, len(found.problems), found.problems[:MOST_PROBLEMS])
        )

    async def _judge(self, facts: Facts, client: str) -> Judged | BadEntry:
        """What the rules say of one game of many, with what can be redone. Between two others get their turn."""
        try:
            record = record_of(facts)
            found = judged_line(await self._next_line(record, client))
            if longer := with_redo(record, facts, found):
                await self._next_line(longer, client)
        except ValueError as error:
            return BadEntry(str(error))
        return found

    async def restore(self, request: Request) -> Response:
        """Bring back the games of the newest backup."""
        await self._visits.change(request, IdsRequest)
        if self._keeper.is_shared:
            raise BadEntry("On a shared server only its operator can restore a backup.")
        found = await self._keeper.ask(restore)
        self._keeper.note = ""
        return uncached(ChangedAnswer(found.new))


def judged_line(line: Line) -> Judged:
    """What the rules say of a line of play."""
    game, p = line.game, line.position
    is_won = game.won(p)
    return Judged(game.slug, line.count, game.score(p), is_won, not is_won and not game.moves(p))


def _told(journal: Journal, player: int, done: Saved) -> tuple[list[str], str]:
    """What is new about a game that has ended, and what to tell others."""
    entry = journal.find(player, done.id)
    found = news(journal.games(player), done.id) if done.ending is Ending.WON else None
    return news_words(found, entry.game) if found and entry else [], share_text(entry) if entry else ""
