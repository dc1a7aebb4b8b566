"""Currencies and their rates."""

from decimal import ROUND_HALF_UP, Decimal

from reskontra.domain.errors import Invalid

SEK = "SEK"

# ISO 4217, the codes of money in use.
CURRENCIES = frozenset(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN
    MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD
    SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH
    UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """.split()  # noqa: SIM905 - a list of codes, not of strings to read
)
SIX_DECIMALS = Decimal("0.000001")
LARGEST_RATE = Decimal(1_000_000)


def currency_code(currency: str) -> str:
    """The currency's code in capitals; anything that is no currency is refused."""
    code = currency.upper()
    if code not in CURRENCIES:
        raise Invalid(f"Okänd valuta: {currency}")
    return code


def rate_per_unit(currency: str, rate: Decimal, unit: Decimal = Decimal(1)) -> Decimal:
    """Kronor for one unit of the currency, with six decimals; 0 where no rate is fixed.

    >>> rate_per_unit("EUR", Decimal("1123.45"), Decimal(100))
    Decimal('11.234500')
    """
    if currency == SEK:
        return Decimal(1)
    if unit <= 0 or not 0 <= rate / unit <= LARGEST_RATE:
        raise Invalid("Ogiltig valutakurs")
    return (rate / unit).quantize(SIX_DECIMALS, ROUND_HALF_UP)
