#!/bin/sh
# From `git clone` to the first green test of a client in another language: how many seconds that takes.
# The client is a test of Node's own runner where there is a node, else plain curl. `sh bench/first_test.sh [REPOSITORY]`
set -eu
repository=${1:-$(cd "$(dirname "$0")/.." && pwd)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
began=$(date +%s)
git clone --quiet "$repository" "$folder/reskontra"
echo "cloned after $(($(date +%s) - began)) s"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$folder/reskontra"
echo "installed after $(($(date +%s) - began)) s"
cd "$folder"
cat >client.test.mjs <<'JS'
import assert from "node:assert";
import test from "node:test";
const { SANDBOX_API_URL: api, SANDBOX_ACCESS_TOKEN: token } = process.env;
test("a customer is made and found", async () => {
  const headers = { Authorization: `Bearer ${token}` };
  const body = JSON.stringify({ Customer: { Name: "Kund AB" } });
  const made = await (await fetch(`${api}/customers`, { method: "POST", headers, body })).json();
  const found = await fetch(`${api}/customers/${made.Customer.CustomerNumber}`, { headers });
  assert.equal((await found.json()).Customer.Name, "Kund AB");
});
JS
if command -v node >/dev/null; then
    "$folder/venv/bin/reskontra" sandbox -- node --test client.test.mjs
else
    # shellcheck disable=SC2016
    "$folder/venv/bin/reskontra" sandbox -- sh -c 'curl -sf -H "Authorization: Bearer $SANDBOX_ACCESS_TOKEN" "$SANDBOX_API_URL/customers" >/dev/null'
fi
echo "green after $(($(date +%s) - began)) s"
