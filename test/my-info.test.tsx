import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { screensOf, waitFor } from './screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

it('MYA-01 ACC-01 everybody changes their own name under My Info, and reads who changes the rest', async () => {
  const { account, call } = await app.someone({ firstName: 'Dana' })
  const page = await openScreen('/myAccount/preferences', { as: account })
  await page.user.click(await page.findByRole('link', { name: 'Change your own name and language' }))
  expect(await page.findByRole('heading', { name: 'My Info' })).toBeTruthy()
  await page.fill(/^First Name/, 'Daniela')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toEqual(['Your information is saved.']))
  expect(page.words()).toContain('Daniela Tester')
  expect(page.words()).toContain('can change your e-mail and phone')
  // Saved again after another person corrected the title: unchanged fields keep the other person's changes.
  const before = (await call('GET', `/api/portalAccount/${account.id}`)).body
  expect(
    (await call('PUT', '/api/portalAccount/', { id: account.id, version: before.version, title: 'Nurse' })).status,
  ).toBe(200)
  await page.fill(/^Last Name/, 'Testerson')
  await page.press('Save')
  await waitFor(async () =>
    expect((await call('GET', `/api/portalAccount/${account.id}`)).body).toMatchObject({
      lastName: 'Testerson',
      title: 'Nurse',
    }),
  )
  const me = (await call('GET', '/api/portalAccount/current')).body
  expect(me).toMatchObject({ firstName: 'Daniela', language: 'en' })
  const { version } = (await call('GET', `/api/portalAccount/${account.id}`)).body
  expect((await call('PUT', '/api/portalAccount/', { id: account.id, version, language: 'es' })).status).toBe(200)
  expect((await call('GET', '/api/portalAccount/current')).body.language).toBe('es')
})
