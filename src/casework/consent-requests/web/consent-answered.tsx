import { Alert } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { dayText } from '#platform/web/time-words.ts'
import type { OpenConsentRequest } from '../consent-request.ts'
import classes from './consent-requests.module.css'

/** What the person answered, and what comes next. */
export function ConsentAnswered({ request }: { request: OpenConsentRequest }) {
  const { t } = useTranslation('consent-requests')
  const { answer, answeredOn, signedName, refusalReason } = request
  if (!answer || !answeredOn) return null
  const organization = shownName(request.organizationName)
  return (
    <Alert
      role="status"
      icon={answer === 'given' ? <IconCheck aria-hidden /> : <IconX aria-hidden />}
      title={t(`answered.${answer}`, { day: dayText(answeredOn) })}
    >
      <div className={classes.answered}>
        {answer === 'given' && (
          <p>{signedName ? t('answered.signedAs', { name: signedName }) : t('answered.signedByHand')}</p>
        )}
        {refusalReason && <p>{t('answered.reason', { reason: refusalReason })}</p>}
        <p>{t(`answered.${answer}Next`, { organization })}</p>
      </div>
    </Alert>
  )
}
