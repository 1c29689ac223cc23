import { Link } from 'react-router'
import type { Report } from '../report.ts'
import { headlinesOf } from '../report-tables.ts'
import { type ReportFilters, wordsOf } from './report-address.ts'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

/** The numbers at the top: each with the time before, its definition, and a link to the referrals that it counts. */
export function ReportFigures({ report, filters }: { report: Report; filters: ReportFilters }) {
  const { t, say, change } = useReportWords()
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">{t('section.figures')}</h2>
      <ul className={classes.tiles}>
        {headlinesOf(report).map((figure) => {
          const { key, unit, value, before, network, ninetieth, rows } = figure
          const changed = change(figure)
          return (
            <li key={key}>
              <h3>{t(`measure.${key}`)}</h3>
              <p className={value === null ? classes.soft : classes.figure}>{say(value, unit)}</p>
              {ninetieth !== null && <p>{t('ninetieth', { value: say(ninetieth, 'time') })}</p>}
              {before !== null && (
                <p>
                  {t('before', { value: say(before, unit) })}
                  {changed && ` (${changed})`}
                </p>
              )}
              {network !== null && <p>{t('network', { value: say(network, unit) })}</p>}
              <p className={classes.definition}>{t(`definition.${key}`)}</p>
              {rows !== null && rows.count > 0 && (
                <Link
                  className={classes.rowsLink}
                  to={`/reports/rows?${wordsOf({ ...filters, measure: rows.measure })}`}
                  aria-label={`${t(`measure.${key}`)}: ${t('showRows', { count: rows.count })}`}
                >
                  {t('showRows', { count: rows.count })}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
