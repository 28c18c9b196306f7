"""What the server and its workers tell each other: a line of JSON each, through a pipe."""

from typing import Any, TypeAlias

import msgspec


class Question(msgspec.Struct, frozen=True, tag="question"):
    """A question about a record."""

    id: int
    kind: str
    record: str
    options: dict[str, str] = {}
    line: list[str] = []
    """What is left of a win that is known to lead on from here."""


class Stop(msgspec.Struct, frozen=True, tag="stop"):
    """Nobody waits for this answer any more."""

    id: int


class Weighed(msgspec.Struct, frozen=True, tag="weighed"):
    """What another worker has found out for this question."""

    id: int
    data: msgspec.Raw


class Warming(msgspec.Struct, frozen=True, tag="warming"):
    """A worker compiles or loads its kernels."""

    step: int
    steps: int


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """A worker can be asked."""


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """A sign of life: a worker sends it while it is busy, too."""


class Win(msgspec.Struct, frozen=True):
    """A win from a record on; from its move `skip` on it is to be remembered."""

    record: str
    line: list[str]
    skip: int = 0


class Event(msgspec.Struct, frozen=True, tag="event"):
    """A step of an answer, sent on to the page as it is. `end` and `error` are the last; the pool says these itself.

    `number` is the act it is about, where a question is about many.
    """

    id: int
    name: str
    data: msgspec.Raw
    wins: list[Win] = []
    number: int = -1

    @property
    def is_last(self) -> bool:
        """Whether nothing follows."""
        return self.name in ("end", "error")


class Progress(msgspec.Struct, frozen=True, tag="progress"):
    """A step of an answer that tells nothing yet: a long search gets on."""

    id: int


class Spread(msgspec.Struct, frozen=True, tag="spread"):
    """How many parts of a question other workers may help with, from the last one on."""

    id: int
    parts: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """A question is answered, given up, or (with a sentence) could not be answered."""

    id: int
    error: str = ""


ToWorker: TypeAlias = Question | Stop | Weighed
FromWorker: TypeAlias = Warming | Ready | Alive | Event | Progress | Spread | Done

_to_worker: msgspec.json.Decoder[ToWorker] = msgspec.json.Decoder(ToWorker)
_from_worker: msgspec.json.Decoder[FromWorker] = msgspec.json.Decoder(FromWorker)


def line_of(message: msgspec.Struct) -> bytes:
    """A message as it goes through the pipe."""
    return msgspec.json.encode(message) + b"\n"


def read_to_worker(line: bytes) -> ToWorker:
    """What a worker is told."""
    return _to_worker.decode(line)


def read_from_worker(line: bytes) -> FromWorker:
    """What a worker tells."""
    return _from_worker.decode(line)


def raw(answer: Any) -> msgspec.Raw:
    """An answer as it is passed on unread."""
    return msgspec.Raw(msgspec.json.encode(answer))
