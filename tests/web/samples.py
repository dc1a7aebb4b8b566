"""What a client sends to make one record of each register, and what it may send to change it."""

from dataclasses import dataclass
from typing import Any

from reskontra.actions import all_registers
from reskontra.actions.register import Register
from reskontra.contract.resource import Resource
from reskontra.web.routes import ROUTES


@dataclass(frozen=True)
class Sample:
    register: Register
    word: str  # what its happenings are called by
    sent: dict[str, Any]
    text: str  # a text that may be changed and cleared
    required: str  # a field that may not be cleared

    @property
    def resource(self) -> Resource:
        return self.register.resource

    @property
    def path(self) -> str:
        return f"/{self.resource.path}"

    def wrapped(self, **more: Any) -> dict[str, Any]:
        return {self.resource.singular: {**self.sent, **more}}

    def only(self, **sent: Any) -> dict[str, Any]:
        return {self.resource.singular: sent}

    @property
    def not_found(self) -> str:
        return self.register.layout.missing

    @property
    def unknown_key(self) -> str:
        return "9998" if self.resource.path == "accounts" else "ingen-sådan"


# fmt: off
SAMPLES = (
    Sample(all_registers.CUSTOMERS,         "customer",        {"Name": "Åkes Bygg AB"},                              "Comments",       "Name"),
    Sample(all_registers.SUPPLIERS,         "supplier",        {"Name": "Örebro Trä AB"},                             "Comments",       "Name"),
    Sample(all_registers.ARTICLES,          "article",         {"Description": "Hammare"},                            "Note",           "Description"),
    Sample(all_registers.ACCOUNTS,          "account",         {"Number": 1931, "Description": "Sparkonto"},          "Project",        "Description"),
    Sample(all_registers.VOUCHER_SERIES,    "voucher-series",  {"Code": "X", "Description": "Extra"},                 "Description",    ""),
    Sample(all_registers.TERMS_OF_PAYMENT,  "termsofpayments", {"Code": "45", "Description": "45 dagar"},             "",               "Description"),
    Sample(all_registers.UNITS,             "unit",            {"Code": "å/ä", "Description": "åtta ägg"},            "CodeEnglish",    "Description"),
    Sample(all_registers.CURRENCIES,        "currency",        {"Code": "CZK", "Description": "Tjeckiska kronor"},    "",               "Description"),
    Sample(all_registers.COST_CENTERS,      "cost-center",     {"Code": "STHLM", "Description": "Stockholm"},         "Note",           "Description"),
    Sample(all_registers.PROJECTS,          "project",         {"Description": "Bryggan"},                            "Comments",       "Description"),
    Sample(all_registers.MODES_OF_PAYMENT,  "mode-of-payment", {"Code": "SW", "Description": "Swish", "AccountNumber": 1930}, "Description", "AccountNumber"),
)
# fmt: on

METHODS = {
    each.resource.path: {
        route.method
        for route in ROUTES
        if route.path in (f"/3/{each.resource.path}", f"/3/{each.resource.path}/{{key}}")
    }
    for each in SAMPLES
}
