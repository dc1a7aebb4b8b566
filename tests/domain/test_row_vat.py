"""VAT of a customer invoice's row: rate, code and account."""

from typing import Any

import pytest

from reskontra.domain.errors import Invalid
from reskontra.domain.vat import (
    CODES,
    REVENUE,
    REVENUE_BOXES,
    RowVat,
    Supply,
    VatBasis,
    VatType,
    former_basis,
    refuse_other_treatment,
    treated,
    vat_basis,
)

SEVAT, SEREVERSEDVAT, EUREVERSEDVAT, EUVAT, EXPORT = VatType
GOODS = {"default_kind": Supply.GOODS}


def row_vat(
    vat: int | None,
    code: str,
    vat_type: VatType,
    default_kind: Supply = Supply.SERVICES,
    **known: Any,
) -> RowVat:
    """What becomes of a row that is sent for such a customer."""
    basis = vat_basis(vat, code, **known)
    refuse_other_treatment(basis, vat_type)
    return treated(basis, vat_type, default_kind)


@pytest.mark.parametrize(
    ("vat", "code", "vat_type", "known", "settled"),
    [
        # only the rate
        (25, "", SEVAT, {}, (25, "MP1", 3001)),
        (12, "", SEVAT, {}, (12, "MP2", 3002)),
        (6, "", SEVAT, {}, (6, "MP3", 3003)),
        (0, "", SEVAT, {}, (0, "MF", 3004)),
        # only the code
        (None, "MP2", SEVAT, {}, (12, "MP2", 3002)),
        (None, "mp2", SEVAT, {}, (12, "MP2", 3002)),
        (None, "MF", SEVAT, {}, (0, "MF", 3004)),
        (None, "mp0", SEVAT, {"article_vat": 25}, (0, "MP0", 3004)),
        # both
        (0, "MP0", SEVAT, {}, (0, "MP0", 3004)),
        (6, "MP3", SEVAT, {}, (6, "MP3", 3003)),
        # neither
        (None, "", SEVAT, {}, (25, "MP1", 3001)),
        (None, "", SEVAT, {"article_vat": 6}, (6, "MP3", 3003)),
        (None, "", SEVAT, {"article_vat": 6, "account_vat_code": "MP2"}, (6, "MP3", 3003)),
        (None, "", SEVAT, {"account_vat_code": "MP2"}, (12, "MP2", 3002)),
        (None, "", SEVAT, {"account_vat_code": "E"}, (0, "MF", 3004)),
        (None, "", SEVAT, {"account_vat_code": "MP0"}, (0, "MF", 3004)),
        (None, "", SEVAT, {"account_vat_code": "U1"}, (25, "MP1", 3001)),
        # the customer's treatment
        (25, "MP1", SEREVERSEDVAT, {}, (0, "MF", 3231)),
        (0, "OMSS", SEREVERSEDVAT, GOODS, (0, "OMSS", 3231)),
        (None, "", EUREVERSEDVAT, {}, (0, "MF", 3308)),
        (None, "", EUREVERSEDVAT, GOODS, (0, "MF", 3108)),
        (None, "", EUREVERSEDVAT, {"article_type": "STOCK"}, (0, "MF", 3108)),
        (None, "", EUREVERSEDVAT, {"article_type": "SERVICE"} | GOODS, (0, "MF", 3308)),
        (None, "FTEU", EUREVERSEDVAT, {"article_type": "STOCK"}, (0, "FTEU", 3308)),
        (None, "VTEU", EUREVERSEDVAT, {}, (0, "VTEU", 3108)),
        (25, "", EUVAT, {}, (25, "MP1", 3106)),
        (6, "", EUVAT, {}, (6, "MP3", 3106)),
        (0, "", EUVAT, {}, (0, "MF", 3004)),
        (25, "", EXPORT, GOODS, (0, "MF", 3105)),
        (None, "OTTU", EXPORT, GOODS, (0, "OTTU", 3305)),
        (None, "E", EXPORT, {}, (0, "E", 3105)),
    ],
)
def test_a_row_is_settled(
    vat: int | None,
    code: str,
    vat_type: VatType,
    known: dict[str, Any],
    settled: tuple[int, str, int],
) -> None:
    assert row_vat(vat, code, vat_type, **known) == settled


@pytest.mark.parametrize(
    ("vat", "code", "vat_type"),
    [
        (25, "MP2", SEVAT),
        (25, "MF", SEVAT),
        (25, "MP0", SEVAT),
        (25, "MF", EXPORT),
        (24, "", SEVAT),
        (None, "MP9", SEVAT),
        (None, "VTEU", SEVAT),
        (None, "OMSS", EXPORT),
        (None, "E", EUREVERSEDVAT),
    ],
)
def test_what_does_not_agree_is_refused(vat: int | None, code: str, vat_type: VatType) -> None:
    with pytest.raises(Invalid):
        row_vat(vat, code, vat_type)


@pytest.mark.parametrize(
    ("basis", "vat_type", "shown"),
    [
        # what was sent as a rate is there again when the treatment leaves it be
        (VatBasis(25), EXPORT, (0, "MF", 3305)),
        (VatBasis(6), SEREVERSEDVAT, (0, "MF", 3231)),
        (VatBasis(6), SEVAT, (6, "MP3", 3003)),
        (VatBasis(0), EXPORT, (0, "MF", 3305)),
        (VatBasis(0), SEVAT, (0, "MF", 3004)),
        # a code of another treatment says goods or services still, and nothing else
        (VatBasis(25, "VTEU", "goods"), EUREVERSEDVAT, (0, "VTEU", 3108)),
        (VatBasis(25, "VTEU", "goods"), EXPORT, (0, "MF", 3105)),
        (VatBasis(25, "VTEU", "goods"), SEVAT, (25, "MP1", 3001)),
        (VatBasis(12, "OMSS"), EUVAT, (12, "MP2", 3106)),
        (VatBasis(0, "MP0"), EUVAT, (0, "MP0", 3004)),
        (VatBasis(0, "MP0"), EXPORT, (0, "MP0", 3305)),
    ],
)
def test_a_row_follows_the_customer(
    basis: VatBasis, vat_type: VatType, shown: tuple[int, str, int]
) -> None:
    assert treated(basis, vat_type) == shown


@pytest.mark.parametrize(
    ("shown", "article", "basis"),
    [
        (RowVat(6, "MP3", 3003), (25, "STOCK"), (6, "", "goods")),
        (RowVat(0, "MF", 3004), (None, ""), (0, "", "")),
        (RowVat(0, "MF", 3305), (None, ""), (25, "", "services")),
        (RowVat(0, "MF", 3305), (12, "STOCK"), (12, "", "services")),
        (RowVat(0, "VTEU", 3108), (None, ""), (25, "VTEU", "goods")),
        (RowVat(0, "OMSS", 3231), (6, "SERVICE"), (6, "OMSS", "services")),
    ],
)
def test_a_row_from_before_has_the_rate_it_shows(
    shown: RowVat, article: tuple[int | None, str], basis: tuple[int, str, str]
) -> None:
    assert former_basis(shown, *article) == basis


def test_every_revenue_account_has_its_box() -> None:
    used = {account for r in REVENUE.values() for account in (*r.at.values(), r.goods, r.services)}
    assert used == set(REVENUE_BOXES)
    assert {code.rate for code in CODES.values()} == {25, 12, 6, 0}
