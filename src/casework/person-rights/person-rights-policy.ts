import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'organizationId' | 'roles'>
/** A person's record, and whether it is the one of whoever asks. */
export interface RequestedRecord {
  organizationId: string | null
  isOwn: boolean
}

const administers = (actor: Viewer, record: RequestedRecord) =>
  hasRole(actor, 'organization-admin') &&
  record.organizationId !== null &&
  actor.organizationId === record.organizationId

/** Who saw a person: for the person, the admins of the organization that keeps the record, and platform admins. */
export const maySeeAccessLog = (actor: Viewer, record: RequestedRecord) =>
  record.organizationId !== null && (record.isOwn || administers(actor, record) || hasRole(actor, 'platform-admin'))

/** Everything on record, as a file: for the person and the admins of the organization that keeps the record. */
export const mayExport = (actor: Viewer, record: RequestedRecord) => record.isOwn || administers(actor, record)

/** Erasing is the organization's act; the person asks them for it. */
export const mayErase = (actor: Viewer, record: RequestedRecord) => administers(actor, record)
