import { afterEach, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const SEARCH = '/api/organization/autocomplete'
const ROLES = '/api/admin/utilities/updatePortalAccountRoles'
const SAVED = 'Organization and roles Changed. Log out and in for changes to reflect.'

const harbor = await makeOrganization(app.database, { name: 'Harbor Housing' })
const developer = async () => (await app.someone({ roles: ['developer'] })).account
afterEach(() => vi.useRealTimers())

it('SUP-02 searches from three characters on, half a second after the last of them', async () => {
  const page = await openScreen('/myAccount/superAdmin', { as: await developer() })
  const field = page.getByPlaceholderText('Start typing to Search')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.user.click(field)
  await page.user.paste('Ha')
  await vi.advanceTimersByTimeAsync(2000)
  await page.settle()
  expect(page.calls('GET', SEARCH)).toEqual([])
  await page.user.paste(' ')
  await vi.advanceTimersByTimeAsync(2000)
  await page.settle()
  expect(page.calls('GET', SEARCH)).toEqual([])
  await page.user.clear(field)
  await page.user.paste('Har')
  await vi.advanceTimersByTimeAsync(499)
  await page.settle()
  expect(page.calls('GET', SEARCH)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await waitFor(() => expect(page.calls('GET', SEARCH)).toMatchObject([{ query: { name: 'Har' } }]))
  await page.settle()
  // The list opens with a timer.
  await vi.advanceTimersByTimeAsync(1000)
  vi.useRealTimers()
  expect(await page.findByRole('option', { name: `Harbor Housing - ${harbor.id}` })).toBeTruthy()
})

it('SUP-02 SUP-03 requires an organization, saves what was ticked and unticked, and shows it again', async () => {
  const account = await developer()
  const page = await openScreen('/myAccount/superAdmin', { as: account })
  const box = (name: string) => page.getByRole('checkbox', { name }) as HTMLInputElement
  expect(page.getAllByRole('checkbox').map((one) => one.closest('div')?.parentElement?.textContent)).toEqual(
    expect.arrayContaining(['Platform : HearthlineDeveloper', 'Support : Support Agent']),
  )
  expect(box('Platform : HearthlineDeveloper').checked).toBe(true)
  await page.press('Save')
  await page.findByText('This is needed.')
  expect(page.calls('POST')).toEqual([])
  await page.user.click(page.getByPlaceholderText('Start typing to Search'))
  await page.user.paste('Harbor')
  await page.user.click(await page.findByRole('option', { name: `Harbor Housing - ${harbor.id}` }))
  await page.user.click(box('Support : Support Agent'))
  await page.user.click(box('Organization : Organization Staff'))
  await page.user.click(box('Organization : Organization Staff'))
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual([SAVED]))
  expect(page.calls('PUT', ROLES)[0]?.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ roleId: 'support-agent', portalAccountId: account.id, isDeleted: false }),
      expect.objectContaining({ roleId: 'organization-staff', isDeleted: true }),
    ]),
  )
  const call = await app.signIn(account.email, account.password)
  expect((await call('GET', '/api/portalAccount/current')).body).toMatchObject({ organizationId: harbor.id })
  const again = await openScreen('/myAccount/superAdmin', { as: { ...account, id: `${account.id} again` } })
  expect(again.getByRole('checkbox', { name: 'Support : Support Agent' })).toHaveProperty('checked', true)
  expect(again.getByRole('checkbox', { name: 'Organization : Organization Staff' })).toHaveProperty('checked', false)
})

it('SUP-03 D-HTTP-2 a failure says no more than the general notice', async () => {
  const page = await openScreen('/myAccount/superAdmin', { as: await developer(), ...refused })
  await page.user.click(page.getByPlaceholderText('Start typing to Search'))
  await page.user.paste('Harbor')
  await page.user.click(await page.findByRole('option', { name: `Harbor Housing - ${harbor.id}` }))
  page.failNext('POST', '/api/admin/utilities/changeOrganization', 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  expect(page.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBeNull()
})

it('SUP-03 D-HTTP-2 what was saved is reported as saved, even if the roles cannot be read back', async () => {
  const account = await developer()
  const page = await openScreen('/myAccount/superAdmin', { as: account, ...refused })
  await page.user.click(page.getByPlaceholderText('Start typing to Search'))
  await page.user.paste('Harbor')
  await page.user.click(await page.findByRole('option', { name: `Harbor Housing - ${harbor.id}` }))
  page.failNext('PUT', ROLES, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual([SAVED]))
  expect(page.logged()).toEqual(['A call failed: 500 unexpected'])
  const call = await app.signIn(account.email, account.password)
  expect((await call('GET', '/api/portalAccount/current')).body).toMatchObject({ organizationId: harbor.id })
})

it('SUP-01 MYA-01 sends anybody else to the preferences, and shows them no way to it', async () => {
  const { account } = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/myAccount/superAdmin', { as: account })
  expect(page.location()).toBe('/myAccount/preferences')
  expect(page.getByRole('link', { name: 'Security' })).toBeTruthy()
  expect(page.queryByRole('link', { name: 'Super Admin' })).toBeNull()
})

it('SUP-02 a late answer changes neither the organizations on offer nor what Enter selects', async () => {
  for (const name of ['Umberfield Arbor', 'Umberfield Bridge', 'Umberfield Canal'])
    await makeOrganization(app.database, { name })
  const page = await openScreen('/myAccount/superAdmin', { as: await developer() })
  const list = await typeInto(page, /^Organization/, 'umberfield')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  const second = await selectDespiteLateAnswer(page, list, ' canal', ['GET', SEARCH])
  expect(second).toMatch(/^Umberfield Bridge/)
  await waitFor(() => expect(list.field).toHaveProperty('value', second))
})

it('SUP-02 a search that does not work does not say that no organization has this name', async () => {
  const page = await openScreen('/myAccount/superAdmin', { as: await developer(), ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', SEARCH, 500)
  const list = await typeInto(page, /^Organization/, 'Harbo')
  await page.findByText(searchFailed.en)
  expect(page.queryByText('No organization has this name.')).toBeNull()
  await page.user.paste('r')
  await waitFor(() => expect(list.options()).toEqual([`Harbor Housing - ${harbor.id}`]))
  expect(page.queryByText(searchFailed.en)).toBeNull()
})
