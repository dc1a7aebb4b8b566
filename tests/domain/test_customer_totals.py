"""Customer invoices: totals, tax reductions and flags."""

from datetime import date
from decimal import Decimal

import pytest
from example_invoices import draft, four_rates, plain, row

from reskontra.domain.customer_invoice import CustomerInvoice, Status, priced
from reskontra.domain.errors import Invalid
from reskontra.domain.money import to_krona, to_ore
from reskontra.domain.records import replace
from reskontra.domain.tax_reduction import GREEN, ROT, RUT, TaxReductionType, share_of
from reskontra.domain.vat import VatType


@pytest.mark.parametrize(
    ("net", "vat", "total", "round_off"),
    [
        ("99.90", "24.98", "125.00", "0.12"),
        ("80.30", "20.08", "100.00", "-0.38"),
        ("4467.75", "1116.94", "5585.00", "0.31"),
        ("-99.90", "-24.98", "-125.00", "-0.12"),
        ("0", "0.00", "0.00", "0.00"),
    ],
)
def test_a_total_is_rounded_to_whole_kronor(net: str, vat: str, total: str, round_off: str) -> None:
    invoice = draft(row("1", net, 25))
    assert [str(invoice.total_vat), str(invoice.total), str(invoice.round_off)] == [
        vat,
        total,
        round_off,
    ]


@pytest.mark.parametrize(
    ("amount", "ore", "kronor"),
    [
        ("0.005", "0.01", "0.00"),
        ("0.025", "0.03", "0.00"),
        ("0.045", "0.05", "0.00"),
        ("-0.025", "-0.03", "0.00"),
        ("2.50", "2.50", "3.00"),
        ("-2.50", "-2.50", "-3.00"),
        ("2.4999", "2.50", "2.00"),
    ],
)
def test_halves_go_away_from_zero(amount: str, ore: str, kronor: str) -> None:
    assert to_ore(Decimal(amount)) == Decimal(ore)
    assert to_krona(Decimal(amount)) == Decimal(kronor)


def test_vat_is_rounded_once_per_rate() -> None:
    invoice = draft(*[row("1", "33.33", 25)] * 3)
    assert invoice.total_vat == Decimal("25.00")


def test_the_worked_example_of_four_rates() -> None:
    invoice = four_rates()
    amounts = invoice.net, invoice.total_vat, invoice.round_off, invoice.total
    assert list(map(str, amounts)) == ["1548.99", "298.88", "0.13", "1848.00"]
    assert invoice.balance == invoice.total_to_pay == invoice.gross == 1848
    assert invoice.net_per_rate() == {
        25: Decimal("1099.99"),
        12: Decimal("99.00"),
        6: Decimal("200.00"),
        0: Decimal("150.00"),
    }


AUTUMN = date(2025, 11, 3)


@pytest.mark.parametrize(
    ("invoice", "basis", "reduction", "to_pay"),
    [
        pytest.param(
            draft(row("20", "500", 25, "HVAC"), row("1", "4000", 25), reduction="rot"),
            "12500.00",
            3750,
            13750,
            id="rot",
        ),
        pytest.param(
            draft(row("6", "399", 25, "CLEANING"), reduction="rut"),
            "2992.50",
            1496,
            1497,
            id="rut",
        ),
        pytest.param(
            draft(row("6", "400.40", 25, "CLEANING"), reduction="rut"),
            "3003.00",
            1501,
            1502,
            id="rut, downwards",
        ),
        pytest.param(
            draft(
                row("1", "80000", 25, "SOLARCELLS"),
                row("1", "32000", 25, "STORAGESELFPRODUCEDELECTRICITY"),
                reduction="green",
            ),
            "140000.00",
            35000,
            105000,
            id="green",
        ),
        pytest.param(
            draft(
                row("20", "500", 25, "HVAC"),
                row("1", "4000", 25),
                reduction="rot",
                invoice_date=AUTUMN,
                due_date=AUTUMN,
            ),
            "12500.00",
            6250,
            11250,
            id="rot in the autumn of 2025",
        ),
        pytest.param(
            draft(row("1", "80000", 25, ""), reduction="green"),
            "100000.00",
            15000,
            85000,
            id="green work without a type counts as solar cells",
        ),
        pytest.param(
            draft(row("1", "1000", 25, "EMPTYHOUSEWORK"), reduction="rot"),
            "0.00",
            0,
            1250,
            id="empty house work counts for nothing",
        ),
        pytest.param(
            draft(row("1", "1000", 25, "HVAC")), "0.00", 0, 1250, id="no reduction asked for"
        ),
        pytest.param(
            draft(row("1", "20000", 25, "HVAC"), row("1", "-16000", 25), reduction="rot"),
            "25000.00",
            5000,
            0,
            id="no more than there is to pay",
        ),
        pytest.param(
            draft(row("1", "20000", 25, "HVAC"), row("1", "-20000", 25), reduction="rot"),
            "25000.00",
            0,
            0,
            id="nothing of nothing",
        ),
        pytest.param(
            draft(row("-1", "20000", 25, "HVAC"), reduction="rot"),
            "-25000.00",
            -7500,
            -17500,
            id="taken back",
        ),
        pytest.param(
            draft(row("-1", "8000", 25, "HVAC"), row("1", "20000", 25), reduction="rot"),
            "-10000.00",
            0,
            15000,
            id="nothing is owed to Skatteverket while the customer pays",
        ),
        *(
            pytest.param(
                draft(
                    row("1", "1000", 25, "HVAC", vat_type=treatment),
                    reduction="rot",
                    vat_type=treatment,
                ),
                "0.00",
                0,
                1000,
                id=treatment,
            )
            for treatment in (VatType.SEREVERSEDVAT, VatType.EUREVERSEDVAT, VatType.EXPORT)
        ),
    ],
)
def test_a_tax_reduction(invoice: CustomerInvoice, basis: str, reduction: int, to_pay: int) -> None:
    assert str(invoice.basis_tax_reduction) == basis
    assert (invoice.tax_reduction, invoice.balance) == (reduction, to_pay)
    assert invoice.reduction_balance == reduction


@pytest.mark.parametrize(
    ("kind", "work", "day", "percent"),
    [
        (ROT, "HVAC", "2025-05-11", 30),
        (ROT, "HVAC", "2025-05-12", 50),
        (ROT, "HVAC", "2025-12-31", 50),
        (ROT, "HVAC", "2026-01-01", 30),
        (RUT, "CLEANING", "2026-03-02", 50),
        (GREEN, "SOLARCELLS", "2022-12-31", 15),
        (GREEN, "SOLARCELLS", "2025-06-30", 20),
        (GREEN, "SOLARCELLS", "2025-07-01", 15),
        (GREEN, "CHARGINGSTATIONELECTRICVEHICLE", "2025-07-01", 50),
    ],
)
def test_the_share_follows_the_invoice_date(
    kind: TaxReductionType, work: str, day: str, percent: int
) -> None:
    assert share_of(kind, work, date.fromisoformat(day)) == percent


def test_a_row_without_house_work_says_so_on_an_invoice_with_a_reduction() -> None:
    invoice = draft(row("1", "1000", 25, "HVAC"), row("1", "50", 25), reduction="rot")
    assert [r.house_work_type for r in invoice.rows] == ["HVAC", "EMPTYHOUSEWORK"]
    assert plain().rows[0].house_work_type == ""
    assert priced(invoice) == invoice


def test_without_a_reduction_no_row_has_a_type_of_work() -> None:
    rows = draft(row("1", "1000", 25, "HVAC"), row("1", "50", 25), reduction="rot").rows
    invoice = draft(*rows, row("1", "1", 25, "CLEANING"), reduction="none")
    assert [(r.house_work_type, r.house_work) for r in invoice.rows] == [
        ("", True), ("", False), ("", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("work", "reduction", "message"),
    [
        (
            "CONSTRUCTION",
            "rut",
            "Rad 1: dokument med skattereduktionstypen 'rut' får inte innehålla rader "
            "med husarbetestypen 'CONSTRUCTION'.",
        ),
        (
            "OTHERCOSTS",
            "rot",
            "Rad 1: kan inte sätta typen övrig kostnad på en rad markerad som husarbete.",
        ),
    ],
)
def test_a_type_of_work_that_does_not_fit_is_refused(
    work: str, reduction: str, message: str
) -> None:
    with pytest.raises(Invalid) as refused:
        draft(row("1", "1000", 25, work), reduction=reduction)
    assert refused.value.message == message


@pytest.mark.parametrize(
    "rows",
    [
        [("999999999999", "999999999999.99", 25)],
        [("1", "999999999999.99", 0)],  # whole kronor are more
        [("-1", "999999999999.99", 0)],
        [("3", "333333333333.33", 0), ("1", "0.51", 0)],
        # Together they are on little, but no account of the books could hold either.
        [("1", "999999999999", 0)] * 11 + [("1", "-800000000000", 25)] * 11,
    ],
)
def test_an_amount_beyond_the_books_is_refused(rows: list[tuple[str, str, int]]) -> None:
    with pytest.raises(Invalid):
        draft(*(row(*each) for each in rows))


def test_the_largest_amount_is_not_beyond_the_books() -> None:
    assert draft(row("1", "999999999999.49", 0)).total == Decimal("999999999999.00")


@pytest.mark.parametrize(
    ("status", "booked", "sent", "cancelled"),
    [
        (Status.DRAFT, False, False, False),
        (Status.SENT, True, True, False),
        (Status.PAID, True, True, False),
        (Status.WRITTEN_OFF, True, True, False),
        (Status.CANCELLED, False, False, True),
    ],
)
def test_flags_follow_the_status(status: Status, booked: bool, sent: bool, cancelled: bool) -> None:
    invoice = replace(plain(), status=status)
    assert (invoice.booked, invoice.sent, invoice.cancelled) == (booked, sent, cancelled)


def test_terms_of_payment_are_days_between_the_dates() -> None:
    assert plain().terms_of_payment == 28
    assert not plain().house_work
    assert draft(reduction="rot").house_work
