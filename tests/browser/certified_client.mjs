// The certified client openid-client goes the whole way: discovery, code, refresh, revocation.
// It prints where the person must go, reads where the person came back to, and prints its tokens;
// after another line it gives them up.
import { createInterface } from 'node:readline/promises'
import * as client from 'openid-client'

const [issuer, id, secret, redirect, method, pkce] = process.argv.slice(2)
const proof = { basic: client.ClientSecretBasic, post: client.ClientSecretPost }[method](secret)
const config = await client.discovery(new URL(issuer), id, secret, proof, {
  algorithm: 'oauth2',
  execute: [client.allowInsecureRequests], // http, at the loopback
})

const asked = { redirect_uri: redirect, scope: 'invoice customer' }
const checks = {}
if (pkce === 'pkce') {
  checks.pkceCodeVerifier = client.randomPKCECodeVerifier()
  asked.code_challenge = await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier)
  asked.code_challenge_method = 'S256'
} else {
  checks.expectedState = asked.state = client.randomState()
}
console.log(client.buildAuthorizationUrl(config, asked).href)

const lines = createInterface({ input: process.stdin })
const line = lines[Symbol.asyncIterator]()
const back = new URL((await line.next()).value)
const first = await client.authorizationCodeGrant(config, back, checks)
const second = await client.refreshTokenGrant(config, first.refresh_token)
console.log(JSON.stringify({ first, second }))
await line.next() // until the tokens have been tried
await client.tokenRevocation(config, second.refresh_token)
console.log('revoked')
lines.close()
