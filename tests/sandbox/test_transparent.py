"""Transparent mode: clients that know only the mirrored API's own hosts are answered here, nobody
else is disturbed, and nothing reaches the real ones."""

import os
import socket
import ssl
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import pkcs12

from reskontra.sandbox.app import SandboxApp
from reskontra.sandbox.box import Box
from reskontra.sandbox.certificates import Certificates, certificates, kept_certificates
from reskontra.sandbox.credentials import MAIN, Credentials
from reskontra.sandbox.disguise import Disguise, applied
from reskontra.sandbox.hosts import API, OAUTH, USUAL, chosen
from reskontra.sandbox.proxy import Proxy, Upstream, inherited
from reskontra.sandbox.refusing import Refusal
from tests.sandbox.conftest import BEGINNING, Kit, Running
from tests.waiting import PATIENCE

LIVE = "eyJhbGciOiJSUzI1NiJ9.eyJ0ZW5hbnRJZCI6MTIzNDU2fQ.bGl2ZS1sb29raW5nLXNpZ25hdHVyZQ"
BEARER = {"Authorization": f"Bearer {Credentials().access_token}"}


def opened() -> socket.socket:
    made = socket.socket()
    made.bind(("127.0.0.1", 0))
    made.listen()
    return made


class Veiled(Running):
    """A sandbox with its two listeners."""

    def __init__(self, folder: Path, others: str = "tunnel", upstream: int = 0) -> None:
        super().__init__(folder)
        self.certificates = certificates(USUAL, datetime.now(UTC))
        proxy, tls = opened(), opened()
        place = proxy.getsockname()
        (folder / "private").mkdir()
        own = (folder / "private", USUAL, place, tls.getsockname()[1])
        self.disguise = Disguise(*own)
        self.disguise.furnish(self.certificates)
        port = int(self.url.rpartition(":")[2])
        through = Upstream("127.0.0.1", upstream, "c2VjcmV0") if upstream else None
        self.proxy = Proxy(
            USUAL, self.certificates, proxy, tls, ("127.0.0.1", port), others, through
        )

        def box() -> Box:
            made = Box(folder, BEGINNING, None, self.url)
            made.disguise, made.certificates = self.disguise, self.certificates
            made.add(MAIN)
            return made

        self.app = SandboxApp(box, self.proxy)
        self.server.config.app = self.app
        self.address = f"http://127.0.0.1:{place[1]}"

    def client(self) -> httpx.Client:
        context = ssl.create_default_context(cadata=self.certificates.pem.decode())
        return httpx.Client(proxy=self.address, verify=context, timeout=PATIENCE)


@pytest.fixture(scope="module")
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Veiled]:
    running = Veiled(tmp_path_factory.mktemp("veiled"))
    with running:
        yield running


@pytest.fixture
def kit(veiled: Veiled) -> Kit:
    veiled.kit.ask("DELETE", "/requests?company=*")
    return veiled.kit


def raw(port: int, sent: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(sent)
        answer = b""
        while part := line.recv(65536):
            answer += part
        return answer


# What is answered


def test_a_client_of_the_real_hosts_is_answered_here_and_stays_here(veiled: Veiled) -> None:
    with veiled.client() as client:
        listed = client.get(f"https://{API}/3/customers?limit=1", headers=BEARER)
        assert listed.status_code == 200
        assert listed.headers["X-Reskontra"] == "sandbox"
        assert listed.http_version == "HTTP/1.1"
        [row] = listed.json()["Customers"]
        assert row["@url"] == f"https://{API}/3/customers/1"
        assert client.get(row["@url"], headers=BEARER).json()["Customer"]["Name"]
        form = {"grant_type": "refresh_token", "refresh_token": "sandbox-refresh-1"}
        secret = ("sandbox", "sandbox-secret")
        token = client.post(f"https://{OAUTH}/oauth-v1/token", data=form, auth=secret).json()
        renewed = {"Authorization": f"Bearer {token['access_token']}"}
        assert client.get(f"https://{OAUTH}/3/me", headers=renewed).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/sandbox", "/sandbox/api", "/console", "/docs", "/healthz", "/api/v1/3/me"]
)
def test_what_a_real_client_must_not_find_there_is_not_there(veiled: Veiled, path: str) -> None:
    with veiled.client() as client:
        answer = client.get(f"https://{API}{path}", headers=BEARER)
    assert answer.status_code == 404
    assert answer.headers["X-Reskontra"] == "sandbox"
    assert answer.json()["ErrorInformation"]["Code"]


def test_the_pages_of_consent_are(veiled: Veiled, kit: Kit) -> None:
    kit.ask("PUT", "/oauth", consent="ask")
    back = "http://127.0.0.1:3000/callback"
    asked = {"response_type": "code", "client_id": "sandbox", "scope": "customer", "state": "s",
             "redirect_uri": back}  # fmt: skip
    with veiled.client() as client:
        page = client.get(f"https://{OAUTH}/oauth-v1/auth", params=asked)
    assert page.status_code == 200
    assert "text/html" in page.headers["content-type"]


def test_old_clients_ask_the_proxy_for_https_in_clear_text(veiled: Veiled) -> None:
    port = int(veiled.address.rpartition(":")[2])
    for scheme in ("https", "http"):
        head = f"GET {scheme}://{API}/3/customers/1 HTTP/1.1\r\nHost: {API}\r\n"
        token = f"Authorization: {BEARER['Authorization']}\r\nProxy-Connection: keep-alive\r\n\r\n"
        answer = raw(port, (head + token).encode())
        assert answer.startswith(b"HTTP/1.1 200")
        assert f"https://{API}/3/customers/1".encode() in answer


def test_those_without_a_proxy_are_answered_by_tls_alone(veiled: Veiled) -> None:
    context = ssl.create_default_context(cadata=veiled.certificates.pem.decode())
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(veiled.proxy.tls.getsockname(), PATIENCE) as line,
        context.wrap_socket(line, server_hostname=API) as spoken,
    ):
        assert spoken.selected_alpn_protocol() == "http/1.1"
        head = f"GET /3/me HTTP/1.1\r\nHost: {API}\r\nConnection: close\r\n"
        spoken.sendall(f"{head}Authorization: {BEARER['Authorization']}\r\n\r\n".encode())
        assert spoken.recv(65536).startswith(b"HTTP/1.1 200")


# What is not


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("CONNECT www.fortnox.se:443", 403),
        ("CONNECT FORTNOX.SE.:443", 403),
        ("CONNECT api.fortnox.se:8443", 403),
        ("CONNECT API.fortnox.se.:80", 403),
        ("GET https://id.fortnox.se/x", 403),
        ("GET http://api.fortnox.se:81/3/me", 403),
        ("GET ftp://example.org/", 400),
        ("GET /3/me", 400),
        ("CONNECT example.org", 400),
        ("GET https://[::/", 400),
        ("GET https://example.org/", 501),
    ],
)
def test_nothing_is_passed_on_to_the_real_service(veiled: Veiled, asked: str, status: int) -> None:
    answer = raw(int(veiled.address.rpartition(":")[2]), f"{asked} HTTP/1.1\r\n\r\n".encode())
    assert answer.startswith(f"HTTP/1.1 {status}".encode()), answer
    assert b"X-Reskontra: sandbox" in answer


class Other:
    """Another server on this machine: it keeps the first that it is sent, and says hello."""

    def __enter__(self) -> "Other":
        self._listening, self.sent = opened(), b""
        self.port = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        return self

    def _serve(self) -> None:
        line, _ = self._listening.accept()
        with line:
            self.sent = line.recv(65536)
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")

    def __exit__(self, *_: object) -> None:
        if self._thread.is_alive() and not self.sent:  # nobody came: the test has failed before
            socket.create_connection(("127.0.0.1", self.port)).close()
        self._thread.join()
        self._listening.close()


def test_others_pass_through_unopened(veiled: Veiled) -> None:
    port = int(veiled.address.rpartition(":")[2])
    with Other() as other, socket.create_connection(("127.0.0.1", port), PATIENCE) as line:
        line.sendall(f"CONNECT 127.0.0.1:{other.port} HTTP/1.1\r\n\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(b"any bytes")
        assert line.recv(65536).endswith(b"hello")
    assert other.sent == b"any bytes"
    with Other() as other:
        asked = f"GET http://127.0.0.1:{other.port}/a?b=c HTTP/1.1\r\nX: y\r\n\r\n"
        assert raw(port, asked.encode()).endswith(b"hello")
    assert other.sent.startswith(b"GET /a?b=c HTTP/1.1\r\n")
    assert b"X: y" in other.sent


def test_or_by_the_proxy_that_was_there_or_not_at_all(tmp_path: Path) -> None:
    said = {"https_proxy": "http://me:sec%20ret@proxy.example:3128"}
    assert inherited(said) == Upstream("proxy.example", 3128, "bWU6c2VjIHJldA==")
    assert inherited({}) is None
    with Other() as other:
        running = Veiled(tmp_path, upstream=other.port)
        with running:
            port = int(running.address.rpartition(":")[2])
            assert raw(port, b"CONNECT example.org:443 HTTP/1.1\r\n\r\n").endswith(b"hello")
            running.proxy.others = "refuse"
            refused = raw(port, b"CONNECT example.org:443 HTTP/1.1\r\n\r\n")
            assert refused.startswith(b"HTTP/1.1 403")
    assert other.sent.startswith(b"CONNECT example.org:443 HTTP/1.1\r\nProxy-Authorization: Basic")


def test_further_hosts_are_of_the_same_house() -> None:
    assert chosen(["API-acce-next.fortnox.se"]) == (*USUAL, "api-acce-next.fortnox.se")
    for wrong in (".".join("0000"), "example.org", "fortnox.se", "notfortnox.se"):
        with pytest.raises(Refusal):
            chosen([wrong])


# Certificates


def test_a_certificate_that_was_asked_for_is_no_use_for_another_host(veiled: Veiled) -> None:
    """The root says so itself, and its key is nowhere to be found."""
    root, leaf = veiled.certificates.root, veiled.certificates.leaf
    bounds = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert bounds.critical
    assert [each.value for each in bounds.value.permitted_subtrees or ()] == [API, OAUTH]
    assert len([*(bounds.value.excluded_subtrees or ())]) == 2
    constraints = root.extensions.get_extension_for_class(x509.BasicConstraints)
    assert constraints.value == x509.BasicConstraints(ca=True, path_length=0)
    assert veiled.certificates.key.public_key() == leaf.public_key()
    assert root.public_key() != leaf.public_key()
    kept = b"".join(each.read_bytes() for each in veiled.disguise.folder.rglob("*.*"))
    assert b"PRIVATE KEY" not in kept
    context = ssl.create_default_context(cadata=veiled.certificates.pem.decode())
    for name in ("www.example.org", "127.0.0.1"):
        with (
            socket.create_connection(veiled.proxy.tls.getsockname(), PATIENCE) as line,
            pytest.raises(ssl.SSLCertVerificationError),
        ):
            context.wrap_socket(line, server_hostname=name)


def test_a_leaf_for_another_host_is_refused_even_if_it_were_signed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if somebody had the root's key after all."""
    keys: list[ec.EllipticCurvePrivateKey] = []
    generate = ec.generate_private_key

    def noted(curve: ec.EllipticCurve) -> ec.EllipticCurvePrivateKey:
        keys.append(generate(curve))
        return keys[-1]

    monkeypatch.setattr(ec, "generate_private_key", noted)
    own = certificates(USUAL, datetime.now(UTC))
    leaf = own.leaf
    builder = x509.CertificateBuilder(
        own.root.subject, x509.Name([]), own.key.public_key(), x509.random_serial_number(),
        leaf.not_valid_before_utc, leaf.not_valid_after_utc,
    )  # fmt: skip
    for each in leaf.extensions:
        names = isinstance(each.value, x509.SubjectAlternativeName)
        elsewhere = x509.SubjectAlternativeName([x509.DNSName("www.example.org")])
        builder = builder.add_extension(elsewhere if names else each.value, each.critical)
    stolen = Certificates(own.root, builder.sign(keys[0], SHA256()), own.key)
    assert shaken(own, own, API) == ""
    assert "permitted subtree violation" in shaken(own, stolen, "www.example.org")


def shaken(believed: Certificates, shown: Certificates, name: str) -> str:
    """What a client that believes the root says of the leaf; nothing where it is content."""
    context = ssl.create_default_context(cadata=believed.pem.decode())
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(to_client, to_server, server_hostname=name)
    server = shown.context.wrap_bio(to_server, to_client, server_side=True)
    for each in (client, server, client, server):
        try:
            each.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError as error:
            return error.verify_message
    return ""


def test_they_are_valid_from_yesterday_for_thirty_days(veiled: Veiled) -> None:
    for each in (veiled.certificates.root, veiled.certificates.leaf):
        span = each.not_valid_after_utc - each.not_valid_before_utc
        assert span == timedelta(days=30)
        assert datetime.now(UTC) - each.not_valid_before_utc > timedelta(hours=23)


def test_a_folder_keeps_them_until_they_expire_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "ca"
    first = kept_certificates(folder, USUAL)
    assert kept_certificates(folder, USUAL).pem == first.pem
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for name in ("ca.pem", "leaf.pem"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert (folder / "ca.pem").read_bytes() == first.pem
    assert kept_certificates(folder, chosen(["x.fortnox.se"])).pem != first.pem
    old = certificates(USUAL, datetime.now(UTC) - timedelta(days=28))
    (folder / "leaf.pem").write_bytes(old._private)
    assert kept_certificates(folder, USUAL).pem not in (old.pem, first.pem)
    assert isinstance(first, Certificates)


def test_the_certificate_is_given_in_each_form(veiled: Veiled, kit: Kit) -> None:
    assert kit.control.get("/ca/pem").content == veiled.certificates.pem
    assert veiled.certificates.pem in kit.control.get("/ca/bundle").content
    assert pkcs12.load_pkcs12(kit.control.get("/ca/p12").content, None)
    assert kit.control.get("/ca/der").status_code == 404
    assert Disguise.told(kit.ask("GET", "/transparent")) == veiled.disguise


# Variables


def test_every_variable_is_set_and_inherited_ones_are_replaced(
    veiled: Veiled, tmp_path: Path
) -> None:
    company = tmp_path / "company.pem"
    company.write_text("their root\n")
    env = {
        "CURL_CA_BUNDLE": str(company), "NODE_EXTRA_CA_CERTS": str(company), "SSL_CERT_DIR": "/x",
        "NO_PROXY": "intranet.example,*,.fortnox.se,api.fortnox.se,127.0.0.1", "PATH": "/bin",
        "NODE_OPTIONS": "--no-warnings", "PYTHONPATH": "/mine", "JAVA_TOOL_OPTIONS": "-Xmx1g",
    }  # fmt: skip
    said = applied(env, veiled.disguise.variables(env))
    for name in ("HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"):
        assert said[name] == veiled.address
    assert said["NO_PROXY"] == said["no_proxy"] == "localhost,127.0.0.1,::1,intranet.example"
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO",
                 "PIP_CERT", "NODE_EXTRA_CA_CERTS", "DENO_CERT"):  # fmt: skip
        assert veiled.certificates.pem in Path(said[name]).read_bytes()
    for name in ("CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"):
        assert b"their root" in Path(said[name]).read_bytes()
    assert "SSL_CERT_DIR" not in said
    assert said["NODE_USE_ENV_PROXY"] == "1"
    assert said["NODE_OPTIONS"].startswith("--no-warnings --require=")
    assert said["PYTHONPATH"].endswith(f"{os.pathsep}/mine")
    assert said["JAVA_TOOL_OPTIONS"].startswith("-Xmx1g -Djavax.net.ssl.trustStore=")
    assert Path(said["PHP_INI_SCAN_DIR"].lstrip(":"), "reskontra.ini").is_file()
    again = applied(said, veiled.disguise.variables(said))
    assert again == said | {"PHP_INI_SCAN_DIR": again["PHP_INI_SCAN_DIR"]}


PRELOADED = """
import os, ssl, sys, urllib.request
import sitecustomize  # ours; theirs was run all the same
assert os.environ["THEIRS"] == "run"
del os.environ["HTTPS_PROXY"], os.environ["https_proxy"], os.environ["SSL_CERT_FILE"]
headers = {"Authorization": sys.argv[1]}
request = urllib.request.Request("https://api.fortnox.se/3/me", headers=headers)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.load_default_certs()
print(urllib.request.urlopen(request, context=context).status)
"""


def test_the_preload_of_python_leads_here_and_hands_on_to_the_one_before(
    veiled: Veiled, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os\nos.environ['THEIRS'] = 'run'\n")
    (tmp_path / "client.py").write_text(PRELOADED)
    env = applied({**os.environ, "PYTHONPATH": str(tmp_path)}, veiled.disguise.variables(
        {"PYTHONPATH": str(tmp_path)}))  # fmt: skip
    ended = subprocess.run(
        [sys.executable, str(tmp_path / "client.py"), BEARER["Authorization"]],
        env=env, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert ended.stdout == "200\n", ended.stderr


# Foreign tokens


@pytest.mark.parametrize(
    ("method", "path", "headers", "sent"),
    [
        ("GET", "/3/customers", {"Authorization": f"Bearer {LIVE}"}, ""),
        ("GET", f"/3/customers?access_token={LIVE}", {"Authorization": f"Bearer {LIVE}"}, ""),
        ("GET", f"/3/customers/{LIVE}", {"Authorization": f"Bearer {LIVE}"}, ""),
        ("GET", "/3/customers", {"Access-Token": LIVE, "Client-Secret": f"s-{LIVE}"}, ""),
        ("GET", "/3/customers", {"Authorization": LIVE}, ""),
        ("POST", "/3/customers", {"Access-Token": LIVE}, f'{{"refresh_token": "r-{LIVE}"}}'),
        ("POST", "/oauth-v1/token", {}, f"grant_type=refresh_token&refresh_token={LIVE}"),
        ("POST", "/oauth-v1/token", {}, f'{{"refresh_token": "{LIVE}"}}'),
        ("POST", "/oauth-v1/token", {}, f"client_id=live&client_secret={LIVE}&x={LIVE}"),
    ],
)
def test_a_foreign_token_is_refused_and_no_byte_of_it_is_kept_or_shown(
    veiled: Veiled, kit: Kit, method: str, path: str, headers: dict[str, str], sent: str
) -> None:
    kinds = {"content-type": "application/x-www-form-urlencoded"} if sent else {}
    with veiled.client() as client:
        answer = client.request(
            method, f"https://{API}{path}", headers=headers | kinds, content=sent
        )
    assert answer.status_code == 401
    [call] = kit.app.box.journal.matching("*", {})
    assert LIVE not in repr(vars(call))
    shown = [kit.control.get("/requests").text, kit.control.get("").text]
    shown += [kit.control.get(f"/requests/{call.id}{end}").text for end in ("", "/curl")]
    shown += [httpx.get(f"{kit.url}/sandbox/requests?id={call.id}", timeout=PATIENCE).text]
    assert not any(LIVE in each or LIVE[-20:] in each for each in shown)
    files = [each for each in veiled.disguise.folder.parent.rglob("*") if each.is_file()]
    assert files
    assert not any(LIVE.encode() in each.read_bytes() for each in files)
