"""Faults on demand: rules that say which calls go wrong, when, and how; counted, never by time."""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from reskontra.sandbox.refusing import Refusal, refuse_unknown
from reskontra.web.router import BASE

RULE = ("match", "when", "then", "effect", "count")
MATCH = ("method", "path", "client_id", "header")
WHEN = ("times", "skip", "every", "probability")
THEN = ("status", "as", "latency_ms", "connection", "seconds", "token", "mail", "retry_after")
STATUSES = (400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504)
CHOICES: dict[str, tuple[object, ...]] = {
    "as": ("gateway", "garbage", "empty"),
    "connection": ("refuse", "drop", "reset", "half", "hang"),
    "token": ("expired", "revoked", "scope"),
    "mail": ("refused",),
    "status": STATUSES,
}
EFFECTS = ("before", "after")
SHORT = re.compile(r"(?:([A-Z*]+) )?(/\S*) (\d{3}|[a-z]+)(?: x(\d+))?")


@dataclass(frozen=True)
class Asked:
    """What rules look at of a call."""

    method: str
    path: str
    client_id: str
    headers: Mapping[str, str]


@dataclass
class Fault:
    id: int
    match: dict[str, Any]
    when: dict[str, Any]
    then: dict[str, Any]
    effect: str = "before"
    count: bool = False
    matched: int = 0
    hit: int = 0

    @property
    def shown(self) -> dict[str, Any]:
        return {**vars(self)}

    def fits(self, asked: Asked) -> bool:
        method = self.match.get("method", "*")
        if method not in ("*", asked.method):
            return False
        if "path" in self.match and not path_fits(self.match["path"], asked.path):
            return False
        if self.match.get("client_id", asked.client_id) != asked.client_id:
            return False
        header = self.match.get("header", {})
        return all(asked.headers.get(name.lower()) == value for name, value in header.items())

    def is_due(self, seed: int) -> bool:
        """By its own count alone: a call that is repeated has the next one."""
        place = self.matched - self.when.get("skip", 0)
        if place <= 0 or place > self.when.get("times", place):
            return False
        if place % self.when.get("every", 1):
            return False
        return "probability" not in self.when or self.draw(seed) < self.when["probability"]

    def draw(self, seed: int, what: str = "") -> float:
        """From 0 up to 1, the same for the same seed, rule and count."""
        words = f"{seed} {self.id} {self.matched} {what}"
        return int(sha256(words.encode()).hexdigest()[:12], 16) / 16**12

    def seconds_late(self, seed: int) -> float:
        latency = self.then.get("latency_ms", 0)
        if isinstance(latency, list):
            low, high = latency
            latency = low + (high - low) * self.draw(seed, "latency")
        return float(latency) / 1000


def path_fits(pattern: str, path: str) -> bool:
    """With or without the base; `*` stands for one segment, or at the end for whatever follows."""
    wanted, found = pattern.removeprefix(BASE), path.removeprefix(BASE)
    parts = [re.escape(each) for each in wanted.split("*")]
    last = parts.pop() if wanted.endswith("*") else None
    middle = "[^/]*".join(parts)
    return re.fullmatch(middle + (".*" if last is not None else ""), found) is not None


@dataclass
class Faults:
    seed: int
    rules: list[Fault] = field(default_factory=list)
    _latest: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, rule: Mapping[str, Any]) -> Fault:
        judged(rule)
        with self._lock:
            self._latest += 1
            match, when, then = (dict(rule.get(name, {})) for name in ("match", "when", "then"))
            effect, count = rule.get("effect", "before"), bool(rule.get("count", False))
            fault = Fault(self._latest, match, when, then, effect, count)
            self.rules.append(fault)
            return fault

    def remove(self, number: int | None = None) -> None:
        with self._lock:
            left = [each for each in self.rules if number is not None and each.id != number]
            if number is not None and len(left) == len(self.rules):
                raise Refusal(404, f"no fault {number}")
            self.rules = left

    def due(self, asked: Asked) -> Fault | None:
        """The first rule that fits and is due; each that fits has counted it."""
        with self._lock:
            chosen = None
            for rule in self.rules:
                if not rule.fits(asked):
                    continue
                rule.matched += 1
                if chosen is None and rule.is_due(self.seed):
                    rule.hit += 1
                    chosen = rule
            return chosen


def judged(rule: Mapping[str, Any]) -> None:
    """Raises what is wrong with it."""
    refuse_unknown(rule, RULE)
    for part, known in (("match", MATCH), ("when", WHEN), ("then", THEN)):
        if not isinstance(rule.get(part, {}), Mapping):
            raise Refusal(400, f"{part} must be an object")
        refuse_unknown(rule.get(part, {}), known, part)
    then = rule.get("then", {})
    if not then:
        raise Refusal(400, "then says what goes wrong", f"one of: {', '.join(THEN)}")
    for name, choices in CHOICES.items():
        if name in then and then[name] not in choices:
            raise Refusal(
                400, f"then.{name}: {then[name]}", f"one of: {', '.join(map(str, choices))}"
            )
    if rule.get("effect", "before") not in EFFECTS:
        raise Refusal(400, "effect is before or after")


def shorthand(text: str) -> dict[str, Any]:
    """As on the command line.

    >>> shorthand("POST /3/invoices 503 x2")["then"]
    {'status': 503}
    """
    parts = SHORT.fullmatch(text)
    if parts is None:
        raise Refusal(400, f"no fault: {text}", 'as in "POST /3/invoices 503 x2" or "/3/* drop"')
    method, path, what, times = parts.groups()
    then = {"status": int(what)} if what.isdigit() else _worded(what)
    match = {"path": path} | ({"method": method} if method else {})
    return {"match": match, "when": {"times": int(times)} if times else {}, "then": then}


def _worded(word: str) -> dict[str, Any]:
    for name in ("connection", "as", "token"):
        if word in CHOICES[name]:
            return {name: word}
    known = [*CHOICES["connection"], *CHOICES["as"], *CHOICES["token"]]
    raise Refusal(400, f"no fault: {word}", ", ".join(map(str, known)))
