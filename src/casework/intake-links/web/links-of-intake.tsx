import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotArrived } from '#casework/link-deliveries/web/link-deliveries-public.tsx'
import { api } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { ShownLink } from '../intake-link.ts'
import classes from './link-page.module.css'

interface Links {
  items: ShownLink[]
}

/** Invalidated when the person's record changes. */
const linksOf = (intakeId: string) =>
  queryOptions({
    queryKey: ['contact', 'intakeLinks', intakeId],
    queryFn: async () => (await api.get<Links>('/api/intakeLink/', { query: { intakeId }, quiet: true })).items,
  })

const standingOf = ({ withdrawnOn, triesLeft, expiresOn }: ShownLink) => {
  if (withdrawnOn) return 'withdrawn'
  if (triesLeft === 0) return 'locked'
  return Date.parse(expiresOn) <= Date.now() ? 'expired' : 'active'
}

/** The links by which a person fills in an intake, and how to withdraw them. */
export function LinksOfIntake({ intakeId }: { intakeId: string }) {
  const { t } = useTranslation('intake-links')
  const read = useQuery(linksOf(intakeId))
  const { data: links } = read
  const withdraw = useMutation({
    mutationFn: (id: string) => api.delete<Links>(`/api/intakeLink/${id}`),
    onSuccess: ({ items }) => {
      queryClient.setQueryData(linksOf(intakeId).queryKey, items)
      notify(t('links.withdrawnNotice'))
    },
  })
  if (!links) return <UnreadCard id="intake-links" title={t('links.title')} read={read} className={classes.made} />
  if (!links.length) return null
  return (
    <Card labelledBy="intake-links" className={classes.made ?? ''}>
      <h2 id="intake-links">{t('links.title')}</h2>
      <ul className={classes.links}>
        {links.map((link) => {
          const standing = standingOf(link)
          return (
            <li key={link.id}>
              <p>
                {t('links.line', { how: t(`links.${link.channel}`), day: dayText(link.createdOn) })}
                {' · '}
                {t(`links.standing.${standing}`, { day: dayText(link.expiresOn) })}
              </p>
              <NotArrived link={link} kind="intake" isOpen={standing === 'active'} />
              {standing === 'active' && (
                <Button
                  variant="default"
                  loading={withdraw.isPending && withdraw.variables === link.id}
                  onClick={() => withdraw.mutate(link.id)}
                >
                  {t('links.withdraw')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
