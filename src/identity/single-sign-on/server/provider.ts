import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
} from 'openid-client'
import { newCode } from '#identity/accounts/server/accounts-public.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { signOnProblem } from './sign-on-problem.ts'

const TIMEOUT_S = 5
const KEEP_MS = 3600_000
/** The maximum age of an authentication at the provider if a fresh one is required. */
const FRESH_S = 300

/** Binds one round trip to the provider: the state in the URL and the secret in the browser's cookie. */
export interface Binding {
  state: string
  browser: string
}

/** The identity according to the provider's signed token. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  label: string | null
  idToken: string
}

const hmac = (key: string, words: string) => createHmac('sha256', key).update(words).digest('base64url')

/** A state says with which of the SECRET_KEYS its round trip began: another one may be the first when it ends. */
const markOf = (key: string, code: string) => hmac(key, `sign-on state ${code}`).slice(0, 16)

/** A new state, for a round trip with the first of the SECRET_KEYS. */
export function newState({ secretKeys }: Config) {
  const code = newCode()
  return `${code}.${markOf(secretKeys[0] ?? '', code)}`
}

function keyOf({ secretKeys }: Config, state: string) {
  const [code = '', mark] = state.split('.')
  return secretKeys.find((key) => markOf(key, code) === mark) ?? secretKeys[0] ?? ''
}

/** Nonce and verifier are derived from what only this browser and this portal know together, so they are not stored. */
const derive = (config: Config, purpose: 'nonce' | 'verifier', { state, browser }: Binding) =>
  hmac(keyOf(config, state), `sign-on ${purpose} ${state} ${browser}`)

const callback = (config: Config) => `${config.publicUrl}/api/singleSignOn/callback`

/**
 * The configured OpenID provider. It is contacted on the first sign-in, so that the portal can start without it, and
 * again after a failure.
 */
export function createProvider(config: Config) {
  let known: { at: number; found: Promise<Configuration> } | null = null

  const discover = (settings: NonNullable<Config['signOn']>) =>
    discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute: settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    })

  /** @throws problem not-found without single sign-on, sign-on-unreachable if the provider does not respond */
  async function reach() {
    if (!config.signOn) throw problem('not-found')
    if (!known || Date.now() - known.at > KEEP_MS) known = { at: Date.now(), found: discover(config.signOn) }
    try {
      return await known.found
    } catch {
      known = null
      throw signOnProblem('sign-on-unreachable')
    }
  }

  return {
    /** The URL of the provider's sign-in. `isFresh` makes it ask the person again. */
    async signInUrl(binding: Binding, isFresh: boolean) {
      const provider = await reach()
      return buildAuthorizationUrl(provider, {
        redirect_uri: callback(config),
        scope: 'openid email profile',
        state: binding.state,
        nonce: derive(config, 'nonce', binding),
        code_challenge: await calculatePKCECodeChallenge(derive(config, 'verifier', binding)),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
      }).href
    },

    /**
     * Exchanges the code for the identity; verifies signature, issuer, audience, nonce and times.
     * @param search the callback's query string, as received
     * @throws if any check fails
     */
    async identify(search: string, binding: Binding, isFresh: boolean): Promise<ProvenIdentity> {
      const provider = await reach()
      const tokens = await authorizationCodeGrant(provider, new URL(`${callback(config)}?${search}`), {
        expectedState: binding.state,
        expectedNonce: derive(config, 'nonce', binding),
        pkceCodeVerifier: derive(config, 'verifier', binding),
        idTokenExpected: true,
        ...(isFresh ? { maxAge: FRESH_S } : {}),
      })
      const claims = tokens.claims()
      if (!claims || !tokens.id_token) throw new Error('the provider gave no identity')
      const label = [claims.email, claims.preferred_username, claims.name].find((c) => typeof c === 'string')
      return {
        issuer: claims.iss,
        subject: claims.sub,
        label: typeof label === 'string' ? label.slice(0, 200) : null,
        idToken: tokens.id_token,
      }
    },

    /** The URL to sign out at the provider; null if it offers none or does not respond. */
    async signOutUrl(idToken: string) {
      const provider = await reach().catch(() => null)
      if (!provider?.serverMetadata().end_session_endpoint) return null
      return buildEndSessionUrl(provider, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${config.publicUrl}/auth/logout`,
      }).href
    },
  }
}
type Provider = ReturnType<typeof createProvider>

/** The services for sign-in through the provider. */
export interface SignOnServices {
  database: Database
  config: Config
  provider: Provider
}
