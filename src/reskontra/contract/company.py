"""The organisation and the caller themselves as clients see them; they are only read."""

from typing import Any

from reskontra.contract.fields import READ_ONLY, constant, day, flag, table, text, whole, whole_text
from reskontra.contract.mirrored import or_null
from reskontra.contract.resource import Resource
from reskontra.contract.rules import country_named
from reskontra.domain.calendar import LockedPeriod
from reskontra.domain.organisation import Organisation
from reskontra.domain.records import Record


class Me(Record):
    """The person or the integration that the token speaks for."""

    id: str
    name: str
    email: str
    sys_admin: bool


def _country(organisation: Any) -> str:
    return country_named(organisation.country_code)


COMPANY_INFORMATION = Resource(
    "CompanyInformation", "", "companyinformation", "", "companyinformation", Organisation,
    table(
        text("Address", "City", "CountryCode", READ_ONLY),
        whole("DatabaseNumber", READ_ONLY, of="id"),
        text("CompanyName", READ_ONLY, of="name"),
        text("OrganizationNumber", READ_ONLY, of="organisation_number"),
        constant("VisitAddress", "VisitCity", "VisitCountryCode", "VisitZipCode", value=""),
        text("ZipCode", READ_ONLY),
    ),
)  # fmt: skip

COMPANY_SETTINGS = Resource(
    "CompanySettings", "", "settings/company", "", "settings", Organisation,
    table(
        text("Address", READ_ONLY),
        text("BG", READ_ONLY, of="bankgiro"),
        text("BIC", READ_ONLY),
        constant("BranchCode", value=""),
        text("City", READ_ONLY),
        constant("ContactFirstName", "ContactLastName", value=""),
        text("Country", READ_ONLY, follows=_country),
        text("CountryCode", READ_ONLY),
        whole_text("DatabaseNumber", READ_ONLY, of="id"),
        text("Domicile", "Email", READ_ONLY),
        constant("Fax", value=""),
        text("IBAN", "Name", READ_ONLY),
        text("OrganizationNumber", READ_ONLY, of="organisation_number"),
        text("PG", READ_ONLY, of="plusgiro"),
        text("Phone1", READ_ONLY, of="phone"),
        constant("Phone2", value=""),
        flag("TaxEnabled", READ_ONLY, of="f_tax"),
        text("VATNumber", READ_ONLY),
        constant("VisitAddress", "VisitCity", "VisitCountry", "VisitCountryCode", value=""),
        constant("VisitName", "VisitZipCode", value=""),
        text("WWW", "ZipCode", READ_ONLY),
    ),
)  # fmt: skip

LOCKED_PERIOD = Resource(
    "LockedPeriod", "", "settings/lockedperiod", "", "settings", LockedPeriod,
    table(or_null(day("EndDate", READ_ONLY, of="locked_through"))),
)  # fmt: skip

ME = Resource(
    "Me", "", "me", "", "profile", Me,
    table(
        text("Id", "Name", "Email", READ_ONLY),
        flag("SysAdmin", READ_ONLY),
        constant("Locale", value="sv_SE"),
    ),
)  # fmt: skip
