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
import { register } from './register-by-http.ts'

const shots = process.env.SHOTS

test('ORG-04 a platform admin sees who waits, asks for more with a reason, and approves; the applicant can then sign in', async ({
  page,
  portal,
}) => {
  const applicant = await register(portal.url)
  await signIn(page, admin)
  await page.goto('/admin/review')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registrations')
  await expectAccessible(page)
  await page.getByRole('link', { name: new RegExp(applicant.organizationName) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(applicant.organizationName)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ask for more' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask for more' }).click()
  await expect(dialog.getByText('Please give a reason. The applicant reads it.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Reason/).fill('What is your address?')
  await dialog.getByRole('button', { name: 'Ask for more' }).click()
  await expect(page.getByText('What is your address?')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status').getByText('Saved. The applicant has been told.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const login = await page.request.post(`${portal.url}/api/auth/login/fallback`, {
    data: { email: applicant.email, password: applicant.password },
  })
  expect(login.status()).toBe(200)
})

test.describe('two admins at once', () => {
  test.use({ expectedErrors: [/409/] })
  test('ORG-04 who decides second is told and shown how it is now', async ({ page, portal }) => {
    const applicant = await register(portal.url)
    await signIn(page, admin)
    await page.goto('/admin/review')
    await page.getByRole('link', { name: new RegExp(applicant.organizationName) }).click()
    await page.getByRole('button', { name: 'Refuse' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Reason/).fill('No')
    await page.route('**/decision', async (route) => {
      const id = /review\/([^/]+)\//.exec(route.request().url())?.[1]
      await page.request.post(`${portal.url}/api/admin/review/${id}/decision`, {
        data: { decision: 'approve', version: 1 },
      })
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await expect(page.getByText('Somebody decided this in the meantime. Here is how it is now.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Approved').first()).toBeVisible()
  })
})

test('ORG-04 nobody else has a way to the queue', async ({ page }) => {
  await signIn(page, maria)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Registrations' })).toHaveCount(0)
  await page.goto('/admin/review')
  await expect(page.getByText('This page is for those who review registrations.')).toBeVisible()
})

for (const look of looks)
  test(`ORG-04 the queue is whole and accessible in ${inWords(look)}`, async ({ page, portal }) => {
    const applicant = await register(portal.url)
    await page.goto('/')
    await signIn(page, admin)
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/admin/review')
      const line = page.getByRole('link', { name: new RegExp(applicant.organizationName) })
      await line.waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (shots)
        await page.screenshot({
          path: `${shots}/review-list-${look.language}-${look.scheme}-${look.contrast}-${width}.png`,
          fullPage: true,
        })
      await line.click()
      await page.getByRole('definition').first().waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (shots)
        await page.screenshot({
          path: `${shots}/review-${look.language}-${look.scheme}-${look.contrast}-${width}.png`,
          fullPage: true,
        })
    }
  })
