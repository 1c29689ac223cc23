import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#platform/web/time-words.ts'
import { AskConsentDialog } from './ask-consent-dialog.tsx'
import { consentRequests } from './consent-request-calls.ts'
import classes from './consent-requests.module.css'

/** Where a person's consent is missing: asks for it by link, and says that it was asked for. */
export function AskConsent({ contactId }: { contactId: string }) {
  const { t } = useTranslation('consent-requests')
  const [isAsking, setAsking] = useState(false)
  const { data: requests } = useQuery(consentRequests(contactId))
  const waiting = requests?.find(({ standing }) => standing === 'pending')
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('staff.askShort')}
      </Button>
      {waiting && <span className={classes.waits}>{t('staff.pending', { day: dayText(waiting.sentOn) })}</span>}
      {isAsking && <AskConsentDialog contactId={contactId} onClose={() => setAsking(false)} />}
    </>
  )
}
