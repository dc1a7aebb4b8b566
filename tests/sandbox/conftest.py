"""A sandbox in this process, reached over HTTP; each test begins with companies as they were."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
import uvicorn

from reskontra.outside.smtp import Relay
from reskontra.sandbox.app import OpenConnection, SandboxApp
from reskontra.sandbox.box import Box
from reskontra.sandbox.clock import Mode, Setting, moment
from reskontra.sandbox.company import Beginning
from reskontra.sandbox.credentials import MAIN, Credentials
from tests.servers import free_port
from tests.waiting import PATIENCE, until

FROZEN = Setting(Mode.FROZEN, moment("2026-03-02"))
BEGINNING = Beginning("accrual", 1, FROZEN)


@dataclass
class Kit:
    """What a test has of a sandbox: its control, and a client of each company."""

    url: str
    app: SandboxApp
    control: httpx.Client
    clients: dict[str, httpx.Client] = field(default_factory=dict)

    def api(self, name: str = MAIN) -> httpx.Client:
        if name not in self.clients:
            headers = {"Authorization": f"Bearer {Credentials(name).access_token}"}
            base = f"{self.url}/api/v1/3"
            self.clients[name] = httpx.Client(base_url=base, headers=headers, timeout=PATIENCE)
        return self.clients[name]

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        answer = self.control.request(method, path, json=body or None)
        assert answer.status_code == status, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def company(self, name: str, **how: Any) -> httpx.Client:
        answer = self.control.post("/companies", json={"name": name, **how})
        assert answer.status_code in (200, 201), answer.text
        return self.api(name)

    def count(self, path: str, name: str = MAIN) -> int:
        listed = self.api(name).get(path).json()
        return int(listed["MetaInformation"]["@TotalResources"])


class Running:
    def __init__(
        self, folder: Any, beginning: Beginning = BEGINNING, mail_server: Relay | None = None
    ) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"

        def opened() -> Box:
            box = Box(folder, beginning, None, self.url, mail_server=mail_server)
            box.add(MAIN)
            return box

        self.app = SandboxApp(opened)
        config = uvicorn.Config(
            self.app, port=port, log_config=None, access_log=False, http=OpenConnection,
            date_header=False, server_header=False, timeout_keep_alive=PATIENCE,
        )  # fmt: skip
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run)

    def __enter__(self) -> Kit:
        self.thread.start()
        until(lambda: self.server.started or not self.thread.is_alive())
        assert self.server.started, "the sandbox did not start"
        control = httpx.Client(base_url=f"{self.url}/sandbox/api", timeout=PATIENCE)
        self.kit = Kit(self.url, self.app, control)
        return self.kit

    def __exit__(self, *_: object) -> None:
        for client in (self.kit.control, *self.kit.clients.values()):
            client.close()
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture(scope="session")
def one_sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kit]:
    with Running(tmp_path_factory.mktemp("sandbox")) as kit:
        yield kit


@pytest.fixture
def kit(one_sandbox: Kit) -> Kit:
    began = {"scenario": "accrual", "seed": 1, "today": "2026-03-02", "answers": "contract"}
    one_sandbox.ask("POST", "/reset?company=*", **began)
    one_sandbox.ask("DELETE", "/requests?company=*")
    return one_sandbox
