import { expect, it, onTestFinished, vi } from 'vitest'
import { dayAfter } from '#directory/services/service-intake.ts'
import { dayIn } from '#platform/schema/day-in.ts'
import { startTestApp } from '#test/app.ts'
import { makeFoodBank } from '#test/food-bank.ts'
import { type OpenScreen, screensOf, waitFor } from '#test/screen.tsx'

const app = await startTestApp()
const openScreen = screensOf(app)
const { admin } = await makeFoodBank(app)
const { account: maria, call } = await admin('Maria')
const inDays = (days: number) => dayAfter(dayIn(app.config.timeZone), days)
const shown = (day: string, language = 'en') =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(day),
  )
const said = `said on ${shown(inDays(0))}`

async function addService(name: string, intake: object | null = null) {
  const { id, version } = (await call('POST', '/api/service/', { name })).body
  if (intake) await call('PUT', `/api/service/${id}`, { version, changes: { intake } })
  return id as string
}
const part = (page: OpenScreen) => page.outline(page.getByRole('region', { name: 'New people' }))
const lapse = (id: string) =>
  app.database
    .updateTable('service')
    .set({ intakeUntil: inDays(-2), intakeStatedOn: inDays(-32) } as never)
    .where('id', '=', id)
    .execute()
const stored = async (id: string) => (await call('GET', `/api/service/${id}/editor`)).body.values.intake

it('ORG-08 an organization says in its editor whether a service takes new people, and until when that is sure', async () => {
  const id = await addService('Bread club')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria, width: 360 })
  await page.findByRole('region', { name: 'New people' })
  expect(part(page)).toEqual(['New people', 'Do you take new people?', '<text "Not said">'])
  await page.choose('Do you take new people?', 'Yes, but only so many')
  expect(part(page)).toEqual([
    'New people',
    'Do you take new people?',
    '<text "Yes, but only so many">',
    'New people a week',
    '<text "">',
    'Leave it empty if you do not know.',
    'Sure until | *',
    `<date "${inDays(30)}" required>`,
    'After this day the directory says “not confirmed”, and we ask you by e-mail.',
  ])
  await page.fill('New people a week', '12')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect(await stored(id)).toEqual({ status: 'limited', perWeek: 12, waitWeeks: null, until: inDays(30) })
  await page.open(`/directory/service/${id}`)
  await page.findByText('Takes 12 new people a week')
  page.getByText(said)

  await page.open(`/organization/listing/${id}`)
  await page.choose('Do you take new people?', 'They go on a waitlist')
  await page.fill('Weeks to wait, about', '6')
  await page.fill(/^Sure until/, '')
  await page.press('Save')
  await page.findByText('Enter a day.')
  await page.fill(/^Sure until/, inDays(400))
  await page.press('Save')
  await page.findByText('Choose a day within a year.')
  await page.fill(/^Sure until/, inDays(14))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect(await stored(id)).toEqual({ status: 'waitlist', perWeek: null, waitWeeks: 6, until: inDays(14) })

  await page.open(`/organization/listing/${id}`)
  await page.choose('Do you take new people?', 'Not for a while')
  await page.fill(/^Nobody new until/, inDays(14))
  await page.press('Preview')
  // In the result, and on its page.
  expect(await page.findAllByText(`Takes nobody new until ${shown(inDays(14))}`)).toHaveLength(2)
  await page.press('Close')
  await page.choose('Do you take new people?', 'Not said')
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect(await stored(id)).toBeNull()
  await page.open(`/organization/listing/${id}/history`)
  // What it became, and what it was before the next change.
  expect(await page.findAllByText('Takes 12 new people a week')).toHaveLength(2)
  expect(page.getAllByText('Taking new people')).toHaveLength(3)
})

it('ORG-08 how long a pause lasts is never filled in, and its day is none of another answer', async () => {
  const id = await addService('Soup club', { status: 'open', perWeek: null, waitWeeks: null, until: inDays(14) })
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  await page.choose('Do you take new people?', 'Not for a while')
  expect(page.getByLabelText(/^Nobody new until/)).toHaveProperty('value', '')
  await page.press('Save')
  await page.findByText('Enter a day.')
  await page.fill(/^Nobody new until/, inDays(90))
  await page.choose('Do you take new people?', 'Yes')
  expect(page.getByLabelText(/^Sure until/)).toHaveProperty('value', inDays(30))
  await page.choose('Do you take new people?', 'Not said')
  await page.choose('Do you take new people?', 'Not for a while')
  expect(page.getByLabelText(/^Nobody new until/)).toHaveProperty('value', '')
  await page.fill(/^Nobody new until/, inDays(90))
  await page.press('Save')
  await page.findByText('Saved. The directory shows it now.')
  expect(await stored(id)).toEqual({ status: 'paused', perWeek: null, waitWeeks: null, until: inDays(90) })
})

it('ORG-08 the day is that of the portal, also while it is another one where the reader is', async () => {
  const id = await addService('Night kitchen')
  const page = await openScreen(`/organization/listing/${id}`, { as: maria })
  await page.findByRole('region', { name: 'New people' })
  // Half past three in UTC, where this test reads; the evening before in the portal's time zone.
  const night = new Date(Date.now() + 86_400_000).setUTCHours(3, 30)
  vi.useFakeTimers({ toFake: ['Date'], now: night })
  onTestFinished(() => void vi.useRealTimers())
  expect(inDays(1)).toBe(new Date(night).toISOString().slice(0, 10))
  await page.choose('Do you take new people?', 'Yes')
  expect(page.getByLabelText(/^Sure until/)).toHaveProperty('value', inDays(30))
})

it('ORG-08 a status past its day asks on My organization whether it still holds', async () => {
  const [open, paused] = [
    await addService('Still open', { status: 'open', perWeek: null, waitWeeks: null, until: inDays(3) }),
    await addService('Still paused', { status: 'paused', perWeek: null, waitWeeks: null, until: inDays(3) }),
  ]
  const line = (page: OpenScreen, name: string) => {
    const link = page.getByRole('link', { name: new RegExp(`^${name}`) })
    return page.outline(link.closest('li') as HTMLElement)
  }
  const page = await openScreen('/organization/listing', { as: maria, expectedErrors: [/^A call failed: /] })
  await page.findByRole('link', { name: /^Still open/ })
  expect(line(page, 'Still open').join()).toContain('Takes new people')
  expect(line(page, 'Still open').join()).not.toContain('Is this still true?')
  await Promise.all([lapse(open), lapse(paused)])
  await page.open('/organization/listing')
  expect(line(page, 'Still paused').join()).toContain('The pause is over. Say what is true now.')
  expect(page.queryByRole('button', { name: 'Still so: Still paused' })).toBeNull()
  expect(line(page, 'Still open').join()).toContain('Not confirmed: Takes new people')
  page.failNext('PUT', `/api/service/${open}/intakeStatus`, 500)
  await page.press('Still so: Still open')
  await waitFor(() => expect(page.notices()).toEqual(['It was not saved. Please try again.']))
  await page.press('Still so: Still open')
  await waitFor(() => expect(page.notices()).toEqual(['Thank you. The directory shows it as confirmed.']))
  await waitFor(() => expect(page.queryByText('Is this still true?')).toBeNull())
  expect(await stored(open)).toEqual({ status: 'open', perWeek: null, waitWeeks: null, until: inDays(30) })
})

it('ORG-08 each status has its words in both languages', async () => {
  const until = inDays(20)
  const statuses = [
    { status: 'open', perWeek: null, waitWeeks: null },
    { status: 'limited', perWeek: null, waitWeeks: null },
    { status: 'limited', perWeek: 1, waitWeeks: null },
    { status: 'waitlist', perWeek: null, waitWeeks: null },
    { status: 'waitlist', perWeek: null, waitWeeks: 1 },
    { status: 'paused', perWeek: null, waitWeeks: null },
    { status: 'closed', perWeek: null, waitWeeks: null },
  ]
  for (const [at, intake] of statuses.entries()) await addService(`Harmonica ${at}`, { ...intake, until })
  await lapse(await addService('Harmonica 7', { ...statuses[0], until }))
  const read = async (language: 'en' | 'es') => {
    const page = await openScreen('/directory?text=harmonica', { as: maria, language })
    const cards = await page.findAllByRole('region', { name: /^Harmonica/ })
    return cards
      .toSorted((a, b) => String(a.textContent).localeCompare(String(b.textContent)))
      .map((card) => page.outline(card)[3])
  }
  const [day, dia] = [shown(until), shown(until, 'es')]
  expect(await read('en')).toEqual([
    `Takes new people | ${said}`,
    `Takes few new people | ${said}`,
    `Takes 1 new person a week | ${said}`,
    `Waitlist | ${said}`,
    `Waitlist: about 1 week | ${said}`,
    `Takes nobody new until ${day} | ${said}`,
    `Takes nobody new | ${said}`,
    `Not confirmed: Takes new people | said on ${shown(inDays(-32))}`,
  ])
  const dicho = `dicho el ${shown(inDays(0), 'es')}`
  expect(await read('es')).toEqual([
    `Recibe a personas nuevas | ${dicho}`,
    `Recibe a pocas personas nuevas | ${dicho}`,
    `Recibe a 1 persona nueva por semana | ${dicho}`,
    `Lista de espera | ${dicho}`,
    `Lista de espera: alrededor de 1 semana | ${dicho}`,
    `No recibe a nadie nuevo hasta el ${dia} | ${dicho}`,
    `No recibe a nadie nuevo | ${dicho}`,
    `Sin confirmar: Recibe a personas nuevas | dicho el ${shown(inDays(-32), 'es')}`,
  ])
})

it('ORG-08 the search is narrowed to services that take new people, and says when none is known', async () => {
  await addService('Ocarina lessons', { status: 'open', perWeek: null, waitWeeks: null, until: inDays(20) })
  await addService('Ocarina repair')
  await addService('Bandoneon')
  const page = await openScreen('/directory?text=ocarina', { as: maria })
  const found = () =>
    page.queryAllByRole('heading', { level: 2, name: /^Ocarina/ }).map(({ textContent }) => textContent)
  await waitFor(() => expect(found()).toHaveLength(2))
  await page.user.click(page.getByRole('checkbox', { name: 'Takes new people now' }))
  await waitFor(() => expect(found()).toEqual(['Ocarina lessons']))
  expect(page.location()).toContain('takesPeople=true')
  await page.findByText('1 that may take nobody new')
  await page.open('/directory?text=bandoneon&takesPeople=true')
  await page.findByText('Of what fits, nothing is known to take new people now. Ask these first.')
  await page.user.click(page.getByRole('link', { name: 'Leave out “Takes new people now”' }))
  await waitFor(() => expect(page.location()).not.toContain('takesPeople'))
})
