import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type { EmailUpdates } from '../../answering.ts'
import type { HelpDeskPreference, TicketsWaiting } from '../../tickets-waiting.ts'

const path = '/api/supportPortal/supportRequest/'
const preferencePath = '/api/supportPortal/preference/'
const quiet = { quiet: true }

// Invalidated by live events of type 'supportRequest'.
export const ticketsWaiting = queryOptions({
  queryKey: ['supportRequest', 'waiting'],
  queryFn: () => api.get<TicketsWaiting>(`${path}waiting`, quiet),
  placeholderData: (before: TicketsWaiting | undefined) => before,
})
export const seeAnswer = (ticketId: string) => api.post(`${path}${ticketId}/answerSeen`, undefined, quiet)

export const helpDeskPreference = queryOptions({
  queryKey: ['helpDeskPreference'],
  queryFn: () => api.get<HelpDeskPreference>(preferencePath),
})
export const savePreference = (given: HelpDeskPreference) => api.put<HelpDeskPreference>(preferencePath, given)

export const emailUpdates = (code: string) =>
  api.get<EmailUpdates>(`/api/supportPortal/emailUpdates/${encodeURIComponent(code)}`, { quiet: true })
export const stopEmailUpdates = (code: string) => api.post(`${path}unsubscribe/${encodeURIComponent(code)}`)
