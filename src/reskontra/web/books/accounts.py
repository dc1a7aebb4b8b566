"""Accounts: the chart with balances, and one account row by row."""

from starlette.responses import Response

from reskontra.actions import accounts
from reskontra.domain.errors import Invalid
from reskontra.web.books import listing, typed
from reskontra.web.books.place import Place, Problem, Step

HERE = "/accounts"
ASKED = ("financialyear", "show", "q")
DAYS = ("fromdate", "todate")
TABS = {"": "Används", "all": "Hela kontoplanen"}


async def show(place: Place) -> Response:
    query = listing.asked(place, ASKED)
    chart = await place.read(lambda desk: accounts.chart(desk, query))
    return await place.page(
        "accounts.html",
        HERE,
        chart=chart,
        tabs=TABS,
        query=dict.fromkeys(ASKED, "") | query,
        address=listing.address_of(place, HERE, query),
    )


async def one(place: Place) -> Response:
    number = place.named["number"]
    asked = listing.asked(place, ("financialyear", *DAYS))
    days = {name: typed.day(asked[name], place.today) for name in DAYS if name in asked}
    problems, status = [], 200
    try:
        found = await place.read(lambda desk: accounts.ledger_of(desk, number, asked | days))
    except Invalid as refused:
        problems = [Problem("Skriv dagar i ett räkenskapsår, till exempel 2026-11-15", "fromdate")]
        status = refused.status
        found = await place.read(lambda desk: accounts.ledger_of(desk, number, {}))
    return await place.page(
        "account.html",
        HERE,
        [Step("Konton", place.at(HERE))],
        status,
        problems=problems,
        found=found,
        typed={"fromdate": found.since, "todate": found.until} | (days if problems else {}),
        is_whole=(found.since, found.until) == (found.year.from_date, found.year.to_date),
    )
