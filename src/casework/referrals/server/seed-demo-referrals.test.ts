import { expect, it } from 'vitest'
import { keepTimeZone } from '#casework/reports/server/rebuild-facts.ts'
import { seedDemo } from '#root/src/demo.ts'
import { startTestApp } from '#test/app.ts'
import { zoneOfAnotherDay } from '#test/other-day.ts'
import { referralStatuses } from '../referral-machine.ts'
import { seedDemoReferrals } from './seed-demo-referrals.ts'

it('REF-01 fills the demo community with a referral in every state, once, that its people can open', async () => {
  const { zone, day } = zoneOfAnotherDay()
  const app = await startTestApp({ TIME_ZONE: zone })
  // As when the portal starts.
  await keepTimeZone(app.database, zone)
  await seedDemo(app.database, app.store)
  await seedDemoReferrals(app.database)
  const rows = await app.database.selectFrom('referral').select(['id', 'status']).execute()
  expect([...new Set(rows.map((row) => row.status))].sort()).toEqual([...referralStatuses].sort())
  expect(rows).toHaveLength(15)
  const held = await app.database.selectFrom('referral').select('reviewOn').where('status', '=', 'On Hold').execute()
  expect(held).toEqual([{ reviewOn: day(0) }])
  const maria = await app.signIn('maria@foodbank.demo.hearthline.test', 'Hearthline-demo-2026')
  const waiting = (await maria('GET', '/api/referral/waiting')).body
  expect(waiting.items.map((item: { waitsFor: string }) => item.waitsFor)).toEqual([
    'next',
    'respond',
    'next',
    'respond',
    'next',
    'message',
    'review',
  ])
  const robin = await app.signIn('robin@member.demo.hearthline.test', 'Hearthline-demo-2026')
  const [record] = (await robin('GET', '/api/myRecord')).body.items
  expect(record).toMatchObject({ organizationName: 'Eastside Food Bank' })
  expect((await robin('GET', `/api/contact/${record.contactId}/accessLog`)).body.items.length).toBeGreaterThan(0)
  const [own] = (await robin('GET', '/api/ownRecord')).body.items
  expect(own.referrals).toMatchObject([{ need: 'utility-insecurity', status: 'In Progress' }])
  expect(waiting.sent.length).toBeGreaterThan(3)
  for (const { id } of waiting.items) expect((await maria('GET', `/api/referral/${id}`)).status).toBe(200)
})
