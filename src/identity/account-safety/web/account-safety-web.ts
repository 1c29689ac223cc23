import type { SignInMethod } from '#identity/accounts/web/sign-in-method-public.ts'
import type { WebFeature } from '#platform/web/feature.ts'
import { impersonationScreen, notMeScreen, reauthenticateScreen } from './account-safety-screens.ts'

/** @param methods offered to confirm one's identity */
export const accountSafetyWeb = (methods: SignInMethod[]): WebFeature => ({
  name: 'account-safety',
  openWithComponents: [notMeScreen],
  interrupting: [reauthenticateScreen(methods)],
  accountPages: [impersonationScreen],
})
