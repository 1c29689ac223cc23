import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, type Stage, wholeCall } from '#test/referral-stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startTestApp()
  stage = await makeStage(app)
})
const rowOf = (id: string) =>
  app.database.selectFrom('referral').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const step = async (call: Stage['as']['creator'], id: string, action: string) =>
  call('POST', `/api/referral/${id}/transition`, wholeCall(action, (await rowOf(id)).version))

/** A person with a consent, and referrals under it: one unanswered, one accepted, one declined. */
async function shared() {
  const person = await makePerson(stage.as.creator, { firstName: 'Iris', lastName: 'Calloway' })
  const record = (await stage.as.creator('GET', `/api/contact/${person.id}`)).body
  const [sent, accepted, declined] = [
    (await refer(stage, { contactId: person.id })).body.id as string,
    (await refer(stage, { contactId: person.id })).body.id as string,
    (await refer(stage, { contactId: person.id })).body.id as string,
  ]
  await step(stage.as.recipient, accepted, 'accept')
  await step(stage.as.recipient, declined, 'decline')
  return {
    contactId: person.id as string,
    path: `/api/contact/${person.id}/consent/${record.consents[0].id}`,
    sent,
    accepted,
    declined,
  }
}
const visibilityTo = async (id: string) => (await stage.as.recipient('GET', `/api/referral/${id}`)).body.visibility
const noticesOf = (id: string) =>
  app.database
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('recipient', '=', stage.accounts.recipient.email)
    .where('subject', '=', 'Access to the details of a referral has ended')
    .where('text', 'like', `%${id}%`)
    .execute()

it('F-10 D-SEE-1 lists who sees details under a consent, and ends it with its withdrawal', async () => {
  const { path, sent, accepted, declined } = await shared()
  const uses = (await stage.as.creator('GET', `${path}/use`)).body.items
  expect(uses.map((use: Record<string, string>) => [use.id, use.organizationName, use.stage]).sort()).toEqual(
    [
      [sent, stage.recipient.name, 'unanswered'],
      [accepted, stage.recipient.name, 'open'],
    ].sort(),
  )
  expect((await stage.as.third('GET', `${path}/use`)).status).toBe(404)
  expect((await stage.as.third('POST', `${path}/withdraw`)).status).toBe(404)
  const before = await rowOf(accepted)
  const withdrawn = await stage.as.creator('POST', `${path}/withdraw`)
  expect(withdrawn.body.consents[0].withdrawnOn).not.toBeNull()
  for (const id of [sent, accepted]) {
    const seen = (await stage.as.recipient('GET', `/api/referral/${id}`)).body
    expect(seen).toMatchObject({ visibility: 'name', personName: 'Iris C.', person: null, note: null, mayWrite: false })
    for (const action of ['accept', 'forward', 'start', 'resume']) expect(seen.actions).not.toContain(action)
    const [notice, ...more] = await noticesOf(id)
    expect(more).toEqual([])
    expect(`${notice?.subject} ${notice?.text}`).not.toMatch(/Iris|Calloway/)
    const audit = await app.database.selectFrom('auditRecord').select('action').where('subjectId', '=', id).execute()
    expect(audit.filter((record) => record.action === 'referral.endDetails')).toHaveLength(1)
  }
  expect((await rowOf(accepted)).version).toBe(before.version + 1)
  // A recipient who still has everything on the screen gets a conflict without it.
  const stale = await stage.as.recipient(
    'POST',
    `/api/referral/${accepted}/transition`,
    wholeCall('start', before.version),
  )
  expect([stale.status, JSON.stringify(stale.body).includes('Calloway')]).toEqual([409, false])
  expect((await step(stage.as.recipient, accepted, 'start')).body.code).toBe('illegal-transition')
  expect((await step(stage.as.recipient, accepted, 'closeUnresolved')).status).toBe(200)
  expect(await noticesOf(declined)).toEqual([])
  expect((await stage.as.creator('GET', `${path}/use`)).body.items).toEqual([])
})

it('INT-14 the organization that keeps the record is notified of a withdrawal once, except who withdrew it', async () => {
  const toldOf = (contactId: string) =>
    app.database
      .selectFrom('message')
      .select('text')
      .where('recipient', '=', stage.accounts.senderAdmin.email)
      .where('subject', '=', 'A person withdrew a consent')
      .where('text', 'like', `%/people/${contactId}%`)
      .execute()
  const [byStaff, byAdmin, unended] = [await shared(), await shared(), await shared()]
  for (let times = 0; times < 2; times++)
    expect((await stage.as.creator('POST', `${byStaff.path}/withdraw`)).status).toBe(200)
  const [notice, ...more] = await toldOf(byStaff.contactId)
  expect([more, notice?.text]).toEqual([[], expect.not.stringMatching(/Iris|Calloway/)])
  await stage.as.senderAdmin('POST', `${byAdmin.path}/withdraw`)
  await stage.as.creator('POST', `${unended.path}/withdraw`, { endAccess: false })
  for (const { contactId } of [byAdmin, unended]) expect(await toldOf(contactId)).toEqual([])
})

it('INT-14 who sent a referral is notified once if a colleague withdraws its consent, and not of their own act', async () => {
  const toldOf = (contactId: string) =>
    app.database
      .selectFrom('message')
      .select('text')
      .where('recipient', '=', stage.accounts.creator.email)
      .where('subject', '=', 'A person withdrew a consent')
      .where('text', 'like', `%/people/${contactId}%`)
      .execute()
  const [byColleague, own] = [await shared(), await shared()]
  for (let times = 0; times < 2; times++)
    expect((await stage.as.senderAdmin('POST', `${byColleague.path}/withdraw`)).status).toBe(200)
  await stage.as.creator('POST', `${own.path}/withdraw`)
  const [notice, ...more] = await toldOf(byColleague.contactId)
  expect([more, notice?.text]).toEqual([[], expect.not.stringMatching(/Iris|Calloway/)])
  expect(await toldOf(own.contactId)).toEqual([])
})

it('F-10 D-SEE-1 recalls what was not answered, and leaves all as it is when asked to', async () => {
  const first = await shared()
  await stage.as.creator('POST', `${first.path}/withdraw`, { endAccess: true, recall: true })
  expect(await rowOf(first.sent)).toMatchObject({ status: 'Recalled', reason: 'consent withdrawn' })
  expect(await rowOf(first.accepted)).toMatchObject({ status: 'Accepted' })
  expect([await visibilityTo(first.sent), await visibilityTo(first.accepted)]).toEqual(['nameless', 'name'])
  const second = await shared()
  await stage.as.creator('POST', `${second.path}/withdraw`, { endAccess: false })
  expect([await visibilityTo(second.sent), await noticesOf(second.sent)]).toEqual(['whole', []])
  // Access can still be ended later; the first day of the withdrawal stays.
  const { withdrawnOn } = (await stage.as.creator('GET', `/api/contact/${second.contactId}`)).body.consents[0]
  const again = await stage.as.creator('POST', `${second.path}/withdraw`, { endAccess: true })
  expect(again.body.consents[0].withdrawnOn).toBe(withdrawnOn)
  expect(await visibilityTo(second.sent)).toBe('name')
  await stage.as.creator('POST', `${second.path}/withdraw`, { endAccess: true })
  expect(await noticesOf(second.sent)).toHaveLength(1)
})

it('F-10 INT-14 0436 of a withdrawal that recalls a referral, its recipient is notified once', async () => {
  const { path, sent, accepted } = await shared()
  await stage.as.creator('POST', `${path}/withdraw`, { endAccess: true, recall: true })
  const about = (id: string) =>
    app.database
      .selectFrom('message')
      .select(['subject', 'text'])
      .where('recipient', '=', stage.accounts.recipient.email)
      .where('subject', 'in', ['Access to the details of a referral has ended', 'A referral was recalled'])
      .where('text', 'like', `%${id}%`)
      .execute()
  const [recalled, ended] = [await about(sent), await about(accepted)]
  expect(recalled.map(({ subject }) => subject)).toEqual(['A referral was recalled'])
  expect(ended.map(({ subject }) => subject)).toEqual(['Access to the details of a referral has ended'])
  expect(recalled[0]?.text).not.toMatch(/Iris|Calloway/)
})

it('F-10 D-SEE-1 leaves nobody with the details when sending, reopening and withdrawing meet', async () => {
  for (let round = 0; round < 5; round++) {
    const { contactId, path, sent, accepted, declined } = await shared()
    const draft = (await refer(stage, { contactId, send: false })).body.id as string
    const answers = await Promise.all([
      step(stage.as.creator, draft, 'send'),
      step(stage.as.creator, declined, 'reopen'),
      stage.as.creator('POST', `${path}/withdraw`, { endAccess: true, recall: true }),
      step(stage.as.recipient, sent, 'accept'),
      refer(stage, { contactId }),
      stage.as.senderAdmin('POST', `${path}/withdraw`, { endAccess: true, recall: true }),
      step(stage.as.recipient, accepted, 'start'),
    ])
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
    expect([answers[2]?.status, answers[5]?.status]).toEqual([200, 200])
    const rows = await app.database
      .selectFrom('referral')
      .innerJoin('referralRequest', 'referralRequest.id', 'referral.requestId')
      .select('referral.id')
      .where('referralRequest.contactId', '=', contactId)
      .execute()
    for (const { id } of rows) expect([undefined, 'name', 'nameless']).toContain(await visibilityTo(id))
  }
  // Not even one that was repeated.
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(app.database)
  expect(rows).toEqual([{ deadlocks: 0 }])
})
