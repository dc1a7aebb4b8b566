// axios: it takes a proxy from the environment by itself.
const axios = require("axios");
const { API, OAUTH, ID, SECRET, REFRESH, holds, opened, whole } = require("./story.js");

let token;
const client = axios.create({ baseURL: API, validateStatus: () => true });

async function renew() {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: REFRESH });
  const told = await axios.post(`${OAUTH}/token`, form, { auth: { username: ID, password: SECRET } });
  token = told.data.access_token;
  holds(token);
}

whole(async (method, url, data) => {
  const answer = await client({ method, url, data, headers: { Authorization: `Bearer ${token}` } });
  return opened(answer.status, answer.data);
}, renew);
