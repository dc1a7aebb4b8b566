"""The organisation and the caller themselves as clients see them; they are only read."""

from datetime import date

from reskontra.contract.resource import Json
from reskontra.domain.country import COUNTRIES
from reskontra.domain.organisation import Organisation


def company_information(organisation: Organisation) -> Json:
    o = organisation
    return {
        "Address": o.address,
        "City": o.city,
        "CountryCode": o.country_code,
        "DatabaseNumber": o.id,
        "CompanyName": o.name,
        "OrganizationNumber": o.organisation_number,
        "VisitAddress": "",
        "VisitCity": "",
        "VisitCountryCode": "",
        "VisitZipCode": "",
        "ZipCode": o.zip_code,
    }


def company_settings(organisation: Organisation) -> Json:
    o = organisation
    return {
        "Address": o.address,
        "BG": o.bankgiro,
        "BIC": o.bic,
        "BranchCode": "",
        "City": o.city,
        "ContactFirstName": "",
        "ContactLastName": "",
        "Country": COUNTRIES.get(o.country_code, ""),
        "CountryCode": o.country_code,
        "DatabaseNumber": str(o.id),
        "Domicile": o.domicile,
        "Email": o.email,
        "Fax": "",
        "IBAN": o.iban,
        "Name": o.name,
        "OrganizationNumber": o.organisation_number,
        "PG": o.plusgiro,
        "Phone1": o.phone,
        "Phone2": "",
        "TaxEnabled": o.f_tax,
        "VATNumber": o.vat_number,
        "VisitAddress": "",
        "VisitCity": "",
        "VisitCountry": "",
        "VisitCountryCode": "",
        "VisitName": "",
        "VisitZipCode": "",
        "WWW": o.www,
        "ZipCode": o.zip_code,
    }


def locked_period(through: date | None) -> Json:
    return {"EndDate": through.isoformat() if through else ""}


def me(number: str, name: str, email: str, *, admin: bool) -> Json:
    """The person or the integration that the token speaks for."""
    return {"Id": number, "Name": name, "Email": email, "SysAdmin": admin, "Locale": "sv_SE"}
