"""A report as one file: the page's own script and sheet, and the answers that it would ask the server for.

It opens from a disk without a server and asks nobody for anything; its policy forbids it to.
"""

import gzip
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape

import msgspec

from longwood.advice.entries import Report
from longwood.session import Session
from longwood.web import parcel
from longwood.web.analyst.structs import MarkAnswer, ReportAnswer, ReportEvent, SummaryAnswer
from longwood.web.analyst.to_structs import report_events
from longwood.web.answers import game_answer, position_answer
from longwood.web.assets import FOLDER, SCRIPT, SHEET, STYLES
from longwood.web.cache import Lines

ENTRY = "file"
"""The module that starts the script of such a file."""
# What the page has at these places is put into the file itself.
_SHEET = f'<link rel="stylesheet" href="/static/{SHEET}">'
_SCRIPT = f'<script type="module" src="/static/{SCRIPT}"></script>'
_TITLE = "<title>Longwood</title>"


def report_file(session: Session, report: Report, text: str) -> str:
    """The file: HTML. The text is for those who allow no scripts."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8")
    script = parcel.script(FOLDER / "js", ENTRY)
    sheet = parcel.sheet([FOLDER / "css" / f"{style}.css" for style in STYLES])
    data = b64encode(gzip.compress(msgspec.json.encode(report_answer(session, report)), 9, mtime=0)).decode()
    title = f"Report on {session.game.title}"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(sheet)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    before, start, rest = page.partition("<noscript>")
    _, end, after = rest.partition("</noscript>")
    words = f'<main class="words"><h1>{escape(title)}</h1><pre>{escape(text)}</pre></main>'
    page = f"{before}{start}{words}{end}{after}"
    answers = f'<script type="application/gzip" id="answers">{data}</script>'
    for old, new in (
        (_TITLE, f'<title>{escape(title)}</title>\n<meta http-equiv="content-security-policy" content="{policy}">'),
        (_SHEET, f"<style>{sheet}</style>"),
        (_SCRIPT, f'{answers}\n<script type="module">{script}</script>'),
    ):
        assert page.count(old) == 1, old
        page = page.replace(old, new)
    return page


def report_answer(session: Session, report: Report) -> ReportAnswer:
    """What the server would have answered, each once."""
    # What is told again takes the place of the first.
    told = {(event[0], getattr(event[1], "number", None)): event for event in report_events(session, report.entries)}
    events = list(told.values())
    lines = Lines()
    positions = [position_answer(lines.line(record)) for record in _shown(session, events)]
    return ReportAnswer(str(session.record), game_answer(session.game), events, positions)


def _shown(session: Session, events: Iterable[ReportEvent]) -> list[str]:
    """The records of all positions that can be looked at: those of the game, and those of every line that is shown."""
    deal, *acts = str(session.record).split("/")
    game = ["/".join([deal, *acts[:n]]) for n in range(len(acts) + 1)]
    found = dict.fromkeys(game)
    for _, answer in events:
        match answer:
            case MarkAnswer(number=number, line=line, better=better):
                found |= dict.fromkeys(_along(game[number], line))
                found |= dict.fromkeys(_along(game[number], [*better.after, better.move.text]))
            case SummaryAnswer(last_winnable=int(number), line=line):
                found |= dict.fromkeys(_along(game[number], line))
    return list(found)


def _along(record: str, line: list[str]) -> Iterator[str]:
    for move in line:
        record = f"{record}/{move}"
        yield record


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
