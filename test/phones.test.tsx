import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { screensOf, waitFor } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('D-PHO-1 ORG-03 accepts a foreign number as entered, and refuses an invalid one at its field', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account: admin } = await app.someone({ roles: ['organization-admin'], organizationId })
  const { account } = await app.someone({ organizationId })
  const page = await openScreen(`/organization/people/${account.id}`, { as: admin, expectedErrors: [/failed/i] })
  await page.press('Edit')
  await page.fill(/^Phone Number/, '(555) 019-9')
  await page.press('Save')
  expect(await page.findByText(/or with a plus and the country code/)).toBeTruthy()
  await page.fill(/^Phone Number/, '+52 55 1234 5678')
  await page.press('Save')
  await waitFor(() => expect(page.words()).toContain('+52 55 1234 5678'))
  expect(page.calls('PUT', '/api/portalAccount/')[0]?.body.phoneNumber).toBe('+525512345678')
})
