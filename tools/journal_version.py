"""Write a journal of this version as SQL for the tests, which bring each released version up to date.

    python tools/journal_version.py

It is run once, when a new version of the schema is released; files of older versions never change.
"""

import sqlite3
import tempfile
from pathlib import Path

from longwood.journal.accounts import Analysis
from longwood.journal.analyses import keep
from longwood.journal.entries import Played, judged
from longwood.journal.schema import META, VERSION
from longwood.journal.store import Journal

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "journal"
OPEN = "quatorze.5/b3-d3"
MOMENT = 1_763_467_200_000


def main() -> None:
    """Write the file of this version."""
    won = (FOLDER / "won.txt").read_text().strip()  # a whole game
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        with Journal(path) as journal:
            player = journal.player()
            facts = Played(record=won, undos=2, day="2026-11-18", seconds=99.5)
            journal.save(player, "entry-won", 0, facts, judged(won), moment=MOMENT)
            for id in ("entry-open", "entry-gone"):
                journal.save(player, id, 0, Played(record=OPEN, seconds=3), judged(OPEN), moment=MOMENT + 100_000)
            journal.delete(player, ["entry-gone"], moment=MOMENT + 200_000)
            journal.choose(player, {"page": '{"deck":"four"}'})
            keep(journal, player, "entry-won", Analysis(accuracy=88.0, chance=0.4, skill=-0.1, luck=0.7), "1")
            with journal.connection() as connection:
                connection.execute(META.update().where(META.c.name == "secret").values(value="0" * 64))
        lines = sqlite3.connect(path).iterdump()
        (FOLDER / f"{VERSION}.sql").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
