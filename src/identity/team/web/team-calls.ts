import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SignInRule, SignInRuleChange } from '#identity/organizations/organization-profile.ts'
import { api } from '#platform/web/api.ts'
import { cacheSaved, queryClient } from '#platform/web/query-client.ts'
import type { Invitation, NewInvitation, SentLink } from '../invitation.ts'
import type { JoinDecision, JoinRequest } from '../join-request.ts'
import type { PortalAccount, PortalAccountChange } from '../portal-account.ts'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}
// The first element is the type of the live event that invalidates the query.
const TYPE = 'portalAccount'

export const accountList = (search: string, state: string) => ({
  queryKey: [TYPE, 'list', search, state],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get<Page<PortalAccount>>('/api/portalAccount/', {
      query: { search, state, cursor: pageParam, limit: 25 },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Page<PortalAccount>) => page.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
})

export const invitationList = (search: string) => ({
  queryKey: [TYPE, 'invitations', search],
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    api.get<Page<Invitation>>('/api/portalAccount/invitation', {
      query: { search, cursor: pageParam, limit: 25 },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Page<Invitation>) => page.nextCursor ?? undefined,
  placeholderData: keepPreviousData,
})

export const accountRecord = (id: string) =>
  queryOptions({ queryKey: [TYPE, 'one', id], queryFn: () => api.get<PortalAccount>(`/api/portalAccount/${id}`) })

export const sentLinks = (id: string) =>
  queryOptions({
    queryKey: [TYPE, 'links', id],
    queryFn: () => api.get<Page<SentLink>>(`/api/portalAccount/${id}/link`),
  })

// Live events of registrations have this type.
export const joinRequestList = queryOptions({
  queryKey: ['registration-review', 'join'],
  queryFn: ({ signal }) => api.get<Page<JoinRequest>>('/api/organization/current/joinRequest', { signal }),
})

const RULE = '/api/organization/current/requireMfa'
export const signInRule = queryOptions({
  queryKey: ['organization', 'signInRule'],
  queryFn: () => api.get<SignInRule>(RULE),
})

/** Reloads the lists and links; the account itself is already known if the call returned it. */
function showAgain(account?: PortalAccount) {
  if (account) cacheSaved(accountRecord(account.id).queryKey, account)
  const known = account && accountRecord(account.id).queryKey.join()
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === TYPE && queryKey.join() !== known })
  return account as PortalAccount
}

const quiet = { quiet: true }
export const showAccount = showAgain
export const changeAccount = async (change: PortalAccountChange) =>
  showAgain(await api.put<PortalAccount>('/api/portalAccount/', change, quiet))
export const requestFactorReset = async (id: string) => {
  await api.post(`/api/portalAccount/${id}/factorReset`, undefined, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: sentLinks(id).queryKey })
}

export const endSessions = (id: string) =>
  api.post<{ ended: number }>(`/api/portalAccount/${id}/endSessions`, undefined, { quiet: true })

export const orderReset = (id: string) => api.post(`/api/portalAccount/${id}/forceReset`, undefined, { quiet: true })

export const setDeactivated = async (id: string, isDeactivated: boolean) =>
  showAgain(
    await api.post<PortalAccount>(
      `/api/portalAccount/${id}/${isDeactivated ? 'deactivate' : 'reactivate'}`,
      undefined,
      quiet,
    ),
  )
export async function sendResetLink(id: string) {
  await api.post(`/api/portalAccount/${id}/resetLink`)
  showAgain()
}
export async function withdrawLink(accountId: string, linkId: string) {
  await api.delete(`/api/portalAccount/${accountId}/link/${linkId}`)
  showAgain()
}
export async function invite(invitation: NewInvitation) {
  await api.post('/api/portalAccount/', invitation, quiet)
  showAgain()
}
export async function resendInvitation(id: string) {
  await api.post(`/api/portalAccount/invitation/${id}/resend`)
  showAgain()
}
export async function withdrawInvitation(id: string) {
  await api.delete(`/api/portalAccount/invitation/${id}`)
  showAgain()
}
export const showJoinRequests = () => queryClient.invalidateQueries({ queryKey: joinRequestList.queryKey })
export async function decideJoin(id: string, decision: JoinDecision) {
  await api.post(`/api/organization/current/joinRequest/${id}/decision`, decision, quiet)
  showJoinRequests()
  showAgain()
}
export async function changeSignInRule(change: SignInRuleChange) {
  cacheSaved(signInRule.queryKey, await api.put<SignInRule>(RULE, change))
}
