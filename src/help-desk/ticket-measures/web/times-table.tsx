import { useTranslation } from 'react-i18next'
import { localeOf } from '#platform/schema/locale-of.ts'
import spoken from '#ui/spoken.module.css'
import type { Measure, Measures } from '../measure.ts'
import { durationText } from './duration-words.ts'
import classes from './measures.module.css'

export interface NamedMeasure {
  key: string
  name: string
  measure: Measure
}

/** The values of a chart, and those without a bar. On a phone each row is a card. */
export function TimesTable({
  caption,
  head,
  rows,
  clock,
}: {
  caption: string
  head: string
  rows: NamedMeasure[]
  clock: Measures['clock']
}) {
  const { t, i18n } = useTranslation('ticket-measures')
  const count = (number: number) => new Intl.NumberFormat(localeOf(i18n.language)).format(number)
  const time = (seconds: number | null | undefined) => durationText(seconds, clock)
  const withOldest = (number: number, oldest: number | null) =>
    oldest === null ? count(number) : `${count(number)} (${t('column.oldest', { age: time(oldest) })})`
  const middles = (of: Measure['response']) => [
    [t('column.median'), time(of?.median)],
    [t('column.ninetieth'), time(of?.ninetieth)],
  ]
  const groups = [
    { title: t('column.response'), size: 5 },
    { title: t('column.resolution'), size: 4 },
  ]
  const cells = ({ measure: m }: NamedMeasure): [string, [string, string][]][] => [
    ['', [[t('column.tickets'), count(m.tickets)]]],
    [
      groups[0]?.title ?? '',
      [
        ...(middles(m.response) as [string, string][]),
        [t('column.answered'), count(m.answered)],
        [t('column.waiting'), withOldest(m.waiting, m.oldestWaiting)],
        [t('column.unanswered'), count(m.unanswered)],
      ],
    ],
    [
      groups[1]?.title ?? '',
      [
        ...(middles(m.resolution) as [string, string][]),
        [t('column.closed'), count(m.closed)],
        [t('column.open'), withOldest(m.open, m.oldestOpen)],
      ],
    ],
  ]
  const heads = rows[0] ? cells(rows[0]).flatMap(([, of]) => of.map(([title]) => title)) : []
  return (
    <table className={classes.table}>
      <caption className={spoken.spoken}>{caption}</caption>
      <thead>
        <tr>
          <th rowSpan={2} scope="col">
            {head}
          </th>
          <th rowSpan={2} scope="col">
            {heads[0]}
          </th>
          {groups.map(({ title, size }) => (
            <th key={title} colSpan={size} scope="colgroup">
              {title}
            </th>
          ))}
        </tr>
        <tr>
          {heads.slice(1).map((title, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places, and two are called alike
            <th key={place} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {cells(row).flatMap(([group, of]) =>
              of.map(([title, value], place) => (
                <td key={group + title} data-label={title} data-group={place === 0 && group ? group : undefined}>
                  {value}
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
