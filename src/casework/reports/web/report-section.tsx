import { Table } from '@mantine/core'
import { Suspense, useId } from 'react'
import { Link } from 'react-router'
import { Card } from '#ui/card.tsx'
import type { ReportTable } from '../report-tables.ts'
import { type ReportFilters, wordsOf } from './report-address.ts'
import { ReportChart } from './report-chart-public.ts'
import { useReportWords } from './report-words.ts'
import classes from './reports.module.css'

const MOST_BARS = 12
const ROW_HEIGHT = 34

/** One grouping: a chart for the eye, and the same numbers as a table, whose names open what they count. */
export function ReportSection({ table, filters }: { table: ReportTable; filters: ReportFilters }) {
  const { t, say } = useReportWords()
  const id = useId()
  const { title, head, columns, rows, explanation } = table
  const bars = rows
    .slice(0, MOST_BARS)
    .map(({ name, cells }) => ({ name, first: cells[0] ?? 0, last: cells[4] ?? null }))
  const names = [columns[0]?.title ?? '', columns[4]?.title ?? null] as const
  return (
    <Card className={classes.section ?? ''} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      {explanation && <p className={classes.soft}>{explanation}</p>}
      <div className={classes.both}>
        <div aria-hidden className={classes.chart} style={{ minHeight: bars.length * ROW_HEIGHT + 60 }}>
          <Suspense>
            <ReportChart bars={bars} names={names} height={bars.length * ROW_HEIGHT + 30} />
          </Suspense>
        </div>
        <Table.ScrollContainer
          minWidth={columns.length > 1 ? 520 : 220}
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
              {rows.map((row) => (
                <Table.Tr key={row.key}>
                  <Table.Th scope="row">
                    {row.narrowed && (row.cells[0] ?? 0) > 0 ? (
                      <Link to={`/reports/rows?${wordsOf({ ...filters, ...row.narrowed })}`}>{row.name}</Link>
                    ) : (
                      row.name
                    )}
                  </Table.Th>
                  {row.cells.map((cell, place) => (
                    <Table.Td key={columns[place]?.key} className={classes.number}>
                      {cell === null ? '–' : say(cell, columns[place]?.unit ?? 'count')}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
    </Card>
  )
}
