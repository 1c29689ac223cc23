import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSaved,
  maria,
  otherThemes,
  setLook,
  signIn,
  test,
} from './portal.ts'

// Referrals sent here would appear in the lists of other files.
test.use({ portalOf: 'referral-drafts' })

const person = (page: Page) => page.getByRole('combobox', { name: 'Person' })
const need = (page: Page) => page.getByRole('combobox', { name: 'Need', exact: true })
const note = (page: Page) => page.getByLabel(/^Note/)
const destination = (page: Page) => page.getByRole('combobox', { name: 'Service or organization' })

/** Fills in destination, need and note. */
async function fillRest(page: Page, words: string) {
  await destination(page).fill('Emergency Rent')
  await page
    .getByRole('option', { name: /Emergency Rent Help · Harbor Housing/ })
    .first()
    .click()
  await need(page).click()
  await page.getByRole('option', { name: 'Rent and staying housed' }).click()
  await note(page).fill(words)
}
async function expectRest(page: Page, words: string) {
  await expect(destination(page)).toHaveValue('Emergency Rent Help · Harbor Housing')
  await expect(need(page)).toHaveValue('Rent and staying housed')
  await expect(note(page)).toHaveValue(words)
}

test('REF-01 recording a new person on the way keeps what the referral holds, and takes the typed name along', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/referrals/new')
  await fillRest(page, 'Must leave on Friday')
  await person(page).fill('Ulrike Quandt')
  await expect(page.getByText('Nobody on record is called “Ulrike Quandt”')).toBeVisible()
  await page.getByRole('link', { name: 'Record a new person' }).click()
  await expect(page).not.toHaveURL(/Ulrike/)
  await expect(page.getByLabel('First Name')).toHaveValue('Ulrike')
  await expect(page.getByLabel('Last Name')).toHaveValue('Quandt')

  await page.goBack()
  await expectRest(page, 'Must leave on Friday')
  await expect(person(page)).toHaveValue('Ulrike Quandt')
  await page.getByRole('link', { name: 'Record a new person' }).click()
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByText('Ulrike Quandt').first()).toBeVisible()
  await expect(page).toHaveURL(/\/referrals\/new/)
  await expectRest(page, 'Must leave on Friday')

  await page.reload()
  await expectRest(page, 'Must leave on Friday')
  await expect(page.getByText('Ulrike Quandt')).toBeVisible()
})

test('REF-01 an unfinished referral is offered back, and gone once it was sent or begun again', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/referrals/new')
  await fillRest(page, 'Left half way')
  await expectSaved(page, 'Left half way')
  await page.goto('/directory')
  await page.goto('/referrals/new')
  await expect(
    page.getByText(/You began this .* and did not finish it\. Emergency Rent Help · Harbor Housing/),
  ).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectRest(page, 'Left half way')

  await person(page).fill('kowal')
  await page.getByRole('option', { name: /Peter Kowal/ }).click()
  await page.getByRole('button', { name: 'Send referral' }).click()
  await expect(page).toHaveURL(/\/referrals\/[0-9a-f-]{36}$/)
  await page.goto('/referrals/new')
  await expect(note(page)).toHaveValue('')

  await note(page).fill('Another one')
  await expectSaved(page, 'Another one')
  await page.goto('/home')
  await page.goto('/referrals/new')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(note(page)).toHaveValue('')
})

test('INT-01 a person who is half recorded is kept until saved, and signing out removes it', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/people/new')
  await page.getByLabel('First Name').fill('Halina')
  await page.getByLabel('ZIP code').fill('ABCDE')
  await expectSaved(page, 'ABCDE')
  await page.reload()
  await expect(page.getByLabel('First Name')).toHaveValue('Halina')
  await page.getByLabel('Last Name').fill('Wrona')
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByText('Write the five digits of a ZIP code.')).toBeVisible()
  await page.goto('/auth/logout')
  await page
    .getByRole('link', { name: 'Ok' })
    .or(page.getByRole('button', { name: 'Ok' }))
    .click()
  await signIn(page, maria)
  await page.goto('/people/new')
  await expect(page.getByLabel('First Name')).toHaveValue('')
})

test('REF-01 a need is found by the words people use, and what fits none says what to choose', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/referrals/new')
  await need(page).fill('evic')
  await expect(page.getByRole('option')).toHaveText(['Rent and staying housed'])
  await need(page).fill('immig')
  await expect(page.getByRole('option')).toHaveText(['Immigration'])
  await need(page).fill('passport')
  await expect(page.getByText('Nothing fits. Choose “Something else” and write it in the note.')).toBeVisible()
})

test('REF-01 the highlighted option of a list is readable in every theme', async ({ page }) => {
  await setLook(page, { scheme: 'light', contrast: 'standard', language: 'es' })
  await signIn(page, maria)
  await page.goto('/referrals/new')
  const field = page.getByRole('combobox', { name: 'Necesidad', exact: true })
  await field.fill('inmi')
  await expect(page.getByRole('option')).toHaveText(['Inmigración'])
  await field.press('ArrowDown')
  await expect(page.locator('[data-combobox-selected]')).toHaveText('Inmigración')
  await expectAccessible(page, otherThemes)
})

test('0210 two tabs each keep their own referral, and one that was closed leaves its to the next', async ({
  page,
  context,
}) => {
  await signIn(page, maria)
  await page.goto('/referrals/new')
  await note(page).fill('In the first tab')
  await expectSaved(page, 'In the first tab')
  const second = await context.newPage()
  await second.goto('/referrals/new')
  await expect(note(second)).toHaveValue('')
  await note(second).fill('In the second tab')
  await expectSaved(second, 'In the second tab')
  await page.reload()
  await expect(note(page)).toHaveValue('In the first tab')
  await second.reload()
  await expect(note(second)).toHaveValue('In the second tab')

  await second.close()
  const third = await context.newPage()
  await third.goto('/referrals/new')
  await third.getByRole('button', { name: 'Continue' }).click()
  await expect(note(third)).toHaveValue('In the second tab')
  await expectSaved(page, 'In the first tab')
})
