"""A company's history: who did what to its books and its access, and the signed head of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from starlette.responses import JSONResponse, Response

from reskontra.actions import heads, trail
from reskontra.actions.desk import Desk
from reskontra.domain.clock import SWEDEN
from reskontra.domain.errors import NotFound
from reskontra.domain.head import Head
from reskontra.people import memberships
from reskontra.people.roles import ROLES, Right
from reskontra.web.console.visit import Visit
from reskontra.web.forms import parameters

ON_A_PAGE = 50
NO_NUMBER = 2**62

# fmt: off
WORDS = {
    "organisation founded":    "Företaget lades upp",
    "organisation set":        "Företagets uppgifter ändrades",
    "year opened":             "Ett räkenskapsår öppnades",
    "year closed":             "Ett räkenskapsår stängdes",
    "year reopened":           "Ett räkenskapsår öppnades igen",
    "annual accounts adopted": "Ett bokslut fastställdes",
    "period locked":           "Låsdatumet flyttades",
    "VAT return filed":        "En momsperiod deklarerades",
    "VAT return reopened":     "En momsperiod öppnades igen",
    "account set":             "Ett konto ändrades",
    "account removed":         "Ett konto togs bort",
    "number voided":           "Ett nummer makulerades",
    "SIE file imported":       "En SIE-fil bokfördes",
    "SIE import undone":       "En SIE-fil togs tillbaka",
    "document printed":        "En faktura skrevs ut första gången",
    "claim made":              "Skattereduktion begärdes",
    "claim uploaded":          "En begäran om skattereduktion skickades",
    "claim withdrawn":         "En begäran om skattereduktion återkallades",
    "claim decided":           "Skatteverket beslutade om skattereduktion",
    "claim paid":              "Skatteverket betalade ut skattereduktion",
    "claim payout undone":     "En utbetalning av skattereduktion ångrades",
    "reminder sent":           "En påminnelse skickades",
    "reminder settings changed": "Inställningar för påminnelser ändrades",
    "sealed":                  "Äldre bokföring förseglades",
    "guards laid anew":        "Spärrar i databasen lades om",
    "logged in":               "Inloggning",
    "log-ins failed":          "Misslyckade inloggningar",
    "session ended":           "En inloggning avslutades",
    "password set":            "Ett lösenord byttes",
    "second factor added":     "En andra faktor lades till",
    "second factor removed":   "En andra faktor togs bort",
    "person invited":          "En person bjöds in",
    "invitation withdrawn":    "En inbjudan drogs tillbaka",
    "invitation accepted":     "En inbjudan antogs",
    "role given":              "En roll ändrades",
    "person removed":          "En person togs bort",
    "integration approved":    "En integration godkändes",
    "integration changed":     "En integrations uppgifter ändrades",
    "integration revoked":     "En integration återkallades",
    "client secret rotated":   "En integrations hemlighet byttes",
    "client secret forgotten": "En integrations förra hemlighet slutade gälla",
    "access settings changed": "Inställningar för åtkomst ändrades",
    "books exported":          "Bokföringen exporterades",
}
# What an entry says beside; a setting of the company has its own name.
NAMES = {
    "accounting_method": "metod",
    "address":         "från",
    "agreed_rate":     "avtalad ränta",
    "balance_brought_forward": "ingående balans",
    "by_link":         "med länk",
    "claim":           "begäran",
    "charge":          "avgift",
    "client":          "integration",
    "codes":           "varav koder",
    "count":           "antal",
    "day":             "dag",
    "description":     "benämning",
    "device":          "enhet",
    "document":        "dokument",
    "email":           "e-post",
    "factor":          "faktor",
    "file":            "fil",
    "first_after":     "dagar till den första",
    "from_date":       "från och med",
    "hour":            "timme",
    "import":          "import",
    "interest":        "ränta",
    "invoice":         "faktura",
    "mark":            "märke",
    "name":            "namn",
    "number":          "nummer",
    "payable":         "att betala",
    "period":          "period",
    "reason":          "skäl",
    "reference":       "referens",
    "role":            "roll",
    "scope":           "behörigheter",
    "series":          "serie",
    "second_after":    "dagar till den andra",
    "second_factor":   "andra faktor",
    "service_account": "servicekonto",
    "skipped":         "hoppade över",
    "through":         "till och med",
    "to_date":         "till och med",
    "total":           "belopp",
    "type":            "typ",
    "user":            "person",
    "vouchers":        "verifikationer",
    "why":             "därför att",
    "year":            "räkenskapsår",
}
VALUES = {
    "given up":   "integrationen lämnade det",
    "used again": "en kod eller token användes en gång till",
    "none":       "ingen",
    "fee":        "påminnelseavgift",
    "compensation": "förseningsersättning",
    True:         "ja",
    False:        "nej",
} | {str(role): rights.called for role, rights in ROLES.items()}
# fmt: on


@dataclass(frozen=True)
class Shown:
    """An entry in words."""

    number: int
    at: str
    who: str
    what: str
    detail: str


async def history(
    visit: Visit, message: str = "", problem: str = "", status: int = 200
) -> Response:
    company = await visit.company()
    clerk = await visit.clerk(company)
    asked = parameters(visit.request.scope["query_string"])("before")
    before = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= 15 else NO_NUMBER

    def look(desk: Desk) -> tuple[list[dict[str, Any]], Head | None]:
        return trail.newest(desk, before, ON_A_PAGE), heads.latest(desk)

    entries, head = await visit.house.read(clerk, look)
    people = await visit.read(lambda tx: memberships.members(tx, company.id))
    names = {f"user {member.id}": member.called for member in people}
    return visit.page(
        "history.html",
        status=status,
        company=company,
        entries=[shown(each, names) for each in entries],
        older=entries[-1]["number"] if len(entries) == ON_A_PAGE else 0,
        head=head,
        head_at=moment(head.at) if head else "",
        may_sign=company.may(Right.PEOPLE) and visit.house.signer is not None,
        message=message,
        problem=problem,
    )


async def sign(visit: Visit) -> Response:
    """A head on demand."""
    company = await visit.company(Right.PEOPLE)
    signer = visit.house.signer
    if signer is None:
        return await history(
            visit, problem="Tjänsten har ingen nyckel att signera med.", status=409
        )
    await visit.house.write(await visit.clerk(company), lambda desk: heads.sign(desk, signer))
    return await history(visit, "Kvittot är signerat.")


async def head_file(visit: Visit) -> Response:
    company = await visit.company()
    head = await visit.house.read(await visit.clerk(company), heads.latest)
    if head is None:
        raise NotFound("Inget kvitto har signerats än.")
    name = f"kvitto-{company.id}-{heads.day_of(head).isoformat()}.json"
    disposition = f'attachment; filename="{name}"'
    return JSONResponse(head.shown(), headers={"Content-Disposition": disposition})


def shown(entry: dict[str, Any], names: dict[str, str]) -> Shown:
    detail = entry["detail"]
    if "skipped" in detail:
        detail = detail | {"skipped": in_stretches(detail["skipped"])}
    said = [in_words(name, value) for name, value in detail.items() if is_short(value)]
    what = WORDS.get(entry["what"], entry["what"])
    who = names.get(entry["by"], entry["by"])
    return Shown(entry["number"], moment(entry["at"]), who, what, " · ".join(said))


def in_words(name: str, value: str | int) -> str:
    known = isinstance(value, str | bool)  # as a number, 1 is a number
    return f"{NAMES.get(name, name)}: {VALUES.get(value, value) if known else value}"


def in_stretches(numbers: list[tuple[str, int, int]]) -> str:
    """Of each series, from which number to which."""
    ends = ((series, f"{first}", f"–{last}" * (last > first)) for series, first, last in numbers)
    return ", ".join(f"{series} {first}{last}".strip() for series, first, last in ends)


def is_short(value: Any) -> bool:
    return isinstance(value, str | int) and value != "" and len(str(value)) <= 60


def moment(at: str) -> str:
    return datetime.fromisoformat(at).astimezone(SWEDEN).strftime("%Y-%m-%d %H:%M")
