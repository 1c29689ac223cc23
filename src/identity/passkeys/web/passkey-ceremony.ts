import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { api } from '#platform/web/api.ts'

const quiet = { quiet: true, staysOn401: true }

/** Why a ceremony failed: the person canceled it, the device already has a passkey, or it was refused. */
export function failureOf(error: unknown): 'stopped' | 'known' | 'failed' {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'stopped'
  return name === 'InvalidStateError' ? 'known' : 'failed'
}

/** Creates a passkey on the device and registers it under a name. */
export async function addPasskey(name: string) {
  const optionsJSON = await api.post<PublicKeyCredentialCreationOptionsJSON>('/api/passkey/options', undefined, {
    quiet: true,
  })
  const credential = await startRegistration({ optionsJSON })
  await api.post('/api/passkey/', { name, credential }, quiet)
}

async function usePasskey<Answer>(path: string) {
  const optionsJSON = await api.post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`, undefined, quiet)
  const credential = await startAuthentication({ optionsJSON })
  return api.post<Answer>(path, { credential }, quiet)
}

/** Signs in with any passkey that the device offers. */
export const signInWithPasskey = () =>
  usePasskey<{ forcePasswordReset: boolean; redirectUrl: string }>('/api/passkey/signIn')

/** Confirms the person's identity with one of the account's passkeys. */
export const confirmWithPasskey = () => usePasskey<null>('/api/passkey/confirm')
