import { Button, Group } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import type { Referral } from '../referral-call.ts'
import classes from './confirm-recipient-panel.module.css'

/**
 * Asks the sender whether the people who registered for the recipient are the right ones; until then the referral is
 * held.
 */
export function ConfirmRecipientPanel({ referral }: { referral: Referral }) {
  const { t } = useTranslation('referrals')
  const client = useQueryClient()
  const organization = shownName(referral.referredToOrganization.name)
  const confirm = useMutation({
    mutationFn: (all: boolean) => api.post<Referral>(`/api/referral/${referral.id}/confirmRecipient`, { all }),
    onSuccess: (confirmed) => {
      client.setQueryData(['referral', 'one', referral.id], confirmed)
      notify(t('confirm.done', { organization }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['referral'] }),
  })
  const { toConfirm } = referral
  if (!toConfirm) return null
  return (
    <Card labelledBy="confirm-recipient" className={classes.panel ?? ''}>
      <h2 id="confirm-recipient">{t('confirm.title', { organization })}</h2>
      <p>{t('confirm.text', { organization })}</p>
      <ul className={classes.people}>
        {toConfirm.people.map(({ name, email, approvedOn }) => (
          <li key={email}>
            <strong>{name}</strong>
            <span className={classes.email}>{email}</span>
            <span className={classes.quiet}>{t('confirm.approved', { day: dayText(approvedOn) })}</span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>{t('confirm.doubt')}</p>
      <Group>
        <Button loading={confirm.isPending} onClick={() => confirm.mutate(false)}>
          {t('confirm.one')}
        </Button>
        {toConfirm.heldCount > 1 && (
          <Button variant="default" disabled={confirm.isPending} onClick={() => confirm.mutate(true)}>
            {t('confirm.all', { count: toConfirm.heldCount })}
          </Button>
        )}
      </Group>
    </Card>
  )
}
