import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeAccount, makeOrganization } from '#test/factories.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { searchFailed, selectDespiteLateAnswer, typeInto } from '#test/suggestions.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage } = await stageOnScreen(app)

const PEOPLE = '/api/contact/search'
const DESTINATIONS = '/api/referral/destination/search'

async function openForm(language: 'en' | 'es' = 'en') {
  const { account } = await app.someone({ firstName: 'Maria', organizationId: stage.sender.id })
  const options = { as: account, language, expectedErrors: [/^A call failed: /] }
  return openScreen('/referrals/new?need=homelessness', options)
}

it('INT-01 REF-01 a late answer changes neither the people on offer nor what Enter selects', async () => {
  for (const lastName of ['Aaron', 'Bell', 'Cruz'])
    await makePerson(stage.as.creator, { firstName: 'Zoranne', lastName })
  const page = await openForm()
  const list = await typeInto(page, 'Person', 'zoranne')
  const all = ['Aaron', 'Bell', 'Cruz'].map((name) => `Zoranne ${name} · 03/04/1992`)
  await waitFor(() => expect(list.options()).toEqual(all))
  const second = await selectDespiteLateAnswer(page, list, ' cruz', ['POST', PEOPLE])
  expect(second).toBe('Zoranne Bell · 03/04/1992')
  await page.findByText(second)
  await page.findByRole('button', { name: 'Pick another person' })
})

it('INT-01 REF-01 people with the same name are all on offer, each by what else is known', async () => {
  const given = { firstName: 'Tamika', lastName: 'Same', birthDate: null, email: null, phones: [] }
  const { id } = await makePerson(stage.as.creator, { ...given, postalCode: '14201' })
  for (const postalCode of ['14202', null, null]) await makePerson(stage.as.creator, { ...given, postalCode })
  await makeOrganization(app.database, { name: 'Saguaro House', takesReferrals: true })
  const page = await openForm()
  const list = await typeInto(page, 'Person', 'tamika same')
  const all = ['Tamika Same', 'Tamika Same (2)', 'Tamika Same · 14201', 'Tamika Same · 14202']
  await waitFor(() => expect(list.options().toSorted()).toEqual(all))
  await page.user.click(page.getByRole('option', { name: 'Tamika Same · 14201', hidden: true }))
  await page.findByRole('button', { name: 'Pick another person' })
  await typeInto(page, 'Service or organization', 'saguaro')
  await page.user.click(await page.findByRole('option', { name: /^Saguaro House/, hidden: true }))
  await page.press('Keep as draft')
  await waitFor(() => expect(page.calls('POST', '/api/referral/')).toHaveLength(1))
  expect(page.calls('POST', '/api/referral/')[0]?.body).toMatchObject({ contactId: id })
})

it('REF-01 a late answer changes neither the organizations on offer nor what Enter selects', async () => {
  for (const name of ['Quixote Arbor', 'Quixote Bridge', 'Quixote Canal'])
    await makeOrganization(app.database, { name, takesReferrals: true })
  const page = await openForm()
  const list = await typeInto(page, 'Service or organization', 'quixote')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  const second = await selectDespiteLateAnswer(page, list, ' canal', ['POST', DESTINATIONS])
  await waitFor(() => expect(second).toContain(list.field.value))
  expect(list.field).not.toHaveProperty('value', 'quixote canal')
})

it('REF-01 who types on after moving through the list sees what matches now', async () => {
  for (const name of ['Redwood Arbor', 'Redwood Bridge'])
    await makeOrganization(app.database, { name, takesReferrals: true })
  const page = await openForm()
  const list = await typeInto(page, 'Service or organization', 'redwood')
  await waitFor(() => expect(list.options()).toHaveLength(2))
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  await page.user.type(list.field, ' bridge')
  await waitFor(() => expect(list.options()).toEqual([expect.stringMatching(/^Redwood Bridge/)]))
  await page.user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(list.field).toHaveProperty('value', 'Redwood Bridge'))
})

it('REF-01 a late answer changes neither the addressees on offer nor whom Enter selects', async () => {
  for (const lastName of ['Arbor', 'Bridge', 'Canal'])
    await makeAccount(app.database, { organizationId: stage.recipient.id, firstName: 'Quillon', lastName })
  const page = await openForm()
  await typeInto(page, 'Service or organization', stage.recipient.name)
  const destination = { name: new RegExp(`^${stage.recipient.name}`), hidden: true }
  await page.user.click(await page.findByRole('option', destination))
  const list = await typeInto(page, 'For the attention of', 'quillon')
  await waitFor(() => expect(list.options()).toEqual(['Quillon Arbor', 'Quillon Bridge', 'Quillon Canal']))
  await selectDespiteLateAnswer(page, list, ' canal', ['POST', '/api/referral/destination/colleague'])
  await waitFor(() => expect(list.field).toHaveProperty('value', 'Quillon Bridge'))
})

it('INT-01 REF-01 a search for people that does not work says so, until the next letter', async () => {
  await makePerson(stage.as.creator, { firstName: 'Xanthe', lastName: 'Reed' })
  const page = await openForm()
  for (let time = 0; time < 2; time++) page.failNext('POST', PEOPLE, 500)
  const list = await typeInto(page, 'Person', 'xanthe')
  expect((await page.findByText(searchFailed.en)).getAttribute('role')).toBe('alert')
  expect(page.notices()).toEqual([])
  await page.user.paste(' r')
  await waitFor(() => expect(list.options()).toEqual(['Xanthe Reed · 03/04/1992']))
  expect(page.queryByText(searchFailed.en)).toBeNull()
})

it('REF-01 a search for destinations that does not work says so, until the next letter', async () => {
  await makeOrganization(app.database, { name: 'Sycamore House', takesReferrals: true })
  const page = await openForm('es')
  for (let time = 0; time < 2; time++) page.failNext('POST', DESTINATIONS, 'network')
  const list = await typeInto(page, 'Servicio u organización', 'sycamore')
  expect((await page.findByText(searchFailed.es)).getAttribute('role')).toBe('alert')
  await page.user.paste(' h')
  await waitFor(() => expect(list.options()).toEqual([expect.stringMatching(/^Sycamore House/)]))
  expect(page.queryByText(searchFailed.es)).toBeNull()
})

it('REF-01 a search for addressees that does not work does not say that nobody works there', async () => {
  const page = await openForm()
  await typeInto(page, 'Service or organization', stage.recipient.name)
  const destination = { name: new RegExp(`^${stage.recipient.name}`), hidden: true }
  await page.user.click(await page.findByRole('option', destination))
  for (let time = 0; time < 2; time++) page.failNext('POST', '/api/referral/destination/colleague', 500)
  await typeInto(page, 'For the attention of', 'nobody')
  await page.findByText(searchFailed.en)
  expect(page.queryByText('Nobody by this name works there.')).toBeNull()
  await page.user.paste(' here')
  await page.findByText('Nobody by this name works there.')
  expect(page.queryByText(searchFailed.en)).toBeNull()
})
