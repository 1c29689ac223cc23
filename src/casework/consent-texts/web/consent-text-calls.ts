import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import { queryClient } from '#platform/web/query-client.ts'
import type { ConsentText, DraftCall } from '../consent-text.ts'

interface Texts {
  items: ConsentText[]
}

export const consentTexts = queryOptions({
  queryKey: ['consentText', 'all'],
  queryFn: async () => (await api.get<Texts>('/api/consentText/')).items,
})

const show = ({ items }: Texts) => queryClient.setQueryData(consentTexts.queryKey, items)

export const saveDraft = async (draft: DraftCall) =>
  show(await api.put<Texts>('/api/consentText/draft', draft, { quiet: true }))

export const publishDraft = async (version: number) =>
  show(await api.post<Texts>('/api/consentText/publish', { version }, { quiet: true }))
