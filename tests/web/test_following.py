"""The page on events: its program follows the feed, and its table has its topics."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.service import Company
from tests.web.invoicing import issued

import reskontra.web.routes  # noqa: F401 (every register is declared)
from reskontra.actions.register import TOPICS

PAGE = (Path(__file__).parents[2] / "docs" / "events.md").read_text()


def test_the_program_of_the_page_says_what_happens(
    company: Company, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [program] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    issued(company)
    monkeypatch.setitem(os.environ, "API_URL", f"{company.service.url}/api/v1")
    monkeypatch.setitem(os.environ, "TOKEN", company.token())
    own: dict[str, Any] = {}
    exec(program, own)  # noqa: S102 (it is our own page)
    offset = own["follow"]("0", until=lambda event: event["type"] == "invoice-bookkeep-v1")
    said = "customer-created-v1 1\ninvoice-created-v1 1\nvoucher-created-v1 B/1\n"
    assert capsys.readouterr().out.endswith(said + "invoice-bookkeep-v1 1\n")
    assert own["events_after"](offset, wait=0) == ([], offset)


def test_the_table_of_the_page_has_topics_that_there_are() -> None:
    """A register that somebody adds has its own without a line of ours."""
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `")]
    told = {name for row in rows for name in re.findall("`([a-z-]+)`", row)}
    assert len(told) >= 19
    assert told <= {*TOPICS}
