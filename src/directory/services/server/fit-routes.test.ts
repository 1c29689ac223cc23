import { constantFrom, integer, oneof, option, sample, subarray, tuple } from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { comparedFacts } from '#directory/eligibility/compared-facts.ts'
import { type Verdict, verdicts } from '#directory/eligibility/fit.ts'
import { type SaidFacts, saidFactNames } from '#directory/eligibility/person-facts.ts'
import { compare } from '#platform/schema/comparison.ts'
import { comparisonSql, type SqlOperator } from '#platform/server/comparison-sql.ts'
import { accessLogOf } from '#test/access-log.ts'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { fitCases, personOf, randomPerson, randomService, silent, TODAY } from '#test/fit-cases.ts'
import { howOften } from '#test/how-often.ts'
import type { PersonServicePage } from '../service-search.ts'
import { fitRank } from './fit-rank.ts'
import { listFits } from './person-fit.ts'

const app = await startTestApp()
const { database } = app
const { id: organizationId } = await makeOrganization(database)
const { call } = await app.someone({ organizationId })
const { call: stranger } = await app.someone({ organizationId: (await makeOrganization(database)).id })
const { call: member } = await app.someone({ roles: ['community-member'] })

/** Rows of services, with where people must live. */
type Row = Record<string, unknown> & { areaKeys?: string[]; areaBasis?: string; hasUnreadArea?: boolean }
async function addServices(rows: Row[]) {
  const services = await database
    .insertInto('service')
    .values(
      rows.map(({ areaKeys, areaBasis, hasUnreadArea, income, ...row }, at) => ({
        ...{ organizationId, name: `Lantern ${at}` },
        ...row,
        income: income ? JSON.stringify(income) : null,
      })) as never,
    )
    .returning('id')
    .execute()
  const ids = services.map(({ id }) => id)
  const unread = rows.flatMap(({ hasUnreadArea }, at) =>
    hasUnreadArea ? [{ serviceId: ids[at], name: 'uphill' }] : [],
  )
  if (unread.length)
    await database
      .insertInto('serviceArea')
      .values(unread as never)
      .execute()
  for (const [at, { areaKeys, areaBasis }] of rows.entries())
    if (areaBasis)
      await sql`update service_reach set area_keys = ${areaKeys}::text[], area_basis = ${areaBasis} where service_id = ${ids[at]}::uuid`.execute(
        database,
      )
  return ids
}
const addPerson = async (given: object = {}): Promise<string> =>
  (await call('POST', '/api/contact/', { firstName: 'Ana', lastName: 'Rivera', ...given })).body.id
const search = async (body: object, by = call) =>
  by('POST', '/api/service/search', { limit: 20, anywhere: 'true', ...body })
const verdictsOf = (page: PersonServicePage) => page.items.map(({ name, fit }) => [name, fit.verdict])

/** Each comparison with a number, a code or codes, which may be unknown, and the type of both in SQL. */
const codes = ['a', 'b', 'c', 'd']
const number = option(integer({ min: -3, max: 3 }))
const ordered = tuple(constantFrom<SqlOperator>('is', 'is-not', 'less', 'at-most', 'at-least', 'more'), number, number)
const one = tuple(constantFrom<SqlOperator>('in', 'not-in'), option(constantFrom(...codes)), subarray(codes))
const many = tuple(
  constantFrom<SqlOperator>('any-of', 'none-of', 'subset-of'),
  option(subarray(codes)),
  subarray(codes),
)

it('DIR-14 each comparison means the same in SQL as in a form', async () => {
  const random = sample(oneof(ordered, one, many), { numRuns: howOften(1000, 20_000), seed: 14 })
  // A rule that says nothing is not compared.
  const cases = random.filter(([, , value]) => value !== null)
  const typed = (value: unknown, isCode: boolean) =>
    Array.isArray(value) ? sql`${value}::text[]` : isCode ? sql`${value}::text` : sql`${value}::integer`
  const results = cases.map(([operator, given, value]) => {
    const isList = operator === 'any-of' || operator === 'none-of' || operator === 'subset-of'
    const left = given === null && isList ? sql`null::text[]` : typed(given, Array.isArray(value))
    return sql`(${comparisonSql(operator, left, typed(value, false))})`
  })
  for (let from = 0; from < cases.length; from += 500) {
    const { rows } = await sql<{ truths: (boolean | null)[] }>`
      select array[${sql.join(results.slice(from, from + 500))}] as truths`.execute(database)
    expect(rows[0]?.truths).toEqual(
      cases.slice(from, from + 500).map(([operator, given, value]) => compare(operator, given, value)),
    )
  }
})

it('DIR-14 a search for a need finds the services of its categories, and no others', async () => {
  const [pantry, shelter] = await addServices([
    { name: 'Porchlight pantry' },
    { name: 'Porchlight shelter' },
    { name: 'Porchlight food talks' },
  ])
  const terms = await database
    .insertInto('taxonomyTerm')
    .values([
      { name: 'Porchlight meals', need: 'food-insecurity' },
      { name: 'Porchlight beds', need: 'homelessness' },
    ] as never)
    .returning('id')
    .execute()
  const attributes = [pantry, shelter].map((serviceId, at) => ({ serviceId, taxonomyTermId: terms[at]?.id }))
  await database
    .insertInto('attribute')
    .values(attributes as never)
    .execute()
  const contactId = await addPerson()
  const namesOf = (page: PersonServicePage) => page.items.map(({ name }) => name)
  expect(namesOf((await search({ contactId, need: 'food-insecurity' })).body)).toEqual(['Porchlight pantry'])
  expect(namesOf((await call('GET', '/api/service/?need=homelessness')).body)).toEqual(['Porchlight shelter'])
  expect(namesOf((await call('GET', '/api/service/?need=veteran-status')).body)).toEqual([])
})

it('DIR-14 the search compares in SQL as the page compares what it found', async () => {
  const services = sample(randomService, { numRuns: 250, seed: 14 })
  const ids = await addServices(services.map((row, at) => ({ ...row, name: `Random ${at}` })))
  for (const person of sample(randomPerson, { numRuns: 12, seed: 14 })) {
    for (const share of [1, 2, 3]) {
      const said: SaidFacts = Object.fromEntries(
        saidFactNames.filter((_, at) => at % share === 0).map((name) => [name, person.said[name]]),
      )
      const born = share === 3 ? undefined : person.birthDate
      const facts = comparedFacts(personOf(born, said), share === 2 ? null : person.place, TODAY)
      const { rows } = await sql<{ id: string; rank: number }>`
        select s.service_id as id, ${fitRank(facts)} as rank from service_search s where s.service_id = any (${ids}::uuid[])`.execute(
        database,
      )
      const fits = await listFits(database, ids, facts)
      expect(rows).toHaveLength(ids.length)
      expect(rows.map(({ id, rank }) => [id, verdicts[rank]])).toEqual(
        rows.map(({ id }) => [id, fits.get(id)?.verdict]),
      )
    }
  }
  await database.deleteFrom('service').where('id', 'in', ids).execute()
})

it('DIR-14 the search says in SQL what was said of each case made by hand', async () => {
  // Which rules are read out of words, only the page compares.
  const cases = Object.entries(fitCases).filter(([, { read }]) => !read)
  const ids = await addServices(cases.map(([, { service }], at) => ({ ...silent, ...service, name: `Case ${at}` })))
  const said: Record<string, Verdict | undefined> = {}
  for (const [at, [name, { born, place = null, said: facts = {} }]] of cases.entries()) {
    const rank = fitRank(comparedFacts(personOf(born, facts), place, TODAY))
    const { rows } = await sql<{ rank: number }>`
      select ${rank} as rank from service_search s where s.service_id = ${ids[at]}::uuid`.execute(database)
    said[name] = rows[0] && verdicts[rows[0].rank]
  }
  expect(said).toEqual(Object.fromEntries(cases.map(([name, { verdict }]) => [name, verdict])))
  await database.deleteFrom('service').where('id', 'in', ids).execute()
})

await addServices([
  { name: 'Lantern seniors', minimumAge: 60 },
  { name: 'Lantern Erie', areaKeys: ['c36029'], areaBasis: 'said' },
  { name: 'Lantern Cook', areaKeys: ['c17031'], areaBasis: 'said' },
  { name: 'Lantern words', eligibilityDescription: 'Seniors 60 or older' },
  { name: 'Lantern half', minimumAge: 18, eligibilityDescription: 'Adults with a low income' },
  { name: 'Lantern silent' },
])

it('DIR-14 each result says whether it fits the person, fitting ones first and others last, and hides none', async () => {
  const contactId = await addPerson({ birthDate: '1950-01-01', postalCode: '14201-1234', city: 'Buffalo' })
  const { body } = await search({ contactId, text: 'lantern' })
  expect(verdictsOf(body)).toEqual([
    ['Lantern Erie', 'fits'],
    ['Lantern seniors', 'fits'],
    ['Lantern half', 'may-fit'],
    ['Lantern silent', 'may-fit'],
    ['Lantern words', 'may-fit'],
    ['Lantern Cook', 'does-not-fit'],
  ])
  expect(body.personZip).toBeNull()
  // What is for nobody near by and has no place is not found around a ZIP code.
  const near = (await search({ contactId, text: 'lantern', anywhere: 'false' })).body
  expect([near.personZip, verdictsOf(near)]).toEqual(['14201', [['Lantern Erie', 'fits']]])
  expect((await search({ contactId, text: 'lantern', anywhere: 'false', near: '60602' })).body.personZip).toBeNull()
  const fitOf = (name: string) => body.items.find((item: { name: string }) => item.name === name).fit
  expect(fitOf('Lantern Cook')).toMatchObject({
    reasons: [{ rule: 'area', holds: false, doubt: null, missing: [] }],
    rules: { areas: [{ kind: 'county', name: 'Cook County' }], areaCount: 1, unreadAreas: [] },
  })
  expect(fitOf('Lantern half')).toMatchObject({
    reasons: [
      { rule: 'ages', holds: true },
      { rule: 'populations', holds: null, doubt: 'unconfirmed', missing: [] },
    ],
    rules: { minimumAge: 18, populations: ['low-income'] },
  })
})

it('DIR-14 leaves out what does not fit, or what only may, if asked', async () => {
  const contactId = await addPerson({ birthDate: '1950-01-01', postalCode: '14201' })
  const names = async (given: object) =>
    (await search({ contactId, text: 'lantern', ...given })).body.items.map(({ name }: { name: string }) => name)
  expect(await names({ fit: 'possible' })).toEqual([
    'Lantern Erie',
    'Lantern seniors',
    'Lantern half',
    'Lantern silent',
    'Lantern words',
  ])
  expect(await names({ fit: 'fits' })).toEqual(['Lantern Erie', 'Lantern seniors'])
  // The page of one is filled, although the search itself took a service with words that nobody confirmed.
  const first = (await search({ contactId, text: 'lantern', fit: 'fits', limit: 1 })).body
  const second = (await search({ contactId, text: 'lantern', fit: 'fits', limit: 1, cursor: first.nextCursor })).body
  expect([...first.items, ...second.items].map(({ name }) => name).sort()).toEqual(['Lantern Erie', 'Lantern seniors'])
})

it('DIR-14 unknown means may fit, and a town on the record counts beside the ZIP code', async () => {
  const nobody = await addPerson()
  const { body } = await search({ contactId: nobody, text: 'lantern' })
  expect(new Set(verdictsOf(body).map(([, verdict]) => verdict))).toEqual(new Set(['may-fit']))
  expect(body.personZip).toBeNull()
  const [id] = await addServices([{ name: 'Torch Amherst', areaKeys: ['t36:amherst'], areaBasis: 'said' }])
  const verdictFor = async (given: object) =>
    (await call('POST', `/api/service/${id}/fit`, { contactId: await addPerson(given) })).body.verdict
  expect(await verdictFor({ postalCode: '14221', city: 'Amherst' })).toBe('fits')
  expect(await verdictFor({ postalCode: '14221', city: 'Williamsville' })).toBe('does-not-fit')
  expect(await verdictFor({ postalCode: '00000' })).toBe('may-fit')
})

it('DIR-14 only the organization of a person compares services with them, and its log says who did, once', async () => {
  const contactId = await addPerson({ birthDate: '1950-01-01' })
  const [{ id }] = (await search({ contactId, text: 'lantern' })).body.items
  expect((await search({ contactId, text: 'lantern' }, stranger)).status).toBe(404)
  expect((await search({ contactId, text: 'lantern' }, member)).status).toBe(403)
  expect((await stranger('POST', `/api/service/${id}/fit`, { contactId })).status).toBe(404)
  expect((await call('POST', `/api/service/${contactId}/fit`, { contactId })).status).toBe(404)
  const own = await addPerson()
  await search({ contactId: own })
  await search({ contactId: own, text: 'lantern' })
  await call('POST', `/api/service/${id}/fit`, { contactId: own })
  expect((await accessLogOf(database, own)).map(({ way }) => way)).toEqual(['record'])
})

it('DIR-14 DIR-06 a search for a person is counted by its words, and not by where the person lives', async () => {
  const contactId = await addPerson({ postalCode: '14201' })
  await search({ contactId, text: 'groceries', anywhere: 'false' })
  const attempts = async () =>
    JSON.stringify((await sql`select * from search_attempt where words = 'groceries'`.execute(database)).rows)
  expect(await attempts()).toContain('groceries')
  expect(await attempts()).not.toContain('142')
  await search({ contactId, text: 'groceries', near: '14201' })
  expect(await attempts()).toContain('142')
})

it('DIR-14 says whether a service names the person’s language, which hides nothing and decides nothing', async () => {
  const [spoken, silent] = await addServices([
    { name: 'Beacon one', maximumAge: 120 },
    { name: 'Beacon two', maximumAge: 120 },
  ])
  await database
    .insertInto('language')
    .values({ serviceId: spoken as string, name: 'Spanish' })
    .execute()
  const languagesFor = async (language: string | null) => {
    const contactId = await addPerson({ language, birthDate: '1950-01-01' })
    const { body } = await search({ contactId, text: 'beacon' })
    const all = body.items.map(({ id, fit }: PersonServicePage['items'][number]) => [id, fit.verdict, fit.language])
    const { language: alone } = (await call('POST', `/api/service/${silent}/fit`, { contactId })).body
    return [...all, alone]
  }
  const no = (code: string) => ({ code, isNamed: false })
  expect(await languagesFor('es-MX')).toEqual([
    [spoken, 'fits', { code: 'es', isNamed: true }],
    [silent, 'fits', no('es')],
    no('es'),
  ])
  expect((await languagesFor('Karen'))[2]).toBeUndefined()
  expect(await languagesFor('vi')).toEqual([[spoken, 'fits', no('vi')], [silent, 'fits', no('vi')], no('vi')])
  for (const language of ['en', null])
    expect(await languagesFor(language)).toEqual([[spoken, 'fits', undefined], [silent, 'fits', undefined], undefined])
})
