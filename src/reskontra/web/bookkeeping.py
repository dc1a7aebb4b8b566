"""Endpoints of the bookkeeping that are no plain register: years, vouchers, the company."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from reskontra.actions import vouchers, years
from reskontra.actions.desk import Desk
from reskontra.contract.bookkeeping import (
    FINANCIAL_YEARS,
    VOUCHER_LISTING,
    VOUCHERS,
    YEAR_LISTING,
)
from reskontra.contract.company import (
    COMPANY_INFORMATION,
    COMPANY_SETTINGS,
    LOCKED_PERIOD,
    ME,
    LockedPeriod,
    Me,
)
from reskontra.contract.resource import Resource
from reskontra.domain.errors import NotFound
from reskontra.domain.voucher import Voucher
from reskontra.people import memberships
from reskontra.storage import ledger
from reskontra.web.call import Call, many, one
from reskontra.web.described import Described, Gives
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
        rows = FINANCIAL_YEARS.listed(records, call.base)
        return many("FinancialYears", rows, total, search)

    def work(desk: Desk, call: Call) -> Any:
        return years.page(desk, call.query)

    told = Described("Lists", FINANCIAL_YEARS, Gives.MANY, listing=YEAR_LISTING)
    return Endpoint("bookkeeping", work, show, describes=told)


def read_year() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return years.read(desk, number_in_path(call, "key", years.MISSING))

    told = Described("Reads", FINANCIAL_YEARS)
    return Endpoint("bookkeeping", work, shown_year(), describes=told)


def create_year() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return years.create(desk, call.opened("FinancialYear"))

    told = Described("Opens", FINANCIAL_YEARS, status=201, creates=True)
    show = shown_year(201)
    return Endpoint("bookkeeping", work, show, writes=True, takes_body=True, describes=told)


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
        rows = VOUCHERS.listed(records, call.base)
        return many("Vouchers", rows, total, search)

    told = Described("Lists", VOUCHERS, Gives.MANY, listing=VOUCHER_LISTING)
    return Endpoint("bookkeeping", work, show, describes=told)


def read_voucher() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        number = number_in_path(call, "number", VOUCHERS.missing)
        return vouchers.read(desk, call.path["series"], number, call.query)

    told = Described("Reads", VOUCHERS)
    return Endpoint("bookkeeping", work, shown_voucher(), describes=told)


def create_voucher() -> Endpoint:
    def work(desk: Desk, call: Call) -> Any:
        return vouchers.create(desk, call.opened("Voucher"), call.query)

    told = Described("Posts", VOUCHERS, status=201, creates=True)
    show = shown_voucher(201)
    return Endpoint("bookkeeping", work, show, writes=True, takes_body=True, describes=told)


def shown_voucher(status: int = 200) -> Any:
    def show(call: Call, voucher: Voucher) -> Response:
        return one("Voucher", VOUCHERS.present(voucher, call.base), status)

    return show


# The company and the caller


def read_company_information() -> Endpoint:
    return _told(COMPANY_INFORMATION, lambda desk, call: desk.organisation)


def read_company_settings() -> Endpoint:
    return _told(COMPANY_SETTINGS, lambda desk, call: desk.organisation)


def read_locked_period() -> Endpoint:
    return _told(LOCKED_PERIOD, lambda desk, call: LockedPeriod(ledger.locked_through(desk.books)))


def read_me() -> Endpoint:
    return _told(ME, _me)


def _me(desk: Desk, call: Call) -> Me:
    caller = call.caller
    if caller.user_id is None:
        return Me(caller.client_id, caller.client_name, "", sys_admin=False)
    user = memberships.member(desk.books.tx, desk.organisation.id, caller.user_id)
    return Me(str(user.id), user.called, user.email, sys_admin=user.role == memberships.ADMIN)


def _told(resource: Resource, told: Callable[[Desk, Call], Any]) -> Endpoint:
    def show(call: Call, record: Any) -> Response:
        return one(resource.singular, resource.present(record))

    return Endpoint(resource.scope, told, show, describes=Described("Reads", resource))
