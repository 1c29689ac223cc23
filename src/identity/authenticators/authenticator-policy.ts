import type { Authenticator } from './authenticator.ts'

/** The e-mail authenticator stands for every account and has the account's own identifier. */
export const isEmail = (authenticator: Pick<Authenticator, 'oob_channel'>) => authenticator.oob_channel === 'email'

/** Why an authenticator may not be removed, as a problem code; null when it may. */
export function whyNotRemovable(
  authenticator: Pick<Authenticator, 'oob_channel'>,
  account: { isRequired: boolean; enrolledCount: number },
) {
  if (isEmail(authenticator)) return 'email-authenticator-stays' as const
  return account.isRequired && account.enrolledCount <= 1 ? ('last-authenticator' as const) : null
}
