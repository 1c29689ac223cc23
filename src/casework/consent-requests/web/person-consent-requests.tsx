import { Button, Group } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotArrived } from '#casework/link-deliveries/web/link-deliveries-public.tsx'
import { localeOf } from '#platform/schema/locale-of.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { firstLines } from '#ui/first-lines.ts'
import { FoldCard } from '#ui/fold-card.tsx'
import type { ShownConsentRequest } from '../consent-request.ts'
import { AskConsentDialog } from './ask-consent-dialog.tsx'
import { consentRequests, takeBack } from './consent-request-calls.ts'
import classes from './consent-requests.module.css'
import { SendAgainDialog } from './send-again-dialog.tsx'
import { standingDay } from './standing-day.ts'

/** On a person's record: the consents that they were asked for by a link, and the way to ask. */
export function PersonConsentRequests({ contactId }: { contactId: string }) {
  const { t } = useTranslation('consent-requests')
  const [isAsking, setAsking] = useState(false)
  const [again, setAgain] = useState<ShownConsentRequest | null>(null)
  const read = useQuery(consentRequests(contactId))
  const { data: requests } = read
  if (!requests)
    return <UnreadCard id="consent-requests" title={t('staff.card')} read={read} className={classes.card} />
  const isWaiting = requests.some(({ standing }) => standing === 'pending')
  return (
    <FoldCard id="consent-requests" title={t('staff.card')} isOpen={isWaiting} className={classes.card ?? ''}>
      {requests.length === 0 && <p className={classes.quiet}>{t('staff.none')}</p>}
      {requests.length > 0 && (
        <ul className={classes.requests}>
          {firstLines(requests, ({ standing }) => standing === 'pending').map((request) => (
            <RequestLine key={request.id} {...{ contactId, request }} onAgain={() => setAgain(request)} />
          ))}
        </ul>
      )}
      <Group>
        <Button
          variant="default"
          aria-haspopup="dialog"
          leftSection={<IconSignature size={20} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {t('staff.ask')}
        </Button>
      </Group>
      {isAsking && <AskConsentDialog contactId={contactId} onClose={() => setAsking(false)} />}
      {again && <SendAgainDialog contactId={contactId} request={again} onClose={() => setAgain(null)} />}
    </FoldCard>
  )
}

interface RequestLineProps {
  contactId: string
  request: ShownConsentRequest
  onAgain: () => void
}

function RequestLine({ contactId, request, onAgain }: RequestLineProps) {
  const { t, i18n } = useTranslation(['consent-requests', 'needs'])
  const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'conjunction' })
  const back = useMutation({
    mutationFn: () => takeBack(contactId, request.id),
    onSuccess: () => notify(t('staff.takenBack')),
  })
  const { standing, scope, recipients, needs, expiresOn, openedOn, askedByName, refusalReason } = request
  const isOpen = standing === 'pending' || standing === 'expired' || standing === 'locked'
  const facts = [
    needs.length ? list.format(needs.map((need) => t(`needs:${need}`))) : t('staff.allNeeds'),
    expiresOn && t('staff.until', { day: dayText(expiresOn) }),
    askedByName && t('staff.by', { name: askedByName }),
    standing === 'pending' && openedOn && t('staff.opened', { day: dayText(openedOn) }),
    standing === 'pending' && t('staff.expires', { day: dayText(request.linkExpiresOn) }),
  ]
  return (
    <li>
      <strong>{t(`staff.${standing}`, { day: dayText(standingDay(request)) })}</strong>
      <span>{scope === 'network' ? t('staff.network') : list.format(recipients.map(({ name }) => name))}</span>
      <span className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      {refusalReason && <span>{t('staff.reason', { reason: refusalReason })}</span>}
      <NotArrived link={request} kind="consent" isOpen={isOpen} />
      {isOpen && (
        <Group>
          <Button variant="default" aria-haspopup="dialog" onClick={onAgain}>
            {t('staff.again')}
          </Button>
          <Button variant="subtle" loading={back.isPending} onClick={() => back.mutate()}>
            {t('staff.takeBack')}
          </Button>
        </Group>
      )}
    </li>
  )
}
