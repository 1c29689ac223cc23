import type { SafeContactChange } from '#casework/safe-contact/safe-contact.ts'
import { saveSafeContact } from '#casework/safe-contact/server/safe-contact-public.ts'
import {
  findContactRow,
  insertServedPerson,
  lockContact,
  replacePhones,
  touchPerson,
  updatePerson,
} from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { answerStale } from '#platform/server/answer-stale.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { lockCall } from '#platform/server/lock-call.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { maySeeContact } from '../contact-policy.ts'
import { type Contact, type ContactChange, isZip, type NewContactCall } from '../contact-record.ts'
import { endContactInvitations } from './contact-invitation-queries.ts'
import { getContact } from './get-contact.ts'
import { requireServed } from './get-served-person.ts'
import { publishContact } from './publish-contact.ts'

/** What an earlier call with this ID recorded. @throws 409 if that was another account's */
async function findMade(database: Database, actor: Actor, id: string) {
  await lockCall(database, id)
  const made = await findContactRow(database, id)
  if (made && !(made.createdBy === actor.accountId && maySeeContact(actor, made))) throw problem('conflict')
  return made && getContact(database, actor, id)
}

/** Records a person for the actor's organization. Safe to repeat with the same `id`. */
export const createContact = (
  database: Database,
  actor: Actor,
  { phones, ...fields }: NewContactCall,
): Promise<Contact> =>
  database.transaction().execute(async (transaction) => {
    const made = fields.id && (await findMade(transaction, actor, fields.id))
    if (made) return made
    const owner = { organizationId: actor.organizationId, createdBy: actor.accountId }
    const id = await insertServedPerson(transaction, { ...fields, ...owner })
    await replacePhones(transaction, id, phones)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'contact.create',
      subjectType: 'contact',
      subjectId: id,
    })
    await publishContact(transaction, id, actor.organizationId)
    return getContact(transaction, actor, id)
  })

/** Changes a record unless it was changed since it was read; otherwise a 409 with the current record. */
export const changeContact = (database: Database, actor: Actor, id: string, change: ContactChange): Promise<Contact> =>
  answerStale(
    () => saveChange(database, actor, id, change),
    () => getContact(database, actor, id),
  )

const saveChange = (database: Database, actor: Actor, id: string, { phones, version, ...fields }: ContactChange) =>
  database.transaction().execute(async (transaction) => {
    const row = requireServed(actor, await lockContact(transaction, id, 'update'))
    if (row.version !== version) throw problem('stale-version')
    const { postalCode } = fields
    if (postalCode && postalCode !== row.postalCode && !isZip(postalCode))
      throw fieldProblem('postalCode', 'zip-format')
    await updatePerson(transaction, id, { ...fields, version: version + 1 })
    if (phones) await replacePhones(transaction, id, phones)
    // An invitation proves that an address belongs to a person only if it was mailed to that address.
    if (fields.email !== undefined && fields.email !== row.email)
      await endContactInvitations(transaction, id, actor.accountId)
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'contact.change',
      subjectType: 'contact',
      subjectId: id,
      detail: { fields: [...Object.keys(fields), ...(phones ? ['phones'] : [])] },
    })
    await publishContact(transaction, id, row.organizationId)
    return getContact(transaction, actor, id)
  })

/** Saves how a person may be contacted, unless it was changed since it was read; otherwise a 409 with the record. */
export const changeSafeContact = (database: Database, actor: Actor, id: string, change: SafeContactChange) =>
  answerStale(
    () =>
      database.transaction().execute(async (transaction) => {
        const row = requireServed(actor, await lockContact(transaction, id, 'update'))
        await saveSafeContact(transaction, actor.accountId, id, change)
        await touchPerson(transaction, id)
        await recordAudit(transaction, {
          actorId: actor.accountId,
          action: 'contact.safeContact',
          subjectType: 'contact',
          subjectId: id,
          detail: { doNotContact: change.doNotContact },
        })
        await publishContact(transaction, id, row.organizationId)
        return getContact(transaction, actor, id)
      }),
    () => getContact(database, actor, id),
  )
