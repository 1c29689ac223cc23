import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/rights-${name}.png`, fullPage: true }) : undefined

/** Makes calls as the page's reader. */
const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, json]) => {
      const answer = await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json })
      return answer.json()
    },
    [path, JSON.stringify(body)] as const,
  )
const recordPerson = async (page: Page, lastName: string) =>
  (await post(page, '/api/contact/', { firstName: 'Zora', lastName })).id as string

test('F-22 an admin downloads everything about a person, and erases them by typing the name', async ({
  page,
  expectedErrors,
}) => {
  // The wrong name; and the record that the page reloads after the event that it was erased.
  expectedErrors.push(/400/, /404/)
  await signIn(page, maria)
  const id = await recordPerson(page, 'Erasable')
  await page.goto(`/people/${id}`)
  await page.locator('details:has(#person-rights) > summary').press('Enter')
  for (const [name, file] of [
    ['Download everything (PDF)', 'person-record.pdf'],
    ['Download everything (JSON)', 'person-record.json'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    expect(download.suggestedFilename()).toBe(file)
  }
  await page.getByRole('button', { name: 'Erase this person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Zora Erasable?' })
  await dialog.getByLabel(/Type the full name/).fill('Somebody else')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByText('This is not the name on record.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/Type the full name/).fill('zora erasable')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The record is erased.')).toBeVisible()
  await expect(page).toHaveURL('/people')
  await expect(page.getByText('Erasable')).toHaveCount(0)
})

test('F-22 a person with an open referral is not erased; the dialog names it', async ({ page, expectedErrors }) => {
  expectedErrors.push(/409/)
  await signIn(page, maria)
  await page.goto('/referrals?direction=outgoing&status=Sent')
  await page
    .getByRole('main')
    .getByRole('link')
    .filter({ hasText: /[A-Z]\./ })
    .first()
    .click()
  await page.locator('a[href^="/people/"]').first().click()
  const name = await page.getByRole('heading', { level: 1 }).textContent()
  await page.locator('details:has(#person-rights) > summary').press('Enter')
  await page.getByRole('button', { name: 'Erase this person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Type the full name/).fill(name ?? '')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByRole('alert')).toContainText('still open')
  await expect(dialog.getByRole('alert').getByRole('link').first()).toHaveAttribute('href', /^\/referrals\//)
  await expectAccessible(page)
  await shot(page, 'open')
})

for (const look of looks)
  test(`F-22 the screens for erasing people are accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
  }) => {
    await signIn(page, maria)
    const id = await recordPerson(page, `Look-${look.language}`)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/people/inactive')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shot(page, `inactive-${look.language}-${width}`)
      await page.goto(`/people/${id}`)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shot(page, `page-${look.language}-${width}`)
      await page.locator('details:has(#person-rights) > summary').press('Enter')
      await page.getByRole('button', { name: /Erase this person|Borrar a esta persona/ }).click()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await shot(page, `dialog-${look.language}-${width}`)
    }
  })
