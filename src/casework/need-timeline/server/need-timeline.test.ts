import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'
import type { NeedTimeline } from '../need-timeline.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const { creator, recipient, third } = stage.as
const path = (id: string) => `/api/contact/${id}/timeline`

it('REF-16 the time line names the person, with their needs and nobody else’s', async () => {
  const person = { firstName: 'Ines', lastName: 'Okafor' }
  const [{ id }, { id: other }] = [await makePerson(creator, person), await makePerson(creator)]
  const { id: referralId, requestId } = (await refer(stage, { contactId: id, need: 'food-insecurity' })).body
  await refer(stage, { contactId: other, need: 'food-insecurity' })
  const { status, body } = await creator('GET', path(id))
  expect(status).toBe(200)
  const timeline: NeedTimeline = body
  expect(timeline).toEqual({
    personName: 'Ines Okafor',
    items: [
      expect.objectContaining({ id: requestId, need: 'food-insecurity', isOpen: true, isOwn: true, endedOn: null }),
    ],
    answers: [],
  })
  expect(timeline.items[0]?.steps.map((step) => [step.action, step.referralId])).toEqual([['send', referralId]])
})

it('REF-16 only casework of the organization that keeps the record reads the time line, and the log of reads has it', async () => {
  const { id } = await makePerson(creator)
  const reads = () => accessLogOf(app.database, id)
  const before = await reads()
  for (const call of [recipient, third]) expect((await call('GET', path(id))).status).toBe(404)
  const platform = await app.someone({ roles: ['platform-admin'] })
  expect((await platform.call('GET', path(id))).status).toBe(403)
  expect((await app.anonymous('GET', path(id))).status).toBe(401)
  expect((await creator('GET', path(randomUUID()))).status).toBe(404)
  expect(await reads()).toEqual(before)
  await creator('GET', path(id))
  expect(await reads()).toHaveLength(before.length + 1)
})
