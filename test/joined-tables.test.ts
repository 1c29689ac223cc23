import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { contactInvitations } from '#casework/clients/server/clients-public.ts'
import { referralNeeds, referralSenders } from '#casework/referrals/server/referrals-public.ts'
import { serviceNames } from '#directory/services/server/directory-public.ts'
import {
  organizationAddresses,
  organizationNames,
  organizationProfiles,
  organizationSignInRules,
} from '#identity/organizations/server/organizations-public.ts'
import { startTestApp } from '#test/app.ts'

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
const searches = [
  ['organization_name_holds', organizationNames.as('organization'), sql`plain_text(name) like '%food bank%'`],
  ['organization_name_holds', organizationProfiles.as('organization'), sql`plain_text(name) % 'food bank'`],
  [
    'organization_words',
    organizationProfiles.as('organization'),
    sql`${ofWords} @@ plainto_tsquery('directory', 'food')`,
  ],
] as const

it.each(searches)('searches along the index %s', async (index, part, condition) => {
  expect((await planOf(sql`select id from ${part} where ${condition}`)).join('\n')).toContain(`on ${index}`)
})
