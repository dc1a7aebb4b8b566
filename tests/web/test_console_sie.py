"""SIE at the console: a year downloaded; a file read, shown, posted and taken back; by whom."""

from urllib.parse import urlencode

import httpx
import pytest
from tests.approving import Flow, Page
from tests.sie.files import YEAR, changed, sie
from tests.web.test_console import Console
from tests.web.test_roles import member

from reskontra.sie.reader import read
from reskontra.web.forms import LARGEST_RETURNED, parts_of


@pytest.fixture
def console(flow: Flow) -> Console:
    console = Console(flow)
    console.log_in()
    return console


def place(console: Console) -> str:
    return f"{console.company}/sie"


def uploaded(
    console: Console, data: bytes, name: str = "år.se", boundary: str = "xyz"
) -> httpx.Response:
    """As a browser sends a form with a file."""
    fields = Page(console.get(place(console))).form.fields | {"do": "read"}
    parts = [
        f'Content-Disposition: form-data; name="{key}"\r\n\r\n{value}'.encode()
        for key, value in fields.items()
        if key != "file"
    ]
    head = f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n'
    parts.append(f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + data)
    mark = b"--" + boundary.encode()
    body = b"".join(mark + b"\r\n" + part + b"\r\n" for part in parts) + mark + b"--\r\n"
    url = f"{console.flow.service.url}/console{place(console)}"
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Origin": "null"}
    return console.http.post(url, content=body, headers=headers)


def posted(console: Console, plan: httpx.Response, **more: str) -> httpx.Response:
    return Page(plan).sent(console.http, do="post", **more)


def test_a_file_is_shown_posted_downloaded_and_taken_back(console: Console) -> None:
    plan = uploaded(console, sie(YEAR.replace("#VER A 2 ", "#VER A 5 ")))
    assert "Bokför filen?" in plan.text
    assert "2 verifikationer" in plan.text
    assert "A 2-4" in plan.text
    assert "Numren i serie A har luckor: 2-4" in plan.text
    assert "Bokförda filer" not in console.get(place(console)).text
    done = posted(console, plan)
    assert "Filen är bokförd, som import 1: 2 verifikationer." in done.text
    assert "1. år.se" in done.text
    assert "A 2–4" in done.text
    assert "hoppade över: A 2–4" in console.get(f"{console.company}/history").text
    file = console.get(f"{place(console)}/file?type=4")
    assert read(file.content).file.balance("UB", 0) == read(sie()).file.balance("UB", 0)
    assert file.headers["content-disposition"].startswith("attachment")
    back = console.confirm(place(console), undo="1")
    assert "Import 1 är tagen tillbaka." in back.text
    assert "Tagen tillbaka" in back.text
    again = uploaded(console, sie(YEAR.replace("#VER A 2 ", "#VER A 5 ")))
    assert "verifikationerna får filens nummer + 5" in again.text


def test_what_stands_in_the_way_is_shown_by_its_line(console: Console) -> None:
    plan = uploaded(console, changed("#TRANS 1930 {} -8000.00", "#TRANS 1930 {} -1.00"))
    assert "Filen kan inte bokföras" in plan.text
    assert "Rad 43: Verifikation A 1 balanserar inte" in plan.text
    assert 'value="post"' not in plan.text


def test_what_a_person_may_decide_is_asked(console: Console) -> None:
    assert posted(console, uploaded(console, sie())).status_code == 200
    other = sie(YEAR.replace("556677-8899", "556036-0793").replace("#VER A", "#VER X"))
    plan = uploaded(console, other)
    assert "Filen är för organisationsnummer 556036-0793" in plan.text
    refused = posted(console, plan)
    assert "Filen kan inte bokföras: Filen är för" in refused.text
    assert "som import 2" in posted(console, plan, confirm="yes").text


WRONG = {
    "no file": (b"", "Välj en fil först"),
    "nothing like it": (b"\x00\x01\x02", "Filen kan inte bokföras"),
}


@pytest.mark.parametrize(("data", "words"), WRONG.values(), ids=WRONG)
def test_what_is_no_file_of_sie_is_refused(console: Console, data: bytes, words: str) -> None:
    assert words in uploaded(console, data).text


def test_a_file_that_came_back_torn_is_refused(console: Console) -> None:
    plan = uploaded(console, sie())
    packed = Page(plan).form.fields["packed"]
    for torn in (packed[:-8], "å", "AAAA", ""):
        assert "Filen är inte hel" in posted(console, plan, packed=torn).text


def test_a_form_is_bounded_and_must_be_our_own(console: Console) -> None:
    url = f"{console.flow.service.url}/console{place(console)}"
    long = urlencode({"packed": "x" * LARGEST_RETURNED})
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert console.http.post(url, content=long, headers=form).status_code == 413
    alien = {"Content-Type": "multipart/form-data; boundary=x"}
    assert console.http.post(url, content=b"--x--\r\n", headers=alien).status_code == 403


def test_a_reader_downloads_and_does_not_post(console: Console) -> None:
    posted(console, uploaded(console, sie()))
    with member(console.flow, "reader") as theirs:
        page = theirs.get(place(theirs))
        assert "Bokför en fil" not in page.text
        assert 'name="undo"' not in page.text
        assert theirs.get(f"{place(theirs)}/file?type=1").content.startswith(b"#FLAGGA 0")
        assert theirs.send(place(theirs), undo="1").status_code == 403
        assert uploaded(theirs, sie()).status_code == 403


@pytest.mark.parametrize("query", ["type=7", "type=4&year=17", "year=x"])
def test_what_cannot_be_downloaded_is_said_on_the_page(console: Console, query: str) -> None:
    page = console.get(f"{place(console)}/file?{query}")
    assert page.status_code in (400, 404)
    assert 'role="alert"' in page.text


PART = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'


def test_a_form_is_taken_apart() -> None:
    file = PART % (b'file"; filename="a.se', b"\r\n--y\r\n\x84")
    entries = parts_of(PART % (b"do", "å".encode()) + file + b"--x--\r\n", b"x")
    assert entries("do") == "å"
    assert entries.files["file"].name == "a.se"
    assert entries.files["file"].content == b"\r\n--y\r\n\x84"
    assert parts_of(b"", b"x") == parts_of(b"--x", b"x")
