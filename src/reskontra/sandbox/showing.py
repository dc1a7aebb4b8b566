"""How a page of a sandbox is put together: its template, and the headers that keep others out."""

from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, Response

from reskontra.sandbox.control import Asking
from reskontra.web.pages import templates_in

FOLDER = Path(__file__).parent / "templates"
OWN_STYLE = (FOLDER / "sandbox.css").read_text()
SCRIPT = (FOLDER / "live.js").read_text()
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self';"
    " frame-src 'self'; form-action 'self' http://127.0.0.1:* http://localhost:*;"
    " base-uri 'none'; frame-ancestors 'none'"
)
OF_A_LETTER = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
SAFE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
_templates = templates_in(FOLDER)


def page(asking: Asking, template: str, title: str, **values: Any) -> Response:
    company = asking.company
    shown = _templates.get_template(template).render(
        title=title,
        company=company,
        clock=company.clock.shown,
        url=asking.box.url,
        query=asking.query,
        said=asking.query.get("said", ""),
        **values,
    )
    return HTMLResponse(shown, headers={**SAFE, "Content-Security-Policy": POLICY})
