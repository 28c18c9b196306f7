"""The commands. Each reads records and prints for people on a terminal, for programs into a pipe."""

import re
import sys
import time
from contextlib import ExitStack
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from longwood.cli import advising, analysing, inputs, journal, positions, reporting, serving, solving, study
from longwood.cli.arguments import AsJson, AsRecord, AsTable, InJournal, RecordText, only_one
from longwood.cli.game_words import (
    MADE_UP,
    describe_act,
    heading,
    move_lines,
    state_words,
)
from longwood.cli.output import Output, progress_bar
from longwood.core.game import Deal
from longwood.core.order import listed_moves
from longwood.core.perft import perft_in_parts
from longwood.core.words import decks_words
from longwood.games import EXAMPLE, GAMES, family_of, rules_page
from longwood.games.variants import example
from longwood.laid import has_unknown
from longwood.notation import NotationError, Record, act_text, find_game, parse_number
from longwood.session import Session

if TYPE_CHECKING:
    from longwood.advice.deals import Winnable


class _Commands(TyperGroup):
    """All commands, each with its first sentence in full."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.get_short_help_str(10_000)) for name, command in found if command and not command.hidden]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(
    cls=_Commands,
    help=f"A card table for patience: {len(GAMES)} games. Without a command, longwood opens the table in the browser.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class _WithNumber(TyperCommand):
    """A command to which -1 is a wrong number and not an unknown option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = any(re.match("-[0-9]", arg) for arg in args)
        return super().parse_args(ctx, args)


Slug = Annotated[
    str, typer.Argument(metavar="GAME", help=f"A game, such as {EXAMPLE}.", autocompletion=inputs.complete_slug)
]
OnlyRecord = Annotated[bool, typer.Option("--record", "-q", help="Print only record lines.")]
IsAscii = Annotated[
    bool, typer.Option("--ascii", help="Draw with ASCII characters: S for spades. This is the default when LANG is C.")
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    where: InJournal = "",
) -> None:
    if version:
        from longwood import __version__

        Output().line(f"longwood {__version__}")
    elif context.invoked_subcommand is None:
        serving.open_table(where)


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    out = Output()
    if as_json:
        from longwood.cli.json_text import games_json

        out.line(games_json())
    elif out.is_terminal:
        family = ""
        for game in GAMES.values():
            if game.family != family:
                if family:
                    out.say()
                family = game.family
                out.say(f"{game.goal} {decks_words(game.decks).capitalize()}.")
                if options := family_of(game).options:
                    usage = ", ".join([option.usage for option in options])
                    out.say(f"Options, as in {game.slug},{example(options)}: {usage}")
            out.entry(game.slug, f"{game.title}. {game.about}")
    else:
        for game in GAMES.values():
            out.line("\t".join([game.slug, game.title, str(game.decks), game.goal, game.about]))


@app.command()
def rules(game: Slug, as_json: AsJson = False) -> None:
    """Show how a game is played."""
    found = find_game(game)
    if as_json:
        from longwood.cli.json_text import rules_json

        Output().line(rules_json(found))
    else:
        Output().markdown(rules_page(found))


@app.command(cls=_WithNumber)
def deal(
    game: Slug,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="The deal number; a random one if left out.")
    ] = None,
    as_record: AsRecord = False,
    as_table: AsTable = False,
    as_json: AsJson = False,
    is_ascii: IsAscii = False,
    winnable: Annotated[bool, typer.Option("--winnable", help="Deal a random game that is proven winnable.")] = False,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="L",
            help=f"Deal a winnable game of this level: {', '.join(advising.LEVELS)}.",
            autocompletion=advising.complete_level,
        ),
    ] = None,
) -> None:
    """Deal a game."""
    only_one(json=as_json, record=as_record, table=as_table)
    found = find_game(game)
    if number is not None and (winnable or level):
        raise NotationError("Give a deal number or ask for a winnable deal, not both.")
    proven = advising.winnable(found, level) if winnable or level else None
    chosen = inputs.random_number() if number is None else parse_number(number)
    session = Session(found, Deal(proven.number if proven else chosen))
    out = Output(is_ascii)
    if not as_json and (as_record or not (as_table or out.is_terminal)):
        out.line(str(session.record))
    else:
        _show(out, session, as_json, proven)
        if proven and not as_json:
            out.say(advising.difficulty_words(found, proven))


@app.command()
def show(record: RecordText, as_record: OnlyRecord = False, as_json: AsJson = False, is_ascii: IsAscii = False) -> None:
    """Show the table at the end of a record. For people; with -q it can be piped into another command."""
    only_one(json=as_json, record=as_record)
    out = Output(is_ascii, as_record)
    for session in inputs.sessions(record):
        _show(out, session, as_json)


@app.command()
def moves(
    record: RecordText,
    as_record: AsRecord = False,
    as_table: AsTable = False,
    as_json: AsJson = False,
    is_ascii: IsAscii = False,
) -> None:
    """List the legal moves, best-looking first. As record lines: the record after each of them."""
    only_one(json=as_json, record=as_record, table=as_table)
    out = Output(is_ascii)
    for session in inputs.sessions(record):
        if as_json:
            from longwood.cli.json_text import moves_json

            out.line(moves_json(session))
        elif as_record or not (as_table or out.is_terminal):
            for m in listed_moves(session.game, session.position):
                out.line(str(Record(session.game, session.deal, (*session.acts, (m,)))))
        else:
            out.say(f"{session.record}: {state_words(session)}")
            for line in move_lines(session):
                out.say(line)


@app.command()
def replay(
    record: RecordText,
    no_pause: Annotated[bool, typer.Option("--no-pause", help="Do not wait for Enter after each step.")] = False,
    as_record: OnlyRecord = False,
    as_json: AsJson = False,
    is_ascii: IsAscii = False,
) -> None:
    """Show a record step by step. As record lines: the record after each step."""
    only_one(json=as_json, record=as_record)
    out = Output(is_ascii, as_record)
    waits = out.is_terminal and sys.stdin.isatty() and not (no_pause or as_record)
    for session in inputs.sessions(record):
        if as_json:
            for played in range(len(session.acts) + 1):
                _show(out, Session.from_record(Record(session.game, session.deal, session.acts[:played])), as_json)
        else:
            _replay(out, session, waits)


@app.command(cls=_WithNumber)
def perft(
    record: RecordText,
    depth: Annotated[str, typer.Argument(metavar="DEPTH", help=f"How many moves deep, 0 to {inputs.MAX_DEPTH}.")],
    is_short: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the last number.")] = False,
    as_json: AsJson = False,
) -> None:
    """Count the lines of play of each length up to DEPTH. With several records, each is named before its counts."""
    only_one(json=as_json, quiet=is_short)
    deepest = inputs.depth(depth)
    out = Output()
    sessions = inputs.sessions(record)
    some = list(islice(sessions, 2))
    for session in chain(some, sessions):
        if len(some) > 1 and not (is_short or as_json):
            out.line(f"{session.record}:")
        counts = []
        for level in range(deepest + 1):
            counts.append(_counted(session, level))
            if not (is_short or as_json):
                out.line(f"{level:2} {counts[-1]:>15}")
                out.flush()
        if as_json:
            from longwood.cli.json_text import perft_json

            out.line(perft_json(session, counts))
        elif is_short:
            out.line(str(counts[-1]))


@app.command()
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|RECORD",
            help="A game, a record, a link, a saved game's file, or - to read the record from standard input.",
            autocompletion=inputs.complete_slug,
        ),
    ] = None,
    as_record: Annotated[bool, typer.Option("--record", "-q", help="Print only the record at the end.")] = False,
    is_ascii: IsAscii = False,
    resume: Annotated[bool, typer.Option("--resume", help="Continue your last unfinished game.")] = False,
    is_daily: Annotated[bool, typer.Option("--daily", help="Play today's deal of the game.")] = False,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="LEVEL",
            help=f"Play a winnable deal of this level: {', '.join(advising.LEVELS)}.",
            autocompletion=advising.complete_level,
        ),
    ] = None,
    where: InJournal = "",
) -> None:
    """Play by typing moves; type help to see how."""
    from longwood.cli.choosing import choose_game, resumed_game
    from longwood.cli.keeping import Kept
    from longwood.cli.play import Dialogue
    from longwood.journal.where import chosen

    out = Output(is_ascii, as_record)
    kept = Kept(chosen(where))
    if resume:
        if game is not None or is_daily or level:
            raise NotationError("Name a game or --resume the unfinished one, not both.")
        opened: inputs.Opened | None = resumed_game(kept)
    elif is_daily or level:
        opened = advising.chosen_deal(game, is_daily, level)
    else:
        opened = choose_game(out, kept) if game is None else inputs.session_to_play(game)
    if opened:
        Dialogue(opened, out, kept).run()


app.command()(positions.position)
app.command()(solving.solve)
app.command()(solving.best)
app.command()(advising.hint)
app.command()(advising.chances)
app.command()(reporting.report)
app.command("review", hidden=True)(reporting.report)  # as it was called once
app.command()(advising.daily)
journal.app.command("analyse")(analysing.analyse)
app.add_typer(journal.app, name="journal")
app.command()(journal.stats)
app.add_typer(study.app, name="study")


app.command()(serving.serve)


def _show(out: Output, session: Session, as_json: bool, proven: "Winnable | None" = None) -> None:
    if as_json:
        from longwood.cli.json_text import position_json

        out.line(position_json(session, proven))
        return
    out.say(heading(session))
    if has_unknown(session.deal):
        out.say(MADE_UP)
    out.table(session)
    out.say(f"{len(session.acts)} played, {state_words(session)}")
    out.line(str(session.record))


def _replay(out: Output, played: Session, waits: bool) -> None:
    game = played.game
    session = Session(game, played.deal)
    out.say(heading(session))
    total = len(played.acts)
    for number, act in enumerate([None, *played.acts]):
        if act:
            words = describe_act(game, session.position, act)
            session.play(*act)
            out.say(f"\n{number} of {total}: {act_text(game, act)}, {words}")
        out.table(session)
        if out.is_quiet:
            out.line(str(session.record))
        if waits and number < total:
            out.flush()
            try:
                if input("Enter for the next step, q to quit ").strip().lower() in ("q", "quit"):
                    raise typer.Exit(0)
            except EOFError:
                out.line()
                waits = False
    if not out.is_quiet:
        out.say(state_words(session))
        out.line(str(session.record))


def _counted(session: Session, depth: int) -> int:
    """Perft, with a bar on the terminal as soon as it takes more than a second."""
    began = time.monotonic()
    count = 0
    with ExitStack() as stack:
        advance = None
        for share, so_far in perft_in_parts(session.game, session.position, depth):
            count = so_far
            if advance is None and sys.stderr.isatty() and time.monotonic() - began > 1:
                advance = stack.enter_context(progress_bar(f"depth {depth}"))
            if advance:
                advance(share)
    return count
