import { z } from 'zod'
import { SaidFacts, saidFactNames } from '#directory/eligibility/person-facts.ts'
import { Day, Id, Timestamp } from '#platform/schema/fields.ts'

/** Who said it: the person, a relative, a document that somebody saw, or whoever recorded it. */
export const factSources = ['person', 'relative', 'document', 'worker'] as const

/** A fact about a person, which a service asks for. */
export const PersonFactRow = z.object({
  contactId: Id,
  name: z.string(),
  value: z.unknown().refine((value) => value !== null && value !== undefined),
  saidOn: Day,
  saidBy: z.enum(factSources),
  recordedBy: Id.nullable(),
  recordedOn: Timestamp,
})

/** A fact as the record shows it. */
export const ShownFact = PersonFactRow.pick({ value: true, saidOn: true, saidBy: true }).extend({
  name: SaidFacts.keyof(),
  recordedByName: z.string().nullable(),
})
export type ShownFact = z.infer<typeof ShownFact>
export const ShownFacts = z.object({ items: z.array(ShownFact), nextCursor: z.null() })

const shape = SaidFacts.required().shape
const changes = Object.fromEntries(saidFactNames.map((name) => [name, shape[name].nullable().optional()])) as {
  [Name in keyof typeof shape]: z.ZodOptional<z.ZodNullable<(typeof shape)[Name]>>
}

/** What a person said: each fact that is named replaces the one before; null takes it away. */
export const FactsCall = z.object({
  facts: z.object(changes),
  saidOn: Day,
  saidBy: z.enum(factSources),
  /** The later day of an answer on record is wrong: this answer replaces it, or removes it. */
  replacesLater: z.boolean().optional(),
})
export type FactsCall = z.infer<typeof FactsCall>

const DAY = 24 * 60 * 60 * 1000

/** Why something cannot have been said on this day; undefined if it can. */
export function whyNotSaidOn(saidOn: string, now = new Date()) {
  if (saidOn < '1900-01-01') return 'said-too-early'
  // The day may already have started in a time zone further east.
  return saidOn > new Date(now.getTime() + (14 / 24) * DAY).toISOString().slice(0, 10) ? 'said-in-future' : undefined
}
