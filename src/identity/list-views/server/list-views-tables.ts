import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { viewLists, viewSharings } from '../list-view.ts'

const ListViewRow = z.object({
  id: Id,
  list: z.enum(viewLists),
  name: z.string(),
  ownerId: Id,
  organizationId: Id.nullable(),
  sharedWith: z.enum(viewSharings),
  filters: z.record(z.string(), z.unknown()),
  createdOn: Timestamp,
})

/** The tables that only this feature writes. */
export const listViewsTables: Record<string, z.ZodObject> = { list_view: ListViewRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    listView: Omit<TableFor<z.infer<typeof ListViewRow>, 'id' | 'createdOn'>, 'filters'> & { filters: string }
  }
}
