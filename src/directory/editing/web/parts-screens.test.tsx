import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { keepMine } from '#test/keep-mine.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
await importDemoDirectory(database)
const { add } = directoryOf(app)
const { id: organizationId } = await makeOrganization(database, { name: 'Quilt Hall' })
const person = (firstName: string) => app.someone({ organizationId, firstName, roles: ['organization-admin'] })
const { account: maria, call } = await person('Maria')
const { account: nora } = await person('Nora')
const termNamed = async (name: string) =>
  (
    await database
      .selectFrom('taxonomyTerm')
      .select('id')
      .where('name', '=', name)
      .where('sourceName', '=', 'open-eligibility')
      .executeTakeFirstOrThrow()
  ).id
/** A service with a guessed category and a guessed area. */
async function makeService(name: string) {
  const id = await add('service', { organizationId, name })
  const taxonomyTermId = await termNamed('Food Pantry')
  await add('attribute', { serviceId: id, taxonomyTermId, statedBy: 'guess', because: 'groceries' })
  await add('serviceArea', {
    serviceId: id,
    name: 'Erie County',
    keys: ['c36029'],
    statedBy: 'guess',
    because: 'Erie County',
  })
  return id
}
const stored = async (id: string) => (await call('GET', `/api/service/${id}/editor`)).body
const input = { selector: 'input:not([type=hidden])' }

it('ORG-05 cost, prices and what to bring are entered, survive leaving the page, and stand in the directory', async () => {
  const id = await makeService('Quilt course')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria, width: 360, expectedErrors: [/400/] })
  await page.choose(/^What it costs/, 'By income (sliding scale)')
  await page.press('Add something to bring')
  await page.fill('Document', 'Photo ID')
  await page.press('Add something to bring')
  await page.press('Add a price')
  await page.fill('What for', 'One lesson')
  await page.fill('Amount in dollars', '2000000')
  await page.findByText('3 changes not saved')
  await page.open('/home')
  await page.open(`/organization/listing/${id}`)
  await page.press('Continue')
  expect(await page.findByLabelText('What for')).toHaveProperty('value', 'One lesson')
  await page.press('Save')
  await page.findByText('Enter an amount from 0 to 1,000,000.')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('costOptions.0.amount'))
  await page.fill('Amount in dollars', '12.5')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  await page.open(`/directory/service/${id}`)
  const section = (title: string) =>
    page.outline(page.getByRole('heading', { name: title }).closest('section') as HTMLElement)
  await page.findByRole('heading', { name: 'Fees' })
  expect(section('Fees')).toEqual(['Fees', 'By income (sliding scale)', 'One lesson · $12.50'])
  expect(section('What to bring')).toEqual(['What to bring', 'Photo ID'])
  await page.open(`/organization/listing/${id}`)
  await page.user.click(await page.findByRole('button', { name: 'Remove Photo ID' }))
  await page.user.click(page.getByRole('button', { name: 'Remove One lesson' }))
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: 'Add a price' })))
  await page.press('Save')
  await waitFor(async () => expect((await stored(id)).values).toMatchObject({ costOptions: [], requiredDocuments: [] }))
})

it('ORG-05 ORG-11 a guessed category says so, is confirmed with one click, and others are chosen', async () => {
  const id = await makeService('Quilt pantry')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  const list = await page.findByRole('list', { name: 'Categories' })
  expect(page.outline(list).slice(1)).toEqual([
    'Food Pantry | guessed from “groceries” | (That is right: Food Pantry) | That is right | (Remove Food Pantry)',
  ])
  await page.user.click(within(list).getByRole('button', { name: 'That is right: Food Pantry' }))
  expect(page.outline(list).slice(1)).toEqual(['Food Pantry | (Remove Food Pantry)'])
  const field = page.getByLabelText('Add a category', input)
  await page.user.type(field, 'Community Gardens')
  await page.user.click(await page.findByRole('option', { name: /Community Gardens$/ }))
  expect(page.outline(list)).toHaveLength(3)
  await page.findByText('1 change not saved')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.categories).toMatchObject([
    { name: 'Community Gardens', guessedFrom: null },
    { name: 'Food Pantry', guessedFrom: null },
  ])
  await page.open(`/organization/listing/${id}/history`)
  await page.findByText('Maria Tester changed it')
  expect(page.words()).toContain('Food Pantry (guessed)')
})

it('ORG-05 areas are found by typing and chosen by keyboard; a guess is taken away', async () => {
  const id = await makeService('Quilt rides')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  await page.user.click(await page.findByRole('button', { name: 'Remove Erie County' }))
  await page.findByText('Nobody said. People from everywhere are shown it.')
  const field = page.getByLabelText('Add an area', input)
  await page.user.type(field, 'albany, ny')
  await page.findByRole('option', { name: 'Albany County, NY' })
  await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const list = await page.findByRole('list', { name: 'Where people must live' })
  expect(page.outline(list).slice(1)).toEqual(['Albany County, NY | (Remove Albany County, NY)'])
  await page.user.type(field, '14203')
  await page.user.click(await page.findByRole('option', { name: '14203 (Buffalo, NY)' }))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.serviceAreas).toEqual([
    { name: '14203', keys: ['z14203'], guessedFrom: null },
    { name: 'Albany County, NY', keys: ['c36001'], guessedFrom: null },
  ])
})

it('ORG-05 of prices that somebody else changed meanwhile both versions are shown', async () => {
  const id = await makeService('Quilt loans')
  const page = await openScreen(`/organization/listing/${id}`, { as: nora, expectedErrors: [/409/] })
  await page.user.click(await page.findByRole('button', { name: 'Add a price' }))
  await page.fill('What for', 'A week')
  await page.fill('Amount in dollars', '5')
  const { version } = await stored(id)
  const price = { option: 'A month', amount: 9, currency: 'USD', amountDescription: 'or less' }
  await call('PUT', `/api/service/${id}`, { version, changes: { costOptions: [price] } })
  await keepMine(page, 'A week · $5', 'A month · $9 · or less')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(id)).values.costOptions).toMatchObject([{ option: 'A week', amount: 5 }])
})

it('ORG-05 cost, categories and areas are complete in Spanish', async () => {
  const id = await makeService('Quilt en español')
  const page = await openScreen(`/organization/listing/${id}`, { as: nora, language: 'es' })
  const part = async (name: string) => page.outline(await page.findByRole('region', { name }))
  await page.user.click(await page.findByRole('button', { name: 'Agregar un precio' }))
  await page.user.click(await page.findByRole('button', { name: 'Agregar algo que llevar' }))
  await waitFor(async () => expect((await part('Categorías')).join()).toContain('Despensa de alimentos'))
  expect([
    ...(await part('Dónde deben vivir las personas')),
    ...(await part('Cómo solicitarlo')),
    ...(await part('Cuánto cuesta')),
    ...(await part('Categorías')),
  ]).toMatchInlineSnapshot(`
    [
      "Dónde deben vivir las personas",
      "(Dónde deben vivir las personas)",
      "Erie County | deducido de «Erie County» | (Es correcto: Erie County) | Es correcto | (Quitar Erie County)",
      "Agregar una zona",
      "Un código postal, una ciudad, un condado o un estado. O todo el país.",
      "<text Empiece a escribir "">",
      "Cómo solicitarlo",
      "Cómo solicitarlo (opcional)",
      "<textarea "" at most 20000>",
      "Qué llevar",
      "Todos lo leen antes de venir.",
      "Documento",
      "<text "" at most 2000>",
      "(Quitar 1)",
      "Agregar algo que llevar",
      "Tiempo de espera (opcional)",
      "<text "" at most 500>",
      "Estado | *",
      "<text Elija… "Se ofrece">",
      "Cuánto cuesta",
      "Cuánto cuesta (opcional)",
      "<text Elija… "">",
      "Costo (opcional)",
      "<textarea "" at most 4000>",
      "Precios",
      "Solo si hay varios precios.",
      "Para qué",
      "<text "" at most 500>",
      "Importe en dólares",
      "<text "">",
      "Algo más",
      "<text "" at most 2000>",
      "(Quitar 1)",
      "Agregar un precio",
      "Categorías",
      "(Categorías)",
      "Despensa de alimentos | deducido de «groceries» | (Es correcto: Despensa de alimentos) | Es correcto | (Quitar Despensa de alimentos)",
      "Agregar una categoría",
      "Quien busca por categoría lo encuentra allí.",
      "<text Elija una categoría "">",
    ]
  `)
})

it('ORG-05 a late answer changes neither the areas on offer nor which one Enter adds; a failed search says so', async () => {
  const id = await makeService('Quilt walks')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria, expectedErrors: [/^A call failed: /] })
  await page.user.click(await page.findByRole('button', { name: 'Remove Erie County' }))
  const list = await typeInto(page, 'Add an area', 'alban')
  await waitFor(() => expect(list.options().length).toBeGreaterThan(2))
  const second = await selectDespiteLateAnswer(page, list, 'y, ny', ['GET', '/api/area/'])
  const added = await page.findByRole('list', { name: 'Where people must live' })
  expect(page.outline(added).slice(1)).toEqual([`${second} | (Remove ${second})`])
  for (let time = 0; time < 2; time++) page.failNext('GET', '/api/area/', 500)
  await page.user.paste('zzz')
  await page.findByText(searchFailed.en)
  await page.user.paste('z')
  await waitFor(() => expect(page.queryByText(searchFailed.en)).toBeNull())
})
