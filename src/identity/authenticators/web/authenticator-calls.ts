import { type QueryClient, queryOptions } from '@tanstack/react-query'
import i18next from 'i18next'
import { ApiError, api } from '#platform/web/api.ts'
import type { Authenticator, Challenge, RecoveryCodesLeft } from '../authenticator.ts'

/** The signed-in account's authenticators. */
export const authenticatorsQuery = queryOptions({
  queryKey: ['authenticators'],
  queryFn: () => api.get<Authenticator[]>('/api/mfa/', { quiet: true }),
})
export const recoveryCodesQuery = queryOptions({
  queryKey: ['recoveryCodes'],
  queryFn: () => api.get<RecoveryCodesLeft>('/api/mfa/recoveryCodes', { quiet: true }),
})

export const reloadFactors = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: authenticatorsQuery.queryKey }),
    client.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey }),
  ])

export const findPhone = (list: Authenticator[]) =>
  list.find((a) => a.active && (a.oob_channel === 'sms' || a.oob_channel === 'voice'))
export const findApp = (list: Authenticator[]) => list.find((a) => a.active && a.authenticator_type === 'otp')

/** Whether there is a specific text for this failure. */
export const isKnownFailure = (error: unknown) =>
  error instanceof ApiError && i18next.exists(`authenticators:message.${error.code}`)

/** Why a call about a code failed, in the reader's language. */
export function failureText(error: unknown) {
  const key = error instanceof ApiError ? error.code : 'other'
  return i18next.t([`authenticators:message.${key}`, 'authenticators:message.other'])
}

/** Requests a code; its `oob_code` is required for the verification. */
export const requestCode = (authenticatorId: string, options: { staysOn401?: boolean } = {}) =>
  api.post<Challenge>('/api/mfa/challenge', { authenticatorId }, { quiet: true, ...options })
