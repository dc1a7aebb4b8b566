"""A real headless Chromium, spoken to over its own debugging pipe: no driver in between."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.waiting import until

OPTIONS = (
    "--headless",
    "--no-sandbox",  # Chromium refuses to run as root with one
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--no-first-run",
)
KEYS = {"Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"), "Space": (" ", 32, " ")}

TROUBLES = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
TALLEST = 4_000  # pixels of a picture


class Chromium:
    """One browser with one page, forgotten when it is closed."""

    def __init__(self) -> None:
        program = shutil.which("chromium")
        assert program, "these tests need Debian's chromium"
        self._folder = tempfile.mkdtemp(prefix="reskontra-chromium-")
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        # The browser reads its commands from descriptor 3 and answers on 4.
        shell = f'exec "$0" "$@" 3<&{theirs_in} 4>&{theirs_out}'
        where = ("--remote-debugging-pipe", f"--user-data-dir={self._folder}")
        self._process = subprocess.Popen(
            ["bash", "-c", shell, program, *OPTIONS, *where],
            pass_fds=(theirs_in, theirs_out),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        self.troubles: list[dict[str, Any]] = []  # all that its console says, policies broken too
        target = self("Target.createTarget", url="about:blank")["targetId"]
        attached = self("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self(f"{domain}.enable")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._folder, ignore_errors=True)

    def __call__(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the browser's own protocol, and its result."""
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)
            if answer.get("method") in TROUBLES:
                self.troubles.append(answer["params"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            part = os.read(self._in, 65536)
            assert part, "the browser has gone"
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\0")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def evaluate(self, script: str) -> Any:
        answer = self("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def go(self, address: str) -> None:
        self._and_wait(lambda: self("Page.navigate", url=address))

    def click(self, selector: str) -> None:
        self._and_wait(lambda: self.evaluate(f"document.querySelector({selector!r}).click()"))

    def click_in_place(self, selector: str) -> None:
        """What leads to no other page."""
        self.evaluate(f"document.querySelector({selector!r}).click()")

    def press(self, key: str, leaves: bool = False) -> None:
        name, code, text = KEYS[key]
        about = {"key": name, "code": key, "windowsVirtualKeyCode": code}

        def strike() -> None:
            self("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
            self("Input.dispatchKeyEvent", type="keyUp", **about)

        self._and_wait(strike) if leaves else strike()

    def strike(self, key: str, held: int = 0, code: int = 0) -> None:
        """One key, with others held: 1 Alt, 2 Ctrl, 8 Shift."""
        text = key if len(key) == 1 and not held & 2 else ""
        about = {
            "key": key,
            "code": key if len(key) > 1 else f"Key{key.upper()}",
            "modifiers": held,
            "windowsVirtualKeyCode": code or ord(key[0].upper()),
        }
        self("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self("Input.dispatchKeyEvent", type="keyUp", **about)

    def point_at(self, selector: str) -> None:
        """A click of the mouse, where the thing is."""
        found = f"document.querySelector({selector!r})"
        self.evaluate(f"{found}.scrollIntoView({{block: 'center'}})")
        box = self.evaluate(f"{found}.getBoundingClientRect().toJSON()")
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        about = {"x": x, "y": y, "button": "left", "clickCount": 1}
        for kind in ("mousePressed", "mouseReleased"):
            self("Input.dispatchMouseEvent", type=kind, **about)

    def point_and_leave(self, selector: str) -> None:
        self._and_wait(lambda: self.point_at(selector))

    def strike_and_leave(self, key: str, held: int = 0, code: int = 0) -> None:
        self._and_wait(lambda: self.strike(key, held, code))

    def type(self, text: str) -> None:
        self("Input.insertText", text=text)

    def fill(self, name: str, text: str) -> None:
        self.evaluate(f"document.querySelector('[name={name}]').value = {json.dumps(text)}")

    def choose_file(self, name: str, path: Path) -> None:
        root = self("DOM.getDocument")["root"]["nodeId"]
        found = self("DOM.querySelector", nodeId=root, selector=f"input[name={name}]")
        self("DOM.setFileInputFiles", nodeId=found["nodeId"], files=[str(path)])

    def _and_wait(self, step: Any) -> None:
        """Until the page that the step leads to has been loaded."""
        self.events.clear()
        step()
        until(self._loaded, "no page came")

    def _loaded(self) -> bool:
        self("Page.getFrameTree")  # events come in with an answer, also from between two pages
        return any(event.get("method") == "Page.loadEventFired" for event in self.events)

    @property
    def address(self) -> str:
        return str(self.evaluate("location.href"))

    @property
    def text(self) -> str:
        return str(self.evaluate("document.body.innerText"))

    def size(self, width: int, height: int = 900, dark: bool = False) -> None:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self("Emulation.setDeviceMetricsOverride", **screen)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self("Emulation.setEmulatedMedia", features=[scheme])

    def until_it_fits(self, width: int, name: str) -> None:
        """Nothing sticks out, once the page is laid out for its size."""
        wide = "document.documentElement.scrollWidth"
        until(lambda: self.evaluate(wide) <= width, f"{name} is wider than {width}")

    def screenshot(self, path: Path) -> None:
        """All of the page, or as much of a long one as can be pictured."""
        wide, high = self.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        clip = {"x": 0, "y": 0, "width": wide, "height": min(high, TALLEST), "scale": 1}
        taken = self("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(taken["data"]))
