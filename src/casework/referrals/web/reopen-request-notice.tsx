import { Alert, Button, Group } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import type { Referral } from '../referral-call.ts'
import { ActionDialog } from './action-dialog.tsx'
import classes from './referral-page.module.css'

type Request = NonNullable<Referral['reopenRequest']>

/** A request to reopen: the sender can answer it, the recipient sees its state. */
export function ReopenRequestNotice({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const request = referral.reopenRequest
  if (!request || request.answer === 'reopened') return null
  if (referral.direction === 'outgoing' && request.answer === 'waiting')
    return <Choice referral={referral} request={request} />
  const said = referral.direction === 'outgoing' ? 'declinedBySender' : request.answer
  return (
    <Alert icon={<IconHelpCircle aria-hidden />} mb="md">
      {t(`reopenRequest.${said}`, {
        organization: referral.referringOrganization.name,
        when: timeInWords(request.askedOn),
      })}
    </Alert>
  )
}

function Choice({ referral, request }: { referral: Referral; request: Request }) {
  const { t } = useTranslation('referrals')
  const [asked, setAsked] = useState<'reopen' | 'declineReopen' | null>(null)
  const choices = (['reopen', 'declineReopen'] as const).filter((action) => referral.actions.includes(action))
  const organization = shownName(referral.referredToOrganization.name)
  return (
    <Alert icon={<IconHelpCircle aria-hidden />} title={t('reopenRequest.title', { organization })} mb="md">
      <p>{t('reopenRequest.who', { name: request.askedBy ?? organization, when: timeInWords(request.askedOn) })}</p>
      {request.reason && <blockquote className={classes.quote}>{request.reason}</blockquote>}
      <p>{t('reopenRequest.explain')}</p>
      <Group mt="sm">
        {choices.map((action) => (
          <Button key={action} variant={action === 'reopen' ? 'filled' : 'default'} onClick={() => setAsked(action)}>
            {t(`action.${action}`)}
          </Button>
        ))}
      </Group>
      {asked && <ActionDialog key={asked} action={asked} referral={referral} onClose={() => setAsked(null)} />}
    </Alert>
  )
}
