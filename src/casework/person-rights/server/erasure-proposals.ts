import { sql } from 'kysely'
import type { z } from 'zod'
import { lastConsentOn, recordAccess } from '#casework/clients/server/clients-public.ts'
import { lastConsentRequestOn } from '#casework/consent-requests/server/consent-requests-public.ts'
import { lastIntakeOn } from '#casework/intakes/server/intakes-public.ts'
import { lastCorrectionOn } from '#casework/own-record/server/own-record-public.ts'
import { lastRecordOpenedOn } from '#casework/record-links/server/record-links-public.ts'
import { hasOpenReferral, lastReferralActivity } from '#casework/referrals/server/referrals-public.ts'
import { lastListOn } from '#casework/service-lists/server/service-lists-public.ts'
import { personRecord, touchPerson } from '#identity/people/server/people-public.ts'
import { Id, type PageQuery, Timestamp } from '#platform/schema/fields.ts'
import type { Actor } from '#platform/schema/roles.ts'
import { recordAudit } from '#platform/server/audit.ts'
import type { Config } from '#platform/server/config.ts'
import { pageFrom, readCursor } from '#platform/server/cursor.ts'
import type { Database } from '#platform/server/database.ts'
import type { Task } from '#platform/server/jobs.ts'
import type { ErasureProposal } from '../erasure.ts'
import { mayErase } from '../person-rights-policy.ts'
import { eraseForRetention } from './erase-person.ts'
import { getRequestedRecord } from './my-records.ts'

type Retention = Config['retention']

/** People without activity for so long that their organization should erase or keep them, longest first. */
export async function listProposals(
  database: Database,
  actor: Actor & { organizationId: string },
  { eraseAfterMonths }: Retention,
  query: z.infer<typeof PageQuery>,
) {
  const after = readCursor(query.cursor, [Timestamp, Id])
  const { rows } = await sql<ErasureProposal>`
    select proposal.contact_id, contact.first_name || ' ' || contact.last_name as name, last_activity_on,
      proposed_on + make_interval(months => ${eraseAfterMonths}::int) as erased_on
    from erasure_proposal proposal join ${personRecord.as('contact')} on contact.id = proposal.contact_id
    where proposal.organization_id = ${actor.organizationId}::uuid
      ${after ? sql`and (last_activity_on, proposal.contact_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by last_activity_on, proposal.contact_id limit ${query.limit + 1}`.execute(database)
  const page = pageFrom(rows, query.limit, (row) => [row.lastActivityOn, row.contactId])
  const ids = page.items.map(({ contactId }) => contactId)
  await recordAccess(database, actor, ids, { way: 'list' })
  return page
}

export const countProposals = async (database: Database, organizationId: string) =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from erasure_proposal where organization_id = ${organizationId}::uuid`.execute(
      database,
    )
  ).rows[0]?.count ?? 0

/** Keeps a person's record: this counts as activity and restarts the retention time. */
export const keepPerson = (database: Database, actor: Actor, contactId: string) =>
  database.transaction().execute(async (transaction) => {
    await getRequestedRecord(transaction, actor, contactId, mayErase)
    await touchPerson(transaction, contactId)
    await transaction.deleteFrom('erasureProposal').where('contactId', '=', contactId).execute()
    await recordAudit(transaction, {
      actorId: actor.accountId,
      action: 'contact.keep',
      subjectType: 'contact',
      subjectId: contactId,
    })
  })

export const retentionTask = 'retention'
/** At night; a missed run is made up for by the next. */
export const retentionCrontab = `20 4 * * * ${retentionTask}`

/**
 * The last activity concerning a person: their record or household, a consent or a request for one, a referral, a
 * message, an intake, a list of services, a correction, or a link to their record that they opened.
 */
const person = sql`contact.id`
const lastActivity = sql`greatest(contact.changed_on, ${lastConsentOn(person)}, ${lastReferralActivity(person)},
  ${lastIntakeOn(person)}, ${lastCorrectionOn(person)}, ${lastRecordOpenedOn(person)},
  ${lastConsentRequestOn(person)}, ${lastListOn(person)})`
const isBeingReferred = hasOpenReferral(person)

const proposeInactive = (database: Database, months: number) =>
  sql`insert into erasure_proposal (contact_id, organization_id, last_activity_on)
    select id, organization_id, active_on from (
      select contact.id, contact.organization_id, ${lastActivity} as active_on from ${personRecord.as('contact')}
      where organization_id is not null and changed_on < now() - make_interval(months => ${months}) and not ${isBeingReferred}
    ) inactive where active_on < now() - make_interval(months => ${months})
    on conflict (contact_id) do nothing`.execute(database)

const dropActive = (database: Database) =>
  sql`delete from erasure_proposal proposal using ${personRecord.as('contact')} where contact.id = proposal.contact_id
    and (contact.organization_id is null or ${isBeingReferred} or ${lastActivity} > proposal.last_activity_on)`.execute(
    database,
  )

/** Whether a person is still proposed, for long enough and without activity since. */
async function isStillDue(transaction: Database, contactId: string, months: number) {
  const { rows } = await sql`
    select from erasure_proposal proposal join ${personRecord.as('contact')} on contact.id = proposal.contact_id
    where proposal.contact_id = ${contactId}::uuid and proposed_on < now() - make_interval(months => ${months})
      and ${lastActivity} <= proposal.last_activity_on`.execute(transaction)
  return rows.length > 0
}

const BATCH = 500

/** Proposes people without activity for erasure; if configured, erases those whose proposal is old enough. */
export const workRetention =
  ({ database, config }: { database: Database; config: Pick<Config, 'retention'> }): Task =>
  async () => {
    const { months, eraseAfterMonths } = config.retention
    await dropActive(database)
    if (months > 0) await proposeInactive(database, months)
    if (months === 0 || eraseAfterMonths === null) return
    const { rows } = await sql<{ contactId: string }>`
      select contact_id from erasure_proposal where proposed_on < now() - make_interval(months => ${eraseAfterMonths})
      order by proposed_on limit ${BATCH}`.execute(database)
    for (const { contactId } of rows)
      await eraseForRetention(database, contactId, (transaction) =>
        isStillDue(transaction, contactId, eraseAfterMonths),
      )
  }
