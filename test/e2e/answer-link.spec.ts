import { expect, expectAccessible, expectNoSidewaysScroll, maria, signIn, test } from './portal.ts'

test('REF-11 a recipient without an account opens the link on a phone, and two taps after the code they have accepted', async ({
  page,
  browser,
}) => {
  await signIn(page, maria)
  const { request } = page
  const outbox = async (email: string) =>
    (await (await request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string
      text: string
    }[]
  const found = await (await request.get('/api/organization/autocomplete?name=Cedar Legal Aid Center')).json()
  const recipientOrganizationId = found.items[0].id as string
  const contact = await (
    await request.post('/api/contact/', { data: { firstName: 'Ines', lastName: 'Calder' } })
  ).json()
  await request.post(`/api/contact/${contact.id}/consent`, {
    data: {
      ...{ scope: 'organizations', recipientIds: [recipientOrganizationId], howGiven: 'written' },
      givenOn: new Date().toISOString().slice(0, 10),
    },
  })
  const email = 'pastor@cedar-phone.example'
  const directReferralContact = { firstName: 'Rae', lastName: 'Lund', email }
  const referral = {
    contactId: contact.id,
    recipientOrganizationId,
    need: 'housing-instability',
    directReferralContact,
  }
  expect((await request.post('/api/referral/', { data: referral })).status()).toBe(201)
  const linkIn = async () => /\/a\/([\w-]+)/.exec((await outbox(email))[0]?.text ?? '')?.[0] ?? ''
  await expect.poll(linkIn).not.toBe('')

  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await phone.goto(await linkIn())
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Send me the code' }).click()
  const codeIn = async () => (await outbox(email)).map(({ subject }) => /^\d{6}/.exec(subject)?.[0]).find(Boolean) ?? ''
  await expect.poll(codeIn).not.toBe('')
  await phone.getByLabel('Code of six digits').fill(await codeIn())
  await expect(phone.getByRole('heading', { level: 1, name: /for Ines C\./ })).toBeFocused()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Yes, we help' }).click()
  await expect(phone.getByRole('status').filter({ hasText: 'You said yes.' })).toBeVisible()
  await context.close()
})
