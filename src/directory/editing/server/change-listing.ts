import type { ListingChange, ListingKind, VerificationWay } from '#directory/listings/listing-change.ts'
import { listChangesAfter, markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { managerAudience } from '#directory/services/directory-policy.ts'
import { staffOf } from '#directory/services/server/directory-public.ts'
import {
  type ContactLine,
  fieldsOf,
  hoursKeyOf,
  type ServicePhone,
  WITHOUT_PLACE,
} from '#directory/services/service-document.ts'
import { Email } from '#platform/schema/fields.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { differences, type FieldConflict, isSameValue, type ListingSave } from '../listing-editing.ts'
import { getEditable, getEdited } from './get-listing.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'

/** How an actor's word about a listing counts. */
export const wayOf = (actor: Actor, listing: { organizationId: string }): VerificationWay =>
  actor.organizationId === listing.organizationId ? 'own-organization' : 'data-manager'

/**
 * Changes fields of a listing. Fields that others changed since are merged; if both changed the same field to different
 * values, nothing is saved.
 * @throws problem not-found, forbidden, stale-version (with the present listing and what others did to these fields),
 * invalid-request
 */
export const changeListing = (editor: ListingEditor, database: Database, actor: Actor, id: string, save: ListingSave) =>
  answerConflict(editor, database, actor, id, () =>
    runAct(database, async (transaction) => {
      await saveFields(editor, transaction, actor, id, save, 'edit')
      return getEdited(editor, transaction, actor, id)
    }),
  )

/** Adds the present listing to a conflict; it is read after the transaction of the refused change has ended. */
export async function answerConflict<Answer>(
  editor: ListingEditor,
  database: Database,
  actor: Actor,
  id: string,
  act: () => Promise<Answer>,
) {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'stale-version') throw error
    const current = await getEdited(editor, database, actor, id)
    throw problem('stale-version', { extra: { ...error.extra, current } })
  }
}

/** Saves within the caller's transaction. Saving what is already there changes nothing. */
export async function saveFields(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  id: string,
  { version, changes }: ListingSave,
  cause: 'edit' | 'restore',
) {
  const listing = await getEditable(editor, transaction, actor, id, { lock: true })
  const wanted = emptied(differences(editor.tidy?.(changes) ?? changes, listing.values))
  const listLater = () => listChangesAfter(transaction, { kind: editor.kind, id }, version)
  // What was stored once may be restored.
  if (cause === 'edit') {
    if (hasUnknownHours(wanted, listing)) await refuseHours(wanted, await listLater())
    requirePhones(wanted, listing)
    requireContacts(wanted, listing)
    await editor.requireValid(transaction, wanted, listing, staffOf(actor))
  }
  if (!Object.keys(wanted).length) return listing
  // There is no such version yet, or the actor may not read all that changed since.
  if (version > listing.version || version < (listing.historyFrom ?? 0))
    throw problem('stale-version', { extra: { theirs: [] } })
  const theirs = conflicts(wanted, await listLater())
  if (theirs.length) throw problem('stale-version', { extra: { theirs } })
  await writeChange(editor, transaction, actor, listing, wanted, cause)
  return listing
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

/** Numbers that were there stay as they are; new ones must be complete. @throws problem invalid-request */
function requireNumbers(path: string, phones: ServicePhone[], { values }: ListingDocument) {
  const people = values.contacts as ContactLine[]
  const known = new Set(
    [values.phones as ServicePhone[], ...people.map((one) => one.phones)].flat().map((p) => p.number),
  )
  for (const [at, { number }] of phones.entries())
    if (!known.has(number) && !readPhone(number)) throw fieldProblem(`${path}.${at}.number`, 'phone-format')
}

const requirePhones = (wanted: Record<string, unknown>, listing: ListingDocument) =>
  requireNumbers('phones', (wanted.phones ?? []) as ServicePhone[], listing)

/** Somebody to ask for has a name, a role or a way to reach them; addresses that were there stay. @throws problem invalid-request */
function requireContacts(wanted: Record<string, unknown>, listing: ListingDocument) {
  const known = (listing.values.contacts as ContactLine[]).map(({ email }) => email)
  for (const [at, { name, title, department, email, phones }] of ((wanted.contacts ?? []) as ContactLine[]).entries()) {
    const path = `contacts.${at}`
    if (![name, title, department, email].some(Boolean) && !phones.length)
      throw fieldProblem(`${path}.name`, 'contact-empty')
    if (email && !known.includes(email) && !Email.safeParse(email).success)
      throw fieldProblem(`${path}.email`, 'email-format')
    requireNumbers(`${path}.phones`, phones, listing)
  }
}

/** Whether these are hours at a place that the service does not have. */
function hasUnknownHours(wanted: Record<string, unknown>, { values }: ListingDocument) {
  const places = wanted.locationIds as string[] | undefined
  const known = places ? (places.length ? places : [WITHOUT_PLACE]) : Object.keys(values.hours ?? {})
  return Object.keys(wanted).some((field) => {
    const key = hoursKeyOf(field)
    return key !== null && !known.includes(key)
  })
}

/**
 * Refuses hours at a place that the service does not have.
 * @throws problem stale-version, if somebody else changed its places meanwhile; invalid-request
 */
async function refuseHours(wanted: Record<string, unknown>, later: ListingChange[]): Promise<never> {
  const theirs = conflicts({ locationIds: null, ...wanted }, later)
  if (theirs.length) throw problem('stale-version', { extra: { theirs } })
  throw fieldProblem('hours', 'invalid')
}

async function writeChange(
  editor: ListingEditor,
  transaction: Database,
  actor: Actor,
  listing: ListingDocument,
  wanted: Record<string, unknown>,
  cause: 'edit' | 'restore',
) {
  const { id } = listing
  const key = { kind: editor.kind, id }
  const version = await editor.write(transaction, id, wanted)
  const fields = Object.keys(wanted)
  const valuesOf = (values: Record<string, unknown>) =>
    Object.fromEntries(fields.map((field) => [field, values[field] ?? null]))
  // As it is stored now: hours may be said in fewer rules than they were typed in.
  const after = await editor.find(transaction, id, staffOf(actor))
  await recordChange(transaction, key, {
    ...{ version, cause, accountId: actor.accountId },
    before: valuesOf(fieldsOf(listing.values)),
    after: valuesOf(after ? fieldsOf(after.values) : wanted),
  })
  await markEdited(transaction, key, fields, { accountId: actor.accountId, how: wayOf(actor, listing) })
  await announce(transaction, actor, editor.kind, listing, cause === 'restore' ? 'restored' : 'changed', {
    version,
    fields,
  })
}

/** Lets open screens know that a listing changed. */
export const publishListing = (
  transaction: Database,
  kind: ListingKind,
  { id, organizationId }: { id: string; organizationId: string },
) =>
  publishEvent(transaction, {
    type: kind,
    subjectId: id,
    audience: [`organization:${organizationId}`, ...managerAudience],
  })

/** Writes the audit record, and lets open screens know. */
export async function announce(
  transaction: Database,
  actor: Actor,
  kind: ListingKind,
  listing: { id: string; organizationId: string },
  what: string,
  detail: Record<string, unknown>,
) {
  await recordAudit(transaction, {
    ...{ actorId: actor.accountId, action: `${kind}-${what}`, subjectType: kind, subjectId: listing.id, detail },
  })
  await publishListing(transaction, kind, listing)
}
