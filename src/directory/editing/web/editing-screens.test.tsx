import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const { database } = app
const openScreen = screensOf(app)
const { admin, serviceNamed } = await makeFoodBank(app)
const { account: maria } = await admin('Maria')
const { account: nora, call: asNora } = await admin('Nora')
const pantry = await serviceNamed('Weekly Food Pantry')
const delivery = await serviceNamed('Home Food Boxes')
const editorOf = (id: string) => `/organization/listing/${id}`
const stored = async (id: string) => (await asNora('GET', `/api/service/${id}/editor`)).body

it('ORG-02 ORG-06 a correction is saved from the list of services, and stands in the directory', async () => {
  const page = await openScreen('/home', { as: maria, width: 360 })
  await page.user.click(await page.findByRole('link', { name: 'My organization' }))
  await page.findByRole('heading', { level: 1, name: 'My organization' })
  page.getByText('418 Larch Street, Cedar Harbor, NY 14206')
  await page.user.click(page.getByRole('link', { name: /^Weekly Food Pantry/ }))
  await page.fill(/^Fees/, 'A dollar for a box')
  await page.fill(/^How to apply \(/, '')
  await page.findByText('2 changes not saved')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  await page.open(`/directory/service/${pantry}`)
  await page.findByText('A dollar for a box')
  await page.user.click(page.getByRole('link', { name: 'Edit' }))
  expect(await page.findAllByText('Edited by Maria Tester, just now')).toHaveLength(2)
  expect((await stored(pantry)).values).toMatchObject({
    feesDescription: 'A dollar for a box',
    applicationProcess: null,
  })
})

it('ORG-07 hours are edited day by day, copied, and said in both languages', async () => {
  const page = await openScreen(editorOf(pantry), { as: maria, width: 360 })
  const grid = within(await page.findByRole('group', { name: 'Hours at Eastside Food Bank' }))
  const stateOf = (day: string) => grid.getByLabelText(`${day}: open or closed`) as HTMLSelectElement
  expect([stateOf('Monday').value, stateOf('Tuesday').value]).toEqual(['closed', 'open'])
  await page.user.selectOptions(stateOf('Monday'), 'Open')
  await page.user.click(grid.getByRole('button', { name: 'Add hours to Monday' }))
  await page.press('Save')
  await page.findByText('Enter both times.')
  await waitFor(() => expect(document.activeElement).toBe(stateOf('Monday')))
  const [, opens] = grid.getAllByLabelText('Monday from') as [HTMLElement, HTMLElement]
  const [, closes] = grid.getAllByLabelText('Monday until') as [HTMLElement, HTMLElement]
  await page.user.type(opens, '20:00')
  await page.user.type(closes, '02:00')
  grid.getByText('until the next day')
  expect(page.queryByText('Enter both times.')).toBeNull()
  await page.user.click(grid.getByRole('button', { name: 'Copy Monday to other days' }))
  await page.user.click(await page.findByRole('menuitem', { name: 'Friday' }))
  await page.user.selectOptions(stateOf('Sunday'), 'By appointment')
  await page.user.selectOptions(stateOf('Saturday'), '24 hours')
  const spoken = 'Monday 10 AM – 6 PM and 8 PM – 2 AM of the next day'
  expect(page.words()).toContain(spoken)
  expect(page.words()).toContain('sábado abierto las 24 horas; domingo con cita.')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  const { values, places } = await stored(pantry)
  const main = places.find((place: { name: string }) => place.name === 'Eastside Food Bank').id
  const [monday, , , , friday, saturday, sunday] = values.hours[main].days
  expect(monday.spans).toEqual([
    { opensAt: '10:00', closesAt: '18:00' },
    { opensAt: '20:00', closesAt: '02:00' },
  ])
  expect(friday).toEqual(monday)
  expect(saturday.spans).toEqual([{ opensAt: '00:00', closesAt: '24:00' }])
  expect(sunday).toEqual({ state: 'appointment', spans: [] })
})

it('ORG-07 a rule that the grid cannot show is shown as text, in the reader’s language', async () => {
  const page = await openScreen(editorOf(pantry), { as: maria, language: 'es' })
  const grid = within(await page.findByRole('group', { name: 'Horario en North Pantry' }))
  grid.getByText('Primer sábado del mes, 9 a.m. – 12 p.m.')
  grid.getByText(/Días especiales: 1 ene, cada año, cerrado/)
})

it('ORG-05 of a field that somebody else changed meanwhile both versions are shown, and nothing typed is lost', async () => {
  const page = await openScreen(editorOf(delivery), { as: maria, expectedErrors: [/409/] })
  await page.fill(/^Waiting time/, 'Three days')
  await page.fill(/^Fees/, 'Two dollars')
  const { version } = await stored(delivery)
  await asNora('PUT', `/api/service/${delivery}`, {
    version,
    changes: { waitTime: 'A month', eligibilityDescription: 'Everybody' },
  })
  await page.press('Save')
  const title = await page.findByText('Someone else changed the same fields')
  const conflict = within(title.closest('[role=alert]') as HTMLElement)
  conflict.getByText('Three days')
  conflict.getByText('A month')
  expect(conflict.queryByText('Two dollars')).toBeNull()
  await page.user.click(conflict.getByRole('radio', { name: /^By Nora Tester/ }))
  await page.press('Continue with these')
  await waitFor(() => expect((page.getByLabelText(/^Waiting time/) as HTMLInputElement).value).toBe('A month'))
  expect((page.getByLabelText(/^Fees/) as HTMLTextAreaElement).value).toBe('Two dollars')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(delivery)).values).toMatchObject({
    ...{ waitTime: 'A month', feesDescription: 'Two dollars', eligibilityDescription: 'Everybody' },
  })
})

it('ORG-05 a save that does not get through keeps what was typed', async () => {
  const page = await openScreen(editorOf(delivery), { as: maria })
  await page.fill(/^Fees/, 'Three dollars')
  page.failNext('PUT', `/api/service/${delivery}`, 500)
  await page.press('Save')
  await page.findByText('It was not saved. What you typed is kept; please try again.')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
})

it('ORG-05 what was typed survives leaving the page, and is offered when it is opened again', async () => {
  const page = await openScreen(editorOf(delivery), { as: nora })
  await page.fill(/^Waiting time/, 'Half a year')
  await page.findByText('1 change not saved')
  await page.open('/home')
  await asNora('PUT', `/api/service/${delivery}`, {
    version: (await stored(delivery)).version,
    changes: { alternateName: 'Boxes' },
  })
  await page.open(editorOf(delivery))
  await page.press('Continue')
  expect(((await page.findByLabelText(/^Waiting time/)) as HTMLInputElement).value).toBe('Half a year')
  expect((page.getByLabelText(/^Also known as/) as HTMLInputElement).value).toBe('Boxes')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(delivery)).values).toMatchObject({ waitTime: 'Half a year', alternateName: 'Boxes' })
})

it('ORG-05 an ended session asks for the password over the editor, and what was typed is saved then', async () => {
  const { account: rosa } = await admin('Rosa')
  const page = await openScreen(editorOf(delivery), { as: rosa })
  await page.fill(/^Waiting time/, 'Two hours')
  await database.deleteFrom('session').where('accountId', '=', rosa.id).execute()
  await page.press('Save')
  const dialog = within(await page.findByRole('dialog'))
  await page.fill('Password', rosa.password)
  await page.user.click(dialog.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(delivery)).values.waitTime).toBe('Two hours')
})

it('ORG-06 the preview shows the result and the page as the directory will, with nothing saved', async () => {
  const page = await openScreen(editorOf(delivery), { as: maria })
  const before = await stored(delivery)
  await page.fill(/^Name of the service/, 'Boxes to your door')
  await page.fill(/^Notice/, 'Closed on Monday')
  await page.press('Preview')
  const dialog = within(await page.findByRole('dialog', { name: 'As the directory will show it' }))
  dialog.getByRole('link', { name: 'Boxes to your door' })
  expect(dialog.getAllByText('Closed on Monday')).toHaveLength(2)
  expect(await stored(delivery)).toEqual(before)
  await page.user.keyboard('{Escape}')
  await page.user.click(await page.findByRole('link', { name: 'Discard' }))
  await page.findByRole('heading', { level: 1, name: 'My organization' })
  await page.open(editorOf(delivery))
  expect(((await page.findByLabelText(/^Name of the service/)) as HTMLInputElement).value).toBe('Home Food Boxes')
})

it('D-PHO-1 a telephone number that is not complete is said at its field', async () => {
  const page = await openScreen(editorOf(delivery), { as: maria })
  // The service's own; the person to ask for has numbers too.
  const [add] = await page.findAllByRole('button', { name: 'Add a number' })
  await page.user.click(add as HTMLElement)
  await page.fill('What it is for', 'Orders')
  await page.press('Save')
  await waitFor(() => expect(page.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true'))
  await page.fill('Number', '716')
  await page.press('Save')
  await waitFor(() => expect(page.getByLabelText('Number').getAttribute('aria-invalid')).toBe('true'))
  await page.fill('Number', '(716) 555-0142')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect((await stored(delivery)).values.phones).toMatchObject([
    { number: '(716) 555-0142', type: 'voice', description: 'Orders' },
  ])
})

it('ORG-11 “Everything still holds” is one click', async () => {
  const page = await openScreen(editorOf(delivery), { as: nora })
  const held = page.holdNext('POST', `/api/service/${delivery}/verification`)
  await page.press('Everything still holds')
  const areFieldsClosed = () => page.getByLabelText(/^Fees/).closest('fieldset')?.disabled
  await waitFor(() => expect(areFieldsClosed()).toBe(true))
  held.release()
  await page.findByText('Thank you. The directory shows that you confirmed it today.')
  await waitFor(() => expect(areFieldsClosed()).toBe(false))
  await page.findAllByText('Confirmed by Nora Tester, just now')
})

it('ORG-12 the history says who changed what, and an earlier version is shown and restored', async () => {
  const page = await openScreen(editorOf(delivery), { as: nora })
  await page.user.click(await page.findByRole('link', { name: 'History' }))
  await page.findByRole('heading', { level: 2, name: 'Nora Tester confirmed that everything still holds' })
  page.getByText('Rosa Tester changed it')
  await page.press('Show the first version')
  const dialog = within(await page.findByRole('dialog', { name: 'Version 1' }))
  dialog.getByText('About one week')
  await page.user.click(dialog.getByRole('button', { name: 'Restore this version' }))
  await page.findByText('Version 1 is back.')
  expect((await stored(delivery)).values).toMatchObject({ waitTime: 'About one week', phones: [] })
})

it('ORG-11 ORG-12 nothing is confirmed or restored over a change that was not seen, and the change is shown', async () => {
  const page = await openScreen(editorOf(delivery), { as: maria, expectedErrors: [/409/] })
  const change = async (waitTime: string) =>
    asNora('PUT', `/api/service/${delivery}`, { version: (await stored(delivery)).version, changes: { waitTime } })
  await page.findByRole('button', { name: 'Everything still holds' })
  await change('A fortnight')
  await page.press('Everything still holds')
  await page.findByText('Someone changed this service meanwhile. Check what it says now.')
  await waitFor(() => expect((page.getByLabelText(/^Waiting time/) as HTMLInputElement).value).toBe('A fortnight'))
  await page.press('Everything still holds')
  await page.findByText('Thank you. The directory shows that you confirmed it today.')
  await page.user.click(await page.findByRole('link', { name: 'History' }))
  await page.findByRole('heading', { level: 2, name: 'Maria Tester confirmed that everything still holds' })
  await change('A season')
  await page.press('Show the first version')
  await page.press('Restore this version')
  await page.findByText('A season')
  expect(page.queryByRole('dialog')).toBeNull()
  expect((await stored(delivery)).values.waitTime).toBe('A season')
})

it('ORG-05 a save that is refused for what has no field of its own says so', async () => {
  const [place] = (await stored(pantry)).places
  const { id } = (await asNora('POST', '/api/service/', { name: 'Soup stall', locationIds: [place.id] })).body
  const page = await openScreen(editorOf(id), { as: maria })
  await page.user.selectOptions(await page.findByLabelText('Monday: open or closed'), 'By appointment')
  await database.deleteFrom('serviceAtLocation').where('serviceId', '=', id).execute()
  await page.press('Save')
  await page.findByText('It was not saved. What you typed is kept; please try again.')
})

it('ORG-06 of a service that the directory does not list, saving promises nothing else', async () => {
  const { id } = (await asNora('POST', '/api/service/', { name: 'Bread stall' })).body
  const page = await openScreen(editorOf(id), { as: maria })
  const copy = await page.findByRole('button', { name: 'Copy Monday to other days' })
  expect((copy as HTMLButtonElement).disabled).toBe(true)
  await page.choose(/^Status/, 'Not offered at the moment')
  await page.press('Save')
  await page.findByText('Saved. Nobody finds this service in the directory at the moment.')
})

it('ORG-04 a new organization is led to describe its first service', async () => {
  const own = await makeOrganization(database, { name: 'Quilt Hall' })
  const { account } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const page = await openScreen('/organization/listing', { as: account })
  await page.findByText('Nobody finds you in the directory yet')
  await page.user.click(page.getByRole('link', { name: 'Describe your first service' }))
  await page.fill(/^Name of the service/, 'Quilting evenings')
  await page.user.click(page.getByLabelText('At a new place'))
  await page.fill(/^Address/, '1 Elm Street')
  await page.press('Add the service')
  await waitFor(() => expect(page.getByLabelText(/^City/).getAttribute('aria-invalid')).toBe('true'))
  await page.fill(/^City/, 'Buffalo')
  await page.fill(/^State/, 'NY')
  await page.fill(/^ZIP code/, '14203')
  await page.press('Add the service')
  await page.findByRole('group', { name: 'Hours at 1 Elm Street, Buffalo' })
  await page.open('/directory?text=quilting')
  await page.findByRole('heading', { name: 'Quilting evenings' })
})

it('ORG-02 an organization that is still being reviewed is told so', async () => {
  const own = await makeOrganization(database, { standing: 'pending' })
  const { account } = await app.someone({ organizationId: own.id, roles: ['organization-admin'] })
  const page = await openScreen('/organization/listing', { as: account })
  await page.findByText('Your organization is being reviewed')
})
