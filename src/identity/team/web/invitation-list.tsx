import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { Invitation } from '../invitation.ts'
import { LinkChip } from './state-chips.tsx'
import classes from './team.module.css'
import { resendInvitation, withdrawInvitation } from './team-calls.ts'
import { useRoleNames } from './use-role-names.ts'

interface InvitationsProps {
  invitations: Invitation[]
  isPlatform: boolean
}

/** Open invitations. Expired ones are listed separately, because nobody can accept them. */
export function InvitationList({ invitations, isPlatform }: InvitationsProps) {
  const groups = [
    { isOver: false, items: invitations.filter(({ state }) => state !== 'expired') },
    { isOver: true, items: invitations.filter(({ state }) => state === 'expired') },
  ]
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ isOver, items }) => (
      <Invitations key={String(isOver)} isOver={isOver} invitations={items} isPlatform={isPlatform} />
    ))
}

function Invitations({ invitations, isPlatform, isOver }: InvitationsProps & { isOver: boolean }) {
  const { t } = useTranslation('team')
  const heading = isOver ? 'team-invitations-over' : 'team-invited'
  return (
    <Card labelledBy={heading} className={classes.section ?? ''}>
      <h2 id={heading}>{t(isOver ? 'invite.over' : 'invite.waiting')}</h2>
      {isOver && <p className={classes.quiet}>{t('invite.overText')}</p>}
      <ul className={`${classes.list} ${classes.rows}`}>
        {invitations.map((invitation) => (
          <li key={invitation.id}>
            <Row invitation={invitation} isPlatform={isPlatform} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ invitation, isPlatform }: { invitation: Invitation; isPlatform: boolean }) {
  const { t } = useTranslation('team')
  const roleNames = useRoleNames()
  const name = `${invitation.firstName} ${invitation.lastName}`
  const isOver = invitation.state === 'expired'
  const resend = useMutation({
    mutationFn: () => resendInvitation(invitation.id),
    onSuccess: () => notify(t('invite.sent', { email: invitation.email })),
  })
  const withdraw = useMutation({
    mutationFn: () => withdrawInvitation(invitation.id),
    onSuccess: () => notify(t(isOver ? 'invite.removed' : 'invite.withdrawn')),
  })
  const until = t(isOver ? 'invite.ended' : 'invite.until', { day: dayText(invitation.expiresOn) })
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <strong>{name}</strong>
        <span className={classes.quiet}>
          {[invitation.email, roleNames(invitation.roles), isPlatform && invitation.organizationName]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className={classes.quiet}>
          {t('invite.by', { name: invitation.invitedByName ?? '—', when: timeInWords(invitation.createdOn) })} · {until}
        </span>
        <LinkChip state={invitation.state} isInvitation />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={resend.isPending}
          aria-label={t('invite.resendTo', { name })}
          onClick={() => resend.mutate()}
        >
          {t('invite.resend')}
        </Button>
        <Button
          variant="subtle"
          loading={withdraw.isPending}
          aria-label={t(isOver ? 'invite.removeOf' : 'invite.withdrawFrom', { name })}
          onClick={() => withdraw.mutate()}
        >
          {t(isOver ? 'invite.remove' : 'invite.withdraw')}
        </Button>
      </div>
    </div>
  )
}
