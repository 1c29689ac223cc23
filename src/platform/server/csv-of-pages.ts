import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLines } from './csv.ts'

/** The maximum number of rows per file. */
export const MOST_ROWS = 10_000
export const PAGE_ROWS = 200

interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}

/**
 * A list as a CSV file, streamed while its pages are read. If there are more rows than fit, the last line says so.
 * @param list reads up to {@link PAGE_ROWS} rows
 */
export function csvOfPages<Row>({
  head,
  rowOf,
  list,
  capped,
}: {
  head: string[]
  rowOf: (row: Row) => string[]
  list: (cursor: string | undefined) => Promise<Page<Row>>
  capped: string
}) {
  async function* lines() {
    yield BYTE_ORDER_MARK + csvLines([head])
    let cursor: string | undefined
    for (let rows = 0; rows < MOST_ROWS; rows += PAGE_ROWS) {
      const page = await list(cursor)
      yield csvLines(page.items.map(rowOf))
      if (!page.nextCursor) return
      cursor = page.nextCursor
    }
    yield csvLines([[capped, ...head.slice(1).map(() => '')]])
  }
  return Readable.from(lines())
}
