"""Every window of so many seconds holds at most so many calls, and who waits is let in."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from functools import wraps
from itertools import chain, repeat
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis
from tests.waiting import PATIENCE

from reskontra.commands.serving import limiter
from reskontra.domain.errors import TooManyCalls
from reskontra.settings import RateLimit
from reskontra.web.limits import InProcess, LimitUnknown, Window
from reskontra.web.shared_limits import Shared

SECOND = 1_000_000_000
SPECIFIED = RateLimit(calls=25, seconds=5)
ALL_DAY = RateLimit(calls=25, seconds=86_400)  # the test is over before this window moves on


def asynchronous(test):
    @wraps(test)
    def run(*args, **kwargs):
        asyncio.run(test(*args, **kwargs))

    return run


class Clock:
    """Nanoseconds that pass when told to."""

    def __init__(self) -> None:
        self.now = 1_000 * SECOND

    def __call__(self) -> int:
        return self.now


limits = st.builds(RateLimit, st.integers(1, 6), st.integers(1, 3)) | st.just(SPECIFIED)


@st.composite
def pauses(draw: st.DrawFn, limit: RateLimit) -> list[int]:
    """Bursts, trickles and calls one nanosecond to either side of the window's edge."""
    window = limit.seconds * SECOND
    pace = window // limit.calls
    edges = st.sampled_from([0, 0, 0, 1, pace - 1, pace, pace + 1, window - 1, window, window + 1])
    return draw(st.lists(edges | st.integers(0, window), max_size=120))


async def admitted(windows: InProcess, clock: Clock, waits: list[int], limit: RateLimit) -> list:
    times = []
    for wait in waits:
        clock.now += wait
        if await windows.admits("client:1", limit):
            times.append(clock.now)
    return times


@given(st.data(), limits)
@asynchronous
async def test_no_window_holds_more_than_the_limit(data, limit):
    clock = Clock()
    times = await admitted(InProcess(clock), clock, data.draw(pauses(limit)), limit)
    later = times[limit.calls :]
    assert all(
        then - first >= limit.seconds * SECOND for first, then in zip(times, later, strict=False)
    )


@given(st.data(), limits)
@asynchronous
async def test_a_call_is_refused_only_when_its_window_is_full(data, limit):
    clock, times = Clock(), []
    windows = InProcess(clock)
    for wait in data.draw(pauses(limit)):
        clock.now += wait
        within = [at for at in times if at > clock.now - limit.seconds * SECOND]
        if await windows.admits("client:1", limit):
            times.append(clock.now)
        else:
            assert len(within) == limit.calls


@given(st.data(), limits)
@asynchronous
async def test_whoever_waits_out_the_window_is_admitted(data, limit):
    clock = Clock()
    windows = InProcess(clock)
    await admitted(windows, clock, data.draw(pauses(limit)), limit)
    while await windows.admits("client:1", limit):
        pass
    clock.now += limit.seconds * SECOND
    assert await windows.admits("client:1", limit)


@given(limits)
@asynchronous
async def test_a_steady_pace_within_the_limit_is_never_refused(limit):
    clock = Clock()
    pace = -(-limit.seconds * SECOND // limit.calls)
    assert len(await admitted(InProcess(clock), clock, [pace] * 200, limit)) == 200


@given(st.data(), limits)
@asynchronous
async def test_keys_do_not_disturb_each_other(data, limit):
    clock = Clock()
    together, alone = InProcess(clock), {key: InProcess(clock) for key in "abc"}
    for wait in data.draw(pauses(limit)):
        clock.now += wait
        key = data.draw(st.sampled_from("abc"))
        assert await together.admits(key, limit) == await alone[key].admits(key, limit)


@asynchronous
async def test_idle_keys_are_forgotten():
    clock = Clock()
    windows = InProcess(clock)
    for number in range(10_000):
        clock.now += SECOND // 100
        for key in ("steady", f"client:{number}"):
            assert await windows.admits(key, RateLimit(calls=200, seconds=1))
        assert len(windows) <= 1 + 102


@given(st.data(), limits)
@asynchronous
async def test_what_is_left_and_when_there_is_more_is_told_to_the_nanosecond(data, limit):
    clock, times = Clock(), []
    windows, span = InProcess(clock), limit.seconds * SECOND
    for wait in data.draw(pauses(limit)):
        clock.now += wait
        times = [each for each in times if each + span > clock.now]
        room = await windows.room(Window("a", limit))
        assert bool(room.wait) == (len(times) == limit.calls)
        if not room.wait:
            times.append(clock.now)
        assert room.left == limit.calls - len(times)
        assert room.reset == (times[0] + span - clock.now) / SECOND


@asynchronous
async def test_one_key_has_a_window_for_each_limit():
    windows = InProcess(Clock())
    assert await windows.admits("a", RateLimit(calls=1, seconds=5))
    assert not await windows.admits("a", RateLimit(calls=1, seconds=5))
    assert await windows.admits("a", RateLimit(calls=1, seconds=60))


@asynchronous
async def test_the_setting_chooses_where_to_count():
    alone, shared = limiter(None), limiter("redis://127.0.0.1:1")
    assert isinstance(alone, InProcess)
    assert isinstance(shared, Shared)
    assert await alone.ready()
    await alone.close()
    await shared.close()


def test_not_knowing_is_answered_as_too_many_calls():
    refused = LimitUnknown()
    assert isinstance(refused, TooManyCalls)
    assert (refused.status, refused.code, refused.message) == (429, 9_000_429, "För många anrop")
    assert refused.headers == {"Retry-After": "5"}


@given(st.data(), st.lists(limits, min_size=1, max_size=3))
@asynchronous
async def test_several_windows_are_counted_in_together_or_not_at_all(data, several):
    clock = Clock()
    windows, times = InProcess(clock), {place: [] for place in range(len(several))}
    for wait in data.draw(pauses(several[0])):
        clock.now += wait
        counted = {place: data.draw(st.integers(1, 2)) for place in times}
        has_room = all(
            sum(at > clock.now - limit.seconds * SECOND for at in times[place]) + counted[place]
            <= limit.calls
            for place, limit in enumerate(several)
        )
        asked = [Window(str(n), limit, counted[n]) for n, limit in enumerate(several)]
        seconds = await windows.wait(*asked)
        assert (seconds == 0) is has_room
        assert seconds <= max(limit.seconds for limit in several)
        for place in times if has_room else ():
            times[place] += [clock.now] * counted[place]


@asynchronous
async def test_what_it_says_is_how_long_there_is_to_wait():
    clock = Clock()
    windows, limit = InProcess(clock), RateLimit(calls=2, seconds=60)
    assert await windows.wait(Window("a", limit)) == 0
    clock.now += 10 * SECOND
    assert await windows.wait(Window("a", limit)) == 0
    clock.now += 5 * SECOND
    assert await windows.wait(Window("a", limit)) == 45
    assert await windows.wait(Window("a", limit, 2)) == 55
    assert await windows.wait(Window("a", limit, 3)) == 60
    assert await windows.wait(Window("b", limit), Window("a", limit)) == 45
    assert await windows.wait(Window("b", limit, 2)) == 0


# On a real server


@asynchronous
async def test_the_server_counts_in_several_windows_together_or_not_at_all(valkey, key):
    narrow, wide = RateLimit(calls=2, seconds=3_600), RateLimit(calls=5, seconds=86_400)
    async with shared(valkey.url) as windows:
        both = Window(key, wide, 2), Window(f"{key}:one", narrow)
        assert [await windows.wait(*both) for _ in range(2)] == [0, 0]
        assert 86_300 < await windows.wait(*both) <= 86_400  # the fullest decides
        assert 3_500 < await windows.wait(Window(f"{key}:one", narrow)) <= 3_600
        assert await windows.wait(Window(key, wide)) == 0
        assert await windows.wait(Window(key, wide)) > 86_300
        assert await windows.wait(Window(f"{key}:two", narrow, 3)) == 3_600
        assert await windows.wait(Window(f"{key}:two", narrow, 2)) == 0


@asynccontextmanager
async def shared(url: str, patience: float = PATIENCE) -> AsyncIterator[Shared]:
    """Patient, because the machine that runs the tests may be busy."""
    windows = Shared(url, patience)
    try:
        yield windows
    finally:
        await windows.close()


@asynccontextmanager
async def server(url: str) -> AsyncIterator[Redis]:
    connection = Redis.from_url(url, decode_responses=True)
    try:
        yield connection
    finally:
        await connection.aclose()


@pytest.fixture
def key() -> str:
    return f"client:{uuid4()}"


def stored_at(key: str, limit: RateLimit) -> str:
    return f"reskontra:calls:{limit.calls}/{limit.seconds}s:{key}"


@asynchronous
async def test_the_server_admits_the_limit_and_no_more(valkey, key):
    async with shared(valkey.url) as windows:
        answers = [await windows.admits(key, ALL_DAY) for _ in range(40)]
        assert answers == [True] * 25 + [False] * 15
        assert await windows.admits(key + "2", ALL_DAY)


@asynchronous
async def test_the_server_tells_what_is_left(valkey, key):
    async with shared(valkey.url) as windows:
        rooms = [await windows.room(Window(key, ALL_DAY)) for _ in range(27)]
    assert [room.left for room in rooms] == [*range(24, -1, -1), 0, 0]
    assert [bool(room.wait) for room in rooms] == [False] * 25 + [True] * 2
    assert all(0 < room.reset <= ALL_DAY.seconds for room in rooms)


@asynchronous
async def test_what_has_left_the_window_is_not_counted_by_the_server(valkey, key):
    limit = RateLimit(calls=3, seconds=60)
    async with server(valkey.url) as connection, shared(valkey.url) as windows:
        now, _ = await connection.time()
        ages = (1, 59, 61)  # the oldest no longer counts, the next will soon not
        for seconds in reversed(ages):
            await connection.lpush(stored_at(key, limit), (now - seconds) * 1_000_000)
        room = await windows.room(Window(key, limit))
    assert (room.wait, room.left) == (0, 0)
    assert 0 < room.reset <= 1


@asynchronous
async def test_many_processes_share_one_window(valkey, key):
    async with shared(valkey.url) as one, shared(valkey.url) as other:
        calls = [windows.admits(key, ALL_DAY) for windows in (one, other) * 20]
        assert sum(await asyncio.gather(*calls)) == 25


@asynchronous
async def test_no_real_window_holds_more_than_the_limit(valkey, key):
    limit, times = RateLimit(calls=5, seconds=1), []

    async def hammer(windows: Shared) -> None:
        while len(times) < 3 * limit.calls:
            before = time.monotonic()
            if await windows.admits(key, limit):
                times.append((before, time.monotonic()))
            await asyncio.sleep(0.003)

    async with shared(valkey.url) as one, shared(valkey.url) as other:
        await asyncio.gather(hammer(one), hammer(one), hammer(other))
    times.sort()
    # Each was decided between its two times, so this is the most that can be told from outside.
    pairs = zip(times, times[limit.calls :], strict=False)
    assert all(then[1] - first[0] >= limit.seconds for first, then in pairs)


@asynchronous
async def test_refused_calls_are_not_counted_and_the_window_expires(valkey, key):
    window = stored_at(key, ALL_DAY)
    async with shared(valkey.url) as windows, server(valkey.url) as inside:
        for _ in range(40):
            await windows.admits(key, ALL_DAY)
        times = await inside.lrange(window, 0, -1)
        assert len(times) == 25
        kept = await inside.pexpiretime(window) - int(times[0]) / 1_000  # milliseconds
        assert 0 < kept - 1_000 * ALL_DAY.seconds <= 1_001


@asynchronous
async def test_the_server_keeps_no_more_times_than_it_needs(valkey, key):
    async with shared(valkey.url) as windows, server(valkey.url) as inside:
        await inside.lpush(stored_at(key, SPECIFIED), *range(100))
        assert await windows.admits(key, SPECIFIED)
        assert await inside.llen(stored_at(key, SPECIFIED)) == 25


@pytest.mark.parametrize(("ahead", "dropped"), [(0.5, False), (PATIENCE, True)])
@asynchronous
async def test_a_window_from_the_future_is_dropped(valkey, key, ahead, dropped):
    async with shared(valkey.url) as windows, server(valkey.url) as inside:
        seconds, microseconds = await inside.time()
        future = seconds * 1_000_000 + microseconds + int(ahead * 1_000_000)
        await inside.lpush(stored_at(key, ALL_DAY), *[future] * 25)
        assert await windows.admits(key, ALL_DAY) is dropped


@asynchronous
async def test_the_clock_of_this_process_does_not_matter(valkey, key, monkeypatch):
    limit = RateLimit(calls=1, seconds=86_400)
    async with shared(valkey.url) as windows:
        assert await windows.admits(key, limit)
        monkeypatch.setattr(time, "time", lambda: 4_000_000_000.0)
        assert not await windows.admits(key, limit)


@asynchronous
async def test_it_starts_without_a_server_and_uses_it_once_there(troubled_valkey, key):
    async with shared(troubled_valkey.url) as windows:
        assert not await windows.ready()
        with pytest.raises(LimitUnknown):
            await windows.admits(key, SPECIFIED)
        troubled_valkey.start()
        assert await windows.ready()
        assert await windows.admits(key, SPECIFIED)


@asynchronous
async def test_a_restarted_server_is_used_at_once(troubled_valkey, key):
    troubled_valkey.start()
    async with shared(troubled_valkey.url) as windows:
        await asyncio.gather(*(windows.admits(key, ALL_DAY) for _ in range(8)))
        troubled_valkey.stop()
        with pytest.raises(LimitUnknown):
            await windows.admits(key, ALL_DAY)
        troubled_valkey.start()
        await asyncio.sleep(0.01)  # the loop stood still meanwhile; now it sees closed connections
        answers = await asyncio.gather(*(windows.admits(key, ALL_DAY) for _ in range(30)))
        assert sum(answers) == 25


@asynchronous
async def test_a_hung_server_is_given_up_after_one_try(troubled_valkey, key, monkeypatch):
    troubled_valkey.start()
    tries = connections_begun(monkeypatch)
    windows = Shared(troubled_valkey.url)
    with troubled_valkey.hung():
        for calls in (1, 1, 80):
            tries.clear()
            asked = [windows.admits(key, SPECIFIED) for _ in range(calls)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(answer) for answer in answers] == [LimitUnknown] * calls
            assert len(tries) <= calls
        assert not await windows.ready()
    await windows.close()


@asynchronous
async def test_a_server_that_is_away_is_tried_once(free_port, key, monkeypatch):
    """The driver alone would go on for some seconds, and keep the caller waiting."""
    tries = connections_begun(monkeypatch)
    async with shared(f"redis://127.0.0.1:{free_port}/0") as windows:
        with pytest.raises(LimitUnknown):
            await windows.admits(key, SPECIFIED)
    assert len(tries) == 1


def connections_begun(monkeypatch):
    """A list that grows by each connection that someone begins to open from now on."""
    begun, opened = [], asyncio.open_connection

    def counted(*args, **kwargs):
        begun.append(args)
        return opened(*args, **kwargs)

    monkeypatch.setattr(asyncio, "open_connection", counted)
    return begun


@asynchronous
async def test_a_server_that_hung_is_used_again_with_no_answers_mixed_up(
    troubled_valkey, key, monkeypatch
):
    troubled_valkey.start()
    # On Python 3.11 a check that is given up in the moment in which it was sent goes on to the
    # end of this patience.
    async with shared(troubled_valkey.url, patience=PATIENCE / 10) as windows:
        while await windows.admits(key, ALL_DAY):
            pass
        with troubled_valkey.hung(), monkeypatch.context() as impatient:
            impatient.setattr(windows, "_patience", 0.1)
            asked = [windows.admits(key, ALL_DAY) for _ in range(20)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(answer) for answer in answers} == {LimitUnknown}
        other = [await windows.admits(f"{key}:other", ALL_DAY) for _ in range(30)]
        assert other == [True] * 25 + [False] * 5
        assert await windows.ready()


@pytest.mark.parametrize(
    "trouble",
    [("REPLICAOF", "127.0.0.1", "1"), ("CONFIG", "SET", "maxmemory", "1")],
    ids=["read-only", "out of memory"],
)
@asynchronous
async def test_a_server_that_cannot_write_cannot_tell(troubled_valkey, key, trouble):
    troubled_valkey.start()
    async with shared(troubled_valkey.url) as windows, server(troubled_valkey.url) as inside:
        await inside.execute_command(*trouble)
        with pytest.raises(LimitUnknown):
            await windows.admits(key, SPECIFIED)
        assert not await windows.ready()


@asynccontextmanager
async def faulty_server(answers: Iterable[bytes], pause: float) -> AsyncIterator[tuple[str, list]]:
    """Says these things to every command, a pause before each, and hangs up."""
    heard: list[bytes] = []
    conversations = []

    async def converse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        conversations.append(asyncio.current_task())
        with closing(writer):
            heard.append(await reader.read(10_000))
            for answer in answers:
                await asyncio.sleep(pause)
                writer.write(answer)

    async with await asyncio.start_server(converse, "127.0.0.1", 0) as listening:
        yield f"redis://127.0.0.1:{listening.sockets[0].getsockname()[1]}", heard
        for conversation in conversations:
            conversation.cancel()
        await asyncio.gather(*conversations, return_exceptions=True)


@asynchronous
async def test_a_check_that_may_have_been_counted_is_not_tried_again(key):
    async with faulty_server([], 0) as (url, heard), shared(url) as windows:
        with pytest.raises(LimitUnknown):
            await windows.admits(key, SPECIFIED)
        assert len(heard) == 1
        assert b"EVALSHA" in heard[0]


@pytest.mark.parametrize("answer", [b"+what\r\n", b"garbage", b"$-1\r\n", b":7\r\n"])
@asynchronous
async def test_an_answer_that_makes_no_sense_lets_nobody_in(key, answer):
    async with faulty_server([answer], 0) as (url, _), shared(url) as windows:
        with pytest.raises(LimitUnknown):
            await windows.admits(key, SPECIFIED)


@asynchronous
async def test_a_server_that_drips_is_given_up(key):
    drops = chain([b"$999999\r\n"], repeat(b"x"))  # it would go on for hours
    async with faulty_server(drops, 0.04) as (url, _), shared(url, 0.1) as windows:
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(LimitUnknown):
                await windows.admits(key, SPECIFIED)
