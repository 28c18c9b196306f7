"""A plugin for pytest that lists every collected test with its markers, a line each."""

import pytest


def pytest_collection_finish(session: pytest.Session) -> None:
    for item in session.items:
        marks = sorted({mark.name for mark in item.iter_markers()})
        session.config.get_terminal_writer().line("\t".join(["", item.nodeid, *marks]))
