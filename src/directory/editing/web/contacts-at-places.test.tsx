import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { keepMine } from '#test/keep-mine.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { add, makePlace } = directoryOf(app)
const { id: organizationId } = await makeOrganization(app.database, { name: 'Quilt Hall' })
const admin = (firstName: string) => app.someone({ organizationId, firstName, roles: ['organization-admin'] })
const { account: maria, call } = await admin('Maria')
const { account: nora } = await admin('Nora')
const address = { address1: '1 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' }
const service = await add('service', { organizationId, name: 'Quilt circle' })
const annex = await makePlace(service, { organizationId, name: 'Annex' }, address)
await makePlace(service, { organizationId, name: 'Cottage', isConfidential: true }, address)
const stored = async () => (await call('GET', `/api/service/${service}/editor`)).body
const person = (name: string) => ({ name, title: null, department: null, email: null, phones: [] })

/** The editor of the service, at the people of the Annex. */
async function openEditor(as: typeof maria, legend = 'People to ask for at Annex', options: object = {}) {
  const page = await openScreen(`/organization/listing/${service}`, { as, ...options })
  const here = (await page.findByText(legend)).closest('fieldset') as HTMLElement
  return { page, here }
}
const save = async (people: object[]) => {
  const { version } = await stored()
  await call('PUT', `/api/service/${service}`, { version, changes: { contactsAt: { [annex]: people } } })
}
const keeper = { ...person('Nell'), title: 'Door keeper', email: 'door@quilt.example.org' }

it('ORG-05 ORG-10 people to ask for at one place are added, checked and saved; a confidential place has none', async () => {
  const { page, here } = await openEditor(maria)
  expect(page.shows('Hours at Cottage')).toBe(true)
  expect(page.shows('People to ask for at Cottage')).toBe(false)
  await page.user.click(within(here).getByText('Add a person'))
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', `contactsAt.${annex}.0.name`))
  await page.user.click(within(here).getByLabelText('Role'))
  await page.user.paste('Door keeper')
  await page.user.click(within(here).getByLabelText('Email'))
  await page.user.paste('door@')
  await page.press('Save')
  await page.findByText('Write an e-mail address like name@example.org')
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', `contactsAt.${annex}.0.email`))
  await page.user.click(within(here).getByLabelText('Email'))
  await page.user.paste('quilt.example.org')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).values.contactsAt).toEqual({ [annex]: [{ ...keeper, name: null }] })
})

it('ORG-06 people at a place are previewed before they are saved', async () => {
  await save([keeper])
  const { page, here } = await openEditor(nora)
  await page.user.type(within(here).getByLabelText('Name'), ' Ng')
  await page.user.click(page.getByText('Preview'))
  await page.findByText(/^Nell Ng, Door keeper/)
  expect((await stored()).values.contactsAt[annex]).toEqual([keeper])
})

it('ORG-05 ORG-12 people at a place are shown to who calls, and stand in the history', async () => {
  await save([keeper])
  await save([])
  await save([keeper])
  const page = await openScreen(`/organization/listing/${service}/history`, { as: maria })
  const [change] = await page.findAllByText('Maria Tester changed it')
  expect(page.outline(change?.closest('section') as HTMLElement).slice(2, 5)).toEqual([
    'People to ask for at Annex',
    'Before | —',
    'After | Nell, Door keeper · door@quilt.example.org',
  ])
  await page.open(`/directory/service/${service}`)
  expect(page.outline(await page.findByRole('region', { name: 'Annex' })).join(' ')).toContain(
    'Ask for | Nell, Door keeper | door@quilt.example.org',
  )
})

it('ORG-05 of people at a place whom somebody else changed meanwhile both versions are shown, and the draft is kept', async () => {
  await save([keeper])
  const { page, here } = await openEditor(maria, undefined, { expectedErrors: [/409/] })
  await page.user.type(within(here).getByLabelText('Name'), ' Ng')
  await page.findByText('1 change not saved')
  await page.open('/home')
  await save([person('Mia')])
  await page.open(`/organization/listing/${service}`)
  await page.press('Continue')
  await keepMine(page, 'Nell Ng, Door keeper · door@quilt.example.org', 'Mia')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).values.contactsAt[annex]).toEqual([{ ...keeper, name: 'Nell Ng' }])
})

it('ORG-05 people to ask for at one place are complete in Spanish', async () => {
  await save([keeper])
  // Whoever edited before may be asked about a draft first.
  const { account: olga } = await admin('Olga')
  const { page, here } = await openEditor(olga, 'Personas de contacto en Annex', { language: 'es' })
  expect(page.outline(here).filter((line) => !line.startsWith('<'))).toEqual([
    'Personas de contacto en Annex',
    expect.stringMatching(/^Editado por /),
    'Nell',
    'Nombre',
    'Función',
    'Departamento',
    'Correo electrónico',
    'Teléfonos',
    'Agregar un número',
    'Quitar: Nell',
    'Agregar una persona',
  ])
})
