import { queryOptions } from '@tanstack/react-query'
import type { ConsentUse } from '#casework/clients/consent-use.ts'
import type { HelpCall } from '#casework/help-answers/help-answer.ts'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { Correction, NewCorrection, OwnRecord } from '../own-record.ts'

export const ownRecords = queryOptions({
  queryKey: ['ownRecord', 'all'],
  queryFn: async () => (await api.get<{ items: OwnRecord[] }>('/api/ownRecord', { quiet: true })).items,
  staleTime: 0,
})
const readAgain = () => queryClient.invalidateQueries({ queryKey: ownRecords.queryKey })

/** The referrals whose recipients see details under a consent. */
export const ownConsentUses = async (contactId: string, consentId: string) =>
  (await api.get<{ items: ConsentUse[] }>(`/api/ownRecord/${contactId}/consent/${consentId}/use`)).items

export const withdrawOwnConsent = async (contactId: string, consentId: string) => {
  await api.post(`/api/ownRecord/${contactId}/consent/${consentId}/withdraw`)
  await readAgain()
}

export const answerHelp = async (contactId: string, call: HelpCall) => {
  await api.post(`/api/ownRecord/${contactId}/help`, call, { quiet: true })
  await readAgain()
}

export const askCorrection = async (contactId: string, call: NewCorrection) => {
  await api.post(`/api/ownRecord/${contactId}/correction`, call, { quiet: true })
  await readAgain()
}

/** What a person asked to have corrected, for their organization. */
export const askedCorrections = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'corrections', contactId],
    queryFn: async () =>
      (await api.get<{ items: Correction[] }>(`/api/contact/${contactId}/correction`, { quiet: true })).items,
  })

export const finishCorrection = async (contactId: string, id: string) => {
  await api.post(`/api/contact/${contactId}/correction/${id}/done`)
  await queryClient.invalidateQueries({ queryKey: askedCorrections(contactId).queryKey })
}
