import { type RawBuilder, sql } from 'kysely'
import type { CountKey, ReportQuery } from '../report.ts'

/** When a referral is part of a count, over `referral_fact`. */
export const counted: Record<CountKey, RawBuilder<boolean>> = {
  sent: sql`true`,
  seen: sql`minutes_to_view is not null`,
  answered: sql`minutes_to_answer is not null`,
  accepted: sql`status_class in ('open', 'resolved', 'unresolved')`,
  declined: sql`status_class = 'declined'`,
  expired: sql`status_class = 'expired'`,
  recalled: sql`status_class = 'recalled'`,
  forwarded: sql`status_class = 'forwarded'`,
  waiting: sql`status_class in ('waiting', 'seen')`,
  contacted: sql`minutes_to_contact is not null`,
  resolved: sql`status_class = 'resolved'`,
  unresolved: sql`status_class = 'unresolved'`,
  gotHelp: sql`status_class = 'resolved' and outcome in ('got help', 'enrolled')`,
  followed: sql`status_class not in ('recalled', 'forwarded')`,
  loopClosed: sql`status_class in ('resolved', 'unresolved', 'declined')`,
  noCapacity: sql`reason in ('no capacity', 'no funds')`,
}

/**
 * An organization's facts of one side. What was known about a person is null where the organization may not know it any
 * more, and a referral that it does not know of is not there.
 */
export function factsOf(organizationId: string, side: ReportQuery['side']) {
  const own = sql`${organizationId}::uuid`
  const known = (column: string) =>
    side === 'outgoing'
      ? sql.ref(column)
      : sql`case when recipient_sees_person then ${sql.ref(column)} end as ${sql.ref(column)}`
  return sql`(
    select referral_id, request_id, contact_id, sent_day, ${sql.ref(side === 'outgoing' ? 'recipient_id' : 'sender_id')} as other_id,
      need, ${sql.join(['zip', 'county', 'language', 'age_band'].map(known))}, status_class, reason, outcome,
      minutes_to_view, minutes_to_answer, minutes_to_contact, minutes_to_close, attempt_no, marks
    from referral_fact where ${side === 'outgoing' ? sql`sender_id = ${own}` : sql`recipient_id = ${own} and not is_held`})`
}

type Filters = Pick<ReportQuery, 'need' | 'withOrganizationId' | 'county' | 'zip' | 'language' | 'ageBand'>

/** What the filters ask of a fact. */
export function filtered({ need, withOrganizationId, county, zip, language, ageBand }: Filters) {
  return sql.join(
    [
      sql`true`,
      ...(need ? [sql`need = any(${need}::text[])`] : []),
      ...(withOrganizationId ? [sql`other_id = ${withOrganizationId}::uuid`] : []),
      ...(county ? [sql`county = ${county}`] : []),
      ...(zip ? [sql`zip = ${zip}`] : []),
      ...(language ? [sql`language = ${language}`] : []),
      ...(ageBand ? [sql`age_band = ${ageBand}`] : []),
    ],
    sql` and `,
  )
}
