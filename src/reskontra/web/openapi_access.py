"""How a client is let in, in the words of OpenAPI: the scopes, and the flow as it is."""

from reskontra.codec import Json
from reskontra.contract.reports import REPORTS
from reskontra.people.scopes import SCOPES
from reskontra.web.sections import sections

FLOW = (
    "A person of the company approves the integration at the authorisation address (with"
    " `response_type=code`, `client_id`, `redirect_uri`, `scope`, `state`, and for PKCE"
    " `code_challenge` with `code_challenge_method=S256`), and is led back with a `code`. It is"
    " exchanged at the token address, as a form, with the client's id and secret by HTTP Basic or"
    " in the form, for an access token, which lasts an hour, and a refresh token, which is"
    " replaced each time it is used. With `account_type=service` an integration may afterwards"
    " get tokens by `client_credentials` too, with the company's number in the header `TenantId`."
)
BEARER = (
    "`Authorization: Bearer TOKEN`; the older header `Access-Token: TOKEN` is taken too. The"
    " sandbox has a token that never expires."
)


def security(base: str) -> Json:
    token = {"tokenUrl": f"{base}/oauth-v1/token", "refreshUrl": f"{base}/oauth-v1/token"}
    scopes = opened()
    return {
        "oauth2": {
            "type": "oauth2",
            "description": FLOW,
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": f"{base}/oauth-v1/auth",
                    **token,
                    "scopes": scopes,
                },
                "clientCredentials": {**token, "scopes": scopes},
            },
        },
        "bearer": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "JWT",
            "description": BEARER,
        },
    }


def places() -> dict[str, list[str]]:
    """The addresses that each scope opens."""
    found: dict[str, dict[str, None]] = {scope: {} for scope in SCOPES}
    for section in sections():
        resource = section.resource
        if not resource.scope:
            continue  # what it shows depends on the scopes that there are
        path = "reports" if section.title == REPORTS else resource.path
        found[resource.scope][f"`{'' if resource.own else '/3'}/{path}`"] = None
    return {scope: list(each) for scope, each in found.items()}


def opened() -> dict[str, str]:
    """What each scope opens; those that open nothing are known, for clients that ask for them."""
    return {
        scope: f"opens {', '.join(each)}" if each else "is granted, and opens nothing"
        for scope, each in places().items()
    }
