import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, maria, signIn, test } from './portal.ts'

const origin = (url: string) => ({ origin: url, 'sec-fetch-site': 'same-origin' })

async function makePerson(page: Page, url: string, lastName: string) {
  const data = { firstName: 'Inés', lastName, birthDate: '1990-02-03', language: 'Spanish' }
  return (await (await page.request.post('/api/contact/', { data, headers: origin(url) })).json()).id as string
}

test.describe(() => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|A call failed/] })
  test('INT-06 answers that are given without a connection are sent when it returns', async ({
    page,
    portal,
    context,
  }) => {
    await signIn(page, maria)
    await page.goto(`/people/${await makePerson(page, portal.url, 'Puente')}`)
    await page.getByRole('button', { name: 'New intake' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hunger Vital Sign' }).press('Enter')
    const worried = page.getByRole('radiogroup').first()
    await expect(worried).toBeVisible()
    await context.setOffline(true)
    await worried.getByRole('radio').first().press('Space')
    await expect(page.getByText('Kept on this device, not sent yet')).toBeVisible()
    await worried.getByRole('radio').nth(1).press('Space')
    await context.setOffline(false)
    await expect(page.getByText(/^Saved on the portal/)).toBeVisible({ timeout: 15_000 })
    await page.reload()
    await expect(worried.getByRole('radio').nth(1)).toBeChecked()
  })
})

test('INT-07 a person answers on a phone in Spanish, by keyboard alone, without an account', async ({
  page,
  portal,
  browser,
}) => {
  await signIn(page, maria)
  const contactId = await makePerson(page, portal.url, 'Camino')
  const forms = (await (await page.request.get('/api/intakeForm/')).json()).items
  const { id: formId } = forms.find(({ title }: { title: { en: string } }) => title.en === 'Hunger Vital Sign')
  const data = { contactId, formId, language: 'es', way: { channel: 'copy' } }
  const { url } = await (await page.request.post('/api/intakeLink/', { data, headers: origin(portal.url) })).json()
  const phone = await browser.newContext({
    ...{ viewport: { width: 360, height: 740 }, locale: 'es-US', colorScheme: 'dark', baseURL: portal.url },
  })
  const read = await phone.newPage()
  const check = async () => {
    expect(await read.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect((await new AxeBuilder({ page: read }).analyze()).violations.map(({ id }) => id)).toEqual([])
  }
  await read.goto(new URL(url).pathname)
  await read.getByLabel('Su fecha de nacimiento').focus()
  await check()
  await read.keyboard.type('02031990')
  await read.keyboard.press('Enter')
  await expect(read.getByRole('heading', { level: 1 })).toContainText('Hunger Vital Sign')
  for (const at of [0, 1]) {
    await read.getByRole('radiogroup').nth(at).getByRole('radio').first().focus()
    await read.keyboard.press('Space')
  }
  await expect(read.getByText(/^Guardado en el portal/)).toBeVisible()
  await check()
  await read.getByRole('button', { name: 'Enviar mis respuestas' }).focus()
  await read.keyboard.press('Enter')
  await expect(read.getByRole('heading', { name: 'Gracias' })).toBeVisible()
  await phone.close()
})
