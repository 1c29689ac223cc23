import { expect, it } from 'vitest'
import { startTestApp } from './app.ts'
import { makeOrganization, newTicket } from './factories.ts'
import { type OpenScreen, screensOf, waitFor } from './screen.tsx'

// What a screen reader announces although the focus is elsewhere (WCAG 4.1.3).

const app = await startTestApp()
const openScreen = screensOf(app)
const LIVE = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output'

/** Collects what appears in live regions that existed on the screen before. */
function listen(page: OpenScreen) {
  const spoken: string[] = []
  const regions = [...document.querySelectorAll(LIVE)]
  const observer = new MutationObserver(() => {
    for (const region of regions) if (region.textContent) spoken.push(region.textContent)
  })
  for (const region of regions)
    observer.observe(region, { childList: true, subtree: true, characterData: true, attributes: false })
  return (words: string | RegExp) =>
    waitFor(async () => {
      await page.settle()
      expect(spoken).toContainEqual(expect.stringMatching(words))
    })
}

it('PREF-04 HTTP-06 that preferences were saved is spoken, and that they were not', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: account, expectedErrors: [/^A call failed: /] })
  await page.findByRole('button', { name: 'Save' })
  const expectSpoken = listen(page)
  await page.press('Save')
  await expectSpoken('Preferences saved')
  page.failNext('PUT', '/api/userPreference/', 500)
  await page.press('Save')
  await expectSpoken('An error occurred while saving account preferences')
})

it('HDV-06 HD-04 the number of tickets found, and of tickets selected, is spoken', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId })
  for (const description of ['The oven is cold', 'The lamp is dark'])
    await call('POST', '/api/supportPortal/supportRequest/', { ...newTicket, description })
  const page = await openScreen('/support/helpDesk', { as: account })
  await page.findByText('2 tickets')
  const expectSpoken = listen(page)
  await page.user.click(page.getAllByRole('checkbox', { name: /^Select HD-/ })[0] as HTMLElement)
  await expectSpoken('1 ticket selected')
  await page.press('Clear selection')
  await page.press(/^Filter/)
  await page.fill('Keyword', 'oven')
  await page.press('Apply')
  await expectSpoken(/^1 ticket$/)
})
