import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { screensOf, waitFor } from '#test/screen.tsx'
import { makeUnmet } from '#test/unmet-needs.ts'

const app = await startTestApp()
const openScreen = screensOf(app)
const { database } = app

it('REP-06 a report is scheduled from its filters, opened as it was, and stopped', async () => {
  const organizationId = (await makeOrganization(database)).id
  const { account } = await app.someone({ organizationId })
  const needs = { database, organizationId, accountId: account.id }
  await makeUnmet(needs, 3, { day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) })
  const page = await openScreen('/reports/unmet-needs?scope=own&state=17', { as: account })
  await page.user.click(await page.findByRole('link', { name: 'Get it by mail' }))
  expect(await page.findByText('Where help is missing: your organization, all needs, Illinois')).toBeTruthy()
  expect(await page.findByText('You get no report by mail so far.')).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: 'Every Monday' }))
  await page.press('Send it to me')
  await waitFor(() => expect(page.notices()[0] ?? '').toMatch(/^Saved\. The first one comes on \d\d\/\d\d\/\d{4}\.$/))
  await sql`update report_schedule set next_on = current_date - 1 where account_id = ${account.id}`.execute(database)
  await app.runTask('make-scheduled-reports')
  await page.open('/reports/scheduled')
  await page.user.click(await page.findByRole('link', { name: /: your organization, all needs, Illinois$/ }))
  expect(await page.findByText(/^Report of \d\d\/\d\d\/\d{4}$/)).toBeTruthy()
  expect(await page.findByRole('table', { name: 'By county' })).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: 'No funds' }))
  await page.user.click(page.getByRole('link', { name: 'Reports by mail' }))
  await page.user.click(await page.findByRole('button', { name: /^Stop: Where help is missing: your organization/ }))
  expect(await page.findByText('You get no report by mail so far.')).toBeTruthy()
  expect(await page.findByRole('link', { name: /Illinois$/ })).toBeTruthy()
})

it('REP-06 the organization’s report is scheduled with its filters, and opens with its referrals', async () => {
  const [from, to] = [await makeOrganization(database), await makeOrganization(database)]
  const { account } = await app.someone({ organizationId: from.id })
  const sent = { database, organizationId: from.id, recipientId: to.id, accountId: account.id }
  await makeUnmet(sent, 2, { day: new Date(Date.now() - 172_800_000).toISOString().slice(0, 10), status: 'Sent' })
  const page = await openScreen('/reports?side=outgoing&need=food-insecurity', { as: account })
  await page.user.click(await page.findByRole('link', { name: 'Get it by mail' }))
  const name = 'Referrals of your organization: Sent, last 90 days, Food'
  expect(await page.findByText(name)).toBeTruthy()
  await page.press('Send it to me')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await sql`update report_schedule set next_on = current_date - 1 where account_id = ${account.id}`.execute(database)
  await app.runTask('make-scheduled-reports')
  await page.open('/reports/scheduled?report=organization')
  await page.user.click(await page.findByRole('link', { name: new RegExp(`: ${name}$`) }))
  const rows = await page.findByRole('link', { name: 'Referrals: Show 2 referrals' })
  const words = new URL(rows.getAttribute('href') ?? '', 'http://localhost').searchParams
  expect(Object.fromEntries(words)).toMatchObject({ side: 'outgoing', need: 'food-insecurity', measure: 'sent' })
  expect([words.has('days'), words.has('startDate'), words.has('endDate')]).toEqual([false, true, true])
})

it('REP-06 the network’s report is scheduled and opened as it was', async () => {
  const { account } = await app.someone({ roles: ['platform-admin'] })
  const page = await openScreen('/reports/network?area=17', { as: account })
  await page.user.click(await page.findByRole('link', { name: 'Get it by mail' }))
  const name = 'Network report: last 4 quarters, Illinois'
  expect(await page.findByText(name)).toBeTruthy()
  await page.press('Send it to me')
  await waitFor(() => expect(page.notices()).toHaveLength(1))
  await sql`update report_schedule set next_on = current_date - 1 where account_id = ${account.id}`.execute(database)
  await app.runTask('make-scheduled-reports')
  await page.open('/reports/scheduled?report=network')
  await page.user.click(await page.findByRole('link', { name: new RegExp(`: ${name}$`) }))
  expect(await page.findByText('Area: Illinois')).toBeTruthy()
})

it('REP-06 reports by mail in Spanish, a report that is not one’s own, and not for others', async () => {
  const { account } = await app.someone({ organizationId: (await makeOrganization(database)).id })
  const page = await openScreen('/reports/scheduled', { as: account, language: 'es' })
  expect(
    await page.findByText('Dónde falta ayuda: toda la red, todas las necesidades, estado con más casos'),
  ).toBeTruthy()
  const other = await openScreen('/reports/scheduled/00000000-0000-4000-8000-000000000000', { as: account })
  expect(await other.findByText('This could not be loaded')).toBeTruthy()
  const member = await app.someone({ roles: ['community-member'] })
  const refused = await openScreen('/reports/scheduled', { as: member.account })
  expect(await refused.findByRole('heading', { name: 'Reports by mail' })).toBeTruthy()
  expect(refused.calls('GET', '/api/report/schedule/')).toEqual([])
})
