import type { ListingChange, VerificationWay } from '#directory/listings/listing-change.ts'
import { listChangesAfter, markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import {
  findServiceDocument,
  type ServiceDocument,
  writeServiceFields,
} from '#directory/services/server/directory-public.ts'
import { fieldsOf, hoursKeyOf, type ServicePhone, type ServiceValues } from '#directory/services/service-document.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { differences, type FieldConflict, isSameValue, type ServiceSave } from '../service-editing.ts'
import { getEditableService, getEditedService } from './get-service.ts'

/** How an actor's word about a service counts. */
export const wayOf = (actor: Actor, service: { organizationId: string }): VerificationWay =>
  actor.organizationId === service.organizationId ? 'own-organization' : 'data-manager'

/**
 * Changes fields of a service. Fields that others changed since are merged; if both changed the same field to different
 * values, nothing is saved.
 * @throws problem not-found, forbidden, stale-version (with the present service and what others did to these fields),
 * invalid-request
 */
export const changeService = (database: Database, actor: Actor, id: string, save: ServiceSave) =>
  answerConflict(database, actor, id, () =>
    database.transaction().execute(async (transaction) => {
      await saveFields(transaction, actor, id, save, 'edit')
      return getEditedService(transaction, actor, id)
    }),
  )

/** Adds the present service to a conflict; it is read after the transaction of the refused change has ended. */
export async function answerConflict<Answer>(database: Database, actor: Actor, id: string, act: () => Promise<Answer>) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'stale-version') throw error
    throw problem('stale-version', { extra: { ...error.extra, current: await getEditedService(database, actor, id) } })
  }
}

/** Saves within the caller's transaction. Saving what is already there changes nothing. */
export async function saveFields(
  transaction: Database,
  actor: Actor,
  id: string,
  { version, changes }: ServiceSave,
  cause: 'edit' | 'restore',
) {
  const service = await getEditableService(transaction, actor, id, { lock: true })
  const wanted = emptied(differences(changes, service.values))
  // What was stored once may be restored.
  if (cause === 'edit') requireValid(wanted, service.values)
  const theirs = conflicts(wanted, await listChangesAfter(transaction, { kind: 'service', id }, version))
  if (theirs.length) throw problem('stale-version', { extra: { theirs } })
  if (Object.keys(wanted).length) await writeChange(transaction, actor, service, wanted, cause)
  return service
}

const emptied = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === '' ? null : value]))

/** The fields that others changed since, each with what they did, by the newest change. */
function conflicts(wanted: Record<string, unknown>, later: ListingChange[]): FieldConflict[] {
  return Object.keys(wanted).flatMap((field) => {
    const changes = later.filter((change) => change.fields.includes(field))
    const [newest, oldest] = [changes[0], changes.at(-1)]
    if (!newest || !oldest) return []
    // Somebody changed it and changed it back.
    if (isSameValue(newest.after[field], oldest.before[field])) return []
    const { changedBy: by, changedOn: on } = newest
    return [{ field, before: oldest.before[field], after: newest.after[field], by, on }]
  })
}

/** @throws problem invalid-request */
function requireValid(wanted: Record<string, unknown>, present: ServiceValues) {
  if ('status' in wanted && wanted.status === null) throw fieldProblem('status', 'invalid')
  const known = new Set(present.phones.map(({ number }) => number))
  for (const [at, { number }] of ((wanted.phones ?? []) as ServicePhone[]).entries())
    if (!known.has(number) && !readPhone(number)) throw fieldProblem(`phones.${at}.number`, 'phone-format')
  for (const field of Object.keys(wanted)) {
    const key = hoursKeyOf(field)
    if (key && !(key in present.hours)) throw fieldProblem('hours', 'invalid')
  }
}

async function writeChange(
  transaction: Database,
  actor: Actor,
  service: ServiceDocument,
  wanted: Record<string, unknown>,
  cause: 'edit' | 'restore',
) {
  const { id, organizationId } = service
  const key = { kind: 'service', id } as const
  const version = await writeServiceFields(transaction, id, wanted)
  const fields = Object.keys(wanted)
  const valuesOf = (values: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  // As it is stored now: hours may be said in fewer rules than they were typed in.
  const after = await findServiceDocument(transaction, id)
  await recordChange(transaction, key, {
    ...{ version, cause, accountId: actor.accountId },
    before: valuesOf(fieldsOf(service.values)),
    after: valuesOf(after ? fieldsOf(after.values) : wanted),
  })
  await markEdited(transaction, key, fields, { accountId: actor.accountId, how: wayOf(actor, service) })
  await announce(
    transaction,
    actor,
    { id, organizationId },
    cause === 'restore' ? 'service-restored' : 'service-changed',
    {
      version,
      fields,
    },
  )
}

/** Writes the audit record, and lets open screens know. */
export async function announce(
  transaction: Database,
  actor: Actor,
  { id, organizationId }: { id: string; organizationId: string },
  action: string,
  detail: Record<string, unknown>,
) {
  await recordAudit(transaction, { actorId: actor.accountId, action, subjectType: 'service', subjectId: id, detail })
  await publishEvent(transaction, {
    type: 'service',
    subjectId: id,
    audience: [`organization:${organizationId}`, 'role:platform-admin'],
  })
}
