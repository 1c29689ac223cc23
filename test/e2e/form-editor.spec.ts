import type { Page } from '@playwright/test'
import { expect, expectAccessible, maria, signIn, test } from './portal.ts'

/** Moves by Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string | RegExp, role?: string) {
  for (let pressed = 0; pressed < 120; pressed++) {
    await page.keyboard.press('Tab')
    const wanted = role ? page.getByRole(role as 'button', { name }) : page.getByLabel(name)
    const isThere = (await wanted.evaluateAll((all) => all.some((each) => each === document.activeElement))) as boolean
    if (isThere) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}
/** What a key changed is shown. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
const pressOn = async (page: Page, name: string | RegExp) => {
  await tabTo(page, name, 'button')
  await page.keyboard.press('Enter')
}
const typeInto = async (page: Page, name: string | RegExp, text: string) => {
  await tabTo(page, name, 'textbox')
  await page.keyboard.type(text)
}

test('INT-04 a form with a condition and a need is built, tried, published and filled in by keyboard alone', async ({
  page,
  portal,
}) => {
  await signIn(page, maria)
  const headers = { origin: portal.url, 'sec-fetch-site': 'same-origin' }
  await page.goto('/admin/intakeForms')
  await pressOn(page, 'New form')
  await typeInto(page, 'Title in English', 'Door visit')
  await typeInto(page, 'Title in Spanish', 'Visita')
  await pressOn(page, 'Create the form')
  await expect(page.getByRole('heading', { level: 1, name: 'Door visit' })).toBeVisible()
  await pressOn(page, /^Page$/)
  await typeInto(page, 'Title of the page (English)', 'Food')
  await typeInto(page, 'Title of the page (Spanish)', 'Comida')
  const addQuestion = async (en: string, es: string, kind: string) => {
    await pressOn(page, 'Add a question to page 1')
    await tabTo(page, 'Kind of answer', 'combobox')
    await page.keyboard.press('Enter')
    const option = page.getByRole('option', { name: kind, exact: true })
    await expect(option).toBeVisible()
    for (let pressed = 0; pressed < 12; pressed++) {
      if ((await option.getAttribute('data-combobox-selected')) === 'true') break
      await page.keyboard.press('ArrowDown')
      await painted(page)
    }
    await page.keyboard.press('Enter')
    await typeInto(page, 'Question (English)', en)
    await typeInto(page, 'Question (Spanish)', es)
  }
  await addQuestion('Enough food at home?', '¿Hay comida en casa?', 'Yes or no')
  await pressOn(page, /^Need$/)
  await addQuestion('What is missing?', '¿Qué falta?', 'Text')
  await pressOn(page, /^Condition$/)
  await expectAccessible(page)

  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('What is missing?')).toHaveCount(0)
  await preview.getByRole('radiogroup', { name: 'Enough food at home?' }).getByRole('radio').first().press('Space')
  await expect(preview.getByText('What is missing?')).toBeVisible()
  await expect(preview.getByRole('definition').filter({ hasText: 'Food' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await pressOn(page, 'Publish')
  await expect(page.getByText('Version 1 is in use now.')).toBeVisible()

  const data = { firstName: 'Inés', lastName: 'Puerta' }
  const { id } = await (await page.request.post('/api/contact/', { data, headers })).json()
  await page.goto(`/people/${id}`)
  await pressOn(page, 'New intake')
  const item = page.getByRole('menuitem', { name: 'Door visit' })
  await expect(item).toBeVisible()
  for (let pressed = 0; pressed < 12; pressed++) {
    if (await item.evaluate((each) => each === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Door visit: Inés Puerta' })).toBeVisible()
  await tabTo(page, 'Yes', 'radio')
  await page.keyboard.press('Space')
  await typeInto(page, /What is missing\?/, 'Bread')
  await pressOn(page, 'Complete intake')
  await expect(page.getByRole('region', { name: 'What the intake found' }).getByText('Food')).toBeVisible()
})
