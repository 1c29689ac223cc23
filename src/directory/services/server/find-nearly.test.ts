import { beforeAll, expect, it } from 'vitest'
import { type Caller, startTestApp, type TestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'

let app: TestApp
let call: Caller
beforeAll(async () => {
  app = await startTestApp()
  call = (await app.someone({ organizationId: (await makeOrganization(app.database)).id })).call
  await place('Zorb groceries', '14203')
  await place('Zorb free clinic', '14203')
  await place('Free haircuts', '14203')
  await place('Free tax help', '14203')
  // Rochester is about 65 miles from Buffalo, Albany much farther.
  await place('Quilt lawyer', '14604')
  await place('Free groceries of Rochester', '14604')
  await place('Wandering advocate', '12207')
  await place('Statewide hotline', null)
})

const points: Record<string, [number, number]> = {
  14203: [42.8678, -78.8719],
  14604: [43.1577, -77.6079],
  12207: [42.6581, -73.7495],
}
async function place(name: string, zip: string | null) {
  const organization = await makeOrganization(app.database, {
    name: `Provider of ${name.length} ${crypto.randomUUID()}`,
  })
  const service = await app.database
    .insertInto('service')
    .values({ organizationId: organization.id, name, status: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!zip) return
  const [latitude = 0, longitude = 0] = points[zip] ?? []
  const location = await app.database
    .insertInto('location')
    .values({ organizationId: organization.id, locationType: 'physical', latitude, longitude })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.database
    .insertInto('serviceAtLocation')
    .values({ serviceId: service.id, locationId: location.id })
    .execute()
}
const search = async (query: Record<string, string>) => {
  const { body } = await call('GET', `/api/service/?${new URLSearchParams(query)}`)
  return {
    names: (body.items as { name: string }[]).map(({ name }) => name),
    relaxed: body.relaxed,
    farther: body.fartherCount,
    nextCursor: body.nextCursor as string | null,
  }
}

it('DIR-01 asks nothing less strictly where something fits', async () => {
  expect(await search({ text: 'zorb groceries', near: '14203' })).toMatchObject({
    names: ['Zorb groceries'],
    relaxed: [],
    farther: 0,
  })
})

it('DIR-01 matches most of the words if nothing nearby has all, and offers results farther away', async () => {
  const { names, relaxed, farther } = await search({ text: 'free groceries', near: '14203' })
  expect([names[0], relaxed, farther]).toEqual(['Zorb groceries', ['words'], 1])
  expect(names).not.toContain('Free groceries of Rochester')
})

it('DIR-01 looks farther away, then anywhere, where words alone do not help', async () => {
  expect(await search({ text: 'quilt', near: '14203' })).toMatchObject({
    names: ['Quilt lawyer'],
    relaxed: ['distance'],
  })
  expect(await search({ text: 'wandering', near: '14203' })).toMatchObject({
    names: ['Wandering advocate'],
    relaxed: ['place'],
  })
  expect(await search({ text: 'hotline', near: '14203' })).toMatchObject({
    names: ['Statewide hotline'],
    relaxed: ['place'],
  })
})

it('DIR-01 shows what is not open now at last, and says each thing that it did', async () => {
  expect(await search({ text: 'zorb groceries', openNow: 'true' })).toMatchObject({
    names: ['Zorb groceries'],
    relaxed: ['openNow'],
  })
  expect(await search({ text: 'quilt', near: '14203', openNow: 'true' })).toMatchObject({
    names: ['Quilt lawyer'],
    relaxed: ['distance', 'openNow'],
  })
})

it('DIR-01 finds nothing where nothing has any of the words', async () => {
  expect(await search({ text: 'qqqqxz', near: '14203', openNow: 'true' })).toMatchObject({ names: [], relaxed: [] })
})

it('DIR-01 goes on alike on the next page of what was relaxed', async () => {
  const names: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await search({ text: 'free telescope', near: '14203', limit: '1', ...(cursor ? { cursor } : {}) })
    names.push(...page.names)
    cursor = page.nextCursor
  }
  expect(names.toSorted()).toEqual(['Free haircuts', 'Free tax help', 'Zorb free clinic'])
  const first = await search({ text: 'free quilt', near: '14203', limit: '1' })
  expect(first.relaxed).toEqual(['words'])
  const second = await search({ text: 'free quilt', near: '14203', limit: '1', cursor: String(first.nextCursor) })
  expect(second).toMatchObject({ relaxed: ['words'] })
  expect(second.names).not.toEqual(first.names)
})

it('DIR-01 offers what else could be found, and each offer keeps its word', async () => {
  const page = async (query: Record<string, string>) =>
    (await call('GET', `/api/service/?${new URLSearchParams({ limit: '200', ...query })}`)).body
  const first = await page({ text: 'free', near: '14203', radius: '25', openNow: 'true', takesReferrals: 'false' })
  expect(first.relaxed).toEqual(['openNow'])
  const second = await page({ text: 'groceries', near: '14203', radius: '50' })
  expect(second.offers).toEqual([{ relax: 'distance', radius: 100, total: 2 }])
  expect((await page({ text: 'groceries', near: '14203', radius: '100' })).items).toHaveLength(2)
  expect((await page({ text: 'groceries', near: '14203', radius: '100' })).offers).toEqual([])
})
