import { Secret, TOTP } from 'otpauth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

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
  await page.findByText('This code is not right.')
  await app.workJobs()
  const [mail] = await app.outbox(person.account.email)
  await page.fill(/^Code/, /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.press('Continue')
  await waitFor(() => expect(page.location()).toBe('/myAccount/security'))
  await page.press('Cancel')
  await page.findByText('10 codes left')
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
  vi.stubGlobal('print', print)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    click.mockRestore()
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
  await page.press('Print')
  expect(print).toHaveBeenCalledTimes(1)
  await page.press('Download')
  expect(plain(saved)).toEqual(['Hearthline recovery codes of <email>.txt'])
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
    '<checkbox> | Organization : Organization Admin',
    '<checkbox> | Organization : Organization Staff',
    '<checkbox> | Community : Community Member',
    'Roles whose codes by e-mail stop counting once an app or a passkey is set up',
    '<checkbox checked> | Platform : Hearthline admin',
    '<checkbox checked> | Platform : HearthlineDeveloper',
    '<checkbox checked> | Support : Support Agent',
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
