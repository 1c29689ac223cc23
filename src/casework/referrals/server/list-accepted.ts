import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { ReferralStatus } from '../referral-machine.ts'

/** A referral in one of these was accepted, and is not entered in error. */
const accepted: readonly ReferralStatus[] = [
  'Accepted',
  'In Progress',
  'On Hold',
  'Closed: Resolved',
  'Closed: Unresolved',
]

/**
 * Who of these accepted a referral of this organization: the services that were asked for, and the organizations that
 * were asked as a whole. See docs/decisions/0291-confidential-places.md.
 */
export async function listAccepted(
  database: Database,
  organizationId: string,
  { serviceIds, organizationIds }: { serviceIds: string[]; organizationIds: string[] },
) {
  const { rows } = await sql<{ organizationIds: string[]; serviceIds: string[] }>`
    select coalesce(array_agg(distinct service_id) filter (where service_id is not null), '{}') as service_ids,
      coalesce(array_agg(distinct recipient_organization_id) filter (where service_id is null), '{}') as organization_ids
    from referral where sender_organization_id = ${organizationId}::uuid and status = any (${[...accepted]}::text[])
      and case when service_id is null then recipient_organization_id = any (${organizationIds}::uuid[]) else service_id = any (${serviceIds}::uuid[]) end`.execute(
    database,
  )
  return rows[0] ?? { organizationIds: [], serviceIds: [] }
}
