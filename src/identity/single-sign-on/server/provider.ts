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
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { signOnProblem } from './sign-on-problem.ts'

const TIMEOUT_S = 5
const KEEP_MS = 3600_000
/** How old an authentication at the provider may be when somebody is asked for it anew. */
const FRESH_S = 300

/** What one way to the provider is bound to: the state in the address and the secret in the browser's cookie. */
export interface Binding {
  state: string
  browser: string
}

/** Who came back, as the provider's signed word has it. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  label: string | null
  idToken: string
}

/** Nonce and verifier follow from what only this browser and this portal know together, so that they are kept nowhere. */
function derive(config: Config, purpose: 'nonce' | 'verifier', { state, browser }: Binding) {
  const words = `sign-on ${purpose} ${state} ${browser}`
  return createHmac('sha256', config.secretKeys[0] ?? '')
    .update(words)
    .digest('base64url')
}

const callback = (config: Config) => `${config.publicUrl}/api/singleSignOn/callback`

/**
 * The OpenID provider of the configuration. It is first asked when somebody wants to sign in, so that the portal starts
 * without it, and asked again when it did not answer.
 */
export function createProvider(config: Config) {
  let known: { at: number; found: Promise<Configuration> } | null = null

  const discover = (settings: NonNullable<Config['signOn']>) =>
    discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute: settings.issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    })

  /** @throws problem not-found where there is no single sign-on, sign-on-unreachable when the provider does not answer */
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
    /** The address of the provider's own sign-in. `isFresh` makes it ask the person again. */
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
     * Trades the code for the identity: signature, issuer, audience, nonce and times are checked.
     * @param search the callback's query, as it came
     * @throws when anything does not fit
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

    /** Where signing out at the provider begins; null when it offers none or does not answer. */
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

/** What the ways to and from the provider are made with. */
export interface SignOnServices {
  database: Database
  config: Config
  provider: Provider
}
