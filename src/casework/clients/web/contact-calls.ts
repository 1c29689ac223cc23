import { queryOptions } from '@tanstack/react-query'
import type { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'
import { api, type CallOptions } from '#platform/web/api.ts'
import { cacheSaved, queryClient } from '#platform/web/query-client.ts'
import type { NewConsentCall } from '../consent.ts'
import type { ConsentUse, WithdrawCall } from '../consent-use.ts'
import type { Contact, ContactChange, DuplicateQuery, LikelyDuplicate, NewContactCall } from '../contact-record.ts'
import { reloadPeopleLists } from './list-parts-public.ts'

export const contactRecord = (id: string) =>
  queryOptions({
    queryKey: ['contact', 'one', id],
    queryFn: () => api.get<Contact>(`/api/contact/${id}`, { quiet: 'missing' }),
  })

/** Stores the record that a call returned; lists are reloaded when they are shown. */
export function showContact(contact: Contact) {
  cacheSaved(contactRecord(contact.id).queryKey, contact)
  reloadPeopleLists()
  return contact
}

export const recordContact = async (contact: NewContactCall) =>
  showContact(await api.post<Contact>('/api/contact/', contact))

/** @param options `quiet` if the form shows the error itself, above all for a conflict */
export const changeContact = async (id: string, change: ContactChange, options?: CallOptions) =>
  showContact(await api.put<Contact>(`/api/contact/${id}`, change, options))

/** @throws ApiError stale-version with the current record */
export const changeSafeContact = async (id: string, change: SafeContactChange) =>
  showContact(await api.put<Contact>(`/api/contact/${id}/safeContact`, change, { quiet: true }))

export const recordConsent = async (contactId: string, consent: NewConsentCall) =>
  showContact(await api.post<Contact>(`/api/contact/${contactId}/consent`, consent))

/** Uploads an image, which a record then uses. */
export function uploadImage(file: File) {
  const form = new FormData()
  form.append('file', file, file.name)
  return api.post<{ id: string }>('/api/file/', form, { quiet: true })
}

/** The referrals whose recipients see details under this consent. */
export const consentUses = (contactId: string, consentId: string) =>
  queryOptions({
    queryKey: ['contact', 'consentUse', consentId],
    queryFn: async () =>
      (await api.get<{ items: ConsentUse[] }>(`/api/contact/${contactId}/consent/${consentId}/use`)).items,
    staleTime: 0,
  })

export async function withdrawConsent(contactId: string, consentId: string, call: WithdrawCall) {
  const contact = await api.post<Contact>(`/api/contact/${contactId}/consent/${consentId}/withdraw`, call)
  void queryClient.invalidateQueries({ queryKey: consentUses(contactId, consentId).queryKey })
  return showContact(contact)
}

export const findLikelyDuplicates = async (query: Partial<DuplicateQuery>) =>
  (await api.post<{ items: LikelyDuplicate[] }>('/api/contact/duplicate', query)).items
