import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp({
  AUTH_TYPE: 'oidc',
  OIDC_ISSUER: 'http://127.0.0.1:3997',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'a secret of the client',
  OIDC_NAME: 'County Login',
})
const openScreen = screensOf(app)
const START = '/api/singleSignOn/start'

it('D-AUTH-1 LAND-02 who comes back from the provider with a problem reads which, and is not sent there again', async () => {
  const said = {
    cancelled: 'You turned back before County Login signed you in.',
    unreachable: 'County Login does not answer at the moment. Please try again a little later.',
    notActive: 'This account is not active. Please check your email',
    notVerified: 'This account has not been verified by an Hearthline admin',
    somethingElse: 'The sign-in could not be checked, or took too long. Please try again.',
  }
  const page = await openScreen('/auth/login?problem=cancelled')
  for (const [problem, text] of Object.entries(said)) {
    await page.open(`/auth/login?problem=${problem}`)
    expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Login')
    expect(page.getByText(text)).toBeTruthy()
    expect(page.getByRole('link', { name: 'Sign in with County Login' }).getAttribute('href')).toBe(START)
    expect(page.location()).toBe(`/auth/login?problem=${problem}`)
  }
})

it('D-AUTH-1 LAND-07 a password signs in beside the provider', async () => {
  const account = await makeAccount(app.database)
  const page = await openScreen('/auth/login?problem=cancelled')
  expect(page.queryByLabelText('Email')).toBeNull()
  await page.user.click(page.getByRole('link', { name: 'Use a password or a passkey' }))
  await page.findByLabelText('Email')
  expect(page.location()).toBe('/auth/login?with=password')
  expect(page.getByRole('link', { name: 'Sign in with County Login' }).getAttribute('href')).toBe(START)
  await page.fill('Email', account.email)
  await page.fill('Password', account.password)
  await page.press('Login')
  await waitFor(() => expect(page.location()).toBe('/home'))
})
