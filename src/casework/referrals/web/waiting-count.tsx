import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { useWaiting } from './referral-calls.ts'
import classes from './waiting-count.module.css'

/** The number of waiting items, next to 'Referrals' in the main navigation. */
export const WaitingCount = () => (userHasRole(knownUser(), ...caseworkRoles) ? <Count /> : null)

function Count() {
  const { t } = useTranslation()
  const count = useWaiting().data?.count ?? 0
  if (count === 0) return null
  return (
    <span className={classes.count}>
      {count}
      <VisuallyHidden> {t('navigation.waiting')}</VisuallyHidden>
    </span>
  )
}
