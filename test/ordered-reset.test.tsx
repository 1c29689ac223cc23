import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { screensOf, waitFor } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('NAV-02 FRC-01 ORG-03 an admin requires a new password: the person is signed out, told, and led to the reset', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account: admin } = await app.someone({ roles: ['organization-admin'], organizationId })
  const { account, call } = await app.someone({ organizationId, firstName: 'Noor' })
  const page = await openScreen(`/organization/people/${account.id}`, { as: admin })
  await page.press('Require a new password')
  await waitFor(() => expect(page.notices()[0]).toContain('must choose a new password at the next sign-in.'))
  expect((await call('GET', '/api/portalAccount/current')).status).toBe(401)
  await app.workJobs()
  expect((await app.outbox(account.email))[0]?.subject).toBe('Choose a new Hearthline password')

  const theirs = await openScreen('/')
  await theirs.fill('Email', account.email)
  await theirs.fill('Password', account.password)
  await theirs.press('Login')
  expect(await theirs.findByRole('heading', { name: 'Please Reset Your Password To Continue' })).toBeTruthy()
  await theirs.user.click(await theirs.findByRole('link', { name: 'Log out' }))
  expect(await theirs.findByRole('heading', { name: 'You Have Successfully Logged Out' })).toBeTruthy()
})
