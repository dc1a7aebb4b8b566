"""What each invoice stands at, told anew from its vouchers, one after the other."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from reskontra.audit.checks import key
from reskontra.audit.report import Violation
from reskontra.audit.snapshot import Row, Snapshot

AT_ONCE = 20_000  # invoices in memory: their vouchers have no index to be found by
ASTRAY = "{} is not where its vouchers lead"
Boxes = dict[str, Decimal]


class Voucher(NamedTuple):
    """What one voucher does to an invoice: öre on accounts, debit positive, and kronor in boxes."""

    date: str
    event: str
    payment: int  # the number of the one that it books or undoes; 0: none
    undoes: bool
    moved: dict[int, int]
    boxes: Boxes


class Payment(NamedTuple):
    cleared: int  # öre of the invoice's currency
    from_agency: bool
    is_loss: bool


class Kind(NamedTuple):
    """One of the two ledgers of invoices: where its figures stand, and how they come about."""

    what: str
    table: str
    number: str
    payment: str  # the event of a payment's voucher
    payments: str
    references: str
    figures: tuple[str, ...]
    told: Callable[[Row, list[Voucher], dict[int, Payment]], dict[str, Any]]


def told_of_sale(_: Row, vouchers: list[Voucher], payments: dict[int, Payment]) -> dict[str, Any]:
    """A customer invoice: sent, paid, written off, recovered, credited."""
    it: dict[str, Any] = dict.fromkeys(SALE_FIGURES, 0) | {"final_pay_date": "", "status": "sent"}
    owed = reduction = 0
    for each in vouchers:
        payment = payments.get(each.payment)
        is_loss = payment.is_loss if payment else each.event == "write-off of"
        if is_loss:
            lost = (0, 0, "sent") if each.undoes else (owed, reduction, "written off")
            it["written_off"], it["reduction_written_off"], it["status"] = lost
        owed += each.moved[1510]
        reduction += each.moved[1513]
        if payment and not is_loss:
            _settle(it, each, payment, owed)
        elif each.event == "refused reduction of":
            it["final_pay_date"] = "" if owed else it["final_pay_date"]
            it["status"] = "sent" if owed else "paid"
        elif each.event == "credit of":
            it["status"] = "cancelled"
    return it


def _settle(it: dict[str, Any], voucher: Voucher, payment: Payment, owed: int) -> None:
    """By money that comes in, or goes back when its payment is undone."""
    moved = voucher.moved
    if it["status"] == "written off":
        it["recovered"] -= sum(moved[account] for account in (3950, 2611, 2621, 2631))
        return
    if payment.from_agency:
        it["reduction_paid"] -= moved[1513] + moved[1510]
    it["final_pay_date"] = "" if owed else it["final_pay_date"] or voucher.date
    it["status"] = "sent" if owed else "paid"


def told_of_purchase(
    row: Row, vouchers: list[Voucher], payments: dict[int, Payment]
) -> dict[str, Any]:
    """A supplier invoice: booked, paid in its own currency, cancelled."""
    it = {"balance": row[0], "final_pay_date": "", "status": "booked"}
    for each in vouchers:
        if payment := payments.get(each.payment):
            it["balance"] += payment.cleared if each.undoes else -payment.cleared
            it["final_pay_date"] = "" if it["balance"] else each.date
            it["status"] = "booked" if it["balance"] or each.undoes else "paid"
        elif each.event == "cancel supplier invoice":
            it |= {"balance": 0, "status": "cancelled"}
    return it


# Its balances are asked for in `documents.py`.
SALE_FIGURES = (
    "reduction_paid", "written_off", "reduction_written_off", "recovered", "final_pay_date",
    "status",
)  # fmt: skip
SALES = Kind(
    "customer invoice", "customer_invoices", "document_number", "customer payment",
    "customer_payments",
    "'INVOICE', 'INVOICEPAYMENT'", SALE_FIGURES, told_of_sale,
)  # fmt: skip
PURCHASES = Kind(
    "supplier invoice", "supplier_invoices", "given_number", "supplier payment",
    "supplier_payments",
    "'SUPPLIERINVOICE', 'SUPPLIERPAYMENT'", ("balance", "final_pay_date", "status"),
    told_of_purchase,
)  # fmt: skip


def invoices_astray(books: Snapshot) -> Iterator[Violation]:
    for kind in (SALES, PURCHASES):
        for organisation, _ in books.rows("SELECT l.organisation_id, 0 FROM ledgers l WHERE OF(l)"):
            yield from _astray(books, kind, int(organisation))


def _astray(books: Snapshot, kind: Kind, organisation: int) -> Iterator[Violation]:
    after = -1
    while invoices := books.rows(_invoices(kind, organisation, after)):
        within = (organisation, after, invoices[-1][0])
        if within[2] <= after:
            raise ValueError("invoices are not where their index says")
        vouchers, payments = _vouchers(books, kind, within), _payments(books, kind, within)
        for number, total, reported, *figures in invoices:
            said = dict(zip(kind.figures, figures, strict=True))
            told = kind.told((total,), vouchers[number], payments)
            wrong = [name for name in kind.figures if said[name] != told[name]]
            if _boxes(reported) != _sum(vouchers[number]):
                wrong.append("reported")
            if wrong:
                place = f"{kind.what} {number}: {', '.join(wrong)}"
                yield Violation(ASTRAY.format(kind.what), organisation, place)
        after = within[2]


def _invoices(kind: Kind, organisation: int, after: int) -> str:
    figures = ", ".join(
        f"coalesce(CAST(i.{name} AS text), '')" if name == "final_pay_date" else f"i.{name}"
        for name in kind.figures
    )
    return f"""SELECT i.{kind.number}, i.total, i.reported, {figures} FROM {kind.table} i
        WHERE i.organisation_id = {organisation} AND i.{kind.number} > {after}
        AND i.status <> 'draft' ORDER BY i.{kind.number} LIMIT {AT_ONCE}"""


def _of(kind: Kind, within: tuple[int, int, int], more: str = "") -> str:
    """Vouchers that name one of these invoices as what they are about."""
    organisation, after, until = within
    return f"""FROM vouchers v JOIN {kind.table} i ON i.organisation_id = v.organisation_id
        AND CAST(i.{kind.number} AS text) = v.reference_number {more}
        WHERE v.organisation_id = {organisation} AND v.reference_type IN ({kind.references})
        AND i.{kind.number} > {after} AND i.{kind.number} <= {until}"""


def _vouchers(
    books: Snapshot, kind: Kind, within: tuple[int, int, int]
) -> dict[int, list[Voucher]]:
    """By invoice, in the order of posting."""
    headers = f"""SELECT v.sequence, i.{kind.number}, CAST(v.date AS text), coalesce(v.source, '')
        {_of(kind, within)} ORDER BY v.sequence"""
    rows = f"""SELECT v.sequence, p.account, sum(p.debit - p.credit)
        {_of(kind, within, f"JOIN postings p ON {key('p')}")} GROUP BY v.sequence, p.account"""
    entries = f"""SELECT v.sequence, e.box, sum(e.base + e.tax)
        {_of(kind, within, f"JOIN vat_entries e ON {key('e')}")} GROUP BY v.sequence, e.box"""
    moved: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for sequence, account, amount in books.rows(rows):
        moved[sequence][account] = int(amount)
    boxes: dict[int, Boxes] = defaultdict(dict)
    for sequence, box, amount in books.rows(entries):
        boxes[sequence][box] = Decimal(int(amount)) / 100
    found: dict[int, list[Voucher]] = defaultdict(list)
    for sequence, invoice, date, source in books.rows(headers):
        event, _, number = source.removeprefix("undo ").rpartition(" ")
        payment = int(number) if event == kind.payment else 0
        effect = (source.startswith("undo "), moved[sequence], boxes[sequence])
        found[invoice].append(Voucher(date, event, payment, *effect))
    return found


def _payments(books: Snapshot, kind: Kind, within: tuple[int, int, int]) -> dict[int, Payment]:
    organisation, after, until = within
    rows = books.rows(
        f"""SELECT p.number, p.amount, p.amount_currency, p.currency, p.mode_of_payment,
        p.write_offs FROM {kind.payments} p WHERE p.organisation_id = {organisation}
        AND p.invoice_number > {after} AND p.invoice_number <= {until}"""
    )
    return {number: _payment(*rest) for number, *rest in rows}


def _payment(amount: int, abroad: int, currency: str, mode: str, write_offs: str) -> Payment:
    lines = json.loads(write_offs, parse_float=Decimal)
    written_off = sum(int(Decimal(line["amount"]) * 100) for line in lines)
    paid = amount if currency == "SEK" else abroad
    is_loss = any(line["account_number"] == 6351 for line in lines)
    return Payment(paid + written_off, mode.upper() == "SKV", is_loss)


def _boxes(reported: str) -> Boxes:
    boxes = json.loads(reported, parse_float=Decimal, parse_int=Decimal)
    return {box: amount for box, amount in boxes.items() if amount}


def _sum(vouchers: list[Voucher]) -> Boxes:
    told: Boxes = defaultdict(Decimal)
    for voucher in vouchers:
        for box, amount in voucher.boxes.items():
            told[box] += amount
    return {box: amount for box, amount in told.items() if amount}
