import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ConsentRequestRow } from '../consent-request.ts'

/** The tables that only this feature writes. */
export const consentRequestsTables: Record<string, z.ZodObject> = { consent_request: ConsentRequestRow }

type Given = 'id' | 'contactId' | 'textId' | 'scope' | 'language' | 'channel' | 'codeHash' | 'linkExpiresOn'
declare module '#platform/server/database.ts' {
  interface Tables {
    consentRequest: TableFor<ConsentRequestRow, Exclude<keyof ConsentRequestRow, Given>>
  }
}
