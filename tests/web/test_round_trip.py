"""Reading an invoice and writing it back changes nothing, whatever a client has stored in it."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.service import Company, Service, founded
from tests.sizes import times
from tests.web.invoicing import customer
from tests.web.samples import SAMPLES, Sample

names = st.text(
    st.characters(codec="utf-8", exclude_characters="\x00", exclude_categories=["Cs"]),
    min_size=1, max_size=12,
).map(lambda name: f"X{name}")  # fmt: skip
texts = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20).filter(
    lambda text: text != "API_BLANK"
)
scalars = st.one_of(
    texts, st.booleans(), st.integers(-(10**30), 10**30), st.floats(allow_nan=False, width=32)
).filter(lambda value: value not in (float("inf"), float("-inf")))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
)
unknown = st.dictionaries(names, values, max_size=4)
rows = st.fixed_dictionaries(
    {
        "Description": texts,
        "Price": st.decimals(-10_000, 10_000, places=2).map(str),
        "DeliveredQuantity": st.decimals(-99, 99, places=2).map(str),
        "VAT": st.sampled_from([25, 12, 6, 0]),
    }
)


@pytest.fixture(scope="module")
def trader(service: Service) -> Iterator[Company]:
    company = founded(service)
    customer(company)
    yield company
    company.api.close()


@settings(max_examples=times(60))
@given(st.lists(st.tuples(rows, unknown), max_size=3), unknown)
def test_get_then_put_changes_nothing(trader: Company, parts: list, extra: dict) -> None:  # type: ignore[type-arg]
    sent = {**extra, "CustomerNumber": "1", "InvoiceRows": [{**more, **row} for row, more in parts]}
    made = trader.post("/invoices", {"Invoice": sent})["Invoice"]
    for name, value in extra.items():
        assert json.dumps(made[name]) == json.dumps(value)
    for shown, (_, more) in zip(made["InvoiceRows"], parts, strict=True):
        assert {name: shown[name] for name in more} == more
    path = f"/invoices/{made['DocumentNumber']}"
    assert trader.get(path)["Invoice"] == made
    assert trader.put(path, {"Invoice": made})["Invoice"] == made
    assert trader.get(path)["Invoice"] == made


@settings(max_examples=times(40))
@given(st.sampled_from(SAMPLES), unknown)
def test_get_then_put_changes_nothing_in_a_register(
    trader: Company,
    sample: Sample,
    extra: dict,  # type: ignore[type-arg]
) -> None:
    name, key = sample.resource.singular, sample.resource.key
    own = {} if sample.register.numbers else {key: sample.sent[key]}
    made = trader.api.post(sample.path, json={name: {**extra, **sample.sent, **own}})
    if made.status_code == 400:  # made by an earlier example
        place = f"{sample.path}/{quote(str(sample.sent[key]), safe='')}"
        made = trader.api.put(place, json={name: extra})
    record = made.json()[name]
    for field, value in extra.items():
        assert json.dumps(record[field]) == json.dumps(value)
    assert trader.api.get(record["@url"]).json()[name] == record
    assert trader.api.put(record["@url"], json={name: record}).json()[name] == record
    assert trader.api.get(record["@url"]).json()[name] == record
