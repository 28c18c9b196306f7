"""The command that prints and writes typed-in positions."""

from typing import Annotated

import typer

from longwood.cli import inputs
from longwood.cli.arguments import AsJson
from longwood.cli.output import Output
from longwood.cli.solving import with_deal
from longwood.core.game import AnyGame, Deal
from longwood.games import EXAMPLE
from longwood.laid import check_not_made_up, entries, has_unknown, laid_text, lay_out
from longwood.notation import deal_text, find_game
from longwood.session import Session


def position(
    record: Annotated[
        str,
        typer.Argument(
            metavar="RECORD|GAME",
            help=f"A record, such as {EXAMPLE}.5/t1-f1; a link; a file; -; or a game, with its piles after it.",
            autocompletion=inputs.complete_slug,
        ),
    ],
    piles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PILE=CARDS]...",
            help='Cards from the bottom up, as in w=7HTD or "w=7h 10d"; s=24 stands for 24 unknown ones.',
        ),
    ] = None,
    hides: Annotated[bool, typer.Option("--hide", help="Write xx for the cards that no one has seen.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print a position without the moves that led to it, or type one in pile by pile.

    Without --hide the line reveals face-down cards.
    """
    out = Output()
    if piles:
        game = find_game(record)
        _print(out, Session(game, _laid(game, piles)), as_json)
        return
    for session in inputs.sessions(with_deal(record, ", or piles as in w=7H")):
        # What is unknown stays so, whatever was made up for it.
        check_not_made_up(session.game, session.deal, session.position)
        hidden = hides or has_unknown(session.deal)
        laid = laid_text(session.game, session.position, hides=hidden)
        _print(out, Session(session.game, Deal(laid=laid)), as_json)


def _print(out: Output, session: Session, as_json: bool) -> None:
    if as_json:
        from longwood.cli.json_text import position_json

        out.line(position_json(session))
    else:
        out.line(deal_text(session.game, session.deal))


def _laid(game: AnyGame, piles: list[str]) -> Deal:
    """The deal that some piles lay out; their names may have capitals, and blanks around them."""
    parts = [part.partition("=") for part in ",".join(piles).split(",")]
    return lay_out(
        game, entries(",".join([f"{name.strip().lower()}={text}" if mark else name for name, mark, text in parts]))
    )
