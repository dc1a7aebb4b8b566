"""Reports and SIE files: what one costs in books of each size, by one client."""

from collections.abc import Iterator, Mapping

from bench.campaign import MINUTES, Campaign, Figures
from bench.operations import TODAY, Operation
from bench.rounds import Say
from bench.seats import Client

MID_MONTH = TODAY.replace(month=6, day=10)
OWN = "/api/v1/reports/"
# An operation, and how often it is called; what grows with the books is called less.
# fmt: off
REPORTS = (
    (Operation("balance sheet",            "GET", f"{OWN}balance-sheet"),                                    20),
    (Operation("balance sheet, mid-month", "GET", f"{OWN}balance-sheet",   query=f"?todate={MID_MONTH}"),    5),
    (Operation("income statement",         "GET", f"{OWN}income-statement"),                                 20),
    (Operation("customer ageing, today",   "GET", f"{OWN}customer-ageing", query=f"?todate={TODAY}"),        3),
    (Operation("SIE 4",                    "GET", "/3/sie/4"),                                               1),
)
# fmt: on


def reports_measured(campaign: Campaign, places: Mapping[str, Client], say: Say) -> list[Figures]:
    rows = [row for name, client in places.items() for row in _in_one(campaign, name, client)]
    say("reports")
    return rows


def _in_one(campaign: Campaign, name: str, client: Client) -> Iterator[Figures]:
    """Of the first organisation there; the first call of each makes pages and caches warm."""
    seat = client.seats[0]
    for operation, times in REPORTS:
        call = operation.call(seat.token)
        campaign.measured(campaign.address, [[call]], MINUTES, once=True)
        told = campaign.measured(campaign.address, [[call] * times], MINUTES, once=True)
        postings = campaign.world.postings(seat.id)
        yield {
            "engine": campaign.world.engine,
            "operation": operation.name,
            "among": name,
            "postings": postings,
            "app_us": told["us"],
            "database_us": told["database_us"],
            "both_ms": told["both_us"] / 1000,
            "per_100_000_ms": told["both_us"] / 1000 * 100_000 / max(postings, 1),
            "p50_ms": told["p50"] * 1000,
        }
