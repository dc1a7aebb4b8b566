"""What a test finds the sandbox by, in its environment."""

from reskontra.sandbox.credentials import MAIN, Credentials


def environment(base: str, client_env: bool = True, company: str = MAIN) -> dict[str, str]:
    """Ours; the second half is what known clients read."""
    own, site = Credentials(company), base.removesuffix("/api/v1")
    ours = {
        "SANDBOX_URL": site,
        "SANDBOX_API_URL": f"{base}/3",
        "SANDBOX_OAUTH_URL": f"{base}/oauth-v1",
        "SANDBOX_CONTROL_URL": f"{site}/sandbox/api",
        "SANDBOX_CLIENT_ID": own.client_id,
        "SANDBOX_CLIENT_SECRET": own.client_secret,
        "SANDBOX_ACCESS_TOKEN": own.access_token,
        "SANDBOX_REFRESH_TOKEN": own.refresh_token,
        "SANDBOX_TENANT_ID": str(own.tenant_id),
        "SANDBOX_COMPANY": own.name,
    }
    theirs = {
        "FORTNOX_BASE_URL": f"{base}/3/",
        "FORTNOX_HOST": f"{base}/3/",
        "FN_HOST": f"{base}/3/",
        "FORTNOX_OAUTH_BASE_URL": f"{base}/oauth-v1",
        "FORTNOX_CLIENT_ID": own.client_id,
        "FORTNOX_CLIENT_SECRET": own.client_secret,
        "FORTNOX_ACCESS_TOKEN": own.access_token,
        "FORTNOX_REFRESH_TOKEN": own.refresh_token,
        "FN_ACCESS_TOKEN": own.access_token,
    }
    return ours | (theirs if client_env else {})
