"""The code registers as clients see them: terms of payment, units, currencies and their like."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from reskontra.contract.fields import (
    AT_CREATION,
    REQUIRED,
    REQUIRED_AT_CREATION,
    Field,
    choice,
    day,
    flag,
    rate,
    table,
    text,
    url,
    whole,
    whole_text,
)
from reskontra.contract.listing import Listing, contains, exact, lastmodified, parameters
from reskontra.contract.mirrored import null, or_null
from reskontra.contract.resource import Resource
from reskontra.contract.rules import currency_code, positive, within
from reskontra.domain import registers

BY_CODE = Listing(parameters(lastmodified()), sort={"code": "code"})


def without(fields: Mapping[str, Field], *names: str) -> dict[str, Field]:
    return {name: field for name, field in fields.items() if name not in names}


def codes(singular: str, plural: str, scope: str, record: type, *rows: Any) -> Resource:
    fields = table(url(), *rows)
    return Resource(singular, plural, plural.lower(), "Code", scope, record, fields)


TERMS_OF_PAYMENT = codes(
    "TermsOfPayment", "TermsOfPayments", "settings", registers.TermsOfPayment,
    text("Code", REQUIRED_AT_CREATION, upto=25),
    text("Description", REQUIRED),
)  # fmt: skip

UNITS = codes(
    "Unit", "Units", "settings", registers.Unit,
    text("Code", REQUIRED_AT_CREATION, upto=20),
    text("CodeEnglish", upto=20),
    text("Description", REQUIRED, upto=100),
)  # fmt: skip

CURRENCY_FIELDS = table(
    url(),
    rate("BuyRate"),
    text("Code", REQUIRED_AT_CREATION, upto=3, rule=currency_code),
    or_null(day("Date")),
    text("Description", REQUIRED, upto=50),
    rate("SellRate"),
    rate("Unit", default=Decimal(1), rule=positive),
    flag("IsAutomatic"),
)
CURRENCIES = Resource(
    "Currency", "Currencies", "currencies", "Code", "currency", registers.Currency,
    table(null(url()), without(CURRENCY_FIELDS, "@url").values()), CURRENCY_FIELDS,
)  # fmt: skip

COST_CENTERS = codes(
    "CostCenter", "CostCenters", "costcenter", registers.CostCenter,
    flag("Active", default=True),
    text("Code", REQUIRED_AT_CREATION, upto=6),
    text("Description", REQUIRED),
    or_null(text("Note")),
)  # fmt: skip

MODES_OF_PAYMENT = codes(
    "ModeOfPayment", "ModesOfPayments", "settings", registers.ModeOfPayment,
    whole_text("AccountNumber", REQUIRED, rule=within(1000, 9999)),
    text("Code", REQUIRED_AT_CREATION, upto=25),
    text("Description"),
)  # fmt: skip

PROJECT_FIELDS = table(
    url(),
    or_null(text("Comments", upto=512)),
    or_null(text("ContactPerson", upto=50)),
    text("Description", REQUIRED, upto=50),
    or_null(day("EndDate")),
    or_null(text("ProjectLeader", upto=50)),
    text("ProjectNumber", AT_CREATION, upto=20),
    choice("Status", values=("NOTSTARTED", "ONGOING", "COMPLETED"), default="ONGOING"),
    or_null(day("StartDate")),
)
PROJECTS = Resource(
    "Project", "Projects", "projects", "ProjectNumber", "project", registers.Project,
    PROJECT_FIELDS, without(PROJECT_FIELDS, "Comments", "ContactPerson"),
)  # fmt: skip
PROJECT_LISTING = Listing(
    parameters(
        contains("description"), exact("projectnumber", of="project_number"), lastmodified()
    ),
    sort={"projectnumber": "project_number", "description": "description"},
)

PREDEFINED_ACCOUNTS = Resource(
    "PreDefinedAccount", "PreDefinedAccounts", "predefinedaccounts", "Name", "settings",
    registers.PredefinedAccount,
    table(
        url(),
        whole("Account", REQUIRED, rule=within(1000, 9999)),
        text("Name", REQUIRED_AT_CREATION),
    ),
)  # fmt: skip
PREDEFINED_LISTING = Listing(sort={"name": "name"})
