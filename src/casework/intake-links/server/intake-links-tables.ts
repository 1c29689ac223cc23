import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { IntakeLinkRow } from '../intake-link.ts'

/** The tables that only this feature writes. */
export const intakeLinksTables: Record<string, z.ZodObject> = { intake_link: IntakeLinkRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    intakeLink: TableFor<
      IntakeLinkRow,
      'id' | 'createdOn' | 'withdrawnOn' | 'triesLeft' | 'sessionHash' | 'sessionExpiresOn'
    >
  }
}
