import { ApiError } from '#platform/web/api.ts'

const KEY = 'factorIntent'
const LIFE_MS = 15 * 60 * 1000

/** What the person was about to do: enroll a second factor, or remove the one with this identifier. */
export type FactorIntent = { kind: 'phone' | 'app' } | { kind: 'removal'; authenticatorId: string }

/** A refused call leads to the second factor and back (HTTP-03); then this is resumed. */
export function saveIntent(error: unknown, intent: FactorIntent) {
  if (error instanceof ApiError && error.status === 401)
    sessionStorage.setItem(KEY, JSON.stringify({ intent, at: Date.now() }))
}

/** Whether something was about to be done before the second factor. */
export const hasIntent = () => sessionStorage.getItem(KEY) !== null

/** What was about to be done before the second factor; returned once. */
export function consumeIntent(): FactorIntent | null {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (!kept) return null
  const { intent, at } = JSON.parse(kept) as { intent: FactorIntent; at: number }
  return Date.now() - at < LIFE_MS ? intent : null
}
