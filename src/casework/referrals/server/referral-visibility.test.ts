import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'
import { type ReferralStatus, referralStatuses } from '../referral-machine.ts'
import { recipientVisibilityOf, type Standing } from '../referral-policy.ts'
import { recipientVisibility } from './referral-visibility.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const step = async (call: Stage['as']['creator'], id: string, action: string, more: Record<string, unknown> = {}) => {
  const { version } = await app.database
    .selectFrom('referral')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return call('POST', `/api/referral/${id}/transition`, { ...wholeCall(action, version), ...more })
}
const asRecipient = async (id: string) => (await stage.as.recipient('GET', `/api/referral/${id}`)).body
const incoming = async (search = '') =>
  (await stage.as.recipient('POST', '/api/referral/search', { limit: 200, search })).body.items as {
    id: string
    personName: string | null
    reason: string | null
    unreadCount: number
  }[]
const finds = async (search: string, id: string) => (await incoming(search)).some((item) => item.id === id)
const eventsFor = async (id: string, organizationId: string) =>
  (
    await sql`select 1 from event where subject_id = ${id} and audience @> array[${`organization:${organizationId}`}]`.execute(
      app.database,
    )
  ).rows.length

const standings: Standing[] = referralStatuses.flatMap((status) =>
  [null, daysAgo(90)].flatMap((sentOn) =>
    [daysAgo(1), daysAgo(29.9), daysAgo(30.1), daysAgo(80)].flatMap((statusChangedOn) =>
      [null, daysAgo(1)].map((detailsEndedOn) => ({ status, sentOn, statusChangedOn, detailsEndedOn })),
    ),
  ),
)

describe('the level', () => {
  it('D-SEE-1 is the same in the policy and in SQL, for every standing', async () => {
    for (const standing of standings) {
      const { rows } = await sql<{ level: string }>`
        select ${recipientVisibility} as level from (values (${standing.status}::text, ${standing.sentOn}::timestamptz,
          ${standing.statusChangedOn}::timestamptz, ${standing.detailsEndedOn}::timestamptz))
          as referral (status, sent_on, status_changed_on, details_ended_on)`.execute(app.database)
      expect([standing, rows[0]?.level]).toEqual([standing, recipientVisibilityOf(standing)])
    }
  })

  it('D-SEE-1 is nothing before sending, and falls to the short name at the ends and 30 days after closing', () => {
    const at = (status: ReferralStatus, more: Partial<Standing> = {}) =>
      recipientVisibilityOf({ status, sentOn: daysAgo(90), statusChangedOn: daysAgo(2), detailsEndedOn: null, ...more })
    for (const status of referralStatuses) expect([status, at(status, { sentOn: null })]).toEqual([status, 'nothing'])
    for (const status of ['Declined', 'Expired', 'Forwarded'] as const)
      expect([status, at(status)]).toEqual([status, 'name'])
    for (const status of ['Closed: Resolved', 'Closed: Unresolved'] as const)
      expect([at(status), at(status, { statusChangedOn: daysAgo(31) })]).toEqual(['whole', 'name'])
    for (const status of ['Sent', 'In Review', 'Accepted', 'In Progress', 'On Hold'] as const)
      expect([at(status), at(status, { detailsEndedOn: daysAgo(0) })]).toEqual(['whole', 'name'])
  })
})

describe('before sending', () => {
  it('F-04 D-SEE-1 keeps a draft from its recipient also once it was recalled, or marked as an error', async () => {
    for (const action of ['recall', 'markError']) {
      const { id } = (await refer(stage, { send: false, need: 'intimate-partner-violence' })).body
      expect((await step(stage.as.senderAdmin, id, action)).status).toBe(200)
      expect((await stage.as.recipient('GET', `/api/referral/${id}`)).status).toBe(404)
      expect((await incoming()).map((item) => item.id)).not.toContain(id)
      expect(JSON.stringify((await stage.as.recipient('GET', '/api/referral/waiting')).body)).not.toContain(id)
      expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).status).toBe(404)
      expect((await stage.as.recipient('POST', `/api/referral/${id}/message`, { text: 'Hello' })).status).toBe(404)
      expect((await stage.as.recipient('POST', `/api/referral/${id}/read`, { lastSequence: 0 })).status).toBe(404)
      expect((await step(stage.as.recipient, id, 'reopen')).status).toBe(404)
      expect([await eventsFor(id, stage.recipient.id), (await eventsFor(id, stage.sender.id)) > 0]).toEqual([0, true])
      const { rows } =
        await sql`select 1 from message where recipient = ${stage.accounts.recipient.email} and text like ${`%${id}%`}`.execute(
          app.database,
        )
      expect(rows).toEqual([])
      expect((await stage.as.senderAdmin('GET', `/api/referral/${id}`)).status).toBe(200)
    }
  })
})

describe('after the end', () => {
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['Declined', (id) => step(stage.as.recipient, id, 'decline')],
    ['Expired', (id) => app.database.updateTable('referral').set({ status: 'Expired' }).where('id', '=', id).execute()],
    ['Forwarded', (id) => step(stage.as.recipient, id, 'forward', { recipientOrganizationId: stage.third.id })],
    [
      'Closed: Resolved',
      async (id) => {
        await step(stage.as.recipient, id, 'accept')
        await step(stage.as.recipient, id, 'closeResolved')
        expect((await asRecipient(id)).person).toMatchObject({ lastName: 'Quintero' })
        await app.database
          .updateTable('referral')
          .set({ statusChangedOn: daysAgo(31) })
          .where('id', '=', id)
          .execute()
      },
    ],
  ]
  it.each(ends)('F-10 D-SEE-1 leaves the recipient first name and initial, once %s', async (status, end) => {
    const person = await makePerson(stage.as.creator, { firstName: 'Zoraida', lastName: 'Quintero', city: 'Hideaway' })
    const { id } = (await refer(stage, { contactId: person.id, note: 'She hides' })).body
    await stage.as.creator('POST', `/api/referral/${id}/message`, { text: 'She calls at ten' })
    expect(await finds('quintero', id)).toBe(true)
    await end(id)
    const seen = await asRecipient(id)
    expect(seen).toMatchObject({
      ...{ status, visibility: 'name', mayWrite: false, personName: 'Zoraida Q.', person: null, note: null },
      ...{ consent: null, reason: null, unreadCount: 0, messageCount: 0, contactId: null },
    })
    expect(seen.steps.every((each: { reason: null; note: null }) => each.reason === null && each.note === null)).toBe(
      true,
    )
    const listed = (await incoming()).find((item) => item.id === id)
    expect(listed).toMatchObject({ personName: 'Zoraida Q.', reason: null, unreadCount: 0 })
    const stale = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('reopen', -1))
    for (const answer of [seen, listed, stale.body, (await stage.as.recipient('GET', '/api/referral/waiting')).body])
      expect(JSON.stringify(answer)).not.toMatch(/Quintero|Hideaway|She hides|She calls|1992-03-04|555-0142/)
    expect((await stage.as.recipient('GET', `/api/referral/${id}/message`)).status).toBe(404)
    expect((await stage.as.recipient('POST', `/api/referral/${id}/message`, { text: 'Hello' })).status).toBe(403)
    // Found by what is shown, not by what is hidden.
    expect([await finds('quintero', id), await finds('zoraida qu', id), await finds('zoraida q', id)]).toEqual([
      false,
      false,
      true,
    ])
    const kept = await stage.as.creator('GET', `/api/referral/${id}`)
    expect(kept.body).toMatchObject({ visibility: 'whole', person: { lastName: 'Quintero' }, note: 'She hides' })
  })

  it('F-10 D-SEE-1 forwards what was shared, and nothing that the record says since', async () => {
    const person = await makePerson(stage.as.creator, { firstName: 'Ines', lastName: 'Vidal', city: 'Old Town' })
    const { id } = (await refer(stage, { contactId: person.id })).body
    await stage.as.creator('PUT', `/api/contact/${person.id}`, {
      ...{ version: person.version, firstName: 'Ines', lastName: 'Hiddenname', city: 'Secret shelter town' },
    })
    const forwarded = await step(stage.as.recipient, id, 'forward', { recipientOrganizationId: stage.third.id })
    const childId = forwarded.body.children[0].id
    const child = (await stage.as.third('GET', `/api/referral/${childId}`)).body
    expect(child.person).toMatchObject({ lastName: 'Vidal', city: 'Old Town' })
    for (const answer of [child, (await stage.as.third('GET', '/api/referral/')).body])
      expect(JSON.stringify(answer)).not.toMatch(/Secret shelter|Hiddenname/)
    expect((await stage.as.third('POST', '/api/referral/search', { search: 'hiddenname' })).body.items).toEqual([])
  })
})
