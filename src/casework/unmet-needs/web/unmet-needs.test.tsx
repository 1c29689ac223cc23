import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { makeUnmet } from '#test/unmet-needs.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const { database } = app
const organizationId = (await makeOrganization(database)).id
const maria = await app.someone({ organizationId })
const make = { database, organizationId, recipientId: organizationId, accountId: maria.account.id }
await makeUnmet(make, 3, { day: '2024-02-10' })
await makeUnmet(make, 1, { day: '2024-02-10', zip: '60540', need: 'legal-help', reason: 'no funds' })
await database
  .insertInto('searchMiss')
  .values([{ categoryId: null, words: 'diapers', day: '2024-02-03', zipArea: '606', nothing: 33 }])
  .execute()
const quarter = 'from=2024-Q1&to=2024-Q1'
const open = (query: string, options = {}) =>
  openScreen(`/reports/unmet-needs?${query}`, { as: maria.account, ...options })
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))

it('REP-05 REP-06 the map is hidden from readers of the tables, which have the same numbers, and the filters are in the address', async () => {
  const page = await open(`${quarter}&scope=own`)
  expect(rowsOf(await page.findByRole('table', { name: 'By county' }))).toEqual([
    ['County', 'Open', 'No capacity', 'No funds'],
    ['Cook County', '3', '0', '0'],
    ['DuPage County', '1', '0', '1'],
  ])
  expect(rowsOf(page.getByRole('table', { name: 'By ZIP code' })).slice(1)).toEqual([
    ['60602 Chicago', '3', '0', '0'],
    ['60540 Naperville', '1', '0', '1'],
  ])
  expect(rowsOf(page.getByRole('table', { name: 'By need' })).slice(1)).toEqual([
    ['Food', '3', '0', '0'],
    ['Legal help', '1', '0', '1'],
  ])
  expect(rowsOf(page.getByRole('table', { name: 'Searches that found nothing' })).slice(1)).toEqual([['606', '≈ 33']])
  const shaded = () =>
    [...document.querySelectorAll('svg[aria-hidden] path[data-shade]:not([data-shade="0"])')].map((path) =>
      path.getAttribute('data-shade'),
    )
  await waitFor(() => expect(shaded()).toEqual(['4', '2']))
  expect(document.querySelectorAll('svg[aria-hidden] circle')).toHaveLength(2)
  await page.user.click(page.getByRole('radio', { name: 'No funds' }))
  await waitFor(() => expect(shaded()).toEqual(['4']))
  await page.choose('Need', 'Legal help')
  await waitFor(() => expect(page.queryByText('Cook County')).toBeNull())
  // What is printed says what it counts: the filters are not on the paper.
  expect(page.shows('Your organization · Legal help · Jan – Mar 2024')).toBe(true)
  expect(page.location()).toBe('/reports/unmet-needs?from=2024-Q1&to=2024-Q1&scope=own&map=noFunds&need=legal-help')
  for (const [name, file] of [
    ['Download CSV', 'csv'],
    ['Download JSON', 'json'],
  ] as const)
    expect(page.getByRole('link', { name }).getAttribute('href')).toBe(
      `/api/report/unmetNeeds/export?scope=own&from=2024-Q1&to=2024-Q1&need=legal-help&file=${file}&language=en`,
    )
})

it('REP-04 REP-05 what is not one’s own is about, and small counts are a range', async () => {
  const other = await app.someone({ organizationId: (await makeOrganization(database)).id })
  const page = await openScreen(`/reports/unmet-needs?${quarter}&state=17`, { as: other.account })
  expect(await page.findByText(/rounded up or down to a multiple of 11/)).toBeTruthy()
  const cells = [...document.querySelectorAll('dl dd:first-of-type')].map((cell) => cell.textContent)
  expect(cells.every((cell) => cell === '0–10' || cell === '≈ 11')).toBe(true)
  expect(cells).toHaveLength(3)
})

it('REP-03 REP-06 numbers of the filters before are busy and not printed until the new ones are there', async () => {
  const page = await open(`${quarter}&scope=own`)
  await page.findByRole('table', { name: 'By county' })
  const busy = () => page.getByRole('main').querySelectorAll('[aria-busy=true]').length
  const print = () => page.getByRole<HTMLButtonElement>('button', { name: 'Print' })
  expect([busy(), print().disabled]).toEqual([0, false])
  const next = page.holdNext('GET', '/api/report/unmetNeeds/')
  await page.choose('Need', 'Legal help')
  await waitFor(() => expect([busy(), print().disabled]).toEqual([1, true]))
  next.release()
  await waitFor(() => expect([busy(), print().disabled]).toEqual([0, false]))
})

it('REP-05 in Spanish, empty, failing, with a wrong period, and not for others', async () => {
  const empty = await open('from=2010-Q1&to=2010-Q4&scope=own', { language: 'es' })
  expect(await empty.findByText('Aquí no falta nada')).toBeTruthy()
  const wrong = await open('from=2024-Q2&to=2024-Q1')
  expect(await wrong.findByText('The last quarter must not be before the first.')).toBeTruthy()
  await wrong.choose('To quarter', 'Apr – Jun 2024')
  expect(await wrong.findByText(/rounded up or down/)).toBeTruthy()
  const member = await app.someone({ roles: ['community-member'] })
  const refused = await openScreen('/reports/unmet-needs', { as: member.account })
  expect(await refused.findByRole('heading', { name: 'Where help is missing' })).toBeTruthy()
  expect(refused.calls('GET', '/api/report/unmetNeeds/')).toEqual([])
})
