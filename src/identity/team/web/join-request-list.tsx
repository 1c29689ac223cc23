import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { JoinRequest } from '../join-request.ts'
import { JoinDecisionDialog } from './join-decision-dialog.tsx'
import classes from './team.module.css'
import { joinRequestList } from './team-calls.ts'

type Choice = { request: JoinRequest; decision: 'approve' | 'refuse' }

/** Requests to join the organization, for its admins to decide. */
export function JoinRequestList() {
  const { t } = useTranslation('team')
  const read = useQuery(joinRequestList)
  const [choice, setChoice] = useState<Choice | null>(null)
  if (!read.data) return <UnreadCard id="team-join" title={t('join.title')} read={read} className={classes.section} />
  const requests = read.data.items
  if (requests.length === 0) return null
  return (
    <Card labelledBy="team-join" className={classes.section ?? ''}>
      <h2 id="team-join">{t('join.title')}</h2>
      <ul className={`${classes.list} ${classes.rows}`}>
        {requests.map((request) => (
          <li key={request.id}>
            <Row request={request} onChoose={(decision) => setChoice({ request, decision })} />
          </li>
        ))}
      </ul>
      {choice && (
        <JoinDecisionDialog request={choice.request} decision={choice.decision} onClose={() => setChoice(null)} />
      )}
    </Card>
  )
}

function Row({ request, onChoose }: { request: JoinRequest; onChoose: (decision: Choice['decision']) => void }) {
  const { t } = useTranslation('team')
  const name = `${request.firstName} ${request.lastName}`
  const { title, email, phoneNumber, invitedBy } = request
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <strong>{name}</strong>
        <span className={classes.quiet}>
          {[title, email, phoneNumber && phoneText(phoneNumber)].filter(Boolean).join(' · ')}
        </span>
        <span className={classes.quiet}>
          {[
            t('join.asked', { when: timeInWords(request.createdOn) }),
            invitedBy && t('join.invitedBy', { organization: invitedBy }),
            request.emailConfirmedOn === null && t('join.notConfirmed'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className={classes.actions}>
        <Button aria-label={t('join.approveOf', { name })} onClick={() => onChoose('approve')}>
          {t('join.approve')}
        </Button>
        <Button variant="default" aria-label={t('join.refuseOf', { name })} onClick={() => onChoose('refuse')}>
          {t('join.refuse')}
        </Button>
      </div>
    </div>
  )
}
