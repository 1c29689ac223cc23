import type { BrowserContext, Page } from '@playwright/test'
import {
  admin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  inWords,
  looks,
  maria,
  setLook,
  signIn,
  test,
} from './portal.ts'

// The list shows a limited number of rows: the people of other tests would push its own out of view.
test.use({ portalOf: 'people' })

const shot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/people-${name}.png`, fullPage: true }) : undefined

/** Enters a person's data. */
async function fillIn(page: Page, person: { first: string; last: string; born: string; phone: string }) {
  await page.getByLabel('First Name').fill(person.first)
  await page.getByLabel('Last Name').fill(person.last)
  await page.getByLabel('Birth date').fill(person.born)
  await page.getByLabel('Phone Number').fill(person.phone)
}

/** Changes the city in the background, as a colleague's browser would. */
const changeElsewhere = (page: Page, address: string, city: string) =>
  page.evaluate(
    async ({ record, city }) => {
      const { version } = await (await fetch(record)).json()
      const headers = { 'content-type': 'application/json' }
      await fetch(record, { method: 'PUT', headers, body: JSON.stringify({ version, city }) })
    },
    { record: address.replace('/people/', '/api/contact/'), city },
  )

test.describe.configure({ mode: 'serial' })

/** One sign-in is used for all tests of this file. */
let session: Awaited<ReturnType<BrowserContext['storageState']>> | undefined
/** The path of the first person's record. */
let zelda = ''

async function signInOnce(page: Page) {
  if (session) return page.context().addCookies(session.cookies)
  await signIn(page, maria)
  session = await page.context().storageState()
}

test('INT-01 INT-03 a person is recorded with two phones and a consent', async ({ page }) => {
  await signInOnce(page)
  await page.goto('/people')
  await page.getByRole('link', { name: 'New person' }).click()
  await expect(page).toHaveTitle(/New person/)

  // Names are required; an invalid phone shows its error at the field.
  await page.getByLabel('Phone Number').fill('716')
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByText('This is needed.')).toHaveCount(2)
  await expect(page.getByText('Write it as (716) 555-0100, or with a plus')).toBeVisible()

  await fillIn(page, { first: 'Zelda', last: 'Okonkwo-Reyes', born: '1991-04-17', phone: '7165550187' })
  await expect(page.getByLabel('Phone Number')).toHaveValue('(716) 555-0187')
  await page.getByRole('button', { name: 'Add a phone' }).click()
  await page.getByLabel('Phone Number').nth(1).fill('7165550188')
  await page.getByLabel('Call this one first').nth(1).check()
  await page.getByLabel('Record their consent now').check()
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByText('This is needed.')).toHaveCount(2)
  await page.getByRole('combobox', { name: /May be shared with/ }).click()
  await page.getByRole('option', { name: 'Only the organizations named here' }).click()
  await page.getByRole('combobox', { name: /How it was given/ }).click()
  await page.getByRole('option', { name: 'In words' }).click()
  await page.getByLabel('Witness').fill('Bo Reyes')
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page.getByText('Choose at least one organization.')).toBeVisible()
  await page.getByRole('combobox', { name: /^Organizations/ }).fill('harb')
  await page
    .getByRole('option', { name: /Harbor/ })
    .first()
    .click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save person' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Zelda Okonkwo-Reyes' })).toBeVisible()
  zelda = new URL(page.url()).pathname
  const consents = page.getByRole('region', { name: 'Consent', exact: true })
  await expect(consents).toContainText('In force')
  await expect(consents).toContainText('Harbor')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByRole('link').first()).toHaveText('(716) 555-0188')
  await expect(details).toContainText('04/17/1991')
  await expect(page.getByRole('link', { name: 'Refer this person' })).toHaveAttribute(
    'href',
    `/referrals/new?contactId=${zelda.split('/').at(-1)}`,
  )
})

test('INT-01 the same person again: the existing record is offered first, and leads back to the screen that asked', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await signInOnce(page)
  await page.goto('/people/new?returnTo=%2Fpeople')
  await fillIn(page, { first: 'Zelda', last: 'Okonkwo', born: '1991-04-17', phone: '7165550187' })
  await page.getByRole('button', { name: 'Save person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it this person?' })
  await expect(dialog).toContainText('Zelda Okonkwo-Reyes')
  await expect(dialog).toContainText('Same phone number')
  await expect(dialog).toContainText('Same birth date, similar name')
  await expectAccessible(page)
  await shot(page, 'duplicate')
  await dialog.getByRole('button', { name: /Use this person/ }).click()
  await expect(page).toHaveURL(`/people?contactId=${zelda.split('/').at(-1)}`)
  await expect(page.getByRole('link', { name: /Zelda/ })).toHaveCount(1)

  // A twin is another person: saved anyway.
  await page.goto('/people/new')
  await fillIn(page, { first: 'Imelda', last: 'Okonkwo-Reyes', born: '1991-04-17', phone: '7165550187' })
  await page.getByRole('button', { name: 'Save person' }).click()
  await page.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Imelda Okonkwo-Reyes' })).toBeVisible()
})

test('INT-01 INT-03 people are found by name and by number; no name is in the URL, and going back restores the search', async ({
  page,
}) => {
  await signInOnce(page)
  await page.goto('/people')
  await page.getByLabel('Search').fill('okonkwo')
  await expect(page.getByRole('status').filter({ hasText: '2 people shown' })).toBeAttached()
  await expect(page.getByRole('link', { name: /Okonkwo-Reyes/ })).toHaveCount(2)
  await expect(page).toHaveURL('/people')
  await page.getByRole('link', { name: 'Imelda Okonkwo-Reyes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Imelda Okonkwo-Reyes' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Search')).toHaveValue('okonkwo')
  await expect(page.getByRole('link', { name: /Okonkwo-Reyes/ })).toHaveCount(2)
  await page.getByLabel('Search').fill('7165550188')
  await expect(page.getByRole('link', { name: /Okonkwo-Reyes/ })).toHaveCount(1)
  await page.getByRole('link', { name: 'Zelda Okonkwo-Reyes' }).click()
  await expect(page).toHaveURL(zelda)
})

test('INT-03 a record that another person changes meanwhile keeps what was typed, and updates where it is read', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await signInOnce(page)
  await page.goto(zelda)
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Zelda Okonkwo-Reyes' })).toBeFocused()
  await page.getByLabel('City').fill('Lackawanna')
  await changeElsewhere(page, zelda, 'Tonawanda')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody changed this record in the meantime' })
  await expect(conflict).toContainText('Tonawanda')
  await expect(page.getByLabel('City')).toHaveValue('Lackawanna')
  await expectAccessible(page)
  await shot(page, 'conflict')
  await conflict.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Lackawanna')

  // A record that is only being read updates without a reload.
  await changeElsewhere(page, zelda, 'Cheektowaga')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Cheektowaga')
})

test('INT-03 INT-14 a consent is withdrawn, and another one is signed and recorded', async ({ page }) => {
  await signInOnce(page)
  await page.goto(zelda)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw consent' }).click()
  await expect(page.getByRole('region', { name: 'Consent', exact: true })).toContainText('Withdrawn')
  await page.getByRole('button', { name: 'Record consent' }).click()
  await page.getByRole('combobox', { name: /May be shared with/ }).click()
  await page.getByRole('option', { name: 'Every organization in the network' }).click()
  await page.getByRole('combobox', { name: /For these needs/ }).fill('foo')
  await page.getByRole('option', { name: 'Food' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: /How it was given/ }).click()
  await page.getByRole('option', { name: 'Signed on this screen' }).click()
  await page.getByText('Sign here').scrollIntoViewIfNeeded()
  const area = await page.locator('canvas').boundingBox()
  if (!area) throw new Error('There is nothing to sign on')
  await page.mouse.move(area.x + 40, area.y + 40)
  await page.mouse.down()
  await page.mouse.move(area.x + 160, area.y + 90, { steps: 8 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByRole('img', { name: 'Signature' })).toHaveJSProperty('complete', true)
  await expectAccessible(page)
  await shot(page, 'consent-dialog')
  await page.getByRole('button', { name: 'Save consent' }).click()
  await expect(page.getByRole('region', { name: 'Consent', exact: true })).toContainText(
    'Every organization in the network',
  )
  await expect(page.getByRole('region', { name: 'Consent', exact: true })).toContainText('Food')
})

for (const look of looks)
  test(`INT-01 INT-03 the list, the form and a record are accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
  }) => {
    await signInOnce(page)
    await setLook(page, look)
    const words = {
      en: { list: 'People', form: 'New person', consent: 'Record their consent now' },
      es: { list: 'Personas', form: 'Nueva persona', consent: 'Registrar ahora su consentimiento' },
    }[look.language]
    for (const [name, address, heading] of [
      ['list', '/people', words.list],
      ['form', '/people/new', words.form],
      ['page', zelda, 'Zelda Okonkwo-Reyes'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      if (name === 'list')
        await page
          .getByRole('checkbox', { name: /Okonkwo/ })
          .first()
          .check()
      if (name === 'form') await page.getByLabel(words.consent).check()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
        await shot(page, `${name}-${look.language}-${look.scheme}-${look.contrast}-${width}`)
      }
    }
  })

test('INT-01 on a phone, a list of more people than a page scrolls to its end', async ({ page }) => {
  await signInOnce(page)
  const record = (at: number) =>
    page.request.post('/api/contact/', { data: { firstName: 'Zz', lastName: `Zzyzx ${String(at).padStart(2, '0')}` } })
  for (let at = 0; at < 60; at += 10) await Promise.all(Array.from({ length: 10 }, (_, n) => record(at + n)))
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/people')
  await expect(page.getByRole('link', { name: /Okonkwo/ }).first()).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: 'Zz Zzyzx 59' })).toBeInViewport({ timeout: 500 })
  }).toPass()
})

test('INT-03 somebody whose work is not with people has no way to them', async ({ page, expectedErrors }) => {
  expectedErrors.push(/40[34]/)
  await signIn(page, admin)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)
  await page.goto(zelda)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be opened')
  await expect(page.getByText('Okonkwo')).toHaveCount(0)
})
