import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError, api } from '#platform/web/api.ts'

const quiet = { quiet: true, staysOn401: true }

/** Why a ceremony failed: the person canceled it, the device already has a passkey, or it was refused. */
export function failureOf(error: unknown): 'stopped' | 'known' | 'failed' {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'stopped'
  return name === 'InvalidStateError' ? 'known' : 'failed'
}

/** Why signing in with a passkey failed, as a key of the texts. */
export function signInFailureOf(error: unknown) {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 406) return 'notActive'
  if (status === 403) return error instanceof ApiError && error.code === 'account-frozen' ? 'frozen' : 'notVerified'
  return failureOf(error) === 'stopped' ? 'signInStopped' : 'signInFailed'
}

/** Creates a passkey on the device and registers it under a name. */
export async function addPasskey(name: string) {
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/passkey/options', undefined, {
    quiet: true,
  })
  const credential = await startRegistration({ optionsJSON })
  await api.post('/api/passkey/', { name, credential }, quiet)
}

async function usePasskey<Answer>(path: string, about: { accountId?: string } = {}) {
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, undefined, quiet)
  const credential = await startAuthentication({ optionsJSON })
  return api.post<Answer>(path, { credential, ...about }, quiet)
}

/** Signs in with any passkey that the device offers. @param about the only account that may sign in */
export const signInWithPasskey = (about?: { accountId: string }) =>
  usePasskey<{ forcePasswordReset: boolean; redirectUrl: string }>('/api/passkey/signIn', about)

/** Confirms the person's identity with one of the account's passkeys. */
export const confirmWithPasskey = () => usePasskey<null>('/api/passkey/confirm')
