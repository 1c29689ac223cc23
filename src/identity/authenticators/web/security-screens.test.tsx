import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { codeSentTo } from '#test/sent-code.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const WENT_WRONG = 'Uh oh! Something went wrong.'
const QUESTION = 'Are you sure you want to remove this authenticator?'
const CARDS = ['E-Mail', 'Text / Voice Message', 'Authenticator App (OTP)'] as const
type Card = (typeof CARDS)[number]

type Person = Awaited<ReturnType<typeof app.someone>>
/** Opens the security page and closes the password dialog that opens automatically. */
async function openSecurity(person: Person) {
  const page = await openScreen('/myAccount/security', { as: person.account, expectedErrors: [/^A call failed: /] })
  await page.press('Cancel')
  await page.findByRole('article', { name: 'E-Mail' })
  return page
}
const card = (page: OpenScreen, name: Card) => within(page.getByRole('article', { name }))
const buttonOf = (page: OpenScreen, name: Card) => card(page, name).getByRole('button')
/** Of the field, not of its list of options. */
const invalid = (page: OpenScreen, label: RegExp) =>
  page.getByLabelText(label, { selector: 'input' }).getAttribute('aria-invalid')
const dialogOf = async (page: OpenScreen, name: string | RegExp) => within(await page.findByRole('dialog', { name }))
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const post = (path: string, body: unknown) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
/** The same with an app enrolled in this browser: enrolling it elsewhere would end the session. */
async function openWithApp(person: Person) {
  const page = await openSecurity(person)
  const app = await (await post('/api/mfa/', { authenticator_type: 'otp' })).json()
  const secret = new URL(app.barcode_uri).searchParams.get('secret') ?? ''
  expect((await post('/api/mfa/verifyOtp', { otp_code: codeOf(secret) })).status).toBe(204)
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await page.findByRole('article', { name: 'E-Mail' })
  return { page, ...(app as { id: string; recovery_codes: string[] }) }
}

async function fillPhone(page: OpenScreen, number: string, channel: string) {
  await page.user.click(buttonOf(page, 'Text / Voice Message'))
  await page.findByRole('dialog', { name: 'Enroll Text / Voice Message' })
  await page.fill(/^Phone/, number)
  await page.choose(/^Communication Type/, channel)
}

it('SEC-03 shows three cards; the mailbox cannot be removed, the others can be enrolled', async () => {
  const page = await openSecurity(await app.someone())
  expect(page.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent)).toEqual([...CARDS])
  expect(CARDS.map((name) => buttonOf(page, name).textContent)).toEqual(['Remove', 'Enroll', 'Enroll'])
  expect(CARDS.map((name) => buttonOf(page, name).hasAttribute('disabled'))).toEqual([true, false, false])
  expect(card(page, 'E-Mail').getByText('Always on')).toBeTruthy()
  expect(card(page, 'Text / Voice Message').getByText('Not enrolled')).toBeTruthy()
  expect(page.queryByRole('heading', { name: 'Recovery Codes' })).toBeNull()
})

it('SEC-03 SEC-04 an enrolled app can be removed, and what is canceled or refused changes nothing', async () => {
  const { page, id } = await openWithApp(await app.someone())
  const loads = page.calls('GET', '/api/mfa/').length
  expect(CARDS.map((name) => buttonOf(page, name).textContent)).toEqual(['Remove', 'Enroll', 'Remove'])
  expect(card(page, 'Authenticator App (OTP)').getByText('Enrolled')).toBeTruthy()
  const remove = () => page.user.click(buttonOf(page, 'Authenticator App (OTP)'))

  await remove()
  await page.user.click((await dialogOf(page, QUESTION)).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('DELETE')).toEqual([])

  page.failNext('DELETE', `/api/mfa/${id}`, 500)
  await remove()
  await page.press('Confirm')
  await waitFor(() => expect(page.notices()).toEqual([WENT_WRONG]))
  expect(buttonOf(page, 'Authenticator App (OTP)').textContent).toBe('Remove')

  await remove()
  await page.press('Confirm')
  await waitFor(() => expect(page.notices()).toContain('Authenticator Removed'))
  expect(page.calls('DELETE', `/api/mfa/${id}`).map(({ status }) => status)).toEqual([500, 204])
  await waitFor(() => expect(buttonOf(page, 'Authenticator App (OTP)').textContent).toBe('Enroll'))
  expect(page.calls('GET', '/api/mfa/')).toHaveLength(loads)
  await waitFor(() => expect(page.queryByRole('heading', { name: 'Recovery Codes' })).toBeNull())
})

it('SEC-05 SEC-07 a telephone is enrolled with the code of a text; the first recovery code shows until Finish', async () => {
  const page = await openSecurity(await app.someone())
  await page.user.click(buttonOf(page, 'Text / Voice Message'))
  const dialog = await dialogOf(page, 'Enroll Text / Voice Message')
  await page.user.click(dialog.getByRole('button', { name: 'Send Code' }))
  await waitFor(() => expect(invalid(page, /^Phone/)).toBe('true'))
  expect(invalid(page, /^Communication Type/)).toBe('true')
  expect(page.calls('POST')).toEqual([])
  await page.fill(/^Phone/, '716-555-0161')
  await page.choose(/^Communication Type/, 'Text Message')
  await page.press('Send Code')
  await page.findByText(/^Enter the code that was sent to .*0161/)
  expect(page.calls('POST', '/api/mfa/').map(({ body }) => body)).toEqual([
    { authenticator_type: 'oob', oob_channel: 'sms', phone_number: '+17165550161' },
  ])
  const { digits, channel } = await codeSentTo(app, '+17165550161')
  expect(channel).toBe('sms')
  await page.fill(/^Code/, digits)
  await page.press('Verify')
  await waitFor(() => expect(page.notices()).toContain('Authenticator Enrolled'))
  expect(page.calls('POST', '/api/mfa/verifyOob')).toMatchObject([{ body: { otp_code: digits }, status: 204 }])

  const codes = await dialogOf(page, 'Recovery Codes')
  expect(
    codes.getByText(/^Copy this code and keep it somewhere secure\. It can be used .* MFA devices are lost/),
  ).toBeTruthy()
  expect(codes.getAllByRole('listitem')).toHaveLength(1)
  expect(codes.queryByRole('button', { name: 'Close' })).toBeNull()
  await page.press('Show all')
  await page.press('Copy')
  await waitFor(() => expect(page.notices()).toContain('Copied'))
  expect(codes.getAllByRole('listitem')).toHaveLength(10)
  expect(codes.queryByRole('button', { name: 'Show all' })).toBeNull()
  const loads = page.calls('GET', '/api/mfa/').length
  await page.press('Finish')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(buttonOf(page, 'Text / Voice Message').textContent).toBe('Remove'))
  expect(page.calls('GET', '/api/mfa/')).toHaveLength(loads + 1)
  expect(card(page, 'Text / Voice Message').getByText(/^Codes are sent as a text message to /)).toBeTruthy()
  expect(await page.findByText('10 codes left')).toBeTruthy()
})

it('SEC-05 a telephone is enrolled by a call; a second enrollment brings no recovery codes', async () => {
  const { page } = await openWithApp(await app.someone())
  await fillPhone(page, '(716) 555-0162', 'Voice Call')
  await page.press('Send Code')
  await page.findByText(/^Enter the code that was sent to /)
  expect(page.calls('POST', '/api/mfa/').at(-1)?.body).toMatchObject({
    oob_channel: 'voice',
    phone_number: '+17165550162',
  })
  const { digits, channel } = await codeSentTo(app, '+17165550162')
  expect(channel).toBe('voice')
  await page.fill(/^Code/, digits)
  await page.press('Verify')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(await card(page, 'Text / Voice Message').findByText(/^Codes are read to you in a call to /)).toBeTruthy()
})

it('SEC-05 a failure to send says so and keeps what was typed; a wrong code stands at its field; a new code counts', async () => {
  const page = await openSecurity(await app.someone())
  await fillPhone(page, '716-555-0163', 'Text Message')
  page.failNext('POST', '/api/mfa/', 500)
  await page.press('Send Code')
  await waitFor(() => expect(page.notices()).toEqual([WENT_WRONG]))
  // A portal that has no service to send codes.
  app.config.evaluation = false
  await page.press('Send Code')
  const instead = 'This portal cannot send codes to phones. Use an authenticator app or a passkey instead.'
  await waitFor(() => expect(page.notices()).toContain(instead))
  app.config.evaluation = true
  await page.press('Send Code')
  await page.findByText(/^Enter the code that was sent to /)
  const { digits: first } = await codeSentTo(app, '+17165550163')
  await page.fill(/^Code/, wrong(first))
  await page.press('Verify')
  await page.findByText('This code is not correct.')
  expect(page.notices()).not.toContain('Authenticator Enrolled')
  await waitFor(() => expect(page.notices()).not.toContain(WENT_WRONG))
  page.failNext('POST', '/api/mfa/challenge', 500)
  await page.press('Send a new code')
  await waitFor(() => expect(page.notices()).toContain(WENT_WRONG))
  await page.press('Send a new code')
  await waitFor(() => expect(page.notices()).toContain('A new code is on its way.'))
  const { digits: second } = await codeSentTo(app, '+17165550163')
  await page.fill(/^Code/, second)
  await page.press('Verify')
  await waitFor(() => expect(page.notices()).toContain('Authenticator Enrolled'))
})

it('SEC-06 an app is enrolled from a picture or a key; a refused code says that enrollment failed', async () => {
  const page = await openSecurity(await app.someone())
  await page.user.click(buttonOf(page, 'Authenticator App (OTP)'))
  const dialog = await dialogOf(page, 'Enroll Authenticator App (OTP)')
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' })
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['200', '200'])
  const key = dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent?.replaceAll(' ', '') ?? ''
  await page.fill(/^Code/, '12345')
  await page.press('Verify')
  await waitFor(() => expect(invalid(page, /^Code/)).toBe('true'))
  expect(page.calls('POST', '/api/mfa/verifyOtp')).toEqual([])
  await page.fill(/^Code/, wrong(codeOf(key)))
  await page.press('Verify')
  await waitFor(() => expect(page.notices()).toContain('Authenticator Enrollment Failed'))
  expect(page.calls('POST', '/api/mfa/verifyOtp')).toMatchObject([{ status: 406 }])
  page.failNext('POST', '/api/mfa/verifyOtp', 500)
  await page.press('Verify')
  await waitFor(() => expect(page.logged()).toContain('A call failed: 500 unexpected'))
  await waitFor(() => expect(page.getByRole('button', { name: 'Verify' }).getAttribute('aria-disabled')).toBeNull())
  await page.fill(/^Code/, codeOf(key))
  await page.press('Verify')
  await waitFor(() => expect(page.notices()).toContain('Authenticator Enrolled'))
  // The notices of the failures do not stay beside it.
  expect(page.notices()).toEqual(['Authenticator Enrolled'])
  await page.press('Finish')
  await waitFor(() => expect(buttonOf(page, 'Authenticator App (OTP)').textContent).toBe('Remove'))
})

it('SEC-04 HTTP-03 a removal that was refused for an old sign-in is taken up again after the stronger one', async () => {
  const { page, id } = await openWithApp(await app.someone())
  page.failNext('DELETE', `/api/mfa/${id}`, 401)
  await page.user.click(buttonOf(page, 'Authenticator App (OTP)'))
  await page.press('Confirm')
  await waitFor(() => expect(page.location()).toBe('/auth/reauthenticate?returnUrl=/myAccount/security'))
  await page.findByRole('heading', { name: 'Confirm that it is you' })
  await page.open('/myAccount/security')
  expect(await page.findByRole('dialog', { name: QUESTION })).toBeTruthy()
  expect(page.queryByRole('dialog', { name: 'Change Password' })).toBeNull()
})

it('SEC-02 where a second factor is required, the authenticators come first and no dialog opens', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account } = await app.someone({ organizationId, roles: ['organization-staff'] })
  const page = await openScreen('/myAccount/security', { as: account, expectedErrors: [/^A call failed: /] })
  await page.findByRole('dialog', { name: 'Change Password' })
  await app.database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organizationId).execute()
  page.failNext('GET', '/api/mfa/', 500)
  await page.open('/myAccount/security')
  expect(page.getByRole('heading', { level: 1 }).textContent).toBe('This page could not be opened')
  await page.press('Try again')
  await page.findByText('Your organization or role requires a second step when you sign in.')
  expect(page.queryByRole('dialog')).toBeNull()
})

it('SEC-02 where a second factor is required, a list that fails to load keeps the person where they are', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { account } = await app.someone({ organizationId, roles: ['organization-staff'] })
  const page = await openScreen('/home', { as: account, expectedErrors: [/^A call failed: /] })
  await app.database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organizationId).execute()
  await page.open('/myAccount/preferences')
  const go = () => page.user.click(page.getByRole('link', { name: 'Security' }))
  page.failNext('GET', '/api/mfa/', 500)
  await go()
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
  expect(page.location()).toBe('/myAccount/preferences')
  await go()
  await page.findByRole('article', { name: 'Text / Voice Message' })
  expect(page.queryByRole('dialog')).toBeNull()
})

it('D-MFA-1 SEC-04 where a second factor is required, the last authenticator is not removed', async () => {
  const { id: organizationId } = await makeOrganization(app.database)
  const { page } = await openWithApp(await app.someone({ organizationId, roles: ['organization-staff'] }))
  await app.database.updateTable('organization').set({ requireMfa: true }).where('id', '=', organizationId).execute()
  await page.user.click(buttonOf(page, 'Authenticator App (OTP)'))
  await page.press('Confirm')
  await waitFor(() =>
    expect(page.notices()).toEqual([
      'A second step is required here. Enroll another authenticator before you remove this one.',
    ]),
  )
  expect(buttonOf(page, 'Authenticator App (OTP)').textContent).toBe('Remove')
})

it('SEC-07 new recovery codes replace the old ones after a question, and all of them show', async () => {
  const { page, recovery_codes: old } = await openWithApp(await app.someone())
  await page.findByText('10 codes left')
  await page.press('Make new codes')
  const question = await dialogOf(page, 'Make new recovery codes?')
  await page.user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', '/api/mfa/recoveryCodes')).toEqual([])
  await page.press('Make new codes')
  const again = await dialogOf(page, 'Make new recovery codes?')
  await page.user.click(again.getByRole('button', { name: 'Make new codes' }))
  const codes = await dialogOf(page, 'Recovery Codes')
  const shown = codes.getAllByRole('listitem').map((one) => one.textContent)
  expect(shown).toHaveLength(10)
  expect(shown.filter((code) => old.includes(code ?? ''))).toEqual([])
  await page.press('Copy')
  await waitFor(() => expect(page.notices()).toContain('Copied'))
  await page.press('Finish')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('SEC-07 new recovery codes that were neither copied, printed nor downloaded close only after a question', async () => {
  const { page } = await openWithApp(await app.someone())
  await page.findByText('10 codes left')
  await page.press('Make new codes')
  const question = await dialogOf(page, 'Make new recovery codes?')
  await page.user.click(question.getByRole('button', { name: 'Make new codes' }))
  const codes = await dialogOf(page, 'Recovery Codes')
  await page.press('Finish')
  const kept = () => codes.queryByRole('group', { name: 'Did you write these codes down? They are not shown again.' })
  expect(kept()).toBeTruthy()
  expect(document.activeElement).toBe(codes.getByRole('button', { name: 'Not yet' }))
  await page.press('Not yet')
  expect(kept()).toBeNull()
  expect(codes.getAllByRole('listitem')).toHaveLength(10)
  await page.press('Finish')
  await page.press('Yes, finish')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('D-MFA-1 a platform admin requires a second step of a role; a failure leaves the switch', async () => {
  const person = await app.someone({ roles: ['platform-admin'] })
  const page = await openSecurity(person)
  const group = within(await page.findByRole('group', { name: 'Everybody with one of these roles' }))
  const toggle = () => group.getByRole('switch', { name: /Developer/ }) as HTMLInputElement
  const path = '/api/mfa/requirement/role/developer'
  page.failNext('PUT', path, 500)
  await page.user.click(toggle())
  await waitFor(() => expect(page.notices()).toEqual([WENT_WRONG]))
  expect(toggle().checked).toBe(false)
  await page.user.click(toggle())
  await waitFor(() => expect(page.notices()).toContain('Requirement saved'))
  await waitFor(() => expect(toggle().checked).toBe(true))
  expect(page.calls('PUT', path).map(({ body }) => body)).toEqual([{ requireMfa: true }, { requireMfa: true }])
})

it('SEC-06 HTTP-03 enrolling an app goes on after the stronger sign-in; only a refused code says that it failed', async () => {
  const page = await openSecurity(await app.someone())
  page.failNext('POST', '/api/mfa/', 401)
  await page.user.click(buttonOf(page, 'Authenticator App (OTP)'))
  await page.findByRole('heading', { name: 'Confirm that it is you' })
  await page.open('/myAccount/security')
  await page.findByRole('dialog', { name: 'Enroll Authenticator App (OTP)' })
  page.failNext('POST', '/api/mfa/verifyOtp', 500)
  await page.fill(/^Code/, '123456')
  await page.press('Verify')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh, something went wrong!']))
})

it('SEC-08 a recovery code opens the way back to where it was asked for; a wrong one is said at its field', async () => {
  const { page, recovery_codes: codes } = await openWithApp(await app.someone())
  await page.open('/auth/reauthenticate?returnUrl=/myAccount/preferences')
  await page.press('Use a recovery code')
  await page.fill(/^Recovery Code/, 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA')
  await page.press('Continue')
  await page.findByText('This code is not correct.')
  expect(page.location()).toBe('/auth/reauthenticate?returnUrl=/myAccount/preferences')
  await page.fill(/^Recovery Code/, codes[0] ?? '')
  await page.press('Continue')
  await waitFor(() => expect(page.location()).toBe('/myAccount/preferences'))
  expect(page.calls('POST', '/api/mfa/verifyRecovery')).toHaveLength(2)
})

it('D-MFA-1 a requirement of the roles that cannot be read says so, and is read again', async () => {
  const { account } = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/home', { as: account, expectedErrors: [/^A call failed: /] })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/mfa/requirement', 500)
  await page.open('/myAccount/security')
  const card = within(await page.findByRole('region', { name: 'Who must use a second step' }))
  await page.user.click(await card.findByRole('button', { name: 'Try again', hidden: true }))
  await page.findByText('Everybody with one of these roles')
})
