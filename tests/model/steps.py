"""What a clerk may do next: any trigger in any state, with amounts that make a difference."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.model.books import ZERO, in_ore
from tests.model.clerk import EURO_RATE, REGISTERS, Clerk
from tests.model.tables import LIVES, triggers_of
from tests.service import TODAY

Pick = Callable[[Sequence[Any]], Any]  # hypothesis picks one, or a seeded generator does
Step = Callable[[Clerk, Pick], None]

PRICES = [Decimal(each) for each in ("0", "0.01", "33.33", "49.50", "99.90", "1000", "12345.67")]
RETURNS = [Decimal("-40"), Decimal("-777.77")]
QUANTITIES = [Decimal(each) for each in ("1", "3", "0.5", "2.25", "7")]
NETS = [Decimal(each) for each in ("100", "33.33", "1000", "9876.54")]
RATES = (25, 12, 6, 0)
DAYS = (TODAY, date(2026, 9, 1), date(2025, 12, 30), date(2027, 1, 4))
LOCKED_THROUGH = date(2025, 12, 31)
TERMS = (10, 0, 40)
KEYS = ("A-1", "Ö3")
NAMES = ("Åkes Bygg", "Örebro Trä & Co", "API_BLANK")
ADDRESSES = ("kund@exempel.se", "API_BLANK")
ACCOUNTS = (6110, 4010, 5410)


def details(pick: Pick, name: str, names: Sequence[str] = NAMES) -> dict[str, Any]:
    asked = {REGISTERS[name].named: pick(names)}
    own = {"customer": ("Email", ADDRESSES), "article": ("VAT", RATES)}.get(name)
    return asked | {own[0]: pick(own[1])} if own else asked


def enrolled(clerk: Clerk, pick: Pick, name: str) -> Any:
    return clerk.enrol(name, **details(pick, name, NAMES[:2]))


def one_of(clerk: Clerk, pick: Pick, name: str) -> Any:
    """Any there is, be it inactive or removed; one of the newest, more often than not."""
    known = clerk.books.all(name)
    return pick(known[-pick((1, 2, len(known))) :]) if known else None


def register(clerk: Clerk, pick: Pick) -> None:
    name, key = pick(tuple(REGISTERS)), pick((*KEYS, None))
    if key is None:
        enrolled(clerk, pick, name)
        return
    known = clerk.books.documents[name]
    record = known.setdefault(key, REGISTERS[name](books=clerk.books, number=key))
    trigger = pick(triggers_of(LIVES[name]))
    clerk.fire(record, trigger, **(details(pick, name) if trigger in ("create", "update") else {}))


# Customer invoices


def rows(clerk: Clerk, pick: Pick, *, house_work: bool) -> list[dict[str, Any]]:
    return [row(clerk, pick, house_work=house_work) for _ in range(pick((1, 2, 3, 0)))]


def row(clerk: Clerk, pick: Pick, *, house_work: bool) -> dict[str, Any]:
    """At a rate of its own, or at its article's."""
    prices = PRICES if house_work else [*PRICES, *RETURNS]
    sent = {"Price": pick(prices), "DeliveredQuantity": pick(QUANTITIES)}
    if house_work and pick((True, False)):
        sent |= {"HouseWork": True, "HouseWorkType": "CLEANING"}
    rate, article = pick((*RATES, None)), one_of(clerk, pick, "article")
    if rate is not None:
        return sent | {"VAT": rate}
    return sent | ({"ArticleNumber": article.key} if article and not article.is_absent else {})


def dates(pick: Pick) -> dict[str, str]:
    day = pick(DAYS)
    due = day + timedelta(pick(TERMS))
    return {"InvoiceDate": day.isoformat(), "DueDate": due.isoformat()}


def draft(clerk: Clerk, pick: Pick) -> None:
    customer = one_of(clerk, pick, "customer") or enrolled(clerk, pick, "customer")
    house_work = pick((False, True))
    reduced = {"TaxReductionType": "rut"} if house_work else {}
    sent = rows(clerk, pick, house_work=house_work)
    made = clerk.draft(customer, InvoiceRows=sent, **reduced, **pick((dates, no_dates))(pick))
    booked_at_once(clerk, pick, made)


def booked_at_once(clerk: Clerk, pick: Pick, made: Any) -> None:
    """Or later, if it was made at all."""
    if made and pick((True, False)):
        clerk.fire(made, "bookkeep")


def no_dates(pick: Pick) -> dict[str, str]:
    return {}


def customer_invoice(clerk: Clerk, pick: Pick) -> None:
    invoice = one_of(clerk, pick, "customer invoice")
    if invoice is None:
        draft(clerk, pick)
        return
    trigger = pick([each for each in triggers_of(LIVES[invoice.name]) if each != "pay"])
    change = pick((new_rows, new_dates, new_customer, included))
    clerk.fire(invoice, trigger, **(change(clerk, pick, invoice) if trigger == "update" else {}))


def new_rows(clerk: Clerk, pick: Pick, invoice: Any) -> dict[str, Any]:
    return {"InvoiceRows": rows(clerk, pick, house_work=invoice.is_house_work)}


def new_dates(clerk: Clerk, pick: Pick, invoice: Any) -> dict[str, Any]:
    return dates(pick)


def new_customer(clerk: Clerk, pick: Pick, invoice: Any) -> dict[str, Any]:
    return {"CustomerNumber": one_of(clerk, pick, "customer").key}


def included(clerk: Clerk, pick: Pick, invoice: Any) -> dict[str, Any]:
    """Not a thing that an invoice here can have."""
    return {"VATIncluded": True}


# Payments

TEN, HUNDRED = Decimal(10), Decimal(100)
AMOUNTS: Sequence[Callable[[Decimal], Decimal]] = (
    lambda balance: balance,
    lambda balance: in_ore(balance / 3),
    lambda balance: balance + Decimal("52.50"),
    lambda balance: balance - TEN,
    lambda balance: Decimal("-52.50"),
    lambda balance: Decimal("52.50"),
    lambda balance: ZERO,
)
FEES = (ZERO, ZERO, TEN)


def payment(clerk: Clerk, pick: Pick) -> None:
    """From the customer or the tax agency, or a loss; booked at once or later."""
    invoice = one_of(clerk, pick, "customer invoice")
    if invoice is None:
        return
    way, day = pick(("customer", "customer", "agency", "loss")), pick(DAYS)
    if way == "loss":
        made = clerk.lose(invoice, invoice.balance or HUNDRED, day)
    elif way == "agency":
        amount = pick(AMOUNTS)(invoice.reduction_balance)
        made = clerk.pay(invoice, amount, day, by_agency=True)
    else:
        made = clerk.pay(invoice, pick(AMOUNTS)(invoice.balance), day, pick(FEES))
    booked_at_once(clerk, pick, made)


def remittance(clerk: Clerk, pick: Pick) -> None:
    invoice = one_of(clerk, pick, "supplier invoice")
    if invoice is None:
        return
    made = clerk.remit(invoice, pick(AMOUNTS)(invoice.balance), pick(DAYS), pick(FEES))
    booked_at_once(clerk, pick, made)


def customer_payment(clerk: Clerk, pick: Pick) -> None:
    on_a_payment(clerk, pick, "customer payment", "Amount")


def supplier_payment(clerk: Clerk, pick: Pick) -> None:
    on_a_payment(clerk, pick, "supplier payment", "AmountCurrency")


def on_a_payment(clerk: Clerk, pick: Pick, name: str, amount: str) -> None:
    paid = one_of(clerk, pick, name)
    if paid is None:
        return
    trigger = pick(triggers_of(LIVES[name]))
    asked: dict[str, Any] = pick(
        ({amount: pick(AMOUNTS)(paid.invoice.balance)}, {"PaymentDate": pick(DAYS).isoformat()})
    )
    clerk.fire(paid, trigger, **(asked if trigger == "update" else {}))


# Supplier invoices


def purchase(pick: Pick) -> dict[str, Any]:
    nets = [pick(NETS) for _ in range(pick((1, 2)))]
    vat = in_ore(sum(nets, ZERO) * pick(RATES) / 100)
    sent = [{"Account": pick(ACCOUNTS), "DebitCurrency": net} for net in nets]
    return {"SupplierInvoiceRows": sent, "VAT": vat}


def receive(clerk: Clerk, pick: Pick) -> None:
    supplier = one_of(clerk, pick, "supplier") or enrolled(clerk, pick, "supplier")
    number = {"InvoiceNumber": pick(("F-1", "F-2", f"F-{len(clerk.history)}"))}
    euros = {"Currency": "EUR", "CurrencyRate": EURO_RATE}
    chosen = pick(({}, {}, {"GivenNumber": pick((1, 7))}))
    asked = {**number, **dates(pick), **purchase(pick), **pick(({}, euros)), **chosen}
    booked_at_once(clerk, pick, clerk.receive(supplier, **asked))


def supplier_invoice(clerk: Clerk, pick: Pick) -> None:
    invoice = one_of(clerk, pick, "supplier invoice")
    if invoice is None:
        receive(clerk, pick)
        return
    trigger = pick([each for each in triggers_of(LIVES[invoice.name]) if each != "pay"])
    asked = pick((purchase(pick), dates(pick), {"InvoiceNumber": pick(("F-1", "F-2"))}))
    clerk.fire(invoice, trigger, **(asked if trigger == "update" else {}))


def lock(clerk: Clerk, pick: Pick) -> None:
    """Rarely, or nothing would be left to do in the year before."""
    if pick((False, False, False, True)):
        clerk.lock(LOCKED_THROUGH)


# As often as keeps documents and what is done to them in proportion.
OFTEN = (
    *(register, register, lock),
    *(draft, customer_invoice, customer_invoice, customer_invoice),
    *(payment, payment, payment, customer_payment, customer_payment),
    *(receive, supplier_invoice, supplier_invoice),
    *(remittance, remittance, supplier_payment, supplier_payment),
)
