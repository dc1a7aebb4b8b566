"""Documents on their way through the press: in turn, within limits, and nobody in another's way."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import replace
from itertools import count

import pytest
from tests.outside.paper import INVOICE, with_rows
from tests.service import Company, refused
from tests.waiting import PATIENCE, until
from tests.web.invoicing import customer, draft, read

from reskontra.domain.errors import Invalid, Unavailable
from reskontra.outside import machine
from reskontra.outside import press as presses
from reskontra.outside.document import LINE_LIMIT, Document, DocumentRow
from reskontra.outside.pdf import rendered
from reskontra.outside.press import LONGEST_QUEUE, Machine, Press


@pytest.fixture
def press() -> Iterator[Press]:
    press = Press()
    yield press
    press.close()


class Gate:
    """Machines that tell what they are given, and wait until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[str] = []
        self.opened = threading.Event()
        monkeypatch.setattr(Machine, "press", self.press)

    def press(self, document: Document) -> bytes:
        self.taken.append(document.number)
        assert self.opened.wait(PATIENCE)
        return document.number.encode()


@pytest.fixture
def gate(press: Press, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Open in the end, whatever came of the test: the press waits for its machines."""
    gate = Gate(monkeypatch)
    yield gate
    gate.opened.set()


def numbered(number: str, like: Document = INVOICE) -> Document:
    return replace(like, number=number)


LARGE = with_rows(600)


def test_a_document_is_the_same_from_another_process(press: Press) -> None:
    assert press.submit(1, INVOICE).result(PATIENCE) == rendered(INVOICE)


def test_a_small_document_does_not_wait_for_large_ones(press: Press, gate: Gate) -> None:
    large = [press.submit(1, numbered(f"large {each}", LARGE)) for each in range(3)]
    press.submit(2, numbered("small"))
    gate.opened.set()
    wait(large, PATIENCE)
    assert gate.taken.index("small") <= 1  # beside the first of the large


def test_organisations_take_turns(gate: Gate) -> None:
    press = Press(machines=1)
    waiting = [press.submit(1, numbered("first"))]
    waiting += [press.submit(1, numbered(f"a{each}")) for each in range(3)]
    waiting += [press.submit(2, numbered(f"b{each}")) for each in range(3)]
    gate.opened.set()
    wait(waiting, PATIENCE)
    press.close()
    order = [each for each in gate.taken if each != "first"]
    assert order in (["a0", "b0", "a1", "b1", "a2", "b2"], ["b0", "a0", "b1", "a1", "b2", "a2"])


def test_a_queue_is_short_and_anothers_is_another(press: Press, gate: Gate) -> None:
    def fill() -> None:
        for each in range(LONGEST_QUEUE + 3):  # two are under way
            press.submit(1, numbered(str(each)))

    with pytest.raises(Unavailable, match="väntar"):
        fill()
    assert press.submit(2, numbered("b"))
    gate.opened.set()


def test_what_the_press_has_no_room_for_is_not_issued(company: Company, gate: Gate) -> None:
    """Asked before the books are opened: nothing has happened that would have to be told."""
    number = draft(company, CustomerNumber=customer(company, Email="a@b.se"))["DocumentNumber"]
    press = company.service.house.press
    for _ in range(2):  # once more when the machines have taken theirs
        with suppress(Unavailable):
            for each in count():
                press.submit(company.id, numbered(str(each)))
        until(lambda: len(gate.taken) >= presses.MACHINES)
    for way in ("print", "email"):
        assert "väntar" in refused(company.api.get(f"/invoices/{number}/{way}"), 503)
    assert not read(company, number)["Booked"]


# Each ends by itself, with a document: who is not stopped is not refused either.
WASTING = {
    "memory": "bytearray(2 * machine.LARGEST)",
    "time": "spend(10)",
    "the clock's time": "time.sleep(20)",
    "nothing": "os._exit(1)",
}


@pytest.mark.parametrize("what", WASTING)
def test_a_process_that_passes_a_limit_is_replaced(
    press: Press, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    program = f"""
import os, time
from reskontra.outside import machine
machine.CPU_SECONDS = {0 if what == "time" else machine.CPU_SECONDS}
real = machine.rendered
def spend(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
def wasteful(document):
    if document.number == "evil":
        {WASTING[what]}
    return real(document)
machine.rendered = wasteful
machine.main()
"""
    monkeypatch.setattr(presses, "PROGRAM", ("-c", program))
    if what == "the clock's time":
        monkeypatch.setattr(presses, "PATIENCE", 1.0)
    with pytest.raises(Invalid, match="omfattande"):
        press.submit(1, numbered("evil")).result(PATIENCE)
    monkeypatch.undo()
    assert press.submit(2, INVOICE).result(PATIENCE)


def test_a_process_that_has_grown_ends_and_nobody_notices(
    press: Press, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = "from reskontra.outside import machine; machine.KEPT = 0; machine.main()"
    monkeypatch.setattr(presses, "PROGRAM", ("-c", program))
    for each in range(6):
        assert press.submit(each, INVOICE).result(PATIENCE)


def test_a_process_that_a_large_one_started_has_not_grown_by_that() -> None:
    program = f"""
import subprocess, sys
large = bytearray({machine.KEPT} * 1024)
large[::4096] = b"x" * len(large[::4096])
told = [sys.executable, "-c", "from reskontra.outside import machine; print(machine.peak())"]
sys.exit(subprocess.run(told).returncode)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert 0 < int(told.stdout) < machine.KEPT


# What it may cost is judged by lines, not by rows


def test_a_hundred_rows_of_a_thousand_lines_are_refused(company: Company) -> None:
    row = {"Description": "x" + "\n" * 999, "Price": 1, "DeliveredQuantity": 1}
    number = draft(company, *[row] * 100)["DocumentNumber"]
    for action in ("preview", "print", "email"):
        refused(company.api.get(f"/invoices/{number}/{action}"), 400)


BREAKS = ("\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029")


@pytest.mark.parametrize("sign", BREAKS)
def test_every_sign_that_breaks_a_line_counts(sign: str) -> None:
    rows = (DocumentRow("x" + sign * 5_000),) * (LINE_LIMIT // 5_000)
    with pytest.raises(Invalid, match="rader text"):
        replace(INVOICE, rows=rows)


FITS: dict[str, Callable[[], Document]] = {
    "a thousand rows": lambda: with_rows(1_000),
    "a long text": lambda: replace(INVOICE, comments="ord " * 2_500),
}


@pytest.mark.parametrize("made", FITS.values(), ids=FITS)
def test_what_a_company_may_send_is_printed(press: Press, made: Callable[[], Document]) -> None:
    assert press.submit(1, made()).result(PATIENCE).startswith(b"%PDF-")
