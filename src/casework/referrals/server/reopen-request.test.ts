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
const step = async (call: Stage['as']['creator'], id: string, action: string, more: Record<string, unknown> = {}) =>
  call('POST', `/api/referral/${id}/transition`, { ...wholeCall(action, (await rowOf(id)).version), ...more })
const childrenOf = (id: string) => app.database.selectFrom('referral').selectAll().where('parentId', '=', id).execute()
const waitingFor = async (call: Stage['as']['creator']) =>
  (await call('GET', '/api/referral/waiting')).body.items as { id: string; waitsFor: string }[]
const mailTo = async (email: string, id: string) =>
  (
    await app.database
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', email)
      .where('text', 'like', `%${id}%`)
      .orderBy('createdOn')
      .execute()
  ).map((message) => message.subject)

/** A referral that the recipient declined, for a person whose record changed since. */
async function declined() {
  const person = await makePerson(stage.as.creator, { firstName: 'Lin', lastName: 'Farrow', city: 'Old Town' })
  const { id } = (await refer(stage, { contactId: person.id })).body
  await step(stage.as.recipient, id, 'decline')
  await stage.as.creator('PUT', `/api/contact/${person.id}`, {
    ...{ version: person.version, firstName: 'Lin', lastName: 'Farrow' },
    ...{ city: 'Secret shelter town', email: 'new-address@example.test' },
  })
  return { id: id as string, contactId: person.id as string }
}

it("F-10 D-SEE-1 turns a recipient's reopen into a request: nothing is sent, and the record stays where it is", async () => {
  const { id } = await declined()
  const asked = await step(stage.as.recipient, id, 'reopen', { reason: 'We have room again.' })
  expect(asked.status).toBe(200)
  expect(asked.body).toMatchObject({
    status: 'Declined',
    visibility: 'name',
    reopenRequest: { answer: 'waiting', reason: null },
  })
  expect(asked.body.actions).not.toContain('reopen')
  expect(await childrenOf(id)).toEqual([])
  for (const path of [`/api/referral/${id}`, '/api/referral/?limit=200', '/api/referral/waiting'])
    expect(JSON.stringify((await stage.as.recipient('GET', path)).body)).not.toMatch(/Secret shelter|new-address/)
  const seen = (await stage.as.creator('GET', `/api/referral/${id}`)).body
  expect(seen.reopenRequest).toMatchObject({ askedBy: 'Lee Tester', reason: 'We have room again.', answer: 'waiting' })
  expect(seen.actions).toEqual(expect.arrayContaining(['reopen', 'declineReopen']))
  for (const call of [stage.as.creator, stage.as.senderAdmin])
    expect(await waitingFor(call)).toContainEqual(expect.objectContaining({ id, waitsFor: 'reopen' }))
  expect((await waitingFor(stage.as.recipient)).map((item) => item.id)).not.toContain(id)
  expect(await mailTo(stage.accounts.creator.email, id)).toContain('A request to reopen your referral')
  const audit = await app.database.selectFrom('auditRecord').select('action').where('subjectId', '=', id).execute()
  expect(audit.map((record) => record.action)).toContain('referral.askReopen')
})

it('F-10 D-SEE-1 takes one request, asked twice or by many at once', async () => {
  const { id } = await declined()
  const { version } = await rowOf(id)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('reopen', version)),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)])
  const again = await step(stage.as.recipient, id, 'reopen')
  expect([again.status, again.body.code]).toEqual([409, 'illegal-transition'])
  const steps = await app.database.selectFrom('referralEvent').select('action').where('referralId', '=', id).execute()
  expect(steps.filter((each) => each.action === 'askReopen')).toHaveLength(1)
  const mails = await mailTo(stage.accounts.creator.email, id)
  expect(mails.filter((subject) => subject === 'A request to reopen your referral')).toHaveLength(1)
})

it('F-10 D-SEE-1 lets the sender reopen on request, with the current record and a new consent check', async () => {
  const { id, contactId } = await declined()
  await step(stage.as.recipient, id, 'reopen')
  const record = (await stage.as.creator('GET', `/api/contact/${contactId}`)).body
  await stage.as.creator('POST', `/api/contact/${contactId}/consent/${record.consents[0].id}/withdraw`)
  expect((await step(stage.as.creator, id, 'reopen')).body.code).toBe('consent-missing')
  await stage.as.creator('POST', `/api/contact/${contactId}/consent`, {
    ...{ scope: 'network', howGiven: 'written', givenOn: new Date().toISOString().slice(0, 10) },
  })
  // The request remains valid: the sender may still answer after the 30 days.
  await app.database
    .updateTable('referral')
    .set({ statusChangedOn: new Date(Date.now() - 40 * 86_400_000).toISOString() })
    .where('id', '=', id)
    .execute()
  const reopened = await step(stage.as.creator, id, 'reopen')
  expect(reopened.body).toMatchObject({ reopenRequest: { answer: 'reopened' } })
  const [child] = await childrenOf(id)
  expect((await stage.as.recipient('GET', `/api/referral/${child?.id}`)).body).toMatchObject({
    status: 'Sent',
    person: { city: 'Secret shelter town' },
  })
  expect(await mailTo(stage.accounts.recipient.email, child?.id ?? '')).toHaveLength(1)
  expect((await waitingFor(stage.as.creator)).map((item) => item.id)).not.toContain(id)
  expect((await step(stage.as.creator, id, 'declineReopen')).body.code).toBe('illegal-transition')
})

it('F-10 D-SEE-1 lets the sender decline a request once; who asked is notified and cannot ask again', async () => {
  const { id } = await declined()
  expect((await step(stage.as.creator, id, 'declineReopen')).body.code).toBe('illegal-transition')
  await step(stage.as.recipient, id, 'reopen')
  expect((await step(stage.as.recipient, id, 'declineReopen')).status).toBe(403)
  const { version } = await rowOf(id)
  const answers = await Promise.all(
    ['reopen', 'declineReopen', 'declineReopen', 'reopen'].map((action) =>
      stage.as.creator('POST', `/api/referral/${id}/transition`, wholeCall(action, version)),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const { id: other } = await declined()
  await step(stage.as.recipient, other, 'reopen')
  expect((await step(stage.as.senderAdmin, other, 'declineReopen')).status).toBe(200)
  expect((await stage.as.recipient('GET', `/api/referral/${other}`)).body).toMatchObject({
    status: 'Declined',
    reopenRequest: { answer: 'declined' },
  })
  expect(await mailTo(stage.accounts.recipient.email, other)).toContain('Your request was declined')
  expect((await step(stage.as.recipient, other, 'reopen')).status).toBe(409)
  // The remaining action is to look for help elsewhere.
  expect((await waitingFor(stage.as.creator)).filter(({ id }) => id === other)).toMatchObject([{ waitsFor: 'next' }])
})

it('REF-02 after a reopening was entered in error, a referral can be reopened again', async () => {
  const { id } = await declined()
  await step(stage.as.recipient, id, 'reopen', { reason: 'We have room again.' })
  expect((await step(stage.as.creator, id, 'reopen')).status).toBe(200)
  const seen = async () => (await stage.as.creator('GET', `/api/referral/${id}`)).body
  expect((await seen()).actions).not.toContain('reopen')
  const [child] = await childrenOf(id)
  expect((await step(stage.as.senderAdmin, child?.id ?? '', 'markError')).status).toBe(200)
  expect(await seen()).toMatchObject({ actions: expect.arrayContaining(['reopen']) })
  expect((await step(stage.as.creator, id, 'reopen')).status).toBe(200)
  expect(await childrenOf(id)).toHaveLength(2)
  expect(await seen()).toMatchObject({ reopenRequest: { answer: 'reopened' } })
})
