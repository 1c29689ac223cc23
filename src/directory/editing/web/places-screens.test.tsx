import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { add, makePlace } = directoryOf(app)
const { id: organizationId } = await makeOrganization(database, { name: 'Quilt Hall' })
const { account: maria, call } = await app.someone({
  organizationId,
  firstName: 'Maria',
  roles: ['organization-admin'],
})
const { account: nora } = await app.someone({ organizationId, firstName: 'Nora', roles: ['organization-admin'] })
const service = await add('service', { organizationId, name: 'Quilt circle' })
const annex = await makePlace(
  service,
  { organizationId, name: 'Annex' },
  { address1: '1 Elm St', city: 'Buffalo', stateProvince: 'NY', postalCode: '14203' },
)
const stored = async () => (await call('GET', `/api/service/${service}/editor`)).body
const placesOf = async () => (await call('GET', '/api/listing/')).body

it('ORG-05 DIR-06 a place is added by keyboard: its ZIP code finds town, state and time zone, and a draft is kept', async () => {
  const page = await openScreen('/organization/listing', { as: maria, width: 360 })
  await page.user.click(await page.findByRole('link', { name: 'Add a place' }))
  await page.findByRole('heading', { level: 1, name: 'Add a place' })
  const name = await page.findByLabelText(/^Name of the place/)
  name.focus()
  await page.user.keyboard('Mile High Room{Tab}9 Larimer St{Tab}80202')
  await page.findByText('Its hours are in Mountain Time (Denver), by its ZIP code.')
  await waitFor(() => expect(page.getByLabelText(/^City/)).toHaveProperty('value', 'Denver'))
  expect(page.getByLabelText(/^State/)).toHaveProperty('value', 'CO')
  await page.open('/home')
  await page.open('/organization/place/new')
  await page.press('Continue')
  expect(await page.findByLabelText(/^Address/)).toHaveProperty('value', '9 Larimer St')
  await page.press('Add the place')
  await page.findByText('Mile High Room is saved. Add its hours, and choose it in your services.')
  await page.findByRole('heading', { level: 1, name: 'Mile High Room' })
  await page.findByText('Its hours are in Mountain Time (Denver), by its ZIP code.')
  expect((await placesOf()).places.map(({ name }: { name: string }) => name)).toEqual(['Annex', 'Mile High Room'])
})

it('ORG-05 a corrected ZIP code replaces the town and state that the first one filled in, and nothing that was typed', async () => {
  const { account: olga } = await app.someone({ organizationId, roles: ['organization-admin'] })
  const page = await openScreen('/organization/place/new', { as: olga })
  const shown = () => [/^City/, /^State/].map((label) => (page.getByLabelText(label) as HTMLInputElement).value)
  await page.fill(/^ZIP code/, '80202')
  await waitFor(() => expect(shown()).toEqual(['Denver', 'CO']))
  await page.fill(/^ZIP code/, '14203')
  await waitFor(() => expect(shown()).toEqual(['Buffalo', 'NY']))
  await page.fill(/^City/, 'West Buffalo')
  await page.fill(/^ZIP code/, '80202')
  await waitFor(() => expect(shown()).toEqual(['West Buffalo', 'CO']))
})

it('ORG-05 a ZIP code that does not exist is said at its field', async () => {
  const page = await openScreen('/organization/place/new', { as: nora, expectedErrors: [/400/, /404/] })
  await page.fill(/^Address/, '1 Nowhere')
  await page.fill(/^ZIP code/, '00000')
  await page.fill(/^City/, 'Nowhere')
  await page.fill(/^State/, 'NY')
  await page.press('Add the place')
  await page.findByText('There is no such ZIP code.')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('postalCode'))
})

it('ORG-05 the places of a service are chosen, and its hours follow', async () => {
  const page = await openScreen(`/organization/listing/${service}`, { as: maria })
  const field = await page.findByLabelText('Where it is given', { selector: 'input:not([type=hidden])' })
  page.getByRole('group', { name: 'Hours at Annex' })
  await page.user.click(field)
  await page.user.click(await page.findByRole('option', { name: /^Mile High Room/ }))
  await page.findByText('At a new place its own hours hold. Save first to enter other hours of this service there.')
  await page.user.click(page.getByRole('option', { name: /^Annex/ }))
  await waitFor(() => expect(page.queryByRole('group', { name: 'Hours at Annex' })).toBeNull())
  await page.findByText('1 change not saved')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).places.map(({ name }: { name: string }) => name)).toEqual(['Mile High Room'])
  await page.open(`/organization/listing/${service}/history`)
  expect(page.outline((await page.findByText('Maria Tester changed it')).closest('section') as HTMLElement)).toEqual([
    'Maria Tester changed it',
    expect.stringMatching(/Version 2$/),
    'Where it is given',
    'Before | Annex',
    'After | Mile High Room',
  ])
})

it('ORG-05 ORG-12 a place is removed after a question, and brought back with its services', async () => {
  const { version } = await stored()
  await call('PUT', `/api/service/${service}`, { version, changes: { locationIds: [annex] } })
  const page = await openScreen('/organization/listing', { as: maria, width: 360 })
  await page.user.click(await page.findByRole('button', { name: 'Remove Annex' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Remove this place?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Remove' }))
  await page.findByText('The place is removed.')
  const removed = within(await page.findByRole('region', { name: 'Removed places' }))
  removed.getByText('1 Elm St, Buffalo, NY 14203 · removed just now')
  expect((await stored()).places).toEqual([])
  await page.user.click(removed.getByRole('button', { name: 'Bring back Annex' }))
  await page.findByText('The place is back, with its services.')
  await waitFor(() => expect(page.queryByRole('region', { name: 'Removed places' })).toBeNull())
  expect((await stored()).places).toMatchObject([{ id: annex }])
})

it('ORG-05 a place of which another organization makes use says why it stays, and one that changed meanwhile too', async () => {
  const { id: other } = await makeOrganization(database)
  const guest = await add('service', { organizationId: other, name: 'Guest' })
  await add('serviceAtLocation', { serviceId: guest, locationId: annex })
  const page = await openScreen('/organization/listing', { as: maria, expectedErrors: [/409/] })
  const ask = async () => {
    await page.user.click(await page.findByRole('button', { name: 'Remove Annex' }))
    await page.user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  }
  await ask()
  await page.findByText(/^Another organization gives a service at this place\./)
  const { version } = (await placesOf()).places.find(({ id }: { id: string }) => id === annex)
  await call('PUT', `/api/location/${annex}`, { version, changes: { transportation: 'Bus 5' } })
  await ask()
  await page.findByText('Someone changed this place meanwhile. Check what it says now.')
})

it('ORG-05 adding and removing places is complete in Spanish', async () => {
  const page = await openScreen('/organization/place/new', { as: nora, language: 'es' })
  await page.press('Empezar de nuevo')
  await page.findByLabelText(/^Dirección/)
  expect(page.outline()).toMatchInlineSnapshot(`
    [
      "Agregar un lugar",
      "Dónde encuentra la gente a Quilt Hall. En el paso siguiente agrega el horario y los números de teléfono.",
      "Nombre del lugar (opcional)",
      "<text "" at most 200>",
      "Dirección | *",
      "<text "" at most 200>",
      "Código postal | *",
      "<text "" at most 10>",
      "Ciudad | *",
      "<text "" at most 100>",
      "Estado | *",
      "<text "" at most 2>",
      "<checkbox>",
      "Confidencial: la dirección no se muestra",
      "Solo la ven su organización y las organizaciones cuya remisión usted acepta.",
      "Cancelar | → /organization/listing",
      "Agregar el lugar",
    ]
  `)
  await page.open('/organization/listing')
  expect(page.outline(await page.findByRole('region', { name: 'Lugares' }))).toMatchInlineSnapshot(`
    [
      "Lugares",
      "Agregar un lugar | → /organization/place/new?organizationId=<id>",
      "Annex | → /organization/place/<id> | 1 Elm St, Buffalo, NY 14203 | (Marcar como confidencial: Annex) | Marcar como confidencial | (Quitar Annex) | Quitar",
      "Mile High Room | → /organization/place/<id> | 9 Larimer St, Denver, CO 80202 | (Marcar como confidencial: Mile High Room) | Marcar como confidencial | (Quitar Mile High Room) | Quitar",
    ]
  `)
  await page.user.click(page.getByRole('button', { name: 'Quitar Annex' }))
  expect(page.outline(await page.findByRole('dialog'))).toMatchInlineSnapshot(`
    [
      "¿Quitar este lugar?",
      "(Cerrar)",
      "El directorio ya no muestra Annex y sus servicios ya no se ofrecen allí. Puede recuperarlo con su horario y sus números de teléfono.",
      "Cancelar",
      "Quitar",
    ]
  `)
})
