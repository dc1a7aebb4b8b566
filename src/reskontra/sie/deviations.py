"""What is wrong or odd in a SIE file: a word for each, whether it is refused, and what is told."""

from typing import NamedTuple


class Deviation(NamedTuple):
    line: int  # 0 where it is of the whole file
    word: str
    refuses: bool
    text: str


REFUSED, READ = True, False

# fmt: off
TOLD = {
    # The bytes
    "encoding":           (READ,    "Filen är skriven i {0}, inte i PC8 (teckentabell 437)"),
    "letters destroyed":  (REFUSED, "Bokstäver är förstörda, kanske av ett annat program: {0}"),
    "control characters": (READ,    "Raden har styrtecken i en text; de läses som blanksteg"),
    "line end missing":   (READ,    "Sista raden saknar radslut; filen kan vara avkortad"),
    "empty":              (REFUSED, "Filen är tom"),
    # The lines
    "line damaged":       (REFUSED, "Raden går inte att läsa"),
    "quotes":             (READ,    "Citattecken i texten är inte utmärkta; texten lästes som: {0}"),
    "two on a line":      (REFUSED, "Raden har två poster"),
    "label unknown":      (READ,    "Posten #{0} är okänd"),
    "fields missing":     (REFUSED, "Posten #{0} saknar fält"),
    "fields unknown":     (READ,    "Posten #{0} har fler fält än väntat; de läses inte: {1}"),
    "field wrong":        (REFUSED, "Posten #{0} har ett felaktigt värde för {1}: {2}"),
    "amount too large":   (REFUSED, "Posten #{0} har ett belopp som är större än bokföringen rymmer: {1}"),
    "account not number": (REFUSED, "Kontot är inte ett nummer: {0}"),
    "number not number":  (READ,    "Verifikationsnumret är inte ett nummer och sätts av oss: {0}"),
    "address short":      (READ,    "#ADRESS har inte fyra fält"),
    "year without days":  (READ,    "#RAR {0} saknar datum"),
    "organisation number":(READ,    "Organisationsnumret är tomt eller skrivet på ett ovanligt sätt: {0}"),
    "format":             (READ,    "#FORMAT är {0}, inte PC8"),
    "format missing":     (READ,    "#FORMAT saknas"),
    "type unknown":       (REFUSED, "#SIETYP är {0}, inte 1 till 4"),
    "flag":               (READ,    "#FLAGGA är {0}: filen är redan läst av något program"),
    "repeated":           (READ,    "Posten #{0} finns mer än en gång; den första gäller"),
    "repeated balance":   (REFUSED, "Saldot #{0} för konto {1} finns mer än en gång"),
    "out of place":       (REFUSED, "#{0} står inte inom en verifikations klamrar"),
    "braces":             (REFUSED, "Klamrarna runt en verifikations rader stämmer inte"),
    "inside a voucher":   (REFUSED, "Posten #{0} står bland en verifikations rader"),
    "row added":          (REFUSED, "#RTRANS följs inte av samma rad som #TRANS"),
    # The checksum
    "cut short":          (REFUSED, "Kontrollsumman i slutet saknas: filen är avkortad"),
    "checksum wrong":     (REFUSED, "Kontrollsumman stämmer inte: filen är ändrad eller skadad"),
    "checksum misplaced": (REFUSED, "#KSUMMA står inte direkt efter #FLAGGA och sist i filen"),
    # What it says
    "nothing said":       (REFUSED, "Filen har varken räkenskapsår, saldon eller verifikationer"),
    "no balances":        (READ,    "Filen har varken saldon eller verifikationer"),
    "record missing":     (READ,    "Posten #{0} saknas, men ska finnas i typ {1}"),
    "record forbidden":   (READ,    "Posten #{0} ska inte finnas i typ {1}"),
    "account undeclared": (READ,    "Konto {0} används men finns inte som #KONTO"),
    "account repeated":   (READ,    "Konto {0} finns mer än en gång som #KONTO; det första gäller"),
    "object undeclared":  (READ,    "Objekt {1} i dimension {0} används men finns inte som #OBJEKT"),
    "account type":       (READ,    "#KTYP för konto {0} är {1}, inte T, S, K eller I"),
    "unbalanced":         (REFUSED, "Verifikation {0} balanserar inte: {1}"),
    "outside the year":   (REFUSED, "Verifikation {0} är daterad {1}, utanför räkenskapsåret"),
    "no year":            (REFUSED, "Filen har verifikationer men säger inte vilket räkenskapsår de hör till"),
    "numbers skipped":    (READ,    "Numren i {0} har luckor: {1}"),
    "numbers descending": (READ,    "Numren i {0} står inte i ordning"),
    "number missing":     (READ,    "Verifikationen har inget nummer och får nästa i {0}"),
    "number repeated":    (READ,    "Verifikation {0} finns mer än en gång och får nästa nummer i serien"),
    "voucher empty":      (READ,    "Verifikation {0} har inga rader"),
    "openings unbalanced":(READ,    "Ingående balanser summerar till {0}, inte noll: {1}"),
    "result opened":      (READ,    "Konto {0} är ett resultatkonto; dess ingående balans {1} förs inte in"),
    "closing differs":    (READ,    "#{0} 0 för konto {1} är {2}, men {3} av ingående balans och verifikationer"),
    "month differs":      (READ,    "#PSALDO för konto {0} summerar till {1}, men årets förändring är {2}"),
    "opening differs":    (READ,    "#IB 0 för konto {0} är {1}, men #UB -1 är {2}"),
    "end unknown":        (READ,    "Filen kan vara avkortad: den har {0} verifikationer, men varken saldon eller kontrollsumma att se det på"),
    "closings missing":   (READ,    "Utgående balanser och resultat saknas; filen kan vara avkortad"),
    "closings unbalanced":(READ,    "#UB 0 och #RES 0 summerar till {0}; filen kan vara avkortad"),
    "months missing":     (READ,    "#PSALDO saknas, men ska finnas i typ {0}; filen kan vara avkortad"),
    "year before missing":(READ,    "#UB -1 finns men inte #RES -1; filen kan vara avkortad"),
    "year out of balance":(READ,    "#UB {0} och #RES {0} summerar till {1}"),
}
# fmt: on


def deviation(line: int, word: str, *facts: object) -> Deviation:
    refuses, text = TOLD[word]
    return Deviation(line, word, refuses, text.format(*facts))
