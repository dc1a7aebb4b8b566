"""A sandbox for a test: started, spoken to and stopped, with the standard library alone."""

import json
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from functools import cached_property
from types import SimpleNamespace
from typing import Any

MAIN, BASE = "main", "/api/v1"
STARTED = ("--port", "0", "--memory", "--frozen", "--rate-limit", "off")


class Refused(Exception):
    """The sandbox says no, and why."""


def start(*words: str) -> "tuple[subprocess.Popen[str], str]":
    """A process of its own, and where it listens."""
    command = [sys.executable, "-m", "reskontra", "sandbox", *STARTED, *words]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.PIPE, stderr=quiet, text=True, start_new_session=True
    )
    assert process.stdout
    line = process.stdout.readline()
    if not line:
        raise Refused(f"the sandbox did not start: {' '.join(command)}")
    return process, str(json.loads(line)["base_url"]).removesuffix(BASE)


class Control:
    """The control addresses of one company."""

    def __init__(self, url: str, company: str = MAIN) -> None:
        self.url, self.company = url, company

    def ask(self, method: str, path: str, body: Any = None, /, **query: Any) -> Any:
        words = urllib.parse.urlencode({"company": self.company, **query})
        sent = None if body is None else json.dumps(body).encode()
        address = f"{self.url}/sandbox/api{path}?{words}"
        request = urllib.request.Request(address, sent, method=method)  # noqa: S310 - http alone
        try:
            with urllib.request.urlopen(request) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as error:
            said = json.load(error)
            raise Refused(f"{said['error']} ({said.get('hint', '')})") from None


class Calls:
    """The calls that a test has made, newest first."""

    def __init__(self, calls: list[dict[str, Any]]) -> None:
        self._calls = [SimpleNamespace(**each) for each in calls]

    @property
    def count(self) -> int:
        return len(self._calls)

    def __iter__(self) -> Iterator[SimpleNamespace]:
        return iter(self._calls)


class Mail:
    def __init__(self, control: Control) -> None:
        self._control = control

    def wait(self, seconds: float = 5, **wanted: str) -> SimpleNamespace:
        return SimpleNamespace(**self._control.ask("GET", "/mail/wait", seconds=seconds, **wanted))

    def all(self, **wanted: str) -> list[SimpleNamespace]:
        letters = self._control.ask("GET", "/mail", **wanted)["mail"]
        return [SimpleNamespace(**each) for each in letters]


class Company:
    """One company of a running sandbox, as its client and as whoever tests it."""

    def __init__(self, url: str, name: str, **how: Any) -> None:
        self.name, self.control = name, Control(url, name)
        wanted = {key: value for key, value in how.items() if value is not None}
        told = Control(url).ask("POST", "/companies", {"name": name, **wanted})
        own = told["credentials"]
        self.base_url: str = f"{url}{BASE}"
        self.client_id, self.client_secret = own["client_id"], own["client_secret"]
        self.access_token, self.refresh_token = own["access_token"], own["refresh_token"]
        self.tenant_id: int = own["tenant_id"]
        self.mail = Mail(self.control)

    @property
    def env(self) -> dict[str, str]:
        """For a process that is to call this company."""
        return {
            "SANDBOX_URL": self.control.url,
            "SANDBOX_API_URL": f"{self.base_url}/3",
            "SANDBOX_OAUTH_URL": f"{self.base_url}/oauth-v1",
            "SANDBOX_CONTROL_URL": f"{self.control.url}/sandbox/api",
            "SANDBOX_CLIENT_ID": self.client_id,
            "SANDBOX_CLIENT_SECRET": self.client_secret,
            "SANDBOX_ACCESS_TOKEN": self.access_token,
            "SANDBOX_REFRESH_TOKEN": self.refresh_token,
            "SANDBOX_TENANT_ID": str(self.tenant_id),
            "SANDBOX_COMPANY": self.name,
        }

    @cached_property
    def http(self) -> Any:
        """A client with the token, where httpx is installed."""
        import httpx  # not everybody's

        headers = {"Authorization": f"Bearer {self.access_token}"}
        return httpx.Client(base_url=f"{self.base_url}/3", headers=headers, timeout=60)

    def fail(
        self, method: str, path: str, *, times: int = 1, effect: str = "before", **then: Any
    ) -> int:
        rule = {"match": {"method": method, "path": path}, "when": {"times": times}, "then": then}
        return int(self.control.ask("POST", "/faults", {**rule, "effect": effect})["id"])

    def advance(self, **span: Any) -> SimpleNamespace:
        return SimpleNamespace(**self.control.ask("POST", "/clock/advance", span))

    def requests(self, method: str = "", path: str = "", status: str = "") -> Calls:
        wanted = {"method": method, "path": path, "status": status}
        sent = {name: value for name, value in wanted.items() if value}
        return Calls(self.control.ask("GET", "/requests", **sent)["requests"])

    def snapshot(self, name: str) -> None:
        self.control.ask("PUT", f"/snapshots/{name}", {})

    def restore(self, name: str) -> None:
        self.control.ask("POST", f"/snapshots/{name}/restore", {})

    def reset(self, **how: Any) -> None:
        self.control.ask("POST", "/reset", how)
        self.control.ask("DELETE", "/requests")

    def close(self) -> None:
        if "http" in vars(self):
            self.http.close()


class Sandbox:
    """`with Sandbox() as box: box.company("main").http.get("/invoices")`"""

    def __init__(self, *words: str) -> None:
        self._words = words
        self._companies: list[Company] = []

    def __enter__(self) -> "Sandbox":
        self._process, self.url = start(*self._words)
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._companies:
            each.close()
        self._process.terminate()
        self._process.communicate()

    def company(self, name: str = MAIN, **how: Any) -> Company:
        """As new, each time it is asked for."""
        company = Company(self.url, name, **how)
        self._companies.append(company)
        return company
