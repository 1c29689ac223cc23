import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { screensOf, waitFor, within } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('opens the front page for a visitor', async () => {
  const page = await openScreen('/')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBeTruthy()
  expect(page.calls().map(({ path }) => path)).toEqual(['/api/configuration'])
})

it('opens a screen behind the sign-in, in Spanish', async () => {
  const { account } = await app.someone({ roles: ['organization-admin'] })
  const page = await openScreen('/myAccount/preferences', { as: account, language: 'es' })
  expect(document.documentElement.lang).toBe('es')
  expect(within(page.getByRole('main')).getByText(account.email)).toBeTruthy()
})

it('leads a visitor to the front page, and after signing in to where they wanted to go', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences')
  expect(page.location()).toBe('/')
  await page.fill('Email', account.email)
  await page.fill('Password', account.password)
  await page.press('Login')
  await waitFor(() => expect(page.location()).toBe('/myAccount/preferences'))
})

it('opens one page at a time, so that none which was left acts on the next', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account })
  location.assign('/myAccount/security')
  await page.open('/myAccount/preferences')
  expect(page.location()).toBe('/myAccount/preferences')
  page.getByRole('link', { name: 'Home' }).focus()
  await page.open('/myAccount/preferences')
  // Longer than a page takes to restore a lost focus (restore-lost-focus.ts).
  await new Promise((done) => setTimeout(done, 120))
  expect(document.activeElement).toBe(document.body)
})
