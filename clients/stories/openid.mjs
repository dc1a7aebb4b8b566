// openid-client: our metadata, the code flow with PKCE, and calls with its token.
import * as oauth from "openid-client";
import story from "./story.js";

const { ID, SECRET, BACK, SCOPE, consented, holds, opened, whole, API } = story;
let config, tokens;

async function renew() {
  const how = { algorithm: "oauth2", execute: [oauth.allowInsecureRequests] };
  config = await oauth.discovery(new URL(API), ID, SECRET, undefined, how);
  await consented();
  const verifier = oauth.randomPKCECodeVerifier(), state = oauth.randomState();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: BACK, scope: SCOPE, state, code_challenge: challenge, code_challenge_method: "S256",
  });
  const back = (await fetch(url, { redirect: "manual" })).headers.get("location");
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const first = await oauth.authorizationCodeGrant(config, new URL(back), checks);
  tokens = await oauth.refreshTokenGrant(config, first.refresh_token);
  holds(tokens.access_token !== first.access_token);
}

await whole(async (method, path, body) => {
  const headers = new Headers(body ? { "Content-Type": "application/json" } : {});
  const url = new URL(API + path), sent = body && JSON.stringify(body);
  const answer = await oauth.fetchProtectedResource(config, tokens.access_token, url, method, sent, headers);
  return opened(answer.status, await answer.json());
}, renew);
