import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import type { Measure, Measures } from '../measure.ts'
import { durationText } from './duration-words.ts'
import classes from './measures.module.css'

/** The measures of all tickets at a glance. */
export function SummaryTiles({ total, clock }: { total: Measure; clock: Measures['clock'] }) {
  const { t, i18n } = useTranslation('ticket-measures')
  const count = (number: number) => new Intl.NumberFormat(localeOf(i18n.language)).format(number)
  const within = (times: Measure['response']) =>
    times && `${t('column.ninetieth')} ${durationText(times.ninetieth, clock)}`
  // In large letters it may break between hours and minutes: a tile is narrow on a phone.
  const figure = (seconds: number | undefined) => durationText(seconds, clock).replace(/\u00a0(?=\d)/g, ' ')
  const oldest = (seconds: number | null) =>
    seconds === null ? null : t('column.oldest', { age: durationText(seconds, clock) })
  const tiles = [
    { title: t('column.tickets'), value: count(total.tickets), more: `${t('column.closed')}: ${count(total.closed)}` },
    {
      title: `${t('column.response')} (${t('column.median').toLocaleLowerCase()})`,
      value: figure(total.response?.median),
      more: within(total.response),
    },
    {
      title: `${t('column.resolution')} (${t('column.median').toLocaleLowerCase()})`,
      value: figure(total.resolution?.median),
      more: within(total.resolution),
    },
    { title: t('column.waiting'), value: count(total.waiting), more: oldest(total.oldestWaiting) },
    { title: t('column.unanswered'), value: count(total.unanswered), more: null },
  ]
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ title, value, more }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd className={classes.figure}>{value}</dd>
          {more && <dd>{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
