import { sql } from 'kysely'
import { personPhone, personRecord, phoneOf } from '#identity/people/server/people-public.ts'
import { readPhone } from '#platform/schema/phone-number.ts'
import type { Database } from '#platform/server/database.ts'
import type { DuplicateQuery, LikelyDuplicate } from '../contact-record.ts'
import { type Reader, recordAccess } from './record-access.ts'

const people = personRecord.as('person')
const name = sql`plain_text(person.name)`
/**
 * The minimum similarity (pg_trgm) of two names with the same birth date to count as one person: allows a different
 * letter or a nickname.
 */
const alike = 0.35
const most = 20
const none = '00000000-0000-0000-0000-000000000000'

/**
 * People of one organization who may be the person described: the same name, the same birth date and a similar name,
 * the same phone number or the same e-mail address; best matches first. The access is recorded.
 */
export async function findDuplicates(
  database: Database,
  reader: Reader & { organizationId: string },
  query: DuplicateQuery,
): Promise<LikelyDuplicate[]> {
  const { organizationId } = reader
  const numbers = query.phones.flatMap(({ phoneNumber }) => readPhone(phoneNumber) ?? [])
  const hasName = query.firstName !== '' && query.lastName !== ''
  const { rows } = await sql<LikelyDuplicate>`
    with likely as (
      select id, 'same-name' as reason from ${people}
      where organization_id = ${organizationId}::uuid and ${hasName}
        and (${name} = plain_text(${`${query.firstName} ${query.lastName}`}) or ${name} = plain_text(${`${query.lastName} ${query.firstName}`}))
      union
      select id, 'birth-date-and-name' from ${people}
      where organization_id = ${organizationId}::uuid and birth_date = ${query.birthDate ?? null}::date
        and similarity(${name}, plain_text(${`${query.firstName} ${query.lastName}`})) >= ${alike}
      union
      select person.id, 'phone' from ${personPhone.as('phone')} join ${people} on person.id = phone.contact_id
      where person.organization_id = ${organizationId}::uuid and phone_number = any(${numbers}::text[])
      union
      select id, 'email' from ${people}
      where organization_id = ${organizationId}::uuid and email is not null and lower(email) = lower(${query.email || null})
    )
    select person.id, first_name, last_name, birth_date, email, city, postal_code, person.created_on,
      ${phoneOf(sql`person.id`)} as primary_phone, found.reasons
    from (
      select id, array_agg(reason order by reason) as reasons from likely
      where id <> ${query.exceptId ?? none}::uuid group by id order by count(*) desc, id limit ${most}
    ) found join ${people} on person.id = found.id
    order by cardinality(found.reasons) desc, person.id`.execute(database)
  await recordAccess(
    database,
    reader,
    rows.map(({ id }) => id),
    { way: 'duplicate' },
  )
  return rows
}
