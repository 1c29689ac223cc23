import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ReferralSearch } from '#casework/referrals/referral-call.ts'
import { getReferral } from '#casework/referrals/server/get-referral.ts'
import { listReferrals } from '#casework/referrals/server/referral-list-queries.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { type Database, openDatabase } from '#platform/server/database.ts'
import { recordingDatabase } from '../scripts/bench/floor-statements.ts'
import { makeCommunity } from '../scripts/bench/made-tickets.ts'
import { seedReferrals } from '../scripts/bench/seed-referrals.ts'
import { startTestApp } from './app.ts'

const community = makeCommunity()
const organizationId = community.organizations[0]?.id ?? ''
const accountId = community.members[0]?.[0]?.id ?? ''
const actor: Actor & { organizationId: string } = {
  ...{ accountId, organizationId, contactId: accountId, roles: ['organization-staff'], sessionId: accountId },
  ...{ forcePasswordReset: false, stage: 'whole', impersonatorId: null, authenticatedOn: new Date(0).toISOString() },
}
const list = (asked: object) => (database: Database) =>
  listReferrals(database, actor, ReferralSearch.parse({ limit: 5, ...asked }))

const reads: Record<string, (database: Database) => Promise<unknown>> = {
  incoming: list({ direction: 'incoming' }),
  outgoing: list({ direction: 'outgoing' }),
  'oldest first': list({ direction: 'outgoing', sort: 'oldest' }),
  'by status': list({ direction: 'incoming', status: ['Closed: Resolved'] }),
  'by an absent name': list({ direction: 'incoming', search: 'zyxwvutsrq' }),
}

/** How many pages of tables and indexes PostgreSQL looks at for each of these. */
async function pagesRead(count: number) {
  const { url, database } = await startTestApp()
  await seedReferrals(url, count, 'not a hash', 600)
  const { pool, close } = openDatabase(url, 1)
  const pagesOf = async (run: (database: Database) => Promise<unknown>) => {
    const { database: recording, sent } = recordingDatabase((text, values) => pool.query(text, values))
    await run(recording)
    let pages = 0
    for (const { text, values } of sent.filter((each) => !each.text.includes('insert into'))) {
      const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, [...values])
      const { Plan } = rows[0]['QUERY PLAN'][0]
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    }
    return pages
  }
  const some = await sql<{ id: string }>`select id from referral where recipient_organization_id = ${organizationId}
    and status = 'Closed: Resolved' order by created_on desc limit 1`.execute(database)
  const all: Record<string, number> = {}
  for (const [name, run] of Object.entries(reads)) all[name] = await pagesOf(run)
  all.opened = await pagesOf((recording) => getReferral(recording, actor, some.rows[0]?.id ?? ''))
  await close()
  return all
}

it('REF-18 lists, a search and an opened referral read as many pages of the database with four times as many referrals', async () => {
  const few = await pagesRead(2_400)
  const many = await pagesRead(9_600)
  for (const [name, pages] of Object.entries(few)) {
    expect(pages, name).toBeGreaterThan(0)
    expect((many[name] ?? Number.POSITIVE_INFINITY) / pages, `${name}: ${pages}, ${many[name]}`).toBeLessThan(1.3)
  }
})
