// simple-oauth2: the code flow and renewal; calls by the built-in fetch.
const { AuthorizationCode } = require("simple-oauth2");
const { API, OAUTH, ID, SECRET, BACK, SCOPE, consented, holds, opened, whole } = require("./story.js");

const place = new URL(OAUTH);
const auth = { tokenHost: place.origin, tokenPath: `${place.pathname}/token`, authorizePath: `${place.pathname}/auth` };
const client = new AuthorizationCode({ client: { id: ID, secret: SECRET }, auth });
let token;

async function renew() {
  await consented();
  const url = client.authorizeURL({ redirect_uri: BACK, scope: SCOPE, state: "s1" });
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location"));
  const first = await client.getToken({ code: back.searchParams.get("code"), redirect_uri: BACK });
  const again = await first.refresh();
  token = again.token.access_token;
  holds(token !== first.token.access_token);
}

whole(async (method, path, body) => {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const answer = await fetch(API + path, { method, headers, body: body && JSON.stringify(body) });
  return opened(answer.status, await answer.json());
}, renew);
