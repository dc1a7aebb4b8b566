"""What holds of every invoice, whatever its rows."""

from collections import defaultdict
from decimal import Decimal

from example_invoices import CASH, TODAY, booked, draft, issued, paid, payment, purchase
from hypothesis import assume, given
from hypothesis import strategies as st

from reskontra.domain.customer_invoice import CustomerInvoice, InvoiceRow
from reskontra.domain.customer_postings import customer_credit, customer_invoice, vat_boxes
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.payment import SupplierPayment
from reskontra.domain.records import replace
from reskontra.domain.supplier_invoice import SupplierInvoice
from reskontra.domain.supplier_postings import supplier_invoice, supplier_payment
from reskontra.domain.supplier_settlement import paid as supplier_paid
from reskontra.domain.vat import VatType, treated, vat_basis
from reskontra.domain.voucher import Voucher

quantities = st.decimals("-1000", "1000", places=2)
prices = st.decimals("-100000", "100000", places=2)
methods = st.sampled_from(AccountingMethod)


@st.composite
def invoices(draw: st.DrawFn, vat_types: st.SearchStrategy[VatType]) -> CustomerInvoice:
    vat_type = draw(vat_types)
    kind = draw(st.sampled_from(["none", "rot", "rut", "green"]))
    rows = []
    for _ in range(draw(st.integers(0, 5))):
        settled = treated(vat_basis(draw(st.sampled_from([25, 12, 6, 0])), ""), vat_type)
        rows.append(
            InvoiceRow(
                delivered_quantity=draw(quantities),
                price=draw(prices),
                house_work=draw(st.booleans()),
                **settled._asdict(),
            )
        )
    return draft(*rows, reduction=kind, vat_type=vat_type, accounting_method=draw(methods))


any_invoice = invoices(st.sampled_from(VatType))


def sums(*vouchers: Voucher) -> dict[int, Decimal]:
    total: dict[int, Decimal] = defaultdict(Decimal)
    for voucher in vouchers:
        for posting in voucher.postings:
            total[posting.account] += posting.amount
    return total


@given(any_invoice)
def test_the_parts_make_the_total_and_the_total_is_whole_kronor(invoice: CustomerInvoice) -> None:
    assert invoice.net + invoice.total_vat + invoice.round_off == invoice.total
    assert invoice.total % 1 == 0
    assert abs(invoice.round_off) <= Decimal("0.50")
    assert invoice.tax_reduction % 1 == 0
    assert invoice.balance + invoice.reduction_balance == invoice.total


@given(any_invoice)
def test_a_voucher_balances_with_one_side_per_line(invoice: CustomerInvoice) -> None:
    voucher = customer_invoice(invoice)
    assert sum(posting.amount for posting in voucher.postings) == 0
    assert all(p.debit >= 0 and p.credit >= 0 and not p.debit * p.credit for p in voucher.postings)
    assert len(voucher.postings) >= 2


@given(any_invoice)
def test_a_credit_mirrors_its_invoice_on_every_account(invoice: CustomerInvoice) -> None:
    issue, credit = customer_invoice(invoice), customer_credit(issued(invoice), TODAY)
    assert not any(sums(issue, credit).values())
    told: dict[str, Decimal] = defaultdict(Decimal)
    for entry in issue.vat_entries + credit.vat_entries:
        told[entry.box] += entry.amount
    assert not any(told.values())


@given(any_invoice)
def test_a_negative_invoice_mirrors_a_positive_one(invoice: CustomerInvoice) -> None:
    rows = (replace(row, delivered_quantity=-row.delivered_quantity) for row in invoice.rows)
    kept = {"vat_type": invoice.vat_type, "accounting_method": invoice.accounting_method}
    opposite = draft(*rows, reduction=invoice.tax_reduction_type, **kept)
    assert not any(sums(customer_invoice(invoice), customer_invoice(opposite)).values())


@given(
    st.lists(st.decimals("0.01", "9999", places=2), min_size=1, max_size=4),
    st.lists(st.decimals("0.01", "0.99", places=2), max_size=4),
    st.sampled_from([25, 12, 6]),
)
def test_in_the_cash_method_payments_release_the_vat_to_the_last_ore(
    nets: list[Decimal], parts: list[Decimal], rate: int
) -> None:
    settled = treated(vat_basis(rate, ""), VatType.SEVAT)._asdict()
    rows = [InvoiceRow(delivered_quantity=Decimal(1), price=net, **settled) for net in nets]
    invoice = issued(draft(*rows, accounting_method=CASH))
    assume(invoice.total)  # else there is nothing to pay
    for part in parts:
        if amount := (invoice.balance * part).quantize(Decimal("0.01")):
            invoice = paid(invoice, payment(str(amount)))
    if invoice.balance:
        invoice = paid(invoice, payment(str(invoice.balance)))
    assert invoice.reported == {box: sum_ for box, sum_ in vat_boxes(invoice).items() if sum_}


@st.composite
def purchases(draw: st.DrawFn) -> SupplierInvoice:
    nets = draw(st.lists(st.decimals("0.01", "99999", places=2), min_size=1, max_size=5))
    vat_type = draw(st.sampled_from(["NORMAL", "REVERSECHARGEEUSERVICES", "IMPORT"]))
    vat = (sum(nets) * 25 / 100).quantize(Decimal("0.01")) if vat_type == "NORMAL" else 0
    return purchase(
        *((6110, str(net)) for net in nets),
        vat=str(vat),
        vat_type=vat_type,
        currency="EUR",
        rate=str(draw(st.decimals("0.000001", "200", places=6))),
        accounting_method=draw(methods),
    )


@given(purchases(), st.decimals("0.01", "0.99", places=2), st.decimals("1", "20", places=4))
def test_a_foreign_debt_leaves_the_books_without_a_trace(
    invoice: SupplierInvoice, part: Decimal, rate: Decimal
) -> None:
    vouchers = [supplier_invoice(invoice)]
    invoice = booked(invoice)
    first = (invoice.total * part).quantize(Decimal("0.01"))
    for number, amount in enumerate((first, invoice.total - first)):
        if not amount:
            continue
        money = SupplierPayment(
            number,
            57,
            (amount * rate).quantize(Decimal("0.01")),
            TODAY,
            amount_currency=amount,
            currency="EUR",
            currency_rate=rate,
        )
        vouchers.append(supplier_payment(invoice, money))
        invoice = supplier_paid(invoice, money, vouchers[-1])
    assert sums(*vouchers)[2440] == invoice.booked_balance == invoice.balance == 0
