import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isNewestLink } from '#casework/link-deliveries/link-delivery-policy.ts'
import { NotArrived } from '#casework/link-deliveries/web/link-deliveries-public.tsx'
import { notify } from '#platform/web/notify.ts'
import { dayText, timeInWords } from '#platform/web/time-words.ts'
import { Card } from '#ui/card.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ListLink, ServiceList } from '../service-list.ts'
import { standingOf } from '../service-list-policy.ts'
import { withdrawLink } from './list-calls.ts'
import classes from './service-lists.module.css'

const chips = {
  active: { tone: 'leaf', Icon: IconCheck },
  expired: { tone: 'amber', Icon: IconClock },
  withdrawn: { tone: 'ember', Icon: IconX },
} as const

/** How a list was shared, and which of its links still work. */
export function ListLinks({ list }: { list: ServiceList }) {
  const { t } = useTranslation('service-lists')
  return (
    <Card labelledBy="links" className={classes.card ?? ''}>
      <h2 id="links">{t('links.title')}</h2>
      <ul className={classes.links}>
        {list.links.map((link) => (
          <li key={link.id}>
            <Sent list={list} link={link} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sent({ list, link }: { list: ServiceList; link: ListLink }) {
  const { t } = useTranslation('service-lists')
  const standing = standingOf(link)
  const { tone, Icon } = chips[standing]
  const when = timeInWords(link.createdOn)
  const withdraw = useMutation({
    mutationFn: () => withdrawLink(list.id, link.id),
    onSuccess: () => notify(t('links.isWithdrawn')),
  })
  return (
    <>
      <p>
        {t(`links.${link.channel}`, { when })}{' '}
        <StatusChip tone={tone} icon={<Icon aria-hidden />}>
          {t(`links.${standing}`, { day: dayText(link.expiresOn) })}
        </StatusChip>
      </p>
      <NotArrived link={link} kind="list" isOpen={standing === 'active' && isNewestLink(link, list.links)} />
      {standing === 'active' && (
        <Button
          variant="default"
          mt="xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
          aria-label={t('links.withdrawOf', { what: t(`links.${link.channel}`, { when }) })}
        >
          {t('links.withdraw')}
        </Button>
      )}
    </>
  )
}
