import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { signIn } from './portal.ts'

export const openList = async (page: Page, query = '') => {
  await page.goto(`/support/helpDesk${query}`)
  await expect(page.getByRole('table').first()).toBeVisible()
}
export const rowOf = (page: Page | Locator, text: string) => page.getByRole('row').filter({ hasText: text })
export const ticketDialog = (page: Page, name: string | RegExp = /^HD-\d{6}$/) => page.getByRole('dialog', { name })

/** Selects an option of a list. */
export const choose = async (page: Page, label: RegExp, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Presses one key after the other. */
export const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

export interface Filed {
  id: string
  ticketNumber: string
}
const path = '/api/supportPortal/supportRequest/'

/** A new ticket of the signed-in person. */
export async function fileTicket(page: Page, description: string): Promise<Filed> {
  const given = { supportRequestType: 'Bug', priority: 'Low', clearedCache: 'Yes', receiveEmailUpdates: true }
  const answer = await page.request.post(path, { data: { ...given, description } })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** The signed-in agent merges duplicates into a ticket. */
export async function mergeInto(page: Page, target: Filed, ...duplicates: Filed[]) {
  const now = async ({ id }: Filed) => ({
    id,
    version: (await (await page.request.get(`${path}${id}`)).json()).version,
  })
  const data = { target: await now(target), duplicates: await Promise.all(duplicates.map(now)) }
  expect((await page.request.post(`${path}merge`, { data })).ok()).toBe(true)
}

/** A page of somebody else, in a browser of their own. Closing its context closes both. */
export async function visit(browser: Browser, baseURL: string, email: string) {
  const page = await (await browser.newContext({ baseURL, locale: 'en-US' })).newPage()
  await signIn(page, email)
  return page
}
