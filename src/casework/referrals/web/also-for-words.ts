import type { TFunction } from 'i18next'
import type { Referral, ReferralInList } from '../referral-call.ts'

/** The others of a referral, for the URL of another try: `&alsoFor=…` for each. */
export const alsoForWords = ({ alsoFor }: Pick<Referral, 'alsoFor'>) =>
  alsoFor.map(({ contactId }) => (contactId ? `&alsoFor=${contactId}` : '')).join('')

/** "Ana R. + 2" for a referral of several people. */
export const peopleText = (
  t: TFunction,
  { personName, othersCount }: Pick<ReferralInList, 'personName' | 'othersCount'>,
) =>
  personName && othersCount
    ? t('referrals:alsoFor.count', { name: personName, count: othersCount })
    : (personName ?? t('referrals:nameless'))
