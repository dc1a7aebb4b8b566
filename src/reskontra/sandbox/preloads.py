"""Small files that lead a runtime's calls to the sandbox, where its variables alone do not.

They are written into a private folder, are switched on by a variable, and change the process of
the command that has it, nothing else.
"""

import json
from pathlib import Path

RUNTIMES = ("node", "python", "php", "java")

NODE = """\
// Calls to these hosts go to the sandbox; the name that TLS asks for stays.
const tls = require("node:tls"), connect = tls.connect;
const hosts = HOSTS, port = PORT, ca = CA;
const own = require("node:fs").readFileSync(ca, "utf8");
tls.connect = function (...given) {
  const options = typeof given[0] === "object" ? { ...given[0] } : null;
  const name = options && (options.servername || options.host || options.hostname);
  if (!options || options.socket || !hosts.includes(name)) return connect.apply(this, given);
  const roots = options.ca ? [].concat(options.ca) : [...tls.rootCertificates];
  Object.assign(options, { host: "127.0.0.1", port, servername: name, ca: [...roots, own] });
  delete options.path;
  delete options.lookup;
  return connect.call(this, options, ...given.slice(1));
};
require("node:module").syncBuiltinESMExports();
"""

PYTHON = '''\
"""Calls to these hosts go to the sandbox, and its certificate is believed."""
import importlib.machinery
import importlib.util
import os
import socket
import ssl
import sys

HOSTS, PORT, CA = __HOSTS__, __PORT__, __CA__


def to_sandbox(asked):
    def getaddrinfo(host, port, *rest, **more):
        name = host.decode() if isinstance(host, bytes) else host
        ours = isinstance(name, str) and name.lower().rstrip(".") in HOSTS
        if ours and str(port) in ("443", "https"):
            host, port = "127.0.0.1", PORT
        return asked(host, port, *rest, **more)

    return getaddrinfo


def believing(load):
    def loaded(context, *given, **more):
        outcome = load(context, *given, **more)
        original(context, cafile=CA)
        return outcome

    return loaded


socket.getaddrinfo = to_sandbox(socket.getaddrinfo)
original = ssl.SSLContext.load_verify_locations
ssl.SSLContext.load_default_certs = believing(ssl.SSLContext.load_default_certs)
ssl.SSLContext.load_verify_locations = believing(original)

# Whoever had one of these before has it still.
here = os.path.dirname(os.path.abspath(__file__))
others = [each for each in sys.path if os.path.abspath(each or ".") != here]
found = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
if found and found.loader:
    found.loader.exec_module(importlib.util.module_from_spec(found))
'''

PHP = "curl.cainfo={bundle}\nopenssl.cafile={bundle}\n"


def write_preloads(folder: Path, hosts: tuple[str, ...], tls_port: int, ca: Path) -> None:
    """Those that need no variable's value; PHP's is written with the bundle."""
    own = {"HOSTS": json.dumps([*hosts]), "PORT": str(tls_port), "CA": json.dumps(str(ca))}
    node, python = NODE, PYTHON
    for name, value in own.items():
        node = node.replace(f" {name}", f" {value}")
        python = python.replace(f"__{name}__", value)
    (folder / "node.cjs").write_text(node)
    (folder / "python").mkdir(exist_ok=True)
    (folder / "python" / "sitecustomize.py").write_text(python)


def write_php(folder: Path, bundle: Path) -> Path:
    place = folder / f"php-{bundle.stem}"
    place.mkdir(exist_ok=True)
    (place / "reskontra.ini").write_text(PHP.format(bundle=bundle))
    return place


def java(proxy: tuple[str, int] | None, store: Path) -> str:
    """The words of `JAVA_TOOL_OPTIONS`."""
    words = [f"-Djavax.net.ssl.trustStore={store}", "-Djavax.net.ssl.trustStoreType=PKCS12"]
    words += ["-Djavax.net.ssl.trustStorePassword="]
    if proxy:
        host, port = proxy
        for scheme in ("https", "http"):
            words += [f"-D{scheme}.proxyHost={host}", f"-D{scheme}.proxyPort={port}"]
        words.append("-Dhttp.nonProxyHosts=localhost|127.0.0.1|[::1]")
    return " ".join(words)
