import { IconMailForward, IconMessageCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './directory.module.css'

/** Whether a referral is answered in the portal, or sent as an invitation by e-mail. */
export function AnswersLine({ answersHere }: { answersHere: boolean }) {
  const { t } = useTranslation('services')
  const Icon = answersHere ? IconMessageCheck : IconMailForward
  return (
    <span className={classes.verified}>
      <Icon size={18} aria-hidden />
      {t(answersHere ? 'service.answersHere' : 'service.noAccount')}
    </span>
  )
}
