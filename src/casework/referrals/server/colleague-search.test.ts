import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { makeStage } from '#test/referral-stage.ts'

const app = await startTestApp()
const stage = await makeStage(app)
const find = async (text: string, organizationId = stage.recipient.id) =>
  stage.as.creator('POST', '/api/referral/destination/colleague', { organizationId, text })
const names = async (...asked: Parameters<typeof find>) =>
  ((await find(...asked)).body.items as { name: string }[]).map(({ name }) => name)

it('F-24 REF-02 people of another organization are found by a typed name, ten at most, and never listed', async () => {
  for (let i = 0; i < 12; i++)
    await makeAccount(app.database, { organizationId: stage.recipient.id, firstName: 'Marco', lastName: `Núñez ${i}` })
  await makeAccount(app.database, {
    organizationId: stage.recipient.id,
    roles: ['community-member'],
    firstName: 'Marco',
  })
  const destination = await stage.as.creator('GET', `/api/referral/destination?organizationId=${stage.recipient.id}`)
  expect(JSON.stringify(destination.body)).not.toMatch(/Marco|Lee/)
  expect(await names('ma')).toHaveLength(10)
  expect(await names('nunez 1')).toHaveLength(3)
  expect(await names('arco')).toEqual([])
  for (const text of ['', 'm', ' m ', '%']) expect((await find(text)).status).toBe(400)
  expect(await names('%%')).toEqual([])
})

it('F-24 REF-02 nobody is found at an organization that takes no referrals', async () => {
  const closed = await makeOrganization(app.database, { takesReferrals: false })
  await makeAccount(app.database, { organizationId: closed.id, firstName: 'Marta' })
  expect(await names('marta', closed.id)).toEqual([])
  const refused = await makeOrganization(app.database, { standing: 'refused' })
  await makeAccount(app.database, { organizationId: refused.id, firstName: 'Marta' })
  expect(await names('marta', refused.id)).toEqual([])
})
