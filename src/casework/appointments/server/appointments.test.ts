import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer, wholeCall } from '#test/referral-stage.ts'
import { safeAt, safeRules } from '#test/safe-contact.ts'

const app = await startTestApp({ PERSON_NOTICE_MINUTES: '0' })
const { database } = app
const stage = await makeStage(app)
const { creator, recipient, senderAdmin, third } = stage.as
const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString()

/** An accepted referral of a person who wants to be told. */
async function makeReferral() {
  await database.deleteFrom('messageCount').execute()
  const contactId = (await makePerson(creator)).id as string
  const rules = safeRules({ phones: [safeAt('+17165550142')], wantsNotices: true })
  await creator('PUT', `/api/contact/${contactId}/safeContact`, rules)
  const { id } = (await refer(stage, { contactId })).body as { id: string }
  const step = async (action: string) => {
    const { version } = (await recipient('GET', `/api/referral/${id}`)).body
    const call = wholeCall(action, version)
    expect((await recipient('POST', `/api/referral/${id}/transition`, call)).status).toBe(200)
  }
  const path = `/api/referral/${id}/appointment`
  const get = async (call = creator) => (await call('GET', path)).body
  const save = async (startsOn: string, note: string | null = null, call = recipient, seen?: number) =>
    call('PUT', path, { startsOn, note, version: seen ?? (await get()).version })
  const kinds = async () => {
    await app.workJobs()
    const { items } = (await creator('GET', `/api/referral/${id}/personNotice`)).body
    return items[0].notices.map(({ kind }: { kind: string }) => kind)
  }
  const actions = async () =>
    (await creator('GET', `/api/referral/${id}`)).body.steps.map(({ action }: { action: string }) => action)
  return {
    contactId,
    id,
    path,
    step,
    save,
    get,
    kinds,
    actions,
    cancel: async () => recipient('DELETE', `${path}?version=${(await get()).version}`),
  }
}

it('REF-15 the recipient records an appointment, both sides and the person see it, and it is told once', async () => {
  const { id, contactId, path, step, save, get, kinds, actions } = await makeReferral()
  await step('accept')
  expect(await kinds()).toEqual(['accepted'])
  const startsOn = inDays(3)
  const saved = await Promise.all([
    save(startsOn, 'Ask for Lee. Bring an ID.'),
    save(startsOn, 'Ask for Lee. Bring an ID.'),
  ])
  expect(saved.map(({ status }) => status)).toEqual([204, 204])
  const appointment = { startsOn, note: 'Ask for Lee. Bring an ID.', cancelledOn: null }
  expect(await get()).toEqual({ appointment, version: 1, mayChange: false })
  expect(await get(recipient)).toEqual({ appointment, version: 1, mayChange: true })
  expect((await third('GET', path)).status).toBe(404)
  expect(await kinds()).toEqual(['accepted', 'appointment'])
  expect((await actions()).filter((action: string) => action === 'appointment')).toHaveLength(1)
  const way = { language: 'en', way: { channel: 'copy' } }
  const { url } = (await creator('POST', `/api/contact/${contactId}/recordLink`, way)).body
  const link = `/api/recordLink/open/${String(url).split('/p/')[1]}`
  const { session } = (await app.anonymous('POST', link, { birthDate: '1992-03-04' })).body
  const [own] = (await app.anonymous('POST', `${link}/read`, { session })).body.referrals
  expect(own).toMatchObject({ id, appointment })
})

it('REF-15 only the recipient who works on it records an appointment, at a time that can be', async () => {
  const { step, save, path } = await makeReferral()
  expect((await save(inDays(3))).body.code).toBe('illegal-transition')
  await step('accept')
  expect([(await save(inDays(3), null, creator)).status, (await save(inDays(3), null, third)).status]).toEqual([
    403, 404,
  ])
  expect((await save(inDays(-1))).body.errors).toEqual([{ path: 'startsOn', message: 'time-past' }])
  expect((await save(inDays(400))).body.errors).toEqual([{ path: 'startsOn', message: 'time-far' }])
  const both = await Promise.all([save(inDays(3), null, recipient, 0), save(inDays(4), null, recipient, 0)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
  expect((await recipient('DELETE', `${path}?version=0`)).body.code).toBe('stale-version')
  await step('closeResolved')
  expect((await save(inDays(4))).body.code).toBe('illegal-transition')
  expect((await recipient('DELETE', `${path}?version=1`)).body.code).toBe('illegal-transition')
})

it('REF-15 a change is told as it is then, and a cancellation only to whoever was told', async () => {
  const [told, untold] = [await makeReferral(), await makeReferral()]
  for (const { step } of [told, untold]) await step('accept')
  await told.kinds()
  await told.save(inDays(3))
  await told.save(inDays(5))
  expect(await told.kinds()).toEqual(['accepted', 'appointment'])
  for (const _ of [1, 2]) expect((await told.cancel()).status).toBe(204)
  expect((await told.get()).appointment.cancelledOn).not.toBeNull()
  expect(await told.kinds()).toEqual(['accepted', 'appointment', 'appointment'])
  await untold.save(inDays(3))
  await untold.cancel()
  expect(await untold.kinds()).toEqual(['accepted'])
  expect((await untold.actions()).slice(-2)).toEqual(['appointment', 'cancelAppointment'])
})

it('REF-15 F-22 INT-17 the copy of a person has their appointments, and an erasure takes them away', async () => {
  const { id, contactId, step, save } = await makeReferral()
  await step('accept')
  await save(inDays(3), 'Ask for Lee.')
  await step('closeResolved')
  const { appointments } = (await senderAdmin('GET', `/api/contact/${contactId}/export`)).body
  expect(appointments).toMatchObject([{ referralId: id, note: 'Ask for Lee.' }])
  await senderAdmin('POST', `/api/contact/${contactId}/erase`, { name: 'Noor Abadi' })
  const { rows } = await sql`select from appointment where referral_id = ${id}::uuid`.execute(database)
  expect(rows).toEqual([])
})
