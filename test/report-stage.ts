import { sql } from 'kysely'
import type { Database } from '#platform/server/database.ts'
import type { TestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

/** A referral of the past; what is left out has not happened. */
export interface Past {
  from: string
  to: string
  by: string
  sent: string
  status?: string
  need?: string
  viewed?: string
  answered?: string
  contacted?: string
  closed?: string
  reason?: string
  outcome?: string
  person?: { postalCode?: string; language?: string; birthDate?: string }
  contactId?: string
  requestId?: string
  isHeld?: boolean
}

export async function makeReferral(database: Database, past: Past) {
  const { from, to, by, sent } = past
  const contactId =
    past.contactId ??
    (
      await database
        .insertInto('contact')
        .values({ organizationId: from, firstName: 'Noor', lastName: 'Abadi' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const requestId =
    past.requestId ??
    (
      await database
        .insertInto('referralRequest')
        .values({
          organizationId: from,
          contactId,
          need: (past.need ?? 'food-insecurity') as 'food-insecurity',
          createdBy: by,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { rows } = await sql<{ id: string }>`
    insert into referral (request_id, sender_organization_id, recipient_organization_id, created_by, status, sent_on,
      recipient_confirmed_on, first_viewed_on, responded_on, first_contact_on, closed_on, reason, outcome, snapshot)
    values (${requestId}::uuid, ${from}::uuid, ${to}::uuid, ${by}::uuid, ${past.status ?? 'Sent'}, ${sent},
      ${past.isHeld ? null : sent}, ${past.viewed ?? null}, ${past.answered ?? null}, ${past.contacted ?? null},
      ${past.closed ?? null}, ${past.reason ?? null}, ${past.outcome ?? null}, ${JSON.stringify(past.person ?? {})}::jsonb)
    returning id`.execute(database)
  return { id: rows[0]?.id ?? '', contactId, requestId }
}

/** Two organizations and what one sent the other in March 2026: of five referrals, one got help. */
export async function makeMarch(app: TestApp) {
  const { database } = app
  const [harbor, pantry] = [
    await makeOrganization(database, { name: 'Harbor House' }),
    await makeOrganization(database, { name: 'Lake Pantry' }),
  ]
  const ana = await app.someone({ organizationId: harbor.id })
  const lee = await app.someone({ organizationId: pantry.id, roles: ['organization-admin'] })
  const past = { from: harbor.id, to: pantry.id, by: ana.account.id, sent: '2026-03-02T15:00:00Z' }
  const buffalo = { postalCode: '14201', language: 'es', birthDate: '1950-01-01' }
  const helped = await makeReferral(database, {
    ...{ ...past, status: 'Closed: Resolved', outcome: 'got help', person: buffalo },
    ...{ viewed: '2026-03-02T17:00:00Z', answered: '2026-03-03T15:00:00Z', contacted: '2026-03-04T15:00:00Z' },
    closed: '2026-03-06T15:00:00Z',
  })
  const declined = await makeReferral(database, {
    ...{ ...past, need: 'homelessness', status: 'Declined', reason: 'no capacity', person: buffalo },
    ...{ viewed: '2026-03-02T19:00:00Z', answered: '2026-03-05T15:00:00Z' },
  })
  const again = await makeReferral(database, {
    ...{ ...past, sent: '2026-03-09T15:00:00Z', status: 'Accepted', requestId: declined.requestId },
    ...{ viewed: '2026-03-09T15:30:00Z', answered: '2026-03-09T16:00:00Z' },
  })
  const unseen = await makeReferral(database, { ...past, sent: '2026-03-20T15:00:00Z' })
  const recalled = await makeReferral(database, { ...past, status: 'Recalled', person: buffalo })
  const held = await makeReferral(database, { ...past, isHeld: true })
  const before = await makeReferral(database, { ...past, sent: '2026-02-10T15:00:00Z', status: 'Expired' })
  return { harbor, pantry, ana, lee, past, referrals: { helped, declined, again, unseen, recalled, held, before } }
}
