import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { Household, NewMember, Relation } from '../household.ts'

/** The household of a person, the person included. */
export const personHousehold = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'household', contactId],
    queryFn: async () => (await api.get<Household>(`/api/contact/${contactId}/household`, { quiet: true })).items,
  })
const readAgain = () => queryClient.invalidateQueries({ queryKey: ['contact', 'household'] })

export const addMember = async (contactId: string, member: NewMember) => {
  await api.post(`/api/contact/${contactId}/household`, member, { quiet: true })
  await readAgain()
}

export const changeRelation = async (contactId: string, relation: Relation) => {
  await api.put(`/api/contact/${contactId}/household`, { relation })
  await readAgain()
}

export const leaveHousehold = async (contactId: string) => {
  await api.delete(`/api/contact/${contactId}/household`)
  await readAgain()
}
