import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { RecordLinkRow } from '../record-link.ts'

/** The tables that only this feature writes. */
export const recordLinksTables: Record<string, z.ZodObject> = { record_link: RecordLinkRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    recordLink: TableFor<
      RecordLinkRow,
      'id' | 'createdOn' | 'withdrawnOn' | 'openedOn' | 'triesLeft' | 'sessionHash' | 'sessionExpiresOn'
    >
  }
}
