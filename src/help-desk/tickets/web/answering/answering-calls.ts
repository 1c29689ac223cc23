import { queryOptions } from '@tanstack/react-query'
import type { OfferedAnswers } from '#help-desk/canned-answers/canned-answer.ts'
import { api } from '#platform/web/api.ts'
import type { Mentionable, MentionPage, Watchers } from '../../answering.ts'

const tickets = '/api/supportPortal/supportRequest/'
const quiet = { quiet: true }

/** The people who can be mentioned in a note of this visibility, by the start of a name. */
export const mentionable = (ticketId: string, visibility: 'public' | 'internal', text: string) =>
  queryOptions({
    queryKey: ['supportRequest', 'mentionable', ticketId, visibility, text],
    queryFn: ({ signal }) =>
      api.get<Mentionable>(`${tickets}${ticketId}/mentionable`, { ...quiet, signal, query: { visibility, text } }),
    staleTime: 30_000,
  })

export const offeredAnswers = (ticketId: string, text: string) =>
  queryOptions({
    queryKey: ['cannedAnswer', 'offered', ticketId, text],
    queryFn: ({ signal }) =>
      api.get<OfferedAnswers>(`${tickets}${ticketId}/cannedAnswer`, { ...quiet, signal, query: { text } }),
    staleTime: 30_000,
  })

export const unseenMentions = () =>
  queryOptions({
    queryKey: ['supportRequestMention'],
    queryFn: () => api.get<MentionPage>('/api/supportPortal/mention/', { ...quiet, query: { limit: 20 } }),
    staleTime: 60_000,
  })
export const markMentionsSeen = (ticketId: string) => api.post(`${tickets}${ticketId}/mention/seen`, undefined, quiet)

export const watchersOf = (ticketId: string) =>
  queryOptions({
    queryKey: ['supportRequest', 'watchers', ticketId],
    queryFn: () => api.get<Watchers>(`${tickets}${ticketId}/watcher`, quiet),
  })
export const watchTicket = (ticketId: string, receiveEmailUpdates: boolean) =>
  api.put(`${tickets}${ticketId}/watch`, { receiveEmailUpdates })
