import { expect, type Page } from '@playwright/test'
import { admin, DEMO_PASSWORD, signIn, solveCaptcha } from './portal.ts'
import { register } from './register-by-http.ts'
import type { Recorder } from './screen-recorder.ts'

export const PASSWORD = 'violet kettle morning'
const SENDER = { organization: 'Redwood Family Table', email: 'ines@familytable.example.test' }
export const RECIPIENT_EMAIL = 'joan@corps.example.test'

/** A directory to import, and the service to which a person is referred. */
export interface Directory {
  folder: string
  recipient: string
  service: string
  /** Near the service. */
  zip: string
}

/** The other organization has claimed its entry of the imported directory, and was approved. */
export async function claimRecipient(url: string, as: Page, { recipient }: Directory) {
  const found = await as.request.get(`${url}/api/organization/autocomplete?name=${encodeURIComponent(recipient)}`)
  const organizationId = (await found.json()).items[0].id as string
  await register(url, { organizationId, email: RECIPIENT_EMAIL })
  await as.request.post(`${url}/api/auth/login/fallback`, { data: { email: admin, password: DEMO_PASSWORD } })
  const queue = (await (await as.request.get(`${url}/api/admin/review/`)).json()).items as {
    id: string
    version: number
  }[]
  for (const { id, version } of queue)
    await as.request.post(`${url}/api/admin/review/${id}/decision`, { data: { decision: 'approve', version } })
  await as.request.post(`${url}/api/authentication/logout`)
}

export async function registerOrganization(page: Page, url: string, film: Recorder) {
  await page.goto(`${url}/registration/organization`)
  await film.tell(page, 'A new organization registers itself.', 'Una organización nueva se registra.')
  const typed = {
    'First Name': 'Ines',
    'Last Name': 'Okada',
    'Phone Number': '6505550142',
    Email: SENDER.email,
    'Confirm Email': SENDER.email,
    Password: PASSWORD,
    'Confirm Password': PASSWORD,
    'Security Question Answer': 'Elmira',
  }
  for (const [label, value] of Object.entries(typed))
    await page
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value)
  await page
    .getByLabel(/^Security Question(?! Answer)/)
    .first()
    .click()
  await page.getByRole('option', { name: /first full time job/ }).click()
  await film.show(page)
  await page.getByRole('button', { name: 'Organization Information' }).click()
  await page.locator('[name=organizationName]').fill(SENDER.organization)
  await page.getByRole('checkbox', { name: /I accept the/ }).check()
  await solveCaptcha(page)
  await film.show(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/\/registration\/completion\?verificationRequired=true&confirmationRequired=true$/)
  await film.tell(
    page,
    'Its application goes to the governance review.',
    'Su solicitud pasa a la revisión de gobernanza.',
  )
}

export async function confirmAddress(page: Page, url: string) {
  const link = page.getByRole('listitem').filter({ hasText: SENDER.email }).getByRole('link').first()
  await expect(async () => {
    await page.goto(`${url}/dev/outbox`)
    await expect(link).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  const address = await link.getAttribute('href')
  await page.goto(`${url}${new URL(address ?? '').pathname}`)
  await expect(page.getByText('Your application is being reviewed by our governance committee.')).toBeVisible()
}

export async function approve(page: Page, url: string, film: Recorder) {
  await signIn(page, admin, DEMO_PASSWORD, url)
  await page.getByRole('link', { name: new RegExp(SENDER.organization) }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await film.tell(
    page,
    'A Hearthline admin looks at it and approves.',
    'Una persona administradora de Hearthline la revisa y la aprueba.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('status').getByText('Saved. The applicant has been told.')).toBeVisible()
}

export async function findService(page: Page, url: string, { service, zip }: Directory, film: Recorder) {
  await signIn(page, SENDER.email, PASSWORD, url)
  await page.getByRole('link', { name: 'Directory' }).click()
  await page.getByLabel('What is needed').fill('homeless shelters')
  await page.getByLabel('Near ZIP code or town').fill(zip)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/text=homeless/)
  await expect(page.getByRole('link', { name: service, exact: true })).toBeVisible()
  await film.tell(
    page,
    'It finds a shelter near the person, by words and distance.',
    'Encuentra un albergue cerca de la persona, por palabras y distancia.',
  )
  await page.getByRole('link', { name: service, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: service })).toBeVisible()
  await film.show(page)
  await page.getByRole('link', { name: /Refer someone/ }).click()
}

export async function referPerson(page: Page, film: Recorder) {
  await page.getByRole('link', { name: 'Record a new person' }).click()
  await page.getByLabel('First Name').fill('Noor')
  await page.getByLabel('Last Name').fill('Aziz')
  await page.getByLabel('Birth date').fill('1992-03-04')
  await page.getByLabel('Phone Number').fill('6505550177')
  await page.getByLabel('Record their consent now').check()
  await page.getByRole('combobox', { name: /May be shared with/ }).click()
  await page.getByRole('option', { name: /network/i }).click()
  await page.getByRole('combobox', { name: /How it was given/ }).click()
  await page
    .getByRole('option', { name: /aloud|spoken|verbal|words/i })
    .first()
    .click()
  await page.getByLabel('Witness').fill('Bo Reyes')
  await film.tell(page, 'It records the person, with their consent.', 'Registra a la persona, con su consentimiento.')
  await page.getByRole('button', { name: 'Save person' }).click()
  await expect(page).toHaveURL(/\/referrals\/new/)
  await page.getByRole('combobox', { name: /^Need/ }).click()
  await page.getByRole('option', { name: 'Shelter' }).first().click()
  await page.getByLabel(/^Note/).fill('Two children. They must leave on Friday. Texts are best.')
  await film.tell(page, 'The referral says what is needed.', 'La remisión dice qué se necesita.')
  await page.getByRole('button', { name: 'Send referral' }).click()
  await expect(page).toHaveURL(/\/referrals\/[0-9a-f-]{36}/)
  await expect(page.getByRole('main').getByText('Sent', { exact: true }).first()).toBeVisible()
  await film.show(page)
}

const write = async (page: Page, text: string) => {
  await page.getByPlaceholder(/^Write to/).fill(text)
  await page.getByRole('button', { name: 'Send message' }).click()
}
const chip = (page: Page, status: string) => page.getByRole('main').getByText(status, { exact: true }).first()

/** The recipient answers; the sender sees each step without doing anything. */
export async function closeTheLoop(sender: Page, recipient: Page, film: Recorder) {
  const arrived = recipient
    .getByRole('main')
    .getByText(/^Noor A\./)
    .first()
  await expect(arrived).toBeVisible({ timeout: 15_000 })
  await film.tell(
    recipient,
    'The other organization sees it arrive at once.',
    'La otra organización la ve llegar al instante.',
  )
  await recipient
    .getByRole('link', { name: /^(Open|Noor A)/ })
    .first()
    .click()
  await expect(chip(sender, 'In Review')).toBeVisible({ timeout: 15_000 })
  await film.tell(sender, 'And the sender sees that it was opened.', 'Y quien la envió ve que fue abierta.')
  await recipient.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = recipient.getByRole('dialog')
  await expect(chip(sender, 'Accepted')).toBeVisible({ timeout: 15_000 })
  await write(recipient, 'We have a family room from Thursday. Can she come at 10?')
  await expect(sender.getByText('We have a family room from Thursday. Can she come at 10?')).toBeVisible({
    timeout: 15_000,
  })
  await write(sender, 'Yes, she will be there with her papers.')
  await expect(recipient.getByText('Yes, she will be there with her papers.')).toBeVisible({ timeout: 15_000 })
  await film.tell(sender, 'They talk on the referral itself.', 'Conversan en la remisión misma.')
  await recipient.getByRole('button', { name: 'Start work' }).click()
  await dialog.getByRole('radio', { name: 'Not contacted yet' }).check()
  await dialog.getByRole('button', { name: 'Start work' }).click()
  await expect(chip(sender, 'In Progress')).toBeVisible({ timeout: 15_000 })
  await recipient.getByRole('button', { name: 'Close with outcome' }).click()
  await recipient.getByRole('radio', { name: 'Got help' }).check()
  await film.tell(recipient, 'It is closed with an outcome.', 'Se cierra con un resultado.')
  await dialog.getByRole('button', { name: 'Close with outcome' }).click()
  await expect(chip(sender, 'Closed: Resolved')).toBeVisible({ timeout: 15_000 })
  await film.tell(
    sender,
    'The loop is closed, and both sides know.',
    'El círculo se cierra, y ambas partes lo saben.',
    4,
  )
}
