import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const CLIENT_ID = 'hearthline'
export const CLIENT_SECRET = 'a-secret-of-the-tests-alone-0123456789'

/** The people known to the provider: subject → claims. Any password is accepted. */
const people: Record<string, { email: string; email_verified: boolean; name: string }> = {}
export const addPerson = (subject: string, email: string) => {
  people[subject] = { email, email_verified: true, name: subject }
}

/** Skips the consent screen, as an organization's own provider does for its own portal. */
async function loadExistingGrant(ctx: {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope: (scope: string) => void; save: () => Promise<unknown> } }
    client: { clientId: string }
    session: { accountId: string }
  }
}) {
  const { provider, client, session } = ctx.oidc
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

const configuration = (jwks: { keys: JWK[] }, portal: string) => ({
  jwks,
  clients: [
    {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: [`${portal}/api/singleSignOn/callback`],
      post_logout_redirect_uris: [`${portal}/auth/logout`],
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  cookies: { keys: ['cookies-of-the-tests'] },
  features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  findAccount: (_ctx: unknown, sub: string) => ({
    accountId: sub,
    claims: () => ({ sub, ...people[sub] }),
  }),
  loadExistingGrant,
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  pkce: { required: () => true },
})

/**
 * Rewrites the response of the token endpoint: the ID token is signed again, with the provider's own key and changed
 * claims.
 */
function tamperWith(response: ServerResponse, key: JWK, change: (claims: JWTPayload) => JWTPayload) {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: Buffer | string) => {
    const answer = JSON.parse(String(body)) as { id_token: string }
    const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload
    importJWK(key, 'RS256')
      .then((signer) =>
        new SignJWT(change(claims)).setProtectedHeader({ alg: 'RS256', kid: String(key.kid) }).sign(signer),
      )
      .then((token) => end(JSON.stringify({ ...answer, id_token: token })))
    return response
  }) as ServerResponse['end']
}

/**
 * A real OpenID provider on this machine, with its own sign-in forms.
 * @param portal the public URL of the portal
 */
export async function startOpenIdProvider(portal: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key: JWK = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'RS256', use: 'sig' }
  const controls = { tamper: null as ((claims: JWTPayload) => JWTPayload) | null, isSilent: false }
  let handle: ReturnType<Provider['callback']> = () => undefined
  const server = createServer((request, response) => {
    if (controls.isSilent) return
    if (request.url?.startsWith('/token') && controls.tamper) {
      response.removeHeader('content-length')
      const set = response.setHeader.bind(response)
      response.setHeader = (name, value) => (name.toLowerCase() === 'content-length' ? response : set(name, value))
      tamperWith(response, key, controls.tamper)
    }
    handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  handle = new Provider(issuer, configuration({ keys: [key] }, portal)).callback()
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { issuer, controls, stop }
}
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

/** Signs in at the provider as a browser would, without rendering. @returns the URL to which it redirects */
export async function signInAtProvider(url: string, subject: string, portal: string) {
  const jar = new Map<string, string>()
  const step = async (address: string, form?: Record<string, string>) => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [name, value] = (cookie.split(';')[0] ?? '').split('=') as [string, string]
      jar.set(name, value)
    }
    return answer
  }
  let at = url
  for (let hop = 0; hop < 8 && !at.startsWith(portal); hop++) {
    const answer = await step(at)
    const next = answer.headers.get('location')
    if (next) at = new URL(next, at).href
    else {
      const sent = await step(at, { prompt: 'login', login: subject, password: 'any' })
      at = new URL(sent.headers.get('location') ?? '', at).href
    }
  }
  return at
}
