import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { api } from '#platform/web/api.ts'
import type { Correctable, NewSuggestion, Suggestion, SuggestionDecision, SuggestionPage } from '../suggestion.ts'

type Signal = { signal: AbortSignal }
const pathOf = (serviceId: string, rest = '') => `/api/service/${encodeURIComponent(serviceId)}${rest}`

export const getService = (id: string, { signal }: Signal) =>
  api.get<ServiceDetail>(pathOf(id), { quiet: true, signal })
export const getCorrectable = (id: string, { signal }: Signal) =>
  api.get<Correctable>(pathOf(id, '/suggestion'), { quiet: true, signal })
export const suggest = (serviceId: string, suggestion: Partial<NewSuggestion>) =>
  api.post<{ id: string }>(pathOf(serviceId, '/suggestion'), suggestion, { quiet: true })

export const listSuggestions = (
  query: { organizationId: string | null; cursor: string | null },
  signal?: AbortSignal,
) => api.get<SuggestionPage>('/api/suggestion/', { query, quiet: true, ...(signal ? { signal } : {}) })
export const countSuggestions = (organizationId: string, { signal }: Signal) =>
  api.get<{ count: number }>('/api/suggestion/count', { query: { organizationId }, quiet: true, signal })
export const decide = (id: string, decision: SuggestionDecision) =>
  api.post<Suggestion>(`/api/suggestion/${id}/decision`, decision, { quiet: true })
