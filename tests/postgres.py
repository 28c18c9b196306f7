"""A real PostgreSQL for tests and benchmarks: a server of their own in a temporary folder, ended with them."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

PLACES = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if there are none."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += [Path(place) for pattern in PLACES for place in sorted(glob(pattern), reverse=True)]  # noqa: PTH207
    return next((folder for folder in folders if (folder / "postgres").exists()), None)


def user() -> str | None:
    """PostgreSQL refuses to run as root: then the system's own user for it is taken, or nobody."""
    if os.getuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def server() -> Iterator[str]:
    """A running server; yields the address of it without a database's name."""
    folder = programs()
    assert folder, "PostgreSQL is not installed: `make database` gets it or says how"
    owner = user()
    # Below /tmp, because the path of a socket is short and another user must get there.
    home = Path(tempfile.mkdtemp(prefix="longwood-pg-", dir="/tmp"))
    if owner:
        shutil.chown(home, owner)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = home / "data"
    try:
        subprocess.run(
            [folder / "initdb", "--pgdata", data, "--username", "longwood", "--auth", "trust", "-N", "-E", "UTF8"],
            check=True, capture_output=True, user=owner, cwd=home, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        )  # fmt: skip
        command: list[str | Path] = [
            folder / "postgres", "-D", data, "-p", str(port), "-c", "listen_addresses=127.0.0.1",
            "-c", f"unix_socket_directories={home}", "-c", "max_connections=200",
        ]  # fmt: skip
        with (home / "log").open("w") as log:
            process = subprocess.Popen(command, user=owner, cwd=home, stdout=log, stderr=log, env={"LC_ALL": "C"})
        try:
            while subprocess.run(
                [folder / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False
            ).returncode:
                assert process.poll() is None, (home / "log").read_text()
            yield f"postgresql://longwood@127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nobody will want these games again
            process.wait(30)
    finally:
        shutil.rmtree(home, ignore_errors=True)
