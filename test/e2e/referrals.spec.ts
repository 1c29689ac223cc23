import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  lee,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

const pick = async (page: Page, label: string, text: string, option: RegExp) => {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

/** Fills in the form of a new referral, ready to send. */
async function fillReferral(page: Page, person: RegExp, typed: string, note: string) {
  await page.goto('/referrals/new')
  await pick(page, 'Person', typed, person)
  await pick(page, 'Service or organization', 'Emergency Rent', /Emergency Rent Help · Harbor Housing/)
  await page.getByRole('combobox', { name: 'Need' }).click()
  await page.getByRole('option', { name: 'Rent and staying housed' }).click()
  await page.getByLabel(/^Note/).fill(note)
}

for (const look of looks)
  test(`REF-05 home, lists, a referral and the form are whole and accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
  }) => {
    await signIn(page, maria)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      for (const path of ['/home', '/referrals?direction=outgoing', '/referrals/new', 'one']) {
        if (path === 'one') {
          await page.goto('/referrals?direction=outgoing')
          await page.getByRole('table').getByRole('link', { name: 'Noor A.' }).first().click()
          await expect(page.getByRole('heading', { level: 1 })).toContainText('Noor A.')
        } else await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (path === '/home') await expect(page.getByRole('listitem').first()).toBeVisible()
        if (path.startsWith('/referrals?')) await expect(page.getByRole('table')).toBeVisible()
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/referrals-${path.replace(/\W/g, '')}-${look.language}-${look.scheme}-${look.contrast}-${width}.png`,
            fullPage: true,
          })
      }
    }
  })

test('REF-02 a referral goes from sending to its outcome, each side seeing the other live without a reload', async ({
  page,
  browser,
  portal,
}) => {
  const housing = await browser.newContext({ baseURL: portal.url })
  const leePage = await housing.newPage()
  await signIn(leePage, lee)
  await expect(leePage.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()

  await signIn(page, maria)
  const note = `Court date soon ${Date.now()}`
  await fillReferral(page, /Peter Kowal/, 'kowal', note)
  await page.getByRole('button', { name: 'Send referral' }).click()
  await expect(page).toHaveURL(/\/referrals\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Sent', { exact: true })).toBeVisible()

  await leePage.getByRole('link', { name: 'Open: Peter K. · Emergency Rent Help' }).click()
  await expect(leePage.getByText(note)).toBeVisible()
  await expect(leePage.getByText('In Review', { exact: true })).toBeVisible()
  await expect(page.getByText('In Review', { exact: true })).toBeVisible()

  await leePage.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  await page.getByLabel('Write to Harbor Housing…').fill('Thank you. When can he come?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(leePage.getByText('Thank you. When can he come?')).toBeVisible()

  await leePage.getByRole('button', { name: 'Start work' }).click()
  const dialog = leePage.getByRole('dialog')
  await dialog.getByLabel('By phone').check()
  await expectAccessible(leePage)
  await dialog.getByRole('button', { name: 'Now', exact: true }).click()
  await dialog.getByRole('button', { name: 'Start work' }).click()
  await expect(leePage.getByText(/By phone$/)).toBeVisible()
  await leePage.getByRole('button', { name: 'Close with outcome' }).click()
  await dialog.getByRole('button', { name: 'Close with outcome' }).click()
  await expect(dialog.getByText('Say how it ended.')).toBeVisible()
  await expectAccessible(leePage)
  await dialog.getByLabel('Got help').check()
  await dialog.getByRole('button', { name: 'Close with outcome' }).click()
  await expect(page.getByText('Closed: Resolved', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' }).getByText('Got help')).toBeVisible()
  await housing.close()
})

test.describe('without a consent', () => {
  test.use({ expectedErrors: [/422/] })
  test('REF-07 says plainly which consent is missing, keeps what was typed, and sends with a recorded reason', async ({
    page,
  }) => {
    await signIn(page, maria)
    await fillReferral(page, /Amara Nwosu/, 'nwosu', 'Kept as typed')
    await page.getByRole('button', { name: 'Send referral' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Consent is missing' })
    await expect(alert).toContainText('No consent is on record for this person. Ask whether Harbor Housing may be told')
    await expect(page.getByLabel(/^Note/)).toHaveValue('Kept as typed')
    await expectAccessible(page)
    await alert.getByLabel('Another reason').check()
    await alert.getByLabel('Why').fill('.')
    await page.getByRole('button', { name: 'Send referral' }).click()
    await expect(alert.getByText('Say why in at least 15 characters.')).toBeVisible()
    await expectAccessible(page)
    await alert.getByLabel('Why').fill('She is in danger tonight')
    await page.getByRole('button', { name: 'Send referral' }).click()
    await expect(page.getByText('Shared without a recorded consent')).toBeVisible()
    await expect(page.getByText('She is in danger tonight')).toBeVisible()
  })
})

test('REF-01 what the form for a new referral reads late moves neither the field in use nor its list', async ({
  page,
}) => {
  await signIn(page, maria)
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/api\/(referral\/destination\?|service\/[^/]+\/fit$)/, async (route) => {
    await answered
    await route.continue()
  })
  await page.goto('/referrals/new')
  await pick(page, 'Person', 'nwosu', /Amara Nwosu/)
  await pick(page, 'Service or organization', 'Emergency Rent', /Emergency Rent Help · Harbor Housing/)
  const need = page.getByRole('combobox', { name: 'Need' })
  await need.click()
  const option = page.getByRole('option', { name: 'Rent and staying housed' })
  await expect(option).toBeVisible()
  const before = await need.boundingBox()
  answer()
  await expect(page.getByRole('combobox', { name: 'For the attention of' })).toBeVisible()
  await expect(page.getByText(/^(Fits|May fit)$/)).toBeVisible()
  await expect.poll(async () => Math.abs(((await need.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2)
  await option.click()
  await expect(need).toHaveValue('Rent and staying housed')
})

test('REF-01 the form for a new referral names what is missing and sends nothing', async ({ page }) => {
  await signIn(page, maria)
  await page.goto('/referrals/new')
  await page.getByRole('button', { name: 'Send referral' }).click()
  await expect(page.getByText('Pick or record a person.')).toBeVisible()
  await expect(page.getByText('Pick a service or an organization from the list.')).toBeVisible()
  await expect(page).toHaveURL(/\/referrals\/new$/)
})

test('REF-05 F-09 the list keeps its filters in the address and goes back to them; words to look for stay out of it', async ({
  page,
}) => {
  await signIn(page, maria)
  await page.goto('/referrals?direction=outgoing&status=Declined&sort=oldest')
  // Other files may have sent this organization's referrals on the same portal.
  await expect(page.getByRole('table').getByRole('link', { name: 'Peter K.' })).toHaveCount(1)
  await expect(page.getByRole('table').getByRole('link', { name: 'Noor A.' })).toBeHidden()
  await page.getByLabel('Search by name, service or organization').fill('zzz')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await expect(page).not.toHaveURL(/zzz/)
  await page.getByLabel('Search by name, service or organization').fill('kowal')
  await page.getByRole('table').getByRole('link', { name: 'Peter K.' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Peter K.')
  await page.goBack()
  await expect(page.getByLabel('Search by name, service or organization')).toHaveValue('kowal')
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['Peter K.'])
  await page.getByLabel('Search by name, service or organization').fill('zzz')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.getByRole('table').getByRole('link', { name: 'Noor A.' })).toBeVisible()
  await expect(page.getByLabel('Search by name, service or organization')).toHaveValue('')
})
