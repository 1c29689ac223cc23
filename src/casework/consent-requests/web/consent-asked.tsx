import { Anchor, Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Need } from '#directory/needs/need.ts'
import { dayText } from '#platform/web/time-words.ts'
import type { ShownConsentRequest } from '../consent-request.ts'
import { AskConsentDialog } from './ask-consent-dialog.tsx'
import { consentRequests } from './consent-request-calls.ts'
import classes from './consent-requests.module.css'
import { standingDay } from './standing-day.ts'

interface ConsentAskedProps {
  contactId: string
  recipientId: string
  need: Need | null
  /** Whether the consent is missing now, so that it can be asked for. */
  isMissing: boolean
}

/** Whether a request is about sharing with this organization, for this need. */
const isAbout = ({ scope, recipientIds, needs }: ShownConsentRequest, recipientId: string, need: Need | null) =>
  (scope === 'network' || recipientIds.includes(recipientId)) &&
  (needs.length === 0 || need === null || needs.includes(need))

/** For a referral: the status of a consent that was requested by link, and a button to request it. */
export function ConsentAsked({ contactId, recipientId, need, isMissing }: ConsentAskedProps) {
  const { t } = useTranslation('consent-requests')
  const [isAsking, setAsking] = useState(false)
  const { data: requests } = useQuery({ ...consentRequests(contactId), retry: false })
  const found = requests?.find((request) => isAbout(request, recipientId, need))
  // One that was given does not suffice any more: it ended, or was withdrawn.
  const last = isMissing && found?.standing === 'given' ? undefined : found
  const isWaiting = last?.standing === 'pending'
  const mayAsk = isMissing && !isWaiting
  if (!requests || (!last && !mayAsk)) return null
  return (
    <div className={classes.notice}>
      {last && (
        <p role="status">
          {t(`form.${isWaiting && isMissing ? 'waiting' : formKeys[last.standing]}`, {
            day: dayText(standingDay(last)),
          })}{' '}
          <Anchor component={Link} to={`/people/${contactId}`} target="_blank" rel="noopener">
            {t('form.record')}
          </Anchor>
        </p>
      )}
      {mayAsk && (
        <Button
          variant="light"
          aria-haspopup="dialog"
          leftSection={<IconSignature size={20} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('staff.ask')}
        </Button>
      )}
      {isAsking && (
        <AskConsentDialog
          contactId={contactId}
          begin={{ recipientIds: [recipientId], needs: need ? [need] : [] }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const formKeys = {
  pending: 'waitingDraft',
  given: 'given',
  refused: 'refused',
  withdrawn: 'withdrawn',
  expired: 'expired',
  locked: 'locked',
} as const
