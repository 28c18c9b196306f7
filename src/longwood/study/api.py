"""Studies in Python, in one place: ask, run, read, report, verify, compare. docs/study.md has examples."""

from pathlib import Path
from typing import Any

from longwood.study.cluster import dask
from longwood.study.compare import Compared
from longwood.study.compare import compare as _compare
from longwood.study.extra import arrow as pa
from longwood.study.folder import Folder
from longwood.study.manifest import Asked, Manifest
from longwood.study.plan import asked as ask
from longwood.study.policy import Played, Policy, play
from longwood.study.published import open_folder
from longwood.study.report import Reported
from longwood.study.report import report as _report
from longwood.study.run import Order, Watch
from longwood.study.run import run as _run
from longwood.study.verify import LOSSES, Checked
from longwood.study.verify import verify as _verify
from longwood.study.workers import local

__all__ = ["Played", "Policy", "ask", "compare", "play", "report", "run", "table", "verify"]


def run(
    folder: str | Path,
    *entries: Asked,
    jobs: int = 1,
    cluster: str | None = None,
    shard: tuple[int, int] | None = None,
    watch: Watch | None = None,
) -> Manifest:
    """Run a study, or resume it: in `jobs` processes, or on the Dask cluster at an address."""
    workers = local(jobs) if cluster is None else dask(cluster, jobs)
    return _run(Folder(Path(folder)), Order(entries, shard), workers, watch)


def table(folder: str | Path) -> Any:
    """All rows of a study as one `pyarrow.Table`, with the question as a column; damaged parts raise `StudyError`."""
    place = open_folder(Path(folder))
    manifest = place.read()
    found = []
    for entry in manifest.entries:
        for part in place.tables(manifest.of(entry)):
            question = pa.array([entry.question.value] * len(part))
            found.append(part.replace_schema_metadata(None).append_column("question", question))
    return pa.concat_tables(found, promote_options="permissive").unify_dictionaries()


def report(*folders: str | Path, to: str | Path) -> Reported:
    """Write the report on some studies into a folder."""
    return _report([open_folder(Path(folder)) for folder in folders], Path(to))


def verify(folder: str | Path, losses: int = LOSSES) -> Checked:
    """Check a study, or published answers, without believing it."""
    return _verify(open_folder(Path(folder)), losses)


def compare(one: str | Path, other: str | Path) -> list[Compared]:
    """Two studies of the same deals."""
    return _compare(open_folder(Path(one)), open_folder(Path(other)))
