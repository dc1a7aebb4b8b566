"""Countries: ISO 3166 codes, and their names in Swedish and in English."""

# The English name stands after a slash where it is another.
_NAMES = """
AD Andorra|AE Förenade Arabemiraten/United Arab Emirates|AF Afghanistan
AG Antigua och Barbuda/Antigua and Barbuda|AI Anguilla|AL Albanien/Albania|AM Armenien/Armenia
AO Angola|AQ Antarktis/Antarctica|AR Argentina|AS Amerikanska Samoa/American Samoa
AT Österrike/Austria|AU Australien/Australia|AW Aruba|AX Åland/Åland Islands
AZ Azerbajdzjan/Azerbaijan|BA Bosnien och Hercegovina/Bosnia and Herzegovina|BB Barbados
BD Bangladesh|BE Belgien/Belgium|BF Burkina Faso|BG Bulgarien/Bulgaria|BH Bahrain|BI Burundi
BJ Benin|BL Saint-Barthélemy/Saint Barthélemy|BM Bermuda|BN Brunei|BO Bolivia
BQ Karibiska Nederländerna/Caribbean Netherlands|BR Brasilien/Brazil|BS Bahamas|BT Bhutan
BV Bouvetön/Bouvet Island|BW Botswana|BY Belarus|BZ Belize|CA Kanada/Canada
CC Kokosöarna/Cocos (Keeling) Islands|CD Kongo-Kinshasa/DR Congo
CF Centralafrikanska republiken/Central African Republic|CG Kongo-Brazzaville/Republic of the Congo
CH Schweiz/Switzerland|CI Elfenbenskusten/Ivory Coast|CK Cooköarna/Cook Islands|CL Chile
CM Kamerun/Cameroon|CN Kina/China|CO Colombia|CR Costa Rica|CU Kuba/Cuba|CV Kap Verde/Cape Verde
CW Curaçao|CX Julön/Christmas Island|CY Cypern/Cyprus|CZ Tjeckien/Czechia|DE Tyskland/Germany
DJ Djibouti|DK Danmark/Denmark|DM Dominica|DO Dominikanska republiken/Dominican Republic
DZ Algeriet/Algeria|EC Ecuador|EE Estland/Estonia|EG Egypten/Egypt|EH Västsahara/Western Sahara
ER Eritrea|ES Spanien/Spain|ET Etiopien/Ethiopia|FI Finland|FJ Fiji
FK Falklandsöarna/Falkland Islands|FM Mikronesien/Micronesia|FO Färöarna/Faroe Islands
FR Frankrike/France|GA Gabon|GB Storbritannien/United Kingdom|GD Grenada|GE Georgien/Georgia
GF Franska Guyana/French Guiana|GG Guernsey|GH Ghana|GI Gibraltar|GL Grönland/Greenland|GM Gambia
GN Guinea|GP Guadeloupe|GQ Ekvatorialguinea/Equatorial Guinea|GR Grekland/Greece
GS Sydgeorgien och Sydsandwichöarna/South Georgia and the South Sandwich Islands|GT Guatemala
GU Guam|GW Guinea-Bissau|GY Guyana|HK Hongkong/Hong Kong
HM Heard- och McDonaldöarna/Heard Island and McDonald Islands|HN Honduras|HR Kroatien/Croatia
HT Haiti|HU Ungern/Hungary|ID Indonesien/Indonesia|IE Irland/Ireland|IL Israel|IM Isle of Man
IN Indien/India|IO Brittiska territoriet i Indiska oceanen/British Indian Ocean Territory
IQ Irak/Iraq|IR Iran|IS Island/Iceland|IT Italien/Italy|JE Jersey|JM Jamaica|JO Jordanien/Jordan
JP Japan|KE Kenya|KG Kirgizistan/Kyrgyzstan|KH Kambodja/Cambodia|KI Kiribati|KM Komorerna/Comoros
KN Saint Kitts och Nevis/Saint Kitts and Nevis|KP Nordkorea/North Korea|KR Sydkorea/South Korea
KW Kuwait|KY Caymanöarna/Cayman Islands|KZ Kazakstan/Kazakhstan|LA Laos|LB Libanon/Lebanon
LC Saint Lucia|LI Liechtenstein|LK Sri Lanka|LR Liberia|LS Lesotho|LT Litauen/Lithuania
LU Luxemburg/Luxembourg|LV Lettland/Latvia|LY Libyen/Libya|MA Marocko/Morocco|MC Monaco
MD Moldavien/Moldova|ME Montenegro|MF Saint-Martin/Saint Martin|MG Madagaskar/Madagascar
MH Marshallöarna/Marshall Islands|MK Nordmakedonien/North Macedonia|ML Mali|MM Myanmar
MN Mongoliet/Mongolia|MO Macao|MP Nordmarianerna/Northern Mariana Islands|MQ Martinique
MR Mauretanien/Mauritania|MS Montserrat|MT Malta|MU Mauritius|MV Maldiverna/Maldives|MW Malawi
MX Mexiko/Mexico|MY Malaysia|MZ Moçambique/Mozambique|NA Namibia|NC Nya Kaledonien/New Caledonia
NE Niger|NF Norfolkön/Norfolk Island|NG Nigeria|NI Nicaragua|NL Nederländerna/Netherlands
NO Norge/Norway|NP Nepal|NR Nauru|NU Niue|NZ Nya Zeeland/New Zealand|OM Oman|PA Panama|PE Peru
PF Franska Polynesien/French Polynesia|PG Papua Nya Guinea/Papua New Guinea
PH Filippinerna/Philippines|PK Pakistan|PL Polen/Poland
PM Saint-Pierre och Miquelon/Saint Pierre and Miquelon|PN Pitcairnöarna/Pitcairn Islands
PR Puerto Rico|PS Palestina/Palestine|PT Portugal|PW Palau|PY Paraguay|QA Qatar|RE Réunion
RO Rumänien/Romania|RS Serbien/Serbia|RU Ryssland/Russia|RW Rwanda|SA Saudiarabien/Saudi Arabia
SB Salomonöarna/Solomon Islands|SC Seychellerna/Seychelles|SD Sudan|SE Sverige/Sweden|SG Singapore
SH Sankt Helena/Saint Helena|SI Slovenien/Slovenia|SJ Svalbard och Jan Mayen/Svalbard and Jan Mayen
SK Slovakien/Slovakia|SL Sierra Leone|SM San Marino|SN Senegal|SO Somalia|SR Surinam/Suriname
SS Sydsudan/South Sudan|ST São Tomé och Príncipe/São Tomé and Príncipe|SV El Salvador
SX Sint Maarten|SY Syrien/Syria|SZ Eswatini|TC Turks- och Caicosöarna/Turks and Caicos Islands
TD Tchad/Chad|TF Franska sydterritorierna/French Southern Territories|TG Togo|TH Thailand
TJ Tadzjikistan/Tajikistan|TK Tokelau|TL Östtimor/Timor-Leste|TM Turkmenistan|TN Tunisien/Tunisia
TO Tonga|TR Turkiet/Turkey|TT Trinidad och Tobago/Trinidad and Tobago|TV Tuvalu|TW Taiwan
TZ Tanzania|UA Ukraina/Ukraine|UG Uganda|UM USA:s yttre öar/U.S. Outlying Islands
US USA/United States|UY Uruguay|UZ Uzbekistan|VA Vatikanstaten/Vatican City
VC Saint Vincent och Grenadinerna/Saint Vincent and the Grenadines|VE Venezuela
VG Brittiska Jungfruöarna/British Virgin Islands|VI Amerikanska Jungfruöarna/U.S. Virgin Islands
VN Vietnam|VU Vanuatu|WF Wallis och Futuna/Wallis and Futuna|WS Samoa|XK Kosovo|YE Jemen/Yemen
YT Mayotte|ZA Sydafrika/South Africa|ZM Zambia|ZW Zimbabwe
"""

HOME = "SE"
_ENTRIES = _NAMES.strip().replace("\n", "|").split("|")
COUNTRIES: dict[str, str] = {entry[:2]: entry[3:].partition("/")[0] for entry in _ENTRIES}
IN_ENGLISH: dict[str, str] = {entry[:2]: entry[3:].rpartition("/")[2] for entry in _ENTRIES}
_CODES = {
    name.casefold(): code
    for names in (COUNTRIES, IN_ENGLISH)
    for code, own in names.items()
    for name in (own, code)
}


def country_in(text: str) -> str:
    """The code of a country by its name or code; a text that names none, as it is.

    >>> country_in("Tyskland"), country_in("germany "), country_in("de"), country_in("Ankeborg")
    ('DE', 'DE', 'DE', 'Ankeborg')
    """
    return _CODES.get(text.strip().casefold(), text)


def country_name(country: str, *, english: bool = False) -> str:
    """The name of a country by its code; what is no code, as it is.

    >>> country_name("DE"), country_name("DE", english=True), country_name("Ankeborg")
    ('Tyskland', 'Germany', 'Ankeborg')
    """
    return (IN_ENGLISH if english else COUNTRIES).get(country, country)
