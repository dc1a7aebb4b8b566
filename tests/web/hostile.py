"""Hostile input as tables: keys in paths, queries, bodies, and values of fields."""

from typing import Any

# fmt: off
NUMBERS = (
    "0", "-1", "+1", "-0", "00", "01", "1.0", "1.", ".1", "1e3", "1E3", "1e309", "0x1", "1_000", "1,0", "1 1",
    str(2**31 - 1), str(2**31), str(2**32), str(2**53), str(2**53 + 1), str(2**63 - 1), str(2**63), str(2**64), str(-2**31), str(-2**63),
    "9" * 15, "9" * 16, "9" * 19, "9" * 400, "9" * 4_301, "9" * 10_000, "0" * 5_000 + "1",
)
# In a path, percent-encoded: Arabic, full-width, superscript and Roman digits, then bytes that are no
# text, ways out of the folder, and what other languages take for code.
KEYS = (
    *(number.replace(" ", "%20") for number in NUMBERS),
    "%D9%A3", "%EF%BC%91", "%C2%B2", "%E2%85%A7", "%C2%BD", "%00", "1%00", "%001", "%ff", "%ED%A0%80", "%C0%80", "%F4%90%80%80", "%E5",
    "..", "..%2f", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%2e%2e%5c", "1%2F2", "1%3Fa=b", "1%23", "1;a=b", "%", "%zz", "%u0031", "%25", "%2531",
    "'", "%27%20OR%201=1--", "%22", "_", "%5C", "*", "%20", "1%20", "%201", "%09", "%0d%0aX:y", "%7F", "%EF%BB%BF1", "%E2%80%AE1",
    "null", "true", "NaN", "Infinity", "API_BLANK", "undefined", "%3Cscript%3E", "%F0%9F%98%80", "a" * 2_000, "%C3%A5" * 500, "{key}", "sublist",
)
DAYS = ("x", "0000-00-00", "0001-01-01", "9999-12-31", "2026-02-30", "2026-13-01", "2026-1-1", "20261115", "2026-11-15T", "%D9%A2026-01-01", "10000-01-01", "-001-01-01")
QUERIES = (
    *(f"{name}={value}" for name in ("limit", "page", "offset") for value in ("-1", "0", "x", "1e9", "1.0", "%D9%A3", "", "9" * 400, str(2**63), str(2**53))),
    *(f"{name}={value}" for name in ("fromdate", "todate", "lastmodified", "financialyeardate", "date") for value in DAYS),
    "lastmodified=9999-12-31 23:59:59", "lastmodified=0001-01-01 00:00", "lastmodified=2026-11-15T24:00", "lastmodified=2026-11-15 12:60:00", "fromdate=9999-12-31&todate=0001-01-01",
    "sortby=1", "sortby=%00", "sortby=id;drop", "sortorder=x", "sortorder=desc,asc", "filter=%00", "filter=x", "filter=unpaid'--", "filter=",
    "name=%25", "name=%5C", "name=%ff", "name=%ED%A0%80", "name=_", "name=%27", "name=%F0%9F%98%80", f"name={'x' * 20_000}", f"description={'%25_' * 5_000}", f"customername={'x' * 20_000}", f"city={'%C3%A5' * 1_025}",
    *(f"financialyear={value}" for value in ("x", "0", "-1", str(2**63), "9" * 400, "%D9%A3", "1.0")),
    "sru=x", f"sru={2**63}", "webshop=x", "invoicenumber=x", f"invoicenumber={2**63}", f"documentnumber={'9' * 400}", "ocr=%00",
    "a=b&a=c&A=d", "limit=1&limit=2&LIMIT=3", "&&&", "=", "==", "?", "%00=1", "x" * 20_000, "&".join(f"p{n}=1" for n in range(2_000)), "%", "%zz=%zz", "a[]=1&a[b]=2", "limit[]=1",
)
DEEP = (31, 32, 33, 100, 1_000, 100_000)
# `NAME` stands for the envelope's name.
TEXTS = (
    b"", b" ", b"\t\r\n", b"null", b"true", b"[]", b"{}", b"1", b'"x"', b"[{}]", b'{"NAME":null}', b'{"NAME":[]}', b'{"NAME":[{}]}', b'{"NAME":1}', b'{"NAME":"x"}', b'{"NAME":"API_BLANK"}', b'{"NAME":{}}',
    b'{"name":{}}', b'{"NAMEs":[{}]}', b'{"NAME":{},"NAME":{}}', b'{"NAME":{"a":1,"a":2}}', b'{"NAME":{"a":1,"\\u0061":2}}', b'{"":{}}', b'{"NAME":{"":1}}', b'{"NAME":{"__proto__":{"a":1}}}', b'{"NAME":{"@url":"x","@x":1}}',
    b"{", b"}", b"[", b'{"NAME"', b'{"NAME":', b'{"NAME":{', b'{"NAME":{}', b'{"NAME":{}}}', b'{"NAME":{}} x', b'{"NAME":{}}{"NAME":{}}', b"{'NAME':{}}", b"{NAME:{}}", b'{"NAME":{},}', b'{"NAME":{"a":1,}}', b'{"NAME":{"a":[1,]}}', b'{"NAME":{}}//x', b'/*x*/{"NAME":{}}', b'{"NAME" {}}', b'{"NAME"::{}}', b'{"NAME":\x0b{}}', b'{"NAME":\xc2\xa0{}}',
    b"\xff\xfe", b"\xef\xbb\xbf{}", b'\xef\xbb\xbf{"NAME":{}}', '{"NAME":{}}'.encode("utf-16"), '{"NAME":{}}'.encode("utf-16-le"), '{"NAME":{}}'.encode("utf-32"), '{"NAME":{"a":"å"}}'.encode("latin-1"),
    *(b'{"NAME":{"a":"' + odd + b'"}}' for odd in (b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xe5", b"\x00", b"\x1f", b"\n", b"\\u0000", b"\\ud800", b"\\udc00\\ud800", b"\\ud83d", b"\\u12", b"\\x41", b"\\", b"\\u+041", b"\\uD83D\\uDE00", b"\\/", b"\x7f", b"\\u2028")),
    b'{"NAME":{"\\u0000":1}}', b'{"NAME":{"\\ud800":1}}', b'{"\\u0000":{}}',
    *(b'{"NAME":{"a":' + odd + b"}}" for odd in (b"NaN", b"Infinity", b"-Infinity", b"nan", b"01", b"+1", b".5", b"1.", b"1e", b"1e+", b"-", b"--1", b"0x1", b"1_0", b"-0", b"1e400", b"1e-400", b"1e999999999", b"1E+99999999999999999999", b"9" * 41, b"9" * 5_000, b"0." + b"9" * 5_000, b"TRUE", b"True", b"nul", b"undefined", b"'x'", b"\xd9\xa3")),
    *(b"[" * depth for depth in DEEP), *(b'{"a":' * depth + b"1" + b"}" * depth for depth in DEEP), *(b'{"NAME":' + b"[" * depth + b"]" * depth + b"}" for depth in DEEP),
    b'{"NAME":{' + b",".join(b'"k%d":1' % n for n in range(3_000)) + b"}}", b'{"NAME":{"a":"' + b"x" * 70_000 + b'"}}', b'{"NAME":{"' + b"k" * 70_000 + b'":1}}', b'{"NAME":{"a":[' + b"1," * 20_000 + b"1]}}", b'{"NAME":{"a":"' + b"x" * 1_000_000 + b'"}}', b'"' + b"\\" * 100_001, b'"' * 99_999,
    b"<xml/>", b"a=b&c=d", b"\x1f\x8b\x08\x00", b"--x\r\nContent-Disposition: form-data\r\n\r\n--x--", b"\x00" * 100, b"'", b"GET / HTTP/1.1\r\n\r\n", b"0\r\n\r\n",
)
VALUES: tuple[Any, ...] = (
    None, "", "API_BLANK", "api_blank", " API_BLANK", 0, -1, 1, 2, 100, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**31), -(2**63), -(2**63) - 1, 10**12, 10**15, 10**39, 0.1, -0.1, 0.005, 1e-30, 1e30, 1e-31, 1e31, 5e-324, 999999999999.99, 1e12,
    True, False, [], {}, [[]], [None], [1], [{}], [""], ["x"], {"a": None}, {"a": 1}, {"": ""}, {"a": {"b": [1, {"c": "API_BLANK"}]}}, [{"a": "API_BLANK"}], [[], {}, None, 1, "x"], [{}] * 1_001, [1] * 300, {"Value": "x"}, {"Id": 1, "Value": 2},
    "x", " ", "  x  ", "0", "-0", "00", "1", "+1", "-1", "1e5", "1E5", "1e31", "1e-31", "1e400", "0x10", "1_000", " 1", "1 ", "1.", ".5", "1,5", "1.5.5", "--1", "0.005", "0.1", "٣", "１", "²", "½", "NaN", "sNaN", "Infinity", "-inf", "9" * 41, "999999999999.99", "1000000000000", "-999999999999.99", "2147483648", "9223372036854775808",
    "true", "TRUE", "True", "false", "yes", "null", "None", "undefined", "[]", "{}", "on",
    "2026-11-15", "2026-02-30", "2024-02-29", "2026-2-3", "9999-12-31", "0001-01-01", "0000-00-00", "10000-01-01", "2026-11-15T00:00:00", "2026-11-15 ", "20261115", "٢٠٢٦-11-15", "2026-11-15\n", "1900-01-01", "2026-W46-7",
    "x" * 50, "x" * 51, "x" * 100, "x" * 256, "x" * 1_024, "x" * 1_025, "x" * 8_000, "\U0001f600" * 1_024, "ﬃ" * 1_000, "İ" * 1_024, "å" * 1_024, "e\u0301" * 512,
    "a\nb", "a\r\nBcc: b@c.se", "\t", "\x01", "\x7f", "\x1b[31m", "\u0085", "\u2028", "\u200b", "\u202e", "\ufeff", "\ufffd", "\ufffe", "\U000e0001", "\u0301", "\U0010ffff",
    "'", "''", '"', "\\", "%", "_", "%s", "%n", "`", "$", "${7*7}", "{{7*7}}", "{0}", "#{1}", "<script>", "<!--", "]]>", "&amp;", "'; DROP TABLE customers; --", "' OR '1'='1", "../../etc/passwd", "file:///etc/passwd", "C:\\x", "|id", "$(id)", "=1+1", "@SUM(1)", "#import", "//x", "a@b.se", "a@b.se, c@d.se", "A <a@b.se>", "a@b\n.se", "=?utf-8?q?x?=",
    "sv", "SV", "EN", "xx", "SE", "se", "ZZ", "SEK", "sek", "EUR", "XXX", "1930", 1930, "3001", 9999, "100", "25", "12", "6", "st", "AB", "ROT", "SEVAT", "556677-8899", "811228-9874", "5050-1055", "7350000000000000000000",
)
# fmt: on
