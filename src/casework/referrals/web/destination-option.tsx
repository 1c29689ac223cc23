import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { FoundDestination } from '../destination.ts'
import classes from './new-referral-page.module.css'

export const labelOf = ({ service, organization }: FoundDestination) =>
  [service?.name, shownName(organization.name)].filter(Boolean).join(' · ')

/** A service or an organization in the picker's list: its distance, and whether it answers referrals in the portal. */
export function DestinationOption({ found, label }: { found: FoundDestination | undefined; label: string }) {
  const { t, i18n } = useTranslation('referrals')
  if (!found) return label
  const { distance, city, reach } = found
  const miles =
    distance !== null &&
    t('pick.miles', { count: distance, replace: { count: distance.toLocaleString(localeOf(i18n.language)) } })
  return (
    <span className={classes.option}>
      {label}
      <small>{[miles, city, t(`pick.reach.${reach}`)].filter(Boolean).join(' · ')}</small>
    </span>
  )
}
