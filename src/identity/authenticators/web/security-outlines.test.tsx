import { Secret, TOTP } from 'otpauth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { codeSentTo } from '#test/sent-code.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const plain = (lines: string[]) =>
  lines.map((line) =>
    line
      .replaceAll(/[\w•-]+\u200b?@example\.test/g, '<email>')
      .replaceAll(/([A-Z2-7]{4} ){7}[A-Z2-7]{4}/g, '<key>')
      .replaceAll(/([A-Z0-9]{4}-){5}[A-Z0-9]{4}/g, '<code>'),
  )
async function openSecurity(person: Awaited<ReturnType<typeof app.someone>>) {
  const page = await openScreen('/myAccount/security', { as: person.account, ...refused })
  await page.press('Cancel')
  await page.findByRole('article', { name: 'E-Mail' })
  return page
}
const enrollOf = (page: OpenScreen, name: string) => within(page.getByRole('article', { name })).getByRole('button')
const section = (page: OpenScreen, name: string) => page.outline(page.getByRole('region', { name }))
/** Enrolls an app, and signs in with it afterwards. */
async function withApp(given: Parameters<typeof app.someone>[0] = {}) {
  const person = await app.someone(given)
  const { body } = await person.call('POST', '/api/mfa/', { authenticator_type: 'otp' })
  const secret = Secret.fromBase32(new URL(body.barcode_uri).searchParams.get('secret') ?? '')
  const otp = new TOTP({ secret })
  expect((await person.call('POST', '/api/mfa/verifyOtp', { otp_code: otp.generate() })).status).toBe(204)
  return { ...person, recoveryCodes: body.recovery_codes as string[], id: body.id as string }
}

it('SEC-05 SEC-06 each dialog of an enrollment stands in full, and Cancel changes nothing', async () => {
  const page = await openSecurity(await app.someone())
  await page.user.click(enrollOf(page, 'Text / Voice Message'))
  const phone = await page.findByRole('dialog')
  expect(page.outline(phone)).toEqual([
    'Enroll Text / Voice Message',
    '(Close)',
    'Phone Number | *',
    '<tel (###) ###-#### "" at most 40>',
    'Communication Type | *',
    '<text Choose… "">',
    'Cancel',
    'Send Code',
  ])
  await page.user.click(within(phone).getByRole('button', { name: 'Send Code' }))
  await waitFor(() => expect(page.getByLabelText(/^Phone/).getAttribute('aria-invalid')).toBe('true'))
  expect(page.outline(phone)).toEqual([
    'Enroll Text / Voice Message',
    '(Close)',
    'Phone Number | *',
    '<tel (###) ###-#### "" at most 40>',
    'This is needed.',
    'Communication Type | *',
    '<text Choose… "">',
    'This is needed.',
    'Cancel',
    'Send Code',
  ])
  await page.user.keyboard('{Escape}')
  await page.settle()
  expect(page.getByRole('dialog')).toBeTruthy()
  await page.fill(/^Phone/, '716-555-0171')
  await page.choose(/^Communication Type/, 'Text Message')
  await page.press('Send Code')
  await page.findByText(/^Enter the code that was sent to /)
  expect(page.outline(page.getByRole('dialog'))).toEqual([
    'Enroll Text / Voice Message',
    '(Close)',
    'Enter the code that was sent to (716) 555-0171.',
    'Send a new code',
    'Code | *',
    '<text "" at most 6>',
    'Cancel',
    'Verify',
  ])
  await page.press('Cancel')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.user.click(enrollOf(page, 'Authenticator App (OTP)'))
  expect(plain(page.outline(await page.findByRole('dialog')))).toEqual([
    'Enroll Authenticator App (OTP)',
    '(Close)',
    'Scan this picture with your authenticator app.',
    'If you cannot scan it, type this key into the app:',
    '<key>',
    'Copy the key',
    'Then enter the 6 characters that the app shows.',
    'Code | *',
    '<text "" at most 6>',
    'Cancel',
    'Verify',
  ])
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValueOnce(undefined as unknown as Clipboard)
  await page.press('Copy the key')
  await waitFor(() =>
    expect(page.notices()).toContain('This browser did not let us copy. Select the text and copy it.'),
  )
  clipboard.mockRestore()
  await page.press('Copy the key')
  await page.findByRole('button', { name: 'Copied' })
  await page.press('Close')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.calls('POST', '/api/mfa/').map(({ status }) => status)).toEqual([200, 200])
})

it('SEC-07 the recovery codes are copied, printed and saved, and the last ones warn', async () => {
  const person = await withApp()
  const page = await openScreen('/auth/reauthenticate?returnUrl=%2FmyAccount%2Fsecurity', {
    as: person.account,
    ...refused,
  })
  await waitFor(() => expect(page.title()).toBe('One more step · Hearthline'))
  await page.findByText('Other ways')
  expect(plain(page.outline())).toEqual([
    'One more step',
    'Enter the code that your authenticator app shows.',
    'Code | *',
    '<text "" at most 20>',
    'Continue',
    'Other ways',
    'Send an e-mail to <email>',
    'Use a recovery code',
    'Log out | → /auth/logout',
  ])
  await page.press(/^Send an e-mail/)
  await page.press('Send code')
  await page.findByText('The code is on its way. It works for ten minutes.')
  expect(plain(page.outline())).toEqual([
    'One more step',
    'We send a code by e-mail to <email>.',
    'Code | *',
    '<text "" at most 20>',
    'Continue',
    'Send a new code',
    'Other ways',
    'Use your authenticator app',
    'Use a recovery code',
    'Log out | → /auth/logout',
  ])
  await page.press('Send a new code')
  await waitFor(() => expect(page.calls('POST', '/api/mfa/challenge')).toHaveLength(2))
  await page.fill(/^Code/, '000000')
  await page.press('Continue')
  await page.findByText('This code is not correct.')
  // The second one replaces the first, and the server may still be writing it.
  const mailed = await waitFor(async () => {
    await app.workJobs()
    const sent = (await app.outbox(person.account.email)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    expect(sent).toHaveLength(2)
    return sent
  })
  await page.fill(/^Code/, mailed[0] ?? '')
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/mfa/recoveryCodes', 500)
  await page.press('Continue')
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
  await page.press('Cancel')
  await page.findByText('This could not be loaded.')
  await page.press('Try again')
  await page.findByText('10 codes left')
  await page.loaded()
  expect(section(page, 'Recovery Codes')).toEqual([
    'Recovery Codes',
    'Each code works once, in place of a second step, when you do not have your devices at hand.',
    '10 codes left',
    'Make new codes',
  ])
  expect(plain(section(page, 'Multi-Factor Authentication'))).toEqual([
    'Multi-Factor Authentication',
    'A second step after your password, so that a stolen password alone opens nothing.',
    'E-Mail',
    'Always on',
    'A code goes to <email>. This way always stays open.',
    'Remove | <disabled>',
    'Text / Voice Message',
    'Not enrolled',
    'A code is sent to your phone, or a call reads it to you.',
    'Enroll',
    'Authenticator App (OTP)',
    'Enrolled',
    'Your app shows the codes.',
    'Remove',
  ])
  await app.database.deleteFrom('recoveryCode' as never).execute()
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await page.findByText('You have no recovery codes.')
  expect(section(page, 'Recovery Codes')).toEqual([
    'Recovery Codes',
    'Each code works once, in place of a second step, when you do not have your devices at hand.',
    'You have no recovery codes.',
    'Make new codes',
  ])
  page.failNext('POST', '/api/mfa/recoveryCodes', 500)
  await page.press('Make new codes')
  await waitFor(() => expect(page.notices()).toEqual(['Uh oh! Something went wrong.']))
  const print = vi.fn()
  const saved: string[] = []
  const files = vi.spyOn(URL, 'createObjectURL')
  vi.stubGlobal('print', print)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    click.mockRestore()
    files.mockRestore()
  })
  await page.press('Make new codes')
  const dialog = await page.findByRole('dialog', { name: 'Recovery Codes' })
  expect(plain(page.outline(dialog))).toEqual([
    'Recovery Codes',
    'Keep these codes somewhere secure. Each can be used once to sign in if your MFA devices are lost. They are not shown again.',
    'Your recovery codes',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    '<code>',
    'Copy',
    'Print',
    'Download',
    'Finish',
  ])
  const codes = within(dialog)
    .getAllByRole('listitem')
    .map((one) => one.textContent)
  await page.press('Print')
  expect(print).toHaveBeenCalledTimes(1)
  await page.press('Download')
  expect(plain(saved)).toEqual(['Hearthline recovery codes of <email>.txt'])
  const file = files.mock.lastCall?.[0] as Blob
  expect([file.type, await file.text()]).toEqual([
    'text/plain',
    `Hearthline recovery codes of ${person.account.email}\n\n${codes.join('\n')}\n`,
  ])
  await page.press('Finish')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.findByText('10 codes left')
})

it('SEC-03 authenticators that fail to load say so and can be reloaded; in Spanish all stands', async () => {
  const person = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: person.account, ...refused })
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/mfa/', 500)
  await page.open('/myAccount/security')
  await page.press('Cancel')
  await page.findByText('Your authenticators could not be loaded.')
  expect(section(page, 'Multi-Factor Authentication')).toEqual([
    'Multi-Factor Authentication',
    'A second step after your password, so that a stolen password alone opens nothing.',
    'Your authenticators could not be loaded.',
    'Try again',
  ])
  await page.user.click(
    within(page.getByRole('region', { name: 'Multi-Factor Authentication' })).getByRole('button', {
      name: 'Try again',
    }),
  )
  await page.findByRole('article', { name: 'E-Mail' })
  const spanish = await openScreen('/myAccount/security', { as: person.account, language: 'es' })
  await spanish.press('Cancelar')
  await spanish.findAllByRole('article')
  await spanish.findAllByText(/^Usted · /)
  expect(plain(spanish.outline())).toEqual([
    '(Mi cuenta)',
    'Preferencias | → /myAccount/preferences',
    'Seguridad | → /myAccount/security',
    'Seguridad',
    'Una contraseña nueva cierra sus demás sesiones.',
    'Cambiar la contraseña',
    'Autenticación de varios factores',
    'Un segundo paso después de su contraseña, para que una contraseña robada por sí sola no abra nada.',
    'Correo electrónico',
    'Siempre activo',
    'Se envía un código a <email>. Este medio siempre queda disponible.',
    'Quitar | <disabled>',
    'Mensaje de texto o de voz',
    'No inscrito',
    'Se envía un código a su teléfono, o una llamada se lo lee.',
    'Inscribir',
    'Aplicación de autenticación (OTP)',
    'No inscrito',
    'Una aplicación en su teléfono muestra un código nuevo cada medio minuto, incluso sin señal.',
    'Inscribir',
    'Claves de acceso',
    'Entre con su huella, su rostro o el bloqueo de su dispositivo en lugar de una contraseña. Una clave de acceso no se puede adivinar y solo sirve en este sitio.',
    'Las claves de acceso van ligadas a un nombre, y esta dirección es un número. Abra el portal por su nombre para usarlas: | http://localhost:3999/myAccount/security | → http://localhost:3999/myAccount/security',
    'Dónde tengo la sesión abierta',
    'Todos los navegadores con una sesión abierta en su cuenta. Cierre la que no conozca y luego cambie su contraseña.',
    'Cerrar todas las demás',
    'Dispositivo desconocido | Esta | La computadora de este portal | Último uso: ahora mismo | · | Sesión abierta: ahora mismo',
    'Dispositivo desconocido | La computadora de este portal | Último uso: ahora mismo | · | Sesión abierta: ahora mismo | (Cerrar la sesión Dispositivo desconocido) | Cerrar',
    'Qué pasó con mi cuenta',
    'Los últimos 90 días, lo más reciente primero.',
    'Inicio de sesión | Con la contraseña | Usted · Dispositivo desconocido, La computadora de este portal | ahora mismo',
    'Inicio de sesión | Con la contraseña | Usted · Dispositivo desconocido, La computadora de este portal | ahora mismo',
    'Descargar para hoja de cálculo | → /api/myActivity/export?format=csv',
    'Descargar como JSON | → /api/myActivity/export?format=json',
  ])
})

it('D-MFA-1 the requirements of each role stand for a platform admin, and codes by e-mail can be refused', async () => {
  const page = await openSecurity(await app.someone({ roles: ['platform-admin'] }))
  await page.findByRole('region', { name: 'Who must use a second step' })
  expect(section(page, 'Who must use a second step')).toEqual([
    'Who must use a second step',
    "It applies from each person's next sign-in. Anyone who has not enrolled gets a code by e-mail.",
    'Everybody with one of these roles',
    '<checkbox> | Platform : Hearthline admin',
    '<checkbox> | Platform : HearthlineDeveloper',
    '<checkbox> | Support : Support Agent',
    '<checkbox> | Directory : Data Manager',
    '<checkbox> | Organization : Organization Admin',
    '<checkbox> | Organization : Organization Staff',
    '<checkbox> | Community : Community Member',
    'Roles whose codes by e-mail stop counting once an app or a passkey is set up',
    '<checkbox checked> | Platform : Hearthline admin',
    '<checkbox checked> | Platform : HearthlineDeveloper',
    '<checkbox checked> | Support : Support Agent',
    '<checkbox> | Directory : Data Manager',
    '<checkbox> | Organization : Organization Admin',
    '<checkbox> | Organization : Organization Staff',
    '<checkbox> | Community : Community Member',
  ])
  const group = within(page.getByRole('group', { name: /^Roles whose codes by e-mail/ }))
  const path = '/api/mfa/requirement/role/organization-staff'
  await page.user.click(group.getByRole('switch', { name: /Organization Staff/ }))
  await waitFor(() => expect(page.notices()).toContain('Requirement saved'))
  expect(page.calls('PUT', path).map(({ body }) => body)).toEqual([{ refuseEmailCodes: true }])
  const agent = await withApp({ roles: ['support-agent'] })
  const step = await openScreen('/home', { as: agent.account, ...refused })
  await step.findByText('Other ways')
  expect(plain(step.outline())).toEqual([
    'One more step',
    'Enter the code that your authenticator app shows.',
    'Code | *',
    '<text "" at most 20>',
    'Continue',
    'Codes by e-mail are not accepted here, since something safer is set up. Nothing at hand? Use a recovery code, or ask an administrator to remove your second steps.',
    'Other ways',
    'Use a recovery code',
    'Log out | → /auth/logout',
  ])
  await step.press('Use a recovery code')
  await step.fill(/^Recovery Code/, agent.recoveryCodes[0] ?? '')
  await step.press('Continue')
  await waitFor(() => expect(step.location()).toMatch(/^\/home/))
  await step.open('/myAccount/security')
  await step.press('Cancel')
  await step.findByText('9 codes left')
  expect(plain(step.outline(step.getByRole('article', { name: 'E-Mail' })))).toEqual([
    'E-Mail',
    'Not enrolled',
    'Codes by e-mail are not accepted any more, since something safer is set up.',
    'Remove | <disabled>',
  ])
})

/** Enrolls a telephone, and signs in with it afterwards. */
async function withPhone(phone_number: string, oob_channel: 'sms' | 'voice') {
  const person = await app.someone()
  const { body } = await person.call('POST', '/api/mfa/', { authenticator_type: 'oob', oob_channel, phone_number })
  const given = { otp_code: (await codeSentTo(app, phone_number)).digits, oob_code: body.oob_code }
  expect((await person.call('POST', '/api/mfa/verifyOob', given)).status).toBe(204)
  return { ...person, recoveryCodes: body.recovery_codes as string[] }
}
const isBusy = (page: OpenScreen, name: string) =>
  page.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

it('SEC-03 the cards come with the list, and stay when it cannot be loaded again', async () => {
  const person = await app.someone()
  const page = await openScreen('/myAccount/preferences', { as: person.account, ...refused })
  const list = page.holdNext('GET', '/api/mfa/')
  await page.open('/myAccount/security')
  await page.press('Cancel')
  expect(section(page, 'Multi-Factor Authentication')).toEqual([
    'Multi-Factor Authentication',
    'A second step after your password, so that a stolen password alone opens nothing.',
  ])
  list.release()
  await page.findByRole('article', { name: 'E-Mail' })
  const start = page.holdNext('POST', '/api/mfa/')
  await page.user.click(enrollOf(page, 'Authenticator App (OTP)'))
  await waitFor(() => expect(enrollOf(page, 'Authenticator App (OTP)').getAttribute('aria-disabled')).toBe('true'))
  expect(page.queryByRole('dialog')).toBeNull()
  start.release()
  const dialog = await page.findByRole('dialog')
  const key =
    within(dialog)
      .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
      .textContent?.replaceAll(' ', '') ?? ''
  await page.fill(/^Code/, new TOTP({ secret: Secret.fromBase32(key) }).generate())
  const verify = page.holdNext('POST', '/api/mfa/verifyOtp')
  await page.press('Verify')
  await waitFor(() => expect(isBusy(page, 'Verify')).toBe(true))
  verify.release()
  await page.findByRole('dialog', { name: 'Recovery Codes' })
  expect(plain(page.outline(page.getByRole('dialog')))).toEqual([
    'Recovery Codes',
    'Copy this code and keep it somewhere secure. It can be used to sign in if your MFA devices are lost.',
    'Your recovery code',
    '<code>',
    'Show all',
    'Copy',
    'Print',
    'Download',
    'Finish',
  ])
  await page.user.keyboard('{Escape}')
  await page.settle()
  expect(page.getByRole('dialog', { name: 'Recovery Codes' })).toBeTruthy()
  const before = section(page, 'Multi-Factor Authentication')
  const loads = page.calls('GET', '/api/mfa/').length
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/mfa/', 500)
  await page.press('Finish')
  await waitFor(() => expect(page.calls('GET', '/api/mfa/')).toHaveLength(loads + 2))
  await page.settle()
  expect(page.queryByRole('dialog')).toBeNull()
  expect(section(page, 'Multi-Factor Authentication')).toEqual(before)
})

it('SEC-05 HTTP-03 after the stronger sign-in only what was started goes on, and only once', async () => {
  const page = await openSecurity(await app.someone())
  const sent = () => page.calls('POST', '/api/mfa/').length
  await page.user.click(enrollOf(page, 'Text / Voice Message'))
  await page.fill(/^Phone/, '716-555-0181')
  await page.choose(/^Communication Type/, 'Text Message')
  page.failNext('POST', '/api/mfa/', 401)
  await page.press('Send Code')
  await page.findByRole('heading', { name: 'Confirm that it is you' })
  expect(page.shows('Uh oh! Something went wrong.')).toBe(false)
  await page.open('/myAccount/security')
  await page.findByRole('dialog', { name: 'Enroll Text / Voice Message' })
  await page.settle()
  expect(page.getAllByRole('dialog')).toHaveLength(1)
  expect(sent()).toBe(1)
  await page.fill(/^Phone/, '716-555-0181')
  await page.choose(/^Communication Type/, 'Text Message')
  const call = page.holdNext('POST', '/api/mfa/')
  await page.press('Send Code')
  await waitFor(() => expect(isBusy(page, 'Send Code')).toBe(true))
  call.release()
  await page.findByText(/^Enter the code that was sent to /)
  await page.fill(/^Code/, (await codeSentTo(app, '+17165550181')).digits)
  await page.press('Verify')
  await page.press('Finish')
  await waitFor(() => expect(enrollOf(page, 'Text / Voice Message').textContent).toBe('Remove'))
  const id = (await (await fetch('/api/mfa/')).json()).find((a: { name: string }) => /0181/.test(a.name)).id
  page.failNext('DELETE', `/api/mfa/${id}`, 401)
  await page.user.click(enrollOf(page, 'Text / Voice Message'))
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    'Are you sure you want to remove this authenticator?',
    'Cancel',
    'Confirm',
  ])
  await page.press('Confirm')
  await page.findByRole('heading', { name: 'Confirm that it is you' })
  await page.open('/myAccount/security')
  await page.findByRole('dialog', { name: 'Are you sure you want to remove this authenticator?' })
  await page.settle()
  expect(page.getAllByRole('dialog')).toHaveLength(1)
  expect(sent()).toBe(2)
  const removal = page.holdNext('DELETE', `/api/mfa/${id}`)
  await page.press('Confirm')
  await waitFor(() => expect(isBusy(page, 'Confirm')).toBe(true))
  removal.release()
  await waitFor(() => expect(page.notices()).toContain('Authenticator Removed'))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.open('/myAccount/security')
  expect(await page.findByRole('dialog', { name: 'Change Password' })).toBeTruthy()
  expect(sent()).toBe(2)
})

it('SEC-08 each kind of code is asked for in words of its own; a session that is over leads to the sign-in', async () => {
  const person = await withPhone('+17165550182', 'sms')
  const page = await openScreen('/auth/reauthenticate?returnUrl=/myAccount/security', {
    as: person.account,
    ...refused,
  })
  await page.findByText('Other ways')
  expect(plain(page.outline())).toEqual([
    'One more step',
    'We send a code as a text message to (•••) •••-0182.',
    'Send code',
    'Other ways',
    'Send an e-mail to <email>',
    'Use a recovery code',
    'Log out | → /auth/logout',
  ])
  const challenge = page.holdNext('POST', '/api/mfa/challenge')
  await page.press('Send code')
  await waitFor(() => expect(isBusy(page, 'Send code')).toBe(true))
  challenge.release()
  const code = await page.findByLabelText(/^Code/)
  await waitFor(() => expect(document.activeElement).toBe(code))
  const { length } = page.calls('POST')
  await page.press('Continue')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(page.calls('POST')).toHaveLength(length)
  await page.fill(/^Code/, '12')
  page.failNext('POST', '/api/mfa/verifyOob', { status: 429, code: 'too-many-requests' })
  await page.press('Continue')
  await page.findByText('Too many attempts. Please wait a quarter of an hour, or use a recovery code.')
  expect(code).toHaveProperty('value', '')
  await waitFor(() => expect(document.activeElement).toBe(code))
  const again = page.holdNext('POST', '/api/mfa/challenge')
  await page.press('Send a new code')
  await waitFor(() => expect(isBusy(page, 'Send a new code')).toBe(true))
  again.release()
  await waitFor(() => expect(isBusy(page, 'Send a new code')).toBe(false))
  page.failNext('POST', '/api/mfa/challenge', { status: 429, code: 'too-many-requests' })
  await page.press('Send a new code')
  await waitFor(() =>
    expect(page.notices()).toContain('Too many attempts. Please wait a quarter of an hour, or use a recovery code.'),
  )
  await page.press('Use a recovery code')
  expect(plain(page.outline())).toEqual([
    'One more step',
    'Enter one of your recovery codes. It works once.',
    'Recovery Code | *',
    '<text "" at most 60>',
    'Continue',
    'Other ways',
    'Send a text message to (•••) •••-0182',
    'Send an e-mail to <email>',
    'Log out | → /auth/logout',
  ])
  const check = page.holdNext('POST', '/api/mfa/verifyRecovery')
  await page.fill(/^Recovery Code/, person.recoveryCodes[0] ?? '')
  await page.press('Continue')
  await waitFor(() => expect(isBusy(page, 'Continue')).toBe(true))
  check.release()
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
  await page.press('Cancel')
  await page.findByText('9 codes left')
  await page.loaded()
  expect(plain(page.outline(page.getByRole('article', { name: 'Text / Voice Message' })))).toEqual([
    'Text / Voice Message',
    'Enrolled',
    'Codes are sent as a text message to (•••) •••-0182.',
    'Remove',
  ])
  for (const [left, text] of [
    [2, '2 codes left'],
    [1, '1 code left'],
  ] as const) {
    const ofPerson = app.database.selectFrom('recoveryCode').where('accountId', '=', person.account.id)
    const kept = await ofPerson.where('usedOn', 'is', null).select('codeHash').limit(left).execute()
    await app.database
      .deleteFrom('recoveryCode')
      .where('accountId', '=', person.account.id)
      .where(
        'codeHash',
        'not in',
        kept.map(({ codeHash }) => codeHash),
      )
      .execute()
    await page.open('/myAccount/security')
    await page.press('Cancel')
    await page.findByText('Make new codes before you run out.')
    expect(section(page, 'Recovery Codes')).toEqual([
      'Recovery Codes',
      'Each code works once, in place of a second step, when you do not have your devices at hand.',
      text,
      'Make new codes before you run out.',
      'Make new codes',
    ])
  }
  for (const [path, name] of [
    ['challenge', 'Send code'],
    ['verifyRecovery', 'Continue'],
  ] as const) {
    await page.open('/auth/reauthenticate?returnUrl=/myAccount/security')
    if (name === 'Send code') await page.press(/^Send a text message to/)
    else {
      await page.press('Use a recovery code')
      await page.fill(/^Recovery Code/, 'abc')
    }
    page.failNext('POST', `/api/mfa/${path}`, 401)
    await page.press(name)
    await waitFor(() => expect(page.location()).toBe('/'))
    expect(page.shows('Uh oh! Something went wrong.')).toBe(false)
  }
})

it('SEC-04 SEC-05 SEC-06 SEC-07 D-INT-1 the dialogs of enrolling, removing and of the codes stand in Spanish', async () => {
  const person = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/myAccount/security', { as: person.account, language: 'es', ...refused })
  await page.press('Cancelar')
  await page.findByRole('article', { name: 'Correo electrónico' })
  const told: string[][] = []
  const tell = async () => told.push(plain(page.outline(await page.findByRole('dialog'))))
  const gone = () => waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  const phone = 'Mensaje de texto o de voz'
  await page.user.click(enrollOf(page, phone))
  await page.press('Enviar el código')
  await waitFor(() => expect(page.getByLabelText(/^Número/).getAttribute('aria-invalid')).toBe('true'))
  await tell()
  await page.fill(/^Número/, '716-555-0183')
  await page.choose(/comunicación/i, /llamada/i)
  await page.press('Enviar el código')
  await page.findByLabelText(/^Código/)
  await tell()
  await page.fill(/^Código/, (await codeSentTo(app, '+17165550183')).digits)
  await page.press('Verificar')
  await page.findByRole('button', { name: 'Finalizar' })
  await tell()
  await page.press('Finalizar')
  await gone()
  await waitFor(() => expect(enrollOf(page, phone).textContent).toBe('Quitar'))
  await page.user.click(enrollOf(page, 'Aplicación de autenticación (OTP)'))
  await tell()
  await page.press('Cancelar')
  await gone()
  await page.user.click(enrollOf(page, phone))
  await tell()
  await page.press('Cancelar')
  await gone()
  await page.press('Generar códigos nuevos')
  await tell()
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Generar códigos nuevos' }))
  await page.findByRole('button', { name: 'Finalizar' })
  await tell()
  await page.press('Finalizar')
  await tell()
  await page.press('Sí, finalizar')
  await gone()
  expect(told).toEqual([
    [
      'Inscribir mensaje de texto o de voz',
      '(Cerrar)',
      'Número de teléfono | *',
      '<tel (###) ###-#### "" at most 40>',
      'Este dato es necesario.',
      'Tipo de comunicación | *',
      '<text Elija… "">',
      'Este dato es necesario.',
      'Cancelar',
      'Enviar el código',
    ],
    [
      'Inscribir mensaje de texto o de voz',
      '(Cerrar)',
      'Escriba el código que se envió a (716) 555-0183.',
      'Enviar otro código',
      'Código | *',
      '<text "" at most 6>',
      'Cancelar',
      'Verificar',
    ],
    [
      'Códigos de recuperación',
      'Copie este código y guárdelo en un lugar seguro. Puede usarlo para iniciar sesión si pierde sus dispositivos de autenticación.',
      'Su código de recuperación',
      '<code>',
      'Mostrar todos',
      'Copiar',
      'Imprimir',
      'Descargar',
      'Finalizar',
    ],
    [
      'Inscribir aplicación de autenticación (OTP)',
      '(Cerrar)',
      'Escanee esta imagen con su aplicación de autenticación.',
      'Si no puede escanearla, escriba esta clave en la aplicación:',
      '<key>',
      'Copiar la clave',
      'Después escriba los 6 caracteres que muestra la aplicación.',
      'Código | *',
      '<text "" at most 6>',
      'Cancelar',
      'Verificar',
    ],
    ['¿Seguro que desea quitar este autenticador?', 'Cancelar', 'Confirmar'],
    [
      '¿Generar códigos de recuperación nuevos?',
      'Los códigos que tiene ahora dejan de servir de inmediato.',
      'Cancelar',
      'Generar códigos nuevos',
    ],
    [
      'Códigos de recuperación',
      'Guarde estos códigos en un lugar seguro. Cada uno sirve una vez para iniciar sesión si pierde sus dispositivos de autenticación. No se vuelven a mostrar.',
      'Sus códigos de recuperación',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      'Copiar',
      'Imprimir',
      'Descargar',
      'Finalizar',
    ],
    [
      'Códigos de recuperación',
      'Guarde estos códigos en un lugar seguro. Cada uno sirve una vez para iniciar sesión si pierde sus dispositivos de autenticación. No se vuelven a mostrar.',
      'Sus códigos de recuperación',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      '<code>',
      'Copiar',
      'Imprimir',
      'Descargar',
      '¿Anotó estos códigos? No se volverán a mostrar.',
      'Todavía no',
      'Sí, finalizar',
    ],
  ])
})
