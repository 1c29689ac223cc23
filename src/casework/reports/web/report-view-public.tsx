import { IconChartBar } from '@tabler/icons-react'
import { dayText } from '#platform/web/time-words.ts'
import { aroundTimes } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Report, ReportQuery } from '../report.ts'
import { filtersOf, tablesOf } from '../report-tables.ts'
import type { ReportFilters } from './report-address.ts'
import { ReportFigures } from './report-figures.tsx'
import { ReportSection } from './report-section.tsx'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

export type { ReportFilters }

/** A report: what it counts, its numbers, and each grouping as a chart and a table. */
export function ReportView({ report, filters }: { report: Report; filters: ReportFilters }) {
  const { t, words, language } = useReportWords()
  const range = ({ startDate, endDate }: Report['before']) => ({ from: dayText(startDate), to: dayText(endDate) })
  const time = new Date(report.asOf).toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  const query = ReportQuery.safeParse(filters).data
  return (
    <div className={classes.content}>
      <h2>{t(`heading.${report.side}`, { organization: report.organization.name })}</h2>
      <p role="status">
        {t('period', range(report))}. {t('comparedWith', range(report.before))}. {aroundTimes(`${t('asOf', { time })}.`)}
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
