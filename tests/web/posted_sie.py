"""A SIE file that a company has just posted, unlike those before it."""

from itertools import count

from tests.service import Company
from tests.sie.files import YEAR, sie

_numbers = count(1)


def imported_file(company: Company) -> dict[str, str]:
    """In a series of its own, on days that no return has locked."""
    year = YEAR.replace("20260102", "20261231").replace("20260210", "20261231")
    data = sie(year.replace("#VER A", f"#VER T{next(_numbers)}"))
    query = {"post": "true", "confirm": "true"}
    answer = company.api.post(f"{company.service.url}/api/v1/sie", content=data, params=query)
    assert answer.status_code == 200, answer.text
    return {"key": str(answer.json()["SieImport"]["Id"])}
