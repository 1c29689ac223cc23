import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { NetworkReport } from '#casework/network-report/network-report.ts'
import type { Report } from '#casework/reports/report.ts'
import type { ReportFilters } from '#casework/reports/web/report-view-public.tsx'
import type { UnmetReport } from '#casework/unmet-needs/unmet-need.ts'
import { api } from '#platform/web/api.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import type { ReportRun } from '../report-schedule.ts'
import { filterText } from './schedule-words.ts'
import classes from './schedules.module.css'

/** Only the report that is opened is fetched. */
const UnmetReportView = lazy(async () => ({
  default: (await import('#casework/unmet-needs/web/unmet-public.tsx')).UnmetReportView,
}))
const ReportView = lazy(async () => ({
  default: (await import('#casework/reports/web/report-view-public.tsx')).ReportView,
}))
const NetworkReportView = lazy(async () => ({
  default: (await import('#casework/network-report/web/network-report-view-public.tsx')).NetworkReportView,
}))

function RunView({ run: { report, filters, result } }: { run: ReportRun }) {
  if (report === 'network') return <NetworkReportView report={result as NetworkReport} />
  if (report === 'unmet-needs') return <UnmetReportView report={result as UnmetReport} />
  const own = result as Report
  const { days: _, ...chosen } = filters
  return (
    <ReportView report={own} filters={{ ...chosen, startDate: own.startDate, endDate: own.endDate } as ReportFilters} />
  )
}

/** A report as it was on its day. */
export function Screen() {
  const { t } = useTranslation(['scheduled-reports', 'reports', 'needs'])
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
          <PageHeading title={t('runTitle', { day: dayText(data.asOf) })} lead={filterText(data, t)} />
          <Suspense>
            <RunView run={data} />
          </Suspense>
        </>
      )}
    </div>
  )
}
