"""requests-oauthlib: the code flow, and renewal by itself."""

import requests
from requests.auth import HTTPBasicAuth
from requests_oauthlib import OAuth2Session
from story import API, BACK, CLIENT_ID, OAUTH, SECRET, consented, holds, opened, whole

SCOPE = "companyinformation customer article invoice payment bookkeeping"
client = OAuth2Session(CLIENT_ID, redirect_uri=BACK, scope=SCOPE)


def renew():
    consented()
    url, _ = client.authorization_url(f"{OAUTH}/auth", access_type="offline")
    back = requests.get(url, allow_redirects=False).headers["location"]
    basic = HTTPBasicAuth(CLIENT_ID, SECRET)
    code = back.replace("http://", "https://", 1)  # it wants TLS of whoever sends it a code
    token = client.fetch_token(f"{OAUTH}/token", authorization_response=code, auth=basic)
    again = client.refresh_token(f"{OAUTH}/token", token["refresh_token"], auth=basic)
    holds(again["access_token"] != token["access_token"])


def call(method, path, body=None):
    answer = client.request(method, f"{API}{path}", json=body)
    return opened(answer.status_code, answer.json())


whole(call, renew)
