import { sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { fieldProblem } from '#platform/server/problem.ts'
import { type PromiseCall, type ResponsePromise, usualHours } from '../response-promise.ts'

/** What an organization promises; the usual times if it promised nothing. */
export async function findPromise(database: Database, organizationId: string) {
  const row = await database
    .selectFrom('responsePromise')
    .select(['viewHours', 'answerHours', 'contactHours', 'escalateToId'])
    .where('organizationId', '=', organizationId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ? { ...row, isPromised: true } : { ...usualHours, escalateToId: null, isPromised: false }
}
export type FoundPromise = Awaited<ReturnType<typeof findPromise>>

/** The active staff of an organization, by name. */
const listPeople = async (database: Database, organizationId: string) =>
  (
    await sql<{ id: string; name: string }>`
      select person.id, person.name from ${accountPerson.as('person')}
      where person.organization_id = ${organizationId}::uuid and ${accountMayReceive('person')}
        and ${hasRoleAmong(sql`person.id`, caseworkRoles)} order by person.name, person.id`.execute(database)
  ).rows

export async function getPromise(database: Database, organizationId: string): Promise<ResponsePromise> {
  const people = await listPeople(database, organizationId)
  const promise = await findPromise(database, organizationId)
  const isThere = people.some(({ id }) => id === promise.escalateToId)
  return { ...promise, escalateToId: isThere ? promise.escalateToId : null, people }
}

/**
 * Promises times, for referrals that arrive or move from now on. Safe to repeat.
 * @throws 400 at `escalateToId` for somebody who is not active staff there
 */
export const changePromise = (database: Database, actor: Actor & { organizationId: string }, call: PromiseCall) =>
  database.transaction().execute(async (transaction) => {
    const { accountId, organizationId } = actor
    const people = await listPeople(transaction, organizationId)
    if (call.escalateToId && !people.some(({ id }) => id === call.escalateToId))
      throw fieldProblem('escalateToId', 'unknown-person')
    const values = { ...call, changedBy: accountId, changedOn: new Date().toISOString() }
    await transaction
      .insertInto('responsePromise')
      .values({ organizationId, ...values })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(values))
      .execute()
    await recordAudit(transaction, {
      ...{ actorId: accountId, action: 'organization.promiseTimes', subjectType: 'organization' },
      ...{ subjectId: organizationId, detail: { ...call } },
    })
    return getPromise(transaction, organizationId)
  })
