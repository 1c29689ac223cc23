import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { UnmetReportView } from '#casework/unmet-needs/web/unmet-public.tsx'
import { api } from '#platform/web/api.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ReportRun } from '../report-schedule.ts'
import classes from './schedules.module.css'
import { filterText } from './schedules-page.tsx'

/** A report as it was on its day. */
export function Screen() {
  const { t } = useTranslation(['scheduled-reports', 'needs'])
  const { runId } = useParams()
  const { data, isError, refetch } = useQuery({
    queryKey: ['reportRun', runId],
    queryFn: ({ signal }) => api.get<ReportRun>(`/api/report/run/${runId}`, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className={classes.content}>
      <p>
        <Link to="/reports/scheduled" className={classes.crumb}>
          <IconArrowLeft size={18} aria-hidden />
          {t('toList')}
        </Link>
      </p>
      {!data && !isError && <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} />}
      {isError && <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />}
      {data && (
        <>
          <PageHeading
            title={t('runTitle', { day: dayText(data.asOf) })}
            lead={`${t('what')}: ${filterText(data.result, t)}`}
          />
          <UnmetReportView report={data.result} />
        </>
      )}
    </div>
  )
}
