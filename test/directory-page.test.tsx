import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
await importDemoDirectory(app.database)
const openScreen = screensOf(app)
const { account: sam } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })

it('D-CRI-1 shows numbers to tap above the results of a search that tells of danger, in both languages', async () => {
  const page = await openScreen('/directory?text=my+husband+hits+me', { as: sam })
  await page.findByRole('heading', { name: 'Is somebody in danger? Help right now' })
  const numbers = page.getAllByRole('link', { name: /^Call .*(911|988|1-800-799-7233|211)$/ })
  expect(numbers.map((link) => link.getAttribute('href'))).toEqual([
    'tel:911',
    'tel:988',
    'tel:+18007997233',
    'tel:211',
  ])
  expect(page.getByRole('link', { name: 'Text 988' }).getAttribute('href')).toBe('sms:988')
  const spanish = await openScreen('/directory?text=sobredosis', { as: sam, language: 'es' })
  await spanish.findByRole('heading', { name: '¿Alguien está en peligro? Ayuda ahora mismo' })
})

it('D-CRI-1 shows the numbers also where the ZIP code is wrong, and none beside an ordinary search', async () => {
  const page = await openScreen('/directory?text=suicide&near=99999', { as: sam })
  await page.findByRole('heading', { name: 'Is somebody in danger? Help right now' })
  await page.open('/directory?text=pantry')
  await page.findByRole('heading', { name: 'Weekly Food Pantry' })
  expect(page.queryByRole('heading', { name: 'Is somebody in danger? Help right now' })).toBeNull()
})

it('D-CRI-1 leaves for a neutral page in place of the search', async () => {
  const page = await openScreen('/directory?text=suicide', { as: sam })
  await page.press('Leave this page')
  await waitFor(() => expect(page.location()).toBe('https://www.weather.gov/'))
})

it('DIR-01 says what it asked less strictly, and offers what lies farther away', async () => {
  const page = await openScreen('/directory?text=zebra+pantry&near=14203', { as: sam })
  await page.findByText(/Nothing has all of these words\. These have most of them\./)
  await page.open('/directory?text=pantry&near=12207&radius=5')
  await page.findByText(
    /Nothing fits within 100 miles\. These are farther away, or the directory does not say where they are\./,
  )
})

it('DIR-01 the way back from a service keeps words and filters', async () => {
  const page = await openScreen('/directory?text=pantry&near=14203&free=true', { as: sam })
  await page.user.click(await page.findByRole('link', { name: 'Weekly Food Pantry' }))
  await page.findByRole('heading', { name: 'Weekly Food Pantry', level: 1 })
  await page.user.click(page.getByRole('link', { name: 'Directory', current: false }))
  await waitFor(() => expect(page.location()).toBe('/directory?text=pantry&near=14203&free=true'))
})

it('DIR-01 folds the form on a phone after a search, and opens it again to change it', async () => {
  const page = await openScreen('/directory', { as: sam, width: 360 })
  await page.fill('What is needed', 'pantry')
  await page.fill('Near ZIP code or town', '14203')
  await page.press('Search')
  await page.findByText('pantry · 25 miles around 14203')
  await page.findByRole('heading', { name: 'Weekly Food Pantry' })
  expect(page.queryByLabelText('What is needed')).toBeNull()
  await page.press('Change')
  expect(((await page.findByLabelText('What is needed')) as HTMLInputElement).value).toBe('pantry')
})

it('REF-01 says whether referrals are answered here, and takes the need of the search along', async () => {
  const page = await openScreen('/directory?text=groceries', { as: sam })
  expect((await page.findAllByText('Has no account yet: a referral goes out by e-mail')).length).toBeGreaterThan(0)
  const refer = page.getAllByRole('link', { name: /^Refer someone to / })[0]
  expect(refer?.getAttribute('href')).toMatch(/need=food-insecurity$/)
})
