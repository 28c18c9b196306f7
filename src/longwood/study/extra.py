"""What the extra `longwood[study]` brings: imported when first used, so that everything else works without it."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from longwood.study import StudyError

PACKAGES = ("pyarrow", "duckdb", "matplotlib", "distributed")


def check_extra() -> None:
    """All packages are there; `StudyError` says what to install otherwise."""
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        names = " and ".join([", ".join(missing[:-1]), missing[-1]]) if len(missing) > 1 else missing[0]
        raise StudyError(f"A study needs {names}: `pip install 'longwood[study]'` gets all that belongs to it.")


class _Later:
    """A module that is imported when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        try:
            found = import_module(self._name)
        except ImportError:
            check_extra()
            raise
        return getattr(found, name)


# Any, because these packages are typed in part or not at all, and not installed everywhere.
arrow: Any = _Later("pyarrow")
compute: Any = _Later("pyarrow.compute")
parquet: Any = _Later("pyarrow.parquet")
ipc: Any = _Later("pyarrow.ipc")
duckdb: Any = _Later("duckdb")
distributed: Any = _Later("distributed")
matplotlib: Any = _Later("matplotlib")
