import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { PersonNoticeRow } from '../person-notice.ts'

/** The tables that only this feature writes. */
export const personNoticesTables: Record<string, z.ZodObject> = { person_notice: PersonNoticeRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    personNotice: TableFor<PersonNoticeRow, 'id' | 'reason' | 'channel' | 'maskedAddress' | 'messageId' | 'changedOn'>
  }
}
