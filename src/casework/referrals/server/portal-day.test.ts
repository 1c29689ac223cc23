import { expect, it } from 'vitest'
import { keepTimeZone } from '#casework/reports/server/rebuild-facts.ts'
import { startTestApp } from '#test/app.ts'
import { zoneOfAnotherDay } from '#test/other-day.ts'
import { makePerson, makeStage, refer } from '#test/referral-stage.ts'

const { zone, day } = zoneOfAnotherDay()
const app = await startTestApp({ TIME_ZONE: zone })
// As when the portal starts.
await keepTimeZone(app.database, zone)
const stage = await makeStage(app)
const { creator, recipient } = stage.as

it('REF-07 a consent ends with its last day in the time zone of the portal', async () => {
  const until = async (expiresOn: string) =>
    (await makePerson(creator, {}, { scope: 'network', givenOn: '2026-01-01', expiresOn })).id as string
  const [over, ending] = [await until(day(-1)), await until(day(0))]
  const refused = await refer(stage, { contactId: over })
  expect([refused.status, refused.body.gap]).toEqual([422, 'not-in-force'])
  const sent = await refer(stage, { contactId: ending })
  expect(sent.status).toBe(201)
  const seen = (await recipient('GET', `/api/referral/${sent.body.id}`)).body
  expect(seen.consent).toEqual({ isInForce: true, expiresOn: day(0) })
})

it('REF-05 a referral is late, and on hold long enough, by the day in the time zone of the portal', async () => {
  const { database } = app
  const sent = async (neededBy: string) => (await refer(stage, { neededBy })).body
  const [late, due] = [await sent(day(-1)), await sent(day(0))]
  const { items } = (await creator('POST', '/api/referral/search', { direction: 'outgoing' })).body
  const lateness = new Map(items.map(({ id, isLate }: { id: string; isLate: boolean }) => [id, isLate]))
  expect([lateness.get(late.id), lateness.get(due.id)]).toEqual([true, false])

  const held = async (reviewOn: string) => {
    const { id } = await sent('2099-01-01')
    await database.updateTable('referral').set({ status: 'On Hold', reviewOn }).where('id', '=', id).execute()
    return id
  }
  const [now, tomorrow] = [await held(day(0)), await held(day(1))]
  const waiting = (await recipient('GET', '/api/referral/waiting')).body.items
  const review = waiting.flatMap((item: { id: string; waitsFor: string }) =>
    item.waitsFor === 'review' ? [item.id] : [],
  )
  expect([review.includes(now), review.includes(tomorrow)]).toEqual([true, false])
})
