// superagent: it takes no proxy from the environment.
const superagent = require("superagent");
const { API, OAUTH, ID, SECRET, REFRESH, holds, opened, whole } = require("./story.js");

let token;

async function renew() {
  const form = { grant_type: "refresh_token", refresh_token: REFRESH };
  const told = await superagent.post(`${OAUTH}/token`).type("form").auth(ID, SECRET).send(form);
  token = told.body.access_token;
  holds(token);
}

whole(async (method, path, body) => {
  const asked = superagent(method, API + path).set("Authorization", `Bearer ${token}`);
  const answer = await (body ? asked.send(body) : asked).ok(() => true);
  return opened(answer.status, answer.body);
}, renew);
