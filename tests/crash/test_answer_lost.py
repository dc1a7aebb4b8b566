"""The service is killed between the commit and the answer: who repeats the call has its answer."""

import json
import socket
from pathlib import Path
from typing import Any

import httpx

from reskontra.engine.database import connect
from reskontra.storage.tables import replies
from tests.crash.load import shell_for
from tests.waiting import PATIENCE, until

BODY = json.dumps({"Customer": {"Name": "Åkes Bygg"}}).encode()


def test_the_answer_that_was_lost_is_given_to_who_asks_again(
    books_url: str, tmp_path: Path
) -> None:
    shell = shell_for(tmp_path, books_url)
    headers = {**shell.credentials(), "Idempotency-Key": "lost", "Content-Type": "application/json"}
    with (
        shell.running("serve", "--port", "0") as service,
        sent_without_listening(service.url, headers),
    ):
        until(lambda: kept(books_url))
        service.process.kill()
    [(status, body)] = kept(books_url)
    with shell.running("serve", "--port", "0") as service, caller(service.url, headers) as api:
        again = [api.post("/customers", content=BODY) for _ in range(2)]
        customers = api.get("/customers").json()
    assert {(each.status_code, each.content) for each in again} == {(status, body)}
    assert (status, json.loads(body)["Customer"]["Name"]) == (201, "Åkes Bygg")
    assert customers["MetaInformation"]["@TotalResources"] == 1


def caller(url: str, headers: dict[str, str]) -> httpx.Client:
    return httpx.Client(base_url=f"{url}/3", headers=headers, timeout=PATIENCE)


def sent_without_listening(url: str, headers: dict[str, str]) -> socket.socket:
    address = httpx.URL(url)
    connection = socket.create_connection((address.host, address.port))
    lines = [f"{name}: {value}" for name, value in headers.items()]
    host = f"Host: {address.host}:{address.port}"
    head = [f"POST {address.path}/3/customers HTTP/1.1", host, *lines]
    text = "\r\n".join([*head, f"Content-Length: {len(BODY)}", "", ""])
    connection.sendall(text.encode() + BODY)
    return connection


def kept(url: str) -> Any:
    database = connect(url, threads=1)
    try:
        statement = replies.select().with_only_columns(replies.c.status, replies.c.body)
        rows = database.read_now(lambda tx: tx.all(statement), 1)
        return [(status, bytes(body)) for status, body in rows if status]
    finally:
        database.close()
