import type { APIRequestContext, Browser } from '@playwright/test'
import {
  admin,
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
import { register } from './register-by-http.ts'

// Other files need it as an organization without an account.
test.use({ portalOf: 'claims' })

const CEDAR = 'Cedar Legal Aid Center'
const shots = process.env.SHOTS

/** Sends a referral to Cedar Legal, which has no account. @returns its ID and the code of its claim link */
async function sendToCedar(request: APIRequestContext, email: string) {
  const found = await (await request.get(`/api/organization/autocomplete?name=${CEDAR}`)).json()
  const organizationId = found.items[0].id as string
  const person = { firstName: 'Ines', lastName: 'Calder', phones: [] }
  const contact = await (await request.post('/api/contact/', { data: person })).json()
  const today = new Date().toISOString().slice(0, 10)
  await request.post(`/api/contact/${contact.id}/consent`, {
    data: { scope: 'organizations', recipientIds: [organizationId], howGiven: 'written', givenOn: today },
  })
  const find = async () => {
    const mails = await (await request.get(`/api/dev/outbox?to=${encodeURIComponent(email)}`)).json()
    return /referralId=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  }
  const before = await find()
  const sent = await request.post('/api/referral/', {
    data: {
      contactId: contact.id,
      recipientOrganizationId: organizationId,
      need: 'housing-instability',
      directReferralContact: { firstName: 'Rae', lastName: 'Lund', email },
    },
  })
  expect(sent.status()).toBe(201)
  // The mail about an earlier one may still be the newest.
  await expect.poll(find).not.toBe(before)
  return { id: (await sent.json()).id as string, code: await find(), organizationId }
}

/** Approves the open registration of an address, as the network. */
async function approve(browser: Browser, url: string, email: string) {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page, admin)
  const { items } = await (await page.request.get('/api/admin/review/?status=pending')).json()
  const review = items.find((item: { email: string }) => item.email === email)
  const answer = await page.request.post(`/api/admin/review/${review.id}/decision`, {
    data: { decision: 'approve', version: review.version },
  })
  expect(answer.status()).toBe(200)
  await context.close()
}

test('D-REG-1 F-01 a claim link shows its one referral and where the review stands; the sender confirms who registered', async ({
  page,
  portal,
  browser,
}) => {
  test.slow()
  await signIn(page, maria)
  const first = await sendToCedar(page.request, 'rae@cedar.test')
  const second = await sendToCedar(page.request, 'rae@cedar.test')

  const stranger = await (await browser.newContext({ baseURL: portal.url })).newPage()
  const link = `/registration/organization?referralId=${second.code}`
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Get started' }).click()
  const behind = stranger.getByRole('region', { name: 'The referral behind this link' })
  await expect(behind).toContainText('Ines C.')
  await expect(behind).toContainText('Eastside Food Bank')
  await expect(behind).not.toContainText('Calder')
  await expectAccessible(stranger)
  if (shots) await stranger.screenshot({ path: `${shots}/claims-link.png`, fullPage: true })
  const claim = { organizationId: second.organizationId, email: 'rae@cedar.test', referralId: second.code }
  await register(portal.url, claim)
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(`Your registration for ${CEDAR}`)
  await expect(stranger.getByText('The community reviews each registration before it opens.')).toBeVisible()
  await expectAccessible(stranger)
  if (shots) await stranger.screenshot({ path: `${shots}/claims-waiting.png`, fullPage: true })

  await approve(browser, portal.url, 'rae@cedar.test')
  await signIn(stranger, 'rae@cedar.test', 'violet kettle morning')
  await stranger.goto('/referrals')
  await expect(stranger.getByRole('table').getByRole('link')).toHaveCount(1)

  await page.goto('/home')
  await expect(page.getByText(`${CEDAR} now has an account. Confirm it`).first()).toBeVisible()
  await page.goto('/referrals?direction=outgoing')
  await expect(page.getByText('Needs your confirmation').first()).toBeVisible()
  for (const look of looks) {
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/referrals/${first.id}`)
      const panel = page.getByRole('region', { name: new RegExp(CEDAR) })
      await expect(panel).toContainText('rae@cedar.test')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (shots)
        await page.screenshot({
          path: `${shots}/claims-confirm-${look.language}-${look.scheme}-${width}.png`,
          fullPage: true,
        })
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/referrals/${first.id}`)
  await page.getByRole('button', { name: /^(Confirm for all|Confirmar para las)/ }).click()
  await expect(page.getByRole('region', { name: new RegExp(CEDAR) })).toHaveCount(0)
  await expect(stranger.getByRole('table').getByRole('link')).not.toHaveCount(1)
})

test('D-REG-1 ORG-03 an admin approves a request to join with a role, and declines another with a reason', async ({
  page,
  portal,
}) => {
  await signIn(page, lee)
  const { organizationId } = await (await page.request.get('/api/portalAccount/current')).json()
  await register(portal.url, { organizationId, email: 'noor@harbor.test' })
  await page.goto('/organization/people')
  const requests = page.getByRole('region', { name: 'Requests to join' })
  await expect(requests).toContainText('noor@harbor.test')
  await expectAccessible(page)
  await requests.getByRole('button', { name: 'Approve Ana Ruiz' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await expectAccessible(page)
  if (shots) await page.screenshot({ path: `${shots}/claims-join-dialog.png` })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Ana Ruiz can sign in now.')).toBeVisible()
  await requests.getByRole('button', { name: 'Decline Jonah Reyes' }).click()
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Please give a reason. The applicant reads it.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(/^Reason/).fill('We do not know you.')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(requests).toHaveCount(0)
})

for (const look of looks)
  test(`D-REG-1 requests to join are whole and accessible in ${inWords(look)}, at 360 px and 1280 px`, async ({
    page,
    portal,
  }) => {
    await signIn(page, lee)
    const { organizationId } = await (await page.request.get('/api/portalAccount/current')).json()
    await register(portal.url, {
      organizationId,
      email: `ana-${look.language}-${look.scheme}-${look.contrast}@harbor.test`,
    })
    await setLook(page, look)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/organization/people')
      await expect(page.getByRole('region', { name: /Requests to join|Solicitudes para unirse/ })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (shots)
        await page.screenshot({
          path: `${shots}/claims-join-${look.language}-${look.scheme}-${width}.png`,
          fullPage: true,
        })
    }
  })
