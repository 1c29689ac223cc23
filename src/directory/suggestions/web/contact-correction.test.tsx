import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { add } = directoryOf(app)
const { id: organizationId } = await makeOrganization(app.database, { name: 'Quilt Hall' })
const { account: maria, call } = await app.someone({ organizationId, roles: ['organization-admin'] })
const { account: rosa, call: rosas } = await app.someone({ firstName: 'Rosa', lastName: 'Diaz' })
const card = (name: string) => ({ name: new RegExp(name) })

/** A service with one person to ask for. */
async function makeService(name: string) {
  const id = await add('service', { organizationId, name })
  const contactId = await add('directoryContact', { serviceId: id, name: `Olga of ${name}`, title: 'Nurse' })
  await add('phone', { contactId, number: '716-555-0100' })
  return id
}
const suggest = async (id: string, contact: object) =>
  (await rosas('POST', `/api/service/${id}/suggestion`, { topic: 'contact', contact })).body.id
const contactsOf = async (id: string) => (await call('GET', `/api/service/${id}/editor`)).body.values.contacts
const waiting = async (id: string) =>
  (await call('GET', '/api/suggestion/?limit=200')).body.items.filter(
    (one: { serviceId: string }) => one.serviceId === id,
  )

/** The form of a correction of whom to ask for. */
async function openForm(id: string) {
  const page = await openScreen(`/directory/service/${id}/correction`, {
    ...{ as: rosa, width: 360, expectedErrors: [/^A call failed: /] },
  })
  await page.user.click(await page.findByRole('radio', { name: 'People to ask for' }))
  const send = async () => {
    await page.press('Send')
    await waitFor(() => expect(page.location()).toBe(`/directory/service/${id}`))
  }
  return { page, send }
}
const olgaOf = (name: string) => ({ name: `Olga of ${name}`, title: 'Nurse', department: null, email: null })

it('DIR-08 a person says what is wrong about somebody to ask for, filled in with what is there', async () => {
  const id = await makeService('Tea')
  const { page, send } = await openForm(id)
  expect(page.getByLabelText('Name')).toHaveProperty('value', 'Olga of Tea')
  expect(page.getByLabelText('Number')).toHaveProperty('value', '716-555-0100')
  await page.press('Send')
  await page.findByText('This is what the directory says already.')
  await page.fill('Email', 'olga@')
  await page.press('Send')
  await page.findByText('Write an e-mail address like name@example.org')
  await page.fill('Email', 'olga@quilt.example')
  await send()
  const olga = olgaOf('Tea')
  expect(await waiting(id)).toMatchObject([
    { before: { contacts: [olga] }, after: { contacts: [{ ...olga, email: 'olga@quilt.example' }] } },
  ])
})

it('DIR-08 a person says that somebody to ask for is missing, or should be asked for no longer', async () => {
  const id = await makeService('Oat')
  const missing = await openForm(id)
  await missing.page.user.selectOptions(missing.page.getByLabelText('Who?'), 'Somebody is missing')
  expect(missing.page.getByLabelText('Name')).toHaveProperty('value', '')
  expect(missing.page.queryByLabelText('Nobody should ask for them here any longer')).toBeNull()
  await missing.page.press('Send')
  await missing.page.findByText('Enter a name, a role, an email or a number.')
  await missing.page.fill('Role', 'Door keeper')
  await missing.send()
  const { page } = missing
  await page.open(`/directory/service/${id}/correction`)
  await page.user.click(await page.findByRole('radio', { name: 'People to ask for' }))
  await page.user.click(page.getByLabelText('Nobody should ask for them here any longer'))
  expect(page.queryByLabelText('Name')).toBeNull()
  await missing.send()
  expect(await waiting(id)).toMatchObject([
    { before: { contacts: [] }, after: { contacts: [{ name: null, title: 'Door keeper' }] } },
    { before: { contacts: [olgaOf('Oat')] }, after: { contacts: [] } },
  ])
})

it('DIR-08 the owner reads who is there and who is suggested, accepts it, and is told if that person is no longer there', async () => {
  const id = await makeService('Milk')
  const [olga] = await contactsOf(id)
  await suggest(id, { was: olga, becomes: { ...olga, title: 'Doctor' } })
  const page = await openScreen('/organization/corrections', { as: maria, expectedErrors: [/^A call failed: /] })
  const shown = await page.findByRole('region', card('Milk'))
  expect(page.outline(shown).slice(2, 7)).toEqual([
    'People to ask for',
    'In the directory',
    'Olga of Milk, Nurse · (716) 555-0100',
    'Suggested',
    'Olga of Milk, Doctor · (716) 555-0100',
  ])
  await page.press('Accept the correction of Milk')
  await waitFor(() => expect(page.notices()).toEqual(['Accepted. The directory shows it now.']))
  expect(await contactsOf(id)).toMatchObject([{ title: 'Doctor' }])
  const [doctor] = await contactsOf(id)
  await suggest(id, { was: doctor, becomes: null })
  await page.open('/home')
  await page.open('/organization/corrections')
  await page.findByRole('region', card('Milk'))
  const { version } = (await call('GET', `/api/service/${id}/editor`)).body
  await call('PUT', `/api/service/${id}`, { version, changes: { contacts: [] } })
  await page.press('Accept the correction of Milk')
  await page.findByText('The person whom this corrects is no longer there. Edit the listing, or reject the correction.')
})

it('DIR-08 editing opens the editor at the people with the suggested one among the others', async () => {
  const id = await makeService('Bread')
  await suggest(id, { was: null, becomes: { name: 'Nell', title: null, department: null, email: null, phones: [] } })
  const page = await openScreen('/organization/corrections', { as: maria })
  await page.press('Edit Bread')
  const people = within(await page.findByRole('group', { name: 'People to ask for' }))
  await waitFor(() => expect(document.activeElement).toHaveProperty('dataset.field', 'contacts'))
  people.getByRole('group', { name: 'Nell' })
  people.getByRole('group', { name: 'Olga of Bread' })
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Done. We let the person know who suggested it.'))
  expect((await contactsOf(id)).map(({ name }: { name: string }) => name)).toEqual(['Nell', 'Olga of Bread'])
})

it('DIR-08 correcting whom to ask for is complete in Spanish', async () => {
  const id = await makeService('Nut')
  const page = await openScreen(`/directory/service/${id}/correction`, { as: rosa, language: 'es' })
  await page.user.click(await page.findByRole('radio', { name: 'Personas de contacto' }))
  const lines = page.outline().filter((line) => !line.startsWith('<'))
  const from = lines.indexOf('¿Quién?')
  expect(lines.slice(from, from + 10)).toEqual([
    '¿Quién?',
    'Olga of Nut, Nurse',
    'Falta alguien',
    'Ya no hay que preguntar aquí por esta persona',
    'Cualquiera podrá leerlo cuando se acepte. Escriba solo lo que es del trabajo.',
    'Nombre',
    'Función',
    'Departamento',
    'Correo electrónico',
    'Teléfonos',
  ])
})
