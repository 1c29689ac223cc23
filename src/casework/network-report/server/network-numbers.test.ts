import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeUnmet } from '#test/unmet-needs.ts'
import type { NetworkReport } from '../network-report.ts'

const product = await startTestApp()
const { database } = product
const PATH = '/api/report/network'
const [sender, recipient] = [await makeOrganization(database), await makeOrganization(database)]
const { account } = await product.someone({ organizationId: sender.id })
const { call: admin } = await product.someone({ roles: ['platform-admin'] })
const make = (count: number, day: string, status: string) =>
  makeUnmet({ database, organizationId: sender.id, recipientId: recipient.id, accountId: account.id }, count, {
    ...{ day, status },
  })
// Multiples of 11 are published as they are.
await make(55, '2022-05-10', 'Closed: Resolved')
await make(22, '2022-05-11', 'Recalled')
await make(11, '2022-08-10', 'Forwarded')
await make(22, '2022-08-11', 'Sent')
await sql`update referral set outcome = 'got help' where status = 'Closed: Resolved'`.execute(database)
const period = { from: '2022-Q2', to: '2022-Q3' }

it('REP-02 the closed-loop and got-help rates leave out what was recalled or forwarded, and each quarter has its own', async () => {
  const report: NetworkReport = (await admin('GET', `${PATH}?${new URLSearchParams(period)}`)).body
  const numbers = ({ sent, gotHelp, followed, waiting }: NetworkReport['total']) =>
    [sent, gotHelp, followed, waiting].map(({ count }) => count)
  expect(numbers(report.total)).toEqual([110, 55, 77, 22])
  expect(report.byQuarter.map(({ quarter, ...figures }) => [quarter, ...numbers(figures)])).toEqual([
    ['2022-Q2', 77, 55, 55, 0],
    ['2022-Q3', 33, 0, 22, 22],
  ])
})

it('REP-06 the CSV file says what it is, heads its columns, and gives shares in percent, but none of few', async () => {
  const { bytes } = await admin('GET', `${PATH}/export?${new URLSearchParams({ ...period, file: 'csv' })}`)
  const lines = bytes.toString().split('\r\n')
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFReport,Network report',
    'Sent,2022-Q2 – 2022-Q3',
    'Compared with,2021-Q4 – 2022-Q1',
  ])
  expect(lines).toContain('Measure,Value,The true one is at most so far away,Before,Unit,Definition')
  expect(lines).toContain('Quarter,Referrals,Answered,Got help,Got-help rate (%)')
  expect(lines.filter((line) => line.startsWith('2022'))).toEqual(['2022-Q2,77,55,55,100.0', '2022-Q3,33,11,0,'])
})
