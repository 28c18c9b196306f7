"""A study in one process, in two, and on a Dask cluster of two workers here: deals a second, and how much two gain.

    python benchmarks/study.py
    python benchmarks/study.py --game triple-peaks --deals 1000000 --nodes 0

Efficiency is the speed of two over twice the speed of one. All three take turns, and the best round of each counts. The
clock runs from the first answer on: then the workers are up and the kernels are loaded. It is the wall clock, so run
this on an idle machine; the load before the run is printed.
"""

import argparse
import os
import tempfile
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from longwood.core.shares import Share
from longwood.study.api import ask, run
from longwood.study.manifest import Asked
from longwood.study.run import Silent

WAYS: tuple[tuple[str, int, str | None], ...] = (
    ("one process", 1, None),
    ("two processes", 2, None),
    ("Dask, two workers", 2, "local"),
)


class Clock(Silent):
    """Counts deals and time from the first answer on."""

    def __init__(self) -> None:
        self.began = self.ended = 0.0
        self.deals = self.parts = 0

    def add(self, deals: int, share: Share) -> None:
        self.ended = perf_counter()
        self.parts += 1
        if self.parts == 1:
            self.began = self.ended
        else:
            self.deals += deals

    @property
    def rate(self) -> float:
        """Deals a second."""
        return self.deals / (self.ended - self.began)


def measured(asked: Asked, jobs: int, cluster: str | None) -> Clock:
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder) / "study", asked, jobs=jobs, cluster=cluster, watch=clock)
    return clock


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="falling-stars")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--nodes", type=int, default=20_000, help="0 where the solver needs no budget")
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    asked = ask(options.game, deals=f"1-{options.deals}", nodes=options.nodes or None)
    if options.deals < 3 * asked.entry.part:
        parser.error(f"give at least {3 * asked.entry.part} deals: a part has {asked.entry.part}")
    load = os.getloadavg()[0]
    rates = {name: 0.0 for name, _, _ in WAYS}
    for _ in range(options.rounds):
        for name, jobs, cluster in WAYS:
            rates[name] = max(rates[name], measured(asked, jobs, cluster).rate)
    table = Table()
    for heading in ("", "deals a second", "efficiency"):
        table.add_column(heading, justify="right" if heading else "left")
    one = rates[WAYS[0][0]]
    for name, jobs, _ in WAYS:
        table.add_row(name, f"{rates[name]:,.1f}", f"{rates[name] / one / jobs:.2f}")
    console = Console(width=100, highlight=False)
    console.print(f"{asked.entry.words}: deals 1 to {options.deals:,}; load {load:.1f} before the run")
    console.print(table)


if __name__ == "__main__":
    main()
