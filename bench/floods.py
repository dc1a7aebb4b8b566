"""What another organisation notices of six callers that send floods of JSON."""

from concurrent.futures import ThreadPoolExecutor

from bench import processes
from bench.campaign import Campaign, Figures
from bench.flooding import BODIES
from bench.operations import NAMED
from bench.processes import OTHER_CORES, ask
from bench.rounds import Say, least_and_most, middle

CALLERS = 6
OPERATION = "read"
LEAST_SECONDS = 1.0  # of one run: a p99 of fewer calls is a single call
LEAD = 0.3  # seconds in which the floods begin


def floods_measured(campaign: Campaign, say: Say) -> list[Figures]:
    """Quiet and beside the floods in turns, so that both meet the same machine."""
    log = campaign.folder / "service.log"
    flooding = processes.started("bench.flooding", core=OTHER_CORES, log=log)
    try:
        rows = [row(campaign, flooding, body) for body in BODIES]
    finally:
        processes.stop(flooding)
    say("floods")
    return rows


def row(campaign: Campaign, flooding: "processes.subprocess.Popen[bytes]", body: str) -> Figures:
    quiet, beside, answers = list[float](), list[float](), dict[str, int]()
    for _ in range(campaign.plan.rounds):
        quiet.append(p99(campaign))
        told = {"port": campaign.address.port, "body": body, "tokens": tokens(campaign)}
        with ThreadPoolExecutor(1) as threads:
            flood = threads.submit(ask, flooding, seconds=2 * LEAD + length(campaign), **told)
            beside.append(p99(campaign, LEAD))
            for status, count in flood.result()["answers"].items():
                answers[status] = answers.get(status, 0) + count
    times = [more / less for more, less in zip(beside, quiet, strict=True)]
    return {
        "engine": campaign.world.engine,
        "flood": body,
        "operation": OPERATION,
        "quiet_ms": middle(quiet) * 1000,
        "beside_ms": middle(beside) * 1000,
        "times": middle(times),
        "times_range": least_and_most(times),
        "answers": ", ".join(f"{status}: {count}" for status, count in sorted(answers.items())),
    }


def tokens(campaign: Campaign) -> list[str]:
    """Of organisations that the quiet caller is none of."""
    return [client.seats[0].token for client in campaign.clients[1 : CALLERS + 1]]


def length(campaign: Campaign) -> float:
    return max(campaign.plan.seconds, LEAST_SECONDS)


def p99(campaign: Campaign, lead: float = 0.0) -> float:
    operation, client = NAMED[OPERATION], campaign.clients[:1]
    if lead:
        campaign.app(operation, client, lead)
    told = campaign.app(operation, client, length(campaign))
    found: float = told["p99"] or told["p50"]
    return found
