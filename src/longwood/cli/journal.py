"""The commands of the journal: what was played, in lists and numbers; taking it along, deleting, restoring."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from longwood.cli import inputs
from longwood.cli.arguments import AsJson, InJournal
from longwood.cli.files import write_whole
from longwood.cli.journal_numbers import numbers, say_numbers
from longwood.cli.output import Output, name_words, printable
from longwood.cli.saving import may_write
from longwood.cli.statuses import BAD_INPUT
from longwood.core.words import counted, shorten
from longwood.games import EXAMPLE
from longwood.journal import JournalError
from longwood.journal.entries import A_DAY, Ending, checked_deal, is_day, local_day, parse_time
from longwood.journal.where import NONE, chosen
from longwood.journal.words import time_words, title_of
from longwood.notation import NotationError, find_game

if TYPE_CHECKING:
    from longwood.journal.accounts import Analysis
    from longwood.journal.entries import Entry
    from longwood.journal.filters import Filter
    from longwood.journal.store import Journal

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
MOST_LISTED = 1_000_000_000


@contextmanager
def opened(where: str, *, is_new: bool = False) -> Iterator[tuple["Journal", int]]:
    """The journal that is meant, and the player. One that was named has to be there, unless it may be new."""
    place = chosen(where)
    if place == NONE:
        raise JournalError("There is no journal: --journal none was chosen.")
    # A slip of the pen would look like an empty journal.
    if where and not is_new and "://" not in where and not Path(where).expanduser().exists():
        raise JournalError(f"There is no journal at {name_words(where)}.")
    from longwood.journal.places import is_text, open_journal

    if where and is_text(Path(where).expanduser()):
        raise JournalError(
            f"{name_words(where)} is no journal but a file of text: longwood journal import reads those."
        )

    found = open_journal(place)
    if found.note:
        sys.stderr.write(f"longwood: {printable(found.note)}\n")
    with found.journal as journal:
        yield journal, journal.player()


def wanted(game: str = "", deal: str = "", ending: str = "", since: str = "", until: str = "") -> "Filter":
    """The filter that some options make."""
    from longwood.journal.filters import Filter

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
        until=parse_time(until) + A_DAY if until else 0,
    )


@app.callback(invoke_without_command=True)
def overview(context: typer.Context, journal: InJournal = "") -> None:
    """Show your journal: numbers, unfinished games, the latest ones."""
    if context.invoked_subcommand is not None:
        return
    from longwood.journal.analyses import found_in
    from longwood.journal.filters import FINISHED, Filter

    out = Output()
    with opened(journal) as (book, player):
        say_numbers(out, book, player)
        unfinished = book.entries(player, Filter(endings=(Ending.OPEN,)), LISTED // 2)
        if unfinished:
            out.say("\nUnfinished (longwood play --resume continues the first):")
            for entry in unfinished:
                out.line(_line(entry))
        last = book.entries(player, Filter(endings=FINISHED), LISTED // 2)
        if last:
            out.say("\nFinished last:")
            known = found_in(book, player, [entry.id for entry in last])
            for entry in last:
                out.line(_line(entry, known.get(entry.id)))


@app.command("path")
def path_(journal: InJournal = "") -> None:
    """Say where the journal is kept."""
    out = Output()
    # As it is for programs; a terminal would obey some characters.
    out.line(printable(chosen(journal)) if out.is_terminal else chosen(journal))


@app.command("list")
def list_(
    game: OfGame = "",
    deal: OfDeal = "",
    ending: WithEnding = "",
    since: Since = "",
    until: Until = "",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", min=1, max=MOST_LISTED, help="How many, the newest first.")
    ] = LISTED,
    as_record: Annotated[bool, typer.Option("--record", "-q", help="Print only record lines.")] = False,
    as_json: AsJson = False,
    journal: InJournal = "",
) -> None:
    """List games, the newest first."""
    from longwood.journal.analyses import found_in

    out = Output()
    with opened(journal) as (book, player):
        asked = wanted(game, deal, ending, since, until)
        entries = book.entries(player, asked, count)
        known = found_in(book, player, [entry.id for entry in entries])
        if as_json:
            from longwood.journal.exchange import facts_of

            facts = [facts_of(entry) | _found_facts(known.get(entry.id)) for entry in entries]
            out.line(json.dumps(facts))
            return
        for entry in entries:
            out.line(entry.record if as_record else _line(entry, known.get(entry.id)))
        if not as_record:
            more = book.count(player, asked) - len(entries)
            if more > 0:
                out.say(f"{more:,} more: --count {count + more} lists all.")
            elif not entries:
                out.say("No such game in the journal.")


@app.command("export")
def export(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="The file to write; standard output if left out.")] = "",
    format: Annotated[
        str, typer.Option("--format", metavar="F", help="lines, json or csv; by default what the file's name says.")
    ] = "",
    game: OfGame = "",
    ending: WithEnding = "",
    since: Since = "",
    until: Until = "",
    force: Annotated[bool, typer.Option("--force", help="Replace the file without asking.")] = False,
    journal: InJournal = "",
) -> None:
    """Write the journal as lines of text (a record and a comment of facts each), JSON or CSV."""
    from longwood.journal.exchange import written

    kind = format or {".json": "json", ".csv": "csv"}.get(Path(file).suffix.lower(), "lines")
    out = Output()
    is_file = file not in ("", "-")
    if is_file and not may_write(Path(file).expanduser(), "the journal", is_forced=force):
        out.problem("Nothing was written.", is_apart=True)
        return
    with opened(journal) as (book, player):
        entries = book.entries(player, wanted(game, "", ending, since, until), None)[::-1]
        text = written(entries, kind)
        if is_file:
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
    """Import games into the journal. Each is replayed; importing twice changes nothing."""
    from longwood.journal.exchange import read
    from longwood.journal.store import now

    out = Output()
    found = read(inputs.bounded_text(file), now())
    with opened(journal, is_new=True) as (book, player):
        new = book.add(player, found.entries)
    for problem in found.problems:
        out.problem(problem, is_apart=True)
    there = len(found.entries) - new
    were = f", {there} {'was' if there == 1 else 'were'} there already" if there else ""
    out.say(f"{counted(new, 'game')} imported{were}.")
    if found.problems:
        raise typer.Exit(BAD_INPUT)


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
        list[str] | None, typer.Argument(metavar="[ID...]", help="Entries; those deleted last if left out.")
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
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="A backup; the newest one if left out.")] = "",
    journal: InJournal = "",
) -> None:
    """Bring back the games of a backup. What is in the journal stays as it is."""
    from longwood.journal.places import restore as bring_back

    with opened(journal, is_new=True) as (book, _):
        found = bring_back(book, Path(file).expanduser() if file else None)
    were = "was" if found.new == 1 else "were"
    Output().say(f"{found.new:,} of {counted(found.games, 'game')} in {name_words(str(found.path))} {were} missing.")


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
            out.line(json.dumps(numbers(book, player, asked)))
        else:
            say_numbers(out, book, player, asked)


def _found_facts(found: "Analysis | None") -> dict[str, object]:
    """What the analyst found in a game, for programs."""
    return {name: getattr(found, name, None) for name in ("accuracy", "chance", "skill", "luck", "best_score")}


def _line(entry: "Entry", found: "Analysis | None" = None) -> str:
    """An entry for people: its name, date, game, how it ended."""
    day = local_day(entry.when, entry.offset).isoformat()
    facts = [entry.ending.value, counted(entry.acts, "move"), f"score {entry.score}", time_words(entry.seconds)]
    if found and found.accuracy is not None:
        facts.append(f"accuracy {found.accuracy:.0f} %")
    number = entry.deal.partition(".")[2]
    deal = f" {number}" if number.isdecimal() else ""
    return f"{entry.id:20}  {day}  {title_of(entry.game)}{deal}: {', '.join(facts)}"


def _one(book: "Journal", player: int, id: str) -> str:
    """The name of an entry that there is."""
    found = book.find(player, id)
    if not found:
        raise NotationError(f'There is no entry "{shorten(id)}": longwood journal list names them.')
    return found.id
