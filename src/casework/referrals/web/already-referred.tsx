import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { statusKey } from '../status-key.ts'
import type { Destination } from './destination-picker.tsx'
import classes from './new-referral-page.module.css'
import { useOpenReferrals } from './referral-calls.ts'

/** Shows open referrals of the person to the same destination. Sending is still possible. */
export function AlreadyReferred({ contactId, destination }: { contactId: string; destination: Destination }) {
  const { t } = useTranslation(['referrals', 'clients'])
  const { serviceId, recipientOrganizationId } = destination
  const { data } = useOpenReferrals(contactId)
  const same = (data?.items ?? []).filter(
    (open) =>
      open.referredToOrganization.id === recipientOrganizationId &&
      (!serviceId || !open.serviceId || open.serviceId === serviceId),
  )
  if (same.length === 0) return null
  return (
    <div role="status" className={classes.again}>
      <p>
        {t('new.again', { count: same.length, organization: shownName(same[0]?.referredToOrganization.name ?? '') })}
      </p>
      <ul>
        {same.map((open) => (
          <li key={open.id}>
            <Anchor component={Link} to={`/referrals/${open.id}`} target="_blank" rel="noopener" inherit c="inherit">
              {open.serviceName ?? t(`needs:${open.need}`)}
            </Anchor>{' '}
            {t(statusKey(open.status))}, {timeInWords(open.sentOn ?? open.createdOn)}
          </li>
        ))}
      </ul>
    </div>
  )
}
