import { expect, it } from 'vitest'
import type { Contact } from '#casework/clients/contact-record.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { findPairs } from '../server/find-pairs.ts'

const app = await startTestApp()
const openScreen = screensOf(app)

it('INT-12 staff see who may be the same and why, and a pair that is not the same is not proposed again', async () => {
  const { id } = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: id })
  const given = { birthDate: '1980-04-03', city: 'Buffalo', postalCode: '14203' }
  await call('POST', '/api/contact/', { ...given, firstName: 'William', lastName: 'Vasquez' })
  await call('POST', '/api/contact/', { ...given, firstName: 'Bill', lastName: 'Basquez' })
  const find = () => findPairs({ database: app.database })({}, undefined as never)
  await find()
  const page = await openScreen('/people', { as: account })
  await page.findByText(/One pair of records may be of the same person/)
  await page.user.click(page.getByRole('link', { name: 'Look at them' }))
  await page.findByText('Likely')
  await page.findByText('Nickname of the same name · Name that sounds the same · Same birth date')
  expect(page.getAllByText('Born 04/03/1980')).toHaveLength(2)
  await page.user.click(page.getByRole('button', { name: /^Not the same person: / }))
  await page.findByText('No possible duplicates')
  expect(page.notices()).toEqual(['These two are not proposed again.'])
  await find()
  expect((await call('GET', '/api/personPair/count')).body).toEqual({ count: 0 })
  await page.user.click(page.getByLabelText('Not the same'))
  await page.findByText(/^Decided by /)
  // After a comparison, Back returns here.
  await page.user.click(page.getByRole('link', { name: /^Compare: / }))
  await page.findByRole('heading', { name: 'Compare two records' })
  history.back()
  await page.findByText(/^Decided by /)
  const next = page.holdNext('GET', '/api/personPair/')
  await page.open('/people/duplicates')
  await page.findByRole('status', { name: 'Loading' })
  next.release()
  await page.findByText('No possible duplicates')
  await page.user.click(page.getByLabelText('Not the same'))
  await page.findByText(/^Decided by /)
  await page.user.click(page.getByRole('button', { name: /^Propose again: / }))
  await waitFor(async () => expect((await call('GET', '/api/personPair/count')).body).toEqual({ count: 1 }))
})

it('INT-12 staff compare two records, choose what stays, merge them, and undo it on the record', async () => {
  const { id } = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: id })
  const record = async (given: object) => (await call('POST', '/api/contact/', given)).body as Contact
  const born = { birthDate: '1980-04-03', lastName: 'Vasquez' }
  const phones = [{ phoneNumber: '(716) 555-0104' }]
  const first = await record({ ...born, firstName: 'William', city: 'Buffalo', note: 'Has a dog', phones })
  const consent = { scope: 'network', howGiven: 'verbal', givenOn: new Date().toISOString().slice(0, 10) }
  await call('POST', `/api/contact/${first.id}/consent`, consent)
  const second = await record({ ...born, firstName: 'Bill', email: 'bill@example.test' })
  await findPairs({ database: app.database })({}, undefined as never)
  const page = await openScreen('/people/duplicates', { as: account })
  await page.user.click(await page.findByRole('link', { name: /^Compare: / }))
  await page.findByRole('heading', { name: 'Compare two records' })
  await page.user.click(page.getByLabelText(/^William Vasquez · Recorded/))
  await page.user.click(page.getByRole('radio', { name: 'Bill' }))
  expect((page.getByRole('radio', { name: 'bill@example.test' }) as HTMLInputElement).checked).toBe(true)
  expect((page.getByRole('radio', { name: 'Buffalo' }) as HTMLInputElement).checked).toBe(true)
  const kept = page.getByText('Has a dog').closest('dl') as HTMLElement
  expect([...kept.querySelectorAll('dd')].map((line) => line.textContent)).toEqual([
    '(716) 555-0104',
    'Has a dog',
    'Consents: 1',
  ])
  page.getByText('In force')
  await call('PUT', `/api/contact/${first.id}`, { city: 'Amherst', version: first.version })
  await page.press('Merge')
  await waitFor(() => expect(page.notices()).toEqual(['One of the records was changed meanwhile. Please look again.']))
  await page.findByRole('radio', { name: 'Amherst' })
  await page.press('Merge')
  await waitFor(() => expect(page.location()).toBe(`/people/${first.id}`))
  await page.findByRole('heading', { name: 'Bill Vasquez' })
  await page.findByText('Merged records')
  await page.findByText(/^Merged on .+ by /)
  await call('POST', `/api/contact/${first.id}/consent`, consent)
  await page.open(`/people/${second.id}`)
  await waitFor(() => expect(page.location()).toBe(`/people/${first.id}`))
  await page.user.click(await page.findByRole('button', { name: 'Undo the merge of Bill Vasquez' }))
  const dialog = await page.findByRole('dialog')
  within(dialog).getByText(/^Bill Vasquez becomes a record of its own again/)
  await within(dialog).findByText('Added since the merge, stays here:')
  expect(within(dialog).getByRole('listitem').textContent).toBe('Consents: 1')
  await page.user.click(within(dialog).getByRole('button', { name: 'Undo the merge' }))
  await page.findByRole('heading', { name: 'William Vasquez' })
  await waitFor(() => expect(page.queryByText('Merged records')).toBeNull())
  expect((await call('GET', `/api/contact/${second.id}`)).body).toMatchObject({ id: second.id, firstName: 'Bill' })
})

it('INT-12 staff find the other record of a person by birth date and phone, and compare the two', async () => {
  const { id } = await makeOrganization(app.database)
  const { account, call } = await app.someone({ organizationId: id })
  const record = async (given: object) => (await call('POST', '/api/contact/', given)).body as Contact
  const wanda = await record({ firstName: 'Wanda', lastName: 'Miles', birthDate: '1971-11-30' })
  const given = { firstName: 'Rosa', lastName: 'Ortiz', phones: [{ phoneNumber: '(716) 555-0177' }] }
  await record({ ...given, birthDate: '1980-04-03', city: 'Lima' })
  await record({ firstName: 'Rosa', lastName: 'Ortiz', birthDate: '1999-01-02' })
  for (let nth = 1; nth < 10; nth++) await record({ firstName: 'Zed', lastName: `Nowak ${nth}` })
  const page = await openScreen(`/people/${wanda.id}`, { as: account, expectedErrors: [/^A call failed: /] })
  await page.user.click(await page.findByRole('button', { name: 'This is the same person as …' }))
  const dialog = within(await page.findByRole('dialog'))
  const find = dialog.getByLabelText('Name, birth date or phone number')
  await page.user.type(find, 'wanda')
  await dialog.findByText('Nobody found for “wanda”. Only records of your organization are searched.')
  for (const text of ['4/3/1980', '716 555 0177', '555-0177']) {
    await page.user.clear(find)
    await page.user.type(find, text)
    await dialog.findByText('1 record found')
    dialog.getByText('Born 04/03/1980 · (716) 555-0177 · Lima')
  }
  await page.user.clear(find)
  page.failNext('POST', '/api/contact/search', 500)
  page.failNext('POST', '/api/contact/search', 500)
  await page.user.paste('nowak')
  await dialog.findByText('The search did not work.')
  await page.user.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText('There are more than these 8 records. Type more to narrow them down.')
  await page.user.clear(find)
  await page.user.type(find, '555-0177')
  await dialog.findByText('1 record found')
  const held = page.holdNext('POST', `/api/contact/${wanda.id}/pair`)
  const rosa = dialog.getByRole('button', { name: /^Rosa Ortiz/ })
  await page.user.click(rosa)
  expect(rosa.getAttribute('aria-disabled')).toBe('true')
  await page.user.click(rosa)
  held.release()
  await page.findByRole('heading', { name: 'Compare two records' })
  expect(page.calls('POST', `/api/contact/${wanda.id}/pair`)).toHaveLength(1)
  await page.findByText('Chosen by hand')
  page.getByText('Nothing on record suggests it')
  await page.press('Not the same person')
  await waitFor(() => expect(page.location()).toBe(`/people/${wanda.id}`))
  await page.user.click(await page.findByRole('button', { name: 'This is the same person as …' }))
  const again = within(await page.findByRole('dialog'))
  await page.user.type(again.getByLabelText('Name, birth date or phone number'), '11/30/1971')
  await again.findByText(/^Nobody found/)
  await page.user.clear(again.getByLabelText('Name, birth date or phone number'))
  await page.user.type(again.getByLabelText('Name, birth date or phone number'), '1980-04-03')
  const choice = await again.findByRole('button', { name: /^Rosa Ortiz/ })
  page.failNext('POST', `/api/contact/${wanda.id}/pair`, 404)
  await page.user.click(choice)
  expect((await again.findByRole('alert')).textContent).toBe(
    'This record was merged or erased meanwhile, or does not belong to your organization.',
  )
})
