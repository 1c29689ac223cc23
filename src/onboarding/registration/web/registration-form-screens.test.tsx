import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const refused = { expectedErrors: [/^A call failed: /] }
const NEW = 'violet kettle morning 47'
const REGISTER = '/api/organizationRegistration/register/'

async function fillPerson(page: OpenScreen, email: string) {
  await page.fill(/^First Name/, 'Ana')
  await page.fill(/^Last Name/, 'Ruiz')
  await page.fill(/^Phone/, '7165550142')
  await page.fill(/^Email/, email)
  await page.fill(/^Confirm Email/, email)
  await page.fill(/^Password/, NEW)
  await page.fill(/^Confirm Password/, NEW)
  await page.choose(/^Security Question/, 'What elementary school did you attend?')
  await page.fill(/^Security Question Answer/, 'Lincoln')
}
const isShown = (page: OpenScreen) => ({
  person: page.getByLabelText(/^First Name/).closest('[hidden]') === null,
  organization: page.getByLabelText(/^I accept/).closest('[hidden]') === null,
})
const currentStep = (page: OpenScreen) =>
  within(page.getByRole('navigation', { name: 'Steps' }))
    .getAllByRole('button')
    .map((one) => `${one.textContent}${one.getAttribute('aria-current') ? ', current' : ''}`)

it('REG-01 REG-09 the form stands in full, and each step says what is missing in it', async () => {
  const page = await openScreen('/registration/organization')
  expect(page.title()).toEqual('Register your organization · Hearthline')
  await page.findByText("I'm not a robot")
  expect(page.outline()).toEqual([
    'Register your organization',
    'Two short steps. You can go back and forth; nothing that you typed is lost.',
    '(Steps)',
    '1 | Your Information',
    '2 | Organization Information',
    'First Name | *',
    '<text "" at most 100>',
    'Last Name | *',
    '<text "" at most 100>',
    'Title (optional)',
    '<text "" at most 100>',
    'Phone Number | *',
    '<tel (###) ###-#### "" at most 40>',
    'Email | *',
    '<email "" at most 254>',
    'Confirm Email | *',
    '<email "" at most 254>',
    'At least 6 characters. Three or four words that do not belong together work well.',
    'Password | *',
    '<password "" at most 128>',
    'Show Password',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Security Question | *',
    '<text Choose… "">',
    'Security Question Answer | *',
    '<text "" at most 200>',
    'Organization | *',
    'Type three letters to see the organizations that we know, or write the name of a new one.',
    '<text "" at most 200>',
    'Description (optional)',
    '<textarea "" at most 4000>',
    'Website (optional)',
    '<text "" at most 500>',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    '<checkbox required>',
    "I'm not a robot",
    'Cancel | → /',
    'Continue',
  ])
  expect(isShown(page)).toEqual({ person: true, organization: false })
  expect(currentStep(page)).toEqual(['1Your Information, current', '2Organization Information'])
  await page.press('Continue')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(page.getAllByText('This is needed.')).toHaveLength(7)
  expect(currentStep(page)).toEqual(['1Your Information · has errors, current', '2Organization Information'])
  await page.press(/Organization Information/)
  expect(isShown(page)).toEqual({ person: false, organization: true })
  expect(currentStep(page)).toEqual(['1Your Information · has errors', '2Organization Information, current'])
  await page.press('Submit')
  await waitFor(() => expect(isShown(page)).toEqual({ person: true, organization: false }))
  expect(page.notices()).toEqual(['Please check the form for errors', 'Please click the reCaptcha checkbox'])
  expect(page.outline()).toEqual([
    'Register your organization',
    'Two short steps. You can go back and forth; nothing that you typed is lost.',
    '(Steps)',
    '1 | Your Information | · | has errors',
    '2 | Organization Information | · | has errors',
    'First Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Last Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Title (optional)',
    '<text "" at most 100>',
    'Phone Number | *',
    '<tel (###) ###-#### "" at most 40>',
    'This is needed.',
    'Email | *',
    '<email "" at most 254>',
    'This is needed.',
    'Confirm Email | *',
    '<email "" at most 254>',
    'This is needed.',
    'At least 6 characters. Three or four words that do not belong together work well.',
    'Password | *',
    '<password "" at most 128>',
    'Show Password',
    'Password is required',
    'Confirm Password | *',
    '<password "" at most 128>',
    'Show Confirm Password',
    'Password is required',
    'Security Question | *',
    '<text Choose… "">',
    'This is needed.',
    'Security Question Answer | *',
    '<text "" at most 200>',
    'This is needed.',
    'Organization | *',
    'Type three letters to see the organizations that we know, or write the name of a new one.',
    '<text "" at most 200>',
    'Choose an organization, or write the name of a new one.',
    'Description (optional)',
    '<textarea "" at most 4000>',
    'Website (optional)',
    '<text "" at most 500>',
    '<checkbox>',
    'I accept the | Terms and Conditions | → /legal/terms.pdf',
    'Please accept the terms and conditions.',
    '<checkbox required>',
    "I'm not a robot",
    'Cancel | → /',
    'Continue',
  ])
  await fillPerson(page, 'none@example.test')
  await page.press('Continue')
  await waitFor(() => expect(isShown(page)).toEqual({ person: false, organization: true }))
  expect(currentStep(page)).toEqual(['1Your Information', '2Organization Information, current'])
  await page.press('Submit')
  await page.findByText('Please accept the terms and conditions.')
  await page.press('Back')
  expect(isShown(page)).toEqual({ person: true, organization: false })
  expect(page.queryByRole('button', { name: 'Back' })).toBeNull()
  expect(page.calls('POST')).toEqual([])
})

it('REG-09 Continue moves the focus to the first mistake', async () => {
  const page = await openScreen('/registration/organization')
  await page.fill(/^First Name/, 'Ana')
  await page.press('Continue')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(/^Last Name/)))
})

it('REG-01 the form stands in Spanish, and a partner stays in its links', async () => {
  const page = await openScreen('/registration/organization?source=ImpactHQ', { language: 'es' })
  await page.findByText('No soy un robot')
  expect(page.outline()).toEqual([
    'Registre su organización',
    'Dos pasos breves. Puede ir y volver; no se pierde nada de lo que escribió.',
    '(Pasos)',
    '1 | Sus datos',
    '2 | Datos de la organización',
    'Nombre | *',
    '<text "" at most 100>',
    'Apellido | *',
    '<text "" at most 100>',
    'Cargo (opcional)',
    '<text "" at most 100>',
    'Número de teléfono | *',
    '<tel (###) ###-#### "" at most 40>',
    'Correo electrónico | *',
    '<email "" at most 254>',
    'Confirme el correo electrónico | *',
    '<email "" at most 254>',
    'Al menos 6 caracteres. Funcionan bien tres o cuatro palabras que no tengan relación entre sí.',
    'Contraseña | *',
    '<password "" at most 128>',
    'Mostrar: Contraseña',
    'Confirme la contraseña | *',
    '<password "" at most 128>',
    'Mostrar: Confirme la contraseña',
    'Pregunta de seguridad | *',
    '<text Elija… "">',
    'Respuesta a la pregunta de seguridad | *',
    '<text "" at most 200>',
    'Organización | *',
    'Escriba tres letras para ver las organizaciones que conocemos, o el nombre de una nueva.',
    '<text "" at most 200>',
    '<checkbox>',
    'Acepto los | Términos y Condiciones | → /legal/terms.pdf',
    '<checkbox required>',
    'No soy un robot',
    'Cancelar | → /?source=impacthq',
    'Continuar',
  ])
  const choice = await openScreen('/registration/choice?source=ImpactHQ', { language: 'es' })
  expect(choice.outline()).toEqual([
    'Yo soy...',
    'Miembro de la comunidad | Busco ayuda para mí o para mi familia.',
    'Administrador de una organización | Registro una organización que ayuda a las personas. | → /registration/organization?source=impacthq',
  ])
})

it('CHO-01 the choice stands in full, and the dialog closes with Ok', async () => {
  const page = await openScreen('/registration/choice')
  expect(page.title()).toEqual('I Am A... · Hearthline')
  expect(page.outline()).toEqual([
    'I Am A...',
    'Community Member | I am looking for help for myself or my family.',
    'Organization Admin | I register an organization that helps people. | → /registration/organization',
  ])
  const card = page.getByRole('button', { name: /^Community Member/ })
  expect(card.getAttribute('aria-haspopup')).toBe('dialog')
  expect(page.queryByRole('dialog')).toBeNull()
  await page.user.click(card)
  const dialog = await page.findByRole('dialog')
  expect(page.outline(dialog)).toEqual([
    'Please call | 211 | → tel:211 | to register for an account',
    '(Ok)',
    'The call is free, at any hour, in any language.',
    'Ok',
  ])
  await page.user.click(within(dialog).getAllByRole('button', { name: 'Ok' }).at(-1) as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
})

it('REG-10 a weak password and different ones are told before anything is sent', async () => {
  const page = await openScreen('/registration/organization')
  await fillPerson(page, 'ana.ruiz@example.test')
  const said = async (password: string, confirm: string) => {
    await page.fill(/^Password/, password)
    await page.fill(/^Confirm Password/, confirm)
    await page.press('Continue')
    await page.settle()
    return [/^Password/, /^Confirm Password/].map((label) => {
      const field = page.getByLabelText(label)
      const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    })
  }
  expect(await said('password1', 'password1')).toEqual([
    'Many people use this Password or one much like it, so it is guessed first. Use three or four words that do not belong together.',
    '',
  ])
  expect(await said(NEW, 'other')).toEqual(['', 'Password does not match'])
  expect(await said(NEW, '')).toEqual(['', 'Password is required'])
})

it('REG-05 the search says how many it found, and that a name is new', async () => {
  await makeOrganization(app.database, { name: 'Zinnia Pantry' })
  await makeOrganization(app.database, { name: 'Zinnia Shelter' })
  const page = await openScreen('/registration/organization')
  await page.press(/Organization Information/)
  const field = page.getByRole('combobox', { name: /^Organization/ })
  const status = () => page.getAllByRole('status').map((one) => one.textContent)
  expect(status().join('')).toBe('')
  await page.user.click(field)
  await page.user.paste('Zin')
  await waitFor(() => expect(status()).toContain('Searching…'))
  await waitFor(() => expect(status()).toContain('2 organizations found'))
  expect(page.getAllByRole('option').map((one) => one.textContent)).toEqual(['Zinnia Pantry', 'Zinnia Shelter'])
  await page.user.paste('nia P')
  await waitFor(() => expect(status()).toContain('1 organization found'))
  await page.user.paste('lace ')
  await waitFor(() => expect(status()).toContain('“Zinnia Place” is new here: it will be added.'))
  expect(page.queryAllByRole('option')).toEqual([])
  await page.user.clear(field)
  await waitFor(() => expect(status().join('')).toBe(''))
  await page.user.paste('Zi')
  await page.settle()
  expect(status().join('')).toBe('')
})

it('REG-07 REG-12 an organization chosen and gone meanwhile is told at its field', async () => {
  const gone = await makeOrganization(app.database, { name: 'Yarrow Clinic' })
  const page = await openScreen('/registration/organization', refused)
  await fillPerson(page, `ana-${crypto.randomUUID()}@example.test`)
  await page.press('Continue')
  await page.user.click(await page.findByRole('combobox', { name: /^Organization/ }))
  await page.fill(/^Description/, 'Typed before')
  await page.fill(/^Website/, 'https://typed.test')
  await page.user.click(page.getByRole('combobox', { name: /^Organization/ }))
  await page.user.paste('Yarrow')
  await page.user.click(await page.findByRole('option', { name: gone.name }))
  expect(page.getByRole('combobox', { name: /^Organization/ })).toHaveProperty('value', 'Yarrow Clinic')
  await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
  await page.solveCaptcha()
  await app.database.deleteFrom('organization').where('id', '=', gone.id).execute()
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['Please check the form for errors']))
  expect(page.calls('POST', REGISTER)[0]?.body).toMatchObject({
    organizationId: gone.id,
    organizationDescription: null,
    organizationWebsite: null,
    referralId: null,
  })
  expect(page.outline().slice(28, 35)).toEqual([
    'Organization | *',
    'Type three letters to see the organizations that we know, or write the name of a new one.',
    '<text "Yarrow Clinic" at most 200>',
    'We do not know this organization. Please choose it again.',
    'This is an existing organization. Description and website can only be edited after account creation.',
    'Description (optional)',
    '<textarea "Typed before" disabled at most 4000>',
  ])
  expect(page.getByLabelText(/^Website/)).toHaveProperty('value', 'https://typed.test')
  await page.user.type(page.getByRole('combobox', { name: /^Organization/ }), 's')
  for (const name of [/^Description/, /^Website/]) expect(page.getByLabelText(name)).toHaveProperty('value', '')
  expect(isShown(page)).toEqual({ person: false, organization: true })
})

it('REG-12 an address in use leads back to the first step, and is told at its field', async () => {
  const { account } = await app.someone()
  const page = await openScreen('/registration/organization', refused)
  await fillPerson(page, account.email)
  await page.press('Continue')
  await page.user.click(await page.findByRole('combobox', { name: /^Organization/ }))
  await page.user.paste(`Xenia ${crypto.randomUUID()}`)
  await page.user.click(page.getByRole('checkbox', { name: /^I accept/ }))
  await page.solveCaptcha()
  await page.press('Submit')
  await waitFor(() => expect(page.notices()).toEqual(['This email address is already in use']))
  await waitFor(() => expect(isShown(page)).toEqual({ person: true, organization: false }))
  expect(currentStep(page)).toEqual(['1Your Information · has errors, current', '2Organization Information'])
  const email = page.getByLabelText(/^Email/)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(page.getByText('This email address is already in use', { selector: 'p' })).toBeTruthy()
})
