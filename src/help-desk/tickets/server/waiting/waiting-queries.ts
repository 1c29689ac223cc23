import { sql } from 'kysely'
import type { Actor } from '#platform/schema/roles.ts'
import type { Database } from '#platform/server/database.ts'
import { handlesTickets } from '../../help-desk-policy.ts'
import { type HelpDeskPreference, standardHelpDeskPreference, type TicketsWaiting } from '../../tickets-waiting.ts'
import { countTickets, MOST } from '../working/ticket-count-queries.ts'

const upToMost = (which: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from (select from support_request t where ${which} limit ${sql.lit(MOST + 1)}) c)`

async function deskWaiting(database: Database, actor: Actor): Promise<TicketsWaiting['desk']> {
  const me = sql`${actor.accountId}::uuid`
  const [{ rows }, counts] = await Promise.all([
    sql<{ count: number }>`
      select ${upToMost(sql`t.needs_answer_since is not null and (t.assignee_id is null or t.assignee_id = ${me})`)} as count`.execute(
      database,
    ),
    countTickets(database, actor, {}, 'UTC'),
  ])
  const oldest = await database
    .selectFrom('supportRequest')
    .select(['id', 'ticketNumber', 'createdOn', 'needsAnswerSince'])
    .where('needsAnswerSince', 'is not', null)
    .orderBy('needsAnswerSince')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  const { needsAnswer, mine, unassigned } = counts
  return { needsAnswer, needsMyAnswer: rows[0]?.count ?? 0, mine, unassigned, oldest: oldest ?? null }
}

/** What waits for a person at the help desk: questions for people who handle tickets, answers for reporters. */
export async function findWaiting(database: Database, actor: Actor): Promise<TicketsWaiting> {
  const { rows } = await sql<{ count: number }>`
    select ${upToMost(sql`t.created_by = ${actor.accountId}::uuid and t.is_answer_new`)} as count`.execute(database)
  return {
    most: MOST,
    desk: handlesTickets(actor) ? await deskWaiting(database, actor) : null,
    newAnswers: rows[0]?.count ?? 0,
  }
}

/** Marks support's answer as seen by the ticket's creator. Returns whether it was new. */
export async function seeAnswer(database: Database, accountId: string, id: string) {
  const { numUpdatedRows } = await database
    .updateTable('supportRequest')
    .set({ isAnswerNew: false })
    .where('id', '=', id)
    .where('createdBy', '=', accountId)
    .where('isAnswerNew', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findPreference = async (database: Database, accountId: string): Promise<HelpDeskPreference> =>
  (await database
    .selectFrom('helpDeskPreference')
    .select('mailsOfAnswers')
    .where('accountId', '=', accountId)
    .executeTakeFirst()) ?? standardHelpDeskPreference

export const savePreference = (database: Database, accountId: string, given: HelpDeskPreference) =>
  database
    .insertInto('helpDeskPreference')
    .values({ accountId, ...given })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(given))
    .execute()
