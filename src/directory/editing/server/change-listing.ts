import type { ListingChange, ListingKind, VerificationWay } from '#directory/listings/listing-change.ts'
import { listChangesAfter, markEdited, recordChange } from '#directory/listings/server/listings-public.ts'
import { managerAudience } from '#directory/services/directory-policy.ts'
import { staffOf } from '#directory/services/server/directory-public.ts'
import {
  contactsPlaceOf,
  fieldsOf,
  hoursKeyOf,
  type ServicePhone,
  WITHOUT_PLACE,
} from '#directory/services/service-document.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, runAct } from '#platform/server/database.ts'
import { publishEvent } from '#platform/server/events.ts'
import { fieldProblem, Problem, problem } from '#platform/server/problem.ts'
import { differences, type FieldConflict, isSameValue, type ListingSave } from '../listing-editing.ts'
import { getEditable, getEdited } from './get-listing.ts'
import { withoutUnknownPlaces } from './known-changes.ts'
import type { ListingDocument, ListingEditor } from './listing-editor.ts'
import { requireContacts, requireNumbers, splitExtensions } from './require-contacts.ts'

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
  // What was stored once may be restored as it was.
  const given = cause === 'edit' ? splitExtensions(changes, listing.values) : changes
  const wanted = emptied(differences(editor.tidy?.(given) ?? given, listing.values))
  const listLater = async () => {
    const later = await listChangesAfter(transaction, { kind: editor.kind, id }, version)
    return withoutUnknownPlaces(transaction, later, staffOf(actor))
  }
  if (cause === 'edit') {
    const unknown = findAtUnknownPlace(wanted, listing)
    if (unknown) await refuseAtPlace(unknown, wanted, await listLater())
    requireNumbers('phones', (wanted.phones ?? []) as ServicePhone[], listing.values)
    requireContacts(wanted, listing.values)
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

/** What of this is said about a place that the service does not have; undefined if nothing is. */
function findAtUnknownPlace(wanted: Record<string, unknown>, { values }: ListingDocument) {
  const chosen = wanted.locationIds as string[] | undefined
  const withHours = chosen ? (chosen.length ? chosen : [WITHOUT_PLACE]) : Object.keys(values.hours ?? {})
  const places = chosen ?? ((values.locationIds ?? []) as string[])
  const isAt = (key: string | null, known: string[]) => key !== null && !known.includes(key)
  const fields = Object.keys(wanted)
  if (fields.some((field) => isAt(hoursKeyOf(field), withHours))) return 'hours'
  return fields.some((field) => isAt(contactsPlaceOf(field), places)) ? 'contactsAt' : undefined
}

/**
 * Refuses hours, or people to ask for, at a place that the service does not have.
 * @throws problem stale-version, if somebody else changed its places meanwhile; invalid-request
 */
async function refuseAtPlace(path: string, wanted: Record<string, unknown>, later: ListingChange[]): Promise<never> {
  const theirs = conflicts({ locationIds: null, ...wanted }, later)
  if (theirs.length) throw problem('stale-version', { extra: { theirs } })
  throw fieldProblem(path, 'invalid')
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
