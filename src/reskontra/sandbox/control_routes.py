"""The table of the control addresses."""

from reskontra.sandbox import control_calls as calls
from reskontra.sandbox import disguise_calls, keeping, mail_calls
from reskontra.sandbox.control import Handler
from reskontra.web.router import Route

API = "/sandbox/api"

# fmt: off
TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("GET",    "",                                calls.overview),
    ("GET",    "/clock",                          calls.read_clock),
    ("PUT",    "/clock",                          calls.set_clock),
    ("POST",   "/clock/advance",                  calls.advance),
    ("POST",   "/reset",                          calls.reset),
    ("GET",    "/snapshots",                      keeping.list_all),
    ("PUT",    "/snapshots/{name}",               keeping.keep),
    ("DELETE", "/snapshots/{name}",               keeping.remove),
    ("POST",   "/snapshots/{name}/restore",       keeping.restore),
    ("GET",    "/snapshots/{name}/file",          keeping.download),
    ("PUT",    "/snapshots/{name}/file",          keeping.upload),
    ("GET",    "/scenarios",                      calls.scenarios),
    ("GET",    "/companies",                      calls.list_companies),
    ("POST",   "/companies",                      calls.add_company),
    ("GET",    "/companies/{name}",               calls.read_company),
    ("DELETE", "/companies/{name}",               calls.remove_company),
    ("GET",    "/requests",                       calls.list_calls),
    ("DELETE", "/requests",                       calls.forget_calls),
    ("GET",    "/requests/wait",                  calls.wait_for_call),
    ("GET",    "/requests/{id}",                  calls.read_call),
    ("GET",    "/requests/{id}/curl",             calls.call_as_curl),
    ("GET",    "/events",                         calls.events),
    ("GET",    "/faults",                         calls.list_faults),
    ("POST",   "/faults",                         calls.add_fault),
    ("DELETE", "/faults",                         calls.remove_fault),
    ("DELETE", "/faults/{id}",                    calls.remove_fault),
    ("GET",    "/mail",                           mail_calls.list_letters),
    ("DELETE", "/mail",                           mail_calls.remove_letters),
    ("GET",    "/mail/wait",                      mail_calls.wait_for_letter),
    ("GET",    "/mail/{id}",                      mail_calls.read_letter),
    ("GET",    "/mail/{id}/raw",                  mail_calls.read_raw),
    ("GET",    "/mail/{id}/attachments/{number}", mail_calls.read_attachment),
    ("POST",   "/tokens",                         calls.make_token),
    ("POST",   "/tokens/expire",                  calls.end_tokens),
    ("PUT",    "/oauth",                          calls.set_consent),
    ("GET",    "/transparent",                    disguise_calls.read),
    ("GET",    "/ca/{form}",                      disguise_calls.certificate),
)
# fmt: on
ROUTES = [Route(method, f"{API}{path}", handler) for method, path, handler in TABLE]
