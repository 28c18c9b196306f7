"""The commands of the journal: what was played, in lists and numbers; taking it along, deleting, restoring."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longwood import __version__
from longwood.cli import inputs
from longwood.cli.arguments import AsJson, InJournal
from longwood.cli.files import write_whole
from longwood.cli.output import Output, name_words
from longwood.core.words import shorten
from longwood.games import EXAMPLE
from longwood.journal import JournalError
from longwood.journal.entries import Ending, checked_deal, is_day, local_day, parse_time, time_text
from longwood.journal.where import NONE, chosen
from longwood.journal.words import (
    counted,
    day_words,
    long_time_words,
    percent,
    share_words,
    stone_words,
    time_words,
    title_of,
)
from longwood.notation import NotationError, find_game

if TYPE_CHECKING:
    from longwood.journal.entries import Entry
    from longwood.journal.statistics import Summary
    from longwood.journal.store import Filter, Journal

app = typer.Typer(help="Your journal: the games that you played.", rich_markup_mode=None, add_completion=False)

OfGame = Annotated[
    str, typer.Option("--game", metavar="GAME", help="Only this game.", autocompletion=inputs.complete_slug)
]
OfDeal = Annotated[str, typer.Option("--deal", metavar="DEAL", help=f"Only this deal, as in {EXAMPLE}.5.")]
WithEnding = Annotated[
    str, typer.Option("--ending", metavar="E", help="Only games that are open, won, stuck or given-up.")
]
Since = Annotated[str, typer.Option("--since", metavar="DATE", help="Only games from this day on.")]
Until = Annotated[str, typer.Option("--until", metavar="DATE", help="Only games up to this day.")]
LISTED = 20
"""How many games are listed where nobody says how many."""


@contextmanager
def opened(where: str) -> Iterator[tuple["Journal", int]]:
    """The journal that is meant, and the player."""
    place = chosen(where)
    if place == NONE:
        raise JournalError("There is no journal: --journal none was chosen.")
    from longwood.journal.places import open_journal

    found = open_journal(place)
    if found.note:
        sys.stderr.write(f"longwood: {found.note}\n")
    with found.journal as journal:
        yield journal, journal.player()


def wanted(game: str = "", deal: str = "", ending: str = "", since: str = "", until: str = "") -> "Filter":
    """The filter that some options make."""
    from longwood.journal.store import Filter

    endings = {each.value.replace(" ", "-"): each for each in Ending}
    if ending and ending not in endings:
        raise NotationError(f'"{shorten(ending)}" is not an ending: choose one of {", ".join(endings)}.')
    for text in (since, until):
        if text and not is_day(text):
            raise NotationError(f'"{shorten(text)}" is not a date: write it as in 2026-11-16.')
    return Filter(
        game=find_game(game).slug if game else "",
        deal=checked_deal(deal) if deal else "",
        endings=(endings[ending],) if ending else (),
        since=parse_time(since) if since else 0,
        until=parse_time(until) + 86_400_000 if until else 0,
    )


@app.callback(invoke_without_command=True)
def overview(context: typer.Context, journal: InJournal = "") -> None:
    """Show your journal: numbers, unfinished games, the last ones."""
    if context.invoked_subcommand is not None:
        return
    from longwood.journal.store import Filter

    out = Output()
    with opened(journal) as (book, player):
        _say_summary(out, book, player)
        unfinished = book.entries(player, Filter(endings=(Ending.OPEN,)), LISTED // 2)
        if unfinished:
            out.say("\nUnfinished (longwood play --resume continues the first):")
            for entry in unfinished:
                out.line(_line(entry))
        last = book.entries(
            player, Filter(endings=tuple(each for each in Ending if each is not Ending.OPEN)), LISTED // 2
        )
        if last:
            out.say("\nFinished last:")
            for entry in last:
                out.line(_line(entry))


@app.command("path")
def path_(journal: InJournal = "") -> None:
    """Say where the journal is kept."""
    Output().line(chosen(journal))


@app.command("list")
def list_(
    game: OfGame = "",
    deal: OfDeal = "",
    ending: WithEnding = "",
    since: Since = "",
    until: Until = "",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, help="How many, the newest first.")
    ] = LISTED,
    as_record: Annotated[bool, typer.Option("--record", "-q", help="Print only record lines.")] = False,
    as_json: AsJson = False,
    journal: InJournal = "",
) -> None:
    """List games, the newest first."""
    out = Output()
    with opened(journal) as (book, player):
        asked = wanted(game, deal, ending, since, until)
        entries = book.entries(player, asked, count)
        if as_json:
            from longwood.journal.exchange import facts_of

            out.line(json.dumps([facts_of(entry) for entry in entries]))
            return
        for entry in entries:
            out.line(entry.record if as_record else _line(entry))
        if not as_record:
            more = book.count(player, asked) - len(entries)
            if more > 0:
                out.say(f"{more:,} more: --count {count + more} lists all.")
            elif not entries:
                out.say("No such game in the journal.")


@app.command("export")
def export(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The file to write; standard output if there is none.")
    ] = "",
    format: Annotated[
        str, typer.Option("--format", metavar="F", help="lines, json or csv; by default what the file's name says.")
    ] = "",
    game: OfGame = "",
    ending: WithEnding = "",
    since: Since = "",
    until: Until = "",
    journal: InJournal = "",
) -> None:
    """Write the journal as lines of text (a record and a comment of facts each), JSON or CSV."""
    from longwood.journal.exchange import written

    kind = format or {".json": "json", ".csv": "csv"}.get(Path(file).suffix.lower(), "lines")
    out = Output()
    with opened(journal) as (book, player):
        entries = book.entries(player, wanted(game, "", ending, since, until), None)[::-1]
        text = written(entries, kind)
        if file and file != "-":
            write_whole(Path(file).expanduser(), "".join(text))
            out.say(f"{counted(len(entries), 'game')} written to {name_words(file)}.")
        else:
            for part in text:
                sys.stdout.write(part)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export, a file of records or links, or -.")],
    journal: InJournal = "",
) -> None:
    """Take games into the journal. Each is replayed; importing twice changes nothing."""
    from longwood.journal.exchange import read
    from longwood.journal.store import now

    out = Output()
    try:
        text = (
            sys.stdin.read() if file == "-" else Path(file).expanduser().read_text(encoding="utf-8", errors="replace")
        )
    except OSError as error:
        raise NotationError(f"{name_words(file)} cannot be read: {error.strerror}.") from None
    found = read(text, now())
    with opened(journal) as (book, player):
        new = book.add(player, found.entries)
    for problem in found.problems:
        out.problem(problem, is_apart=True)
    there = len(found.entries) - new
    out.say(f"{counted(new, 'game')} imported{f', {there} were there already' if there else ''}.")
    if found.problems:
        raise typer.Exit(2)


@app.command("delete")
def delete(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Entries, as longwood journal list names them.")],
    journal: InJournal = "",
) -> None:
    """Delete entries; longwood journal undelete brings them back, for 30 days."""
    out = Output()
    with opened(journal) as (book, player):
        names = [_one(book, player, id) for id in ids]
        gone = book.delete(player, names)
    out.say(f"{counted(gone, 'game')} deleted; longwood journal undelete brings {'it' if gone == 1 else 'them'} back.")


@app.command("undelete")
def undelete(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Entries; what was deleted last if none.")
    ] = None,
    journal: InJournal = "",
) -> None:
    """Bring deleted entries back."""
    with opened(journal) as (book, player):
        back = book.undelete(player, ids or book.last_deleted(player))
    if not back:
        raise NotationError("Nothing is deleted that could be brought back.")
    Output().say(f"{counted(back, 'game')} brought back.")


@app.command("restore")
def restore(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A backup; the newest one if none is named.")] = "",
    journal: InJournal = "",
) -> None:
    """Bring back the games of a backup. What is in the journal stays as it is."""
    from longwood.journal.places import restore as bring_back

    with opened(journal) as (book, _):
        found = bring_back(book, Path(file).expanduser() if file else None)
    Output().say(f"{found.new:,} of the {counted(found.games, 'game')} in {name_words(str(found.path))} were missing.")


def stats(
    game: OfGame = "",
    since: Since = "",
    until: Until = "",
    as_json: AsJson = False,
    journal: InJournal = "",
) -> None:
    """Your games in numbers: wins, streaks, best times, by game, level and month."""
    out = Output()
    with opened(journal) as (book, player):
        asked = wanted(game, "", "", since, until)
        if as_json:
            out.line(json.dumps(_numbers(book, player, asked)))
        else:
            _say_summary(out, book, player, asked)


def _numbers(book: "Journal", player: int, asked: "Filter") -> dict[str, object]:
    from longwood.journal.statistics import day_streaks, milestones, month, summaries, summary, won_days

    games = book.games(player, asked)
    now, longest = day_streaks(won_days(games), datetime.now(UTC).date())

    def facts(of: "Summary") -> dict[str, object]:
        return asdict(of) | {"share": of.share}

    return {
        "version": __version__,
        "all": facts(summary(games)),
        "games": {slug: facts(of) for slug, of in summaries(games, lambda g: g.game).items()},
        "levels": {level: facts(of) for level, of in summaries(games, lambda g: str(g.level or "")).items()},
        "months": {name: facts(of) for name, of in summaries(games, month).items()},
        "days": {"streak": now, "longest": longest},
        "milestones": [stone._asdict() | {"when": time_text(stone.when)} for stone in milestones(games)],
    }


def _say_summary(out: Output, book: "Journal", player: int, asked: "Filter | None" = None) -> None:
    from longwood.journal.statistics import day_streaks, milestones, month, summaries, summary, won_days

    games = book.games(player, asked)
    if not games:
        out.say("The journal is empty. longwood, or longwood play, starts a game.")
        return
    whole = summary(games)
    out.say(
        f"You {share_words(whole)} in {long_time_words(whole.seconds)}." if whole.played else "No finished game yet."
    )
    if whole.played:
        out.say(f"Streak: {counted(whole.streak, 'win')} in a row, {whole.longest_streak} at most.")
    days = won_days(games)
    if days:
        now, longest = day_streaks(days, datetime.now(UTC).date())
        out.say(f"Deals of the day won: {len(days)}. Days in a row: {now}, {longest} at most.")
    if whole.accuracy is not None:
        out.say(f"Accuracy: {whole.accuracy:.0f}, from {counted(whole.analysed, 'analysed game')}.")
    _say_table(out, "Game", {title_of(slug): of for slug, of in summaries(games, lambda g: g.game).items()})
    levels = summaries(games, lambda g: LEVEL_WORDS[g.level])
    if levels:
        _say_table(out, "Level", levels)
    months = dict(sorted(summaries(games, month).items(), reverse=True)[:12])
    if len(months) > 1:
        _say_table(out, "Month", months)
    stones = milestones(games)
    if stones:
        out.say("\nMilestones:")
        for stone in stones[-8:]:
            out.say(f"  {day_words(date.fromisoformat(time_text(stone.when)[:10]))}: {stone_words(stone)}")


LEVEL_WORDS = ("", "easy", "medium", "hard", "very hard")


def _say_table(out: Output, name: str, rows: dict[str, "Summary"]) -> None:
    out.say()
    width = max(len(name), *[len(title) for title in rows])
    out.line(f"{name:{width}}  played   won    share  streak  best time  fewest moves  best score")
    for title, of in rows.items():
        share = percent(of.share) if of.played else "-"
        best = time_words(of.best_seconds) if of.best_seconds is not None else "-"
        score = "-" if of.best_score is None else str(of.best_score)
        out.line(
            f"{title:{width}}  {of.played:6}  {of.won:4}  {share:>7}  {of.longest_streak:6}  {best:>9}  "
            f"{of.best_acts or '-':>12}  {score:>10}"
        )


def _line(entry: "Entry") -> str:
    """An entry for people: its name, date, game, how it ended."""
    day = local_day(entry.when, entry.offset).isoformat()
    facts = [entry.ending.value, counted(entry.acts, "move"), f"score {entry.score}", time_words(entry.seconds)]
    number = entry.deal.partition(".")[2]
    deal = f" {number}" if number.isdecimal() else ""
    return f"{entry.id:20}  {day}  {title_of(entry.game)}{deal}: {', '.join(facts)}"


def _one(book: "Journal", player: int, id: str) -> str:
    """The name of an entry that there is."""
    found = book.find(player, id)
    if not found:
        raise NotationError(f'There is no entry "{shorten(id)}": longwood journal list names them.')
    return found.id
