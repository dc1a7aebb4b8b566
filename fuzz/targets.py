"""One target per parser: what it does with any bytes, and what must hold of what it takes.

A target returns or raises `Invalid` or `NotFound`; anything else that it raises is a finding.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from urllib.parse import parse_qsl, urlsplit

from starlette.requests import Request

from reskontra.codec import restored, stored
from reskontra.contract import fields, listing
from reskontra.contract.decision_file import decisions_in
from reskontra.contract.fields import Field
from reskontra.contract.listing import day_asked
from reskontra.contract.nested import laid_over
from reskontra.contract.parsing import parsed
from reskontra.domain import identity, ocr, payee
from reskontra.domain.address import ADDRESS_LIMIT, is_address, on_the_wire
from reskontra.domain.errors import Invalid
from reskontra.domain.money import LARGEST
from reskontra.outside.mail import Letter, composed
from reskontra.people.rules import LOOPBACK, is_redirect_address
from reskontra.sie.reader import read as read_sie
from reskontra.sie.writer import written as written_sie
from reskontra.web.forms import Parameters, parameters
from reskontra.web.oauth import _credentials
from reskontra.web.oauth_request import Return
from reskontra.web.resources import query
from reskontra.web.router import Router
from reskontra.web.routes import ROUTES

ROUTER = Router(ROUTES)
LISTINGS = [told.listing for route in ROUTES if (told := route.endpoint.describes) and told.listing]
RESOURCES = [
    (told.resource, told.creates)
    for route in ROUTES
    if (told := route.endpoint.describes) and route.endpoint.takes_body
]
SIE = (
    b'#FLAGGA 0\r\n#KSUMMA\r\n#FORMAT PC8\r\n#SIETYP 4\r\n#PROGRAM "x" 1\r\n#GEN 20270115\r\n#FNAMN "\x99 AB"\r\n'
    b'#RAR 0 20260101 20261231\r\n#KONTO 1510 "Kund"\r\n#KTYP 1510 T\r\n#OBJEKT 1 "07" "x"\r\n#UB 0 1510 1.00\r\n'
    b'#VER A 1 20260102 "a \\"b\\""\r\n{\r\n#TRANS 1510 {1 "07"} 1.00 "" "" 2\r\n#TRANS 1510 {} -1.00\r\n}\r\n#KSUMMA 1\r\n'
)
NOW = datetime(2026, 11, 15, 12, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Target:
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def json_front(data: bytes) -> None:
    value = parsed(data)
    assert restored(stored(value)) == value


def amounts(data: bytes) -> None:
    for a_type in (fields.AMOUNT, fields.AMOUNT_TEXT, fields.RATE, fields.NUMBER_TEXT):
        each = Field("Price", a_type)
        taken = each.accept(text_of(data))
        assert taken.is_finite()
        assert abs(taken) <= LARGEST
        assert each.accept(a_type.show(taken)) == taken
    for a_type in (fields.WHOLE, fields.WHOLE_TEXT, fields.DAYS):
        each = Field("Number", a_type)
        assert each.accept(a_type.show(each.accept(text_of(data)))) is not None


def dates(data: bytes) -> None:
    text = text_of(data)
    [modified] = listing.lastmodified(instant=True)
    modified.ask(text)
    day = Field("DueDate", fields.DAY).accept(text)
    assert str(day) == text == day_asked("fromdate", text)


def fields_of_every_resource(data: bytes) -> None:
    """The rows and their RowIds among them."""
    sent = parsed(data)
    if not isinstance(sent, dict):
        return
    for resource, creating in RESOURCES:
        with suppress(Invalid):
            changes = resource.accept(sent, creating=creating)
            known = {each.attribute for each in resource.fields.values()}
            assert set(changes) <= known | {"carried", resource.rows_in}
            laid_over({}, changes["carried"])


def sie_files(data: bytes) -> None:
    """What is read without a word is written and read again as the same."""
    reading = read_sie(data)
    assert all(each.text and each.line >= 0 for each in reading.deviations)
    if not reading.deviations:
        again = read_sie(b"".join(written_sie(reading.file)))
        assert again.file == reading.file
        assert not again.refusals


def ocr_numbers(data: bytes) -> None:
    text = text_of(data)
    if ocr.is_valid(text):
        assert text.isascii()
        assert text.isdigit()
    if text.isascii() and text.isdecimal() and len(text) <= 15:
        assert ocr.is_valid(ocr.ocr(int(text)))


def payees(data: bytes) -> None:
    text = text_of(data)
    for read in (payee.bankgiro, payee.plusgiro, payee.swish, payee.iban, payee.bic):
        try:
            known = read(text)
        except ValueError:
            continue
        assert read(known) == known


def identities(data: bytes) -> None:
    text = text_of(data)
    for masked in (identity.masked_text(text), identity.masked_identity(text)):
        assert identity.masked_text(masked) == masked
    if identity.is_personal_number(text):
        assert not identity.is_organisation_number(text)
        assert identity.masked_identity(text) != text


def basic_header(data: bytes) -> None:
    header = (b"authorization", data.replace(b"\r", b"").replace(b"\n", b""))
    shown = _credentials(Request({"type": "http", "headers": [header]}), Parameters())
    assert isinstance(shown.client_id, str)


def redirect(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    if not is_redirect_address(text):
        return
    parts = urlsplit(text)
    assert parts.scheme != "http" or parts.hostname in LOOPBACK
    back = Return(text, "ståte&=", "https://vi.se")
    assert " " not in back.origin
    assert ";" not in back.origin
    sent = dict(parse_qsl(urlsplit(back.with_code("c0de")).query))
    assert (sent["code"], sent["state"], sent["iss"]) == ("c0de", "ståte&=", "https://vi.se")


def form_body(data: bytes) -> None:
    sent = parameters(data)
    assert set(sent.last) == set(sent.many)
    assert all(len(sent.many[name]) > 1 for name in sent.repeated)
    if sent.is_clean:
        for name, value in sent.last.items():
            assert name == "state" or value.encode() is not None


def list_parameters(data: bytes) -> None:
    asked = query(Request({"type": "http", "headers": [], "query_string": data}))
    for each in LISTINGS:
        search = each.search(asked)
        assert 0 < search.limit <= listing.LARGEST_LIMIT
        assert 0 <= search.offset <= listing.FARTHEST_OFFSET


def decisions(data: bytes) -> None:
    """Whatever the tax agency's file says, it is decisions of people by digits, or refused."""
    for decision in decisions_in(parsed(data), ""):
        assert decision.name.isprintable()
        for each in decision.approvals:
            assert each.personal_number.isascii() and each.personal_number.isdecimal()  # noqa: PT018
            assert each.amount >= 0


def paths(data: bytes) -> None:
    _, found = ROUTER.find(data)
    assert all("\0" not in value and value for value in found.values())


def addresses(data: bytes) -> None:
    text = text_of(data)
    if is_address(text):
        wire = on_the_wire(text)
        assert wire.isascii()
        assert len(wire) <= ADDRESS_LIMIT
        assert wire.count("@") == 1
        assert not set(wire) & set(' ,;<>"\r\n')


def letters(data: bytes) -> None:
    """The headers are ours alone, whatever is in a name, a subject and a text."""
    text = text_of(data)
    letter = Letter("vi@ovning.se", ("kund@exempel.se",), text, text, f"<p>{text}", text)
    sent = message_from_bytes(composed(letter, NOW).as_bytes(), policy=default)
    assert sent.keys() == ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version",
                           "Content-Type"]  # fmt: skip
    assert [each.addr_spec for each in sent["To"].addresses] == ["kund@exempel.se"]
    assert [each.addr_spec for each in sent["From"].addresses] == ["vi@ovning.se"]


# fmt: off
TARGETS = {
    "json":       Target(json_front,       (b'{"a":[1,1.50,-0,1e5,"\\u00e5\\ud83d\\ude00",null,true]}', b'{"a":{"b":[[[]]]}}', b"[NaN]", b'{"a":1,"a":2}')),
    "amounts":    Target(amounts,          (b"24.88", b"-1e5", b"999999999999.99", b"0.0050", b"-0")),
    "dates":      Target(dates,            (b"2026-11-15", b"2026-11-15 12:30", b"0001-01-01T00:00:00", b"9999-12-31 23:59:59")),
    "fields":     Target(fields_of_every_resource, (
        b'{"CustomerNumber":"1","InvoiceRows":[{"RowId":1},{"RowId":"2","Price":1.5,"VAT":25,"DeliveredQuantity":"1"}],"DueDate":"2026-11-15","Egen":{"a":[1]}}',
        b'{"Name":"A","Email":"a@b.se","EmailInformation":{"EmailAddressTo":"a@b.se"},"DefaultTemplates":{"Order":"API_BLANK"},"Active":"true"}',
        b'{"SupplierNumber":"1","SupplierInvoiceRows":[{"Account":6110,"Debit":1000,"Code":"TOT"}],"VAT":"250","Total":1e3}',
        b'{"VoucherSeries":"A","TransactionDate":"2026-11-01","VoucherRows":[{"Account":1930,"Debit":1},{"Account":"3001","Credit":"1"}]}')),
    "ocr":        Target(ocr_numbers,      (b"100164", b"1001", b"999999999999999")),
    "payees":     Target(payees,           (b"5050-1055", b"28 65 43-4", b"123 456 78 90", b"SE4550000000058398257466", b"ESSESESS")),
    "identities": Target(identities,       (b"19811228-9874", b"811228+9874 och 556677-8899", b"701063-2391")),
    "sie":        Target(sie_files,        (SIE, SIE.replace(b"#TRANS", b"#RTRANS", 1), SIE.replace(b"\r", b""))),
    "basic":      Target(basic_header,     (b"Basic Y2xpZW50OnNlY3JldA==", b"basic w6U6JTQw", b"Bearer x")),
    "redirect":   Target(redirect,         (b"https://example.se/back?a=b", b"http://127.0.0.1:8080/", b"http://[::1]/x", b"se.example.app:/back")),
    "form":       Target(form_body,        (b"grant_type=refresh_token&refresh_token=x&scope=a+b", b"state=%ff&state=%00", b"a=&=b&%zz")),
    "list":       Target(list_parameters,  (b"limit=5&page=2&name=x", b"sortby=documentnumber&sortorder=desc", b"filter=unpaid&lastmodified=2026-11-15+12:00&fromdate=2026-01-01", b"offset=%D9%A3&name=%25_")),
    "decisions":  Target(decisions,        (b'{"version":"1","utforare":"165566778899","beslut":[{"namn":"ROT 2026-001","referensnummer":"R1","arenden":[{"personnummer":"198112289874","fakturanummer":4,"godkantBelopp":3e3}]}]}', b'{"version":1,"beslut":[{"arenden":[{}]}]}')),
    "paths":      Target(paths,            (b"/3/invoices/1/bookkeep", b"/3/vouchers/A/%31", b"/3/units/%C3%A5%2F%C3%A4")),
    "addresses":  Target(addresses,        (b"a.b+c@exempel.se", "info@räksmörgås.se".encode(), b"a@xn--rksmrgs-5wao1o.se")),
    "letters":    Target(letters,          ("Övning & Söner\r\nBcc: x@y.se".encode(), b"=?utf-8?q?x?= <a@b.se>, c@d.se", b"\xe2\x80\xa8To: z@z.se\n\n.")),
}
# fmt: on
