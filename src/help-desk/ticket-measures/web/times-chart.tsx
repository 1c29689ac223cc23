import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import type { Measures } from '../measure.ts'
import { axisMarks, durationText } from './duration-words.ts'
import classes from './measures.module.css'

export interface ChartRow {
  name: string
  median: number
  ninetieth: number
}
interface TimesChartProps {
  title: string
  by: string
  rows: ChartRow[]
  clock: Measures['clock']
}
const text = { fill: 'var(--hl-ink)', fontSize: 13 }
const ROW = 58

/** Two bars per row: the median filled, the 90th percentile hatched, each labeled with its time. */
export function TimesChart({ title, by, rows, clock }: TimesChartProps) {
  const { t } = useTranslation('ticket-measures')
  const hatch = useId()
  const marks = axisMarks(Math.max(...rows.map(({ ninetieth }) => ninetieth), 0))
  const say = (seconds: unknown) => durationText(Number(seconds), clock)
  return (
    <figure className={classes.chart}>
      <figcaption>
        <h3>{title}</h3>
        <span className={classes.legend} aria-hidden>
          <span className={classes.filled} />
          {t('column.median')}
          <span className={classes.hatched} />
          {t('column.ninetieth')}
        </span>
      </figcaption>
      {rows.length === 0 ? (
        <p className={classes.soft}>{t('chart.none')}</p>
      ) : (
        <div role="img" aria-label={t('chart.label', { title, by })} style={{ height: rows.length * ROW + 34 }}>
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              layout="vertical"
              data={rows}
              accessibilityLayer={false}
              barGap={2}
              barCategoryGap="18%"
              margin={{ top: 0, right: 84, bottom: 0, left: 0 }}
            >
              <defs>
                <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                  <rect width="6" height="6" fill="var(--hl-ember-soft)" />
                  <rect width="2.5" height="6" fill="var(--hl-ember)" />
                </pattern>
              </defs>
              <CartesianGrid horizontal={false} stroke="var(--hl-line)" strokeOpacity={0.45} />
              <XAxis
                type="number"
                domain={[0, marks.at(-1) ?? 0]}
                ticks={marks}
                tickFormatter={say}
                tick={{ ...text, fill: 'var(--hl-ink-2)', fontSize: 12 }}
                stroke="var(--hl-edge)"
              />
              <YAxis type="category" dataKey="name" width={112} interval={0} tick={text} stroke="var(--hl-edge)" />
              <Bar
                dataKey="median"
                fill="var(--hl-hearth)"
                radius={[0, 4, 4, 0]}
                minPointSize={2}
                isAnimationActive={false}
              >
                <LabelList dataKey="median" position="right" formatter={say} {...text} />
              </Bar>
              <Bar
                dataKey="ninetieth"
                fill={`url(#${hatch})`}
                stroke="var(--hl-ember)"
                radius={[0, 4, 4, 0]}
                minPointSize={2}
                isAnimationActive={false}
              >
                <LabelList dataKey="ninetieth" position="right" formatter={say} {...text} />
              </Bar>
            </BarChart>
          </ResponsiveContainer>
        </div>
      )}
    </figure>
  )
}
