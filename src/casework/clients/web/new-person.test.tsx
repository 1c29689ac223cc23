import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
/** A caseworker of an organization without people on record. */
async function worker() {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id })
}
/** What the list of this field offers. */
async function offered(page: OpenScreen, label: RegExp) {
  const field = await page.findByLabelText(label, { selector: 'input[aria-haspopup]' })
  await page.user.click(field)
  const list = document.getElementById(field.getAttribute('aria-controls') as string) as HTMLElement
  return [...list.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
}
const steady = (lines: string[]) => lines.map((line) => line.replaceAll(/\d\d\/\d\d\/\d{4}|\d{4}-\d\d-\d\d/g, '<day>'))

it('INT-01 INT-03 the form for a new person stands in full, in both languages', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await page.findByLabelText(/^First Name/)
  expect(page.title()).toContain('New person')
  expect(page.outline()).toEqual([
    'New person',
    'First and last name are enough to begin; the rest helps to find them again.',
    'Who they are',
    'First Name | *',
    '<text "" at most 100>',
    'Last Name | *',
    '<text "" at most 100>',
    'Birth date (optional)',
    '<date "">',
    'Language (optional)',
    '<text Choose… "">',
    'How to reach them',
    'Phone numbers',
    'Phone Number',
    '<tel (###) ###-#### "">',
    'Kind',
    '<text "Mobile">',
    'Add a phone',
    'Email (optional)',
    '<email "" at most 254>',
    'Address (optional)',
    '<text "" at most 200>',
    'Apartment, floor (optional)',
    '<text "" at most 200>',
    'City (optional)',
    '<text "" at most 100>',
    'State (optional)',
    '<text "" at most 50>',
    'ZIP code (optional)',
    '<text "" at most 10>',
    'Note (optional)',
    'Only your organization sees this.',
    '<textarea "" at most 4000>',
    'Consent',
    '<checkbox>',
    'Record their consent now',
    'Before their details go to another organization, they should agree to it. You can also record this later.',
    'Cancel | → /people',
    'Save person',
  ])
  await page.user.click(page.getByLabelText('Record their consent now'))
  await page.findByText('Permission to share my information')
  expect(steady(page.outline(page.getByRole('region', { name: 'Consent' }))).slice(0, 20)).toEqual([
    'Consent',
    '<checkbox checked>',
    'Record their consent now',
    'Before their details go to another organization, they should agree to it. You can also record this later.',
    'May be shared with | *',
    'The network means every organization that has an account here. Name the others one by one.',
    '<text Choose… "">',
    'For these needs (optional)',
    'Leave empty for all needs.',
    '<text "">',
    'How it was given | *',
    '<text Choose… "">',
    'Given on | *',
    '<date "<day>">',
    'Expires on (optional)',
    'Leave empty when it has no end.',
    '<date "">',
    'Language of the text | *',
    '<text Choose… "English">',
    '(Consent text, version 1)',
  ])
  await page.user.click(page.getByLabelText('Record their consent now'))
  expect(page.queryByText('May be shared with')).toBeNull()
  const spanish = await openScreen('/people/new', { as: account, language: 'es' })
  await spanish.findByLabelText(/^Nombre/)
  expect(spanish.outline()).toEqual([
    'Nueva persona',
    'El nombre y el apellido bastan para empezar; lo demás ayuda a encontrarla después.',
    'Quién es',
    'Nombre | *',
    '<text "" at most 100>',
    'Apellido | *',
    '<text "" at most 100>',
    'Fecha de nacimiento (opcional)',
    '<date "">',
    'Idioma (opcional)',
    '<text Elija… "">',
    'Cómo comunicarse',
    'Números de teléfono',
    'Número de teléfono',
    '<tel (###) ###-#### "">',
    'Tipo',
    '<text "Celular">',
    'Agregar un teléfono',
    'Correo electrónico (opcional)',
    '<email "" at most 254>',
    'Dirección (opcional)',
    '<text "" at most 200>',
    'Apartamento, piso (opcional)',
    '<text "" at most 200>',
    'Ciudad (opcional)',
    '<text "" at most 100>',
    'Estado (opcional)',
    '<text "" at most 50>',
    'Código postal (opcional)',
    '<text "" at most 10>',
    'Nota (opcional)',
    'Solo lo ve su organización.',
    '<textarea "" at most 4000>',
    'Consentimiento',
    '<checkbox>',
    'Registrar ahora su consentimiento',
    'Antes de que sus datos lleguen a otra organización, la persona debe estar de acuerdo. También puede registrarlo más tarde.',
    'Cancelar | → /people',
    'Guardar persona',
  ])
})

it('INT-01 languages are offered by name, English and Spanish first', async () => {
  const { account, call } = await worker()
  const page = await openScreen('/people/new', { as: account })
  expect(await offered(page, /^Language/)).toEqual([
    'English',
    'Spanish',
    'American Sign Language',
    'Arabic',
    'Bangla',
    'Burmese',
    'Chinese',
    'Filipino',
    'French',
    'German',
    'Gujarati',
    'Haitian Creole',
    'Hindi',
    'Italian',
    'Japanese',
    'Kinyarwanda',
    'Korean',
    'Nepali',
    'Persian',
    'Polish',
    'Portuguese',
    'Russian',
    'Somali',
    'Swahili',
    'Tigrinya',
    'Ukrainian',
    'Urdu',
    'Vietnamese',
    'Yiddish',
  ])
  const { id } = await makePerson(call, { language: 'yo' }, null)
  await page.open(`/people/${id}`)
  await page.press('Edit')
  expect((await offered(page, /^Language/)).slice(-4)).toEqual(['Urdu', 'Vietnamese', 'Yiddish', 'Yoruba'])
  const spanish = await openScreen('/people/new', { as: account, language: 'es' })
  expect(await offered(spanish, /^Idioma/)).toEqual([
    'inglés',
    'español',
    'alemán',
    'árabe',
    'bengalí',
    'birmano',
    'chino',
    'coreano',
    'criollo haitiano',
    'filipino',
    'francés',
    'gurayatí',
    'hindi',
    'italiano',
    'japonés',
    'kinyarwanda',
    'lengua de señas americana',
    'nepalí',
    'persa',
    'polaco',
    'portugués',
    'ruso',
    'somalí',
    'suajili',
    'tigriña',
    'ucraniano',
    'urdu',
    'vietnamita',
    'yidis',
  ])
})

it('INT-01 the kinds of phones are offered, and faults are said at their fields', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await page.fill('Phone Number', '716555')
  await page.user.click(page.getByRole('combobox', { name: 'Kind' }))
  expect(page.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Mobile', 'Home', 'Work', 'Other'])
  await page.user.click(page.getByRole('option', { name: 'Home' }))
  await page.press('Add a phone')
  await page.fill(/^Birth date/, '1850-01-01')
  await page.fill(/^ZIP code/, '142')
  await page.fill(/^Email/, 'nobody')
  await page.press('Save person')
  await waitFor(() => expect(page.getAllByText('This is needed.')).toHaveLength(2))
  expect(page.outline(page.getByRole('region', { name: 'Who they are' }))).toEqual([
    'Who they are',
    'First Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Last Name | *',
    '<text "" at most 100>',
    'This is needed.',
    'Birth date (optional)',
    '<date "1850-01-01">',
    'The birth date must be between 1880 and today.',
    'Language (optional)',
    '<text Choose… "">',
  ])
  expect(page.outline(page.getByRole('region', { name: 'How to reach them' }))).toEqual([
    'How to reach them',
    'Phone numbers',
    'Phone Number',
    '<tel (###) ###-#### "(716) 555">',
    'Write it as (716) 555-0100, or with a plus and the country code: +52 55 1234 5678.',
    'Kind',
    '<text "Home">',
    '<radio checked>',
    'Call this one first',
    '(Remove phone (716) 555)',
    'Phone Number',
    '<tel (###) ###-#### "">',
    'Kind',
    '<text "Mobile">',
    '<radio>',
    'Call this one first',
    '(Remove phone 2)',
    'Add a phone',
    'Email (optional)',
    '<email "nobody" at most 254>',
    'Write an e-mail address like name@example.org',
    'Address (optional)',
    '<text "" at most 200>',
    'Apartment, floor (optional)',
    '<text "" at most 200>',
    'City (optional)',
    '<text "" at most 100>',
    'State (optional)',
    '<text "" at most 50>',
    'ZIP code (optional)',
    '<text "142" at most 10>',
    'Write the five digits of a ZIP code.',
    'Note (optional)',
    'Only your organization sees this.',
    '<textarea "" at most 4000>',
  ])
  for (let line = 0; line < 8; line++) await page.user.click(page.getByText('Add a phone'))
  expect(page.getAllByLabelText('Phone Number')).toHaveLength(10)
  expect(page.queryByText('Add a phone')).toBeNull()
  await page.press('Remove phone 10')
  await page.findByText('Add a phone')
})

it('INT-01 a likely duplicate says what speaks for and against it, and one of several is used instead', async () => {
  const { account, call } = await worker()
  const { id } = await makePerson(call, { city: 'Buffalo' }, null)
  await makePerson(call, { firstName: 'Nora', lastName: 'Smith', birthDate: null, phones: [] }, null)
  const page = await openScreen('/people/new', { as: account })
  await page.fill(/^First Name/, 'Noor')
  await page.fill(/^Last Name/, 'Abadi')
  await page.fill(/^Birth date/, '1992-04-03')
  await page.fill(/^Email/, 'noor@example.test')
  await page.fill(/^City/, 'Albany')
  await page.fill('Phone Number', '7165550199')
  await page.press('Save person')
  const dialog = await page.findByRole('dialog')
  expect(page.outline(dialog)).toEqual([
    'Is it one of these people?',
    '(Close)',
    'Somebody like this is already on record. Use that record so that nothing gets lost between two.',
    'Noor | Abadi | 03/04/1992 · (716) 555-0142 · noor@example.test · Buffalo | Same e-mail address | Same name | Differs in: birth date, phone number, city | (Use this person: Noor Abadi) | Use this person',
    'Nora | Smith | noor@example.test | Same e-mail address | (Use this person: Nora Smith) | Use this person',
    'Back to the form',
    'Save anyway',
  ])
  await page.press('Back to the form')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.fill(/^Birth date/, '1992-03-04')
  await page.fill(/^Email/, '')
  await page.fill(/^City/, ' buffalo ')
  await page.fill('Phone Number', '7165550142')
  await page.press('Save person')
  expect(page.outline(await page.findByRole('dialog'))).toEqual([
    'Is it this person?',
    '(Close)',
    'Somebody like this is already on record. Use that record so that nothing gets lost between two.',
    'Noor | Abadi | 03/04/1992 · (716) 555-0142 · noor@example.test · Buffalo | Same birth date, similar name | Same phone number | Same name | (Use this person: Noor Abadi) | Use this person',
    'Back to the form',
    'Save anyway',
  ])
  expect(page.calls('POST', '/api/contact/duplicate').at(-1)?.body).toEqual({
    firstName: 'Noor',
    lastName: 'Abadi',
    birthDate: '1992-03-04',
    email: null,
    phones: [{ phoneNumber: '+17165550142' }],
  })
  await page.press('Use this person: Noor Abadi')
  await waitFor(() => expect(page.location()).toBe(`/people/${id}`))
  expect(page.calls('POST', '/api/contact/')).toEqual([])
  await page.open('/people/new')
  expect(((await page.findByLabelText(/^First Name/)) as HTMLInputElement).value).toBe('')
})

it('INT-01 D-AUTH-2 a person who was begun is offered again with name and consent, and cancelling forgets them', async () => {
  const { account } = await worker()
  const partner = await makeOrganization(app.database, { name: `Quillwood ${crypto.randomUUID()}` })
  const page = await openScreen('/people/new', { as: account })
  await page.fill(/^First Name/, 'Zelda')
  await page.fill(/^Last Name/, 'Okonkwo')
  await page.user.click(page.getByLabelText('Record their consent now'))
  await page.choose(/May be shared with/, 'Only the organizations named here')
  await page.user.type(page.getByRole('combobox', { name: /^Organizations/ }), partner.name.slice(0, 18))
  await page.user.click(await page.findByRole('option', { name: partner.name }))
  await page.settle()
  await page.open('/home')
  await page.open('/people/new')
  await page.findByText('Zelda Okonkwo')
  expect(page.outline()).toEqual([
    'New person',
    'First and last name are enough to begin; the rest helps to find them again.',
    '(Unfinished form)',
    'You began this just now and did not finish it. | Zelda Okonkwo',
    'Continue',
    'Start again',
  ])
  await page.press('Continue')
  expect(((await page.findByLabelText(/^Last Name/)) as HTMLInputElement).value).toBe('Okonkwo')
  await within(await page.findByRole('region', { name: 'Consent' })).findByText(partner.name)
  await page.user.click(page.getByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(page.location()).toBe('/people'))
  await page.open('/people/new')
  expect(((await page.findByLabelText(/^Last Name/)) as HTMLInputElement).value).toBe('')
})

it('INT-01 after a lost answer, saving again records nobody twice, and a change is compared with who is on record', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account, expectedErrors: [/^A call failed: /] })
  await page.fill(/^First Name/, 'Wilma')
  await page.fill(/^Last Name/, 'Thackeray')
  const recording = page.holdNext('POST', '/api/contact/')
  await page.press('Save person')
  await waitFor(() => expect(page.calls('POST', '/api/contact/')).toHaveLength(1))
  page.breakConnection('answers')
  recording.release()
  await waitFor(() => expect(page.calls('POST', '/api/contact/')[0]?.status).toBe(0))
  await page.settle()
  page.breakConnection(null)
  await page.fill(/^City/, 'Buffalo')
  await page.press('Save person')
  await page.findByRole('dialog')
  await page.press('Back to the form')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.fill(/^City/, '')
  await page.press('Save person')
  await waitFor(() => expect(page.location()).toMatch(/^\/people\/[\da-f-]{36}$/))
  const recorded = await app.database.selectFrom('contact').select('id').where('lastName', '=', 'Thackeray').execute()
  expect(recorded.map(({ id }) => `/people/${id}`)).toEqual([page.location()])
})
