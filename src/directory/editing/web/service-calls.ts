import i18next from 'i18next'
import type { ServiceChanges } from '#directory/services/service-document.ts'
import { ApiError, api, newerVersion } from '#platform/web/api.ts'
import { notify } from '#platform/web/notify.ts'
import { knownUser } from '#platform/web/session-user.ts'
import type {
  EditedService,
  FieldConflict,
  Listings,
  NewService,
  ServiceHistory,
  ServicePreview,
} from '../service-editing.ts'

type Signal = { signal?: AbortSignal }

export const getListings = (organizationId: string | null, { signal }: Signal = {}) =>
  api.get<Listings>('/api/listing/', { query: { organizationId }, quiet: true, ...(signal ? { signal } : {}) })

const path = (id: string, rest = '') => `/api/service/${encodeURIComponent(id)}${rest}`

export const getEditedService = (id: string, { signal }: Signal = {}) =>
  api.get<EditedService>(path(id, '/editor'), { quiet: true, ...(signal ? { signal } : {}) })

export const addService = (service: Partial<NewService>) => api.post<EditedService>('/api/service/', service)

interface Save {
  version: number
  changes: ServiceChanges
}
export const saveService = (id: string, save: Save) => api.put<EditedService>(path(id), save, { quiet: true })

export const previewService = (id: string, save: Save) =>
  api.post<ServicePreview>(path(id, '/preview'), save, { quiet: true })

export const verifyService = (id: string, version: number) =>
  api.post<EditedService>(path(id, '/verification'), { version }, { quiet: true })

export const listHistory = (id: string, cursor: string | null, { signal }: Signal = {}) =>
  api.get<ServiceHistory>(path(id, '/history'), { query: { cursor }, quiet: true, ...(signal ? { signal } : {}) })

export const restoreService = (id: string, to: number, version: number) =>
  api.post<EditedService>(path(id, `/history/${to}/restore`), { version }, { quiet: true })

/** What others did to the same fields meanwhile, and the service as it is now. */
export interface SaveConflict {
  theirs: FieldConflict[]
  current: EditedService
}

/** The conflict for which a save was refused; null for any other error. */
export function conflictOf(error: unknown): SaveConflict | null {
  if (!(error instanceof ApiError) || error.code !== 'stale-version' || !Array.isArray(error.body.theirs)) return null
  return { theirs: error.body.theirs as FieldConflict[], current: error.body.current as EditedService }
}

/** Says why nothing was confirmed or restored. @returns the present service, if somebody else changed it meanwhile */
export function tellRefusal(error: unknown): EditedService | null {
  const current = newerVersion<EditedService>(error)
  notify(i18next.t(current ? 'editing:edit.meanwhile' : 'platform:notice.wentWrong'), 'bad')
  return current
}

/** The screen of an organization's listings; platform admins name the organization. */
export const listingPath = ({ organizationId }: { organizationId: string }) =>
  organizationId === knownUser()?.organizationId
    ? '/organization/listing'
    : `/organization/listing?organizationId=${organizationId}`
