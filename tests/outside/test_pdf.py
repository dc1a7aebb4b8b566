"""The printed invoice: what it must show, what it must not, and what it may cost."""

import io
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from paper import (
    CREDIT_NOTE,
    CREDITED,
    DRAFT,
    ENGLISH,
    INVOICE,
    REFUND,
    REVERSE_CHARGE,
    ROT,
    SENDER,
    letters_of,
    pages_of,
    png,
    text_of,
    with_rows,
)
from pypdf import PdfReader

from reskontra.domain.errors import Invalid
from reskontra.domain.identity import masked_text
from reskontra.outside.document import Document, DocumentRow, Language, Mark, TaxReduction
from reskontra.outside.lettering import covered, drawable
from reskontra.outside.pdf import rendered, takes_logo
from reskontra.outside.printed import Printed

KINDS = {
    "issued": INVOICE,
    "draft": DRAFT,
    "credited": CREDITED,
    "credit note": CREDIT_NOTE,
    "english": ENGLISH,
    "reverse charge": REVERSE_CHARGE,
    "rot": ROT,
    "refund": REFUND,
    "english refund": replace(REFUND, language=Language.ENGLISH),
}

# fmt: off
SHOWN = [
    # document         what it must show
    ("issued",         "Fakturanummer 1001"),
    ("issued",         "Fakturadatum 2026-11-15"),
    ("issued",         "Förfallodatum 2026-12-15"),
    ("issued",         "Leveransdatum 2026-11-12"),
    ("issued",         "OCR-nummer 100164"),
    ("issued",         "Betalningsvillkor 30 dagar netto"),
    ("issued",         "Er referens Göran Åkerlund"),
    ("issued",         "Vår referens Astrid Öberg"),
    ("issued",         "Ert ordernummer PO-2026-331"),
    ("issued",         "Åkerlund & Rosén Bygg AB Hjalmar Brantingsgatan 4 417 06 Göteborg"),
    ("issued",         "Övning & Söner AB Storgatan 12 211 34 Malmö"),
    ("issued",         "Org.nr 556677-8899"),
    ("issued",         "Momsreg.nr SE556677889901"),
    ("issued",         "Säte Malmö"),
    ("issued",         "Godkänd för F-skatt"),
    ("issued",         "Bankgiro 5050-1055"),
    ("issued",         "Swish 123 456 78 90"),
    ("issued",         "K-100 Konsulttimmar, ekonomisystem 12,5 tim 1 150,00 25 % 14 375,00"),
    ("issued",         "25 % 18 842,75 4 710,69"),
    ("issued",         "12 % 1 160,00 139,20"),
    ("issued",         "6 % 568,50 34,11"),
    ("issued",         "Öresavrundning −0,25"),
    ("issued",         "Att betala 25 455,00"),
    ("issued",         "Alla belopp i SEK"),
    ("issued",         "Sida 1 av 1"),
    ("draft",          "UTKAST"),
    ("draft",          "Det är inte utfärdat och ska inte betalas."),
    ("credited",       "KREDITERAD"),
    ("credited",       "OCR-nummer 100164"),
    ("credit note",    "Kreditfakturanummer 1002"),
    ("credit note",    "Kreditfaktura avseende faktura 1001"),
    ("credit note",    "Att kreditera −25 455,00"),
    ("english",        "Invoice number 1001"),
    ("english",        "Payment reference (OCR) 100164"),
    ("english",        "Amount to pay 25,455.00"),
    ("english",        "Approved for F-tax"),
    ("english",        "Page 1 of 1"),
    ("reverse charge", "Omvänd betalningsskyldighet (Reverse charge), artikel 196"),
    ("reverse charge", "Ert momsreg.nr DE123456789"),
    ("reverse charge", "Tyskland"),
    ("rot",            "Målning Rotarbete"),
    ("rot",            "Arbetskostnad inkl. moms 12 500,00"),
    ("rot",            "Övriga kostnader inkl. moms 5 000,00"),
    ("rot",            "Rotavdrag −3 750,00"),
    ("rot",            "Fastighetsbeteckning ENEBYBERG 1:24"),
    ("rot",            "Att betala 13 750,00"),
    ("refund",         "Fakturanummer 1001"),
    ("refund",         "Att få tillbaka 25 455,00"),
    ("refund",         "Beloppet betalas tillbaka eller räknas av mot en annan faktura."),
    ("english refund", "Amount refunded to you 25,455.00"),
]
# fmt: on


def shows(document: Document, text: str) -> bool:
    """Readers differ in the order of what stands side by side: either order will do."""
    pdf = rendered(document)
    by_content = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    return any(letters_of(text) in letters_of(read) for read in (text_of(pdf), by_content))


@pytest.mark.parametrize(("kind", "text"), SHOWN)
def test_the_page_shows(kind: str, text: str) -> None:
    assert shows(KINDS[kind], text)


@pytest.mark.parametrize(
    "text",
    ["OCR", "100164", "Fakturanummer", "Fakturadatum", "Förfallodatum", "Att betala", "2026-12-15"],
)
def test_a_draft_does_not_look_issued(text: str) -> None:
    assert not shows(replace(DRAFT, ocr="100164"), text)


@pytest.mark.parametrize(
    "text",
    ["Att betala", "OCR", "Förfallodatum", "dagar netto", "räntelagen", "Bankgiro", "5050-1055",
     "Plusgiro", "Swish", "123 456 78 90"],
)  # fmt: skip
def test_a_refund_asks_for_nothing(text: str) -> None:
    assert not shows(REFUND, text)


def test_nothing_is_claimed_where_a_reduction_is_taken_back() -> None:
    taken_back = TaxReduction("rot", Decimal(-12500), Decimal(-3750))
    document = replace(ROT, to_pay=Decimal(-13750), tax_reduction=taken_back)
    assert shows(document, "Rotavdrag 3 750,00")
    assert not shows(document, "Vi begär")


@pytest.mark.parametrize("kind", ["draft", "credited", "credit note", "refund"])
def test_nothing_to_pay_means_no_code_to_scan(kind: str) -> None:
    assert Printed(KINDS[kind]).page()["payment"]["codes"] == []


def test_a_buyer_abroad_is_offered_no_swedish_app() -> None:
    """Neither Swish, by code or number, nor the code that the apps of Swedish banks read."""
    assert len(Printed(INVOICE).page()["payment"]["codes"]) == 2
    assert Printed(REVERSE_CHARGE).page()["payment"]["codes"] == []
    assert shows(INVOICE, "Swish")
    assert not shows(REVERSE_CHARGE, "Swish")


def test_nothing_is_printed_without_a_sign() -> None:
    rows = (DocumentRow("Prov", quantity=Decimal("-0"), price=Decimal(5), total=Decimal("-0.00")),)
    page = Printed(replace(CREDIT_NOTE, rows=rows, vat=Decimal("-0"), round_off=Decimal(0))).page()
    assert page["rows"][0][2:7] == ["0", "", "5,00", "0 %", "0,00"]
    assert page["totals"][1] == ("Moms", "0,00")


def test_an_invoice_of_nothing_says_so() -> None:
    assert shows(replace(INVOICE, to_pay=Decimal(0)), "Det finns inget att betala.")


@pytest.mark.parametrize(
    ("reduction", "text"),
    [
        (TaxReduction("rut", Decimal("2992.50"), Decimal(1496)), "Rutavdrag"),
        (TaxReduction("green", Decimal(140000), Decimal(35000)), "Skattereduktion för grön teknik"),
        (
            TaxReduction("rot", Decimal(1), Decimal(0), housing_association_number="769600-0001"),
            "Bostadsrättsföreningens org.nr 769600-0001",
        ),
    ],
)
def test_every_kind_of_reduction_has_its_section(reduction: TaxReduction, text: str) -> None:
    assert shows(replace(ROT, tax_reduction=reduction), text)


@pytest.mark.parametrize("mark", [Mark.DRAFT, Mark.CREDITED])
def test_the_mark_stands_upright_on_each_page(mark: Mark) -> None:
    pages = pages_of(rendered(with_rows(70, replace(INVOICE, mark=mark))))
    assert len(pages) == 3
    assert all(mark.value in page.split() for page in pages)


def test_headers_and_page_numbers_repeat_over_the_pages() -> None:
    pages = pages_of(rendered(with_rows(70)))
    for number, page in enumerate(pages, start=1):
        assert f"Sida {number} av {len(pages)}" in page
        assert "Benämning" in page
        assert "Org.nr 556677-8899" in page


def test_a_thousand_rows_are_printed_within_bounds() -> None:
    document = with_rows(1_000)
    before = time.process_time()
    pdf = rendered(document)
    assert time.process_time() - before < 5  # one second on a quiet machine
    text = text_of(pdf)
    assert all(f"Rad nummer {at} " in text.replace("\n", " ") for at in (0, 500, 999))
    assert len(pdf) < 3_000_000


def test_too_many_rows_and_too_long_texts_are_refused() -> None:
    with pytest.raises(Invalid):
        with_rows(1_001)
    with pytest.raises(Invalid):
        replace(INVOICE, comments="x" * 10_001)
    with pytest.raises(Invalid):
        replace(INVOICE, rows=tuple(DocumentRow("x" * 10_000) for _ in range(101)))


def test_a_very_long_word_breaks_within_the_paper_and_comes_back_whole() -> None:
    pdf = rendered(replace(INVOICE, comments="Lång" * 2_500))
    assert letters_of(text_of(pdf)).count("Lång") >= 2_490  # a few are cut by the pages' edges
    assert max(map(len, text_of(pdf).splitlines())) < 200


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_document_gives_the_same_bytes(kind: str) -> None:
    once = rendered(KINDS[kind])
    rendered(with_rows(3))
    assert rendered(KINDS[kind]) == once


def test_nothing_that_is_drawn_as_nothing_hides_a_personal_number() -> None:
    """Or as a space: what stands on the paper is what must have been masked."""
    points = (*range(0xD800), *range(0xE000, 0x10000), *range(0xE0000, 0xE1000))
    unseen = [letter for letter in map(chr, points) if drawn_as_nothing(letter)]
    assert unseen
    hiding = [each for each in unseen if f"811228{each}9874" == masked_text(f"811228{each}9874")]
    assert hiding == []


def drawn_as_nothing(letter: str) -> bool:
    return drawable(letter) in ("", " ") or (letter.isspace() and drawable(letter) != "\n")


def test_threads_render_side_by_side() -> None:
    documents = [replace(INVOICE, number=str(number)) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(rendered, documents)) == [rendered(each) for each in documents]


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_is_an_accessible_archive_with_its_fonts(kind: str) -> None:
    document = KINDS[kind]
    reader = PdfReader(io.BytesIO(rendered(document)))
    root = reader.trailer["/Root"].get_object()
    metadata = root["/Metadata"].get_object().get_data().decode()
    assert re.search(r"pdfaid:part[>=\"]+3", metadata)
    assert re.search(r"pdfaid:conformance[>=\"]+A", metadata)
    assert re.search(r"pdfuaid:part[>=\"]+1", metadata)
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"].startswith("en" if kind.startswith("english") else "sv")
    assert root["/OutputIntents"]
    assert "/StructTreeRoot" in root
    assert reader.metadata is not None
    assert reader.metadata.title == f"{Printed(document).heading} {document.number} – {SENDER.name}"
    fonts = [
        font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        for page in reader.pages
        for font in page["/Resources"]["/Font"].values()
    ]
    assert fonts
    assert all("/FontFile2" in font for font in fonts)


# fmt: off
HOSTILE = [
    '#import "/etc/passwd"', '#read("/etc/passwd")', '#image("/etc/passwd")', "#eval(1+1)",
    "#set page(width: 1pt)", "*bold*", "_emphasis_", "`raw`", "```raw```", "$x^2$", "<label>",
    "@reference", "= Heading", "- list", "+ enumeration", "/ term: x", "// comment",
    "/* comment */", "\\u{41}", "\\", "~", "---", "...", "[content]", "{code}", "##", '"quoted"',
    "'quoted'", "%s", "%(x)s", "{0}", "{number}", "{{ 7*7 }}", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "&amp;", "&#65;", "<b>A & B <Co> AB</b>",
    "javascript:alert(1)", "https://example.com/", "file:///etc/passwd", "mailto:a@b.se",
    "/JS (app.alert(1))", "<< /S /Launch >>", "/URI (x)", ") Tj ET", "endstream endobj",
    "%PDF-1.7", "%%EOF", "'; DROP TABLE invoices; --", "$(reboot)", "../../etc/passwd",
    "C:\\Windows", "a->b", "2x3", "fi ffl", "(c)", "1/2", "|pipe|", "Ελλάδα", "Привет", "Łódź",
    "漢字", "日本語", "한국어", "€ ₿ £ ¥", "☃ ✓ ❤", "😀",
]
# fmt: on


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_back_literally(text: str) -> None:
    row = replace(INVOICE.rows[0], description=text)
    pdf = rendered(replace(INVOICE, comments=text, rows=(row,), your_reference=text))
    assert letters_of(text_of(pdf)).count(letters_of(text)) >= 3


def test_no_text_makes_the_file_active() -> None:
    everything = "\n".join(HOSTILE)
    receiver = replace(INVOICE.receiver, name=everything)
    pdf = rendered(replace(INVOICE, receiver=receiver, comments=everything, notes=(everything,)))
    reader = PdfReader(io.BytesIO(pdf))
    count = int(reader.trailer["/Size"])
    names = {name for number in range(1, count) for name in _names(reader.get_object(number))}
    assert "/StructTreeRoot" in names
    assert not names & {"/JS", "/Launch", "/URI", "/EmbeddedFile", "/AA", "/OpenAction", "/Annots"}


def _names(value: object) -> set[str]:
    return {str(key) for key in value} if isinstance(value, dict) else set()


def test_every_character_of_the_fonts_can_be_printed() -> None:
    letters = [chr(point) for point in sorted(covered())]
    for start in range(0, len(letters), 4_000):
        assert rendered(replace(INVOICE, comments=" ".join(letters[start : start + 4_000])))


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("ก \U00010380 \ue000", "□ □ □"),
        ("a\x00b\x07c\ufeffd", "abcd"),
        ("100\u202e001", "100001"),
        ("a\tb\r\nc\u2028d", "a b\nc\nd"),
        ("lone \ud800", "lone □"),
        ("e\u0301 👩\u200d👧 ❤\ufe0f", "e\u0301 👩\u200d👧 ❤\ufe0f"),
    ],
)
def test_what_no_font_has_is_printed_as_a_box(text: str, printed: str) -> None:
    assert drawable(text) == printed
    assert rendered(replace(INVOICE, comments=text))


def test_a_logo_is_shown_and_a_false_one_is_left_out() -> None:
    shown = PdfReader(io.BytesIO(rendered(replace(INVOICE, sender=replace(SENDER, logo=png())))))
    pictures = list(map(shown.get_object, range(1, int(shown.trailer["/Size"]))))
    assert any(isinstance(each, dict) and each.get("/Subtype") == "/Image" for each in pictures)
    plain = rendered(INVOICE)
    for false in (b"", b"GIF89a", b"<svg/>", png(2_001, 1), png()[:20], png() + bytes(600_000)):
        assert rendered(replace(INVOICE, sender=replace(SENDER, logo=false))) == plain


def test_a_damaged_logo_never_stops_the_invoice() -> None:
    assert takes_logo(png())
    for damaged in (png()[:60], b"\xff\xd8\xff\xc0\x00\x11\x08\x00\x10\x00\x10" + bytes(40)):
        pdf = rendered(replace(INVOICE, sender=replace(SENDER, logo=damaged)))
        assert "1001" in text_of(pdf)
        assert not takes_logo(damaged)


def test_the_timestamp_is_the_invoice_date() -> None:
    reader = PdfReader(io.BytesIO(rendered(replace(INVOICE, invoice_date=date(2025, 2, 3)))))
    assert reader.metadata is not None
    assert reader.metadata.creation_date is not None
    assert reader.metadata.creation_date.date() == date(2025, 2, 3)
