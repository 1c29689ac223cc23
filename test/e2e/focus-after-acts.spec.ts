import type { Page } from '@playwright/test'
import { expect, maria, signIn, support, test } from './portal.ts'

// Keyboard users continue where they were, and screen readers announce it: after no act may the focus be lost.

test.use({ portalOf: 'focus' })

/** Activates a control by keyboard, waits for the result, and returns the focused element. */
async function press(control: ReturnType<Page['locator']>, outcome: () => Promise<unknown>) {
  const page = control.page()
  await control.focus()
  await page.keyboard.press('Enter')
  await outcome()
  // A lost focus is restored a moment later.
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  return page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.localName)
}

test.describe('signing in', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('LAND-09 a refused sign-in leaves the focus in the form', async ({ page }) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(maria)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const login = page.getByRole('button', { name: 'Login' })
    await press(login, () =>
      page
        .getByText(/Login Failed/)
        .first()
        .waitFor(),
    )
    expect(await page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true)
  })
})

test('PREF-04 saving keeps the focus on the button, which does nothing twice', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/myAccount/preferences')
  let release: () => void = () => undefined
  const held = new Promise<void>((done) => {
    release = done
  })
  let calls = 0
  await page.route('**/api/userPreference/', async (route) => {
    if (route.request().method() === 'PUT') {
      calls++
      await held
    }
    await route.continue()
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('Enter')
  await expect(save).toBeFocused()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  await expect(save).toBeFocused()
  expect(calls).toBe(1)
})

test('D-AUTH-2 ending another session moves the focus to the heading of its part', async ({
  page,
  browser,
  portal,
}) => {
  const other = await browser.newPage()
  await signIn(other, maria, undefined, portal.url)
  await signIn(page, maria)
  await page.goto('/myAccount/security')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const end = page.getByRole('button', { name: /^End the session/ }).first()
  await end.waitFor()
  const ends = await page.getByRole('button', { name: /^End the session/ }).count()
  const focused = await press(end, () =>
    expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(ends - 1),
  )
  expect(focused).toBe('Where I am signed in')
  await other.close()
})

test('HDV-06 changing several tickets and undoing it leaves the focus in the list', async ({ page }) => {
  await signIn(page, support)
  await page.goto('/support/helpDesk')
  await page
    .getByRole('checkbox', { name: /^Select HD-/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('backlog')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // A dialog returns the focus when it has closed.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)
  await press(page.getByRole('button', { name: 'Undo' }), () =>
    expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0),
  )
})

test.describe('after a read that failed', () => {
  test.use({ expectedErrors: [/status of 500|A call failed/] })

  test('INT-16 INT-02 another try leaves the focus at the title of the card', async ({ page }) => {
    await signIn(page, maria)
    const failing = /\/api\/(contact\/[^/]+\/(household|fact)|intake\/)/
    await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/people')
    await page.getByRole('row').getByRole('link').first().click()
    const again = (name: string) => page.getByRole('region', { name }).getByRole('button', { name: 'Try again' })
    for (const name of ['Intakes', 'Household', 'What services ask']) await again(name).waitFor()
    await page.unroute(failing)
    for (const name of ['Intakes', 'Household', 'What services ask'])
      expect(await press(again(name), () => expect(again(name)).toHaveCount(0))).toBe(name)
  })
})
