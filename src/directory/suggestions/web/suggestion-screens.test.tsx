import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { admin } = await makeFoodBank(app)
const { account: maria, call } = await admin('Maria')
const { call: noras } = await admin('Nora')
const { account: rosa, call: rosas } = await app.someone({ firstName: 'Rosa', lastName: 'Diaz' })
const { account: platform } = await app.someone({ roles: ['platform-admin'] })
const refused = { expectedErrors: [/^A call failed: /] }
const phone = { number: '716-555-0181', extension: null, type: 'voice', description: null }

async function addService(name: string, changes: Record<string, unknown> = {}) {
  const { id, version } = (await call('POST', '/api/service/', { name, applicationProcess: 'Call first' })).body
  if (Object.keys(changes).length) await call('PUT', `/api/service/${id}`, { version, changes })
  return id as string
}
const suggest = async (id: string, suggestion: object): Promise<string> =>
  (await rosas('POST', `/api/service/${id}/suggestion`, suggestion)).body.id
const edited = async (id: string) => (await call('GET', `/api/service/${id}/editor`)).body
const card = (name: string) => ({ name: new RegExp(name) })

it('DIR-08 a person says on the page of a service what is wrong, filled in with what is there', async () => {
  const id = await addService('Apple stand', { phones: [phone] })
  const page = await openScreen(`/directory/service/${id}`, { as: rosa, width: 360, ...refused })
  await page.user.click(await page.findByRole('link', { name: 'Something wrong?' }))
  await waitFor(() => expect(page.title()).toBe('Suggest a correction · Hearthline'))
  await page.press('Send')
  await page.findByText('Choose what is wrong.')
  await page.user.click(page.getByRole('radio', { name: 'Telephone' }))
  expect(page.shows('Choose what is wrong.')).toBe(false)
  expect(page.getByLabelText('Which number?')).toHaveProperty('value', '716-555-0181')
  await page.fill(/^The right number/, 'soon')
  await page.press('Send')
  await page.findByText(/^Write it as/)
  await page.user.selectOptions(page.getByLabelText('Which number?'), 'A number is missing')
  await page.fill(/^The right number/, '')
  await page.press('Send')
  await page.findByText('This is needed.')
  await page.user.click(page.getByRole('radio', { name: 'How to apply' }))
  expect(page.getByLabelText(/^What is right/)).toHaveProperty('value', 'Call first')
  await page.press('Send')
  await page.findByText('This is what the directory says already.')
  await page.fill(/^What is right/, 'Just come in')
  await page.fill(/^How do you know/, 'I was there')
  page.failNext('POST', `/api/service/${id}/suggestion`, 500)
  await page.press('Send')
  await waitFor(() =>
    expect(page.notices()).toEqual(['It was not sent. What you typed is still here; please try again.']),
  )
  await page.press('Send')
  await waitFor(() => expect(page.location()).toBe(`/directory/service/${id}`))
  expect(page.notices()).toContain('Thank you. Your suggestion was sent.')
  const { items } = (await call('GET', '/api/suggestion/?limit=200')).body
  expect(items.find((one: { serviceId: string }) => one.serviceId === id)).toMatchObject({
    ...{ topic: 'application', after: { applicationProcess: 'Just come in' }, note: 'I was there' },
  })
})

it('DIR-08 hours and an address are corrected in the same fields as their owner has', async () => {
  const detail = (await rosas('GET', '/api/service/?text=weekly+food+pantry')).body.items[0]
  const page = await openScreen(`/directory/service/${detail.id}/correction`, { as: rosa })
  await page.user.click(await page.findByRole('radio', { name: 'Hours' }))
  await page.user.selectOptions(page.getByLabelText('Sunday: open or closed'), 'Open')
  await page.press('Send')
  await waitFor(() => expect(page.notices()).toEqual(['Thank you. Your suggestion was sent.']))
  await page.open(`/directory/service/${detail.id}/correction`)
  await page.user.click(await page.findByRole('radio', { name: 'Address' }))
  const street = page.getByRole('textbox', { name: /^Address/ })
  await page.user.clear(street)
  await page.user.type(street, '7 Oak Ave')
  await page.fill(/^ZIP code/, '1')
  await page.press('Send')
  await page.findByText('Write a ZIP code like 14203.')
  await page.fill(/^ZIP code/, '14203')
  await page.press('Send')
  await waitFor(() => expect(page.location()).toBe(`/directory/service/${detail.id}`))
  const { items } = (await call('GET', '/api/suggestion/?limit=200')).body
  const mine = items.filter((one: { serviceId: string }) => one.serviceId === detail.id)
  expect(mine.map(({ topic, kind }: { topic: string; kind: string }) => [topic, kind])).toEqual([
    ['hours', 'service'],
    ['address', 'location'],
  ])
  expect(mine[1].after).toMatchObject({ address1: '7 Oak Ave', postalCode: '14203' })
})

it('DIR-08 the owner sees what is there beside what is suggested, accepts it, and rejects another with a reason', async () => {
  const id = await addService('Berry patch', { phones: [phone] })
  await suggest(id, { topic: 'phone', phone: { number: phone.number, becomes: '716-555-0182' }, note: 'It rings' })
  const closing = await suggest(id, { topic: 'closed' })
  const page = await openScreen('/organization/listing', { as: maria, ...refused })
  await page.findByText(/suggested corrections wait for you\.$/)
  await page.user.click(page.getByRole('link', { name: 'Look at them' }))
  await waitFor(() => expect(page.title()).toBe('Suggested corrections · Hearthline'))
  const [called, closed] = await page.findAllByRole('region', card('Berry patch'))
  expect(page.outline(called)).toEqual([
    'Berry patch | → /directory/service/<id>',
    'Eastside Food Bank',
    'Telephone',
    'In the directory',
    '(716) 555-0181',
    'Suggested',
    '(716) 555-0182',
    'It rings',
    'Suggested by Rosa Diaz, just now',
    '(Reject the correction of Berry patch) | Reject',
    '(Edit Berry patch) | Edit',
    '(Accept the correction of Berry patch) | Accept',
  ])
  await page.user.click(within(called as HTMLElement).getByRole('button', { name: /^Accept/ }))
  await waitFor(() => expect(page.notices()).toEqual(['Accepted. The directory shows it now.']))
  expect((await edited(id)).values.phones).toMatchObject([{ number: '716-555-0182' }])
  await waitFor(() => expect(page.getAllByRole('region', card('Berry patch'))).toHaveLength(1))
  expect(within(closed as HTMLElement).getByText('No longer offered')).toBeTruthy()
  await page.press('Reject the correction of Berry patch')
  const dialog = within(await page.findByRole('dialog', { name: 'Reject this correction?' }))
  await page.user.click(dialog.getByRole('button', { name: 'Reject' }))
  await dialog.findByText('This is needed.')
  await page.user.type(dialog.getByLabelText(/^Why not/), 'We are open')
  page.failNext('POST', `/api/suggestion/${closing}/decision`, 500)
  await page.user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(page.notices()).toContain('It was not saved. Please try again.'))
  // What was typed is still there.
  expect(dialog.getByLabelText(/^Why not/)).toHaveProperty('value', 'We are open')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Reject' }).getAttribute('aria-disabled')).toBeNull())
  await page.user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(page.queryByRole('region', card('Berry patch'))).toBeNull())
  expect(page.notices()).toContain('Rejected. We let the person know who suggested it.')
  expect((await edited(id)).values.status).toBe('active')
})

it('DIR-08 editing opens the editor at the field with the suggested value; saving it ends the suggestion', async () => {
  const id = await addService('Cider mill')
  const suggestion = await suggest(id, { topic: 'application', text: 'Write to us', note: 'They said so' })
  const page = await openScreen('/organization/corrections', { as: maria })
  await page.press('Edit Cider mill')
  const field = await page.findByRole('textbox', { name: /^How to apply/ })
  expect(page.location()).toBe(`/organization/listing/${id}`)
  expect(field).toHaveProperty('value', 'Write to us')
  await waitFor(() => expect(field.ownerDocument.activeElement).toBe(field))
  page.getByText('Somebody suggested this')
  page.getByText('They said so')
  await page.user.type(field, ', or call')
  await page.press('Save')
  await waitFor(() => expect(page.location()).toBe('/organization/corrections'))
  await waitFor(() => expect(page.notices()).toContain('Done. We let the person know who suggested it.'))
  await waitFor(() => expect(page.queryByRole('region', card('Cider mill'))).toBeNull())
  expect((await edited(id)).values.applicationProcess).toBe('Write to us, or call')
  const row = await app.database.selectFrom('listingSuggestion').select('state').where('id', '=', suggestion).execute()
  expect(row).toEqual([{ state: 'edited' }])
})

it('DIR-08 a suggestion that stays open after an edit says so', async () => {
  const id = await addService('Plum orchard')
  const suggestion = await suggest(id, { topic: 'application', text: 'Write to us' })
  const page = await openScreen('/organization/corrections', { as: maria, ...refused })
  await page.press('Edit Plum orchard')
  await page.findByRole('textbox', { name: /^How to apply/ })
  page.failNext('POST', `/api/suggestion/${suggestion}/decision`, 500)
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toContain('Your change is saved, but the suggestion still waits here.'))
  await page.press('Reject the correction of Plum orchard')
  await page.fill(/^Why not/, 'It is there already')
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(page.queryByRole('region', card('Plum orchard'))).toBeNull())
})

it('DIR-08 further pages belong to the list to which they were added', async () => {
  const id = await addService('Nut grove')
  const { organizationId } = await edited(id)
  const rows = Array.from({ length: 51 }, (_, n) => ({
    ...{ serviceId: id, organizationId, topic: 'other', proposed: `Sign ${n}`, source: 'public-page' },
  }))
  await app.database
    .insertInto('listingSuggestion')
    .values(rows as never)
    .execute()
  const page = await openScreen(`/organization/corrections?organizationId=${organizationId}`, { as: platform })
  await page.press('Show more')
  await waitFor(() => expect(page.getAllByRole('region', card('Nut grove'))).toHaveLength(51))
  await page.user.click(page.getByRole('link', { name: 'Corrections' }))
  await page.findByText('No corrections wait for you')
  expect(page.queryByRole('region', card('Nut grove'))).toBeNull()
  await app.database.deleteFrom('listingSuggestion').where('serviceId', '=', id).execute()
})

it('DIR-08 a listing that changed meanwhile shows both values, and a decision of somebody else is told', async () => {
  const id = await addService('Dairy bar')
  await suggest(id, { topic: 'application', text: 'Come on Monday' })
  const other = await suggest(id, { topic: 'other', text: 'The door is blue' })
  const page = await openScreen('/organization/corrections', { as: maria, ...refused })
  const [first] = await page.findAllByRole('region', card('Dairy bar'))
  const { version } = await edited(id)
  await noras('PUT', `/api/service/${id}`, { version, changes: { applicationProcess: 'Ask at the door' } })
  await page.press('Accept the correction of Dairy bar')
  const alert = await within(first as HTMLElement).findByRole('alert')
  expect(page.outline(alert)).toEqual([
    'Nora Tester changed this after it was suggested (just now). Nothing was saved. Which one is right?',
    'Now in the directory',
    'Ask at the door',
  ])
  expect((await edited(id)).values.applicationProcess).toBe('Ask at the door')
  await page.press('Use the suggested value for Dairy bar')
  await waitFor(() => expect(page.notices()).toEqual(['Accepted. The directory shows it now.']))
  expect((await edited(id)).values.applicationProcess).toBe('Come on Monday')
  await noras('POST', `/api/suggestion/${other}/decision`, { action: 'edited' })
  await page.press('Mark as done: the correction of Dairy bar')
  await waitFor(() => expect(page.notices()).toContain('Somebody else decided about this in the meantime.'))
  await waitFor(() => expect(page.queryByRole('region', card('Dairy bar'))).toBeNull())
})

it('DIR-08 the staff of the platform finds its corrections in the navigation; in Spanish', async () => {
  const page = await openScreen('/home', { as: platform, language: 'es' })
  await page.user.click(await page.findByRole('link', { name: 'Correcciones' }))
  await page.findByText('Ninguna corrección le espera')
  expect(page.outline()).toEqual([
    'Correcciones sugeridas',
    'Usted decide sobre los servicios cuya organización no tiene a nadie en este portal.',
    'Ninguna corrección le espera',
    'Si alguien dice que algo del directorio está mal, aparecerá aquí.',
  ])
})

it('DIR-08 DIR-15 whoever decides sees that a correction came from the public page', async () => {
  const id = await addService('Quince table')
  const { organizationId } = await edited(id)
  const row = { serviceId: id, organizationId, topic: 'other', proposed: 'It moved', source: 'public-page' } as const
  await app.database
    .insertInto('listingSuggestion')
    .values(row as never)
    .execute()
  const page = await openScreen('/organization/corrections', { as: maria, width: 360 })
  await page.findByText(/^Suggested on the public page of the service, by somebody without an account/)
})
