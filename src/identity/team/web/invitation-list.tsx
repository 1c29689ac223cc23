import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/web/notify.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { Invitation } from '../invitation.ts'
import { mayGiveAll } from '../team-policy.ts'
import { currentViewer } from './requested-change.ts'
import { LinkChip } from './state-chips.tsx'
import classes from './team.module.css'
import { resendInvitation, withdrawInvitation } from './team-calls.ts'
import { useRoleNames } from './use-role-names.ts'

interface InvitationsProps {
  invitations: Invitation[]
  isPlatform: boolean
}

type Group = 'waiting' | 'over' | 'senderMayNotInvite'
const groups: Group[] = ['waiting', 'senderMayNotInvite', 'over']
const groupOf = ({ state }: Invitation): Group => {
  if (state === 'expired') return 'over'
  return state === 'withdrawn' ? 'senderMayNotInvite' : 'waiting'
}

/** Open invitations. Those that nobody can accept any more are listed separately. */
export function InvitationList({ invitations, isPlatform }: InvitationsProps) {
  return groups
    .map((group) => ({ group, items: invitations.filter((invitation) => groupOf(invitation) === group) }))
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => <Invitations key={group} group={group} invitations={items} isPlatform={isPlatform} />)
}

function Invitations({ invitations, isPlatform, group }: InvitationsProps & { group: Group }) {
  const { t } = useTranslation('team')
  const heading = `team-invitations-${group}`
  return (
    <Card labelledBy={heading} className={classes.section ?? ''}>
      <h2 id={heading}>{t(`invite.${group}`)}</h2>
      {group !== 'waiting' && <p className={classes.quiet}>{t(`invite.${group}Text`)}</p>}
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
  const group = groupOf(invitation)
  const isOver = group !== 'waiting'
  const resend = useMutation({
    mutationFn: () => resendInvitation(invitation.id),
    onSuccess: () => notify(t('invite.sent', { email: invitation.email })),
  })
  const withdraw = useMutation({
    mutationFn: () => withdrawInvitation(invitation.id),
    onSuccess: () => notify(t(isOver ? 'invite.removed' : 'invite.withdrawn')),
  })
  const ends = { day: dayText(invitation.expiresOn) }
  const until = { waiting: t('invite.until', ends), over: t('invite.ended', ends), senderMayNotInvite: null }[group]
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
          {t('invite.by', { name: invitation.invitedByName ?? '—', when: timeInWords(invitation.createdOn) })}
          {until && <> · {until}</>}
        </span>
        <LinkChip state={invitation.state} isInvitation />
      </div>
      <div className={classes.actions}>
        {mayGiveAll(currentViewer(), invitation.organizationId, invitation.roles) && (
          <Button
            variant="default"
            loading={resend.isPending}
            aria-label={t('invite.resendTo', { name })}
            onClick={() => resend.mutate()}
          >
            {t('invite.resend')}
          </Button>
        )}
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
