import { afterEach, expect, it, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { consumeCaptcha } from '#test/captcha.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const NEW = 'violet kettle morning 47'
const REGISTER = '/api/organizationRegistration/register/'
const SEARCH = '/api/organization/autocomplete'
const existing = 'This is an existing organization. Description and website can only be edited after account creation.'
afterEach(() => vi.useRealTimers())

let made = 0
async function fillPerson(page: OpenScreen) {
  const email = `founder-${made++}@example.test`
  await page.fill(/^First Name/, 'Ana')
  await page.fill(/^Last Name/, 'Ruiz')
  await page.fill(/^Phone/, '7165550142')
  await page.fill(/^Email/, email)
  await page.fill(/^Confirm Email/, email)
  await page.fill(/^Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  return email
}
const toSecondStep = async (page: OpenScreen) => {
  await page.press('Continue')
  await waitFor(() => expect(page.getByRole('button', { name: 'Submit' })).toBeTruthy())
}
const nameOrganization = async (page: OpenScreen, name: string) => {
  await page.user.click(page.getByRole('combobox', { name: /^Organization/ }))
  await page.user.paste(name)
}
const acceptTerms = async (page: OpenScreen) => page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))

it('CHO-01 asks who one is; a community member is told to call 211', async () => {
  const page = await openScreen('/registration/choice')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('I Am A...')
  expect(page.getByRole('link', { name: /^Organization Admin/ }).getAttribute('href')).toBe(
    '/registration/organization',
  )
  await page.press(/^Community Member/)
  expect(await page.findByRole('dialog', { name: 'Please call 211 to register for an account' })).toBeTruthy()
})

it('REG-01 REG-09 REG-10 REG-13 checks both steps, keeps what was typed, and sends nothing without the captcha', async () => {
  const page = await openScreen('/registration/organization')
  expect(page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('/')
  await page.press('Continue')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  await page.press(/Organization Information/)
  await page.press('Submit')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(/^First Name/)))
  await fillPerson(page)
  expect(page.getByLabelText(/^Phone/)).toHaveProperty('value', '(716) 555-0142')
  await page.fill(/^Confirm Email/, 'other@example.test')
  await page.press('Continue')
  await page.findByText('Both addresses must be the same.')
  await page.press(/Organization Information/)
  await page.press(/Your Information/)
  expect(page.getByLabelText(/^First Name/)).toHaveProperty('value', 'Ana')
  await page.fill(/^Confirm Email/, (page.getByLabelText(/^Email/) as HTMLInputElement).value)
  await toSecondStep(page)
  await nameOrganization(page, 'Lakeside Shelter')
  await page.fill(/^Description/, 'Beds')
  await page.press(/Your Information/)
  await toSecondStep(page)
  expect(page.getByRole('combobox', { name: /^Organization/ })).toHaveProperty('value', 'Lakeside Shelter')
  expect(page.getByLabelText(/^Description/)).toHaveProperty('value', 'Beds')
  await acceptTerms(page)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Please click the reCaptcha checkbox'))
  expect(page.calls('POST')).toEqual([])
})

it('REG-11 REG-14 COMP-01 a new organization registers, and reads that it is reviewed', async () => {
  const page = await openScreen('/registration/organization')
  const email = await fillPerson(page)
  await toSecondStep(page)
  await nameOrganization(page, 'Hillside Pantry')
  await acceptTerms(page)
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toContain('/registration/completion?verificationRequired=true'))
  expect(page.calls('POST', REGISTER).map(({ body }) => body)).toEqual([
    expect.objectContaining({ email, organizationName: 'Hillside Pantry', acceptedTermsAndConditions: true }),
  ])
  await page.findByText(/governance committee/)
  expect(page.words()).not.toContain('approved!')
  await expect(app.signIn(email, NEW)).rejects.toThrow('406')
})

it('REG-12 says which of the two failures it was, and asks for a new captcha', async () => {
  const page = await openScreen('/registration/organization', refused)
  await fillPerson(page)
  await toSecondStep(page)
  await nameOrganization(page, 'Creekside Legal Aid')
  await acceptTerms(page)
  await page.solveCaptcha()
  page.failNext('POST', REGISTER, 500)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['An unknown error has occured']))
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('Please click the reCaptcha checkbox'))
  await page.solveCaptcha()
  page.failNext('POST', REGISTER, 406)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('This email address is already in use'))
  const ids = page.calls('POST', REGISTER).map(({ body }) => (body as { requestId: string }).requestId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

it('REG-12 0461 what is corrected after an answer was lost is not taken for the same registration', async () => {
  const randomUUID = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  const page = await openScreen('/registration/organization', refused)
  await fillPerson(page)
  await toSecondStep(page)
  await nameOrganization(page, 'Meadow Kitchen')
  await acceptTerms(page)
  await page.solveCaptcha()
  page.breakConnection('answers')
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['An unknown error has occured']))
  page.breakConnection(null)
  randomUUID.mockRestore()
  await page.press(/Your Information/)
  await page.fill(/^Password/, `${NEW} corrected`)
  await page.fill(/^Confirm Password/, `${NEW} corrected`)
  await toSecondStep(page)
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toContain('This email address is already in use'))
  expect(page.calls('POST', REGISTER).map(({ status }) => status)).toEqual([0, 406])
})

it('REG-12 a refused captcha is not reported as an error of the fields, and the step stays', async () => {
  const page = await openScreen('/registration/organization', refused)
  await fillPerson(page)
  await toSecondStep(page)
  await nameOrganization(page, 'Brookside Clinic')
  await acceptTerms(page)
  await page.solveCaptcha()
  const call = page.holdNext('POST', REGISTER)
  await page.press('Submit')
  await waitFor(() => expect(page.calls('POST', REGISTER)).toHaveLength(1))
  await consumeCaptcha(app.anonymous, page.calls('POST', REGISTER)[0]?.body.captchaCode)
  call.release()
  await waitFor(() => expect(page.notices()).toEqual(['Please solve the captcha again.']))
  expect(page.getByRole('button', { name: 'Submit' })).toBeTruthy()
})

it('REG-05 REG-07 searches organizations from three characters, after half a second, and locks their fields', async () => {
  const mill = await makeOrganization(app.database, { name: 'Millbrook Clinic' })
  const page = await openScreen('/registration/organization')
  await page.press(/Organization Information/)
  const field = page.getByRole('combobox', { name: /^Organization/ })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await page.user.click(field)
  await page.user.paste('Mi ')
  await vi.advanceTimersByTimeAsync(2000)
  await page.settle()
  expect(page.calls('GET', SEARCH)).toEqual([])
  await page.user.clear(field)
  await page.user.paste('Mil')
  for (const more of ['lb', 'r']) {
    await vi.advanceTimersByTimeAsync(499)
    await page.user.paste(more)
  }
  await vi.advanceTimersByTimeAsync(499)
  await page.settle()
  expect(page.calls('GET', SEARCH)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await waitFor(() => expect(page.calls('GET', SEARCH)).toMatchObject([{ query: { name: 'Millbr' } }]))
  vi.useRealTimers()
  await page.user.click(await page.findByRole('option', { name: mill.name }))
  expect(page.getByText(existing)).toBeTruthy()
  for (const name of [/^Description/, /^Website/]) expect(page.getByLabelText(name)).toHaveProperty('disabled', true)
  await page.user.clear(field)
  expect(page.queryByText(existing)).toBeNull()
  for (const name of [/^Description/, /^Website/]) expect(page.getByLabelText(name)).toHaveProperty('disabled', false)
})

it('REG-06 a late answer to an earlier search replaces nothing', async () => {
  await makeOrganization(app.database, { name: 'Quarry Road Center' })
  await makeOrganization(app.database, { name: 'Quarter House' })
  const page = await openScreen('/registration/organization')
  await page.press(/Organization Information/)
  const field = page.getByRole('combobox', { name: /^Organization/ })
  const early = page.holdNext('GET', SEARCH)
  await page.user.click(field)
  await page.user.paste('Quar')
  await waitFor(() => expect(page.calls('GET', SEARCH)).toHaveLength(1))
  await page.user.paste('ter')
  await page.findByRole('option', { name: 'Quarter House' })
  early.release()
  await new Promise((done) => setTimeout(done, 100))
  expect(page.getAllByRole('option').map((one) => one.textContent)).toEqual(['Quarter House'])
})

it('REG-08 REG-11 CFG-02 a partner’s registrant sees no description or website, and ends at the partner’s site', async () => {
  const page = await openScreen('/registration/organization?source=ImpactHQ')
  await fillPerson(page)
  await toSecondStep(page)
  expect(page.queryByLabelText(/^Description/)).toBeNull()
  expect(page.queryByLabelText(/^Website/)).toBeNull()
  await nameOrganization(page, 'Bayside Youth')
  await acceptTerms(page)
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.location()).toBe('https://impacthq.example.org/registration-received'))
  expect(page.calls('POST', REGISTER)[0]?.body).toMatchObject({ source: 'impacthq' })
})

it('COMP-01 COMP-02 each completion page says what it must, and leads to where it must', async () => {
  const reviewed = await openScreen('/registration/completion?verificationRequired=true')
  expect(reviewed.words()).toMatch(/Thank you for registering.*governance committee.*verified community resource/)
  expect(reviewed.words()).not.toContain('Log in today')
  const approved = await openScreen('/registration/completion')
  expect(approved.shows('Thank you for registering. Your account has been approved!')).toBe(true)
  expect(approved.shows("Log in today to start managing your organization's profile")).toBe(true)
  expect(approved.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/')
  const partner = await openScreen('/registration/completion?source=impacthq')
  expect(partner.words()).not.toContain('Log in today')
  expect(partner.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('https://impacthq.example.org/')
  await partner.open('/registration/completion?verificationRequired=true&source=impacthq')
  expect(partner.shows('Thank you for registering. Your account has been approved!')).toBe(true)
  const stranger = await openScreen('/registration/completion?source=https://evil.test')
  expect(stranger.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/')
})

it('REG-17 says that the registration is complete', async () => {
  const page = await openScreen('/registration/complete')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('Registration Complete')
  expect(page.getByText('A verification email has been sent to the email provided.')).toBeTruthy()
  expect(page.getByRole('link', { name: 'Ok' }).getAttribute('href')).toBe('/')
})

it.each(['', '?source=impacthq'])(
  'REG-16 COMP-01 the mailed link%s says that the address is confirmed, and nothing of an approval before the review',
  async (source) => {
    const page = await openScreen(`/registration/organization${source}`)
    const email = await fillPerson(page)
    await toSecondStep(page)
    await nameOrganization(page, `Ferry Street ${made}`)
    await acceptTerms(page)
    await page.solveCaptcha()
    await page.press('Submit')
    await waitFor(() => expect(page.location()).toMatch(/completion|registration-received/))
    await app.workJobs()
    const [mail] = await app.outbox(email)
    const link = /\/registration\/organizationRegistration\/verification\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    const confirmed = await openScreen(link)
    await confirmed.findByText('Your e-mail address is confirmed.')
    expect(confirmed.words()).toContain('governance committee')
    expect(confirmed.words()).not.toContain('approved!')
    expect(confirmed.words()).not.toContain('Log in today')
  },
)

it('CHO-01 the dialog is as wide as the specification says, whatever the size of the letters', async () => {
  const page = await openScreen('/registration/choice')
  await page.press(/^Community Member/)
  const dialog = await page.findByRole('dialog')
  const root = dialog.closest<HTMLElement>('[style*="--modal-size"]')
  expect(root?.style.getPropertyValue('--modal-size')).toBe('calc(500px)')
})

it('REG-06 a late answer changes neither the organizations on offer nor what Enter selects', async () => {
  for (const name of ['Thornwick Arbor', 'Thornwick Bridge', 'Thornwick Canal'])
    await makeOrganization(app.database, { name })
  const page = await openScreen('/registration/organization')
  await page.press(/Organization Information/)
  const list = await typeInto(page, /^Organization/, 'Thornwick')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  expect(list.field.getAttribute('aria-expanded')).toBe('true')
  const second = await selectDespiteLateAnswer(page, list, ' Canal', ['GET', SEARCH])
  await waitFor(() => expect(list.field).toHaveProperty('value', second))
  expect(page.getByText(existing)).toBeTruthy()
  expect(list.field.getAttribute('aria-expanded')).toBe('false')
})

it('REG-05 a search that does not work does not say that the name is new', async () => {
  await makeOrganization(app.database, { name: 'Umbra Kitchen' })
  const page = await openScreen('/registration/organization', refused)
  await page.press(/Organization Information/)
  page.failNext('GET', SEARCH, 500)
  await typeInto(page, /^Organization/, 'Umb')
  expect((await page.findByText(searchFailed.en)).getAttribute('role')).toBe('alert')
  expect(page.queryByText(/is new here/)).toBeNull()
  await page.user.paste('ra')
  await page.findByRole('option', { name: 'Umbra Kitchen' })
  expect(page.queryByText(searchFailed.en)).toBeNull()
})
