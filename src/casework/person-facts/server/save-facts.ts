import { doesCasework } from '#casework/clients/contact-policy.ts'
import {
  getServedPerson,
  publishContact,
  recordAccess,
  requireServed,
} from '#casework/clients/server/clients-public.ts'
import { saidFactNames } from '#directory/eligibility/person-facts.ts'
import { lockContact, touchPerson } from '#identity/people/server/people-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Database } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type FactsCall, type ShownFact, whyNotSaidOn } from '../person-fact.ts'
import { listFacts } from './fact-queries.ts'

/** What is on record of what a person said; records the access. @throws 403, 404 */
export async function viewFacts(database: Database, actor: Actor, contactId: string): Promise<ShownFact[]> {
  if (!doesCasework(actor)) throw problem('forbidden')
  await getServedPerson(database, actor, contactId)
  await recordAccess(database, actor, [contactId], { way: 'record' })
  return listFacts(database, contactId)
}

/**
 * Records what a person said, and returns all that is on record. An answer of an earlier day than the one on record
 * changes nothing, unless the call says that the later day is wrong. Safe to repeat. @throws 400, 403, 404 */
export const saveFacts = (database: Database, actor: Actor, contactId: string, call: FactsCall) =>
  database.transaction().execute(async (transaction) => {
    if (!doesCasework(actor)) throw problem('forbidden')
    const contact = requireServed(actor, await lockContact(transaction, contactId, 'update'))
    const wrong = whyNotSaidOn(call.saidOn)
    if (wrong) throw fieldProblem('saidOn', wrong)
    const named = saidFactNames.filter((name) => call.facts[name] !== undefined)
    const later = (await listFacts(transaction, contactId)).filter((fact) => fact.saidOn > call.saidOn)
    const changed: string[] = []
    for (const name of named) if (await saveFact(transaction, actor, contactId, { ...call, name })) changed.push(name)
    const replacedLater = changed.filter((changedName) => later.some(({ name }) => name === changedName))
    if (changed.length) {
      await touchPerson(transaction, contactId)
      await recordAudit(transaction, {
        actorId: actor.accountId,
        action: 'contact.facts',
        subjectType: 'contact',
        subjectId: contactId,
        detail: { facts: changed, ...(replacedLater.length > 0 && { replacedLater }) },
      })
      await publishContact(transaction, contactId, contact.organizationId)
    }
    await recordAccess(transaction, actor, [contactId], { way: 'record' })
    return listFacts(transaction, contactId)
  })

type Saving = FactsCall & { name: (typeof saidFactNames)[number] }

const isAny = (rows: readonly unknown[]) => rows.length > 0

/** @returns whether it changed what is on record */
async function saveFact(database: Database, actor: Actor, contactId: string, call: Saving) {
  const { facts, saidOn, saidBy, name, replacesLater = false } = call
  const value = facts[name]
  if (value === null)
    return isAny(
      await database
        .deleteFrom('personFact')
        .where('contactId', '=', contactId)
        .where('name', '=', name)
        .$if(!replacesLater, (query) => query.where('saidOn', '<=', saidOn))
        .returning('name')
        .execute(),
    )
  const fact = { value: JSON.stringify(value), saidOn, saidBy, recordedBy: actor.accountId }
  return isAny(
    await database
      .insertInto('personFact')
      .values({ contactId, name, ...fact })
      .onConflict((conflict) => {
        const replaced = conflict
          .columns(['contactId', 'name'])
          .doUpdateSet({ ...fact, recordedOn: new Date().toISOString() })
        return replacesLater ? replaced : replaced.where('personFact.saidOn', '<=', saidOn)
      })
      .returning('name')
      .execute(),
  )
}
