import { Button, Skeleton } from '@mantine/core'
import { IconLink, IconMailForward } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { phoneText } from '#platform/schema/phone-number.ts'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { notify } from '#platform/web/notify.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { SentLink } from '../invitation.ts'
import type { PortalAccount } from '../portal-account.ts'
import { LinkChip } from './state-chips.tsx'
import classes from './team.module.css'
import { sendResetLink, sentLinks, withdrawLink } from './team-calls.ts'

/** All links that were sent for an account, and their states. */
export function SentLinkList({ account }: { account: PortalAccount }) {
  const { t } = useTranslation('team')
  const links = useQuery(sentLinks(account.id))
  const send = useMutation({
    mutationFn: () => sendResetLink(account.id),
    onSuccess: () => notify(t('link.sent', { email: account.email })),
  })
  const items = links.data?.items ?? []
  return (
    <Card labelledBy="account-links">
      <div className={classes.head}>
        <h2 id="account-links">{t('link.title')}</h2>
        {account.state !== 'deactivated' && (
          <Button
            variant="light"
            leftSection={<IconMailForward size={18} aria-hidden="true" />}
            loading={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('link.send')}
          </Button>
        )}
      </div>
      {links.isPending && <Skeleton height={72} radius="lg" />}
      {links.isLoadingError && <NotLoaded onRetry={links.refetch} />}
      {links.isSuccess && items.length === 0 && (
        <EmptyState icon={<IconLink aria-hidden="true" />} title={t('link.none')}>
          {t('link.noneText')}
        </EmptyState>
      )}
      <ul className={`${classes.list} ${classes.rows}`}>
        {items.map((link) => (
          <li key={link.id}>
            <Row account={account} link={link} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Row({ account, link }: { account: PortalAccount; link: SentLink }) {
  const { t } = useTranslation('team')
  const withdraw = useMutation({
    mutationFn: () => withdrawLink(account.id, link.id),
    onSuccess: () => notify(t('link.withdrawn')),
  })
  const title = t(`link.kind.${link.kind}`, { to: link.to && phoneText(link.to) })
  const end = link.usedOn
    ? t('link.usedOn', { day: dayText(link.usedOn) })
    : t(link.state === 'expired' ? 'link.ended' : 'link.until', { day: dayText(link.expiresOn) })
  const sent = link.sentByName
    ? t('link.by', { name: link.sentByName, when: timeInWords(link.sentOn) })
    : t('link.at', { when: timeInWords(link.sentOn) })
  return (
    <div className={classes.row}>
      <div className={classes.about}>
        <strong>{title}</strong>
        <span className={classes.quiet}>
          {[sent, ['withdrawn', 'replaced'].includes(link.state) ? '' : end].filter(Boolean).join(' · ')}
        </span>
        <LinkChip state={link.state} />
      </div>
      {link.mayWithdraw && (
        <Button
          variant="default"
          loading={withdraw.isPending}
          aria-label={t('link.withdrawNamed', { title })}
          onClick={() => withdraw.mutate()}
        >
          {t('link.withdraw')}
        </Button>
      )}
    </div>
  )
}
