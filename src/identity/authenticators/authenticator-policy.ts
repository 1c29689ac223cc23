import type { Authenticator } from './authenticator.ts'

/** Every account has the e-mail authenticator; its identifier is the account's own. */
export const isEmail = (authenticator: Pick<Authenticator, 'oob_channel'>) => authenticator.oob_channel === 'email'

/** Why an authenticator may not be removed, as a problem code; null if it may. */
export function whyNotRemovable(
  authenticator: Pick<Authenticator, 'oob_channel'>,
  account: { isRequired: boolean; enrolledCount: number },
) {
  if (isEmail(authenticator)) return 'email-authenticator-stays' as const
  return account.isRequired && account.enrolledCount <= 1 ? ('last-authenticator' as const) : null
}
