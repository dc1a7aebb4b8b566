"""A person in front of a real browser, at a desk or with a telephone."""

import os
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

from tests.approving import PASSWORD, Flow, registered, started
from tests.browser.chromium import Chromium
from tests.service import Service

PHONE, DESK = 390, 1280
SHOTS = os.environ.get("RESKONTRA_TEST_SCREENSHOTS")  # a folder to keep pictures of the pages in


class Person:
    """Someone at the screen, sent to us by an integration."""

    def __init__(self, screen: Chromium, service: Service, client_site: str) -> None:
        self.screen = screen
        self.back = f"{client_site}/back"
        with httpx.Client(timeout=60) as http:
            self.flow: Flow = started(service, http)
        self.flow.client = registered(service, redirect_uris=(self.back,))

    def address(self, **more: str) -> str:
        asked = self.flow.asked(redirect_uri=self.back, **more)
        return f"{self.flow.base}/oauth-v1/auth?{urlencode(asked)}"

    def log_in(self, password: str = PASSWORD) -> None:
        self.screen.fill("email", self.flow.person.email)
        self.screen.fill("password", password)
        self.screen.click("button.primary")

    def told(self) -> dict[str, str]:
        """What the integration was handed."""
        address = self.screen.address
        assert address.startswith(self.back), address
        return dict(parse_qsl(urlsplit(address).query))

    def seen(self, name: str) -> None:
        seen(self.screen, name)


def seen(screen: Chromium, name: str) -> None:
    """Nothing sticks out at either width; pictures where they are wanted."""
    for width, dark in ((DESK, False), (DESK, True), (PHONE, False)):
        screen.size(width, dark=dark)
        screen.until_it_fits(width, name)
        if SHOTS:
            shade = "-dark" if dark else ""
            screen.screenshot(Path(SHOTS) / f"{name}-{width}{shade}.png")
    screen.size(DESK)
