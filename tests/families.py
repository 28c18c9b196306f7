"""A family that says something else for the time of a test."""

from dataclasses import replace
from typing import Any

import pytest

from longwood.games import FAMILIES


def change_family(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """Let a family of the table tell the rest of the house something else."""
    monkeypatch.setitem(FAMILIES, name, replace(FAMILIES[name], **changes))
