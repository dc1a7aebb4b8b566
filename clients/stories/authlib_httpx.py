"""Authlib: the code flow with PKCE, and its own renewal."""

import httpx
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client
from story import API, BACK, CLIENT_ID, OAUTH, SECRET, consented, holds, opened, whole

verifier = generate_token(48)
client = OAuth2Client(CLIENT_ID, SECRET, scope="companyinformation customer article invoice payment"
                      " bookkeeping", redirect_uri=BACK, code_challenge_method="S256",
                      token_endpoint=f"{OAUTH}/token")  # fmt: skip


def renew():
    consented()
    url, state = client.create_authorization_url(f"{OAUTH}/auth", code_verifier=verifier)
    back = httpx.get(url).headers["location"]
    client.fetch_token(authorization_response=back, code_verifier=verifier, state=state)
    before = client.token["access_token"]
    client.refresh_token(f"{OAUTH}/token", client.token["refresh_token"])
    holds(client.token["access_token"] != before)


def call(method, path, body=None):
    answer = client.request(method, f"{API}{path}", json=body)
    return opened(answer.status_code, answer.json())


whole(call, renew)
