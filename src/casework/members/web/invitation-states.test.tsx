import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const PATH = '/api/communityMemberRegistration/register/'
const organization = await makeOrganization(app.database)
const { call: worker } = await app.someone({ organizationId: organization.id, roles: ['organization-admin'] })

let made = 0
async function makePerson() {
  const email = `ivo-${made++}@example.test`
  const person = { firstName: 'Ivo', lastName: 'Moon', email, organizationId: organization.id }
  return {
    email,
    ...(await app.database.insertInto('contact').values(person).returning('id').executeTakeFirstOrThrow()),
  }
}
/** Invites a person. @returns the path in the mail */
async function invite(person: { id: string; email: string }) {
  expect((await worker('POST', `/api/contact/${person.id}/invitation`)).status).toBe(204)
  await app.workJobs()
  const [mail] = await app.outbox(person.email)
  return /\/registration\/communityMember\?contactId=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''
}
const change = (contactId: string, given: { expiresOn?: string; usedOn?: string }) =>
  app.database.updateTable('contactInvitation').set(given).where('contactId', '=', contactId).execute()
async function fill(page: OpenScreen, password: string, again = password) {
  await page.fill(/^Password/, password)
  await page.fill(/^Confirm Password/, again)
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
  await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
}
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/ivo-\d+@example\.test/g, '<email>'))

it('MEM-02 MEM-03 the form of an invited person stands in full, in both languages', async () => {
  const path = await invite(await makePerson())
  const page = await openScreen(path)
  expect(page.title()).toContain('Registration')
  await page.findByText("I'm not a robot")
  expect(plain(page.outline())).toEqual([
    'Registration',
    'First Name',
    '<text "Ivo">',
    'Last Name',
    '<text "Moon">',
    'E-mail',
    '<text "<email>">',
    'Password | *',
    'Three or four words that do not belong together work well.',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Security Question | *',
    '<text Choose… "">',
    'Security Question Answer | *',
    '<text "" at most 200>',
    '<checkbox>',
    'I accept the Confidentiality and Nondisclosure Agreement',
    'Privacy Policy',
    '<checkbox required>',
    "I'm not a robot",
    'Cancel | → /',
    'Submit',
  ])
  for (const name of ['First Name', 'Last Name', 'E-mail'])
    expect(page.getByLabelText(name)).toHaveProperty('readOnly', true)
  expect(page.getByLabelText('E-mail').getAttribute('autocomplete')).toBe('username')
  const completes = [/^Password/, /^Confirm Password/, /^Security Question Answer/].map((label) =>
    page.getByLabelText(label).getAttribute('autocomplete'),
  )
  expect(completes).toEqual(['new-password', 'new-password', 'off'])
  const spanish = await openScreen(path, { language: 'es' })
  await spanish.findByText('No soy un robot')
  expect(plain(spanish.outline())).toEqual([
    'Registro',
    'Nombre',
    '<text "Ivo">',
    'Apellido',
    '<text "Moon">',
    'Correo electrónico',
    '<text "<email>">',
    'Contraseña | *',
    'Tres o cuatro palabras que no van juntas funcionan bien.',
    '<password "" at most 128>',
    'Mostrar: Contraseña',
    'Confirme la contraseña | *',
    '<password "" at most 128>',
    'Mostrar: Confirme la contraseña',
    'Pregunta de seguridad | *',
    '<text Elija… "">',
    'Respuesta a la pregunta de seguridad | *',
    '<text "" at most 200>',
    '<checkbox>',
    'Acepto el Acuerdo de confidencialidad y no divulgación',
    'Política de privacidad',
    '<checkbox required>',
    'No soy un robot',
    'Cancelar | → /',
    'Enviar',
  ])
})

it('MEM-04 what is missing or weak is said at its field, and nothing is sent', async () => {
  const page = await openScreen(await invite(await makePerson()), refused)
  const errors = () => [...page.getByRole('main').querySelectorAll('[id$="-error"]')].map((error) => error.textContent)
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(errors()).toEqual([
    'This is needed.',
    'This is needed.',
    'This is needed.',
    'This is needed.',
    'Please accept the terms and conditions.',
  ])
  await fill(page, 'violet kettle morning 47', 'violet kettle evening 47')
  await page.press('Submit')
  await waitFor(() => expect(errors()).toHaveLength(1))
  expect(errors()).toEqual(['Password does not match'])
  await page.fill(/^Password/, 'password1234')
  await page.fill(/^Confirm Password/, 'password1234')
  await page.press('Submit')
  await waitFor(() => expect(errors()).not.toContain('Password does not match'))
  await waitFor(() => expect(errors()).toHaveLength(1))
  expect(errors()).toEqual([
    'Many people use this Password or one much like it, so it is guessed first. Use three or four words that do not belong together.',
  ])
  expect(page.calls('POST', PATH)).toEqual([])
})

it('MEM-03 the agreement is read in a dialog, which accepts it or is closed', async () => {
  const page = await openScreen(await invite(await makePerson()))
  const box = () => page.getByRole('checkbox', { name: /^I accept/ }) as HTMLInputElement
  await page.press('Privacy Policy')
  const dialog = await page.findByRole('dialog', { name: 'Confidentiality and Nondisclosure Agreement' })
  await within(dialog).findByRole('button', { name: 'I Accept' })
  expect(dialog.textContent?.length).toBeGreaterThan(1500)
  await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(box().checked).toBe(false)
  await page.user.click(box())
  expect(box().checked).toBe(true)
  await page.user.click(box())
  expect(box().checked).toBe(false)
})

it('MEM-05 a link that no longer works says why, and leads to the landing page', async () => {
  const used = await makePerson()
  const usedPath = await invite(used)
  await change(used.id, { usedOn: new Date().toISOString() })
  const expired = await makePerson()
  const expiredPath = await invite(expired)
  await change(expired.id, { expiresOn: '2020-01-01T00:00:00Z' })
  const withdrawn = await makePerson()
  const withdrawnPath = await invite(withdrawn)
  expect((await worker('DELETE', `/api/contact/${withdrawn.id}/invitation`)).status).toBe(204)
  const replaced = await makePerson()
  const replacedPath = await invite(replaced)
  await invite(replaced)
  for (const [path, title, text] of [
    [usedPath, 'This invitation was used', 'Log in with the password that you chose.'],
    [expiredPath, 'This invitation has expired', 'Ask the organization that works with you to invite you again.'],
    [
      withdrawnPath,
      'This invitation was withdrawn',
      'Ask the organization that works with you if you think that this is a mistake.',
    ],
    [replacedPath, 'There is a newer invitation', 'Please use the link in the latest message.'],
    [
      '/registration/communityMember?contactId=made-up',
      'This link leads nowhere',
      'Check that the whole address was copied, or ask the organization that works with you.',
    ],
  ] as const) {
    const page = await openScreen(path, refused)
    await page.findByText(title)
    expect(page.outline()).toEqual([title, text, 'Ok | → /'])
  }
})
