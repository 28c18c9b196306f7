"""The journal's addresses. Reading is for the table's own pages, writing needs their token, and rates are bounded."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from longwood.core.words import shorten
from longwood.journal import BadEntry, BusyJournal, FullJournal, JournalError
from longwood.journal.entries import ID, Ending, Entry, Judged, Played, checked_deal, is_day, parse_time
from longwood.journal.exchange import FORMATS, read, written
from longwood.journal.places import restore
from longwood.journal.shared import PASS_MINUTES, DayWin, choose_name, day_wins, name_of, new_pass, redeem
from longwood.journal.statistics import (
    Summary,
    calendar,
    day_streaks,
    milestones,
    news,
    over_time,
    summaries,
    summary,
    won_days,
)
from longwood.journal.store import Filter, Journal, Saved, now
from longwood.journal.words import news_words, share_text, share_words, stone_words, title_of
from longwood.notation import NotationError, find_game
from longwood.web.cache import Line
from longwood.web.clients import client_of
from longwood.web.journal.answers import (
    ChangedAnswer,
    DayAnswer,
    EndRequest,
    EntriesAnswer,
    EntryAnswer,
    IdsRequest,
    ImportedAnswer,
    JournalAnswer,
    LeaderAnswer,
    LeadersAnswer,
    MilestoneAnswer,
    MonthAnswer,
    NameAnswer,
    PassAnswer,
    SavedAnswer,
    SaveRequest,
    StatisticsAnswer,
    TextRequest,
    TotalsAnswer,
)
from longwood.web.journal.keeper import NOT_KEPT, Keeper
from longwood.web.journal.players import (
    NotYours,
    Visitor,
    check_ours,
    check_token,
    give_key,
    new_key,
    visitor_of,
)
from longwood.web.journal.rates import Rate

ReadLine = Callable[[str, str], Awaitable[Line]]
Endpoint = Callable[[Request], Awaitable[Response]]
T = TypeVar("T", bound=msgspec.Struct)

JSON, NEVER = "application/json", "no-store"
ON_A_PAGE, MOST_ON_A_PAGE = 50, 200
MOST_UNFINISHED = 50
MOST_IDS = 500
MOST_SETTINGS = 4_000
"""Characters of what a page keeps as settings."""
MOST_SEEN_LEAP = 12
"""More acts at once and the server has not seen the game being played: it has no time to tell then."""
MOST_LEADERS = 100
LEVEL_TITLES = ("", "Easy", "Medium", "Hard", "Very hard")
_MOST_OF_AN_ENTRY = 366 * 5
"""Days that the calendar goes back."""


TOO_MANY_PLAYERS = "There are too many new players from your address: try again later."


class TooOften(PermissionError):
    """A client that asks for too much; the message says so."""


class Reader:
    """Where the journal is read and written."""

    def __init__(self, keeper: Keeper, line: ReadLine) -> None:
        self.keeper = keeper
        self._line = line
        self._writes = Rate(at_once=120, a_second=12)
        self._writes_of_address = Rate(at_once=1_500, a_second=150)
        self._reads = Rate(at_once=60, a_second=6)
        self._codes = Rate(at_once=10, a_second=10 / 600)
        self._players = Rate(at_once=60, a_second=60 / 3600)

    def routes(self) -> list[Route]:
        """All addresses."""
        reading = {
            "/api/journal": self.start,
            "/api/journal/entries": self.entries,
            "/api/journal/statistics": self.statistics,
            "/api/journal/export": self.export,
            "/api/journal/day/{slug}": self.day,
        }
        writing = {
            "/api/journal/save": self.save,
            "/api/journal/end": self.end,
            "/api/journal/delete": self.delete,
            "/api/journal/undelete": self.undelete,
            "/api/journal/settings": self.settings,
            "/api/journal/import": self.import_,
            "/api/journal/restore": self.restore,
            "/api/journal/name": self.name,
            "/api/journal/pass": self.pass_,
            "/api/journal/join": self.join,
            "/api/journal/forget": self.forget,
        }
        return [
            *[Route(path, self._only_ours(ask, self._reads)) for path, ask in reading.items()],
            *[Route(path, self._only_ours(ask, None), methods=["POST"]) for path, ask in writing.items()],
        ]

    def _only_ours(self, ask: Endpoint, rate: Rate | None) -> Endpoint:
        async def ask_if_ours(request: Request) -> Response:
            check_ours(request)
            if rate and self.keeper.is_shared and not rate.allows(client_of(request.scope)):
                raise TooOften("The journal was asked too often: wait a moment.")
            return await ask(request)

        return ask_if_ours

    # Who asks, and for what.

    async def _visitor(self, request: Request) -> tuple[Journal, Visitor]:
        opened = self.keeper.opened
        journal = opened if opened is not None else await self.keeper.ask(lambda found: found)
        return journal, visitor_of(request, journal, self.keeper.is_shared)

    async def _change(self, request: Request, kind: type[T]) -> tuple[Visitor, T]:
        """Who wants to change something, and what; `NotYours`, `TooOften` or `BadEntry` if that cannot be."""
        journal, visitor = await self._visitor(request)
        check_token(request, visitor, journal)
        client = client_of(request.scope)
        is_within = self._writes.allows(visitor.key) and self._writes_of_address.allows(client)
        if self.keeper.is_shared and not is_within:
            raise TooOften("The journal is written to too often: wait a moment.")
        if request.headers.get("content-type", "").partition(";")[0] != JSON:
            raise BadEntry("The journal is sent JSON.")
        try:
            return visitor, msgspec.json.decode(await request.body(), type=kind)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise BadEntry(f"This cannot be read: {shorten(str(error))}.") from None

    async def _player(self, request: Request, visitor: Visitor) -> int:
        """The player of a key, who gets a place with the first thing that is written."""

        def known(journal: Journal) -> int | None:
            return journal.known_player(visitor.key)

        found = await self.keeper.ask(known)
        if found is not None:
            return found
        if not self._may_come(request):
            raise TooOften(TOO_MANY_PLAYERS)
        return await self.keeper.ask(lambda journal: journal.player(visitor.key))

    def _may_come(self, request: Request) -> bool:
        """Whether an address may bring another player; asking counts."""
        return not self.keeper.is_shared or self._players.allows(client_of(request.scope))

    # Reading.

    async def start(self, request: Request) -> Response:
        """What a page needs to begin with. A browser without a key gets one."""
        if not self.keeper.is_kept:
            return _sent(_no_journal(""))
        try:
            journal, visitor = await self._visitor(request)
            answer = await self.keeper.ask(lambda journal: self._started(journal, visitor))
        except JournalError as error:
            return _sent(_no_journal(str(error)))
        response = _sent(answer)
        if self.keeper.is_shared:
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
            is_shared=self.keeper.is_shared,
            token=visitor.token(journal),
            problem="",
            note=self.keeper.note,
            backup=self.keeper.backup,
            name=name_of(journal, player) if player is not None and self.keeper.is_shared else "",
            unfinished=[entry_answer(e) for e in journal.entries(player, is_open, MOST_UNFINISHED)] if player else [],
            unfinished_count=journal.count(player, is_open) if player else 0,
            today=done,
            settings=journal.settings(player).get("page", "") if player else "",
        )

    async def entries(self, request: Request) -> Response:
        """A page of the history."""
        wanted = _filter(request)
        after = _after(request.query_params.get("after", ""))
        limit = _number(request.query_params.get("limit", ""), ON_A_PAGE, MOST_ON_A_PAGE)
        _, visitor = await self._visitor(request)

        def found(journal: Journal) -> EntriesAnswer:
            player = journal.known_player(visitor.key)
            if player is None:
                return EntriesAnswer([], 0, "")
            some = journal.entries(player, wanted, limit, after)
            end = f"{some[-1].saved},{some[-1].id}" if len(some) == limit else ""
            return EntriesAnswer([entry_answer(e) for e in some], journal.count(player, wanted), end)

        return _sent(await self.keeper.ask(found))

    async def statistics(self, request: Request) -> Response:
        """The journal in numbers."""
        wanted = _filter(request)
        _, visitor = await self._visitor(request)

        def found(journal: Journal) -> StatisticsAnswer:
            player = journal.known_player(visitor.key)
            return statistics_answer(journal, player, wanted)

        return _sent(await self.keeper.ask(found))

    async def export(self, request: Request) -> Response:
        """The journal as a file to keep."""
        format = request.query_params.get("format", "lines")
        if format not in FORMATS:
            raise BadEntry(f'"{shorten(format)}" is no format: choose {", ".join(FORMATS)}.')
        _, visitor = await self._visitor(request)

        def found(journal: Journal) -> str:
            player = journal.known_player(visitor.key)
            return "".join(written(journal.entries(player, None, None)[::-1] if player else [], format))

        kind, ending = {"lines": ("text/plain", "txt"), "json": (JSON, "json"), "csv": ("text/csv", "csv")}[format]
        name = f"longwood-journal-{datetime.now(UTC).date().isoformat()}.{ending}"
        headers = {"cache-control": NEVER, "content-disposition": f'attachment; filename="{name}"'}
        return Response(await self.keeper.ask(found), 200, headers, kind)

    async def day(self, request: Request) -> Response:
        """Who won the day's deal; the page knows from the analyst which deal that is."""
        game = find_game(request.path_params["slug"])
        day, deal = request.query_params.get("date", ""), checked_deal(request.query_params.get("deal", ""))
        if not is_day(day):
            raise BadEntry(f'"{shorten(day)}" is not a date: write it as in 2026-11-16.')
        if "/" in deal or not deal.startswith(game.slug):
            raise BadEntry(f'"{shorten(deal)}" is not a deal of {game.title}.')
        if not self.keeper.is_shared:
            raise BadEntry("A leaderboard is kept by a shared server.")
        _, visitor = await self._visitor(request)
        me, wins = await self.keeper.ask(
            lambda journal: (journal.known_player(visitor.key), day_wins(journal, day, game.slug, deal))
        )
        replayed = [win for win in wins if await self._is_won(win, client_of(request.scope))]
        lists = leaders(replayed, day, me)
        return _sent(LeadersAnswer(day, game.slug, game.title, deal, *lists))

    async def _is_won(self, win: DayWin, client: str) -> bool:
        line = await self._line(win.record, client)
        return line.game.won(line.position)

    # Writing.

    async def save(self, request: Request) -> Response:
        """A game as it stands: the rules replay it before anything is written."""
        visitor, told = await self._change(request, SaveRequest)
        if not ID.fullmatch(told.id) or told.based_on < 0 or not 0 <= told.ago <= 90 * 86_400_000:
            raise BadEntry("An entry has a name of 8 to 40 letters and digits, and a revision from 0.")
        line = await self._line(told.record, client_of(request.scope))
        found = judged_line(line)
        facts = {
            each.name: getattr(told, each.name) for each in fields(Played) if each.name not in ("record", "source")
        }
        played = Played(record=line.text, **facts)
        ending = _ending(told.ending)

        def saved(journal: Journal) -> tuple[int, Saved]:
            # In one go: a save is the one thing that happens all the time.
            player = journal.known_player(visitor.key)
            if player is None:
                if not self._may_come(request):
                    raise TooOften(TOO_MANY_PLAYERS)
                player = journal.player(visitor.key)
            return player, journal.save(
                player, told.id, told.based_on, played, found, ending=ending, ago=int(told.ago), is_seen=True
            )

        player, done = await self.keeper.ask(saved)
        fresh, share = [], ""
        if done.ending is not Ending.OPEN:
            share = share_text(
                game=found.game, day=played.day, acts=found.acts, seconds=played.seconds, undos=played.undos,
                help=played.help, is_won=found.is_won,
            )  # fmt: skip
        if done.ending is Ending.WON:
            fresh = await self.keeper.ask(lambda journal: _news(journal, player, done.id, found.game))
        return _sent(SavedAnswer(done.id, done.revision, done.ending.value, fresh, share))

    async def end(self, request: Request) -> Response:
        """Close an open game as it stands: given up, or stuck if the rules say so."""
        visitor, told = await self._change(request, EndRequest)
        ending = _ending(told.ending)
        player = await self._player(request, visitor)
        entry = await self.keeper.ask(lambda journal: journal.find(player, told.id))
        if entry is None or ending in (Ending.OPEN, Ending.WON):
            raise BadEntry("There is no such open game.")
        if (
            ending is Ending.STUCK
            and not judged_line(await self._line(entry.record, client_of(request.scope))).is_stuck
        ):
            raise BadEntry("This game is not stuck: there are legal moves.")
        done = await self.keeper.ask(lambda journal: journal.end(player, told.id, ending))
        return _sent(ChangedAnswer(int(done)))

    async def delete(self, request: Request) -> Response:
        """Delete entries; for a while that can be undone."""
        return await self._mark(request, Journal.delete)

    async def undelete(self, request: Request) -> Response:
        """Have deleted entries back."""
        return await self._mark(request, Journal.undelete)

    async def _mark(self, request: Request, change: Callable[[Journal, int, Sequence[str]], int]) -> Response:
        visitor, told = await self._change(request, IdsRequest)
        if len(told.ids) > MOST_IDS:
            raise BadEntry(f"At most {MOST_IDS} entries are changed at once.")
        player = await self._player(request, visitor)
        return _sent(ChangedAnswer(await self.keeper.ask(lambda journal: change(journal, player, told.ids))))

    async def settings(self, request: Request) -> Response:
        """Keep what the player chose."""
        visitor, told = await self._change(request, TextRequest)
        if len(told.text) > MOST_SETTINGS:
            raise BadEntry(f"Settings have {MOST_SETTINGS} characters at most.")
        player = await self._player(request, visitor)
        await self.keeper.ask(lambda journal: journal.choose(player, {"page": told.text}))
        return _sent(ChangedAnswer(1))

    async def import_(self, request: Request) -> Response:
        """Take games in, a part at a time."""
        visitor, told = await self._change(request, TextRequest)
        player = await self._player(request, visitor)

        def done(journal: Journal) -> ImportedAnswer:
            found = read(told.text, now())
            new = journal.add(player, found.entries)
            return ImportedAnswer(new, len(found.entries) - new, found.problems[:50])

        return _sent(await self.keeper.ask(done))

    async def restore(self, request: Request) -> Response:
        """Bring back the games of the newest backup."""
        await self._change(request, IdsRequest)
        if self.keeper.is_shared:
            raise BadEntry("Backups of a shared server are its keeper's affair.")
        found = await self.keeper.ask(restore)
        self.keeper.note = ""
        return _sent(ChangedAnswer(found.new))

    async def name(self, request: Request) -> Response:
        """Choose a name for the leaderboard, or none."""
        visitor, told = await self._change(request, TextRequest)
        self._shared_only()
        player = await self._player(request, visitor)
        return _sent(NameAnswer(await self.keeper.ask(lambda journal: choose_name(journal, player, told.text))))

    async def pass_(self, request: Request) -> Response:
        """A code that takes this journal to another device."""
        visitor, _ = await self._change(request, IdsRequest)
        self._shared_only()
        player = await self._player(request, visitor)
        return _sent(PassAnswer(await self.keeper.ask(lambda journal: new_pass(journal, player)), PASS_MINUTES))

    async def join(self, request: Request) -> Response:
        """Have this browser play for the player of a code."""
        visitor, told = await self._change(request, TextRequest)
        self._shared_only()
        if not self._codes.allows(client_of(request.scope)):
            raise TooOften("Too many codes were tried: wait ten minutes.")
        key = new_key()

        def joined(journal: Journal) -> tuple[Journal, int]:
            player = redeem(journal, told.text, key, journal.known_player(visitor.key))
            return journal, journal.count(player)

        journal, count = await self.keeper.ask(joined)
        response = _sent(ChangedAnswer(count))
        give_key(request, response, journal, key)
        return response

    async def forget(self, request: Request) -> Response:
        """Delete all that is known of a player, at once and for good."""
        visitor, _ = await self._change(request, IdsRequest)
        self._shared_only()

        def forgotten(journal: Journal) -> int:
            player = journal.known_player(visitor.key)
            if player is not None:
                journal.forget_player(player)
            return int(player is not None)

        return _sent(ChangedAnswer(await self.keeper.ask(forgotten)))

    def _shared_only(self) -> None:
        if not self.keeper.is_shared:
            raise BadEntry("This journal has one player only.")

    # What cannot be.

    @staticmethod
    def status_of(error: Exception) -> int:
        """The status that goes with a complaint."""
        if isinstance(error, NotYours):
            return 403
        if isinstance(error, TooOften):
            return 429
        if isinstance(error, FullJournal):
            return 507
        if isinstance(error, BadEntry):
            return 400
        if isinstance(error, BusyJournal):
            return 503
        return 404 if str(error) == NOT_KEPT else 503


def judged_line(line: Line) -> Judged:
    """What the rules say of a line of play."""
    game, p = line.game, line.position
    is_won = game.won(p)
    return Judged(game.slug, line.count, game.score(p), is_won, not is_won and not game.moves(p))


def leaders(wins: Sequence[DayWin], day: str, me: int | None) -> tuple[list[LeaderAnswer], list[LeaderAnswer]]:
    """The first win of each player on the day itself, those without help apart, the quickest first."""
    begin = parse_time(day)
    first: dict[int, DayWin] = {}
    for win in wins:
        if begin <= win.first_seen and win.last_seen < begin + 86_400_000:
            first.setdefault(win.player, win)
    lists: tuple[list[LeaderAnswer], list[LeaderAnswer]] = ([], [])
    for win in first.values():
        seconds = (win.last_seen - win.first_seen) / 1000 if win.leap <= MOST_SEEN_LEAP else None
        row = LeaderAnswer(win.name, seconds, win.acts, win.undos, win.player == me)
        lists[win.help > 0].append(row)
    for rows in lists:
        rows.sort(key=lambda row: (row.seconds is None, row.seconds or 0.0, row.acts, row.name))
        del rows[MOST_LEADERS:]
    return lists


def entry_answer(entry: Entry) -> EntryAnswer:
    """An entry as the page sees it."""
    names = [name for name in EntryAnswer.__struct_fields__ if name not in ("title", "ending")]
    facts = {name: getattr(entry, name) for name in names}
    return EntryAnswer(**facts, title=title_of(entry.game), ending=entry.ending.value)


def statistics_answer(journal: Journal, player: int | None, wanted: Filter) -> StatisticsAnswer:
    """The journal in numbers, as the page sees it."""
    games = journal.games(player, wanted) if player is not None else []
    now_, longest = day_streaks(won_days(games), datetime.now(UTC).date())
    return StatisticsAnswer(
        all=_summary("", "All games", summary(games)),
        games=[_summary(slug, title_of(slug), of) for slug, of in summaries(games, lambda game: game.game).items()],
        levels=[
            _summary(level, LEVEL_TITLES[int(level)], of)
            for level, of in sorted(summaries(games, lambda game: str(game.level or "")).items())
        ],
        months=[MonthAnswer(*point) for point in over_time(games)],
        days=[
            DayAnswer(day.day.isoformat(), day.played, day.won, day.is_deal_won)
            for day in calendar(games)[-_MOST_OF_AN_ENTRY:]
        ],
        day_streak=now_,
        longest_day_streak=longest,
        milestones=[MilestoneAnswer(stone_words(stone), stone.id, stone.when) for stone in milestones(games)],
    )


def _summary(key: str, title: str, of: Summary) -> TotalsAnswer:
    facts: dict[str, Any] = {each.name: getattr(of, each.name) for each in fields(Summary)}
    return TotalsAnswer(key=key, title=title, share=of.share, words=share_words(of), **facts)


def _news(journal: Journal, player: int, id: str, game: str) -> list[str]:
    found = news(journal.games(player), id)
    return news_words(found, game) if found else []


def _no_journal(problem: str) -> JournalAnswer:
    return JournalAnswer(
        is_kept=False, is_shared=False, token="", problem=problem, note="", backup="", name="", unfinished=[],
        unfinished_count=0, today={}, settings="",
    )  # fmt: skip


def _sent(answer: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(answer), headers={"cache-control": NEVER}, media_type=JSON)


def _ending(text: str) -> Ending:
    try:
        return Ending(text)
    except ValueError:
        raise BadEntry(f'"{shorten(text)}" is not an ending.') from None


def _filter(request: Request) -> Filter:
    asked = request.query_params
    since, until = asked.get("since", ""), asked.get("until", "")
    for text in (since, until):
        if text and not is_day(text):
            raise BadEntry(f'"{shorten(text)}" is not a date: write it as in 2026-11-16.')
    deal = checked_deal(asked.get("deal", ""))
    try:
        game = find_game(asked["game"]).slug if asked.get("game") else ""
    except NotationError as error:
        raise BadEntry(str(error)) from None
    return Filter(
        game=game,
        deal=deal,
        endings=(_ending(asked["ending"]),) if asked.get("ending") else (),
        since=parse_time(since) if since else 0,
        until=parse_time(until) + 86_400_000 if until else 0,
        level=_number(asked.get("level", ""), 0, 4),
        is_daily=asked.get("daily", "") == "1",
    )


def _number(text: str, other: int, most: int) -> int:
    if not text:
        return other
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= most):
        raise BadEntry(f'"{shorten(text)}" is not a number from 1 to {most}.')
    return int(text)


def _after(text: str) -> tuple[int, str] | None:
    if not text:
        return None
    saved, _, id = text.partition(",")
    if not (saved.isascii() and saved.isdecimal() and len(saved) < 17 and ID.fullmatch(id)):
        raise BadEntry(f'"{shorten(text)}" is no place in the history.')
    return int(saved), id
