import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ConsentTextRow } from '../consent-text.ts'

/** The tables that only this feature writes. */
export const consentTextsTables: Record<string, z.ZodObject> = { consent_text: ConsentTextRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    consentText: TableFor<ConsentTextRow, 'id' | 'version' | 'changedOn' | 'publishedOn'>
  }
}
