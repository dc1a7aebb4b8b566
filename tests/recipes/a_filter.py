"""A named filter gives its rows and its total, which the database has counted, by its index."""

from sqlalchemy import text

from reskontra.audit.auditor import CHECKS
from reskontra.engine.schema import every_table
from tests.recipes.a_document_with_a_life import claimed
from tests.service import Company, refused

TALLY = text(
    "SELECT count FROM tallies WHERE organisation_id = :organisation AND kind = 'expenses'"
)


def test_its_rows_and_its_total(company: Company) -> None:
    places = [claimed(company)["@url"] for _ in range(5)]
    for place in places[:3]:
        company.put(f"{place}/bookkeep")
    found = company.get("/expenses", filter="unpaid", limit=2)
    assert [each["Number"] for each in found["Expenses"]] == [1, 2]
    assert found["MetaInformation"]["@TotalResources"] == 3
    assert company.get("/expenses", limit=1)["MetaInformation"]["@TotalResources"] == 5
    answer = company.api.get("/expenses", params={"filter": "unknown"})
    assert refused(answer, 400) == "Ett ogiltigt filter har använts"


def test_the_database_counts_them_and_the_auditor_counts_again(company: Company) -> None:
    claimed(company)
    company.put(f"{claimed(company)['@url']}/bookkeep")
    tallies = company.service.read(
        lambda tx: tx.all(TALLY, {"organisation": company.id}), company.id
    )
    assert sorted(count for (count,) in tallies) == [1, 1]
    assert "expense tally astray" in {check.name for check in CHECKS}


def test_it_has_an_index_of_just_those_rows() -> None:
    assert "expenses_unpaid" in {index.name for index in every_table()["expenses"].indexes}
