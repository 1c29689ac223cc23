import { Button, Skeleton } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { managerRoles } from '#directory/services/directory-policy.ts'
import { MoreButton } from '#platform/web/more-button.tsx'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { timeInWords } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ImportInList } from '../import-run.ts'
import { importList } from './import-calls.ts'
import { ImportState } from './import-state.tsx'
import classes from './imports.module.css'
import { NewImportForm } from './new-import.tsx'
import { NightlySources } from './nightly-sources.tsx'

/** New imports, and all former ones, for the data managers. */
export function Screen() {
  const { t } = useTranslation('imports')
  if (!userHasRole(knownUser(), ...managerRoles)) return <NoAccessScreen title={t('title')} />
  return (
    <>
      <PageHeading title={t('title')} lead={t('lead')} />
      <NewImportForm />
      <NightlySources />
      <h2 className={classes.history}>{t('history.title')}</h2>
      <History />
    </>
  )
}

function History() {
  const { t } = useTranslation('imports')
  const list = useInfiniteQuery(importList)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isPending) return <Skeleton height={200} radius="lg" aria-label={t('history.loading')} />
  if (!list.data)
    return (
      <EmptyState
        title={t('history.failed')}
        action={<Button onClick={() => list.refetch()}>{t('history.retry')}</Button>}
      />
    )
  if (!items.length)
    return (
      <EmptyState icon={<IconFileImport aria-hidden />} title={t('history.empty')}>
        {t('history.emptyText')}
      </EmptyState>
    )
  return (
    <>
      <ul className={classes.list}>
        {items.map((item) => (
          <Entry key={item.id} item={item} />
        ))}
      </ul>
      <MoreButton list={list}>{t('history.more')}</MoreButton>
    </>
  )
}

function Entry({ item }: { item: ImportInList }) {
  const { t } = useTranslation('imports')
  const { counts, isFromCommand, startedBy: name } = item
  const when = timeInWords(item.startedOn)
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <Link to={`/admin/imports/${item.id}`}>{item.sourceName}</Link>
        <p className={classes.soft}>
          {name
            ? t('history.by', { when, name })
            : t(isFromCommand ? 'history.fromCommand' : 'history.nightly', { when })}
        </p>
      </div>
      {counts && (
        <p className={classes.soft}>
          {t('history.counts', counts)}
          {counts.badCount > 0 && ` · ${t('history.bad', { count: counts.badCount })}`}
        </p>
      )}
      <ImportState state={item.state} />
    </li>
  )
}
