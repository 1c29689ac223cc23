import { ApiError } from '#platform/web/api.ts'

const KEY = 'factorIntent'
const LIFE_MS = 15 * 60 * 1000

/** What somebody was about to do with their second factors: enroll one, or remove the one with this identifier. */
export type FactorIntent = { kind: 'phone' | 'app' } | { kind: 'removal'; authenticatorId: string }

/** A refused call leads to the stronger sign-in and back (HTTP-03); there this is taken up again. */
export function saveIntent(error: unknown, intent: FactorIntent) {
  if (error instanceof ApiError && error.status === 401)
    sessionStorage.setItem(KEY, JSON.stringify({ intent, at: Date.now() }))
}

/** What was about to be done before the stronger sign-in, once. */
export function consumeIntent(): FactorIntent | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!kept) return null
  const { intent, at } = JSON.parse(kept) as { intent: FactorIntent; at: number }
  return Date.now() - at < LIFE_MS ? intent : null
}
