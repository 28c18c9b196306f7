"""Turns: however much one client asks for, the others go on at once."""

import asyncio

import pytest

from longwood.web.app import Table
from longwood.web.clients import client_at
from longwood.web.turns import MOST_CLIENTS, Turns


def test_without_a_queue_nobody_waits() -> None:
    turns = Turns()

    async def few() -> None:
        for number in range(MOST_CLIENTS):
            with pytest.raises(StopIteration):
                turns.take(str(number)).send(None)
        assert len(turns) == 0

    asyncio.run(few())


def test_clients_alternate() -> None:
    turns = Turns()
    order: list[str] = []

    async def ask(client: str) -> None:
        await turns.take(client)
        order.append(client)

    async def all_at_once() -> None:
        # A hundred of the first are there before the others come.
        await asyncio.gather(*[ask("a") for _ in range(100)], *[ask(client) for client in "bcd"], ask("b"))

    asyncio.run(all_at_once())
    assert len(order) == 104
    assert order[:8] == ["a", "b", "c", "d", "a", "b", "a", "a"]


def test_those_who_do_long_work_leave_every_round_to_the_others() -> None:
    turns = Turns()
    done: list[str] = []

    async def work(client: str, parts: int) -> None:
        for _ in range(parts):
            await turns.take(client, is_long=True)
        done.append(client)

    async def ask() -> None:
        await turns.take("c")
        done.append("c")

    async def all_at_once() -> None:
        await asyncio.gather(*[work("a", 50) for _ in range(20)], work("b", 10), ask())

    asyncio.run(all_at_once())
    assert done[:2] == ["c", "b"]


def test_whoever_leaves_gives_the_turn_away() -> None:
    turns = Turns()

    async def leave() -> None:
        tasks = [asyncio.ensure_future(turns.take("a", is_long=True)) for _ in range(10)]
        await asyncio.sleep(0)
        for task in tasks[:9]:
            task.cancel()
        await tasks[9]
        assert len(turns) == 0

    asyncio.run(leave())


def test_a_loop_that_has_ended_leaves_nothing_behind() -> None:
    turns = Turns()

    async def stay() -> None:
        for _ in range(20):
            asyncio.ensure_future(turns.take("a")).add_done_callback(lambda _: None)
        await asyncio.sleep(0)

    asyncio.run(stay())
    asyncio.run(turns.take("b"))
    assert len(turns) == 0


def test_many_long_records_of_one_client_do_not_keep_another_waiting() -> None:
    table = Table()
    done: list[str] = []

    async def ask(client: str, record: str) -> None:
        await table.line(record, client)
        done.append(client)

    async def all_at_once() -> None:
        long = [f"forty-thieves.{n}" + "/s-w" * 60 for n in range(31)]
        await asyncio.gather(*[ask("a", record) for record in long[:30]], ask("b", long[30]))

    asyncio.run(all_at_once())
    # It came last, and has to be replayed from the deal on like the others.
    assert done.index("b") < 15


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_who_is_one_client(address: str, client: str) -> None:
    assert client_at(address) == client
