import { createReadStream } from 'node:fs'
import { type CsvError, parse } from 'csv-parse'

/** A row of a file by its header's names, or why it could not be read. `line` is where it begins; the header is line 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string }

const MAX_ROW_BYTES = 2_000_000

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed; the rest of the file could not be read',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark stands inside a quoted cell without being doubled',
  CSV_MAX_RECORD_SIZE: 'the row is too long; the rest of the file could not be read',
}

/**
 * Streams a CSV file in UTF-8, with or without a byte order mark, whatever its line ends. A broken row is told and passed over.
 * @yields the header first, then the rows
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  const broken: { line: number; reason: string }[] = []
  // Where the last row ended, as the parser sees it, which reads ahead of who takes the rows.
  let ended = 0
  const parser = createReadStream(path).pipe(
    parse({
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_BYTES,
      skip_records_with_error: true,
      on_record: (cells: string[], { lines }: { lines: number }) => {
        ended = lines
        // The line goes with the row as one more cell, before the others.
        return [String(lines - cells.reduce((sum, cell) => sum + (cell.split('\n').length - 1), 0)), ...cells]
      },
      on_skip: (error: CsvError | undefined) => {
        broken.push({
          line: ended + 1,
          reason: reasons[error?.code ?? ''] ?? 'the row is not well-formed CSV',
        })
        ended = Math.max(ended, Number(error?.lines ?? 0))
        return undefined
      },
    }),
  )
  try {
    for await (const [line, ...cells] of parser as AsyncIterable<string[]>) yield { line: Number(line), cells }
  } catch (error) {
    broken.push({
      line: ended + 1,
      reason: reasons[(error as CsvError).code ?? ''] ?? 'the file could not be read further',
    })
  }
  yield* broken
}
