import { expect, it } from 'vitest'
import { makePerson } from '#casework/referrals/server/referral-test-stage.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { stageOnScreen } from '#test/referral-on-screen.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { stage } = await stageOnScreen(app)

async function openForm() {
  const { account } = await app.someone({ firstName: 'Maria', organizationId: stage.sender.id })
  return openScreen('/referrals/new?need=homelessness', { as: account })
}
/** Opens the list of a field by typing. */
async function type(page: OpenScreen, name: string, text: string) {
  const field = await page.findByRole('combobox', { name })
  await page.user.click(field)
  await page.user.paste(text)
  const list = () => document.getElementById(field.getAttribute('aria-controls') ?? '')
  return {
    field,
    options: () => [...(list()?.querySelectorAll('[role=option]') ?? [])].map((each) => each.textContent),
    highlighted: () => list()?.querySelector('[data-combobox-selected]')?.textContent,
  }
}

it('INT-01 REF-01 a late answer changes neither the people on offer nor what Enter selects', async () => {
  for (const lastName of ['Aaron', 'Bell', 'Cruz'])
    await makePerson(stage.as.creator, { firstName: 'Zoranne', lastName })
  const page = await openForm()
  const list = await type(page, 'Person', 'zoranne')
  const all = ['Aaron', 'Bell', 'Cruz'].map((name) => `Zoranne ${name} · 03/04/1992`)
  await waitFor(() => expect(list.options()).toEqual(all))
  const late = page.holdNext('POST', '/api/contact/search')
  await page.user.paste(' cruz')
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  expect(list.highlighted()).toBe('Zoranne Bell · 03/04/1992')
  await waitFor(() => expect(page.calls('POST', '/api/contact/search')).toHaveLength(2))
  late.release()
  await waitFor(() => expect(page.calls('POST', '/api/contact/search')[1]?.status).toBe(200))
  await page.settle()
  await page.user.keyboard('{Enter}')
  await page.findByText('Zoranne Bell · 03/04/1992')
  await page.findByRole('button', { name: 'Pick another person' })
})

it('INT-01 REF-01 people with the same name are all on offer, each by what else is known', async () => {
  const given = { firstName: 'Tamika', lastName: 'Same', birthDate: null, email: null, phones: [] }
  const { id } = await makePerson(stage.as.creator, { ...given, postalCode: '14201' })
  for (const postalCode of ['14202', null, null]) await makePerson(stage.as.creator, { ...given, postalCode })
  await makeOrganization(app.database, { name: 'Saguaro House', takesReferrals: true })
  const page = await openForm()
  const list = await type(page, 'Person', 'tamika same')
  const all = ['Tamika Same', 'Tamika Same (2)', 'Tamika Same · 14201', 'Tamika Same · 14202']
  await waitFor(() => expect(list.options().toSorted()).toEqual(all))
  await page.user.click(page.getByRole('option', { name: 'Tamika Same · 14201', hidden: true }))
  await page.findByRole('button', { name: 'Pick another person' })
  await type(page, 'Service or organization', 'saguaro')
  await page.user.click(await page.findByRole('option', { name: /^Saguaro House/, hidden: true }))
  await page.press('Keep as draft')
  await waitFor(() => expect(page.calls('POST', '/api/referral/')).toHaveLength(1))
  expect(page.calls('POST', '/api/referral/')[0]?.body).toMatchObject({ contactId: id })
})

it('REF-01 a late answer changes neither the organizations on offer nor what Enter selects', async () => {
  for (const name of ['Quixote Arbor', 'Quixote Bridge', 'Quixote Canal'])
    await makeOrganization(app.database, { name, takesReferrals: true })
  const page = await openForm()
  const list = await type(page, 'Service or organization', 'quixote')
  await waitFor(() => expect(list.options()).toHaveLength(3))
  const second = list.options()[1]
  const late = page.holdNext('POST', '/api/referral/destination/search')
  await page.user.paste(' canal')
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  expect(list.highlighted()).toBe(second)
  await waitFor(() => expect(page.calls('POST', '/api/referral/destination/search')).toHaveLength(2))
  late.release()
  await waitFor(() => expect(page.calls('POST', '/api/referral/destination/search')[1]?.status).toBe(200))
  await page.settle()
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(second).toContain((list.field as HTMLInputElement).value))
  expect(list.field).not.toHaveProperty('value', 'quixote canal')
})

it('REF-01 who types on after moving through the list sees what matches now', async () => {
  for (const name of ['Redwood Arbor', 'Redwood Bridge'])
    await makeOrganization(app.database, { name, takesReferrals: true })
  const page = await openForm()
  const list = await type(page, 'Service or organization', 'redwood')
  await waitFor(() => expect(list.options()).toHaveLength(2))
  await page.user.keyboard('{ArrowDown}{ArrowDown}')
  await page.user.type(list.field, ' bridge')
  await waitFor(() => expect(list.options()).toEqual([expect.stringMatching(/^Redwood Bridge/)]))
  await page.user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(list.field).toHaveProperty('value', 'Redwood Bridge'))
})
