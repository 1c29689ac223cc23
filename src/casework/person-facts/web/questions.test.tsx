import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { add, makeProvider } = directoryOf(app)
const { account: sam, call } = await app.someone({ organizationId: (await makeOrganization(app.database)).id })
const addService = async (name: string, row: object) =>
  add('service', { organizationId: (await makeProvider()).id, name, ...row })
const percent = JSON.stringify({ percent: 200, amounts: [], per: 'year' })
await addService('Thistle rent', { income: percent })
await addService('Thistle heat', { income: percent, minimumAge: 18 })
await addService('Thistle veterans', { populations: ['veterans', 'students'], households: ['single-parent'] })
const addPerson = async (): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', birthDate: '1992-05-01' })).body.id

it('DIR-14 the search asks the few questions that decide the most, and the answers decide', async () => {
  const contactId = await addPerson()
  const page = await openScreen(`/directory?text=thistle&contactId=${contactId}`, { as: sam })
  const panel = await page.findByRole('region', { name: 'Questions that help' })
  const folded = ['Questions that help', 'Household size and income would decide 2 services.', 'Answer here']
  expect(page.outline(panel)).toEqual(folded)
  await page.press('Answer here')
  expect(page.outline(panel)).toEqual([
    ...folded,
    'People in the household',
    '<text "">',
    'Income of the household',
    '<text "">',
    'For',
    '<text "a month">',
    'Who says so',
    '<text "said so themselves">',
    'On what day',
    expect.stringMatching(/^<date "20\d\d-\d\d-\d\d">$/),
    'Save answers | <disabled>',
  ])
  await page.user.type(within(panel).getByLabelText('People in the household'), '2')
  await page.user.type(within(panel).getByLabelText('Income of the household'), '1500')
  await page.press('Save answers')
  await waitFor(() =>
    expect(page.outline(page.getByRole('region', { name: 'Thistle rent' }))).toContain(
      'Fits | Income: at most 200% of the federal poverty level',
    ),
  )
  expect(page.calls('PUT', `/api/contact/${contactId}/fact`)[0]?.body).toMatchObject({
    facts: { householdSize: 2, income: { amount: 1500, per: 'month' } },
    saidBy: 'person',
  })
  expect(page.queryByRole('region', { name: 'Questions that help' })).toBeNull()
  expect(page.location()).toBe(`/directory?text=thistle&contactId=${contactId}`)
})

it('DIR-14 a record shows what the person said, on which day and who said so, and takes other answers', async () => {
  const contactId = await addPerson()
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  const card = await page.findByRole('region', { name: 'What services ask' })
  expect(page.outline(card)).toEqual([
    'What services ask',
    'Nothing is on record yet. Services ask for some of this; answers say which of them fit.',
    'Record answers',
  ])
  await page.press('Record answers')
  expect(page.shows('Nobody is asked about immigration.')).toBe(true)
  const ages = within(card).getByLabelText('Ages of the children')
  await page.user.type(ages, '5 and 2')
  await page.press('Save answers')
  await page.findByText('Write ages in years with commas between them, for example 5, 2.')
  expect(page.calls('PUT', `/api/contact/${contactId}/fact`)).toEqual([])
  await page.user.clear(ages)
  await page.user.type(ages, '5, 2')
  await page.choose('Has a disability', 'No')
  await page.user.click(within(card).getByLabelText('Has none of these'))
  await page.fill('On what day', '2999-01-01')
  await page.press('Save answers')
  await page.findByText('This day is still to come.')
  await page.fill('On what day', '2026-11-02')
  await page.press('Save answers')
  await waitFor(() =>
    expect(page.outline(page.getByRole('region', { name: 'What services ask' }))).toEqual([
      'What services ask',
      'Ages of the children',
      '5 and 2 | said so themselves, 11/02/2026 · Dana Tester',
      'Has a disability',
      'No | said so themselves, 11/02/2026 · Dana Tester',
      'Papers to show',
      'None | said so themselves, 11/02/2026 · Dana Tester',
      'Record answers',
    ]),
  )
  const spanish = await openScreen(`/people/${contactId}`, { as: sam, language: 'es' })
  expect(spanish.outline(await spanish.findByRole('region', { name: 'Lo que preguntan los servicios' }))).toContain(
    '5 y 2 | lo dijo la persona, 02/11/2026 · Dana Tester',
  )
})

it('DIR-14 "no children" ticked by mistake and unticked leaves the ages', async () => {
  const contactId = await addPerson()
  const facts = async () => (await call('GET', `/api/contact/${contactId}/fact`)).body.items
  const given = { facts: { childrenAges: [5, 2] }, saidBy: 'person', saidOn: '2026-11-02' }
  await call('PUT', `/api/contact/${contactId}/fact`, given)
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  const card = within(await page.findByRole('region', { name: 'What services ask' }))
  await page.press('Record answers')
  const none = card.getByLabelText('No children')
  await page.user.click(none)
  await page.user.click(none)
  expect(card.getByLabelText<HTMLInputElement>('Ages of the children').value).toBe('5, 2')
  await page.press('Save answers')
  await waitFor(() => expect(page.notices()).toContain('The answers are on record.'))
  expect(await facts()).toMatchObject([{ name: 'childrenAges', value: [5, 2] }])
})

it('0307 0451 whoever records an older answer reads that the newer one stays, and replaces it if its day is wrong', async () => {
  const contactId = await addPerson()
  const newer = { facts: { householdSize: 4 }, saidBy: 'person', saidOn: '2026-11-20' }
  expect((await call('PUT', `/api/contact/${contactId}/fact`, newer)).status).toBe(200)
  const page = await openScreen(`/people/${contactId}`, { as: sam })
  await page.press('Record answers')
  await page.fill('People in the household', '2')
  await page.fill('On what day', '2026-11-10')
  await page.press('Save answers')
  await waitFor(() => expect(page.notices()).toEqual(['Answers of a later day stay as they are.']))
  await page.findByText('4')
  // Unless the later day is wrong.
  await page.press('Record answers')
  await page.fill('People in the household', '2')
  expect(page.queryByRole('checkbox', { name: /^Replace what is on record/ })).toBeNull()
  await page.fill('On what day', '2026-11-10')
  const name = 'Replace what is on record of a later day: People in the household'
  await page.user.click(await page.findByRole('checkbox', { name }))
  // Another day is another question.
  await page.fill('On what day', '2026-11-21')
  expect(page.queryByRole('checkbox', { name })).toBeNull()
  await page.fill('On what day', '2026-11-10')
  expect(page.getByRole('checkbox', { name })).toHaveProperty('checked', false)
  await page.user.click(page.getByRole('checkbox', { name }))
  await page.press('Save answers')
  await waitFor(() => expect(page.notices()).toContain('The answers are on record.'))
  expect((await call('GET', `/api/contact/${contactId}/fact`)).body.items).toMatchObject([
    { value: 2, saidOn: '2026-11-10' },
  ])
})
