import i18next from 'i18next'
import { ApiError } from '#platform/web/api.ts'
import type { Referral } from '../referral-call.ts'

/** What a person reads once a referral was sent, or is on its way. */
export const sentText = ({ sendsIn }: Pick<Referral, 'sendsIn'>) =>
  sendsIn === null
    ? i18next.t('referrals:done.send')
    : i18next.t('referrals:sending.toast', { count: Math.ceil(sendsIn) })

/** What a person reads when a step of a referral was refused. */
export function refusalText(error: unknown) {
  if (!(error instanceof ApiError)) return i18next.t('referrals:failed')
  const own = `refused.${error.code}`
  if (i18next.exists(`referrals:${own}`)) return i18next.t(`referrals:${own}`, error.body)
  return i18next.t(error.status === 409 ? 'referrals:changedMeanwhile' : 'referrals:failed')
}
