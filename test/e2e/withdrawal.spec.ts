import { expect, expectAccessible, expectNoSidewaysScroll, lee, maria, reach, signIn, test } from './portal.ts'

test('INT-13 INT-14 a person withdraws by keyboard, in Spanish on a phone, while the recipient has the referral open', async ({
  page,
  browser,
}) => {
  await signIn(page, maria)
  const baseURL = new URL(page.url()).origin
  const post = async (path: string, data: object) => (await page.request.post(path, { data })).json()
  const lastName = `Quillwood${Date.now() % 1e6}`
  const { id: contactId } = await post('/api/contact/', { firstName: 'Inés', lastName, birthDate: '1990-05-06' })
  const givenOn = new Date().toISOString().slice(0, 10)
  await post(`/api/contact/${contactId}/consent`, { scope: 'network', howGiven: 'written', givenOn })
  const found = await page.request.get('/api/organization/autocomplete?name=Harbor%20Housing')
  const recipientOrganizationId = (await found.json()).items[0].id
  const referral = await post('/api/referral/', { contactId, recipientOrganizationId, need: 'homelessness' })
  const { url } = await post(`/api/contact/${contactId}/recordLink`, { language: 'es', way: { channel: 'copy' } })

  const recipient = await (await browser.newContext({ baseURL })).newPage()
  await signIn(recipient, lee)
  const { version } = await (await recipient.request.get(`/api/referral/${referral.id}`)).json()
  const data = { action: 'accept', version }
  await recipient.request.post(`/api/referral/${referral.id}/transition`, { data })
  await recipient.goto(`/referrals/${referral.id}`)
  await expect(recipient.getByText(lastName).first()).toBeVisible()

  const phone = await (await browser.newContext({ baseURL, viewport: { width: 360, height: 740 } })).newPage()
  await phone.goto(new URL(url).pathname)
  await reach(phone.getByLabel('Su fecha de nacimiento'))
  await phone.keyboard.type('05061990')
  await reach(phone.getByRole('button', { name: 'Abrir mi registro' }))
  await phone.keyboard.press('Enter')
  await expect(phone.getByText(`Inés ${lastName}`)).toBeVisible()
  await reach(phone.getByRole('button', { name: 'Retirar', exact: true }))
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('dialog')).toContainText('Harbor Housing')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await reach(phone.getByRole('button', { name: 'Retirar consentimiento' }))
  await phone.keyboard.press('Enter')
  await expect(phone.getByText('Retirado', { exact: true })).toBeVisible()

  // Without a reload, the recipient keeps first name and initial only.
  await expect(recipient.locator('body')).not.toContainText(lastName)
  await expect(recipient.getByRole('heading', { level: 1 })).toContainText('Inés Q.')
  await expectAccessible(recipient)
  for (const one of [recipient, phone]) await one.context().close()
})
