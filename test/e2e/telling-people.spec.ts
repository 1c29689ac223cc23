import { expect, expectAccessible, expectNoSidewaysScroll, lee, maria, signIn, test } from './portal.ts'

test('REF-15 a person gets a text, reads in Spanish on a phone where they go, and says that no help came', async ({
  page,
  browser,
}) => {
  await signIn(page, maria)
  const { request } = page
  const phoneNumber = '+17165550188'
  const given = { firstName: 'Inés', lastName: 'Quillén', birthDate: '1990-05-06', language: 'Spanish' }
  const made = await request.post('/api/contact/', { data: { ...given, phones: [{ phoneNumber }] } })
  const { id: contactId } = await made.json()
  const phones = [{ phoneNumber, mayCall: true, mayVoicemail: true, mayText: true }]
  const rules = {
    ...{ doNotContact: false, phones, email: null, mayEmail: false, mayMail: false, hours: [], isDiscreet: false },
    ...{ timeZone: 'America/New_York', hoursNote: null, avoid: null, askFor: null, preferredWay: null },
    ...{ wantsNotices: true, version: 0 },
  }
  expect((await request.put(`/api/contact/${contactId}/safeContact`, { data: rules })).status()).toBe(200)
  const today = new Date().toISOString().slice(0, 10)
  const consent = { scope: 'network', howGiven: 'written', givenOn: today }
  await request.post(`/api/contact/${contactId}/consent`, { data: consent })

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const recipient = await other.newPage()
  await signIn(recipient, lee)
  const found = await (await request.get('/api/organization/autocomplete?name=Harbor%20Housing')).json()
  const data = { contactId, recipientOrganizationId: found.items[0].id, need: 'housing-instability' }
  const { id } = await (await request.post('/api/referral/', { data })).json()
  const step = async (given: object) => {
    const { version } = await (await other.request.get(`/api/referral/${id}`)).json()
    const answer = await other.request.post(`/api/referral/${id}/transition`, { data: { ...given, version } })
    expect(answer.status()).toBe(200)
  }
  await step({ action: 'accept' })
  const startsOn = new Date(Date.now() + 9 * 86_400_000).toISOString()
  const appointment = { startsOn, note: 'Pregunte por Lee. Traiga una identificación.', version: 0 }
  await other.request.put(`/api/referral/${id}/appointment`, { data: appointment })
  const textsTo = async () =>
    (await (await request.get(`/api/dev/outbox?to=${encodeURIComponent(phoneNumber)}`)).json()) as { text: string }[]
  await expect.poll(async () => (await textsTo()).length).toBeGreaterThan(0)
  const path = /\/p\/\w+/.exec((await textsTo())[0]?.text ?? '')?.[0] ?? ''

  const context = await browser.newContext({
    ...{ baseURL: new URL(page.url()).origin, locale: 'es-US', timezoneId: 'America/New_York' },
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  const enter = async () => {
    await phone.goto(path)
    await phone.getByLabel('Su fecha de nacimiento').fill('1990-05-06')
    await phone.getByRole('button', { name: 'Abrir mi registro' }).click()
  }
  await enter()
  await expect(phone.getByText('Dijeron que sí.')).toBeVisible()
  await expect(phone.getByText(/^Su cita: /)).toBeVisible()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  await step({ action: 'closeResolved', outcome: 'got help' })
  await enter()
  await expect(phone.getByRole('radiogroup', { name: '¿Recibió ayuda?' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('radio', { name: 'No', exact: true }).check()
  await phone.getByRole('button', { name: 'Enviar' }).click()
  await expect(phone.getByRole('button', { name: 'Cambiar mi respuesta' })).toBeVisible()
  await expectNoSidewaysScroll(phone)
  await page.goto(`/referrals/${id}`)
  await expect(page.getByText('Inés Q. says that no help has come')).toBeVisible()
  await expectAccessible(page)
  await context.close()
  await other.close()
})
