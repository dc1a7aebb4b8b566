// fortnox-api: the header Access-Token, and an old `request` below it.
const { create } = require("fortnox-api");
const { API, SECRET, TOKEN, Refused, whole } = require("./story.js");

const client = create({ url: API, clientSecret: SECRET, accessToken: TOKEN });

whole((method, path, body) =>
  new Promise((resolve, reject) => {
    const done = (error, answer, told) => {
      if (error && error.body) reject(new Refused(0, error.body.message));
      else if (error) reject(error);
      else resolve(told);
    };
    client.send(method.toLowerCase(), { url: path, ...(body ? { body } : {}), ...client.defaults }, done);
  })
);
