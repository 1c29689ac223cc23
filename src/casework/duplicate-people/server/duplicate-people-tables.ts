import { z } from 'zod'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { likenessLevels } from '../../person-likeness/likeness.ts'
import { pairStates } from '../person-pair.ts'

const PersonPairRow = z.object({
  id: Id,
  organizationId: Id,
  firstId: Id,
  secondId: Id,
  level: z.enum(likenessLevels),
  score: z.number().int(),
  state: z.enum(pairStates),
  decidedBy: Id.nullable(),
  decidedOn: Timestamp.nullable(),
  foundOn: Timestamp,
})

/** The tables that only this feature writes. */
export const duplicatePeopleTables: Record<string, z.ZodObject> = { person_pair: PersonPairRow }

declare module '#platform/server/database.ts' {
  interface Tables {
    personPair: TableFor<z.infer<typeof PersonPairRow>, 'id' | 'state' | 'decidedBy' | 'decidedOn' | 'foundOn'>
  }
}
