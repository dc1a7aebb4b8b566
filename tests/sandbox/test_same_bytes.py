"""Same version, seed, scenario, clock and calls: the same bytes, whatever others do meanwhile."""

import threading
from pathlib import Path
from typing import Any

import httpx

from reskontra.sandbox.credentials import Credentials
from tests.sandbox.conftest import Kit, Running

ROW = {"Description": "Arbete", "Price": 1000, "DeliveredQuantity": "1", "VAT": 25}
CALLS = 200
ROUND = 10  # calls of a round of the story


def story(kit: Kit, name: str) -> list[bytes]:
    """Two hundred calls: what is made, read, listed, paid, printed, mailed, refused and renewed."""
    api, answers = kit.api(name), list[bytes]()

    def note(answer: httpx.Response) -> Any:
        headers = [each for each in answer.headers.raw if each[0].lower() != b"ratelimit"]
        answers.append(repr((answer.status_code, headers)).encode() + answer.content)
        return answer

    for place in range(CALLS // ROUND):
        made = note(api.post("/customers", json={"Customer": {"Name": f"Kund {place}"}}))
        number = made.json()["Customer"]["CustomerNumber"]
        to = {"EmailInformation": {"EmailAddressTo": "kund@example.com"}}
        fields = {"CustomerNumber": number, "InvoiceRows": [ROW] * (1 + place % 3), **to}
        sent = {"Invoice": fields}
        invoice = note(api.post("/invoices", json=sent)).json()["Invoice"]["DocumentNumber"]
        note(api.put(f"/invoices/{invoice}/bookkeep"))
        paper = "email" if place % 5 == 0 else "print" if place % 5 == 1 else "preview"
        note(api.get(f"/invoices/{invoice}/{paper}" if place < 5 else f"/invoices/{invoice}"))
        payment = {"InvoiceNumber": invoice, "Amount": 100}
        note(api.post("/invoicepayments", json={"InvoicePayment": payment}))
        note(api.get("/invoices?filter=unpaid&limit=5"))
        note(api.get("/vouchers"))
        note(api.post("/invoices", json={"Invoice": {}}))
        note(renewed(kit, name, place + 1) if place < 8 else api.get("/customers?limit=3"))
        note(api.get(f"/customers?lastmodified=2026-03-02&page={place % 3 + 1}"))
    answers += [kit.control.get(f"/mail/{each}/raw?company={name}").content for each in (1,)]
    return answers


def renewed(kit: Kit, name: str, number: int) -> httpx.Response:
    own = Credentials(name)
    sent = {"grant_type": "refresh_token", "refresh_token": own.numbered_refresh_token(number)}
    auth = (own.client_id, own.client_secret)
    return httpx.post(f"{kit.url}/api/v1/oauth-v1/token", data=sent, auth=auth, timeout=60)


def without_port(kit: Kit, answers: list[bytes]) -> list[bytes]:
    """Addresses tell where the sandbox listens, which is for the machine to say."""
    return [each.replace(kit.url.encode(), b"HERE") for each in answers]


def test_a_story_of_two_hundred_calls_has_the_same_bytes(tmp_path: Path) -> None:
    transcripts = []
    for others in (0, 7):
        (folder := tmp_path / str(others)).mkdir()
        with Running(folder) as kit, at_work(kit, others):
            kit.company("told", scenario="empty")
            transcripts.append(without_port(kit, story(kit, "told")))
            kit.ask("POST", "/reset?company=told")
            transcripts.append(without_port(kit, story(kit, "told")))
    first, *rest = transcripts
    assert len(first) == CALLS + 1
    for other in rest:
        for place, (one, two) in enumerate(zip(first, other, strict=True)):
            assert one == two, place


class at_work:  # noqa: N801 (read as words: `with at_work(kit, 7)`)
    """So many other companies, which make customers until the block ends."""

    def __init__(self, kit: Kit, count: int) -> None:
        self.kit, self.ended = kit, threading.Event()
        self.threads = [threading.Thread(target=self._work, args=(f"o{n}",)) for n in range(count)]

    def _work(self, name: str) -> None:
        api = self.kit.company(name, scenario="empty")
        while not self.ended.is_set():
            api.post("/customers", json={"Customer": {"Name": name}})

    def __enter__(self) -> None:
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        for thread in self.threads:
            thread.join()
