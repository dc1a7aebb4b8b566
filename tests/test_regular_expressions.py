"""Every regular expression of ours reads 100 kB of its worst input in a time that grows in step.

Each has a text that it matches. Any letter of that text, repeated at any place in it and followed
by what cannot match, makes an expression with two ways to read the same text try them all.
"""

import ast
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import reskontra
from reskontra.actions import mailing
from reskontra.commands import sandbox_words
from reskontra.domain import address, identity, records
from reskontra.outside import lettering
from reskontra.sandbox import credentials, faults, keeping, masking
from reskontra.sie import identity as sie_identity
from reskontra.sie import kinds, letters, lines
from reskontra.web import forms, repeats, wording
from reskontra.web.books import sheet, typed
from reskontra.web.console import visit

SOURCE = Path(reskontra.__file__).parent
LENGTH = 100_000
SECONDS = 5.0  # of processor; in step it is a few milliseconds, by squares minutes
# These read what we have written ourselves, and never what is sent.
OURS = {"document.py", "snapshot.py", "draft.py", "codes.py", "ready_company.py"}
OURS |= {"shape.py", "sentences.py"}

# fmt: off
WHOLE: dict[str | bytes, str] = {  # what a whole text is held against
    address._SHAPE.pattern:                    "a.b@c.se",
    identity.PERSONAL_NUMBER.pattern:          "8112289874",
    identity.TELEPHONE.pattern:                "0701234569",
    lettering._PLAIN.pattern:                  "ab\nc",
    r"-?[0-9]+(?:\.[0-9]+)?(?:[eE](?P<exponent>[+-]?[0-9]+))?": "-1.5e+3",
    r"\d{4}-\d{2}-\d{2}":                      "2026-11-15",
    r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?": "2026-11-15 12:30:00",
    "[0-9]+":                                  "17",
    r"[0-9]{1,15}":                            "17",
    r"[0-9]{1,18}":                            "17",
    r"[0-9]{1,9}":                             "17",
    r"[A-Za-z0-9_-]{43}":                      "a" * 43,
    r"[a-z0-9.-]+|\[[0-9a-f:]+\]":             "[::1]",
    rb"[A-Za-z0-9._-]{1,64}":                  "a.b",
    typed._SHORT_DAY.pattern:                  "15/11",
    typed._DAYS.pattern:                       "+30",
    typed._SPACES.pattern:                     "  ",
    visit._OUR_PAGES.pattern:                  "/books/1/a?b=c",
    r"(?:[0-9a-f]{4}){1,64}":                  "0a1b",
    r"[\w.,:/@{}()+*-]+":                      "a.b",
    r"([1-9][0-9]{0,15})-[0-9a-f]{64}":        "12-" + "0a" * 32,
    r"[!-~]{1,2000}":                          "https://a.se/",
    repeats._QUOTED.pattern:                   '"a\\"b"',
    repeats._BARE.pattern:                     "8e03978e-40d5",
    faults.SHORT.pattern:                      "POST /3/invoices 503 x2",
    credentials.NAME.pattern:                  "w1-a",
    masking.OURS.pattern:                      "sandbox-refresh-1-a",
    keeping.NAME.pattern:                      "before.2",
    sandbox_words.SPAN.pattern:                "31d",
    kinds.AMOUNT.pattern:                      "-12.50",
    kinds.LONG_AMOUNT.pattern:                 "-1234567890123456.50",
    kinds.QUANTITY.pattern:                    "-12.505",
    kinds.ACCOUNT.pattern:                     "1510",
    kinds.DAY.pattern:                         "20260102",
    kinds.MONTH.pattern:                       "202601",
    kinds.YEAR.pattern:                        "-1",
    sie_identity.DIGITS.pattern:               "5566778899",
    lines.LABEL.pattern:                       "#KONTO",
    lines.QUOTED.pattern:                      '"a\\"b"',
    lines.BARE.pattern:                        "abc",
    lines.IN_BRACES.pattern:                   "abc",
    lines.BLANKS.pattern:                      " \t ",
    forms.MULTIPART.pattern:                   'multipart/form-data; boundary="x"',
}
SEARCHED: dict[str | bytes, str] = {  # what is looked for everywhere in a text
    repeats._ESCAPED.pattern:                  'a\\"b',
    identity.PERSONAL_NUMBER_IN_TEXT.pattern:  " 1981 1228 - 9874 ",
    records._ACCENT.pattern:                   "a\u030ae\u0301",
    identity.SEPARATOR.pattern:                "1 - 2",
    identity.UNSEEN.pattern:                   "1\u200b2",
    identity.UNSEEN_IN_NUMBER.pattern:         "1\u200b2",
    identity.FOREIGN_DIGIT.pattern:            "1\u0661",
    lettering._INVISIBLE.pattern:              "a\x00b",
    lettering._LINE_ENDS.pattern:              "\r\n\r",
    rb"\.[0-9]++(?<=0)(?:[,}\]]|\Z)":          "1.50,",
    rb"E[+-][0-9]":                            "1E+3",
    r"-0(?:[,}\]]|\Z)":                        "-0,",
    rb'"(?:[^"\\]++|\\.)*+"?':                 '"a\\"b"',
    r"\\u(?:0000|[dD][89a-fA-F])":             "\\ud800",
    "[\0\ud800-\udfff]":                       "a\0",
    r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])": "TotalVAT",
    "`([^`]*)`":                               "a `b` c",
    r"[^\w@.-]+":                              "a  b",
    r"\W":                                     "a b",
    r"<(\w+)>(-?[0-9]+)</\1>":                 "<A>-12</A>",
    r"\D":                                     "1-2",
    wording._AMOUNT.pattern:                   "a -12.50 b",
    wording._FIELD.pattern:                    "Amount saknas",
    wording._CALL.pattern:                     "a (POST /b c) d",
    "[,;]":                                    "a, b",
    mailing.QUOTED.pattern:                    'a "b" c',
    mailing.BRACKETED.pattern:                 "a <b> c",
    r"[\s\u2010-\u2013-]":                     "1 - 2",
    b"\x01+":                                  "\x00\x01\x01",
    forms.PART_NAME.pattern:                   'content-disposition:form-data;name="";filename=""',
    lines.CONTROLS.pattern:                    "a\x01b",
    lines.QUOTE.pattern:                       'a "b" c"',
    letters.BETWEEN_LETTERS.pattern:           "F”rs„ljning",
    letters.BEFORE_LETTER.pattern:             "a ”l",
    letters.TWICE_ENCODED.pattern:             "FÃ¶rs",
    letters.READ_AS_437.pattern:               "F├╢rs",
    letters.IN_UTF8.pattern:                   "aö",
    letters.BEYOND_ASCII.pattern:              "aö",
    sheet._NUMBERED.pattern:                   "row-12-text",
    masking.SECRET_HEADERS.pattern:            "x-api-key",
    masking.IN_JSON.pattern:                   '"access_token" : "a"',
}
# fmt: on


def worst(sample: str) -> Iterator[str]:
    for place in range(len(sample) + 1):
        for letter in dict.fromkeys(sample + " "):
            yield f"{sample[:place]}{letter * LENGTH}{sample[place:]}\x00 \n"


@pytest.mark.parametrize("pattern", [*WHOLE, *SEARCHED], ids=lambda pattern: repr(pattern)[:40])
def test_no_input_makes_it_try_again_and_again(pattern: str | bytes) -> None:
    sample = WHOLE.get(pattern) or SEARCHED[pattern]
    compiled = re.compile(pattern, re.DOTALL)
    as_sent = str.encode if isinstance(pattern, bytes) else str
    assert compiled.search(as_sent(sample))
    for text in map(as_sent, worst(sample)):
        started = time.process_time()
        if pattern in WHOLE:
            compiled.fullmatch(text)
        else:
            compiled.sub(as_sent(""), text)
        assert time.process_time() - started < SECONDS, text[:50]


def test_every_regular_expression_is_tried() -> None:
    known = {*WHOLE, *SEARCHED}
    found: dict[str | bytes, str] = {}
    for path in SOURCE.rglob("*.py"):
        if path.name in OURS:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id == "re"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                found[node.args[0].value] = path.name
    assert {pattern: where for pattern, where in found.items() if pattern not in known} == {}
