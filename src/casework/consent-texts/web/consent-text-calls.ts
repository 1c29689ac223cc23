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

export type Draft = Pick<ConsentText, 'title' | 'body' | 'version'>

/** The draft of the next version; without one, the next version begins with the text in use. */
const draftOf = (texts: ConsentText[]): Draft | undefined =>
  texts.find(({ publishedOn }) => !publishedOn) ?? (texts[0] && { ...texts[0], version: 0 })

const show = ({ items }: Texts) => queryClient.setQueryData(consentTexts.queryKey, items)

/** The draft as it is now, also by others. */
export const readDraft = async () => draftOf(await queryClient.fetchQuery({ ...consentTexts, staleTime: 0 }))

export async function saveDraft(draft: DraftCall): Promise<Draft> {
  const texts = await api.put<Texts>('/api/consentText/draft', draft, { quiet: true })
  show(texts)
  return draftOf(texts.items) ?? draft
}

export const publishDraft = async (version: number) =>
  show(await api.post<Texts>('/api/consentText/publish', { version }, { quiet: true }))
