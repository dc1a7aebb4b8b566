"""The chart of accounts that a new organisation starts with."""

import csv
from importlib.resources import files
from typing import NamedTuple


class ChartAccount(NamedTuple):
    """One account; `type` is T asset, S equity or liability, I income, K cost."""

    number: int
    name: str
    vat_code: str
    type: str
    sru: str


def _read() -> tuple[ChartAccount, ...]:
    text = files("reskontra.domain").joinpath("chart.csv").read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines()[1:])
    return tuple(ChartAccount(int(number), *rest) for number, *rest in rows)


CHART = _read()
