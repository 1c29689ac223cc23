import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { type OpenScreen, screensOf, waitFor, within } from '#test/screen.tsx'
import { personFieldNames } from '../contact-record.ts'

const app = await startTestApp()
const openScreen = screensOf(app)

/** A caseworker of an organization without people on record. */
async function worker() {
  const organization = await makeOrganization(app.database)
  return app.someone({ organizationId: organization.id })
}
const record = (call: Awaited<ReturnType<typeof worker>>['call'], id: string) => call('GET', `/api/contact/${id}`)
async function fillName(page: OpenScreen, first: string, last: string) {
  await page.fill(/^First Name/, first)
  await page.fill(/^Last Name/, last)
}
async function put(page: OpenScreen, line: number, number: string) {
  const field = page.getAllByLabelText('Phone Number')[line] as HTMLElement
  await page.user.clear(field)
  await page.user.paste(number)
}
const findConflict = async (page: OpenScreen) =>
  (await page.findByText('Somebody changed this record in the meantime')).parentElement as HTMLElement
const numbers = (page: OpenScreen) =>
  page.getAllByLabelText('Phone Number').map((field) => (field as HTMLInputElement).value)

it('INT-01 a new person is recorded as typed, and the browser goes to their record', async () => {
  const { account, call } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await page.findByText('First and last name are enough to begin; the rest helps to find them again.')
  await page.press('Save person')
  await waitFor(() => expect(page.getAllByText('This is needed.')).toHaveLength(2))
  await fillName(page, 'Zelda', 'Okonkwo')
  await page.fill(/^Email/, 'zelda@example.test')
  await page.fill(/^Note/, 'Prefers texts')
  await page.fill('Phone Number', '7165550187')
  expect(numbers(page)).toEqual(['(716) 555-0187'])
  expect(page.queryByRole('button', { name: /^Remove phone/ })).toBeNull()
  await page.press('Save person')
  await page.findByRole('heading', { level: 1, name: 'Zelda Okonkwo' })
  expect(page.notices()).toEqual(['Zelda Okonkwo is recorded.'])
  const { body } = await record(call, page.location().replace('/people/', ''))
  expect(body).toMatchObject({ email: 'zelda@example.test', note: 'Prefers texts', city: null, consents: [] })
  expect(body.phones).toMatchObject([{ kind: 'mobile', isPrimary: true }])
})

it('INT-01 INT-03 a consent that lacks something receives the focus, far above the button that was pressed', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await fillName(page, 'Zelda', 'Okonkwo')
  await page.user.click(page.getByLabelText('Record their consent now'))
  const focused = (name: RegExp) =>
    waitFor(() => expect(document.activeElement).toBe(page.getByRole('combobox', { name })))
  await page.press('Save person')
  await focused(/^May be shared with/)
  await page.choose(/^May be shared with/, 'Only the organizations named here')
  await page.choose(/^How it was given/, 'In words')
  await page.press('Save person')
  await focused(/^Organizations/)
  expect(page.calls('POST', '/api/contact/')).toEqual([])
})

it('INT-01 the form has every field of a record, and the record shows every one', async () => {
  const { account, call } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await page.findByLabelText(/^First Name/)
  const controls = [...document.querySelectorAll<HTMLElement>('[name], [data-field]')]
  const names = controls.map((control) => control.dataset.field ?? control.getAttribute('name'))
  expect(names).toEqual(expect.arrayContaining(personFieldNames))

  const typed: Record<string, string> = Object.fromEntries(personFieldNames.map((name) => [name, `Some ${name}`]))
  const withForm = { birthDate: '1992-03-04', email: 'noor@example.test', language: 'ar', postalCode: '14218' }
  const { id } = await makePerson(call, { ...typed, ...withForm }, null)
  await page.open(`/people/${id}`)
  await page.findByRole('heading', { level: 1, name: 'Some firstName Some lastName' })
  const shown: Record<string, string> = { ...typed, ...withForm, birthDate: '03/04/1992', language: 'Arabic' }
  for (const name of personFieldNames) expect(page.words(), name).toContain(shown[name])
})

it('INT-01 phones are added, removed and put first, and one of them is always the first to call', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await fillName(page, 'Zelda', 'Okonkwo')
  await put(page, 0, '7165550187')
  await page.press('Add a phone')
  await put(page, 1, '7165550188')
  await page.press('Add a phone')
  await put(page, 2, '7165550189')
  const first = () => page.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)
  expect(first()).toEqual([true, false, false])
  await page.user.click(page.getAllByRole('radio', { name: 'Call this one first' })[2] as HTMLElement)
  expect(first()).toEqual([false, false, true])
  await page.press('Remove phone (716) 555-0188')
  expect(numbers(page)).toEqual(['(716) 555-0187', '(716) 555-0189'])
  expect(first()).toEqual([false, true])
  await page.press('Remove phone (716) 555-0189')
  expect(numbers(page)).toEqual(['(716) 555-0187'])
  await page.choose('Kind', 'Work')
  await page.press('Save person')
  await page.findByRole('heading', { level: 1, name: 'Zelda Okonkwo' })
  expect(page.calls('POST', '/api/contact/')[0]?.body.phones).toEqual([
    { phoneNumber: '+17165550187', kind: 'work', isPrimary: true },
  ])
})

it('INT-01 a number that is none is said at its field, and nobody is recorded', async () => {
  const { account } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await fillName(page, 'Zelda', 'Okonkwo')
  await page.fill('Phone Number', '716')
  await page.press('Save person')
  await page.findByText(/^Write it as \(716\) 555-0100, or with a plus/)
  expect(page.calls('POST', '/api/contact/')).toEqual([])
})

it('INT-01 somebody who is on record already is offered with what differs, and used or saved anyway', async () => {
  const { account, call } = await worker()
  const known = await makePerson(call, { city: 'Buffalo' }, null)
  const page = await openScreen('/people/new', { as: account })
  await fillName(page, 'Noor', 'Abadi')
  await page.fill(/^Birth date/, '1991-03-04')
  await page.fill(/^Email/, 'other@example.test')
  await page.fill(/^City/, ' buffalo ')
  await page.fill('Phone Number', '7165550199')
  await page.press('Save person')
  const dialog = within(await page.findByRole('dialog', { name: 'Is it this person?' }))
  dialog.getByText('Somebody like this is already on record. Use that record so that nothing gets lost between two.')
  dialog.getByText('03/04/1992 · (716) 555-0142 · noor@example.test · Buffalo')
  dialog.getByText('Same name')
  dialog.getByText('Differs in: birth date, phone number, email')
  await page.press('Back to the form')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Save person')
  await page.press('Use this person: Noor Abadi')
  await waitFor(() => expect(page.location()).toBe(`/people/${known.id}`))
  expect(page.calls('POST', '/api/contact/')).toEqual([])

  const again = await openScreen('/people/new', { as: account })
  await fillName(again, 'Noor', 'Abadi')
  await again.press('Save person')
  await again.findByRole('dialog')
  expect(again.queryByText(/^Differs in/)).toBeNull()
  await again.press('Save anyway')
  await waitFor(() => expect(again.notices()).toEqual(['Noor Abadi is recorded.']))
  expect(again.location()).not.toContain(known.id)
})

it('INT-03 a consent that is refused records nobody twice', async () => {
  const { account, call } = await worker()
  const page = await openScreen('/people/new', { as: account })
  await fillName(page, 'Zelda', 'Okonkwo')
  await page.user.click(page.getByLabelText('Record their consent now'))
  await page.press('Save person')
  await waitFor(() => expect(page.getAllByText('This is needed.')).toHaveLength(2))
  expect(page.calls('POST', '/api/contact/duplicate')).toEqual([])
  await page.choose(/May be shared with/, 'Every organization in the network')
  await page.choose(/How it was given/, 'In words')
  await page.fill(/^Witness/, 'Bo Reyes')
  await page.findByText('Permission to share my information')
  page.failNext('POST', /^\/api\/contact\/[^/]+\/consent$/, 500)
  await page.press('Save person')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  expect(page.location()).toBe('/people/new')
  await page.fill(/^First Name/, 'Zelma')
  await page.press('Save person')
  await page.findByRole('heading', { level: 1, name: 'Zelma Okonkwo' })
  expect(page.calls('POST', '/api/contact/')).toHaveLength(1)
  const { body } = await record(call, page.location().replace('/people/', ''))
  expect(body).toMatchObject({
    firstName: 'Zelma',
    consents: [{ scope: 'network', howGiven: 'verbal', witnessName: 'Bo Reyes' }],
  })
})

it('INT-01 a person who was asked for elsewhere is brought back there, and cancelling goes back without', async () => {
  const { account } = await worker()
  const path = `/people/new?returnTo=${encodeURIComponent('/referrals/new?need=stress')}`
  const page = await openScreen(path, { as: account })
  const cancel = await page.findByRole('link', { name: 'Cancel' })
  expect(cancel.getAttribute('href')).toBe('/referrals/new?need=stress')
  await fillName(page, 'Zelda', 'Okonkwo')
  await page.press('Save person')
  await waitFor(() => expect(page.location()).toMatch(/^\/referrals\/new\?need=stress&contactId=/))
  for (const elsewhere of ['', '?returnTo=https%3A%2F%2Felsewhere.test%2F', '?returnTo=%2F%2Felsewhere.test%2F']) {
    await page.open(`/people/new${elsewhere}`)
    expect((await page.findByRole('link', { name: 'Cancel' })).getAttribute('href')).toBe('/people')
  }
})

it('INT-01 a record that somebody changed meanwhile shows what differs; either version can be saved', async () => {
  const { account, call } = await worker()
  const person = await makePerson(call, { city: 'Buffalo', language: 'es' }, null)
  const change = { birthDate: '1993-05-06', city: null, language: 'vi', phones: [], version: 1 }
  const page = await openScreen(`/people/${person.id}`, { as: account })
  await page.press('Edit')
  await page.fill(/^First Name/, 'Noura')
  expect((await call('PUT', `/api/contact/${person.id}`, change)).status).toBe(200)
  await page.press('Save')
  const notice = await findConflict(page)
  await waitFor(() => expect(document.activeElement).toBe(notice))
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['First Name: Noor', 'Birth date: 05/06/1993', 'Language: Vietnamese', 'City: —', 'Phone numbers: —'])
  within(notice).getByText('What you typed is still in the form. The record now says:')
  expect(page.queryByRole('button', { name: 'Save' })).toBeNull()
  await page.press('Save my version')
  await waitFor(() => expect(page.notices()).toEqual(['The changes are saved.']))
  await page.findByRole('heading', { level: 1, name: 'Noura Abadi' })
  const { body } = await record(call, person.id)
  expect(body).toMatchObject({ firstName: 'Noura', city: 'Buffalo', language: 'es', birthDate: '1992-03-04' })
})

it('INT-01 taking the other version fills the form with it, and a failure is said', async () => {
  const { account, call } = await worker()
  const person = await makePerson(call, { city: 'Buffalo' }, null)
  const page = await openScreen(`/people/${person.id}`, { as: account })
  await page.press('Edit')
  await page.fill(/^City/, 'Rochester')
  await call('PUT', `/api/contact/${person.id}`, { city: 'Albany', version: 1 })
  await page.press('Save')
  const notice = await findConflict(page)
  expect(
    within(notice)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['City: Albany'])
  await page.press('Use the other version')
  expect((page.getByLabelText(/^City/) as HTMLInputElement).value).toBe('Albany')
  expect(page.queryByText('Somebody changed this record in the meantime')).toBeNull()
  page.failNext('PUT', `/api/contact/${person.id}`, 500)
  await page.fill(/^Note/, 'Prefers texts')
  await page.press('Save')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await page.press('Save')
  await waitFor(async () => expect((await record(call, person.id)).body.note).toBe('Prefers texts'))
  expect((await record(call, person.id)).body.city).toBe('Albany')
})
