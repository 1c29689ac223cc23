import { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'

const MapCellRow = z.object({
  termId: z.uuid(),
  level: z.number().int(),
  x: z.number().int(),
  y: z.number().int(),
  n: z.number().int(),
  sx: z.number().int(),
  sy: z.number().int(),
})

const MapCellChangeRow = z.object({
  id: z.number().int(),
  qx: z.number().int(),
  qy: z.number().int(),
  delta: z.number().int(),
  termIds: z.array(z.uuid()),
})

/** The tables that only this feature writes. */
export const serviceMapTables: Record<string, z.ZodObject> = {
  map_cell: MapCellRow,
  map_cell_change: MapCellChangeRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    mapCell: TableFor<z.infer<typeof MapCellRow>>
    mapCellChange: TableFor<z.infer<typeof MapCellChangeRow>, 'id'>
  }
}
