import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'

const product = await startTestApp()

interface Parameter {
  $ref?: string
  name?: string
}
interface Official {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
  components: { parameters: Record<string, { name: string }> }
}
const official = JSON.parse(
  readFileSync(new URL('../schema/openapi.official.json', import.meta.url), 'utf8'),
) as Official

/** Each call of the official document with each of its parameters. */
const demanded = Object.entries(official.paths).flatMap(([path, calls]) =>
  Object.entries(calls)
    .filter(([method]) => method === 'get' || method === 'post')
    .flatMap(([method, { parameters = [] }]) => [
      { method: method.toUpperCase(), path, parameter: null },
      ...parameters.map(({ $ref, name }) => ({
        method: method.toUpperCase(),
        path,
        parameter: name ?? official.components.parameters[$ref?.split('/').at(-1) ?? '']?.name ?? 'unnamed',
      })),
    ]),
)

// biome-ignore lint/suspicious/noExplicitAny: what came, as the standard has it
type Body = any
interface Case {
  /** What is asked, with the parameter. */
  ask: () => string
  /** What must hold of the answer, beside the one without the parameter. */
  holds: (answer: Body, whole: Body) => void
  /** Values that are refused. */
  refused?: string[]
}
const ids = { service: '', organization: '', atLocation: '', taxonomy: '', term: '', parent: '' }
const namesOf = (page: Body) => page.contents.map((record: Body) => record.name ?? record.service?.name)
const fewer = (answer: Body, whole: Body) => {
  expect(answer.total_items).toBeGreaterThan(0)
  expect(answer.total_items).toBeLessThan(whole.total_items)
}
const nowhere = '00000000-0000-4000-8000-000000000000'

const paging: Record<string, Case> = {
  page: {
    ask: () => 'per_page=1&page=2',
    holds: (answer) => expect(answer).toMatchObject({ page_number: 2, first_page: false }),
    refused: ['page=0', 'page=x'],
  },
  per_page: {
    ask: () => 'per_page=1',
    holds: (answer) => expect(answer.contents.length).toBe(1),
    refused: ['per_page=0', 'per_page=201', 'per_page=x'],
  },
  format: {
    ask: () => 'format=ndjson',
    holds: (answer: string, whole) => {
      const records = answer
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(records.length).toBe(whole.total_items)
      expect(records[0]).toEqual(whole.contents[0])
    },
    refused: ['format=xml', 'format=ndjson&page=1', 'format=ndjson&per_page=5'],
  },
}
const search = (words: string, name: RegExp): Record<string, Case> => ({
  search: {
    ask: () => `search=${words}`,
    holds: (answer, whole) => {
      fewer(answer, whole)
      expect(namesOf(answer).join('; ')).toMatch(name)
    },
    refused: ['search='],
  },
})
const byCategory: Record<string, Case> = {
  taxonomy_term_id: {
    ask: () => `taxonomy_term_id=${ids.term}`,
    holds: fewer,
    refused: [`taxonomy_term_id=${nowhere}`, 'taxonomy_term_id=1'],
  },
  taxonomy_id: {
    ask: () => `taxonomy_id=${ids.taxonomy}`,
    holds: (answer) => expect(answer.total_items).toBeGreaterThan(0),
    refused: [`taxonomy_id=${nowhere}`],
  },
}
const full: Record<string, Case> = {
  full: {
    ask: () => 'full=true',
    holds: (answer, whole) => {
      expect(answer.total_items).toBe(whole.total_items)
      expect(answer.contents[0].phones).toBeInstanceOf(Array)
      expect(whole.contents[0].phones).toBeUndefined()
    },
    refused: ['full=maybe'],
  },
}
const ofServices: Record<string, Case> = {
  ...byCategory,
  ...full,
  organization_id: {
    ask: () => `organization_id=${ids.organization}`,
    holds: fewer,
    refused: [`organization_id=${nowhere}`],
  },
  modified_after: {
    ask: () => 'modified_after=2025-06-01T00:00:00Z',
    holds: fewer,
    refused: ['modified_after=yesterday'],
  },
}
const fullService: Record<string, Case> = {
  full_service: {
    ask: () => 'full_service=true',
    holds: (answer) => {
      const [organization] = answer.contents ?? [answer]
      expect(organization.services[0].service_at_locations).toBeInstanceOf(Array)
    },
    refused: ['full_service=maybe'],
  },
}
const cases: Record<string, Record<string, Case>> = {
  '/services': {
    ...search('dental', /Dental Care/),
    ...ofServices,
    ...paging,
    minimal: {
      ask: () => 'minimal=true',
      holds: (answer, whole) => {
        expect(answer.contents.length).toBe(whole.total_items)
        expect(Object.keys(answer.contents[0]).sort()).toEqual(['id', 'last_modified'])
      },
      refused: ['minimal=true&full=true', 'minimal=maybe', 'minimal=true&per_page=10001'],
    },
  },
  '/organizations': { ...search('lakeview', /Lakeview Clinic/), ...byCategory, ...full, ...fullService, ...paging },
  '/organizations/{id}': fullService,
  '/service_at_locations': {
    ...search('dental', /Dental Care/),
    ...ofServices,
    ...paging,
    postcode: { ask: () => 'postcode=14213', holds: fewer, refused: ['postcode=00000', 'postcode=x'] },
    proximity: {
      ask: () => 'postcode=14213&proximity=3000',
      holds: fewer,
      refused: ['proximity=1000', 'postcode=14213&proximity=x', 'postcode=14213&proximity=0'],
    },
  },
  '/taxonomies': { ...search('eligibility', /Open Eligibility/), ...paging },
  '/taxonomy_terms': {
    ...search('dental', /Dental/),
    ...paging,
    taxonomy_id: { ask: () => `taxonomy_id=${ids.taxonomy}`, holds: fewer, refused: [`taxonomy_id=${nowhere}`] },
    top_only: {
      ask: () => 'top_only=true',
      holds: (answer, whole) => {
        fewer(answer, whole)
        expect(answer.contents.every((term: Body) => term.parent_id === undefined)).toBe(true)
      },
      refused: ['top_only=maybe'],
    },
    parent_id: {
      ask: () => `parent_id=${ids.parent}`,
      holds: (answer, whole) => {
        fewer(answer, whole)
        expect(answer.contents.every((term: Body) => term.parent_id === ids.parent)).toBe(true)
      },
      refused: [`parent_id=${nowhere}`],
    },
  },
}

beforeAll(async () => {
  await importDemoDirectory(product.database)
  const other = await product.database
    .insertInto('taxonomy')
    .values({ name: 'Local list' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await product.database
    .insertInto('taxonomyTerm')
    .values([{ name: 'Other', taxonomyId: other.id }])
    .execute()
  const term = await product.database
    .selectFrom('taxonomyTerm')
    .select(['id', 'taxonomyId', 'parentId'])
    .where('code', '=', '1184')
    .executeTakeFirstOrThrow()
  const at = await product.database
    .selectFrom('serviceAtLocation')
    .innerJoin('service', 'service.id', 'serviceId')
    .select(['serviceAtLocation.id', 'serviceId', 'organizationId'])
    .where('service.sourceKey', '=', 'dental')
    .executeTakeFirstOrThrow()
  Object.assign(ids, {
    term: term.id,
    taxonomy: term.taxonomyId,
    parent: term.parentId,
    atLocation: at.id,
    service: at.serviceId,
    organization: at.organizationId,
  })
  // Everything was changed long ago, but one service.
  await product.database
    .updateTable('serviceModification')
    .set({ modifiedOn: new Date('2025-01-01') as never })
    .execute()
  await product.database.updateTable('service').set({ waitTime: 'Two weeks' }).where('id', '=', at.serviceId).execute()
})

const addressOf = (path: string) =>
  `/hsds${path.replace('{id}', { '/services/{id}': ids.service, '/organizations/{id}': ids.organization, '/service_at_locations/{id}': ids.atLocation, '/taxonomies/{id}': ids.taxonomy, '/taxonomy_terms/{id}': ids.term }[path] ?? '')}`

describe('HSDS-01 each call and parameter of the official document', () => {
  it.each(demanded)('$method $path $parameter works', async ({ method, path, parameter }) => {
    const whole = await product.anonymous(method, addressOf(path))
    expect(whole.status).toBe(200)
    if (parameter === null) return
    const wanted = cases[path]?.[parameter]
    expect(wanted, `${path} has no case for ${parameter}`).toBeDefined()
    const answer = await product.anonymous(method, `${addressOf(path)}?${wanted?.ask()}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    wanted?.holds(answer.body, whole.body)
    for (const wrong of wanted?.refused ?? []) {
      const refusal = await product.anonymous(method, `${addressOf(path)}?${wrong}`)
      expect([wrong, refusal.status]).toEqual([wrong, 400])
      // The last of them is the one at fault, as the cases are written.
      const field = (wrong.split('&').at(-1) ?? '').split('=')[0]
      expect([wrong, refusal.body.errors.map((e: { path: string }) => e.path)]).toEqual([wrong, [field]])
    }
  })
})

it.each(['/services', '/organizations', '/service_at_locations', '/taxonomies', '/taxonomy_terms', '/services/{id}'])(
  'HSDS-01 %s refuses a parameter that it does not know, by its name',
  async (path) => {
    for (const method of path.includes('{') ? ['GET'] : ['GET', 'POST']) {
      const { status, body } = await product.anonymous(method, `${addressOf(path)}?colour=blue`)
      expect([status, body.errors]).toEqual([400, [{ path: 'colour', message: 'is not known here' }]])
    }
  },
)

it('HSDS-01 a search by POST takes its parameters from the address alone', async () => {
  const { status, body } = await product.anonymous('POST', '/hsds/services', { search: 'dental' })
  expect([status, body.errors[0].path]).toEqual([400, 'search'])
})

it.each([
  ['phone', 'description'],
  ['address', 'address2'],
  ['directoryContact', 'title'],
  ['schedule', 'notes'],
  ['location', 'transportation'],
] as const)('HSDS-01 modified_after finds a service whose %s changed', async (table, column) => {
  const future = '2099-01-01T00:00:00Z'
  const from = new Date().toISOString()
  const none = await product.anonymous('GET', `/hsds/services?modified_after=${future}`)
  expect(none.body.total_items).toBe(0)
  const before = (await product.anonymous('GET', `/hsds/services?modified_after=${from}`)).body.total_items
  expect(before).toBe(0)
  const row = await product.database.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()
  await product.database
    .updateTable(table)
    .set({ [column]: 'Ring twice' } as never)
    .where('id', '=', row.id)
    .execute()
  const after = (await product.anonymous('GET', `/hsds/services?modified_after=${from}`)).body
  expect(after.total_items).toBeGreaterThan(0)
  expect(after.total_items).toBeLessThan(10)
  expect(Date.parse(after.contents[0].last_modified)).toBeGreaterThanOrEqual(Date.parse(from))
})

it('HSDS-01 a part that moves to another service changes both', async () => {
  const { database, anonymous } = product
  const services = await database.selectFrom('service').select('id').orderBy('id').limit(2).execute()
  const [first, second] = services.map(({ id }) => id) as [string, string]
  const { id } = await database
    .insertInto('language')
    .values({ serviceId: first, name: 'Tagalog' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const from = new Date().toISOString()
  await database.updateTable('language').set({ serviceId: second }).where('id', '=', id).execute()
  const { contents } = (await anonymous('GET', `/hsds/services?modified_after=${from}`)).body
  expect(contents.map((record: { id: string }) => record.id).sort()).toEqual([first, second].sort())
})

it('HSDS-01 a search gives only records with all of its words', async () => {
  const found = async (words: string) =>
    (await product.anonymous('GET', `/hsds/services?search=${encodeURIComponent(words)}`)).body.total_items
  expect(await found('pantry')).toBeGreaterThan(0)
  expect(await found('pantry zzyzx')).toBe(0)
})

it('HSDS-01 the address of a merged organization leads to the other one with its parameters', async () => {
  const gone = await product.database
    .insertInto('organization')
    .values({ name: 'Merged away', standing: 'merged', mergedInto: ids.organization } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const moved = await product.anonymous('GET', `/hsds/organizations/${gone.id}?full_service=true`)
  expect([moved.status, moved.headers.location]).toEqual([
    307,
    `/hsds/organizations/${ids.organization}?full_service=true`,
  ])
})

it('HSDS-01 DIR-12 categories that are no longer offered are not published; a merged one leads to the other', async () => {
  const retiredOn = new Date().toISOString()
  const [merged, retired, used] = await product.database
    .insertInto('taxonomyTerm')
    .values([
      { name: 'Zzmerged', retiredOn, mergedInto: ids.term },
      { name: 'Zzretired', retiredOn, mergedInto: null },
      { name: 'Zzused', retiredOn, mergedInto: null },
    ] as never)
    .returning('id')
    .execute()
  await product.database
    .insertInto('attribute')
    .values({ serviceId: ids.service, taxonomyTermId: used?.id as string })
    .execute()
  const names = (await product.anonymous('GET', '/hsds/taxonomy_terms?format=ndjson')).bytes.toString()
  expect(names.match(/Zz\w+/g)).toEqual(expect.arrayContaining(['Zzused']))
  expect(names).not.toMatch(/Zzmerged|Zzretired/)
  const one = async (id: unknown) => {
    const { status, headers } = await product.anonymous('GET', `/hsds/taxonomy_terms/${id}`)
    return [status, headers.location]
  }
  expect(await Promise.all([merged?.id, retired?.id, used?.id].map(one))).toEqual([
    [307, `/hsds/taxonomy_terms/${ids.term}`],
    [404, undefined],
    [200, undefined],
  ])
})

it('HSDS-01 HSDS-02 a category or taxonomy finds the services that state it, not those of which it is guessed', async () => {
  const { database, anonymous } = product
  const taxonomy = await database
    .insertInto('taxonomy')
    .values({ name: 'Of guesses' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const insertTerm = (name: string, parentId?: string) =>
    database
      .insertInto('taxonomyTerm')
      .values({ name, taxonomyId: taxonomy.id, ...(parentId ? { parentId } : {}) })
      .returning('id')
      .executeTakeFirstOrThrow()
  const above = await insertTerm('Above')
  const { id: taxonomyTermId } = await insertTerm('Below', above.id as string)
  const others = await database
    .selectFrom('service')
    .innerJoin('serviceSearch', 'serviceId', 'service.id')
    .select('service.id')
    .where('service.id', '<>', ids.service)
    .limit(1)
    .execute()
  const guessed = others[0]?.id as string
  await database
    .insertInto('attribute')
    .values([
      { serviceId: guessed, taxonomyTermId, statedBy: 'guess', because: 'word' },
      { serviceId: ids.service, taxonomyTermId, statedBy: 'source', because: null },
    ] as never)
    .execute()
  const found = async (asked: string) =>
    (await anonymous('GET', `/hsds/${asked}`)).body.contents.map(({ id }: { id: string }) => id)
  for (const asked of [
    `taxonomy_term_id=${taxonomyTermId}`,
    `taxonomy_term_id=${above.id}`,
    `taxonomy_id=${taxonomy.id}`,
  ])
    expect(await found(`services?${asked}`), asked).toEqual([ids.service])
  expect(await found(`organizations?taxonomy_id=${taxonomy.id}`)).toEqual([ids.organization])
})
