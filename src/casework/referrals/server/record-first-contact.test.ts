import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeStage, refer, wholeCall } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)

/** A referral in progress, or the response of the start. */
async function start(given: Record<string, unknown> = {}) {
  const { id, version } = (await refer(stage)).body
  // The minute may change between the test's time and the sending.
  if (given.firstContactOn) await sentAgo(id, 60_000)
  const accepted = await stage.as.recipient('POST', `/api/referral/${id}/transition`, wholeCall('accept', version))
  return stage.as.recipient('POST', `/api/referral/${id}/transition`, {
    action: 'start',
    version: accepted.body.version,
    ...given,
  })
}
const now = () => new Date().toISOString()
const dayAgo = () => new Date(Date.now() - 86_400_000).toISOString()
const sentAgo = (id: string, ms: number) =>
  app.database
    .updateTable('referral')
    .set({ sentOn: new Date(Date.now() - ms).toISOString() })
    .where('id', '=', id)
    .execute()
const sentADayAgo = (id: string) => sentAgo(id, 2 * 86_400_000)
const call = (given: Record<string, unknown> = {}) => ({ firstContactOn: now(), firstContactBy: 'phone', ...given })

it('REF-02 starts work without a first contact when nobody says that there was one', async () => {
  const nothingSaid = await start()
  expect(nothingSaid.body).toMatchObject({
    status: 'In Progress',
    firstContactOn: null,
    firstContactBy: null,
    needsFirstContact: true,
  })
  expect(nothingSaid.body.startedOn).not.toBeNull()
  const notYet = await start({ firstContactOn: null, firstContactBy: null })
  expect(notYet.body).toMatchObject({ status: 'In Progress', firstContactOn: null })
})

it('REF-02 records the first contact that is said at the start, to the minute, and shows it to both sides', async () => {
  const firstContactOn = now()
  const { body } = await start({ firstContactOn, firstContactBy: 'in person' })
  const contact = { firstContactOn, firstContactBy: 'in person', needsFirstContact: false }
  expect(body).toMatchObject(contact)
  expect((await stage.as.creator('GET', `/api/referral/${body.id}`)).body).toMatchObject(contact)
  // An older client sends when, but not how.
  expect((await start({ firstContactOn })).body).toMatchObject({ firstContactOn, firstContactBy: null })
})

it('REF-02 refuses a first contact that is still to come, that was before the referral, or that has no time', async () => {
  for (const [given, message] of [
    [{ firstContactOn: new Date(Date.now() + 120_000).toISOString(), firstContactBy: 'phone' }, 'date-in-future'],
    [{ firstContactOn: dayAgo(), firstContactBy: 'phone' }, 'contact-before-referral'],
    [{ firstContactBy: 'phone' }, 'contact-time-required'],
  ] as const) {
    const { status, body } = await start(given)
    expect([status, body.errors]).toEqual([400, [{ path: 'firstContactOn', message }]])
  }
  expect((await start({ firstContactOn: now(), firstContactBy: 'smoke' })).body.errors[0].path).toBe('firstContactBy')
})

it('REF-02 lets the recipient record the first contact later, once, also when the call comes twice', async () => {
  const { id, version } = (await start()).body
  await sentADayAgo(id)
  const path = `/api/referral/${id}/firstContact`
  const given = call({ firstContactOn: dayAgo(), firstContactBy: 'text' })
  expect((await stage.as.creator('POST', path, given)).status).toBe(403)
  expect((await stage.as.third('POST', path, given)).status).toBe(404)
  const answers = await Promise.all([1, 2, 3].map(() => stage.as.recipient('POST', path, given)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]?.body).toMatchObject({ ...given, needsFirstContact: false, version })
  expect(answers[0]?.body.steps.filter((step: { action: string }) => step.action === 'firstContact')).toHaveLength(1)
  expect((await stage.as.recipient('POST', path, call())).body.code).toBe('illegal-transition')
  const audit = app.database.selectFrom('auditRecord').select('id').where('action', '=', 'referral.firstContact')
  expect(await audit.where('subjectId', '=', id).execute()).toHaveLength(1)
})

it('REF-02 takes no first contact of a referral on which nobody works', async () => {
  const { id } = (await refer(stage)).body
  expect((await stage.as.recipient('POST', `/api/referral/${id}/firstContact`, call())).body.code).toBe(
    'illegal-transition',
  )
})
