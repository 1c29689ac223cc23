import { Skeleton } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import classes from './access-log.module.css'
import { myRecords } from './access-log-calls.ts'
import { ExportLinks } from './export-links.tsx'
import { PersonAccessLog } from './person-access-log.tsx'

/** A community member's own access log. */
export function Screen() {
  const { t } = useTranslation('person-rights')
  const { data, isError, refetch } = useQuery(myRecords)
  if (!data) return isError ? <NotLoaded onRetry={refetch} /> : <Skeleton height={320} radius="lg" />
  if (data.items.length === 0)
    return (
      <>
        <PageHeading title={t('mine.title')} />
        <EmptyState icon={<IconEye aria-hidden />} title={t('mine.none')}>
          {t('mine.noneText')}
        </EmptyState>
      </>
    )
  return data.items.map(({ contactId, organizationName }) => (
    <div key={contactId}>
      <PageHeading title={t('mine.title')} lead={t('mine.lead', { organization: organizationName })} />
      <div className={classes.copy}>
        <ExportLinks contactId={contactId} />
      </div>
      <PersonAccessLog contactId={contactId} />
    </div>
  ))
}
