import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'

interface Unmet {
  database: Database
  organizationId: string
  recipientId?: string
  accountId: string
}
interface Given {
  need?: string
  zip?: string | null
  /** the day on which it was recorded and sent */
  day: string
  /** why a referral for it was declined; without one, nobody was asked */
  reason?: string
  /** of a referral that was not declined */
  status?: string
}

/** Records open needs of new people, one each. */
export async function makeUnmet(
  { database, organizationId, recipientId, accountId }: Unmet,
  count: number,
  given: Given,
) {
  const { need = 'food-insecurity', zip = '60602', day, reason = null, status = reason && 'Declined' } = given
  await sql`
    with person as (
      insert into contact (organization_id, first_name, last_name, postal_code)
      select ${organizationId}::uuid, 'Noor', 'Abadi', ${zip} from generate_series(1, ${count}) returning id),
    request as (
      insert into referral_request (organization_id, contact_id, need, created_by, created_on)
      select ${organizationId}::uuid, id, ${need}, ${accountId}::uuid, ${day}::date + interval '12 hours' from person returning id)
    insert into referral (request_id, sender_organization_id, recipient_organization_id, created_by, status, reason, sent_on, recipient_confirmed_on, snapshot)
    select id, ${organizationId}::uuid, ${recipientId ?? null}::uuid, ${accountId}::uuid, ${status}, ${reason},
      ${day}::date + interval '12 hours', ${day}::date + interval '12 hours', jsonb_build_object('postalCode', ${zip}::text)
    from request where ${status}::text is not null`.execute(database)
}
