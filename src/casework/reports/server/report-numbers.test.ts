import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { makeMarch, makeReferral } from '#test/report-stage.ts'
import { ageBands, type ReferralFact } from '../referral-fact.ts'
import type { Figures, Report } from '../report.ts'
import { rebuildFacts } from './rebuild-facts.ts'

const app = await startTestApp({ TIME_ZONE: 'America/New_York' })
const { database } = app
const { harbor, pantry, ana, lee } = await makeMarch(app)
const far = await makeOrganization(database, { name: 'Far Shelter' })

let state = 7
const below = (most: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * most)
}
const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
const hoursAfter = (sent: Date, hours: number) => new Date(sent.getTime() + hours * 3_600_000).toISOString()

const statuses = ['Sent', 'In Review', 'Accepted', 'Declined', 'Expired', 'Recalled', 'Closed: Resolved'] as const
const made: { contactId: string; requestId: string; from: string }[] = []
async function makeSome(at: number) {
  const sent = new Date(Date.parse('2025-03-01T15:00:00Z') + at * 4 * 86_400_000)
  const status = oneOf([...statuses, 'Closed: Unresolved'] as const)
  const isAnswered = ['Accepted', 'Declined', 'Closed: Resolved', 'Closed: Unresolved'].includes(status)
  const isClosed = status.startsWith('Closed')
  const from = oneOf([harbor.id, harbor.id, far.id])
  const before = made.filter((one) => one.from === from)
  const again = before.length && below(3) === 0 ? oneOf(before) : undefined
  const { contactId, requestId } = await makeReferral(database, {
    ...{ from, to: oneOf([pantry.id, pantry.id, harbor.id]), by: ana.account.id, sent: sent.toISOString(), status },
    need: oneOf(['food-insecurity', 'homelessness', 'transportation-insecurity']),
    person: {
      ...{ postalCode: oneOf(['14201', '10001', '99999', undefined]), language: oneOf(['es', 'en', undefined]) },
      birthDate: oneOf(['1950-01-01', '1999-05-05', undefined]),
    },
    viewed: status === 'Sent' ? undefined : hoursAfter(sent, below(90)),
    answered: isAnswered ? hoursAfter(sent, 100 + below(90)) : undefined,
    contacted: isClosed ? hoursAfter(sent, 200 + below(90)) : undefined,
    closed: isClosed ? hoursAfter(sent, 300 + below(900)) : undefined,
    reason: oneOf(['no capacity', 'other', 'moved']),
    outcome: isClosed ? oneOf(['got help', 'enrolled']) : undefined,
    isHeld: below(9) === 0,
    ...(again && { contactId: again.contactId, requestId: below(2) ? again.requestId : undefined }),
  })
  made.push({ contactId, requestId, from })
}
for (let at = 0; at < 160; at++) await makeSome(at)

/** The value at a share of the sorted ones, between two of them in proportion. */
function between(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  const [place, low] = [share * (sorted.length - 1), Math.floor(share * (sorted.length - 1))]
  const [a = 0, b = a] = sorted.slice(low, low + 2)
  return Math.round(a + (b - a) * (place - low))
}
const known = (values: (number | null)[]) => values.filter((value) => value !== null)
const timesOf = (values: (number | null)[]) =>
  known(values).length ? { median: between(known(values), 0.5), ninetieth: between(known(values), 0.9) } : null
const numbersOf = (facts: ReferralFact[]): Partial<Figures> => ({
  sent: facts.length,
  people: new Set(facts.map(({ contactId }) => contactId)).size,
  needs: new Set(facts.map(({ requestId }) => requestId)).size,
  declined: facts.filter(({ statusClass }) => statusClass === 'declined').length,
  seen: known(facts.map(({ minutesToView }) => minutesToView)).length,
  toView: timesOf(facts.map((fact) => fact.minutesToView)),
  toAnswer: timesOf(facts.map((fact) => fact.minutesToAnswer)),
  toContact: timesOf(facts.map((fact) => fact.minutesToContact)),
  toClose: timesOf(facts.map((fact) => fact.minutesToClose)),
})
const sizes = <Key>(facts: ReferralFact[], keyOf: (fact: ReferralFact) => Key) =>
  new Map([...Map.groupBy(facts, keyOf)].map(([key, of]) => [key, of.length]))
const triesOf = (facts: ReferralFact[]) => {
  const most = [...Map.groupBy(facts, ({ requestId }) => requestId).values()].map((of) =>
    Math.min(4, Math.max(...of.map(({ attemptNo }) => attemptNo))),
  )
  return [...new Set(most)].sort().map((tries) => ({ tries, needs: most.filter((one) => one === tries).length }))
}

async function factsOf(organizationId: string, side: Report['side']) {
  const { rows } = await sql<ReferralFact>`select * from referral_fact_source`.execute(database)
  const sees = (fact: ReferralFact) => side === 'outgoing' || fact.recipientSeesPerson
  return rows
    .filter((fact) =>
      side === 'outgoing' ? fact.senderId === organizationId : fact.recipientId === organizationId && !fact.isHeld,
    )
    .map((fact) => (sees(fact) ? fact : { ...fact, zip: null, county: null, language: null, ageBand: null }))
}
const isWithin =
  ({ startDate, endDate }: Report['before']) =>
  (fact: ReferralFact) =>
    fact.sentDay >= startDate && fact.sentDay <= endDate

it('REP-07 each number of a report is what a plain count of the referrals says, also after a rebuild', async () => {
  const period = 'startDate=2026-03-10&endDate=2026-12-20'
  // The year before has days in common with it.
  const long = 'startDate=2025-06-10&endDate=2026-10-05'
  const filters: [string, (fact: ReferralFact) => boolean][] = [
    [period, () => true],
    [long, () => true],
    [`${period}&language=es`, ({ language }) => language === 'es'],
    [`${period}&need=homelessness&zip=14201`, ({ need, zip }) => need === 'homelessness' && zip === '14201'],
    [`${period}&ageBand=${encodeURIComponent(ageBands[5])}`, ({ ageBand }) => ageBand === '65+'],
  ]
  for (const [{ call }, id, side] of [
    [ana, harbor.id, 'outgoing'],
    [lee, pantry.id, 'incoming'],
    [ana, harbor.id, 'incoming'],
  ] as const)
    for (const [words, isChosen] of filters) {
      const { body } = await call('GET', `/api/report/organization?${words}&side=${side}&compare=year`)
      const report = body as Report
      const facts = (await factsOf(id, side)).filter(isChosen)
      const [now, before] = [facts.filter(isWithin(report)), facts.filter(isWithin(report.before))]
      expect(report.total).toMatchObject(numbersOf(now))
      expect(report.totalBefore).toMatchObject(numbersOf(before))
      expect(report.tries).toEqual(triesOf(now))
      const shown = <Row extends { sent: number }>(rows: Row[], keyOf: (row: Row) => string | null) =>
        new Map(rows.map((row) => [keyOf(row), row.sent]))
      expect(shown(report.byZip, ({ item }) => item?.id ?? null)).toEqual(sizes(now, ({ zip }) => zip))
      expect(shown(report.byNeed, ({ need }) => need)).toEqual(sizes(now, ({ need }) => need))
      expect(shown(report.byLanguage, ({ language }) => language)).toEqual(sizes(now, ({ language }) => language))
      expect(shown(report.byMonth, ({ month }) => month)).toEqual(
        sizes(now, ({ sentDay }) => `${sentDay.slice(0, 7)}-01`),
      )
      expect(new Map(report.byStatus.map(({ statusClass, count }) => [statusClass, count]))).toEqual(
        sizes(now, ({ statusClass }) => statusClass),
      )
    }
  expect(await rebuildFacts(database)).toBe(0)
})
