import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { add } = directoryOf(app)
const { id: organizationId } = await makeOrganization(app.database, { name: 'Quilt Hall' })
const person = (firstName: string) => app.someone({ organizationId, firstName, roles: ['organization-admin'] })
const { account: maria, call } = await person('Maria')
const { account: nora } = await person('Nora')
const makeService = (name: string, eligibilityDescription: string) =>
  add('service', { organizationId, name, eligibilityDescription })
const stored = async (id: string) => (await call('GET', `/api/service/${id}/editor`)).body
const input = { selector: 'input:not([type=hidden])' }

it('ORG-09 what the program read is marked, confirmed with one click or taken away, and shown on the page of the service', async () => {
  const id = await makeService('Quilt meals', 'Veterans aged 60 or over. Bring a photo ID.')
  const page = await openScreen(`/directory/service/${id}`, { as: maria })
  const forWhom = async () =>
    page.outline((await page.findByRole('heading', { name: 'For whom' })).closest('section') as HTMLElement)
  expect(await forWhom()).toEqual([
    'For whom',
    'Veterans aged 60 or over. Bring a photo ID.',
    '60 or older | (read from the text, not confirmed)',
    'For: veterans and service members | (read from the text, not confirmed)',
    'Papers: photo ID | (read from the text, not confirmed)',
  ])
  await page.open(`/organization/listing/${id}`)
  const read = await page.findByRole('region', { name: 'Read from the text, not confirmed' })
  expect(page.outline(read).slice(2)).toEqual([
    '60 or older – from “aged 60 or over” | (That is right: 60 or older) | That is right | (Not so: 60 or older) | Not so',
    'For: veterans and service members – from “Veterans” | (That is right: For: veterans and service members) | That is right | (Not so: For: veterans and service members) | Not so',
    'Papers: photo ID – from “photo ID” | (That is right: Papers: photo ID) | That is right | (Not so: Papers: photo ID) | Not so',
  ])
  await page.user.click(within(read).getByRole('button', { name: 'That is right: 60 or older' }))
  await page.user.click(within(read).getByRole('button', { name: /^That is right: For/ }))
  await page.user.click(within(read).getByRole('button', { name: /^Not so: Papers/ }))
  await waitFor(() => expect(page.queryByRole('region', { name: 'Read from the text, not confirmed' })).toBeNull())
  expect(page.getByLabelText(/^Youngest age/)).toHaveProperty('value', '60')
  await page.findByText('3 changes not saved')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values).toMatchObject({ minimumAge: 60, populations: ['veterans'], papers: [] })
  await page.open(`/directory/service/${id}`)
  const [, words, ...rules] = await forWhom()
  expect(words).toMatch(/^Veterans aged 60 or over\..*Age 60 and over$/s)
  expect(rules).toEqual(['For: veterans and service members'])
})

it('ORG-09 rules are entered by hand, survive leaving the page, and stand in the history', async () => {
  const id = await makeService('Quilt rent', 'Ask us.')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria, width: 360 })
  await page.choose('Is there a limit of income?', 'Amounts by size of household')
  await page.fill('1 person', '1500')
  await page.fill('2 people', '2000')
  await page.user.selectOptions(page.getByLabelText('Amounts are'), 'a month')
  await page.user.click(page.getByLabelText('Households', input))
  await page.user.click(await page.findByRole('option', { name: 'with children' }))
  await page.user.click(page.getByLabelText('Papers people must show', input))
  await page.user.click(await page.findByRole('option', { name: 'photo ID' }))
  await page.user.click(page.getByRole('option', { name: 'none needed' }))
  await page.findByText('3 changes not saved')
  await page.open('/home')
  await page.open(`/organization/listing/${id}`)
  await page.press('Continue')
  expect(await page.findByLabelText('2 people')).toHaveProperty('value', '$2,000')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values).toMatchObject({
    income: { percent: null, amounts: [1500, 2000], per: 'month' },
    ...{ households: ['with-children'], papers: ['none'] },
  })
  await page.open(`/organization/listing/${id}/history`)
  await page.findByText('Maria Tester changed it')
  const words = page.words()
  for (const text of ['Income a month: at most $1,500 for 1 person and $2,000 for 2 people', 'Papers: none needed'])
    expect(words).toContain(text)
  await page.open(`/organization/listing/${id}`)
  await page.choose('Is there a limit of income?', 'A share of the federal poverty level')
  await page.fill('Percent of the federal poverty level', '185')
  await page.press('Save')
  await waitFor(async () => expect((await stored(id)).values.income.percent).toBe(185))
})

it('ORG-09 a retyped amount leaves those of larger households, and a gap is named when it is saved', async () => {
  const id = await makeService('Quilt heating', 'Ask us.')
  const { version } = await stored(id)
  const income = { percent: null, amounts: [1500, 2000, 2500], per: 'month' }
  expect((await call('PUT', `/api/service/${id}`, { version, changes: { income } })).status).toBe(200)
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  const amounts = () => page.getAllByLabelText(/^\d (person|people)$/).map((field) => (field as HTMLInputElement).value)
  await page.fill('1 person', '')
  expect(amounts()).toEqual(['', '$2,000', '$2,500', ''])
  await page.press('Save')
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText('1 person')))
  expect(page.getByLabelText('1 person').getAttribute('aria-invalid')).toBe('true')
  expect(page.calls('PUT', `/api/service/${id}`)).toEqual([])
  await page.fill('1 person', '1600')
  await page.fill('3 people', '')
  expect(amounts()).toEqual(['$1,600', '$2,000', ''])
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.income).toEqual({ ...income, amounts: [1600, 2000] })
})

it('ORG-09 a limit of income without a number is not saved as "No limit"', async () => {
  const id = await makeService('Quilt lunch', 'Ask us.')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  const limit = 'Is there a limit of income?'
  await page.choose(limit, 'Amounts by size of household')
  await page.fill('1 person', '1500')
  await page.fill('1 person', '')
  expect(page.queryByLabelText('2 people')).toBeNull()
  await page.press('Save')
  await waitFor(() => expect(page.getByLabelText('1 person').getAttribute('aria-invalid')).toBe('true'))
  await page.choose(limit, 'A share of the federal poverty level')
  await page.press('Save')
  const share = await page.findByLabelText('Percent of the federal poverty level')
  await waitFor(() => expect(share.getAttribute('aria-invalid')).toBe('true'))
  await page.choose(limit, 'No limit')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.income).toEqual({ percent: null, amounts: [], per: 'year' })
})

it('ORG-09 rules in Spanish, read from a Spanish text', async () => {
  const id = await makeService('Quilt en español', 'Mayores de 60 años. No pedimos papeles.')
  const page = await openScreen(`/organization/listing/${id}`, { as: nora, language: 'es' })
  const read = await page.findByRole('region', { name: 'Leído del texto, sin confirmar' })
  const about = await page.findByRole('region', { name: 'Quién puede recibirlo' })
  expect(page.outline(read)).toMatchInlineSnapshot(`
    [
      "Leído del texto, sin confirmar",
      "El programa lo leyó en sus palabras. El directorio dice que nadie lo confirmó.",
      "60 años o más – de «Mayores de 60 años» | (Es correcto: 60 años o más) | Es correcto | (No es así: 60 años o más) | No es así",
      "Documentos: no hace falta ninguno – de «No pedimos papeles» | (Es correcto: Documentos: no hace falta ninguno) | Es correcto | (No es así: Documentos: no hace falta ninguno) | No es así",
    ]
  `)
  expect(page.outline(about).filter((line) => !/^<text/.test(line))).toMatchInlineSnapshot(`
    [
      "Quién puede recibirlo",
      "Para quién (opcional)",
      "Edad mínima (opcional)",
      "Edad máxima (opcional)",
      "Además de las palabras de arriba, para que una búsqueda pueda comparar. Deje vacío lo que no importa.",
      "Leído del texto, sin confirmar",
      "El programa lo leyó en sus palabras. El directorio dice que nadie lo confirmó.",
      "60 años o más – de «Mayores de 60 años» | (Es correcto: 60 años o más) | Es correcto | (No es así: 60 años o más) | No es así",
      "Documentos: no hace falta ninguno – de «No pedimos papeles» | (Es correcto: Documentos: no hace falta ninguno) | Es correcto | (No es así: Documentos: no hace falta ninguno) | No es así",
      "¿Hay un límite de ingresos?",
      "Hogares",
      "Grupos de personas",
      "Documentos que hay que mostrar",
      "Idiomas que se hablan",
      "Interpretación (opcional)",
    ]
  `)
  await page.open(`/directory/service/${id}`)
  await page.findAllByText(/leído del texto, sin confirmar/)
})
