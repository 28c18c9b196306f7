"""Being told to end: by a closed terminal (SIGHUP) or by the system (SIGTERM)."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

NAMES = ("SIGTERM", "SIGHUP")
AGAIN = 0.2
"""Seconds after which a signal is sent once more that has not been heard."""


class Ended(BaseException):
    """The program was told to end. No error: nothing that catches errors may hold it up."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number
        """The exit status, as a shell reports it."""


@contextmanager
def signals_raised() -> Iterator[None]:
    """Raise `Ended` when told to end; what is ignored (as under nohup) stays ignored."""
    # Not every system has both.
    numbers = [number for name in NAMES if (number := getattr(signal, name, None)) is not None]
    caught = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    is_main = threading.current_thread() is threading.main_thread()
    if not caught or not is_main or not hasattr(signal, "pthread_kill"):
        yield
        return
    heard = threading.Event()

    def end(number: int, _: FrameType | None) -> None:
        heard.set()
        for other in caught:
            signal.signal(other, signal.SIG_IGN)  # once is enough: the rest is for closing
        raise Ended(number)

    with _nudged(caught, heard):
        try:
            for number in caught:
                signal.signal(number, end)
            yield
        finally:
            for number in caught:
                signal.signal(number, signal.SIG_DFL)


@contextmanager
def _nudged(caught: list[int], heard: threading.Event) -> Iterator[None]:
    """Send a signal again until it is heard.

    One that comes just before the program begins to wait for a key is noted by Python, and looked at when a key is
    pressed: whoever closed the terminal presses none.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    main = threading.get_ident()

    def watch() -> None:
        while came := os.read(reader, 1):
            while came[0] in caught and not heard.wait(AGAIN):
                signal.pthread_kill(main, came[0])

    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        heard.set()
        os.close(writer)
        thread.join()
        os.close(reader)
