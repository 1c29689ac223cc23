import type { Locator, Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, expectAccessible, lee, maria, reach, signIn, test } from './portal.ts'

const press = async (target: Locator) => {
  await reach(target)
  await target.page().keyboard.press('Enter')
}
const type = async (field: Locator, text: string) => {
  await reach(field)
  await field.page().keyboard.type(text)
}
/** Types into a field that proposes, and takes the first proposal. */
async function pick(page: Page, label: string, text: string, option: RegExp) {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await type(field, text)
  await page.getByRole('option', { name: option }).first().waitFor()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    const active = await field.getAttribute('aria-activedescendant')
    expect(active).toBeTruthy()
    await expect(page.locator(`[id="${active}"]`)).toHaveText(option, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
}

/** Somebody who agrees that the network may be told, and an organization without an account. */
async function record(page: Page) {
  await page.request.post('/api/auth/login/fallback', { data: { email: maria, password: DEMO_PASSWORD } })
  const person = { firstName: 'Tove', lastName: 'Ostrander', phones: [] }
  const { id } = await (await page.request.post('/api/contact/', { data: person })).json()
  const found = await (await page.request.get('/api/organization/autocomplete?name=Cedar Legal Aid Center')).json()
  const given = { howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) }
  for (const consent of [{ scope: 'network' }, { scope: 'organizations', recipientIds: [found.items[0].id] }])
    expect((await page.request.post(`/api/contact/${id}/consent`, { data: { ...consent, ...given } })).status()).toBe(
      201,
    )
  return id as string
}

test('REF-08 REF-09 by keyboard alone: two are asked, the first that can help takes it, and when it ends without help the next fit is asked and accepts', async ({
  page,
  browser,
  portal,
}) => {
  const contactId = await record(page)
  await signIn(page, maria)
  await page.goto(`/referrals/new?contactId=${contactId}`)
  await pick(page, 'Service or organization', 'Emergency Rent', /Emergency Rent Help/)
  await press(page.getByRole('button', { name: 'Ask another service too' }))
  await pick(page, 'Service or organization 2', 'Cedar Legal', /Cedar Legal Aid Center/)
  const invited = page.getByRole('group', { name: /^Cedar Legal Aid Center has no account yet/ })
  await type(invited.getByLabel('First Name'), 'Rae')
  await type(invited.getByLabel('Last Name'), 'Lund')
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Send referral' }))
  await expect(page.getByText('Sent to 2 organizations')).toBeVisible()
  const also = page.getByRole('listitem').filter({ hasText: 'Cedar Legal Aid Center' })
  await expect(also.getByText('Sent', { exact: true })).toBeVisible()
  const first = new URL(page.url()).pathname

  const housing = await browser.newContext({ baseURL: portal.url })
  const leePage = await housing.newPage()
  await signIn(leePage, lee)
  await leePage.goto(first)
  await press(leePage.getByRole('button', { name: 'Accept', exact: true }))
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(also.getByText('Recalled', { exact: true })).toBeVisible()
  await expect(leePage.getByRole('button', { name: 'Start work' })).toBeVisible()
  const call = `/api${first.replace('referrals', 'referral')}`
  const { version } = await (await leePage.request.get(call)).json()
  const close = { action: 'closeUnresolved', version, reason: 'no capacity' }
  expect((await leePage.request.post(`${call}/transition`, { data: close })).status()).toBe(200)

  const fits = page.getByRole('region', { name: 'What may fit next' })
  await expectAccessible(page)
  await press(fits.getByRole('button').first())
  await press(fits.getByRole('button', { name: 'Send now' }))
  const next = page.getByRole('heading', { level: 1, name: /for Tove O\. Sent$/ })
  await expect(next).toBeFocused()
  await leePage.goto(new URL(page.url()).pathname)
  await press(leePage.getByRole('button', { name: 'Accept', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: /for Tove O\. Accepted$/ })).toBeVisible()
  await housing.close()
})
