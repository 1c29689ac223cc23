import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { FactsCall, ShownFact } from '../person-fact.ts'

interface Facts {
  items: ShownFact[]
}

/** What is on record of what a person said. */
export const personFacts = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'facts', contactId],
    queryFn: async () => (await api.get<Facts>(`/api/contact/${contactId}/fact`, { quiet: true })).items,
  })

/**
 * Records what a person said; searches for them are repeated, because other services may fit now.
 * @returns whether an answer of a later day stayed as it is
 */
export async function saveFacts(contactId: string, call: FactsCall) {
  const { items } = await api.put<Facts>(`/api/contact/${contactId}/fact`, call, { quiet: true })
  queryClient.setQueryData(personFacts(contactId).queryKey, items)
  await queryClient.invalidateQueries({ queryKey: ['service'] })
  return items.some(({ name, saidOn }) => name in call.facts && saidOn > call.saidOn)
}
