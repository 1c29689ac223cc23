import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { accessLog, contactInvitations } from '#casework/clients/server/clients-public.ts'
import { referralNeeds, referralSenders } from '#casework/referrals/server/referrals-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import { ticketTimes } from '#help-desk/tickets/server/tickets-public.ts'
import { accountPerson } from '#identity/accounts/server/accounts-public.ts'
import { storedFile } from '#identity/files/server/files-public.ts'
import {
  organizationAddresses,
  organizationNames,
  organizationProfiles,
  organizationSignInRules,
} from '#identity/organizations/server/organizations-public.ts'
import { personPhone, personRecord, phoneOf } from '#identity/people/server/people-public.ts'
import { auditRecord } from '#platform/server/audit.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

const { database } = await startTestApp()

const planOf = (statement: RawBuilder<unknown>) =>
  database.transaction().execute(async (transaction) => {
    // The tables are empty, so that scanning them would cost nothing.
    await sql`set local enable_seqscan = off`.execute(transaction)
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${statement}`.execute(transaction)
    return rows.flatMap((row) => Object.values(row))
  })

const organization = sql`organization`
const service = sql`service`
const id = sql.raw('id')
const parts = {
  organizationNames: [organizationNames.as('organization'), organization, id],
  organizationProfiles: [organizationProfiles.as('organization'), organization, id],
  organizationAddresses: [organizationAddresses.as('organization'), organization, id],
  organizationSignInRules: [organizationSignInRules.as('organization'), organization, id],
  serviceNames: [serviceNames.as('service'), service, id],
  contactInvitations: [contactInvitations.as('contact_invitation'), sql`contact_invitation`, sql.raw('contact_id')],
  personRecord: [personRecord.as('contact'), sql`contact`, id],
  personPhone: [personPhone.as('contact_phone'), sql`contact_phone`, sql.raw('contact_id')],
  storedFile: [storedFile.as('file'), sql`file`, id],
  ticketTimes: [ticketTimes.as('support_request_times'), sql`support_request_times`, sql.raw('support_request_id')],
  referralNeeds: [
    referralNeeds.as('referral'),
    sql`(referral join referral_request request on request.id = referral.request_id)`,
    sql.raw('referral.id'),
  ],
  referralSenders: [
    referralSenders.as('referral'),
    sql`(referral join organization on organization.id = referral.sender_organization_id)`,
    sql.raw('referral.id'),
  ],
} as const

it.each(Object.entries(parts))('joins %s as if its table stood there', async (_, [part, table, key]) => {
  const wanted = sql`select ${key} from unnest(array[gen_random_uuid()]) wanted (wanted_id)`
  const joined = await planOf(sql`${wanted} left join ${part} on ${key} = wanted_id`)
  expect(joined).toEqual(await planOf(sql`${wanted} left join ${table} on ${key} = wanted_id`))
  expect(joined.join('\n')).toMatch(/Index .*Scan/)
})

const ofWords = sql`to_tsvector('directory', coalesce(name, '') || ' ' || coalesce(alternate_name, '') || ' ' || coalesce(description, ''))`
const none = sql`'00000000-0000-0000-0000-000000000000'::uuid`
const own = (await makeOrganization(database)).id
// Of few people, an index on organizations alone would be enough.
await sql`insert into contact (first_name, last_name, organization_id)
  select md5(i::text), md5((-i)::text), case when i > 3000 then ${own}::uuid end from generate_series(1, 6000) i`.execute(
  database,
)
await sql`vacuum analyze contact`.execute(database)
const searches = [
  ['organization_name_holds', organizationNames.as('organization'), sql`plain_text(name) like '%food bank%'`],
  ['organization_name_holds', organizationProfiles.as('organization'), sql`plain_text(name) % 'food bank'`],
  [
    'organization_words',
    organizationProfiles.as('organization'),
    sql`${ofWords} @@ plainto_tsquery('directory', 'food')`,
  ],
  ['contact_plain_name', personRecord.as('person'), sql`organization_id = ${own} and plain_text(name) like '%moss%'`],
  ['contact_holder_name', personRecord.as('person'), sql`organization_id is null and plain_text(name) like '%moss%'`],
  ['contact_email', personRecord.as('person'), sql`lower(email) = 'ada@example.test'`],
  ['account_email_holds', accountPerson.as('account'), sql`lower(email) like '%moss%'`],
  ['access_log_contact', accessLog.as('log'), sql`contact_ids @> array[${none}]`],
  ['audit_record_subject', auditRecord.as('record'), sql`subject_type = 'file' and subject_id = 'none'`],
  ['support_request_times_waiting', ticketTimes.as('times'), sql`is_open and first_response_on is null`],
] as const

it.each(searches)('searches along the index %s', async (index, part, condition) => {
  expect((await planOf(sql`select from ${part} where ${condition}`)).join('\n')).toMatch(
    new RegExp(`(on|using) ${index}\\b`),
  )
})

it('reads a number of each person along an index', async () => {
  const plan = await planOf(sql`select ${phoneOf(sql`person.id`)} from ${personRecord.as('person')}`)
  expect(plan.join('\n')).toMatch(/using contact_phone_of_person .*\n.*Index Cond: \(contact_id = contact\.id\)/)
  expect(plan.join('\n')).not.toContain('Sort')
})
