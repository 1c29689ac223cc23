import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { keepMine } from '#test/keep-mine.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { organizationId, admin, serviceNamed } = await makeFoodBank(app)
const { account: maria } = await admin('Maria')
const { account: nora, call: asNora } = await admin('Nora')
const profile = `/organization/profile/${organizationId}`
const stored = async () => (await asNora('GET', `/api/organization/${organizationId}/editor`)).body
const change = async (changes: object) =>
  asNora('PUT', `/api/organization/${organizationId}/editor`, { version: (await stored()).version, changes })

it('ORG-02 ORG-04 ORG-06 a profile is edited, previewed and saved, and its name is only shown', async () => {
  const page = await openScreen('/organization/listing', { as: maria, width: 360 })
  await page.user.click(await page.findByRole('link', { name: 'Edit the profile' }))
  await page.findByRole('heading', { level: 1, name: 'Eastside Food Bank' })
  await page.findByLabelText(/^Description/)
  expect(page.outline().filter((line) => !line.startsWith('<'))).toMatchInlineSnapshot(`
    [
      "My organization | → /organization/listing",
      "Eastside Food Bank",
      "What the directory says about the organization beside each of its services.",
      "History | → /organization/profile/<id>/history",
      "Not confirmed yet",
      "Everything still holds",
      "The organization",
      "The name stays as it was reviewed. To change it, ask those who run this portal.",
      "Also known as (optional)",
      "Description (optional)",
      "Type of organization (optional)",
      "Tax status (optional)",
      "Telephone, email and website",
      "Telephone numbers",
      "Number",
      "Extension",
      "Kind",
      "Phone",
      "Fax",
      "Text",
      "Mobile",
      "Video",
      "Pager",
      "TTY",
      "What it is for",
      "(Remove (716) 555-0100)",
      "Add a number",
      "Email (optional)",
      "Website (optional)",
      "People to ask for",
      "Everyone can read this, also outside the portal. Use work numbers and work addresses, and ask each person first. A desk or a team is enough.",
      "Add a person",
      "Programs",
      "Programs",
      "What several of your services belong to. A removed program no longer shows beside them; restore an earlier version to bring it back.",
      "Add a program",
      "No changes",
      "Preview",
      "Save | <disabled>",
    ]
  `)
  await page.fill(/^Description/, 'Groceries for the east side.')
  await page.press('Preview')
  const preview = within(await page.findByRole('dialog', { name: 'As the directory will show it' }))
  preview.getByText('Nothing is saved yet. This is how one of your services looks with it.')
  preview.getByText('Groceries for the east side.')
  await page.user.click(preview.getByRole('button', { name: 'Close' }))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).values.description).toBe('Groceries for the east side.')
})

it('ORG-05 of a profile that somebody else changed meanwhile both versions are shown, and the draft is kept', async () => {
  const page = await openScreen(profile, { as: maria, expectedErrors: [/409/] })
  await page.fill(/^Description/, 'Maria says')
  await page.fill(/^Also known as/, 'East')
  await page.findByText('2 changes not saved')
  await page.open('/home')
  await change({ description: 'Nora says' })
  await page.open(profile)
  await page.press('Continue')
  await keepMine(page, 'Maria says', 'Nora says')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored()).values).toMatchObject({ description: 'Maria says', alternateName: 'East' })
})

it('ORG-05 people to ask for and programs are added, checked, saved, chosen for a service, and shown to who calls', async () => {
  const pantry = await serviceNamed('Weekly Food Pantry')
  const page = await openScreen(profile, { as: maria, width: 360 })
  await page.press('Add a person')
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', 'contacts.0.name'))
  await page.fill('Role', 'Intake coordinator')
  const person = within(page.getByRole('group', { name: 'Intake coordinator' }))
  await page.user.click(person.getByRole('button', { name: 'Add a number' }))
  await page.user.type(person.getByLabelText('Number'), '716')
  await page.user.type(within(page.getByRole('group', { name: 'Intake coordinator' })).getByLabelText('Email'), 'ana@')
  await page.press('Add a program')
  await waitFor(() => expect(document.activeElement).toHaveProperty('name', 'programs.0.name'))
  await page.fill('What it is', 'Meals and groceries')
  await page.press('Save')
  await page.findByText('Write an e-mail address like name@example.org')
  page.getByText('This is needed.')
  expect(person.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true')
  await page.user.click(person.getByRole('button', { name: 'Remove 716' }))
  await waitFor(() => expect(document.activeElement).toBe(person.getByRole('button', { name: 'Add a number' })))
  await page.press('Add a person')
  await page.press('Remove: Contact 2')
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('button', { name: 'Add a person' })))
  await page.user.type(
    within(page.getByRole('group', { name: 'Intake coordinator' })).getByLabelText('Email'),
    'east.example.org',
  )
  await page.fill('Name of the program', 'Eat well')
  page.getByRole('button', { name: 'Remove program Eat well' })
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  const { values } = await stored()
  const [program] = values.programs
  expect(values.contacts).toEqual([
    { name: null, title: 'Intake coordinator', department: null, email: 'ana@east.example.org', phones: [] },
  ])
  expect(program).toMatchObject({ name: 'Eat well', alternateName: null, description: 'Meals and groceries' })

  await page.open(`/organization/listing/${pantry}`)
  await page.choose('Program', 'Eat well')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  await page.open(`/directory/service/${pantry}`)
  const card = await page.findByRole('region', { name: 'About Eastside Food Bank' })
  within(card).getByText('Part of the program Eat well: Meals and groceries')
  expect(page.outline(card).join(' ')).toContain('Ask for | Intake coordinator | ana@east.example.org')
  await page.open(`/organization/listing/${pantry}/history`)
  expect(await page.findAllByText('Eat well')).toHaveLength(1)
})

it('ORG-05 a program that was removed meanwhile is said at its field, where another choice can be made', async () => {
  const pantry = await serviceNamed('Weekly Food Pantry')
  const program = { id: crypto.randomUUID(), name: 'Short lived', alternateName: null, description: null }
  const before = await stored()
  const programs = (given: object[]) => change({ programs: given })
  await programs([...before.values.programs, program])
  const page = await openScreen(`/organization/listing/${pantry}`, { as: maria, expectedErrors: [/^A call failed: /] })
  await page.choose('Program', 'Short lived')
  await programs([])
  await page.press('Save')
  await page.findByText('This program was removed meanwhile. Choose another one, or none.')
  const field = page.getByRole('combobox', { name: 'Program' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await page.findByText('1 change not saved')
  await page.open('/home')
  await page.open(`/organization/listing/${pantry}`)
  await page.press('Continue')
  expect(await page.findByRole('combobox', { name: 'Program' })).toHaveProperty(
    'value',
    'A program that is no longer there',
  )
  await page.press('No program')
  await waitFor(() => expect(page.queryByRole('combobox', { name: 'Program' })).toBeNull())
})

it('ORG-11 ORG-12 a profile is confirmed with one click, and an earlier version is shown and restored', async () => {
  const { values } = await stored()
  await change({ website: 'https://east.example.org', phones: [] })
  const page = await openScreen(profile, { as: nora })
  await page.press('Everything still holds')
  await page.findByText('Thank you. You confirmed it today.')
  await page.user.click(page.getByRole('link', { name: 'History' }))
  const version = (await stored()).version - 1
  await page.user.click(await page.findByRole('button', { name: `Show version ${version - 1}` }))
  const dialog = within(await page.findByRole('dialog', { name: `Version ${version - 1}` }))
  await page.user.click(dialog.getByRole('button', { name: 'Restore this version' }))
  await page.findByText(`Version ${version - 1} is back.`)
  expect((await stored()).values).toEqual(values)
})

it('ORG-02 the profile of an organization without a service says in Spanish that nobody sees it', async () => {
  const own = await makeOrganization(database, { name: 'Quilt Hall' })
  const { account } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const page = await openScreen(`/organization/profile/${own.id}`, { as: account, language: 'es' })
  await page.findByLabelText(/^Descripción/)
  expect(page.outline().filter((line) => !line.startsWith('<'))).toMatchInlineSnapshot(`
    [
      "Mi organización | → /organization/listing",
      "Quilt Hall",
      "Por ahora solo se encuentra esta organización por su nombre: ninguno de sus servicios figura en el directorio.",
      "Historial | → /organization/profile/<id>/history",
      "Aún sin confirmar",
      "Todo sigue igual",
      "La organización",
      "El nombre queda como se revisó. Para cambiarlo, hable con quienes administran este portal.",
      "También conocido como (opcional)",
      "Descripción (opcional)",
      "Tipo de organización (opcional)",
      "Situación fiscal (opcional)",
      "Teléfono, correo y sitio web",
      "Teléfonos",
      "No hay un número de toda la organización.",
      "Agregar un número",
      "Correo electrónico (opcional)",
      "Sitio web (opcional)",
      "Personas de contacto",
      "Cualquiera puede leer esto, también fuera del portal. Use teléfonos y correos del trabajo, y pregunte antes a cada persona. Basta una oficina o un equipo.",
      "Agregar una persona",
      "Programas",
      "Programas",
      "A lo que pertenecen varios de sus servicios. Un programa quitado ya no aparece junto a ellos; restaure una versión anterior para recuperarlo.",
      "Agregar un programa",
      "Sin cambios",
      "Vista previa",
      "Guardar | <disabled>",
    ]
  `)
  await page.fill(/^Descripción/, 'Cosemos.')
  await page.press('Vista previa')
  await page.findByText(/^El directorio muestra una organización por su nombre y junto a sus servicios/)
})
