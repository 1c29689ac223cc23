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

it('ORG-05 ORG-06 ORG-10 people to ask for at one place are added, checked, previewed and saved; a confidential place has none', async () => {
  const page = await openScreen(`/organization/listing/${service}`, { as: maria, width: 360 })
  const here = within(await page.findByRole('group', { name: 'People to ask for at Annex' }))
  page.getByRole('group', { name: 'Hours at Cottage' })
  expect(page.queryByRole('group', { name: 'People to ask for at Cottage' })).toBeNull()
  await page.user.click(here.getByRole('button', { name: 'Add a person' }))
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', `contactsAt.${annex}.0.name`))
  await page.user.type(here.getByLabelText('Role'), 'Door keeper')
  await page.user.type(here.getByLabelText('Email'), 'door@')
  await page.press('Save')
  await page.findByText('Write an e-mail address like name@example.org')
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', `contactsAt.${annex}.0.email`))
  await page.user.type(here.getByLabelText('Email'), 'quilt.example.org')
  await page.press('Preview')
  const preview = within(await page.findByRole('dialog', { name: 'As the directory will show it' }))
  preview.getByText('door@quilt.example.org')
  await page.user.click(preview.getByRole('button', { name: 'Close' }))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  const keeper = { ...person(''), name: null, title: 'Door keeper', email: 'door@quilt.example.org' }
  expect((await stored()).values.contactsAt).toEqual({ [annex]: [keeper] })
  await page.open(`/organization/listing/${service}/history`)
  expect(page.outline((await page.findByText('Maria Tester changed it')).closest('section') as HTMLElement)).toEqual([
    'Maria Tester changed it',
    expect.stringMatching(/Version 2$/),
    'People to ask for at Annex',
    'Before | —',
    'After | Door keeper · door@quilt.example.org',
  ])
  await page.open(`/directory/service/${service}`)
  expect(page.outline(await page.findByRole('region', { name: 'Annex' })).join(' ')).toContain(
    'Ask for | Door keeper | door@quilt.example.org',
  )
})

it('ORG-05 of people at a place whom somebody else changed meanwhile both versions are shown, and the draft is kept', async () => {
  const page = await openScreen(`/organization/listing/${service}`, { as: nora, expectedErrors: [/409/] })
  const here = within(await page.findByRole('group', { name: 'People to ask for at Annex' }))
  await page.user.type(here.getByLabelText('Name'), 'Nell')
  await page.findByText('1 change not saved')
  await page.open('/home')
  const { version } = await stored()
  await call('PUT', `/api/service/${service}`, { version, changes: { contactsAt: { [annex]: [person('Mia')] } } })
  await page.open(`/organization/listing/${service}`)
  await page.press('Continue')
  await keepMine(page, 'Nell, Door keeper · door@quilt.example.org', 'Mia')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).values.contactsAt[annex]).toMatchObject([{ name: 'Nell', title: 'Door keeper' }])
})

it('ORG-05 people to ask for at one place are complete in Spanish', async () => {
  const page = await openScreen(`/organization/listing/${service}`, { as: nora, language: 'es' })
  const here = await page.findByRole('group', { name: 'Personas de contacto en Annex' })
  expect(page.outline(here).filter((line) => !line.startsWith('<'))).toEqual([
    'Personas de contacto en Annex',
    expect.stringMatching(/^Editado por Nora Tester/),
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
