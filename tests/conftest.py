"""Shared set-up: hypothesis without deadlines, and the summary of the recorded games."""

from collections import Counter

import pytest
from hypothesis import settings

# The machines that run the tests are shared and noisy: no time is ever asserted.
settings.register_profile("longwood", deadline=None, max_examples=60, derandomize=True)
settings.load_profile("longwood")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how much of the transcripts was compared, and what was not and why."""
    rows = [
        value
        for report in terminalreporter.stats.get("passed", [])
        for name, value in getattr(report, "user_properties", [])
        if name == "transcripts"
    ]
    if not rows:
        return
    total: Counter[str] = Counter()
    for _, count in rows:
        total.update(count)
    terminalreporter.section("recorded games")
    games, steps, clicks = total.pop("games"), total.pop("compared"), total.pop("double clicks")
    terminalreporter.line(f"{games} games and {steps} steps compared, {clicks} of them with every double click")
    for reason, number in sorted(total.items()):
        terminalreporter.line(f"not compared: {number} steps: {reason}")
