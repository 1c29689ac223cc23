import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { consumeCaptcha } from '#test/captcha.ts'
import { makeOrganization, PASSWORD } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const NEW = 'violet kettle morning 47'
const PATH = '/api/communityMemberRegistration/register/'

const organization = await makeOrganization(app.database)
const { call: worker } = await app.someone({ organizationId: organization.id, roles: ['organization-admin'] })
let made = 0
/** The code of an invitation, as in its mail. */
async function invite() {
  const email = `iris-${made++}@example.test`
  const person = { firstName: 'Iris', lastName: 'Moon', email, organizationId: organization.id }
  const { id } = await app.database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()
  expect((await worker('POST', `/api/contact/${id}/invitation`)).status).toBe(204)
  await app.workJobs()
  const [mail] = await app.outbox(email)
  return { email, code: /contactId=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}

async function fill(page: OpenScreen, password = NEW) {
  await page.fill(/^Password/, password)
  await page.fill(/^Confirm Password/, password)
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  await page.press('Privacy Policy')
  const dialog = await page.findByRole('dialog', { name: 'Confidentiality and Nondisclosure Agreement' })
  const root = dialog.closest<HTMLElement>('[style*="--modal-size"]')
  expect(root?.style.getPropertyValue('--modal-size')).toBe('calc(800px)')
  await page.user.click(await within(dialog).findByRole('button', { name: 'I Accept' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.solveCaptcha()
}

it('MEM-02 MEM-03 MEM-04 an invited person registers with the names of the invitation, and can sign in', async () => {
  const { email, code } = await invite()
  const page = await openScreen(`/registration/communityMember?contactId=${code}`)
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Registration')
  expect(page.getByLabelText('First Name')).toMatchObject({ value: 'Iris', readOnly: true })
  expect(page.getByLabelText('Last Name')).toMatchObject({ value: 'Moon', readOnly: true })
  expect(page.getByLabelText('E-mail')).toMatchObject({ value: email, readOnly: true })
  expect(page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  await fill(page)
  expect(page.getByRole('checkbox', { name: /^I accept/ })).toHaveProperty('checked', true)
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toBe('/registration/completion'))
  // No mail waits for them: they can sign in.
  await page.findByRole('link', { name: 'Login' })
  expect(page.outline()).toEqual([
    'Thank you for registering. Your account has been approved!',
    "Log in today to start managing your organization's profile",
    'Login | → /',
  ])
  expect(page.calls('POST', PATH)[0]?.body).toMatchObject({ contactId: code, securityQuestion: 'elementary-school' })
  await app.signIn(email, NEW)
})

it('MEM-04 a missing captcha sends nothing', async () => {
  const page = await openScreen(`/registration/communityMember?contactId=${(await invite()).code}`)
  await fill(page)
  await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
  await page.press('Submit')
  await page.findByText(/Please accept/)
  expect(page.calls('POST')).toEqual([])
})

it('MEM-04 says which of the two failures it was, and asks for a new captcha', async () => {
  const { code, email } = await invite()
  const page = await openScreen(`/registration/communityMember?contactId=${code}`, refused)
  await fill(page)
  page.failNext('POST', PATH, 500)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['An unknown error has occured']))
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Please click the reCaptcha checkbox'))
  await page.solveCaptcha()
  page.failNext('POST', PATH, 406)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('This email address is already in use'))
  await expect(app.signIn(email, PASSWORD)).rejects.toThrow('401')
})

it('MEM-04 a weak password counts as an error of the form, at its field and in the notice', async () => {
  const page = await openScreen(`/registration/communityMember?contactId=${(await invite()).code}`)
  await fill(page, 'password')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(page.getByLabelText(/^Password/).getAttribute('aria-invalid')).toBe('true')
  expect(page.calls('POST')).toEqual([])
})

it('MEM-04 a refused captcha is not reported as an error of the fields', async () => {
  const page = await openScreen(`/registration/communityMember?contactId=${(await invite()).code}`, refused)
  await fill(page)
  const call = page.holdNext('POST', PATH)
  await page.press('Submit')
  await waitFor(() => expect(page.calls('POST', PATH)).toHaveLength(1))
  await consumeCaptcha(app.anonymous, page.calls('POST', PATH)[0]?.body.captchaCode)
  call.release()
  await waitFor(() => expect(page.notices()).toEqual(['Please solve the captcha again.']))
})
