import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { auditsOf } from '#test/audits.ts'
import { makeMarch } from '#test/report-stage.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { harbor, pantry, ana, lee } = await makeMarch(app)
const march = 'startDate=2026-03-01&endDate=2026-03-31'
const fetchFile = (words: string, call = lee.call) => call('GET', `/api/report/organization/export?${march}&${words}`)
async function read(words: string, call = lee.call) {
  const text = (await fetchFile(words, call)).bytes.toString()
  const lines: string[][] = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true })
  const at = (start: string) => lines.findIndex(([cell]) => cell === start)
  return { text, lines, at, line: (start: string) => lines[at(start)] }
}

it('REP-06 a file begins with what it is of, and says so where there are no filters', async () => {
  const { text, lines } = await read('side=incoming&file=csv')
  expect(text.startsWith('\uFEFFReport,')).toBe(true)
  expect(lines.slice(0, 3)).toEqual([
    ['Report', 'Lake Pantry: referrals received'],
    ['Sent', '2026-03-01 – 2026-03-31'],
    ['Compared with', '2026-01-29 – 2026-02-28'],
  ])
  expect([lines[3]?.[0], lines[4]]).toEqual(['As of', ['Filters', 'none']])
  expect(lines[5]).toEqual([
    'What is counted',
    expect.stringMatching(
      /^Counts every referral that was sent to .* is one working day\. What is known of .* unknown\.$/,
    ),
  ])
  expect(lines[6]).toEqual([
    ...['Measure', 'Value', 'Before', 'Median of the network', '90th percentile', 'Unit', 'Definition'],
  ])
  // An empty line before the measures and each table.
  expect(text).toContain('\r\n\r\nMeasure,Value')
  expect(text).toContain('\r\n\r\nBy month\r\n')
  expect((await read('side=outgoing', ana.call)).lines[0]).toEqual(['Report', 'Harbor House: referrals sent'])
})

it('REP-06 numbers have their units: counts, percent, working days, referrals per need, and nothing where there is none', async () => {
  const { line, lines, at } = await read('side=incoming')
  const figure = (start: string) => line(start)?.slice(1, 6)
  expect(figure('Referrals')).toEqual(['5', '1', '', '', 'referrals'])
  expect(figure('People')).toEqual(['4', '1', '', '', 'people'])
  expect(figure('Needs')).toEqual(['4', '1', '', '', 'needs'])
  expect(figure('Share seen')).toEqual(['60.0', '0.0', '', '', 'percent'])
  expect(figure('Share accepted')).toEqual(['66.7', '', '', '', 'percent'])
  expect(figure('Time to first view')).toEqual(['0.08', '', '', '0.15', 'working days'])
  expect(figure('Tries per need')).toEqual(['1.25', '1.00', '', '', 'referrals per need'])
  expect(line('Referrals')?.[6]).toBe('Referrals sent in the period.')
  expect(lines.slice(at('By month'), at('By month') + 3)).toEqual([
    ['By month'],
    ['Month', 'Referrals', 'Seen', 'Accepted', 'Declined', 'Got help', 'Got-help rate (%)'],
    ['2026-03', '5', '3', '2', '1', '1', '25.0'],
  ])
  expect(lines.slice(at('By sender') + 2, at('By county'))).toEqual([['Harbor House', '5', '3', '2', '1', '1', '25.0']])
  expect(lines.slice(at('By county') + 2, at('By ZIP code'))).toEqual([
    ['Erie County, NY', '1', '1', '1', '0', '1', '100.0'],
    ['Unknown', '4', '2', '1', '1', '0', '0.0'],
  ])
  expect(lines.slice(at('Tries for a need') + 1, at('Tries for a need') + 4)).toEqual([
    ['Tries', 'Needs'],
    ['1 try', '3'],
    ['2 tries', '1'],
  ])
  expect(lines[at('Why it did not work') + 2]).toEqual(['Declined: No capacity', '1'])
})

it('REP-06 a file names its filters and languages, in the language of the file', async () => {
  const all = `side=outgoing&need=homelessness&need=food-insecurity&withOrganizationId=${pantry.id}&county=36029&zip=14201`
  const { lines } = await read(`${all}&language=es&ageBand=65%2B`, ana.call)
  expect(lines.slice(4, 10)).toEqual([
    ['Needs', 'Shelter, Food'],
    ['Other organization', 'Lake Pantry'],
    ['County', 'Erie County, NY'],
    ['ZIP code', '14201'],
    ['Language', 'Spanish'],
    ['Age', '65 and over'],
  ])
  const english = await read('side=outgoing', ana.call)
  expect(english.lines[english.at('By language') + 2]?.slice(0, 2)).toEqual(['Spanish', '3'])
  const spanish = await read('side=outgoing&inLanguage=es', ana.call)
  expect(spanish.text).toContain('\r\nespañol,3,')
  expect(spanish.lines.map(([cell]) => cell)).toEqual(expect.arrayContaining(['Informe', 'Filtros']))
  // Not a code that anybody knows, and one that is no code at all.
  for (const [written, shown] of [
    ['qqq', 'qqq'],
    ['two words', 'two words'],
  ] as const)
    expect((await read(`side=outgoing&language=${written}`, ana.call)).lines[4]).toEqual(['Language', shown])
})

it('REP-06 a file is not stored on the way, has its type and name, and each download is audited', async () => {
  const audits = async () =>
    (await auditsOf(app.database, harbor.id)).filter(({ action }) => action === 'report.export')
  const before = (await audits()).length
  const [csv, json] = [await fetchFile('side=outgoing', ana.call), await fetchFile('side=outgoing&file=json', ana.call)]
  expect([csv.headers['content-type'], json.headers['content-type']]).toEqual([
    ...['text/csv; charset=utf-8', 'application/json; charset=utf-8'],
  ])
  expect(json.headers['content-disposition']).toBe('attachment; filename="referral-report.json"')
  for (const { headers } of [csv, json]) expect(headers['cache-control']).toBe('no-store')
  const act = { action: 'report.export', actorId: ana.account.id, subjectType: 'organization' }
  const detail = { startDate: '2026-03-01', endDate: '2026-03-31', side: 'outgoing' }
  expect((await audits()).slice(before)).toEqual([
    { ...act, detail: { file: 'csv', ...detail } },
    { ...act, detail: { file: 'json', ...detail } },
  ])
})

it('REP-06 the file for machines has the numbers of the report, each with its definition, and nothing for screens', async () => {
  const { body } = await fetchFile('side=incoming&file=json')
  const report = (await lee.call('GET', `/api/report/organization?${march}&side=incoming`)).body
  const { chosen: _, asOf: __, ...numbers } = report
  expect(body).toMatchObject(numbers)
  expect(body).not.toHaveProperty('chosen')
  expect([body.filters, body.organization]).toEqual([{}, { id: pantry.id, name: 'Lake Pantry' }])
  expect(body.counts).toMatch(/^Counts every referral that was sent to .* working day\. What is known of people/)
  expect(body.figures.find(({ key }: { key: string }) => key === 'seenRate')).toEqual({
    ...{ key: 'seenRate', unit: 'share', value: 0.6, before: 0, network: null, ninetieth: null },
  })
  expect(body.definitions.seenRate).toBe('Referrals seen, of all sent.')
  expect((await fetchFile('side=incoming&file=json&zip=14201')).body.filters).toEqual({ 'ZIP code': '14201' })
})
