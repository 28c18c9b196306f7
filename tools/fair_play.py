"""Write how often the fair player wins each game into the rooms, for the lobby: `python tools/fair_play.py`.

The numbers are those of benchmarks/policy.txt: of the present player as soon as it has played enough deals of a game
there, and of an earlier one until then. A way to play that has no row there differs from the first of its family in
its scoring alone: the same deals are won in it.
"""

import json
from math import sqrt
from pathlib import Path

from longwood.games import FAMILIES

ROOT = Path(__file__).resolve().parents[1]
POLICY = ROOT / "benchmarks" / "policy.txt"
PRESENT, EARLIER = "fair hints", "earlier hints"
ERROR = 0.03
"""The standard error of a share that says enough."""


def measured() -> dict[str, dict[str, int]]:
    """Deals that the fair player played and won, by slug."""
    rows = [line.rsplit(", ", 2) for line in POLICY.read_text().splitlines()]
    fair = {slug: row for slug, player, row in rows if player == EARLIER}
    fair |= {slug: row for slug, player, row in rows if player == PRESENT and error(row) <= ERROR}
    return {slug: {"won": row.count("1"), "deals": len(row)} for slug, row in fair.items()}


def error(row: str) -> float:
    """The standard error of the share of wins; one win and one loss more keep it from 0."""
    share = (row.count("1") + 1) / (len(row) + 2)
    return sqrt(share * (1 - share) / (len(row) + 2))


def files() -> dict[Path, str]:
    """What each room's file should hold."""
    known = measured()
    rooms: dict[str, dict[str, dict[str, int]]] = {}
    for family in FAMILIES.values():
        first = known.get(family.games[0].slug)
        for game in family.games:
            if row := known.get(game.slug, first):
                rooms.setdefault(family.room, {})[game.slug] = row
    return {
        ROOT / "src" / room.replace(".", "/") / "data" / "fair_play.json": _text(rows) for room, rows in rooms.items()
    }


def _text(rows: dict[str, dict[str, int]]) -> str:
    return "{\n" + ",\n".join([f'  "{slug}": {json.dumps(row)}' for slug, row in rows.items()]) + "\n}\n"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
