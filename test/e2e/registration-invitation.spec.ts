import { expect, expectAccessible, test } from './portal.ts'

const CODE = 'code-of-an-invitation'
const invitation = {
  referringOrganization: { name: 'Harbor Housing' },
  referredToOrganization: {
    id: '7c1f6a52-93c5-4f8e-9a55-0d7f2f2f9a10',
    name: 'Riverbank Pantry',
    description: 'Groceries on Tuesdays.',
    website: 'https://riverbank.example.org',
  },
  directReferralContact: { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@riverbank.test' },
  referral: {
    status: 'Sent',
    serviceName: 'Weekly groceries',
    urgency: 'routine',
    neededBy: null,
    sentOn: '2026-11-02T15:00:00.000Z',
    personName: 'Noor A.',
  },
  claim: null,
}

test('REG-02 REG-03 REG-04 an invitation opens the second step with a welcome, and what is known is filled in', async ({
  page,
}) => {
  await page.route(`**/api/referral/${CODE}`, (route) => route.fulfill({ json: invitation }))
  await page.goto(`/registration/organization?referralId=${CODE}`)
  const welcome = page.getByRole('dialog')
  await expect(welcome).toContainText('You have received a referral from Harbor Housing.')
  await expect(welcome).toContainText('Please register and accept the terms and conditions')
  await expectAccessible(page)
  await welcome.getByRole('button', { name: 'Get started' }).click()
  await expect(page.locator('[name=organizationName]')).toHaveValue('Riverbank Pantry')
  await expect(page.getByLabel(/^Description/)).toBeDisabled()
  await page.getByRole('button', { name: 'Your Information' }).click()
  await expect(page.getByLabel(/^First Name/)).toHaveValue('Ana')
  await expect(page.getByLabel(/^Last Name/)).toHaveValue('Ruiz')
  await expect(page.getByLabel(/^Email/)).toHaveValue('ana@riverbank.test')
})

test.describe('an invitation that does not work', () => {
  test.use({ expectedErrors: [/404/] })

  test('REG-04 cancels the navigation: the reader stays, or gets a page with a way on', async ({ page }) => {
    await page.goto('/registration/choice')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate(() => {
      history.pushState(null, '', '/registration/organization?referralId=not-known')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('alert').getByText('Uh oh, something went wrong!')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('I Am A...')
    await page.goto('/registration/organization?referralId=not-known')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be opened')
    await expectAccessible(page)
  })
})
