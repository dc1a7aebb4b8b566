"""The real command, started as people start it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

import reskontra
from reskontra.__main__ import main
from tests.waiting import PATIENCE


@dataclass(frozen=True)
class Shell:
    """A working directory and the settings in it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        left_out = ("RESKONTRA", "PYTHONDONTWRITEBYTECODE")  # bytecode: many commands are started
        known = {name: text for name, text in os.environ.items() if not name.startswith(left_out)}
        ours = {f"RESKONTRA_{name}": text for name, text in self.settings.items()}
        return known | ours | {"PYTHONPATH": str(Path(reskontra.__file__).parents[1])}

    def start(self, *words: str, **how: Any) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "reskontra", *words],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **how,
        )

    def run(self, *words: str, sent: str = "") -> dict[str, Any]:
        """The one JSON object that the command answers with."""
        process = self.start(*words, stdin=subprocess.PIPE)
        answer, told = process.communicate(sent, timeout=PATIENCE)
        assert process.returncode == 0, told
        return only_object(answer)

    def here(self, *words: str) -> dict[str, Any]:
        """The same in this process, for what a test only prepares: starting Python takes long."""
        code, answer = self.told(*words)
        assert code == 0
        return answer

    def told(self, *words: str) -> tuple[int, dict[str, Any]]:
        """How it ended, and its answer: a check that finds something has one, and fails."""
        with (
            chdir(self.folder),
            pytest.MonkeyPatch.context() as patch,
            redirect_stdout(StringIO()) as told,
        ):
            for name in set(os.environ) - set(self.environment):
                patch.delenv(name)
            for name, text in self.environment.items():
                patch.setenv(name, text)
            code = main(words)
        return code, only_object(told.getvalue())

    def credentials(self) -> dict[str, str]:
        """What a client of a new company sends along."""
        made = self.here("organisation", "create", "--name", "Övning AB")
        redirect = ("--redirect-uri", "https://example.com/")
        client = self.here("integration", "create", "--name", "X", *redirect)["client_id"]
        asked = ("--organisation", str(made["organisation_id"]), "--client", client)
        return {"Authorization": f"Bearer {self.here('token', 'issue', *asked)['access_token']}"}

    def refused(self, *words: str, sent: str = "") -> str:
        """The one line that says why not."""
        process = self.start(*words, stdin=subprocess.PIPE)
        answer, told = process.communicate(sent, timeout=PATIENCE)
        assert process.returncode not in (0, None)
        assert answer == ""
        [line] = told.splitlines()
        return line

    @contextmanager
    def running(self, *words: str) -> Iterator["Running"]:
        """A command that serves until the block ends."""
        log = self.folder / "service.log"
        with log.open("w") as told:
            process = subprocess.Popen(
                [sys.executable, "-m", "reskontra", *words],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=told,
                text=True,
            )
            assert process.stdout
            with process.stdout:
                try:
                    line = process.stdout.readline()
                    assert line, log.read_text()
                    yield Running(process, only_object(line), log)
                finally:
                    if process.poll() is None:
                        process.send_signal(signal.SIGTERM)
                    process.wait(PATIENCE)


@dataclass(frozen=True)
class Running:
    process: "subprocess.Popen[str]"
    answer: dict[str, Any]
    log: Path

    @property
    def url(self) -> str:
        return str(self.answer["base_url"])

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


def only_object(text: str) -> dict[str, Any]:
    [line] = text.splitlines()
    told: dict[str, Any] = json.loads(line)
    return told
