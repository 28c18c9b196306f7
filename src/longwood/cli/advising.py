"""The commands of the analyst: hints, chances, deals that can be won."""

import re
import secrets
import sys
from contextlib import ExitStack
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from longwood.cli import inputs
from longwood.cli.arguments import AsJson, AsRecord, AsTable, RecordText, only_one
from longwood.cli.output import Output, progress_bar
from longwood.cli.solving import get_ready, ready_words, waiting, with_deal
from longwood.core.game import AnyGame, Deal
from longwood.core.words import shorten
from longwood.games import EXAMPLE, GAMES, family_of
from longwood.laid import check_known
from longwood.notation import NotationError, Record, find_game, move_text
from longwood.session import Session

if TYPE_CHECKING:
    from longwood.advice.deals import Winnable
    from longwood.advice.hints import Hint

LEVELS = ("easy", "medium", "hard", "very-hard")


def hint(
    record: RecordText,
    fair: Annotated[bool, typer.Option("--fair", help="Use visible cards only. This is the default.")] = False,
    hidden: Annotated[bool, typer.Option("--hidden", help="Use hidden cards: follow a proven win.")] = False,
    all_seeing: Annotated[bool, typer.Option("--all-seeing", hidden=True)] = False,
    count: Annotated[str, typer.Option("--count", "-n", metavar="N", help="How many moves to show.")] = "1",
    as_json: AsJson = False,
) -> None:
    """Say what to play and why, from visible cards only or using hidden cards."""
    from longwood.cli.chance_words import alike_words

    hidden = hidden or all_seeing  # as it was called once
    if fair and hidden:
        raise NotationError("Choose --fair or --hidden, not both.")
    if not re.fullmatch("[1-9][0-9]{0,2}", count):
        raise NotationError(f'"{shorten(count)}" is not a number of moves: give one from 1 to 999.')
    out = Output()
    for session in inputs.sessions(with_deal(record)):
        if hidden:
            check_known(session.deal)
        with waiting(session.game, asks_player=True):
            found = _hints(session, hidden, int(count))
        if as_json:
            from longwood.cli.json_text import hints_json

            out.line(hints_json(session, found, "all-seeing" if hidden else "fair"))
            continue
        for one in found:
            if one.move is None:
                out.say(one.why)
            else:
                out.say(f"{move_text(session.game, one.move)}: {session.game.describe(session.position, one.move)}.")
                out.say(f"    {one.why}{alike_words(session, one.chance)}")


def _hints(session: Session, uses_hidden: bool, count: int) -> "list[Hint]":
    from itertools import islice

    from longwood.advice.hints import fair_hints, seeing_hints

    game, p = session.game, session.position
    if uses_hidden:
        return list(islice(seeing_hints(game, p), count))
    return fair_hints(game, p, been={game.key(q) for q in session.positions})[:count]


def chances(
    record: RecordText,
    worlds: Annotated[
        bool,
        typer.Option("--worlds", help="Also show what it is based on: solved worlds and quick games."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Estimate the win chance of every move from what the player can see.

    It is how likely the analyst's fair player is to win from there, seeing no more than you.
    """
    from longwood.advice.chances import look
    from longwood.advice.trials import usual_effort
    from longwood.cli.chance_words import chances_lines

    out = Output()
    for session in inputs.sessions(with_deal(record)):
        game, p = session.game, session.position
        found = None
        with ExitStack() as stack:
            get_ready(game)
            advance = stack.enter_context(progress_bar("Possible worlds")) if sys.stderr.isatty() else None
            for found in look(game, p):
                if advance:
                    advance(found.share.trials / max(usual_effort(game).worlds, 1))
        if found is None:
            raise AssertionError("there is always a world")
        if as_json:
            from longwood.cli.json_text import chances_json

            out.line(chances_json(session, found))
            continue
        for line in chances_lines(session, found, with_worlds=worlds):
            out.say(line)


def complete_level(incomplete: str) -> list[str]:
    """The levels that a shell may complete a word to."""
    return [level for level in LEVELS if level.startswith(incomplete)]


def winnable(game: AnyGame, level: str | None) -> "Winnable":
    """A random deal that can be won, of a level if one is named."""
    level = level.replace(" ", "-") if level else level
    if level is not None and level not in LEVELS:
        raise NotationError(f'"{shorten(level)}" is not a level: they are {", ".join(LEVELS)}.')
    from longwood.advice.deals import NoDeal, find_winnable

    try:
        with waiting(game, asks_player=True):
            return find_winnable(game, secrets.randbelow(2**62), LEVELS.index(level) + 1 if level else None)
    except NoDeal as error:
        raise NotationError(str(error)) from None


def chosen_deal(text: str | None, is_daily: bool, level: str | None) -> inputs.Opened:
    """A game to play: the deal of the day, or one of a level. The journal remembers which it was."""
    game = inputs.game_named(text) if text else None
    if game is None or (is_daily and level):
        raise NotationError(f"Name a game and one of the two: longwood play {EXAMPLE} --daily, or --level easy.")
    if is_daily:
        with waiting(game, asks_player=True):
            found, day = _daily(game, _date(None)), _date(None).isoformat()
    else:
        found, day = winnable(game, level), ""
    session = Session(game, Deal(found.number))
    return inputs.Opened(session, note=f"{found.difficulty.rank_words}.", day=day, level=found.difficulty.level)


def difficulty_words(game: AnyGame, found: "Winnable") -> str:
    """How hard a deal is, in a sentence or two."""
    from longwood.advice.skill import position_win

    win = position_win(game, game.start(Deal(found.number)))
    return f"A winning line exists. {found.difficulty.rank_words}: {win.words} to win from what you can see."


def daily(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game; all games if left out.", autocompletion=inputs.complete_slug),
    ] = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="D", help="A date such as 2026-11-16; today if left out.")
    ] = None,
    as_record: AsRecord = False,
    as_table: AsTable = False,
    as_json: AsJson = False,
) -> None:
    """Show the deal of the day: winnable, and the same for everyone.

    On a terminal it comes with its level; in a pipe it is record lines for another command.
    """
    only_one(json=as_json, record=as_record, table=as_table)
    when = _date(day)
    games = list(GAMES.values()) if game is None else [find_game(game)]
    out = Output()
    with ExitStack() as stack:
        has_bar = sys.stderr.isatty() and len(games) > 1
        advance = stack.enter_context(progress_bar("Deals of the day")) if has_bar else None
        for number, one in enumerate(games):
            if advance:
                advance(number / len(games), ready_words(one))
                family_of(one).load()
                advance(number / len(games), f"Deals of the day: {one.title}")
                found = _daily(one, when)
            else:
                with waiting(one, asks_player=True):
                    found = _daily(one, when)
            record, hard = Record(one, Deal(found.number)), found.difficulty
            if as_json:
                from longwood.cli.json_text import daily_json

                out.line(daily_json(one, record, when.isoformat(), found))
            elif as_record or not (as_table or out.is_terminal):
                out.line(str(record))
            else:
                out.say(f"  {record!s:42}  {hard.rank_words}")
            out.flush()


def _daily(game: AnyGame, day: date) -> "Winnable":
    from longwood.advice.deals import NoDeal, daily_deal

    try:
        return daily_deal(game, day)
    except NoDeal as error:
        raise NotationError(str(error)) from None


def _date(text: str | None) -> date:
    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotationError(f'"{shorten(text)}" is not a date: write it as in 2026-11-16.') from None
