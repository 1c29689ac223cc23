import { Button, Table } from '@mantine/core'
import { Suspense, useId, useState } from 'react'
import { ReportChart } from '#casework/reports/web/report-chart-public.ts'
import { Card } from '#ui/card.tsx'
import type { NetworkTable, NetworkValue } from '../network-tables.ts'
import classes from './network.module.css'
import { useNetworkWords } from './network-words.ts'

const MOST_BARS = 12
const ROW_HEIGHT = 34
/** More rows than these show on demand, and in print. */
const FIRST = 15
const lengthOf = (value: NetworkValue | undefined) => (typeof value === 'object' ? (value?.count ?? 0) : 0)

/** One grouping: a chart for the eye, and the same numbers as a table. */
export function NetworkSection({ table }: { table: NetworkTable }) {
  const { t, say } = useNetworkWords()
  const id = useId()
  const { title, head, columns, rows, explanation } = table
  const [isWhole, setWhole] = useState(rows.length <= FIRST)
  const helped = columns.findIndex(({ key }) => key === 'gotHelp')
  const bars = rows.slice(0, MOST_BARS).map(({ name, cells }) => ({
    ...{ name, first: lengthOf(cells[0]), last: helped < 0 ? null : lengthOf(cells[helped]) },
  }))
  const height = bars.length * ROW_HEIGHT
  return (
    <Card className={classes.section ?? ''} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      {explanation && <p className={classes.soft}>{explanation}</p>}
      <div className={classes.both}>
        <div aria-hidden className={classes.chart} style={{ minHeight: height + 60 }}>
          <Suspense>
            <ReportChart
              bars={bars}
              names={[columns[0]?.title ?? '', columns[helped]?.title ?? null]}
              height={height + 30}
            />
          </Suspense>
        </div>
        <Table.ScrollContainer
          minWidth={columns.length > 1 ? 460 : 220}
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
                <Table.Tr key={row.key} className={isWhole || n < FIRST ? undefined : classes.more}>
                  <Table.Th scope="row">{row.name}</Table.Th>
                  {row.cells.map((cell, place) => (
                    <Table.Td key={columns[place]?.key} className={classes.number}>
                      {cell === null ? '–' : say(cell)}
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
