import { z } from 'zod'
import { ContactInList } from '#casework/clients/contact-record.ts'
import { likenessLevels, likenessReasons } from '#casework/person-likeness/likeness.ts'
import { Id, PageQuery, pageOf, Timestamp } from '#platform/schema/fields.ts'

/** Open: nobody decided yet. Different: never proposed again. */
export const pairStates = ['open', 'different'] as const
export type PairState = (typeof pairStates)[number]

/** Chosen: somebody put two records side by side that nothing proposes; such a pair is not listed. */
export const knownPairStates = [...pairStates, 'chosen'] as const

/** Two records that may be of one person. */
export const PersonPair = z.object({
  id: Id,
  state: z.enum(knownPairStates),
  level: z.enum(likenessLevels),
  reasons: z.array(z.enum(likenessReasons)),
  people: z.array(ContactInList).length(2),
  decidedBy: z.string().nullable(),
  decidedOn: Timestamp.nullable(),
})
export type PersonPair = z.infer<typeof PersonPair>
export const PersonPairPage = pageOf(PersonPair)
export type PersonPairPage = z.infer<typeof PersonPairPage>

export const PersonPairQuery = PageQuery.extend({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  state: z.enum(pairStates).default('open'),
})

/** What a caseworker says about a pair; open: it is proposed again. */
export const PersonPairDecision = z.object({ state: z.enum(pairStates) })
export type PersonPairDecision = z.infer<typeof PersonPairDecision>

/** How many pairs are open. */
export const PersonPairCount = z.object({ count: z.number().int() })

/** Another record of the same person, as a caseworker says. */
export const NewPersonPair = z.object({ otherId: Id })
export const PersonPairAnswer = z.object({ id: Id })
