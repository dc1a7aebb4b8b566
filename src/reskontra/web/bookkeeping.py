"""Endpoints of the bookkeeping that are no plain register: years, vouchers, the company."""

from typing import Any

from starlette.responses import Response

from reskontra.actions import vouchers, years
from reskontra.actions.desk import Desk
from reskontra.contract import company
from reskontra.contract.bookkeeping import FINANCIAL_YEARS, VOUCHERS
from reskontra.domain.errors import NotFound
from reskontra.domain.voucher import Voucher
from reskontra.storage import access, ledger
from reskontra.web.call import Call, many, one
from reskontra.web.resources import Endpoint


def number_in_path(call: Call, name: str, missing: str) -> int:
    """A path number that is not a positive whole number names nothing."""
    sent = call.path[name]
    if not (sent.isascii() and sent.isdecimal() and len(sent) <= 15 and int(sent) > 0):
        raise NotFound(missing)
    return int(sent)


# Financial years


def list_years() -> Endpoint:
    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        rows = [FINANCIAL_YEARS.listed(record, call.base) for record in records]
        return many("FinancialYears", rows, total, search)

    return Endpoint("bookkeeping", lambda desk, call: years.page(desk, call.query), show)


def read_year() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return years.read(desk, number_in_path(call, "key", years.MISSING))

    return Endpoint("bookkeeping", work, shown_year())


def create_year() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return years.create(desk, call.opened("FinancialYear"))

    return Endpoint("bookkeeping", work, shown_year(201), writes=True, takes_body=True)


def shown_year(status: int = 200) -> Any:
    def show(call: Call, year: Any) -> Response:
        return one("FinancialYear", FINANCIAL_YEARS.present(year, call.base), status)

    return show


# Vouchers


def list_vouchers() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return vouchers.page(desk, call.query, call.path.get("series", ""))

    def show(call: Call, outcome: Any) -> Response:
        records, total, search = outcome
        rows = [VOUCHERS.listed(record, call.base) for record in records]
        return many("Vouchers", rows, total, search)

    return Endpoint("bookkeeping", work, show)


def read_voucher() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        number = number_in_path(call, "number", VOUCHERS.missing)
        return vouchers.read(desk, call.path["series"], number, call.query)

    return Endpoint("bookkeeping", work, shown_voucher())


def create_voucher() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return vouchers.create(desk, call.opened("Voucher"))

    return Endpoint("bookkeeping", work, shown_voucher(201), writes=True, takes_body=True)


def shown_voucher(status: int = 200) -> Any:
    def show(call: Call, voucher: Voucher) -> Response:
        return one("Voucher", VOUCHERS.present(voucher, call.base), status)

    return show


# The company and the caller


def read_company_information() -> Endpoint:
    return _told("companyinformation", "CompanyInformation", _company_information)


def read_company_settings() -> Endpoint:
    return _told("settings", "CompanySettings", _company_settings)


def read_locked_period() -> Endpoint:
    def told(desk: Desk, call: Call) -> Any:
        return company.locked_period(ledger.locked_through(desk.books))

    return _told("settings", "LockedPeriod", told)


def read_me() -> Endpoint:
    return _told("profile", "Me", _me)


def _company_information(desk: Desk, call: Call) -> Any:
    return company.company_information(desk.organisation)


def _company_settings(desk: Desk, call: Call) -> Any:
    return company.company_settings(desk.organisation)


def _me(desk: Desk, call: Call) -> Any:
    caller = call.caller
    if caller.user_id is None:
        return company.me(caller.client_id, caller.client_name, "", admin=False)
    email, name, role = access.user_and_role(desk.books.tx, caller.user_id, desk.organisation.id)
    return company.me(str(caller.user_id), name or email, email, admin=role == "admin")


def _told(scope: str, name: str, told: Any) -> Endpoint:
    return Endpoint(scope, told, lambda call, shown: one(name, shown))
