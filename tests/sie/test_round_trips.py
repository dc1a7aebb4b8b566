"""Whatever a file says, it says again when it is written and read."""

from datetime import date
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from reskontra.sie.letters import as_sie, destroyed
from reskontra.sie.reader import read
from reskontra.sie.values import Account, Balance, Dimension, Entry, File, Object, Row, Voucher
from reskontra.sie.writer import written
from tests.sizes import times

# As the names of any chart: by them the reader knows in which letters a file is written.
SWEDISH = Entry("FNAMN", ("Räksmörgås på ö" * 200,))

texts = st.text(max_size=20).map(as_sie).filter(lambda text: not destroyed(text))
words = texts.filter(bool)
days = st.dates(date(2026, 1, 1), date(2026, 12, 31))
amounts = st.decimals(-(10**12), 10**12, places=2)
quantities = st.none() | st.decimals(-(10**6), 10**6, places=3)
accounts = st.integers(1000, 99999999)
pairs = st.tuples(st.integers(1, 99), words)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Row, ...]:
    """They balance; some were struck out, some added."""
    made = draw(
        st.lists(st.builds(row, accounts, amounts, st.lists(pairs, max_size=3)), max_size=4)
    )
    made = [
        Row(r.account, r.amount, r.objects, draw(st.none() | days), draw(texts), draw(quantities), draw(texts))
        for r in made
    ]  # fmt: skip
    total = sum((r.amount for r in made), Decimal(0))
    rest = [Row(1930, -total)] if made else []
    struck = [Row(1510, draw(amounts), label="BTRANS")] if draw(st.booleans()) else []
    added = [Row(made[0].account, made[0].amount, made[0].objects, label="RTRANS")] if made else []
    return (*struck, *added, *made, *rest)


def row(account: int, amount: Decimal, objects: list[tuple[int, str]]) -> Row:
    return Row(account, amount, tuple(objects))


vouchers = st.builds(
    Voucher, texts, st.none() | st.integers(1, 10**9), days, texts, st.none() | days, texts, rows()
)
balances = st.builds(
    Balance, st.sampled_from(["IB", "UB", "RES"]), st.integers(-3, 0), accounts, amounts, quantities
) | st.builds(
    Balance,
    st.just("PSALDO"),
    st.integers(-3, 0),
    accounts,
    amounts,
    quantities,
    st.sampled_from(["202601", "202612"]),
    st.none() | pairs,
)
unknown = st.lists(texts | st.lists(texts, max_size=3).map(tuple), max_size=3).map(tuple)
files = st.builds(
    File,
    st.tuples(
        st.just(Entry("FORMAT", ("PC8",))),
        st.just(Entry("SIETYP", ("4",))),
        st.builds(lambda *v: Entry("PROGRAM", v), texts, texts),
        st.builds(lambda d: Entry("GEN", (d, "")), days),
        st.just(SWEDISH),
        st.builds(lambda t: Entry("PROSA", (t,)), texts),
        st.builds(lambda v: Entry("EGEN", v), unknown),
        st.just(Entry("RAR", (0, date(2026, 1, 1), date(2026, 12, 31)))),
    ),
    st.lists(
        st.builds(
            Account, accounts, texts, st.sampled_from(["", *"TSKI"]), texts, st.just(("7251",))
        ),
        unique_by=lambda each: each.number,
        max_size=3,
    ).map(tuple),
    st.lists(
        st.builds(Dimension, st.integers(1, 99), texts, st.none() | st.integers(1, 99)),
        unique_by=lambda each: each.number,
        max_size=2,
    ).map(tuple),
    st.lists(
        st.builds(Object, st.integers(1, 99), words, texts),
        unique_by=lambda each: (each.dimension, each.code),
        max_size=2,
    ).map(tuple),
    st.lists(
        balances,
        unique_by=lambda each: (each.label, each.year, each.account, each.month, each.object),
        max_size=4,
    ).map(tuple),
    st.lists(vouchers, max_size=4).map(tuple),
    st.just(0),
    st.booleans(),
)


@settings(max_examples=times(300), deadline=None)
@given(files)
def test_a_file_is_read_as_it_was_written(file: File) -> None:
    data = b"".join(written(file))
    reading = read(data)
    assert not reading.refusals
    assert reading.file == file
    assert b"".join(written(reading.file)) == data


@settings(max_examples=times(500), deadline=None)
@given(st.text())
def test_any_text_can_be_said_once_it_is_said_in_the_letters_of_sie(text: str) -> None:
    said = as_sie(text)
    file = File((SWEDISH, Entry("PROSA", (said,)), Entry("EGEN", (text, (text,)))))
    [_, entry, unknown] = read(b"".join(written(file))).file.identification
    assert entry.values == (said,)
    assert unknown.values == (said, (said,))
