import { expect, expectAccessible, expectNoSidewaysScroll, maria, signIn, test } from './portal.ts'

test('INT-14 a person opens the link on a phone in Spanish, reads, draws a signature, and the consent is there', async ({
  page,
  browser,
}) => {
  await signIn(page, maria)
  const { request } = page
  const given = { firstName: 'Inés', lastName: 'Calderón', birthDate: '1990-05-06', language: 'Spanish' }
  const { id: contactId } = await (await request.post('/api/contact/', { data: given })).json()
  const terms = { scope: 'network', needs: ['homelessness'], recipientIds: [], expiresOn: null }
  const preview = await request.post('/api/consentText/preview', { data: { ...terms, language: 'es' } })
  const { textId } = await preview.json()
  const asked = await request.post(`/api/contact/${contactId}/consentRequest`, {
    data: { ...terms, textId, id: crypto.randomUUID(), language: 'es', way: { channel: 'copy' } },
  })
  const { url } = await asked.json()

  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 360, height: 740 },
  })
  const phone = await context.newPage()
  await phone.goto(new URL(url).pathname)
  await expect(phone.getByRole('heading', { level: 1, name: 'Usted decide' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByLabel('Su fecha de nacimiento').fill('1990-05-06')
  await phone.getByRole('button', { name: 'Leerlo' }).click()
  await expect(phone.getByRole('heading', { level: 1, name: 'Permiso para compartir mi información' })).toBeFocused()
  await phone.getByRole('button', { name: 'Sí, lo permito' }).click()
  const box = await phone.getByRole('img', { name: /^Firme aquí/ }).boundingBox()
  if (!box) throw new Error('there is nothing to draw on')
  await phone.mouse.move(box.x + 30, box.y + 60)
  await phone.mouse.down()
  await phone.mouse.move(box.x + 160, box.y + 90, { steps: 6 })
  await phone.mouse.up()
  await expect(phone.getByText('Su firma está lista.')).toBeVisible()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Lo permito', exact: true }).click()
  await expect(phone.getByText('Firmado a mano')).toBeVisible()
  await expectAccessible(phone)
  const { consents } = await (await request.get(`/api/contact/${contactId}`)).json()
  expect(consents).toMatchObject([{ byLink: true, language: 'es', fileId: expect.any(String) }])
  await context.close()
})
