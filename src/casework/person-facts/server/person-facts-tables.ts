import type { z } from 'zod'
import type { TableFor } from '#platform/server/database.ts'
import { PersonFactRow } from '../person-fact.ts'

/** The tables that only this feature writes. */
export const personFactsTables: Record<string, z.ZodObject> = { person_fact: PersonFactRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    personFact: TableFor<z.infer<typeof PersonFactRow>, 'recordedBy' | 'recordedOn'>
  }
}
