"""Charts, drawn here: numbers for an SVG without letters, and the words beside it."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from reskontra.domain.money import ZERO
from reskontra.reports.earnings import Earned
from reskontra.web.wording import MONTHS

HEIGHT, WIDTH, OF_A_MONTH, OF_A_BAR = 230, 1200, 100, 28
STEPS = 4  # lines above the lowest
ROUND = (1, 2, Decimal("2.5"), 3, 4, 5, 6, 8, 10)  # what a step may be, times a power of ten


class Bar(NamedTuple):
    kind: str
    x: int
    y: float
    height: float
    going: bool  # its month has not ended


class Month(NamedTuple):
    name: str
    earned: Earned


class Chart(NamedTuple):
    width: int
    height: int
    lines: list[float]
    words: list[Decimal]  # beside the lines, from above, in thousands
    bars: list[Bar]
    names: list[str]  # of the months, with or without bars
    months: list[Month]


def chart(months: Mapping[date, Earned], year: Sequence[date], today: date) -> Chart:
    """Bars of income and cost by month; what is below nothing hangs below its line."""
    earned = {month: months.get(month, Earned(ZERO, ZERO)) for month in year}
    lowest, step = _scale([amount for each in earned.values() for amount in each])
    top = lowest + STEPS * step
    bars = [
        bar
        for place, (month, each) in enumerate(earned.items())
        if month <= today
        for bar in _bars(place, each, month == today.replace(day=1), top, step)
    ]
    return Chart(
        WIDTH,
        HEIGHT,
        [HEIGHT * line / STEPS for line in range(STEPS + 1)],
        [(top - step * line) / 1000 for line in range(STEPS + 1)],
        bars,
        [MONTHS[month.month - 1][:3] for month in year],
        [Month(MONTHS[month.month - 1], earned[month]) for month in year if month <= today],
    )


def _scale(amounts: list[Decimal]) -> tuple[Decimal, Decimal]:
    """Where the chart begins, and its step: round numbers that have room for all amounts."""
    most, least = max([*amounts, ZERO]), min([*amounts, ZERO])
    for power in range(3, 20):
        for times in ROUND:
            step = Decimal(times).scaleb(power)
            lowest = ZERO if least == ZERO else -step * -(least // step)
            if most <= lowest + STEPS * step:
                return lowest, step
    return least, (most - least) / STEPS


def _bars(place: int, earned: Earned, going: bool, top: Decimal, step: Decimal) -> list[Bar]:
    unit = Decimal(HEIGHT) / (STEPS * step)
    zero = top * unit
    return [
        Bar(
            kind,
            OF_A_MONTH * place + beside,
            round(float(min(zero, zero - amount * unit)), 1),
            round(float(abs(amount * unit)), 1),
            going,
        )
        for kind, beside, amount in (("income", 20, earned.income), ("cost", 52, earned.cost))
    ]


class Part(NamedTuple):
    """Of a bar of parts."""

    x: float
    width: float


def parts(amounts: Sequence[Decimal], gap: int = 3, width: int = 1000) -> list[Part | None]:
    """How far each reaches; of what is nothing, nothing is drawn."""
    total = sum(amounts, ZERO)
    room = width - gap * (sum(1 for each in amounts if each) - 1)
    drawn: list[Part | None] = []
    x = 0.0
    for amount in amounts:
        part = Part(round(x, 1), round(float(amount / total) * room, 1)) if amount else None
        drawn.append(part)
        x += part.width + gap if part else 0
    return drawn
