"""What only a shared server has: names, other devices, the leaderboard of the day, and being forgotten."""

from starlette.requests import Request
from starlette.responses import Response

from longwood.core.words import shorten
from longwood.journal import BadEntry
from longwood.journal.entries import checked_deal
from longwood.journal.shared import PASS_MINUTES, DayWin, choose_name, day_wins, forget_player, new_pass, redeem
from longwood.journal.store import Journal
from longwood.notation import find_game
from longwood.web.bodies import uncached
from longwood.web.cache import ReadLine
from longwood.web.clients import client_of
from longwood.web.guard import Endpoint
from longwood.web.journal.answers import (
    ChangedAnswer,
    IdsRequest,
    LeadersAnswer,
    NameAnswer,
    PassAnswer,
    TextRequest,
)
from longwood.web.journal.asked import day_of
from longwood.web.journal.leaders import leaders
from longwood.web.journal.players import give_key, new_key
from longwood.web.journal.visits import Visits


class Sharing:
    """Many players at one server."""

    def __init__(self, visits: Visits, next_line: ReadLine) -> None:
        self._visits = visits
        self._keeper = visits.keeper
        self._next_line = next_line

    def addresses(self) -> dict[str, Endpoint]:
        """Where something is changed."""
        return {
            "/api/journal/name": self.name,
            "/api/journal/pass": self.pass_,
            "/api/journal/join": self.join,
            "/api/journal/forget": self.forget,
        }

    async def day(self, request: Request) -> Response:
        """Who won the day's deal; the page knows from the analyst which deal that is."""
        game = find_game(request.path_params["slug"])
        day, deal = day_of(request.query_params.get("date", "")), checked_deal(request.query_params.get("deal", ""))
        if "/" in deal or not deal.startswith(game.slug):
            raise BadEntry(f'"{shorten(deal)}" is not a deal of {game.title}.')
        if not self._keeper.is_shared:
            raise BadEntry("A leaderboard is kept by a shared server.")
        _, visitor = await self._visits.visitor(request)
        me, wins = await self._keeper.ask(
            lambda journal: (journal.known_player(visitor.key), day_wins(journal, day, game.slug, deal))
        )
        replayed = [win for win in wins if await self._is_won(win, client_of(request.scope))]
        lists = leaders(replayed, me)
        return uncached(LeadersAnswer(day, game.slug, game.title, deal, *lists))

    async def _is_won(self, win: DayWin, client: str) -> bool:
        line = await self._next_line(win.record, client)
        return line.game.won(line.position)

    async def name(self, request: Request) -> Response:
        """Choose a name for the leaderboard, or none."""
        visitor, told = await self._visits.change(request, TextRequest)
        self._visits.check_shared()
        player = await self._visits.player(request, visitor)
        return uncached(NameAnswer(await self._keeper.ask(lambda journal: choose_name(journal, player, told.text))))

    async def pass_(self, request: Request) -> Response:
        """A code that takes this journal to another device."""
        visitor, _ = await self._visits.change(request, IdsRequest)
        self._visits.check_shared()
        player = await self._visits.player(request, visitor)
        return uncached(PassAnswer(await self._keeper.ask(lambda journal: new_pass(journal, player)), PASS_MINUTES))

    async def join(self, request: Request) -> Response:
        """Have this browser play for the player of a code."""
        visitor, told = await self._visits.change(request, TextRequest)
        self._visits.check_shared()
        self._visits.check_codes(request)
        key = new_key()

        def joined(journal: Journal) -> tuple[Journal, int]:
            player = redeem(journal, told.text, key, journal.known_player(visitor.key))
            return journal, journal.count(player)

        journal, count = await self._keeper.ask(joined)
        response = uncached(ChangedAnswer(count))
        give_key(request, response, journal, key)
        return response

    async def forget(self, request: Request) -> Response:
        """Delete all that is known of a player, at once and for good."""
        visitor, _ = await self._visits.change(request, IdsRequest)
        self._visits.check_shared()

        def forgotten(journal: Journal) -> int:
            player = journal.known_player(visitor.key)
            if player is not None:
                forget_player(journal, player)
            return int(player is not None)

        return uncached(ChangedAnswer(await self._keeper.ask(forgotten)))
