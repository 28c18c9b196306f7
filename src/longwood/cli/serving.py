"""The command that serves the table to browsers."""

import os
import secrets
from dataclasses import replace
from typing import Annotated

import typer

from longwood.cli import inputs
from longwood.cli.arguments import InJournal
from longwood.journal.where import NONE, chosen


def open_table(journal: str = "") -> None:
    """Serve the table to this machine and open it in the browser."""
    # The server takes longer to import than most commands take to answer.
    from longwood.web.serve import serve
    from longwood.web.settings import Settings

    serve(port=None, open_browser=True, settings=Settings(journal=chosen(journal)))


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; by default only this machine can connect.")] = "",
    port: Annotated[
        str, typer.Option(help="The port; 0 for any free one. By default 18150, or the next free one.")
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Answer only to this name, such as example.org; may be given several times."),
    ] = None,
    token: Annotated[
        bool,
        typer.Option("--token", help="Admit only those who open the printed address; LONGWOOD_TOKEN sets the token."),
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Trust this proxy to say who the client is; may be given several times."),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="FILE", help="Write a line for each request to a file, or - for standard error.")
    ] = "",
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Publish counters at /metrics, in the text format of Prometheus.")
    ] = False,
    connections: Annotated[int, typer.Option(metavar="N", help="The most connections at once.")] = 1000,
    connections_per_client: Annotated[
        int, typer.Option(metavar="N", help="The most connections at once from one address.")
    ] = 100,
    journal: InJournal = "",
) -> None:
    """Serve the table to browsers. docs/operations.md explains how to run a public one."""
    from longwood.web.serve import LOOPBACK, is_personal
    from longwood.web.serve import serve as run
    from longwood.web.settings import Settings

    settings = Settings(
        names=tuple(name or ()),
        token=(os.environ.get("LONGWOOD_TOKEN") or secrets.token_urlsafe(24)) if token else "",
        proxies=tuple(proxy or ()),
        log=log,
        metrics=metrics,
        connections=connections,
        connections_per_client=connections_per_client,
    )
    # What others play is kept only where somebody has said so.
    where = chosen(journal) if journal or is_personal(host or LOOPBACK, settings) else NONE
    run(host or LOOPBACK, inputs.port(port) if port else None, settings=replace(settings, journal=where))
