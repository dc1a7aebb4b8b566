"""What the control addresses do: clock, reset, snapshots, scenarios, companies, faults, calls."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from starlette.responses import Response, StreamingResponse

from reskontra.engine.database import Transaction
from reskontra.people import grants, integrations, one_time, tokens
from reskontra.people.integrations import Profile
from reskontra.people.scopes import EVERY_SCOPE
from reskontra.sandbox import keeping
from reskontra.sandbox.clock import Mode, Setting, moment, months_later
from reskontra.sandbox.company import Beginning, Company
from reskontra.sandbox.consenting import CONSENTS
from reskontra.sandbox.control import Answer, Asking
from reskontra.sandbox.credentials import KEYS, USER_ID
from reskontra.sandbox.journal import FILTERS
from reskontra.sandbox.refusing import Refusal, refuse_unknown
from reskontra.sandbox.scenarios import DEFAULT, SCENARIOS, scenario

LONGEST_WAIT = 60.0
BEGINNINGS = ("scenario", "seed", "today", "answers")


async def overview(asking: Asking) -> Answer:
    """All of it in one object."""
    company, box = asking.company, asking.box
    return {
        **box.described(company),
        "url": box.url,
        "companies": [*box.companies],
        "snapshots": keeping.listed(company),
        "scenarios": {name: each.what for name, each in SCENARIOS.items()},
        "faults": [each.shown for each in company.faults.rules],
        "requests": [each.summary for each in box.journal.matching(company.name, {"limit": "20"})],
        "mail": [each.summary for each in company.mailbox.matching()[:20]],
        "oauth": {"consent": company.consent},
    }


# The clock


async def read_clock(asking: Asking) -> Answer:
    return {**asking.company.clock.shown}


async def set_clock(asking: Asking) -> Answer:
    body = asking.body
    refuse_unknown(body, ("now", "today", "mode"))
    if "now" in body and "today" in body:
        raise Refusal(400, "either now or today")
    mode = _mode(body["mode"]) if "mode" in body else None
    for company in asking.companies:
        if at := body.get("now") or body.get("today"):
            company.clock.move(moment(at), mode)
        elif mode:
            company.clock.change(mode)
        asking.box.events.tell("clock", company.name, company.clock.shown)
    return {**asking.companies[0].clock.shown}


def _mode(word: Any) -> Mode:
    try:
        return Mode(word)
    except ValueError:
        raise Refusal(400, f"no mode: {word}", ", ".join(Mode)) from None


async def advance(asking: Asking) -> Answer:
    body = asking.body
    refuse_unknown(body, ("days", "seconds", "months", "to"))
    if len(body) != 1:
        raise Refusal(400, "one of days, seconds, months and to")
    answers = {company.name: await _advanced(asking, company, body) for company in asking.companies}
    return answers if asking.of == "*" else answers[asking.of]


async def _advanced(asking: Asking, company: Company, body: dict[str, Any]) -> dict[str, Any]:
    before, then = await company.overdue(), company.clock()
    company.clock.move(_later(company, body))
    after = [each for each in await company.overdue() if each not in before]
    span = (int(then.timestamp()), int(company.clock().timestamp()))
    expired = await company.database.read(lambda tx: one_time.expired(tx, *span))
    asking.box.events.tell("clock", company.name, company.clock.shown)
    return {**company.clock.shown, "overdue": sorted(after, key=int), "tokens_expired": expired}


def _later(company: Company, body: dict[str, Any]) -> datetime:
    [(how, count)] = body.items()
    if how == "to":
        return moment(count)
    if type(count) is not int or count < 0:
        raise Refusal(400, f"{how} is a whole number, not below 0")
    local = company.clock.local
    if how == "months":
        return months_later(local, count)
    if how == "days":  # the same time of day, also where the clocks were changed between
        return (local.replace(tzinfo=None) + timedelta(days=count)).replace(tzinfo=local.tzinfo)
    return company.clock() + timedelta(seconds=count)


# Reset, snapshots, scenarios, companies


async def reset(asking: Asking) -> Answer:
    body = asking.body
    refuse_unknown(body, BEGINNINGS)
    for company in asking.companies:
        await company.reset(_beginning(company.initial.beginning, body))
        asking.box.events.tell("reset", company.name, {"scenario": company.beginning.scenario})
    return {"scenario": asking.companies[0].beginning.scenario}


def _beginning(before: Beginning, body: dict[str, Any]) -> Beginning:
    name, seed = body.get("scenario", before.scenario), body.get("seed", before.seed)
    if type(seed) is not int:
        raise Refusal(400, "seed is a whole number")
    scenario(name)
    clock = before.clock
    if "today" in body:
        clock = Setting(clock.mode, moment(body["today"]))
    answers = _profile(body.get("answers", before.answers))
    return replace(before, scenario=name, seed=seed, clock=clock, answers=answers)


def _profile(word: Any) -> Profile:
    try:
        return Profile(word)
    except ValueError:
        raise Refusal(400, f"no profile of answers: {word}", ", ".join(Profile)) from None


async def scenarios(asking: Asking) -> Answer:
    return {"scenarios": {name: each.what for name, each in SCENARIOS.items()}}


async def list_companies(asking: Asking) -> Answer:
    return {"companies": [asking.box.described(each) for each in asking.box.companies.values()]}


async def read_company(asking: Asking) -> Answer:
    return asking.box.described(asking.box.company(asking.path["name"]))


async def add_company(asking: Asking) -> Answer:
    """The same name again: reset, so that set-up may be repeated."""
    body, box = asking.body, asking.box
    refuse_unknown(body, ("name", *BEGINNINGS))
    if not isinstance(body.get("name"), str):
        raise Refusal(400, "a company has a name")
    async with box.founding:
        known = box.companies.get(body["name"])
        if known:
            await known.reset(_beginning(known.initial.beginning, body))
            return 200, box.described(known)
        beginning = _beginning(box.beginning, {"scenario": DEFAULT, **body})
        company = await asyncio.to_thread(box.add, body["name"], beginning)
        return 201, box.described(company)


async def remove_company(asking: Asking) -> Answer:
    asking.box.remove(asking.path["name"])
    return {}


# Faults


async def add_fault(asking: Asking) -> Answer:
    made = [company.faults.add(asking.body) for company in asking.companies]
    return 201, made[0].shown


async def list_faults(asking: Asking) -> Answer:
    return {"faults": [each.shown for each in asking.company.faults.rules]}


async def remove_fault(asking: Asking) -> Answer:
    word = asking.path.get("id")
    if word is not None and not word.isdigit():
        raise Refusal(404, f"no fault {word}")
    for company in asking.companies:
        company.faults.remove(int(word) if word else None)
    return {}


# Calls


async def list_calls(asking: Asking) -> Answer:
    wanted = {name: value for name, value in asking.query.items() if name != "company"}
    refuse_unknown(wanted, (*FILTERS, "count"))
    found = asking.box.journal.matching(asking.of, wanted)
    if "count" in wanted:
        return {"count": len(found)}
    return {"requests": [each.summary for each in found]}


async def read_call(asking: Asking) -> Answer:
    return asking.box.journal.one(_number(asking)).whole


async def call_as_curl(asking: Asking) -> Answer:
    line = asking.box.journal.one(_number(asking)).curl(asking.box.url)
    return Response(f"{line}\n", media_type="text/plain")


async def wait_for_call(asking: Asking) -> Answer:
    wanted = {k: v for k, v in asking.query.items() if k not in ("company", "seconds")}
    refuse_unknown(wanted, FILTERS)

    def found() -> dict[str, Any] | None:
        calls = asking.box.journal.matching(asking.of, wanted)
        return calls[0].summary if calls else None

    return await waited(asking, found)


async def waited(asking: Asking, found: Callable[[], dict[str, Any] | None]) -> Answer:
    """As soon as there is one; else 408."""
    until = time.monotonic() + min(float(asking.query.get("seconds", 5)), LONGEST_WAIT)
    while True:
        if (one := found()) is not None:
            return {**one}
        left = until - time.monotonic()
        if left <= 0 or not await asking.box.events.stir(left):
            if (one := found()) is not None:
                return {**one}
            raise Refusal(408, "nothing came", "seconds=10 waits longer")


async def forget_calls(asking: Asking) -> Answer:
    asking.box.journal.clear(asking.of)
    return {}


def _number(asking: Asking) -> int:
    word = asking.path["id"]
    if not word.isdigit():
        raise Refusal(404, f"no number: {word}")
    return int(word)


async def events(asking: Asking) -> Answer:
    box, last = asking.box, asking.request.headers.get("last-event-id", "")
    since = int(last) if last.isdigit() else box.events.latest
    of = asking.query.get("company", "*")
    stream = box.events.since(since, of)
    return StreamingResponse(stream, media_type="text/event-stream")


# Tokens


async def make_token(asking: Asking) -> Answer:
    body, company = asking.body, asking.company
    refuse_unknown(body, ("scope", "expires_in", "kind"))
    kind, seconds = body.get("kind", "person"), body.get("expires_in", tokens.ACCESS_SECONDS)
    if kind not in ("person", "service") or type(seconds) is not int:
        raise Refusal(400, "kind is person or service, expires_in a whole number of seconds")
    now, scope = int(company.clock().timestamp()), body.get("scope", EVERY_SCOPE)
    own = company.credentials

    def unit(tx: Transaction) -> dict[str, Any]:
        program = integrations.one(tx, own.client_id)
        user = USER_ID if kind == "person" else None
        service = kind == "service"
        grant = grants.add(tx, own.tenant_id, program, scope, now, USER_ID, service)
        token = tokens.access_token(
            KEYS,
            grant_id=grant,
            organisation_id=own.tenant_id,
            client_id=own.client_id,
            user_id=user,
            scope=scope,
            now=now,
            seconds=seconds,
        )
        renewal = {} if service else {
            "refresh_token": one_time.new_refresh_token(tx, grant, scope, now)
        }  # fmt: skip
        return {"access_token": token, "expires_in": seconds, "scope": scope, **renewal}

    return 201, await company.database.write(unit)


async def end_tokens(asking: Asking) -> Answer:
    """Whoever sends them is answered 401 from now on; refresh tokens work as before."""
    body = asking.body
    refuse_unknown(body, ("all", "token"))
    if not body.get("all") and not body.get("token"):
        raise Refusal(400, 'say {"all": true} or {"token": "…"}')
    for company in asking.companies:
        if body.get("token"):
            company.ended.some.add(str(body["token"]))
            continue
        company.ended.until = int(company.clock().timestamp())
        company.clock.move(company.clock() + timedelta(seconds=1))  # those to come are newer
    return {}


async def set_consent(asking: Asking) -> Answer:
    body = asking.body
    refuse_unknown(body, ("consent",))
    if body.get("consent") not in CONSENTS:
        raise Refusal(400, "consent is ask, approve or deny")
    for company in asking.companies:
        company.consent = body["consent"]
    return {"consent": body["consent"]}
