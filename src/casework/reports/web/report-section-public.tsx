import { Button, Table } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '#ui/card.tsx'
import { ReportChart } from './report-chart-public.ts'
import classes from './report-section.module.css'

const MOST_BARS = 12
const ROW_HEIGHT = 34
/** The table scrolls sideways if it has less room than this. */
const widthOf = (columns: number) => (columns > 4 ? 520 : columns > 1 ? 460 : 220)

export interface SectionRow {
  key: string
  name: string
  /** Where the name leads, if anywhere. */
  to?: string | null
  /** The text of each column. */
  cells: string[]
  /** The lengths of the row's bars; one bar if the second is null. */
  bars: [number, number | null]
}

interface ReportSectionProps {
  title: string
  explanation: string | null
  /** The title of the names. */
  head: string
  columns: { key: string; title: string }[]
  rows: SectionRow[]
  /** What the bars show. */
  barNames: [string, string | null]
  /** More rows than these are shown on request, and in print. */
  firstRows?: number
}

/** One grouping of a report: a chart for the eye, and the same numbers as a table. */
export function ReportSection({ title, explanation, head, columns, rows, barNames, firstRows }: ReportSectionProps) {
  const { t } = useTranslation('reports')
  const id = useId()
  const first = firstRows ?? rows.length
  const [isWhole, setWhole] = useState(rows.length <= first)
  const bars = rows.slice(0, MOST_BARS).map(({ name, bars: [first, last] }) => ({ name, first, last }))
  const height = bars.length * ROW_HEIGHT
  return (
    <Card className={classes.section ?? ''} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      {explanation && <p className={classes.soft}>{explanation}</p>}
      <div className={classes.both}>
        <div aria-hidden className={classes.chart} style={{ minHeight: height + 60 }}>
          <Suspense>
            <ReportChart bars={bars} names={barNames} height={height + 30} />
          </Suspense>
        </div>
        <Table.ScrollContainer
          minWidth={widthOf(columns.length)}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('table', { title }) } }}
        >
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{head}</Table.Th>
                {columns.map((column) => (
                  <Table.Th key={column.key} scope="col" className={classes.number}>
                    {column.title}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row, n) => (
                <Table.Tr key={row.key} className={isWhole || n < first ? undefined : classes.more}>
                  <Table.Th scope="row">{row.to ? <Link to={row.to}>{row.name}</Link> : row.name}</Table.Th>
                  {row.cells.map((cell, place) => (
                    <Table.Td key={columns[place]?.key} className={classes.number}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {!isWhole && (
            <Button variant="default" size="sm" mt="sm" onClick={() => setWhole(true)} className={classes.all}>
              {t('showAll', { count: rows.length })}
            </Button>
          )}
        </Table.ScrollContainer>
      </div>
    </Card>
  )
}
