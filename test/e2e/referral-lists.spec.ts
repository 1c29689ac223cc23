import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, lee, maria, signIn, test } from './portal.ts'

// Forty referrals would push what other files look for out of sight.
test.use({ portalOf: 'referral-lists' })

const COUNT = 40

/** Maria refers somebody to Lee's organization, many times. */
async function sendForty(page: Page) {
  // Without a screen: a live event would reload it while Lee signs in.
  await page.request.post('/api/authentication/login', { data: { email: maria, password: DEMO_PASSWORD } })
  const list = await page.request.get('/api/referral/?direction=outgoing&limit=200')
  const { items } = (await list.json()) as {
    items: { id: string; serviceName: string | null; referredToOrganization: { id: string; name: string } }[]
  }
  const harbor = items.find((item) => item.referredToOrganization.name === 'Harbor Housing')
  const { contactId } = await (await page.request.get(`/api/referral/${harbor?.id}`)).json()
  const send = async () => {
    const given = {
      ...{ contactId, need: 'material-hardship', recipientOrganizationId: harbor?.referredToOrganization.id },
      ...{ consentOverrideReason: 'emergency' },
    }
    expect((await page.request.post('/api/referral/', { data: given })).status()).toBe(201)
  }
  for (let sent = 0; sent < COUNT; sent += 10) await Promise.all(Array.from({ length: 10 }, send))
}

test('REF-12 forty in the morning: many are accepted, and the rest declined with one reason', async ({ page }) => {
  await sendForty(page)
  await signIn(page, lee)
  await page.goto('/referrals?list=waiting&need=material-hardship')
  const rows = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(COUNT + 1))
  await rows.first().click()
  await rows.nth(7).click({ modifiers: ['Shift'] })
  await page.getByRole('region', { name: '8 referrals selected' }).getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('8 referrals done.')).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(COUNT - 7))
  await page.getByRole('checkbox', { name: 'Select all loaded referrals' }).click()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: `Decline ${COUNT - 8} referrals` })
  await dialog.getByRole('radio', { name: 'No capacity' }).click()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`${COUNT - 8} referrals done.`)).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})
