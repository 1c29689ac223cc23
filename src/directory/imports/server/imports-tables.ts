import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { ListingInImport, remarkLevels, runStates } from '../import-run.ts'

const number = z.number().int()
const json = z.record(z.string(), z.unknown()).nullable()

const ImportRunRow = z.object({
  id: Id,
  sourceName: z.string(),
  state: z.enum(runStates),
  removesMuch: z.boolean(),
  progress: json,
  report: json,
  undoReport: json,
  failure: z.string().nullable(),
  tries: number,
  startedBy: Id.nullable(),
  startedOn: Timestamp,
  touchedOn: Timestamp,
  endedOn: Timestamp.nullable(),
  address: z.string().nullable(),
  isFromCommand: z.boolean(),
  isPartial: z.boolean(),
  nightlyAfter: z.boolean().nullable(),
})
export type ImportRunRow = z.infer<typeof ImportRunRow>

const ImportSourceRow = z.object({
  sourceName: z.string(),
  address: z.string(),
  isNightly: z.boolean(),
  changedBy: Id.nullable(),
  changedOn: Timestamp,
})

const ImportFileRow = z.object({ runId: Id, number, name: z.string(), size: number })

const ImportPartRow = z.object({
  runId: Id,
  fileNumber: number,
  number,
  size: number,
  bytes: z.instanceof(Buffer),
})

const ImportRemarkRow = z.object({
  runId: Id,
  number,
  level: z.enum(remarkLevels),
  file: z.string(),
  line: number,
  columns: z.string(),
  reason: z.string(),
})

const ImportListingRow = ListingInImport.extend({ runId: Id, number })

/** The tables that only this feature writes. */
export const importsTables: Record<string, z.ZodObject> = {
  import_run: ImportRunRow,
  import_source: ImportSourceRow,
  import_file: ImportFileRow,
  import_part: ImportPartRow,
  import_remark: ImportRemarkRow,
  import_listing: ImportListingRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    importRun: TableFor<
      ImportRunRow,
      | 'id'
      | 'state'
      | 'removesMuch'
      | 'progress'
      | 'report'
      | 'undoReport'
      | 'failure'
      | 'tries'
      | 'startedBy'
      | 'startedOn'
      | 'touchedOn'
      | 'endedOn'
      | 'address'
      | 'isFromCommand'
      | 'isPartial'
      | 'nightlyAfter'
    >
    importSource: TableFor<z.infer<typeof ImportSourceRow>, 'isNightly' | 'changedBy' | 'changedOn'>
    importFile: TableFor<z.infer<typeof ImportFileRow>>
    importPart: TableFor<z.infer<typeof ImportPartRow>>
    importRemark: TableFor<z.infer<typeof ImportRemarkRow>>
    importListing: TableFor<z.infer<typeof ImportListingRow>>
  }
}
