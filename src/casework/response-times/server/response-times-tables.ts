import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { ResponsePromiseRow } from '../response-promise.ts'

/** The tables that only this feature writes. */
export const responseTimesTables: Record<string, z.ZodObject> = { response_promise: ResponsePromiseRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    responsePromise: TableFor<z.infer<typeof ResponsePromiseRow>, 'changedOn' | 'version'>
  }
}
