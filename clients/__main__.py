"""`python -m clients FOLDER [PAGE]`: every client of the table, and the page that tells of it.

The clients are installed into the folder, from their own locks. With `CLIENT_DIR` a checkout is
run instead, as its language does, or by `CLIENT_COMMAND`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from clients.table import CHECKOUTS, CLIENTS, TRANSPARENT, Client

HERE = Path(__file__).parent
LOCK = HERE / "python.lock"
SANDBOX = [sys.executable, "-m", "reskontra", "sandbox", "--rate-limit", "off"]
PAGE = """# Clients

Clients of the mirrored API, as they are published, without a change: each does a whole story in a sandbox of its own. `make test-clients` runs them,
and writes this table. *Direct*: the client's own setting of an address. *Transparent*: the client believes to call the real hosts
([sandbox](sandbox.md#transparent-mode)). What a client cannot do on the real service either is named.

A checkout of another client, in any language: `make test-clients CLIENT_DIR=path`, with Debian's runtime for its language; `CLIENT_COMMAND` says how, where
its own tests are not what should run.

| Client | Version | Language | What | Way | Profile | Steps |
|---|---|---|---|---|---|---|
{rows}

## The story

{steps}
"""


class Lacking(Exception):
    """One line."""


class Step(NamedTuple):
    name: str
    ok: bool
    why: str


def main() -> int:
    try:
        if place := os.environ.get("CLIENT_DIR"):
            return checkout(Path(place))
        folder, *page = map(Path, sys.argv[1:])
        needed("npm", "npm")
        needed("node", "nodejs")
        install(folder.absolute())
        return run_all(folder.absolute(), page[0] if page else None)
    except Lacking as lacking:
        sys.stderr.write(f"clients: {lacking}\n")
        return 1


def needed(program: str, package: str) -> None:
    if not shutil.which(program):
        raise Lacking(f"{program} is not installed; on Debian: apt-get install {package}")


# Installing


def install(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    python = folder / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", python], check=True)
    quiet = ["--quiet", "--disable-pip-version-check", "--require-hashes", "-r", LOCK]
    done(f"the clients of {LOCK.name}", python / "bin" / "python", "-m", "pip", "install", *quiet)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder / name)
    npm = ["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    done("the clients of package-lock.json", *npm, at=folder)


def done(what: str, *words: object, at: Path | None = None) -> None:
    ended = subprocess.run([*map(str, words)], cwd=at, capture_output=True, text=True)
    if ended.returncode:
        last = (ended.stderr or ended.stdout).strip().splitlines() or ["no reason given"]
        raise Lacking(f"cannot install {what}: {last[-1]}")


# Running


def run_all(folder: Path, page: Path | None) -> int:
    versions = dict(installed(folder))
    wrong, rows, told = 0, [], {}
    for client in CLIENTS:
        steps = [*story(client, folder)]
        problems = [*judged(client, steps)]
        wrong += bool(problems)
        good = sum(step.ok for step in steps)
        told |= {step.name: None for step in steps}
        print(f"{client.name:20} {good:2} of {len(steps)}  {'; '.join(problems) or 'ok'}")
        said = f"{good} of {len(steps)}"
        for name, field in client.breaks:
            said += f"; {name}: `{field}`"
        cells = (client.name, versions[client.package], client.language, client.what, client.way,
                 client.profile, said)  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    if page and not wrong:
        steps_told = "\n".join(f"- {name}" for name in told)
        page.write_text(PAGE.format(rows="\n".join(rows), steps=steps_told))
    return 1 if wrong else 0


def installed(folder: Path) -> Iterator[tuple[str, str]]:
    pip = [str(folder / "python" / "bin" / "python"), "-m", "pip", "list", "--format", "json"]
    quiet = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    listed = subprocess.run(pip, capture_output=True, text=True, check=True, env=quiet)
    names = {client.package.lower(): client.package for client in CLIENTS}
    for each in json.loads(listed.stdout):
        yield names.get(each["name"].lower(), each["name"]), each["version"]
    for client in CLIENTS:
        file = folder / "node_modules" / client.package / "package.json"
        if file.exists():
            yield client.package, json.loads(file.read_text())["version"]


def story(client: Client, folder: Path) -> Iterator[Step]:
    """What the client says of each step; a story that ends early says so."""
    language = folder / "python" / "bin" / "python" if client.language == "Python" else "node"
    place = folder / "stories"
    shutil.copytree(HERE / "stories", place, dirs_exist_ok=True)
    how = ["--answers", client.profile]
    how += ["--transparent"] if client.way == TRANSPARENT else []
    words = [*SANDBOX, *how, "--", str(language), str(place / client.story)]
    env = {**os.environ, "CLIENT_WAY": client.way}
    ended = subprocess.run(words, capture_output=True, text=True, cwd=place, env=env)
    for line in ended.stdout.splitlines():
        if line.startswith('{"step"'):
            said = json.loads(line)
            yield Step(said["step"], said["ok"], said.get("why", ""))
    if ended.returncode:
        last = [line for line in ended.stderr.splitlines() if line.strip()][-3:]
        yield Step("comes to its end", False, " / ".join(last))


def judged(client: Client, steps: list[Step]) -> Iterator[str]:
    """What is otherwise than the table says, good or bad."""
    known = dict(client.breaks)
    if not steps:
        yield "it did nothing"
    for step in steps:
        field = known.pop(step.name, None)
        if step.ok and field:
            yield f"{step.name} works, and should not"
        elif not step.ok and not (field and field in step.why):
            yield f"{step.name}: {step.why}"
    for name in known:
        yield f"{name} was not tried"


# A checkout of another client


def checkout(place: Path) -> int:
    found = next((each for each in CHECKOUTS if (place / each.file).exists()), None)
    command = os.environ.get("CLIENT_COMMAND")
    if not command:
        if found is None:
            files = ", ".join(each.file for each in CHECKOUTS)
            raise Lacking(f"{place} has none of {files}; say CLIENT_COMMAND")
        needed(found.needs, found.debian)
        command = found.command
    answers = os.environ.get("CLIENT_ANSWERS", "contract")
    words = [*SANDBOX, "--transparent", "--answers", answers, "--", "sh", "-c", command]
    return subprocess.run(words, cwd=place).returncode


if __name__ == "__main__":
    sys.exit(main())
