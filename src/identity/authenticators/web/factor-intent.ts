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
export const hasIntent = () => findIntent() !== null

/** What was about to be done before the second factor. Safe while rendering: React may discard a render and repeat it. */
export function findIntent(): FactorIntent | null {
  const kept = sessionStorage.getItem(KEY)
  if (!kept) return null
  const { intent, at } = JSON.parse(kept) as { intent: FactorIntent; at: number }
  return Date.now() - at < LIFE_MS ? intent : null
}

/** It is resumed only once. */
export const forgetIntent = () => sessionStorage.removeItem(KEY)
