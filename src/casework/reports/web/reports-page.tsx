import { Button, Skeleton } from '@mantine/core'
import { IconChartBar, IconDownload, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { ApiError } from '#platform/web/api.ts'
import { NoAccessScreen } from '#platform/web/no-access-screen.tsx'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type Report, ReportQuery } from '../report.ts'
import { filtersOf, tablesOf } from '../report-tables.ts'
import { type ReportFilters, useReportAddress, wordsOf } from './report-address.ts'
import { fileAddress, reportOf } from './report-calls.ts'
import { ReportFigures } from './report-figures.tsx'
import { ReportFilterForm } from './report-filter-form.tsx'
import { ReportSection } from './report-section.tsx'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

/** What became of the referrals of the reader's organization. */
export function Screen() {
  const { t, language } = useReportWords()
  const may = userHasRole(knownUser(), ...caseworkRoles)
  const { filters, apply } = useReportAddress()
  const { data, error, refetch } = useQuery({ ...reportOf(filters), placeholderData: keepPreviousData, enabled: may })
  if (!may) return <NoAccessScreen title={t('title')} />
  const wrong = error instanceof ApiError ? error.errors : []
  return (
    <>
      <PageHeading
        title={t('title')}
        lead={t('lead')}
        action={
          <Button component={Link} to="/reports/unmet-needs" variant="default">
            {t('unmetNeeds')}
          </Button>
        }
      />
      <ReportFilterForm
        key={`${wordsOf(filters)} ${data?.startDate} ${data?.endDate} ${data?.side}`}
        report={data}
        filters={filters}
        wrong={wrong}
        apply={apply}
      />
      {!data && !error && (
        <Skeleton height={420} radius="lg" role="status" aria-label={t('loading')} className={classes.wait} />
      )}
      {error && wrong.length === 0 && (
        <EmptyState title={t('failed')} action={<Button onClick={() => refetch()}>{t('retry')}</Button>} />
      )}
      {data && !error && (
        <>
          <div className={classes.acts}>
            {(['csv', 'json'] as const).map((file) => (
              <Button
                key={file}
                component="a"
                variant="default"
                href={fileAddress(filters, file, language)}
                download
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                {t(`download.${file}`)}
              </Button>
            ))}
            <Button variant="default" onClick={() => print()} leftSection={<IconPrinter size={18} aria-hidden />}>
              {t('print')}
            </Button>
          </div>
          <Numbers report={data} filters={filters} />
        </>
      )}
    </>
  )
}

function Numbers({ report, filters }: { report: Report; filters: ReportFilters }) {
  const { t, words, language } = useReportWords()
  const range = ({ startDate, endDate }: Report['before']) => ({ from: dayText(startDate), to: dayText(endDate) })
  const time = new Date(report.asOf).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
  const query = ReportQuery.safeParse(filters).data
  return (
    <div className={classes.content}>
      <h2>{t(`heading.${report.side}`, { organization: report.organization.name })}</h2>
      <p role="status">
        {t('period', range(report))}. {t('comparedWith', range(report.before))}. {t('asOf', { time })}.
      </p>
      {query && filtersOf(report, query, words).map(([name, value]) => <p key={name}>{`${name}: ${value}`}</p>)}
      <p className={classes.soft}>
        {t(`universe.${report.side}`)} {t('clock')} {t('masked')}
        {report.networkMedian && ` ${t('networkExplained', { count: report.networkMedian.organizations })}`}
      </p>
      {report.total.sent === 0 ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <ReportFigures report={report} filters={filters} />
          {tablesOf(report, words).map((table) => (
            <ReportSection key={table.key} table={table} filters={filters} />
          ))}
        </>
      )}
    </div>
  )
}
