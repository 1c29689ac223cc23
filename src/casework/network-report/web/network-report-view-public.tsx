import { IconChartBar } from '@tabler/icons-react'
import { ReportSection } from '#casework/reports/web/report-section-public.tsx'
import { correctTimesIn } from '#platform/schema/clock-words.ts'
import { localeOf } from '#platform/schema/locale-of.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import type { NetworkReport } from '../network-report.ts'
import {
  aboutNetwork,
  headlinesOf,
  type NetworkTable,
  type NetworkValue,
  networkFiltersOf,
  networkTablesOf,
} from '../network-tables.ts'
import classes from './network.module.css'
import { useNetworkWords } from './network-words.ts'

const lengthOf = (value: NetworkValue | undefined) => (typeof value === 'object' ? (value?.count ?? 0) : 0)

function TableSection({ table }: { table: NetworkTable }) {
  const { say } = useNetworkWords()
  const { title, explanation, head, columns, rows } = table
  const helped = columns.findIndex(({ key }) => key === 'gotHelp')
  return (
    <ReportSection
      {...{ title, explanation, head, columns }}
      barNames={[columns[0]?.title ?? '', columns[helped]?.title ?? null]}
      rows={rows.map(({ key, name, cells }) => ({
        ...{ key, name, bars: [lengthOf(cells[0]), helped < 0 ? null : lengthOf(cells[helped])] },
        cells: cells.map((cell) => (cell === null ? '–' : say(cell))),
      }))}
      firstRows={15}
    />
  )
}

/** The numbers of a report: at a glance with their definitions, and as charts with tables. */
export function NetworkReportView({ report }: { report: NetworkReport }) {
  const { t, words, say, language } = useNetworkWords()
  const range = ({ from, to }: NetworkReport['before']) => ({
    from: words.quarterName(from),
    to: words.quarterName(to),
  })
  const time = new Date(report.asOf).toLocaleString(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={classes.content}>
      <p role="status">
        {t('period', range(report))}. {t('comparedWith', range(report.before))}.{' '}
        {correctTimesIn(`${t('asOf', { time })}.`)}
      </p>
      {networkFiltersOf(report, words).map(([name, value]) => (
        <p key={name}>{`${name}: ${value}`}</p>
      ))}
      <p className={classes.soft}>{aboutNetwork(report, t)}</p>
      {report.total.sent.count === 0 ? (
        <EmptyState icon={<IconChartBar aria-hidden />} title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <section aria-labelledby="network-figures">
            <h2 id="network-figures">{t('section.figures')}</h2>
            <ul className={classes.tiles}>
              {headlinesOf(report).map(({ key, value, before }) => (
                <li key={key}>
                  <h3>{t(`measure.${key}`)}</h3>
                  <p className={value === null ? classes.soft : classes.figure}>{say(value)}</p>
                  {before !== null && <p>{t('before', { value: say(before) })}</p>}
                  <p className={classes.definition}>{t(`definition.${key}`)}</p>
                </li>
              ))}
            </ul>
          </section>
          {networkTablesOf(report, words).map((table) => (
            <TableSection key={`${table.key} ${report.asOf}`} table={table} />
          ))}
        </>
      )}
    </div>
  )
}
