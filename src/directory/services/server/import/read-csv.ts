import { Readable } from 'node:stream'
import { type CsvError, parse } from 'csv-parse'
import { type TextEncoding, textOf } from './text-encoding.ts'

/** A row by the header's names, or why it could not be read. `line` is where it starts; the header is line 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; reason: string }

const MAX_ROW_BYTES = 2_000_000

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed; the rest of the file could not be read',
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark stands inside a quoted cell without being doubled',
  CSV_MAX_RECORD_SIZE: 'the row is too long; the rest of the file could not be read',
}

/**
 * Streams a CSV file, with or without a byte order mark, with any line endings. A broken row is reported and skipped.
 * @yields the header first, then the rows
 */
export async function* readCsv(path: string, encoding: TextEncoding): AsyncGenerator<CsvRow> {
  const broken: { line: number; reason: string }[] = []
  // The end of the last row in the parser, which reads ahead of the consumer.
  let ended = 0
  const parser = Readable.from(textOf(path, encoding)).pipe(
    parse({
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_BYTES,
      skip_records_with_error: true,
      on_record: (cells: string[], { lines }: { lines: number }) => {
        ended = lines
        // The line number is added to the row as its first cell.
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
