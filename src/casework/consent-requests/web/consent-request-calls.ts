import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { NewConsentRequest, SendAgainCall, SentConsentRequest, ShownConsentRequest } from '../consent-request.ts'

const pathOf = (contactId: string) => `/api/contact/${contactId}/consentRequest`

/** Invalidated when the person's record changes. */
export const consentRequests = (contactId: string) =>
  queryOptions({
    queryKey: ['contact', 'consentRequests', contactId],
    queryFn: async () => (await api.get<{ items: ShownConsentRequest[] }>(pathOf(contactId), { quiet: true })).items,
  })

const show = <Answer extends { items: ShownConsentRequest[] }>(contactId: string, answer: Answer) => {
  queryClient.setQueryData(consentRequests(contactId).queryKey, answer.items)
  return answer
}

export const askConsent = async (contactId: string, call: NewConsentRequest) =>
  show(contactId, await api.post<SentConsentRequest>(pathOf(contactId), call, { quiet: true }))

export const sendAgain = async (contactId: string, id: string, call: SendAgainCall) =>
  show(contactId, await api.post<SentConsentRequest>(`${pathOf(contactId)}/${id}/send`, call, { quiet: true }))

export const takeBack = async (contactId: string, id: string) =>
  show(contactId, await api.delete<{ items: ShownConsentRequest[] }>(`${pathOf(contactId)}/${id}`))
