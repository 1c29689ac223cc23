import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/card.tsx'
import type { Measures } from '../measure.ts'
import classes from './measures.module.css'
import { type ChartRow, TimesChart } from './times-chart.tsx'
import { type NamedMeasure, TimesTable } from './times-table.tsx'

/** The tickets by one grouping: a chart of both times, and a table of all measures. */
export function MeasureSection({
  by,
  rows,
  clock,
}: {
  by: 'type' | 'priority' | 'organization'
  rows: NamedMeasure[]
  clock: Measures['clock']
}) {
  const { t } = useTranslation('ticket-measures')
  const id = useId()
  const title = t(`by.${by}`)
  const drawn = (kind: 'response' | 'resolution'): ChartRow[] =>
    rows.flatMap(({ name, measure }) => {
      const times = measure[kind]
      return times ? [{ name, ...times }] : []
    })
  const spoken = title.toLocaleLowerCase()
  return (
    <Card className={classes.section ?? ''} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      <div className={classes.charts}>
        <TimesChart title={t('chart.response')} by={spoken} rows={drawn('response')} clock={clock} />
        <TimesChart title={t('chart.resolution')} by={spoken} rows={drawn('resolution')} clock={clock} />
      </div>
      <Folded title={t('chart.sameNumbers', { by: spoken })}>
        <TimesTable
          caption={t('chart.sameNumbers', { by: spoken })}
          head={t(`column.${by}`)}
          rows={rows}
          clock={clock}
        />
      </Folded>
    </Card>
  )
}

/** On a phone the chart comes first, and the table on request, because it would make the page very long. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  if (!isPhone) return children
  return (
    <details className={classes.fold}>
      <summary>
        <IconChevronRight size={20} aria-hidden />
        {title}
      </summary>
      {children}
    </details>
  )
}
