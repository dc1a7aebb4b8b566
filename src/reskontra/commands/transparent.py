"""Transparent mode, set up from the options of `reskontra sandbox`."""

import asyncio
import os
import socket
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reskontra.commands import serving
from reskontra.commands.answers import Failed
from reskontra.outside.clock import system_clock
from reskontra.sandbox import hosts, namespace, preloads
from reskontra.sandbox.certificates import Certificates, certificates, kept_certificates
from reskontra.sandbox.disguise import Disguise
from reskontra.sandbox.proxy import Proxy, inherited

HERE = "127.0.0.1"
HOSTS = "hosts"  # the mode in which the command has namespaces of its own
FOR_PEOPLE = """\
Transparent: {hosts} are answered here, and nothing is passed on to the real service.
  Proxy          {proxy}
  eval "$(reskontra sandbox env --transparent --port {port})"

"""


@dataclass
class Transparent:
    disguise: Disguise
    certificates: Certificates
    proxy: Proxy
    in_namespace: bool

    def for_people(self, port: int) -> str:
        names = ", ".join(self.disguise.hosts)
        return FOR_PEOPLE.format(hosts=names, proxy=self.disguise.shown["proxy"], port=port)


@contextmanager
def set_up(options: Namespace, service: socket.socket) -> Iterator[Transparent | None]:
    """The listeners, the certificates and the folder; all of it ends with the sandbox."""
    if not options.transparent:
        yield None
        return
    names = hosts.chosen(options.host or ())
    in_namespace = options.transparent == HOSTS
    if in_namespace and not options.words:
        raise Failed("--transparent=hosts is for a command: -- COMMAND")
    own = _certificates(options, names)
    proxy = serving.listener(HERE, options.proxy_port)
    tls = serving.listener(HERE, options.tls_port)
    with tempfile.TemporaryDirectory(prefix="reskontra-transparent-") as folder:
        place = None if in_namespace else proxy.getsockname()[:2]
        port = hosts.PORT if in_namespace else tls.getsockname()[1]
        disguise = Disguise(Path(folder), names, place, port, _runtimes(options))
        disguise.furnish(own)
        upstream = inherited(os.environ)
        listeners = (proxy, tls, service.getsockname()[:2], options.others, upstream)
        yield Transparent(disguise, own, Proxy(names, own, *listeners), in_namespace)


def _certificates(options: Namespace, names: tuple[str, ...]) -> Certificates:
    if options.ca_dir:
        return kept_certificates(Path(options.ca_dir), names)
    return certificates(names, system_clock())


def _runtimes(options: Namespace) -> tuple[str, ...]:
    if options.preload is None:
        return preloads.RUNTIMES
    words = tuple(filter(None, options.preload.split(",")))
    if unknown := set(words) - set(preloads.RUNTIMES):
        raise Failed(f"--preload {', '.join(unknown)}: known are {', '.join(preloads.RUNTIMES)}")
    return words


# A command in namespaces of its own


def words_in_namespace(
    words: list[str], disguise: Disguise, line: socket.socket, port: int
) -> list[str]:
    """The command behind the program that makes them; the sandbox's own port is there too."""
    file = disguise.hosts_file(Path("/etc/hosts").read_text())
    ports = f"{hosts.PORT},{port}"
    return [sys.executable, namespace.__file__, str(line.fileno()), str(file), ports, *words]


def take_over(proxy: Proxy, line: socket.socket, loop: asyncio.AbstractEventLoop) -> bool:
    """The ports that were opened in there; False where there are none to be had."""
    said, numbers, _, _ = socket.recv_fds(line, 1, 2)
    if not said:
        return False
    tls, plain = (socket.socket(fileno=number) for number in numbers)
    for made in (proxy.listen_tls(tls), proxy.listen_plain(plain)):
        asyncio.run_coroutine_threadsafe(made, loop).result()
    line.send(b"x")
    return True
