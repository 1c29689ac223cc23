import { type Actor, hasRole } from '#platform/schema/roles.ts'

type Viewer = Pick<Actor, 'organizationId' | 'roles'>
/** A person's record, and whether it is the reader's own. */
export interface RequestedRecord {
  organizationId: string | null
  isOwn: boolean
}

const administers = (actor: Viewer, record: RequestedRecord) =>
  hasRole(actor, 'organization-admin') &&
  record.organizationId !== null &&
  actor.organizationId === record.organizationId

/**
 * Who may see the access log of a person: the person, the admins of the organization that owns the record, and platform
 * admins.
 */
export const maySeeAccessLog = (actor: Viewer, record: RequestedRecord) =>
  record.organizationId !== null && (record.isOwn || administers(actor, record) || hasRole(actor, 'platform-admin'))

/** Who may export everything on record: the person and the admins of the organization that owns the record. */
export const mayExport = (actor: Viewer, record: RequestedRecord) => record.isOwn || administers(actor, record)

/** Only the organization may erase a record; the person asks them to. */
export const mayErase = (actor: Viewer, record: RequestedRecord) => administers(actor, record)
