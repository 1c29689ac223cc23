import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const east = await makeOrganization(app.database)
const path = '/api/supportPortal/supportRequestView/'

it('HD-05 the chosen view is named on the button, and can be renamed and take other filters', async () => {
  const ana = await app.someone({ organizationId: east.id })
  const kept = { name: 'Open bugs', sharedWith: 'nobody', filters: { status: ['Open'], supportRequestType: ['Bug'] } }
  await ana.call('POST', path, kept)
  const views = async () =>
    (await ana.call('GET', path)).body.items.map(({ name, filters }: typeof kept) => ({ name, filters }))
  const page = await openScreen('/support/helpDesk', { as: ana.account })
  await page.press('Views')
  await page.user.click(await page.findByRole('menuitem', { name: 'Open bugs' }))
  await page.findByRole('button', { name: 'Views: Open bugs' })
  await page.press(/^Closed/)
  await page.press('Views')
  await page.user.click(await page.findByRole('menuitem', { name: 'Change “Open bugs”' }))
  await page.fill('Name', 'Bugs')
  await page.press('Save')
  await waitFor(async () => expect(await views()).toEqual([{ name: 'Bugs', filters: kept.filters }]))
  await page.press('Views')
  await page.user.click(await page.findByRole('menuitem', { name: 'Change “Bugs”' }))
  await page.user.click(await page.findByLabelText('Replace its filters by those of the list as it is now'))
  await page.press('Save')
  await page.findByRole('button', { name: 'Views: Bugs' })
  expect(await views()).toEqual([{ name: 'Bugs', filters: { status: ['Closed'], supportRequestType: ['Bug'] } }])
})
