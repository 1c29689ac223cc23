import { today } from '#platform/web/today.ts'
import type { ConsentShown } from '../consent.ts'
import { isInForce } from '../consent-policy.ts'

type Standing = 'inForce' | 'withdrawn' | 'expired' | 'notYet'
export const standingOf = (consent: Pick<ConsentShown, 'givenOn' | 'expiresOn' | 'withdrawnOn'>): Standing => {
  if (isInForce(consent, today())) return 'inForce'
  if (consent.withdrawnOn) return 'withdrawn'
  return consent.givenOn > today() ? 'notYet' : 'expired'
}

/** Whether nothing more is shared under it, now or later. */
export const hasEnded = (consent: Parameters<typeof standingOf>[0]) =>
  ['withdrawn', 'expired'].includes(standingOf(consent))
