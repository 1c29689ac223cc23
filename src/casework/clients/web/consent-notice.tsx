import { Button } from '@mantine/core'
import { IconShieldExclamation } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#platform/web/time-words.ts'
import { today } from '#platform/web/today.ts'
import { consentEnd } from '../consent-policy.ts'
import type { Contact } from '../contact-record.ts'
import classes from './contacts.module.css'
import { RecordConsentDialog } from './record-consent-dialog.tsx'

/** Above a person's record: that no consent is in force, or that the last one ends soon; otherwise nothing. */
export function ConsentNotice({ contact, askByLink }: { contact: Contact; askByLink: ReactNode }) {
  const { t } = useTranslation('clients')
  const [isRecording, setRecording] = useState(false)
  const end = consentEnd(contact.consents, today())
  if (!end) return null
  return (
    <section aria-labelledby="consent-notice" className={classes.notice}>
      <IconShieldExclamation size={22} aria-hidden="true" />
      <p id="consent-notice">
        {end === 'missing' ? t('consent.missing') : t('consent.endsSoon', { day: dayText(end.expiresOn) })}
      </p>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setRecording(true)}>
        {t(end === 'missing' ? 'consent.ask' : 'consent.renew')}
      </Button>
      {askByLink}
      {isRecording && <RecordConsentDialog contact={contact} onClose={() => setRecording(false)} />}
    </section>
  )
}
