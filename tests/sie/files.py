"""SIE files written by us: a small company's year, and what may be changed in it."""

from reskontra.sie.letters import CP437

YEAR = """\
#FLAGGA 0
#FORMAT PC8
#SIETYP 4
#PROGRAM "Exempel" 1.0
#GEN 20270115
#FNR 17
#FNAMN "Övning & Söner AB"
#RAR 0 20260101 20261231
#RAR -1 20250101 20251231
#ORGNR 556677-8899
#KONTO 1510 "Kundfordringar"
#KTYP 1510 T
#SRU 1510 7251
#KONTO 1930 "Företagskonto"
#KTYP 1930 T
#SRU 1930 7281
#KONTO 2081 "Aktiekapital"
#KTYP 2081 S
#SRU 2081 7301
#KONTO 3001 "Försäljning"
#KTYP 3001 I
#SRU 3001 7410
#KONTO 5010 "Lokalhyra"
#KTYP 5010 K
#SRU 5010 7513
#DIM 1 "Kostnadsställe"
#OBJEKT 1 "100" "Verkstad"
#IB 0 1930 25000.00
#IB 0 2081 -25000.00
#UB 0 1510 1000.00
#UB 0 1930 17000.00
#UB 0 2081 -25000.00
#UB -1 1930 25000.00
#UB -1 2081 -25000.00
#RES 0 3001 -1000.00
#RES 0 5010 8000.00
#RES -1 3001 -500.00
#RES -1 5010 500.00
#PSALDO 0 202601 1930 {} -8000.00
#PSALDO 0 202602 1510 {} 1000.00
#PSALDO 0 202602 3001 {} -1000.00
#PSALDO 0 202601 5010 {} 8000.00
#VER A 1 20260102 "Hyra jan" 20260103 "Eva"
{
#TRANS 5010 {1 "100"} 8000.00
#TRANS 1930 {} -8000.00
}
#VER A 2 20260210 "Faktura"
{
#TRANS 1510 {} 1000.00
#TRANS 3001 {} -1000.00 20260211 "Skruv" 12.5 "Bo"
}
"""


# The same year in less: balances alone, of months too, of objects too; and vouchers alone.
LESS = {
    "1": ("#PSALDO", "#VER", "{", "#TRANS", "}", "#DIM", "#OBJEKT"),
    "2": ("#VER", "{", "#TRANS", "}", "#DIM", "#OBJEKT"),
    "3": ("#VER", "{", "#TRANS", "}"),
    "4": ("#IB", "#UB", "#RES", "#PSALDO"),
}


def less(kind: str) -> str:
    lines = (line for line in YEAR.splitlines() if not line.startswith(LESS[kind]))
    return "".join(f"{line}\n" for line in lines).replace("#SIETYP 4", f"#SIETYP {kind}")


def sie(text: str = YEAR, encoding: str = CP437) -> bytes:
    return text.replace("\n", "\r\n").encode(encoding)


def changed(old: str, new: str, text: str = YEAR) -> bytes:
    assert text.count(old) == 1, f"{old} stands {text.count(old)} times"
    return sie(text.replace(old, new))


def with_sum(data: bytes, total: int) -> bytes:
    first, rest = data.split(b"\r\n", 1)
    return b"%s\r\n#KSUMMA\r\n%s#KSUMMA %d\r\n" % (first, rest, total)
