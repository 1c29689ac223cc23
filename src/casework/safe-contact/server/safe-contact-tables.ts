import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { SafeContactRow } from '../safe-contact.ts'

/** The tables that only this feature writes. */
export const safeContactTables: Record<string, z.ZodObject> = { safe_contact: SafeContactRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    safeContact: TableFor<SafeContactRow, 'changedOn'>
  }
}
