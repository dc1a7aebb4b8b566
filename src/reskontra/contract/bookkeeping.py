"""Accounts, financial years, voucher series and vouchers as clients see them."""

from reskontra.contract.fields import (
    AT_CREATION,
    READ_ONLY,
    REQUIRED,
    REQUIRED_AT_CREATION,
    Field,
    amount,
    choice,
    constant,
    day,
    flag,
    number,
    table,
    text,
    url,
    whole,
)
from reskontra.contract.listing import (
    Listing,
    exact,
    exact_number,
    from_day,
    lastmodified,
    on_a_row,
    on_day,
    parameters,
    to_day,
)
from reskontra.contract.mirrored import or_null
from reskontra.contract.nested import group, items
from reskontra.contract.resource import Resource
from reskontra.contract.rules import within
from reskontra.domain.calendar import FinancialYear
from reskontra.domain.organisation import AccountingMethod
from reskontra.domain.registers import Account, VoucherSeries
from reskontra.domain.voucher import Posting, Voucher

SETTINGS = ("ALLOWED", "MANDATORY", "NOTALLOWED")


def setting(name: str) -> list[Field]:
    return choice(name, values=SETTINGS, default="ALLOWED")


ACCOUNT_FIELDS = table(
    url(),
    flag("Active", default=True),
    amount("BalanceBroughtForward"),
    amount("BalanceCarriedForward", READ_ONLY),
    text("CostCenter"),
    setting("CostCenterSettings"),
    text("Description", REQUIRED, upto=200),
    whole("Number", REQUIRED_AT_CREATION, rule=within(1000, 9999)),
    items("OpeningQuantities", whole("Balance"), text("Project")),
    text("Project"),
    setting("ProjectSettings"),
    constant("QuantitySettings", value="ALLOWED"),
    or_null(constant("QuantityUnit", value="")),
    whole("SRU"),
    text("TransactionInformation"),
    setting("TransactionInformationSettings"),
    or_null(text("VATCode", upto=10)),
    whole("Year", READ_ONLY),
)

ACCOUNT_LIST_FIELDS = table(
    url(),
    flag("Active", default=True),
    amount("BalanceBroughtForward"),
    text("CostCenter"),
    setting("CostCenterSettings"),
    text("Description"),
    whole("Number"),
    text("Project"),
    setting("ProjectSettings"),
    whole("SRU"),
    or_null(text("VATCode")),
    whole("Year"),
)

ACCOUNT_LISTING = Listing(
    parameters(exact_number("sru"), lastmodified()),
    sort={"number": "number"},
)

ACCOUNTS = Resource(
    "Account", "Accounts", "accounts", "Number", "bookkeeping", Account,
    ACCOUNT_FIELDS, ACCOUNT_LIST_FIELDS, in_year=True,
)  # fmt: skip

YEAR_FIELDS = table(
    url(),
    whole("Id", READ_ONLY),
    day("FromDate", REQUIRED_AT_CREATION),
    day("ToDate", REQUIRED_AT_CREATION),
    choice("AccountingMethod", AT_CREATION, values=AccountingMethod),
    constant("AccountChartType", value="BAS 2026"),
)

YEAR_LISTING = Listing(
    parameters(on_day("date", "financialyeardate", of="from_date to to_date")),
    sort={"id": "id", "fromdate": "from_date", "todate": "to_date"},
)

FINANCIAL_YEARS = Resource(
    "FinancialYear", "FinancialYears", "financialyears", "Id", "bookkeeping", FinancialYear,
    YEAR_FIELDS,
)  # fmt: skip

SERIES_FIELDS = table(
    url(),
    or_null(group("Approver", whole("Id"), text("Name"))),
    text("Code", REQUIRED_AT_CREATION, upto=10),
    text("Description", upto=200),
    flag("Manual"),
    whole("NextVoucherNumber", READ_ONLY),
    whole("Year", READ_ONLY),
)

SERIES_LISTING = Listing(sort={"code": "code"})

VOUCHER_SERIES = Resource(
    "VoucherSeries", "VoucherSeriesCollection", "voucherseries", "Code", "bookkeeping",
    VoucherSeries, SERIES_FIELDS,
    table(*([field] for name, field in SERIES_FIELDS.items() if name != "NextVoucherNumber")),
    in_year=True,
)  # fmt: skip

ROW_FIELDS = table(
    whole("Account", REQUIRED_AT_CREATION, rule=within(1000, 9999)),
    text("CostCenter"),
    amount("Credit", "Debit"),
    text("Description", READ_ONLY),
    text("Project"),
    number("Quantity"),
    flag("Removed"),
    text("TransactionInformation", upto=100),
)

VOUCHER_FIELDS = table(
    url(),
    constant("ApprovalState", value=0),
    or_null(text("Comments", upto=1000)),
    text("CostCenter"),
    text("Description", REQUIRED_AT_CREATION, upto=200),
    text("Project"),
    text("ReferenceNumber", READ_ONLY),
    text("ReferenceType", READ_ONLY),
    day("TransactionDate", REQUIRED_AT_CREATION, of="date"),
    whole("VoucherNumber", READ_ONLY, of="number"),
    text("VoucherSeries", REQUIRED_AT_CREATION, of="series", upto=10),
    whole("Year", READ_ONLY),
)

VOUCHER_LIST_FIELDS = table(
    url(),
    constant("ApprovalState", value=0),
    or_null(text("Comments")),
    text("Description", "ReferenceNumber", "ReferenceType"),
    day("TransactionDate", of="date"),
    whole("VoucherNumber", of="number"),
    text("VoucherSeries", of="series"),
    whole("Year"),
)

VOUCHER_LISTING = Listing(
    parameters(
        from_day("fromdate", of="date"),
        to_day("todate", of="date"),
        on_a_row("costcenter", of="cost_center"),
        exact("voucherseries", of="series"),
        lastmodified(of="registered_at", instant=True),
    ),
    sort={
        "vouchernumber": "number",
        "voucherseries": "series",
        "referencenumber": "reference_number",
    },
)

VOUCHER_ROWS = Resource(
    "VoucherRow", "VoucherRows", "", "Account", "bookkeeping", Posting, ROW_FIELDS
)
VOUCHERS = Resource(
    "Voucher", "Vouchers", "vouchers", "VoucherSeries/VoucherNumber", "bookkeeping", Voucher,
    VOUCHER_FIELDS, VOUCHER_LIST_FIELDS, VOUCHER_ROWS, rows_in="postings",
    rows_after="VoucherNumber", in_year=True,
)  # fmt: skip
