import { expect, it } from 'vitest'
import { seedDemoAccounts } from '#identity/accounts/server/demo-accounts.ts'
import { startTestApp } from '#test/app.ts'
import { seedDemoRegistrations } from './demo-registrations.ts'

it('D-RUN-3 the demo community’s admin finds a new organization and a claim in the queue', async () => {
  const { database, signIn } = await startTestApp()
  await seedDemoAccounts(database)
  await seedDemoRegistrations(database)
  const admin = await signIn('admin@demo.hearthline.test', 'Hearthline-demo-2026')
  const { items } = (await admin('GET', '/api/admin/review/?status=pending')).body
  expect(items.map((i: { kind: string; organizationName: string }) => [i.kind, i.organizationName])).toEqual([
    ['new-organization', 'Lakeside Tool Library'],
    ['join', 'Harbor Housing'],
  ])
})
