import { sql } from 'kysely'
import { caseworkRoles } from '#casework/clients/contact-policy.ts'
import { accountMayReceive, accountPerson, hasRoleAmong } from '#identity/accounts/server/accounts-public.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Database, prepared } from '#platform/server/database.ts'
import { fieldProblem, problem } from '#platform/server/problem.ts'
import { type PromiseCall, type ResponsePromise, usualHours } from '../response-promise.ts'

/** What an organization promises; the usual times if it promised nothing. */
export async function findPromise(database: Database, organizationId: string) {
  const row = await database
    .selectFrom('responsePromise')
    .select(['viewHours', 'answerHours', 'contactHours', 'escalateToId', 'version'])
    .where('organizationId', '=', organizationId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ? { ...row, isPromised: true } : { ...usualHours, escalateToId: null, version: 0, isPromised: false }
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

/** The times that an organization promises, in hours of working days, and who can be notified of late referrals. */
export async function getPromise(database: Database, organizationId: string): Promise<ResponsePromise> {
  const people = await listPeople(database, organizationId)
  const promise = await findPromise(database, organizationId)
  const isThere = people.some(({ id }) => id === promise.escalateToId)
  return { ...promise, escalateToId: isThere ? promise.escalateToId : null, people }
}

type Admin = Actor & { organizationId: string }

/** @returns whether it was written; not if the promise was changed meanwhile */
async function writePromise(database: Database, { accountId, organizationId }: Admin, call: PromiseCall) {
  const { version, ...times } = call
  const values = { ...times, changedBy: accountId, version: version + 1, changedOn: new Date().toISOString() }
  const rows =
    version === 0
      ? database
          .insertInto('responsePromise')
          .values({ organizationId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : database
          .updateTable('responsePromise')
          .set(values)
          .where('organizationId', '=', organizationId)
          .where('version', '=', version)
          .returning('version')
  return (await rows.execute()).length > 0
}

/** Whether an earlier call, whose answer was lost, has already saved this. */
const isSaved = (promise: ResponsePromise, call: PromiseCall) =>
  promise.version === call.version + 1 &&
  (['viewHours', 'answerHours', 'contactHours', 'escalateToId'] as const).every((name) => promise[name] === call[name])

/**
 * Promises times, for referrals that arrive or move from now on. Safe to repeat.
 * @throws 400 at `escalateToId` for somebody who is not active staff there; 409 stale-version with the promise as it is
 */
export const changePromise = (database: Database, actor: Admin, call: PromiseCall) =>
  database.transaction().execute(async (transaction) => {
    const { accountId, organizationId } = actor
    const people = await listPeople(transaction, organizationId)
    if (call.escalateToId && !people.some(({ id }) => id === call.escalateToId))
      throw fieldProblem('escalateToId', 'unknown-person')
    if (!(await writePromise(transaction, actor, call))) {
      const current = await getPromise(transaction, organizationId)
      if (isSaved(current, call)) return current
      throw problem('stale-version', { extra: { current } })
    }
    await recordAudit(transaction, {
      ...{ actorId: accountId, action: 'organization.promiseTimes', subjectType: 'organization' },
      ...{ subjectId: organizationId, detail: { ...call } },
    })
    return getPromise(transaction, organizationId)
  })
