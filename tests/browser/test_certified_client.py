"""A certified OAuth client, written by others, connects to the service."""

import json
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.approving import BACK, started
from tests.service import running
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser
VERSION = "6.8.9"
SCRIPT = Path(__file__).with_name("certified_client.mjs")


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("node")
    quiet = ("--no-audit", "--no-fund", "--silent")
    subprocess.run(
        ["npm", "install", "--prefix", folder, f"openid-client@{VERSION}", *quiet], check=True
    )
    copy = folder / SCRIPT.name
    copy.write_text(SCRIPT.read_text())
    return copy


@pytest.mark.parametrize("pkce", ["pkce", "state"])
@pytest.mark.parametrize("method", ["basic", "post"])
def test_openid_client_gets_renews_and_revokes_tokens(
    script: Path, tmp_path: Path, method: str, pkce: str
) -> None:
    database = f"sqlite:///{tmp_path / 'books.db'}"
    with running(database) as service, httpx.Client(timeout=PATIENCE) as http:
        flow = started(service, http)
        known = (flow.base, flow.client.client_id, flow.client.secret, BACK, method, pkce)
        node = subprocess.Popen(
            ["node", script, *known], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        with node:
            assert node.stdin
            assert node.stdout
            page = http.get(node.stdout.readline().strip())
            response = flow.decide(flow.log_in(page))
            node.stdin.write(response.headers["location"] + "\n")
            node.stdin.flush()
            given = json.loads(node.stdout.readline())
            assert flow.works(given["second"]["access_token"]) == 200
            assert given["first"]["token_type"] == "bearer"
            assert given["first"]["expires_in"] == 3600
            node.stdin.write("\n")
            node.stdin.flush()
            assert node.stdout.readline() == "revoked\n"
        assert node.returncode == 0
        assert flow.works(given["second"]["access_token"]) == 401
