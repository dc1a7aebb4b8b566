"""The hash of a voucher is for ever: what it was once it must be in every later version."""

from datetime import date
from decimal import Decimal

import pytest

from reskontra.codec import Written
from reskontra.domain.records import replace
from reskontra.domain.voucher import Posting, VatEntry, Voucher, VoucherKey
from reskontra.storage.chain import FIRST, digest

D = Decimal
DAY = date(2026, 3, 2)
AT, BY = "2026-03-02T12:00:00.123456+00:00", "integration bokförarna for user 7"
SALE = Voucher(
    "B",
    DAY,
    "Faktura 12, Ängens café",
    (Posting(1510, D("125.00"), D(0)), Posting(3001, D(0), D(100)), Posting(2611, D(0), D("25"))),
    (VatEntry(DAY, "05", D(100), D(0)), VatEntry(DAY, "10", D(0), D("25.0"))),
    "INVOICE",
    "12",
    "customer invoice 12",
    number=12,
    year=1,
)
ODD = '"citat" \\ / <&> \b\f\n\r\t\x01\x1f\x7f\x80 \u2028\u2029 \ufeff € 🜚'
EVERY = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))


def noted(text: str) -> Voucher:
    """A voucher that says it wherever a text may stand."""
    postings = tuple(
        replace(
            p, transaction_information=text, cost_center=text, project=text, carried={"a": text}
        )
        for p in SALE.postings
    )
    words = dict.fromkeys(("description", "comments", "cost_center", "project"), text)
    return replace(SALE, **words, postings=postings, carried={text: [text]})  # type: ignore[arg-type]


# fmt: off
VOUCHERS = {
    "a sale":           SALE,
    "a reversal":       SALE.reversed("M", DAY, "Rättelse av B 12"),
    "nothing to say":   replace(SALE, postings=(), vat_entries=(), description="", source=""),
    "negative amounts": replace(SALE, vat_entries=(VatEntry(DAY, "05", D("-0.01"), D("-1E+3")),)),
    "large amounts":    replace(SALE, postings=(Posting(1510, D(2**63 - 1).scaleb(-2), D(0)),)),
    "carried numbers":  replace(SALE, carried={"N": Written("1.10"), "T": True, "L": [1, None]}),
    "odd characters":   noted(ODD),
    "every character":  noted(EVERY),
    "what it corrects": replace(SALE, corrects=VoucherKey(2, "Å", 3)),
}
# As the first version of the service computed them.
KNOWN = {
    "a sale":           "4071afe893ca3ce82babde0658ce039e0d2aa78458aaa16311ccaefe966a1dc7",
    "a reversal":       "4c2b672749ea587f1de389ca96b3224bcfe37f39a13b78a13603d70f20300056",
    "nothing to say":   "0f53410c3d065bc20316a3feee4fb1f7df389c5efa660ceaa5b0948181ec1856",
    "negative amounts": "469bba8facbaaa862fed6dbd687eb4f861a78a3c4bbda9682e692b21232541d3",
    "large amounts":    "ce17d1ffd63fb56a3784a904750c2f0dd988a5903406af21a2ff5a62fb29e23a",
    "carried numbers":  "c3f1b85f8ef423e250a54c914360c4ecb6d103edcc1212b87411e7687a8dd5d9",
    "odd characters":   "05156f897ac9610ef5bb13bec5488461263e5b722110abe062dfdf399675fe07",
    "every character":  "9213340350f8b1f6c3a586d188cf0ada7360ce72706349ce95a76b0bf7f26cb8",
    "what it corrects": "889c8c52c1fca61a4c15658e81bdf77b54ff4b7bf182ee2eb8293b7f26d00e80",
}
# fmt: on


@pytest.mark.parametrize("case", VOUCHERS)
def test_a_voucher_has_the_hash_that_it_had_from_the_beginning(case: str) -> None:
    assert digest(FIRST, 5, VOUCHERS[case], 7, AT, BY) == KNOWN[case]
