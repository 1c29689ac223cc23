import { Button } from '@mantine/core'
import { IconHeartHandshake, IconListCheck, IconMessageReport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MoreButton } from '#platform/web/more-button.tsx'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import type { ListSummary } from '../service-list.ts'
import { myLists } from './list-calls.ts'
import classes from './service-lists.module.css'

export const loader = () => queryClient.ensureInfiniteQueryData(myLists)

/** All lists that somebody made, newest first, with what readers said. */
export function Screen() {
  const { t } = useTranslation('service-lists')
  const lists = useInfiniteQuery(myLists)
  const items = lists.data?.pages.flatMap((page) => page.items) ?? []
  const search = (
    <Button component={Link} to="/directory">
      {t('all.search')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('all.title')} lead={t('all.lead')} action={items.length > 0 && search} />
      {items.length === 0 && lists.isSuccess && (
        <EmptyState icon={<IconListCheck aria-hidden />} title={t('all.none')} action={search}>
          {t('all.noneText')}
        </EmptyState>
      )}
      <ul className={classes.rows}>
        {items.map((list) => (
          <li key={list.id}>
            <Row list={list} />
          </li>
        ))}
      </ul>
      <MoreButton list={lists}>{t('all.more')}</MoreButton>
    </>
  )
}

function Row({ list }: { list: ListSummary }) {
  const { t } = useTranslation('service-lists')
  const { names, serviceCount, person, sentCount, helpedCount, wrongCount } = list
  const more = serviceCount - names.length
  const title = names.length
    ? [names.join(', '), more > 0 && t('all.andMore', { count: more })].filter(Boolean).join(' ')
    : t('all.empty')
  const facts = [
    dayText(list.createdOn),
    person && t('list.for', { name: person.shortName }),
    t('all.shared', { count: sentCount }),
  ]
  return (
    <Link to={`/lists/${list.id}`} className={classes.row}>
      <strong>{title}</strong>
      <span className={classes.quiet}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={classes.chips}>
        {list.isCurrent && (
          <StatusChip tone="hearth" icon={<IconListCheck aria-hidden />}>
            {t('all.current')}
          </StatusChip>
        )}
        {helpedCount > 0 && (
          <StatusChip tone="leaf" icon={<IconHeartHandshake aria-hidden />}>
            {t('list.helped', { count: helpedCount })}
          </StatusChip>
        )}
        {wrongCount > 0 && (
          <StatusChip tone="amber" icon={<IconMessageReport aria-hidden />}>
            {t('list.wrong', { count: wrongCount })}
          </StatusChip>
        )}
      </span>
    </Link>
  )
}
