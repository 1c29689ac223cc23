import { expect, it } from 'vitest'
import { runPromiseClock } from '#casework/referrals/server/promise-clock.ts'
import { addWorkingHours } from '#casework/referrals/working-days.ts'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeAccount } from '#test/factories.ts'
import { makeStage, refer, type Stage } from '#test/referral-stage.ts'

const app = await startTestApp()
const { database } = app
const path = '/api/organization/current/responsePromise'
const times = { viewHours: 24, answerHours: 48, contactHours: 24, escalateToId: null, version: 0 }
const hour = 60 * 60 * 1000
const later = (iso: string, hours = 1) => new Date(Date.parse(iso) + hours * hour)

async function makePromising(given: object = {}) {
  const stage = await makeStage(app)
  const leader = await makeAccount(database, { organizationId: stage.recipient.id, firstName: 'Jo' })
  const promised = await stage.as.recipient('PUT', path, { ...times, escalateToId: leader.id, ...given })
  expect(promised.status).toBe(200)
  return { stage, leader }
}
const rowOf = (id: string) =>
  database
    .selectFrom('referral')
    .select(['promiseStage', 'promiseDueOn', 'promiseAlert', 'promiseAlertOn', 'sentOn', 'statusChangedOn'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const move = async (stage: Stage, id: string, call: object, who: keyof Stage['as'] = 'recipient') => {
  const { version } = (await stage.as[who]('GET', `/api/referral/${id}`)).body
  expect((await stage.as[who]('POST', `/api/referral/${id}/transition`, { version, ...call })).status).toBe(200)
}
/** Runs the clock at a time, twice and in two processes at once. */
const tick = async (at: Date) => {
  await Promise.all([runPromiseClock(app, at), runPromiseClock(app, at)])
  await runPromiseClock(app, at)
  await app.workJobs()
}
const subjectsTo = async (email: string) => (await app.outbox(email)).map(({ subject }) => subject)
const soon = 'A referral soon runs out of the time you promised'
const late = 'A referral is late'

it('REF-14 only hours of working days count', () => {
  const hours = (from: string, count: number) => addWorkingHours(new Date(from), count).toISOString()
  expect(hours('2026-11-18T10:00:00Z', 24)).toBe('2026-11-19T10:00:00.000Z')
  expect(hours('2026-11-20T20:00:00Z', 8)).toBe('2026-11-23T04:00:00.000Z')
  expect(hours('2026-11-21T12:00:00Z', 1)).toBe('2026-11-23T01:00:00.000Z')
  // Thanksgiving
  expect(hours('2026-11-25T12:00:00Z', 24)).toBe('2026-11-27T12:00:00.000Z')
})

it('REF-14 an admin promises times and names who is told; others may not, and nobody from elsewhere is named', async () => {
  const { stage, leader } = await makePromising()
  const { body } = await stage.as.recipient('GET', path)
  expect(body).toMatchObject({ ...times, version: 1, escalateToId: leader.id, isPromised: true })
  expect(body.people.map(({ name }: { name: string }) => name)).toEqual(['Jo Tester', 'Lee Tester'])
  const put = (call: object) => stage.as.recipient('PUT', path, { ...times, version: 1, ...call })
  expect((await put({ escalateToId: stage.accounts.creator.id })).body.errors).toMatchObject([{ path: 'escalateToId' }])
  expect((await put({ answerHours: 12 })).body.errors).toMatchObject([
    { path: 'answerHours', message: 'answer-before-view' },
  ])
  expect((await stage.as.creator('PUT', path, times)).status).toBe(403)
  const usual = await stage.as.senderAdmin('GET', path)
  expect(usual.body).toMatchObject({ viewHours: 72, answerHours: 144, isPromised: false })
})

it('REF-14 of two admins who change what they read, the second is told, and a repeated call is no second change', async () => {
  const stage = await makeStage(app)
  const put = (call: object) => stage.as.recipient('PUT', path, { ...times, ...call })
  const first = await Promise.all([put({ viewHours: 5 }), put({ viewHours: 6 })])
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stale = first.find(({ status }) => status === 409)
  expect(stale?.body).toMatchObject({ code: 'stale-version', current: { version: 1, isPromised: true } })
  const viewHours = stale?.body.current.viewHours
  expect((await put({ viewHours })).body).toMatchObject({ version: 1, viewHours })
  const second = await Promise.all([put({ version: 1, viewHours: 7 }), put({ version: 1, viewHours: 8 })])
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const audited = await auditsOf(database, stage.recipient.id)
  expect(audited.filter(({ action }) => action === 'organization.promiseTimes')).toHaveLength(2)
})

it('REF-14 each step has its own time, urgency shortens it, and a hold does not count', async () => {
  const { stage } = await makePromising()
  const { id } = (await refer(stage)).body
  const sent = await rowOf(id)
  const after = (from: string | null, hours: number) => addWorkingHours(new Date(from ?? ''), hours).toISOString()
  expect(sent).toMatchObject({ promiseStage: 'view', promiseDueOn: after(sent.sentOn, 24), promiseAlert: 'warn' })
  await move(stage, id, { action: 'view' })
  expect(await rowOf(id)).toMatchObject({ promiseStage: 'answer', promiseDueOn: after(sent.sentOn, 48) })
  await move(stage, id, { action: 'accept' })
  const accepted = await rowOf(id)
  expect(accepted).toMatchObject({ promiseStage: 'contact', promiseDueOn: after(accepted.statusChangedOn, 24) })
  await move(stage, id, { action: 'start' })
  expect((await rowOf(id)).promiseDueOn).toBe(accepted.promiseDueOn)
  await move(stage, id, { action: 'hold', reason: 'Away', reviewOn: '2099-01-01' })
  expect(await rowOf(id)).toMatchObject({ promiseStage: null, promiseDueOn: null, promiseAlertOn: null })
  await move(stage, id, { action: 'resume' })
  const resumed = await rowOf(id)
  expect(resumed.promiseDueOn).toBe(after(resumed.statusChangedOn, 24))
  const contact = { firstContactOn: new Date().toISOString(), firstContactBy: 'phone' }
  expect((await stage.as.recipient('POST', `/api/referral/${id}/firstContact`, contact)).status).toBe(200)
  expect((await rowOf(id)).promiseStage).toBeNull()
  const urgent = await rowOf((await refer(stage, { urgency: 'asap' })).body.id)
  expect(urgent.promiseDueOn).toBe(after(urgent.sentOn, 6))
})

it('REF-14 the clock warns before the time and escalates after it, once each, however often it runs', async () => {
  const { stage, leader } = await makePromising()
  const { id } = (await refer(stage)).body
  const { promiseAlertOn, promiseDueOn } = await rowOf(id)
  await tick(later(promiseAlertOn ?? '', -1))
  expect(await subjectsTo(stage.accounts.recipient.email)).not.toContain(soon)
  await tick(new Date(promiseAlertOn ?? ''))
  for (const email of [stage.accounts.recipient.email, leader.email])
    expect((await subjectsTo(email)).filter((subject) => subject === soon)).toHaveLength(1)
  await tick(later(promiseDueOn ?? ''))
  expect((await subjectsTo(leader.email)).filter((subject) => subject === late)).toHaveLength(1)
  expect(await subjectsTo(stage.accounts.recipient.email)).not.toContain(late)
  expect((await rowOf(id)).promiseAlertOn).toBeNull()
  // The next step has a time of its own; who has accepted is warned alone.
  await move(stage, id, { action: 'accept' })
  await tick(new Date((await rowOf(id)).promiseAlertOn ?? ''))
  const warned = async (email: string) => (await subjectsTo(email)).filter((subject) => subject === soon).length
  expect([await warned(stage.accounts.recipient.email), await warned(leader.email)]).toEqual([2, 1])
})

it('REF-14 if who was named has left, the admins are told; who promised nothing gets no more than the reminders', async () => {
  const { stage, leader } = await makePromising()
  const { id } = (await refer(stage)).body
  await database
    .updateTable('account')
    .set({ deactivatedOn: new Date().toISOString() })
    .where('id', '=', leader.id)
    .execute()
  await tick(later((await rowOf(id)).promiseDueOn ?? ''))
  expect(await subjectsTo(stage.accounts.recipient.email)).toContain(late)
  expect(await subjectsTo(leader.email)).not.toContain(late)
  expect((await stage.as.recipient('GET', path)).body.escalateToId).toBeNull()
  const silent = await makeStage(app)
  const other = await rowOf((await refer(silent)).body.id)
  expect(other).toMatchObject({ promiseStage: 'view', promiseAlertOn: null })
})

it('REF-14 a late referral is marked for both sides and stands first', async () => {
  const { stage } = await makePromising()
  const [first, second] = [(await refer(stage)).body.id, (await refer(stage)).body.id]
  const past = later(new Date().toISOString(), -2).toISOString()
  await database.updateTable('referral').set({ promiseDueOn: past }).where('id', '=', first).execute()
  for (const [who, direction] of [
    ['recipient', 'incoming'],
    ['creator', 'outgoing'],
  ] as const) {
    const { items } = (await stage.as[who]('GET', `/api/referral/?direction=${direction}&sort=late`)).body
    expect(items.map((item: { id: string; isLate: boolean }) => [item.id, item.isLate])).toEqual([
      [first, true],
      [second, false],
    ])
    expect(items[0]).toMatchObject({ promiseStage: 'view', promiseDueOn: past })
  }
})

it('REF-14 the form says what was promised, and how long answers usually took once there are ten', async () => {
  const { stage } = await makePromising()
  const read = async () =>
    (await stage.as.creator('GET', `/api/referral/destination?organizationId=${stage.recipient.id}`)).body.responseTime
  expect(await read()).toEqual({ answerHours: 48, isPromised: true, typicalHours: null })
  for (let i = 0; i < 10; i++) {
    expect((await read()).typicalHours).toBeNull()
    const { id } = (await refer(stage)).body
    const sentOn = later(new Date().toISOString(), -5).toISOString()
    const respondedOn = later(sentOn, i < 5 ? 2 : 4).toISOString()
    await database
      .updateTable('referral')
      .set({ recipientConfirmedOn: sentOn, respondedOn, status: 'Accepted' })
      .where('id', '=', id)
      .execute()
  }
  expect((await read()).typicalHours).toBeCloseTo(3)
})
