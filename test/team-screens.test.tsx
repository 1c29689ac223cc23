import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeOrganization } from './factories.ts'
import { screensOf, waitFor, within } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('D-MFA-1 ORG-03 an admin sets what signing in requires in one place, the team page', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account: admin, call } = await app.someone({ roles: ['organization-admin'], organizationId })
  const page = await openScreen('/organization/people', { as: admin })
  const email = await page.findByRole('switch', { name: /^Do not accept codes by e-mail/ })
  await page.user.click(email)
  await waitFor(() => expect(page.notices()).toContain('From now on an app or a passkey goes before codes by e-mail.'))
  await page.user.click(page.getByRole('switch', { name: /^Ask everybody in the organization/ }))
  await waitFor(() => expect(page.notices()).toContain('From now on a second step is needed.'))
  const { body } = await call('GET', '/api/organization/current/requireMfa')
  expect(body).toEqual({ requireMfa: true, refuseEmailCodes: true })
  await page.open('/organization/people')
  const all = await page.findByRole('switch', { name: /^Ask everybody in the organization/ })
  await waitFor(() => expect(all).toHaveProperty('checked', true))
  await page.user.click(all)
  await waitFor(() => expect(all).toHaveProperty('checked', false))
  const now = async () => (await call('GET', '/api/organization/current/requireMfa')).body.requireMfa
  await waitFor(async () => expect(await now()).toBe(false))

  await page.open('/myAccount/security')
  await page.findByRole('heading', { name: 'Where I am signed in' })
  expect(page.queryByRole('switch')).toBeNull()
})

it('ORG-03 invitations that ran out stand apart, and leave the list when removed or when the person has come', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account: admin, call } = await app.someone({ roles: ['organization-admin'], organizationId })
  const { account: colleague } = await app.someone({ organizationId })
  for (const [firstName, email] of [
    ['Open', 'open@team.test'],
    ['Late', 'late@team.test'],
    ['Here', 'here@team.test'],
  ])
    await call('POST', '/api/portalAccount/', {
      firstName,
      lastName: 'Guest',
      email,
      roles: ['organization-staff'],
      language: 'en',
    })
  const ranOut = { createdOn: '2025-01-01T00:00:00Z', expiresOn: '2025-01-08T00:00:00Z' }
  const { database } = app
  await database.updateTable('accountInvitation').set(ranOut).where('email', '!=', 'open@team.test').execute()
  await database
    .updateTable('accountInvitation')
    .set({ email: colleague.email })
    .where('email', '=', 'here@team.test')
    .execute()

  const page = await openScreen('/organization/people', { as: admin })
  const open = within(await page.findByRole('region', { name: 'Invited' }))
  const over = within(await page.findByRole('region', { name: 'Ran out without an answer' }))
  expect(open.getAllByRole('listitem')).toHaveLength(1)
  expect(open.getByText('Open Guest')).toBeTruthy()
  expect(over.getAllByRole('listitem')).toHaveLength(1)
  await page.user.click(over.getByRole('button', { name: 'Remove: Late Guest' }))
  await waitFor(() => expect(page.notices()).toContain('The invitation is removed.'))
  await waitFor(() => expect(page.queryByText('Ran out without an answer')).toBeNull())
})

it('MEM-01 a filter of the team keeps the words that the address says by then', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account: admin } = await app.someone({ roles: ['organization-admin'], organizationId })
  const page = await openScreen('/organization/people', { as: admin })
  await page.findByRole('heading', { level: 1 })
  history.replaceState(history.state, '', '/organization/people?search=ada')
  await page.choose('Show', 'Deactivated')
  await waitFor(() => expect(page.location()).toBe('/organization/people?search=ada&show=deactivated'))
})
