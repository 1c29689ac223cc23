import { expect, it, onTestFinished, vi } from 'vitest'
import { quarterOfDay } from '#casework/unmet-needs/unmet-need.ts'
import { quarterText } from '#casework/unmet-needs/web/quarter-text-public.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor, within } from '#test/screen.tsx'
import { makeUnmet } from '#test/unmet-needs.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const openScreen = screensOf(app)
const admin = await app.someone({ roles: ['platform-admin'] })
const [from, to] = [await makeOrganization(app.database), await makeOrganization(app.database)]
const { account } = await app.someone({ organizationId: from.id, roles: ['organization-staff'] })
const make = { database: app.database, organizationId: from.id, recipientId: to.id, accountId: account.id }
await makeUnmet(make, 33, { day: '2023-02-06', status: 'Sent' })
await makeUnmet(make, 22, { day: '2023-02-06', reason: 'not eligible', need: 'legal-help', zip: '60540' })
const quarter = 'from=2023-Q1&to=2023-Q1'

it('REP-01 REP-02 the network shows each number with its definition, charts with tables, and no way to the referrals', async () => {
  const page = await openScreen(`/reports/network?${quarter}`, { as: admin.account })
  expect(await page.findByText('At a glance')).toBeTruthy()
  const tile = within(page.getByRole('heading', { name: 'Share answered' }).closest('li') as HTMLElement)
  expect(tile.getByText('≈ 40%')).toBeTruthy()
  expect(tile.getByText('Referrals accepted, declined or forwarded, of all sent.')).toBeTruthy()
  const sent = within(page.getByRole('heading', { name: 'Referrals' }).closest('li') as HTMLElement)
  expect([sent.getByText('≈ 55'), sent.getByText('Before: 0–10')]).toHaveLength(2)
  const rowsOf = (title: string) =>
    within(page.getByRole('region', { name: `${title}: table` }))
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))
  expect(rowsOf('By need')).toEqual([
    ['Need', 'Referrals', 'Answered', 'Got help', 'Got-help rate'],
    ['Food', '≈ 33', '≈ 0', '≈ 0', '–'],
    ['Legal help', '≈ 22', '≈ 22', '≈ 0', '–'],
  ])
  expect(rowsOf('By county').map(([name]) => name)).toEqual(['County', 'Cook County, IL', 'DuPage County, IL'])
  expect(page.getByText(/Nobody can open the referrals behind these numbers here/)).toBeTruthy()
  const links = within(page.getByRole('main')).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href')?.split('?')[0])).toEqual([
    ...['/reports/unmet-needs', '/api/report/network/export', '/api/report/network/export', '/reports/scheduled'],
  ])
  const csv = page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect(csv).toBe(`/api/report/network/export?${quarter}&file=csv&inLanguage=en`)
})

it('REP-03 the filters of the network stand in the address, and an area replaces a need', async () => {
  const page = await openScreen(`/reports/network?${quarter}&need=legal-help`, {
    ...{ as: admin.account, expectedErrors: [/^A call failed: /] },
  })
  expect(await page.findByText('Need: Legal help')).toBeTruthy()
  await page.user.click(page.getByRole('combobox', { name: 'Area' }))
  await page.user.click(await page.findByRole('option', { name: 'DuPage County, IL' }))
  await waitFor(() => expect(page.location()).toBe(`/reports/network?${quarter}&area=17043`))
  expect(await page.findByText('Area: DuPage County, IL')).toBeTruthy()
  expect(page.queryByText('By need')).toBeNull()
  await page.open(`/reports/network?${quarter}&area=9`)
  expect(await page.findByText('Choose an area of the list.')).toBeTruthy()
})

it('REP-03 numbers of the filters before are busy and not printed until the new ones are there', async () => {
  const page = await openScreen(`/reports/network?${quarter}`, { as: admin.account })
  await page.findByText('At a glance')
  const busy = () => page.getByRole('main').querySelectorAll('[aria-busy=true]').length
  const print = () => page.getByRole<HTMLButtonElement>('button', { name: 'Print' })
  expect([busy(), print().disabled]).toEqual([0, false])
  const next = page.holdNext('GET', '/api/report/network')
  await page.choose('Need', 'Legal help')
  await waitFor(() => expect([busy(), print().disabled]).toEqual([1, true]))
  next.release()
  await waitFor(() => expect([busy(), print().disabled]).toEqual([0, false]))
})

it('REP-03 the last quarter on offer is that of the portal, also while it is the next one in UTC', async () => {
  const page = await openScreen(`/reports/network?${quarter}`, { as: admin.account })
  const now = new Date()
  // The evening before in the portal's time zone.
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3), 1, 3, 30)
  vi.useFakeTimers({ toFake: ['Date'], now: night })
  onTestFinished(() => void vi.useRealTimers())
  const last = quarterText(quarterOfDay(new Date(night - 86_400_000).toISOString()), 'en')
  for (const path of ['/reports/network', '/reports/unmet-needs']) {
    await page.open(`${path}?${quarter}`)
    await page.user.click(await page.findByRole('combobox', { name: 'To quarter' }))
    expect((await page.findAllByRole('option'))[0]?.textContent).toBe(last)
  }
})

it('REP-01 the network is read in Spanish on a phone, says where nothing is left, and is closed to others', async () => {
  const page = await openScreen('/reports/network?from=2020-Q1&to=2020-Q1', {
    ...{ as: admin.account, language: 'es', width: 360 },
  })
  expect(await page.findByText('Aquí no se pueden mostrar remisiones')).toBeTruthy()
  const other = await openScreen('/reports/network', {
    as: (await app.someone({ roles: ['data-manager'] })).account,
  })
  expect(await other.findByRole('heading', { name: 'Network report' })).toBeTruthy()
  expect(other.calls('GET', '/api/report/network')).toHaveLength(0)
})
