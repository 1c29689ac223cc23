import { z } from 'zod'
import { likenessLevels } from '#casework/person-likeness/likeness.ts'
import { Id, Timestamp } from '#platform/schema/fields.ts'
import type { TableFor } from '#platform/server/database.ts'
import { knownPairStates } from '../person-pair.ts'

const PersonPairRow = z.object({
  id: Id,
  organizationId: Id,
  firstId: Id,
  secondId: Id,
  level: z.enum(likenessLevels),
  score: z.number().int(),
  state: z.enum(knownPairStates),
  decidedBy: Id.nullable(),
  decidedOn: Timestamp.nullable(),
  foundOn: Timestamp,
})

/** What of a table came along with a merge, as the feature that owns it needs it to give it back. */
const Carried = z.object({ table: z.string(), rows: z.unknown() })
export type Carried = z.infer<typeof Carried>

const Values = z.record(z.string(), z.unknown())
const PersonMergeRow = z.object({
  id: Id,
  organizationId: Id,
  fromId: Id,
  intoId: Id,
  before: Values,
  after: Values,
  phones: z.array(z.string()),
  carried: z.array(Carried),
  mergedBy: Id.nullable(),
  mergedOn: Timestamp,
  undoneBy: Id.nullable(),
  undoneOn: Timestamp.nullable(),
})

/** The tables that only this feature writes. */
export const duplicatePeopleTables: Record<string, z.ZodObject> = {
  person_merge: PersonMergeRow,
  person_pair: PersonPairRow,
}

declare module '#platform/server/database.ts' {
  interface Tables {
    personPair: TableFor<z.infer<typeof PersonPairRow>, 'id' | 'state' | 'decidedBy' | 'decidedOn' | 'foundOn'>
  }
}
