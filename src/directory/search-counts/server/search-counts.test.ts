import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { type Caller, startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { countedWords, vocabularyOf, zipAreaOf } from '../kept-words.ts'

const product = await startTestApp({ SEARCH_COUNT_DAYS: '30' })
const { database } = product
await importDemoDirectory(database)
const dana = await product.someone({ roles: ['data-manager'] })
const someoneOf = async (organizationId?: string) =>
  (await product.someone(organizationId ? { organizationId } : {})).call
const maria = await someoneOf((await makeOrganization(database)).id)

const search = (call: Caller, query: Record<string, string>) =>
  call('GET', `/api/service/?${new URLSearchParams(query)}`)
/** Half an hour passes, and the searches that are over are counted. */
async function finish() {
  await sql`update search_attempt set seen_on = seen_on - interval '31 minutes'`.execute(database)
  await product.runTask('finish-searches')
}
const misses = async (query = '') => (await dana.call('GET', `/api/searchMiss/${query}`)).body
/** The counts for these words: nothing, only nearly, nothing opened. */
const countsOf = async (words: string | null) => {
  const { items } = await misses()
  return items
    .filter((each: { words: string | null }) => each.words === words)
    .map((each: Record<string, number>) => [each.nothing, each.relaxed, each.abandoned])
}

it('DIR-13 a search is counted once, by the best that it found, when its half hour is over', async () => {
  const id = randomUUID()
  const near = { near: '99950', radius: '5' }
  await search(maria, { text: 'diapers', searchId: id, ...near })
  await search(maria, { text: 'diapers', searchId: id, ...near, free: 'true' })
  await product.runTask('finish-searches')
  expect(await countsOf('diapers')).toEqual([])
  await finish()
  const [[nothing, relaxed, abandoned]] = await countsOf('diapers')
  expect(nothing + relaxed + abandoned).toBe(1)
  await finish()
  expect((await countsOf('diapers')).flat().reduce((sum: number, each: number) => sum + each)).toBe(1)
  for (const [first, then] of [
    [{ language: 'Welsh' }, {}],
    [{}, { language: 'Welsh' }],
  ] as Record<string, string>[][]) {
    const searchId = randomUUID()
    for (const filters of [first ?? {}, then ?? {}]) await search(maria, { text: 'groceries', searchId, ...filters })
    const row = await database
      .selectFrom('searchAttempt')
      .select('outcome')
      .where('id', '=', searchId)
      .executeTakeFirst()
    expect(row).toEqual({ outcome: 'found' })
  }
})

it('DIR-13 what was found and opened does not count, what was found and not opened does', async () => {
  const [opened, left] = [randomUUID(), randomUUID()]
  for (const searchId of [opened, left]) {
    const { body } = await search(maria, { text: 'food pantry', searchId })
    expect([body.items.length > 0, body.relaxed]).toEqual([true, []])
  }
  expect((await maria('POST', `/api/serviceSearch/${opened}/opened`)).status).toBe(204)
  expect((await maria('POST', `/api/serviceSearch/${randomUUID()}/opened`)).status).toBe(204)
  await finish()
  expect(await countsOf('food pantry')).toEqual([[0, 0, 1]])
})

it('DIR-13 nothing found and only nearly found are told apart, also for calls that name no search', async () => {
  const { body: terms } = await maria('GET', '/api/taxonomyTerm/')
  const empty = terms.items.find((each: { serviceCount: number }) => each.serviceCount === 0)
  expect((await search(maria, { category: empty.id })).body.items).toEqual([])
  expect((await search(maria, { text: 'shelter', openNow: 'true', language: 'Welsh' })).body.relaxed).not.toEqual([])
  await search(maria, { text: 'housing' })
  await search(maria, {})
  await finish()
  const { items } = await misses()
  expect(items).toContainEqual(
    expect.objectContaining({ words: '', category: expect.objectContaining({ id: empty.id }), nothing: 1 }),
  )
  expect(await countsOf('shelter')).toEqual([[0, 1, 0]])
  expect(await countsOf('housing')).toEqual([])
})

it('DIR-13 words that may name a person are stored nowhere', async () => {
  const typed = ['Zebulon Quackenbush', 'call 716 555 0199', 'zeb@example.test', 'food for Quackenbush', 'Quilt Hall']
  for (const text of typed) await search(maria, { text, searchId: randomUUID(), near: '60601' })
  const { rows } = await sql<{ all: string }>`
    select string_agg(t::text, ' ') as all from (
      select to_jsonb(a) as t from search_attempt a union all select to_jsonb(r) from rare_search r
      union all select to_jsonb(m) from search_miss m) every_row`.execute(database)
  expect(rows[0]?.all).not.toMatch(/zebulon|quackenbush|555 ?0199|example\.test|quilt hall/i)
  await finish()
  const [withheld] = (await misses('?zipArea=606')).items.filter((each: { words: unknown }) => each.words === null)
  expect(withheld.nothing + withheld.relaxed + withheld.abandoned).toBe(5)
  expect(withheld.areas).toEqual([{ zipArea: '606', count: 5 }])
})

it('DIR-13 words of no list are kept once three people of two organizations searched for them', async () => {
  const [east, west] = [(await makeOrganization(database)).id, (await makeOrganization(database)).id]
  const kept = async (call: Caller, text: string) => {
    const searchId = randomUUID()
    await search(call, { text, searchId })
    const row = await database.selectFrom('searchAttempt').select('words').where('id', '=', searchId).executeTakeFirst()
    return row?.words
  }
  const [one, two, three] = [await someoneOf(east), await someoneOf(east), await someoneOf(east)]
  for (const call of [one, two, three, one]) expect(await kept(call, 'Wobbegong')).toBeNull()
  expect(await kept(await someoneOf(west), 'wobbegong')).toBe('wobbegong')
  expect(await kept(one, 'WOBBEGONG')).toBe('wobbegong')
  for (const call of [one, await someoneOf(west), await someoneOf(), await someoneOf()])
    expect(await kept(call, '716 555 0144')).toBeNull()
  // Two people, each without an organization, are not three.
  expect([await kept(await someoneOf(), 'narwhal'), await kept(await someoneOf(), 'narwhal')]).toEqual([null, null])
})

it('DIR-13 a plural is the same word, what is too long is not kept, and small areas count together', () => {
  const isKnown = vocabularyOf(['Davenport', 'bici rota'])
  expect(['davenports', 'bicis', 'for', 'para', 'sofa'].map(isKnown)).toEqual([true, true, true, true, false])
  expect(['Pañales', 'ged 12', 'a 1234', 'x@y', 'word '.repeat(13)].map(countedWords)).toEqual([
    'panales',
    'ged 12',
    null,
    null,
    null,
  ])
  expect(['59301', '14203', undefined, '03601', '89301'].map(zipAreaOf)).toEqual(['593', '142', null, '000', '000'])
})

it('DIR-13 searches of data managers and platform admins do not count', async () => {
  const admin = await product.someone({ roles: ['platform-admin'] })
  for (const { call } of [dana, admin]) await search(call, { text: 'preschool', near: '14203', free: 'true' })
  expect(await database.selectFrom('searchAttempt').select('id').where('words', '=', 'preschool').execute()).toEqual([])
})

it('DIR-13 a period and an area are chosen, the file has each day, and others have no access', async () => {
  const day = (ago: number) => sql<string>`current_date - ${ago}::integer`
  await database
    .insertInto('searchMiss')
    .values([
      { day: day(10), words: 'kennels', categoryId: null, zipArea: '606', nothing: 2 },
      { day: day(3), words: 'kennels', categoryId: null, zipArea: '606', nothing: 1 },
      { day: day(3), words: 'kennels', categoryId: null, zipArea: '100', relaxed: 5 },
      { day: day(3), words: '=1+1', categoryId: null, zipArea: '606', abandoned: 1 },
    ])
    .execute()
  // Up to the day before yesterday: the searches of today may be yesterday's in the portal's time zone.
  const inDays = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const recent = await misses(`?startDate=${inDays(5)}&endDate=${inDays(2)}&zipArea=606`)
  expect(recent.items).toEqual([
    expect.objectContaining({ words: '=1+1', abandoned: 1 }),
    expect.objectContaining({ words: 'kennels', nothing: 1, relaxed: 0, areas: [{ zipArea: '606', count: 1 }] }),
  ])
  expect(recent.total).toEqual({ nothing: 1, relaxed: 0, abandoned: 1 })
  const [kennels] = (await misses(`?startDate=${inDays(20)}&endDate=${inDays(1)}`)).items
  expect(kennels).toMatchObject({ words: 'kennels', nothing: 3, relaxed: 5 })
  expect(kennels.areas).toEqual([
    { zipArea: '100', count: 5 },
    { zipArea: '606', count: 3 },
  ])
  const wrong = await dana.call('GET', `/api/searchMiss/?startDate=${inDays(1)}&endDate=${inDays(2)}`)
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'endDate'])
  const file = await dana.call(
    'GET',
    `/api/searchMiss/export?startDate=${inDays(20)}&endDate=${inDays(2)}&zipArea=606&language=es`,
  )
  const lines = file.bytes.toString().split('\r\n')
  expect(lines[0]).toBe('\uFEFFDía,Palabras,Categoría,Zona postal,Sin resultados,Solo parecidos,Nada abierto')
  expect(lines.slice(1, -1).map((line) => line.slice(11))).toEqual([
    'kennels,,606,2,0,0',
    `"'=1+1",,606,0,0,1`,
    'kennels,,606,1,0,0',
  ])
  expect((await maria('GET', '/api/searchMiss/')).status).toBe(403)
})

it('DIR-13 counts older than the setting, and old codes, are deleted', async () => {
  const day = (ago: number) => sql<string>`current_date - ${ago}::integer`
  const count = { categoryId: null, zipArea: null, nothing: 1 }
  await database
    .insertInto('searchMiss')
    .values([
      { day: day(32), words: 'aged', ...count },
      { day: day(28), words: 'recent', ...count },
    ])
    .execute()
  const code = { seekerCode: 'a', groupCode: 'a' }
  await database
    .insertInto('rareSearch')
    .values([
      { day: day(92), wordsCode: 'aged', ...code },
      { day: day(88), wordsCode: 'recent', ...code },
    ])
    .execute()
  await product.runTask('finish-searches')
  const words = await database
    .selectFrom('searchMiss')
    .select('words')
    .where('words', 'in', ['aged', 'recent'])
    .execute()
  const codes = await database.selectFrom('rareSearch').select('wordsCode').where('seekerCode', '=', 'a').execute()
  expect([words, codes]).toEqual([[{ words: 'recent' }], [{ wordsCode: 'recent' }]])
})
