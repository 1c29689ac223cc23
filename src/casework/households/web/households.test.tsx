import { expect, it } from 'vitest'
import { ageOf } from '#platform/web/time-words.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makePerson } from '#test/referral-stage.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)

async function makeFamily() {
  const { account, call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
  const add = async (firstName: string, more: object = {}): Promise<string> =>
    (await makePerson(call, { firstName, lastName: 'Lopez', phones: [], birthDate: null, ...more }, null)).id
  return { account, call, add }
}
const refused = { expectedErrors: [/^A call failed: /] }
const cardOf = (page: Awaited<ReturnType<typeof openScreen>>, name = 'Household') => page.findByRole('region', { name })

it('INT-16 the household stands on each of its people’s records, in both languages', async () => {
  const { account, call, add } = await makeFamily()
  const [ana, leo] = [await add('Ana', { birthDate: '1990-01-01' }), await add('Leo')]
  const page = await openScreen(`/people/${ana}`, { as: account })
  const card = await cardOf(page)
  expect(page.outline(card)).toEqual(['Household', 'Nobody who lives with them is on record.', 'Add somebody'])
  await call('POST', `/api/contact/${ana}/household`, { contactId: leo, relation: 'child' })
  const spanish = await openScreen(`/people/${leo}`, { as: account, language: 'es' })
  expect(spanish.outline(await cardOf(spanish, 'Hogar'))).toEqual([
    'Hogar',
    `Ana Lopez | → /people/<id> | Responsable del hogar · ${ageOf('1990-01-01')}`,
    'Leo Lopez | Hija o hijo',
    'Agregar a alguien',
    'Cambiar',
  ])
})

it('INT-16 staff find who lives with a person, and say how they are related', async () => {
  const { account, add } = await makeFamily()
  const [ana, leo] = [await add('Ana'), await add('Leonora')]
  const page = await openScreen(`/people/${ana}`, { as: account })
  await page.press('Add somebody')
  const dialog = within(await page.findByRole('dialog', { name: 'Who lives with Ana Lopez?' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Person' })))
  await page.press('Add to household')
  expect(await dialog.findByText('Pick somebody from the list.')).toBeTruthy()
  await page.user.type(dialog.getByRole('combobox', { name: 'Person' }), 'Leonora')
  await page.user.click(await page.findByRole('option', { name: 'Leonora Lopez', hidden: true }))
  const relation = dialog.getByRole('combobox', { name: 'Relation to the head of household' })
  await waitFor(() => expect(document.activeElement).toBe(relation))
  await page.press('Pick another person')
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: 'Person' })))
  await page.user.click(await page.findByRole('option', { name: 'Leonora Lopez', hidden: true }))
  await page.user.click(relation)
  await page.user.click(await page.findByRole('option', { name: 'Child', hidden: true }))
  await page.press('Add to household')
  await page.findByText('Leonora Lopez lives with Ana Lopez now.')
  const card = within(await cardOf(page))
  expect((await card.findByRole('link', { name: 'Leonora Lopez' })).getAttribute('href')).toBe(`/people/${leo}`)
  expect(card.getByText('Ana Lopez').tagName).toBe('B')
  await page.press('Change')
  expect(card.queryByText('Child')).toBeNull()
  expect(card.getByRole('button', { name: 'Done' }).getAttribute('aria-pressed')).toBe('true')
  await page.user.click(card.getByRole('combobox', { name: 'Relation of Leonora Lopez' }))
  await page.user.click(await page.findByRole('option', { name: 'Grandchild' }))
  await waitFor(() =>
    expect(page.calls('PUT', `/api/contact/${leo}/household`).at(-1)?.body).toEqual({ relation: 'grandchild' }),
  )
  await waitFor(() =>
    expect(card.getByRole('combobox', { name: 'Relation of Leonora Lopez' })).toHaveProperty('value', 'Grandchild'),
  )
  await page.press('Take Leonora Lopez out of the household')
  await card.findByText('Nobody who lives with them is on record.')
  expect(page.shows('Leonora Lopez is no longer in this household.')).toBe(true)
})

it('INT-16 somebody new is recorded with the surname and address of the person, and comes back to the question', async () => {
  const { account, add } = await makeFamily()
  const ana = await add('Ana', { address1: '12 Elm St', city: 'Buffalo', language: 'es' })
  const page = await openScreen(`/people/${ana}`, { as: account })
  await page.press('Add somebody')
  await page.user.click(await page.findByRole('link', { name: 'Record somebody new' }))
  const first = await page.findByRole('textbox', { name: 'First Name' })
  expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveProperty('value', 'Lopez')
  expect(page.getByRole('textbox', { name: /^City/ })).toHaveProperty('value', 'Buffalo')
  await page.user.type(first, 'Bruno')
  await page.press('Save person')
  await page.findByRole('dialog', { name: 'Who lives with Ana Lopez?' })
  await page.findByText('Bruno Lopez')
  await page.press('Add to household')
  await page.findByText('Bruno Lopez lives with Ana Lopez now.')
  expect(page.calls('POST', `/api/contact/${ana}/household`).at(-1)?.body).toMatchObject({ relation: 'not-stated' })
  await waitFor(() => expect(page.location()).toBe(`/people/${ana}`))
})

it('INT-16 somebody of another household is refused at the field, and what was chosen stays', async () => {
  const { account, call, add } = await makeFamily()
  const [ana, eva, tom] = [await add('Ana'), await add('Eva'), await add('Tomasina')]
  await call('POST', `/api/contact/${eva}/household`, { contactId: tom })
  const page = await openScreen(`/people/${ana}`, { as: account, ...refused })
  await page.press('Add somebody')
  await page.user.type(await page.findByRole('combobox', { name: 'Person' }), 'Tomasina')
  await page.user.click(await page.findByRole('option', { name: 'Tomasina Lopez', hidden: true }))
  page.failNext('POST', `/api/contact/${ana}/household`, 500)
  await page.press('Add to household')
  await page.findByText('Uh oh, something went wrong!')
  await page.press('Add to household')
  const alert = await page.findByText(/^This person is in another household/)
  expect(alert.getAttribute('role')).toBe('alert')
  expect(page.shows('Tomasina Lopez')).toBe(true)
})

it('INT-16 after somebody new was recorded for a household, the next dialog offers nobody', async () => {
  const { account, add } = await makeFamily()
  const [ana, leo] = [await add('Ana'), await add('Leonora')]
  const page = await openScreen(`/people/${ana}?household&contactId=${leo}`, { as: account })
  const first = within(await page.findByRole('dialog', { name: 'Who lives with Ana Lopez?' }))
  await first.findByText('Leonora Lopez')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await page.press('Add somebody')
  const next = within(await page.findByRole('dialog', { name: 'Who lives with Ana Lopez?' }))
  expect(next.getByRole('combobox', { name: 'Person' })).toHaveProperty('value', '')
  expect(next.queryByText('Leonora Lopez')).toBeNull()
})
