"""A voucher as it is shown before it is posted."""

from typing import NamedTuple

from reskontra.actions.voucher_acts import digest_of
from reskontra.domain.voucher import Voucher


class Shown(NamedTuple):
    voucher: Voucher

    @property
    def digest(self) -> str:
        """It goes with the form: what has become another is shown again."""
        return digest_of(self.voucher)
