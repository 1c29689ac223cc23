import { IconChartBar } from '@tabler/icons-react'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { dayText } from '#platform/web/time-words.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Report, ReportQuery } from '../report.ts'
import { filtersOf, type ReportTable, tablesOf } from '../report-tables.ts'
import { type ReportFilters, wordsOf } from './report-address.ts'
import { ReportFigures } from './report-figures.tsx'
import { ReportSection } from './report-section-public.tsx'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

export type { ReportFilters }

/** A grouping, whose names open what they count. */
function TableSection({ table, filters }: { table: ReportTable; filters: ReportFilters }) {
  const { say } = useReportWords()
  const { title, explanation, head, columns, rows } = table
  const hrefOf = ({ narrowed, cells }: ReportTable['rows'][number]) =>
    narrowed && (cells[0] ?? 0) > 0 ? `/reports/rows?${wordsOf({ ...filters, ...narrowed })}` : null
  return (
    <ReportSection
      {...{ title, explanation, head, columns }}
      barNames={[columns[0]?.title ?? '', columns[4]?.title ?? null]}
      rows={rows.map((row) => ({
        ...{ key: row.key, name: row.name, to: hrefOf(row), bars: [row.cells[0] ?? 0, row.cells[4] ?? null] },
        cells: row.cells.map((cell, place) => (cell === null ? '–' : say(cell, columns[place]?.unit ?? 'count'))),
      }))}
    />
  )
}

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
        {t('period', range(report))}. {t('comparedWith', range(report.before))}.{' '}
        {correctTimesIn(`${t('asOf', { time })}.`)}
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
            <TableSection key={table.key} table={table} filters={filters} />
          ))}
        </>
      )}
    </div>
  )
}
