import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { ServiceDetail } from '#directory/services/service-detail.ts'
import { api } from '#platform/web/api.ts'
import type { Colleagues, DestinationSearch, FoundDestinations, ReferralDestination } from '../destination.ts'
import type { FirstContactCall } from '../first-contact.ts'
import type {
  DraftChange,
  NewReferral,
  Referral,
  ReferralInList,
  ReferralMessage,
  TransitionCall,
  Waiting,
} from '../referral-call.ts'
import { openStatuses } from '../referral-machine.ts'

interface MessagePage {
  items: ReferralMessage[]
  nextCursor: string | null
}

// All keys start with 'referral': a live event of that type invalidates all of them.
const quiet = { quiet: true }

export const useWaiting = () =>
  useQuery({ queryKey: ['referral', 'waiting'], queryFn: () => api.get<Waiting>('/api/referral/waiting', quiet) })

export const useReferral = (id: string) =>
  useQuery({ queryKey: ['referral', 'one', id], queryFn: () => api.get<Referral>(`/api/referral/${id}`, quiet) })

/** Whether this side may read the messages. */
export const areMessagesShown = ({ person, status }: Referral) => person !== null && status !== 'Draft'

/** The messages of a referral, the newest first; earlier ones page by page. */
export const useMessages = (id: string, isShown: boolean) =>
  useInfiniteQuery({
    queryKey: ['referral', 'messages', id],
    queryFn: ({ pageParam }) =>
      api.get<MessagePage>(`/api/referral/${id}/message`, { ...quiet, query: { limit: 200, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled: isShown,
  })

export const useDestination = (organizationId: string | null) =>
  useQuery({
    queryKey: ['referral', 'destination', organizationId],
    queryFn: () => api.get<ReferralDestination>('/api/referral/destination', { ...quiet, query: { organizationId } }),
    enabled: organizationId !== null,
  })

/** Whether a service takes new people. */
export const intakeOf = (serviceId: string) =>
  queryOptions({
    queryKey: ['referral', 'intake', serviceId],
    queryFn: () => api.get<Pick<ServiceDetail, 'intake'>>(`/api/service/${serviceId}`, quiet),
  })

/** Services and organizations by words. The input and the ZIP code are sent in the body. */
export const useDestinations = (search: DestinationSearch, isAsked: boolean) =>
  useQuery({
    queryKey: ['referral', 'destinations', search],
    queryFn: ({ signal }) =>
      api.post<FoundDestinations>('/api/referral/destination/search', search, { ...quiet, signal }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })

/** A person's open referrals that one's own organization sent. */
export const useOpenReferrals = (contactId: string | undefined) =>
  useQuery({
    queryKey: ['referral', 'openOf', contactId],
    queryFn: () =>
      api.get<{ items: ReferralInList[] }>('/api/referral/', {
        ...quiet,
        query: { direction: 'outgoing', contactId, status: [...openStatuses], limit: 100 },
      }),
    enabled: contactId !== undefined,
  })

/** People of an organization by the start of a name, which is sent in the body because URLs are logged. */
export const useColleagues = (organizationId: string, text: string) =>
  useQuery({
    queryKey: ['referral', 'colleagues', organizationId, text],
    queryFn: () => api.post<Colleagues>('/api/referral/destination/colleague', { organizationId, text }, quiet),
    enabled: text.trim().length > 1,
    placeholderData: keepPreviousData,
  })

/** Performs one step; whatever the result, the data shown is reloaded. */
export function useTransition(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: Partial<TransitionCall>) => applyTransition(id, call),
    // The response to an earlier step, such as the automatic view, can arrive after the response to a later one.
    onSuccess: (referral) =>
      client.setQueryData<Referral>(['referral', 'one', id], (shown) =>
        shown && shown.version > referral.version ? shown : referral,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['referral'] }),
  })
}

/** Corrects one's own message. */
export function useEditMessage(id: string, messageId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.put<ReferralMessage>(`/api/referral/${id}/message/${messageId}`, { text }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: ['referral', 'messages', id] }),
  })
}

export const markRead = (id: string, lastSequence: number) =>
  api.post(`/api/referral/${id}/read`, { lastSequence }, quiet)
export const createReferral = (given: Partial<NewReferral>) => api.post<Referral>('/api/referral/', given, quiet)

export const changeDraft = (id: string, given: Partial<DraftChange>) =>
  api.put<Referral>(`/api/referral/${id}`, given, quiet)
export const applyTransition = (id: string, call: Partial<TransitionCall>) =>
  api.post<Referral>(`/api/referral/${id}/transition`, call, quiet)

/** Records the first contact after the work started. */
export function useRecordFirstContact(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: FirstContactCall) => api.post<Referral>(`/api/referral/${id}/firstContact`, call, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: ['referral'] }),
  })
}

/** Decides to stop trying for the need. */
export function useSettle(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<Referral>(`/api/referral/${id}/settle`),
    onSettled: () => client.invalidateQueries({ queryKey: ['referral'] }),
  })
}
