"""Which journal is meant: kept apart from opening it, so that asking loads no database."""

import os
from pathlib import Path

NONE = "none"
"""No journal at all."""
VARIABLE = "LONGWOOD_JOURNAL"


def default_path() -> Path:
    """The journal in the user's own folder for data."""
    import platformdirs

    return platformdirs.user_data_path("longwood", appauthor=False) / "journal.sqlite"


def chosen(option: str = "") -> str:
    """Where the journal is: the option, else the environment, else the user's folder; `none` for no journal."""
    return option or os.environ.get(VARIABLE, "") or str(default_path())
