import i18next from 'i18next'
import type { ListingKey } from '#directory/listings/listing-change.ts'
import type { NamedArea } from '#directory/places/area.ts'
import type { ZipPlace } from '#directory/places/zip-code.ts'
import type { ListedPlace } from '#directory/services/service-document.ts'
import type { ServiceIntake } from '#directory/services/service-intake.ts'
import { ApiError, api, newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import type {
  AddedPlace,
  Confidentiality,
  EditedListing,
  EditedService,
  FieldConflict,
  IntakeChange,
  ListingHistory,
  ListingPreview,
  ListingSave,
  Listings,
  NewService,
  Removal,
} from '../listing-editing.ts'

type Signal = { signal?: AbortSignal }

export const getListings = (organizationId: string | null, { signal }: Signal = {}) =>
  api.get<Listings>('/api/listing/', { query: { organizationId }, quiet: true, ...(signal ? { signal } : {}) })

const path = ({ kind, id }: ListingKey, rest = '') => `/api/${kind}/${encodeURIComponent(id)}${rest}`

export const getEdited = <Edited extends EditedListing>(key: ListingKey, { signal }: Signal = {}) =>
  api.get<Edited>(path(key, '/editor'), { quiet: true, ...(signal ? { signal } : {}) })

export const markPlace = (id: string, mark: Confidentiality) =>
  api.put<ListedPlace>(`/api/location/${encodeURIComponent(id)}/confidentiality`, mark, { quiet: true })

export const addPlace = (place: Partial<AddedPlace>) => api.post<ListedPlace>('/api/location/', place)

/** Removes a place from its organization and services, or brings it back. */
export const removePlace = (id: string, removal: Removal) =>
  api.put<null>(`/api/location/${encodeURIComponent(id)}/removal`, removal, { quiet: true })

/** The town and time zone of a ZIP code; null if there is none of this number. */
export const findZipPlace = (zip: string, signal: AbortSignal) =>
  api.get<ZipPlace>(`/api/zipCode/${zip}`, { quiet: true, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

/** Areas whose names begin with these words. */
export const searchAreas = async (text: string, signal: AbortSignal) =>
  (await api.get<{ items: NamedArea[] }>('/api/area/', { query: { text }, quiet: true, signal })).items

export const addService = (service: Partial<NewService>) =>
  api.post<EditedService>('/api/service/', service, { quiet: true })

/** The profile of an organization has a call of its own: that of the organization asks for the newest version. */
export const saveListing = (key: ListingKey, save: ListingSave) =>
  api.put<EditedListing>(path(key, key.kind === 'organization' ? '/editor' : ''), save, { quiet: true })

/** Says that whether a service takes new people still holds. */
export const renewIntake = (
  { id, version }: { id: string; version: number },
  { status, perWeek, waitWeeks, until }: ServiceIntake,
) => {
  const change: IntakeChange = { version, intake: { status, perWeek, waitWeeks, until } }
  return api.put<EditedService>(`/api/service/${id}/intakeStatus`, change, { quiet: true })
}

export const previewListing = (key: ListingKey, save: ListingSave) =>
  api.post<ListingPreview>(path(key, '/preview'), save, { quiet: true })

/** @param byPhone the organization said so on the telephone */
export const verifyListing = (key: ListingKey, version: number, byPhone: boolean) =>
  api.post<EditedListing>(path(key, '/verification'), { version, ...(byPhone && { byPhone }) }, { quiet: true })

export const listHistory = (key: ListingKey, cursor: string | null, { signal }: Signal = {}) =>
  api.get<ListingHistory>(path(key, '/history'), { query: { cursor }, quiet: true, ...(signal ? { signal } : {}) })

export const restoreListing = (key: ListingKey, to: number, version: number) =>
  api.post<EditedListing>(path(key, `/history/${to}/restore`), { version }, { quiet: true })

/** What others did to the same fields meanwhile, and the listing as it is now. */
export interface SaveConflict {
  theirs: FieldConflict[]
  current: EditedListing
}

/** The conflict for which a save was refused; null for any other error. */
export function conflictOf(error: unknown): SaveConflict | null {
  if (!(error instanceof ApiError) || error.code !== 'stale-version' || !Array.isArray(error.body.theirs)) return null
  return { theirs: error.body.theirs as FieldConflict[], current: error.body.current as EditedListing }
}

/** Says why nothing was confirmed or restored. @returns the present listing, if somebody else changed it meanwhile */
export function tellRefusal(error: unknown): EditedListing | null {
  const current = newerVersion<EditedListing>(error)
  notify(i18next.t(current ? `editing:edit.meanwhile.${current.kind}` : 'platform:notice.wentWrong'), 'bad')
  return current
}

/** The screen of an organization's listings; platform admins name the organization. */
export const listingPath = ({ organizationId }: { organizationId: string }) =>
  organizationId === knownUser()?.organizationId
    ? '/organization/listing'
    : `/organization/listing?organizationId=${organizationId}`

/** The editor of a listing. */
const screens = { organization: 'profile', service: 'listing', location: 'place' }
export const editorPath = ({ kind, id }: ListingKey) => `/organization/${screens[kind]}/${id}`
