import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'

const product = await startTestApp()
const { database } = product
const { add, makeProvider } = directoryOf(product)
await importDemoDirectory(database)
const dana = await product.someone({ roles: ['data-manager'], firstName: 'Dana', lastName: 'Ito' })
const ed = await product.someone({ roles: ['data-manager'], firstName: 'Ed', lastName: 'Poe' })
const seeker = await product.someone()
const path = '/api/category/'

type Made = { id: string; version: number; name: string } & Record<string, unknown>
const blank = { nameEs: null, parentId: null, need: null, synonymsEn: [], synonymsEs: [] }
const make = async (values: object): Promise<Made> => (await dana.call('POST', path, { ...blank, ...values })).body
const list = async () => (await dana.call('GET', path)).body.items as Made[]
const named = async (name: string) => (await list()).find((each) => each.name === name) as Made
const valuesOf = ({ id: _, serviceCount: __, retiredOn: ___, mergedInto: ____, ...values }: Made) => values
const change = (of: Made, values: object, by = dana) =>
  by.call('PUT', `${path}${of.id}`, { ...valuesOf(of), ...values })
const search = async (query: string) =>
  (await seeker.call('GET', `/api/service/?${query}`)).body.items.map(({ name }: { name: string }) => name)
/** A service of this name with these categories. */
async function makeService(name: string, ...categories: Made[]) {
  const { id: organizationId } = await makeProvider()
  const serviceId = await add('service', { organizationId, name })
  for (const { id } of categories) await add('attribute', { serviceId, taxonomyTermId: id })
  return serviceId
}

it('DIR-12 the shipped categories have Spanish names, needs and their synonyms from the start', async () => {
  const pantry = await named('Food Pantry')
  expect(pantry).toMatchObject({
    nameEs: 'Despensa de alimentos',
    need: 'food-insecurity',
    synonymsEn: expect.arrayContaining(['food bank', 'food pantry', 'food shelf', 'groceries', 'grocery']),
    synonymsEs: expect.arrayContaining(['despensa', 'banco de alimentos']),
    version: 1,
  })
  expect((await named('Detox')).need).toBeNull()
  expect((await list()).filter(({ nameEs }) => nameEs === null)).toEqual([])
})

it('DIR-12 a new category with its words is searchable at once, in both languages and by its synonyms', async () => {
  const repair = await make({
    name: 'Bicycle repair',
    nameEs: 'Taller de bicicletas',
    need: 'transportation-insecurity',
    synonymsEn: ['spokes'],
    synonymsEs: ['bici rota'],
  })
  await makeService('Wheel of fortune', repair)
  for (const text of ['bicycle repair', 'spokes', 'spoke', 'bici rota', 'Taller de bicicletas'])
    expect(await search(`text=${encodeURIComponent(text)}`), text).toEqual(['Wheel of fortune'])
  const { items } = (await seeker.call('GET', '/api/taxonomyTerm/')).body
  expect(items).toContainEqual(
    expect.objectContaining({ id: repair.id, name: 'Bicycle repair', nameEs: 'Taller de bicicletas', serviceCount: 1 }),
  )
  const [found] = (await seeker.call('GET', '/api/service/?text=spokes')).body.items
  expect(found.categories).toEqual([
    {
      ...{ id: repair.id, name: 'Bicycle repair', nameEs: 'Taller de bicicletas' },
      ...{ need: 'transportation-insecurity', guessedFrom: null },
    },
  ])
})

it('DIR-12 a rename and a move are found at once, by the new name and by the filter of every category above', async () => {
  const [from, to] = [
    await make({ name: 'Old shelf', need: 'diapers' }),
    await make({ name: 'New shelf', need: 'stress' }),
  ]
  const middle = await make({ name: 'Quilts', parentId: from.id })
  const low = await make({ name: 'Patchwork', parentId: middle.id })
  const serviceId = await makeService('Warm nights', low)
  const needOf = async () => (await seeker.call('GET', `/api/service/${serviceId}`)).body.categories[0].need
  expect([await search(`category=${from.id}`), await needOf()]).toEqual([['Warm nights'], 'diapers'])
  expect((await change(middle, { parentId: to.id })).status).toBe(200)
  expect([await search(`category=${from.id}`), await search(`category=${to.id}`)]).toEqual([[], ['Warm nights']])
  expect(await needOf()).toBe('stress')
  expect((await named('New shelf')).serviceCount).toBe(1)
  expect((await change(low, { name: 'Eiderdowns' })).body).toMatchObject({ name: 'Eiderdowns', version: 2 })
  expect([await search('text=eiderdowns'), await search('text=patchwork')]).toEqual([['Warm nights'], []])
  const { rows } = await sql<{ is: boolean }>`
    select path_ids = array[${to.id}, ${middle.id}, ${low.id}]::uuid[] as is from taxonomy_term where id = ${low.id}`.execute(
    database,
  )
  expect(rows).toEqual([{ is: true }])
})

it('DIR-12 a category with many listings is searchable within seconds, by a job', async () => {
  const crowd = await make({ name: 'Crowded' })
  const { id: organizationId } = await makeProvider()
  await sql`with made as (
      insert into service (organization_id, name) select ${organizationId}::uuid, 'Room ' || n from generate_series(1, 501) n returning id)
    insert into attribute (service_id, taxonomy_term_id) select id, ${crowd.id}::uuid from made`.execute(database)
  await change(crowd, { name: 'Overfull' })
  expect(await search('text=overfull')).toEqual([])
  await product.workJobs()
  expect(await search('text=overfull')).toHaveLength(50)
  expect(await search('text=crowded')).toEqual([])
})

it('DIR-12 wrong places, names and words are refused at their field', async () => {
  const top = await make({ name: 'Gardens' })
  const below = await make({ name: 'Seeds', parentId: top.id })
  const wrong = async (answer: Promise<{ status: number; body: { errors?: { path: string; message: string }[] } }>) => {
    const { status, body } = await answer
    return [status, ...(body.errors ?? []).map((e) => `${e.path}: ${e.message}`)]
  }
  expect(await wrong(change(top, { parentId: below.id }))).toEqual([400, 'parentId: category-circle'])
  expect(await wrong(change(top, { parentId: top.id }))).toEqual([400, 'parentId: category-circle'])
  expect(await wrong(change(top, { parentId: dana.account.id }))).toEqual([400, 'parentId: category-gone'])
  expect(await wrong(dana.call('POST', path, { ...blank, name: 'seeds', parentId: top.id }))).toEqual([
    400,
    'name: category-twice',
  ])
  expect(await wrong(change(top, { synonymsEs: ['una frase de cinco palabras'] }))).toEqual([
    400,
    'synonymsEs: synonym-long',
  ])
  const retired = await make({ name: 'Weeds' })
  const retirement = await dana.call('PUT', `${path}${retired.id}/retirement`, { version: 1, isRetired: true })
  expect(retirement.status).toBe(200)
  expect(await wrong(change(below, { parentId: retired.id }))).toEqual([400, 'parentId: category-gone'])
  expect(await wrong(change(below, { name: 'SEEDS' }))).toEqual([200])
  const beside = await make({ name: 'Shovels', parentId: top.id })
  expect(await wrong(change(beside, { name: 'Seeds' }))).toEqual([400, 'name: category-twice'])
  expect(await wrong(change(await make({ name: 'Seeds' }), { parentId: top.id }))).toEqual([
    400,
    'name: category-twice',
  ])
  expect(await wrong(change(beside, { synonymsEn: ['x'.repeat(301)] }))).toEqual([400, expect.stringMatching(/^syn/)])
  const sixty = Array.from({ length: 60 }, (_, n) => `spade ${n}`)
  expect(await wrong(change(beside, { synonymsEn: [...sixty, 'one more'] }))).toEqual([
    400,
    'synonymsEn: synonyms-many',
  ])
  expect(await wrong(change(beside, { synonymsEn: sixty, synonymsEs: ['una de cuatro palabras'] }))).toEqual([200])
  const esl = await named('English as a Second Language (ESL)')
  expect(esl.synonymsEn).toContain('english as a second language')
  expect((await change(esl, { synonymsEn: [...(esl.synonymsEn as string[]), 'learn to speak'] })).status).toBe(200)
})

it('DIR-12 the second of two data managers gets the newer version, and nothing is overwritten', async () => {
  const toys = await make({ name: 'Board games', synonymsEn: ['dice'] })
  expect((await change(toys, { nameEs: 'Juegos de mesa' }, ed)).status).toBe(200)
  const late = await change(toys, { need: 'social-connection' })
  expect([late.status, late.body.code]).toEqual([409, 'stale-version'])
  expect(late.body.current).toMatchObject({ nameEs: 'Juegos de mesa', need: null, version: 2, synonymsEn: ['dice'] })
  // Who saves what is there already changes nothing.
  const same = await change(late.body.current, {})
  expect([same.status, same.body]).toEqual([200, late.body.current])
  const { items: acts } = (await dana.call('GET', `${path}${toys.id}/history`)).body
  expect(acts.map(({ act }: { act: string }) => act)).toEqual(['change', 'create'])
  const gone = crypto.randomUUID()
  const other = await make({ name: 'Chess' })
  const refused = async (id: string, version: number) => {
    const answers = [
      await dana.call('PUT', `${path}${id}`, { ...valuesOf(toys), name: 'Games', version }),
      await dana.call('PUT', `${path}${id}/retirement`, { version, isRetired: true }),
      await dana.call('POST', `${path}${id}/merge`, { version, into: other.id }),
    ]
    return answers.map(({ status, body }) => `${status} ${body.code}`)
  }
  expect(await refused(toys.id, 1)).toEqual(Array(3).fill('409 stale-version'))
  expect(await refused(toys.id, 3)).toEqual(Array(3).fill('409 stale-version'))
  expect(await refused(gone, 1)).toEqual(Array(3).fill('404 not-found'))
  const both = await Promise.all([1, 2, 3, 4].map((n) => change(late.body.current, { name: `Board games ${n}` })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  const moves = [await make({ name: 'Ring one' }), await make({ name: 'Ring two' })] as const
  const rings = await Promise.all([
    change(moves[0], { parentId: moves[1].id }),
    change(moves[1], { parentId: moves[0].id }, ed),
  ])
  expect(rings.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('DIR-12 merging moves the listings, what stands below and the words, in one act', async () => {
  const into = await make({ name: 'Sewing', synonymsEn: ['needle'] })
  const from = await make({ name: 'Tailoring', nameEs: 'Costura', synonymsEn: ['hems'] })
  const below = await make({ name: 'Zippers', parentId: from.id })
  const serviceId = await makeService('Thread and all', from)
  await makeService('Zip it', below)
  const merged = await dana.call('POST', `${path}${from.id}/merge`, { version: 1, into: into.id })
  expect(merged.body).toMatchObject({
    ...{ id: into.id, version: 2, serviceCount: 2 },
    ...{ synonymsEn: ['hems', 'needle', 'Tailoring'], synonymsEs: ['Costura'] },
  })
  expect(await named('Tailoring')).toMatchObject({ mergedInto: into.id, serviceCount: 0, synonymsEn: [] })
  expect(await named('Zippers')).toMatchObject({ parentId: into.id })
  expect((await search(`category=${into.id}`)).sort()).toEqual(['Thread and all', 'Zip it'])
  for (const text of ['tailoring', 'costura', 'hems'])
    expect(await search(`text=${text}`), text).toContain('Thread and all')
  const { categories } = (await seeker.call('GET', `/api/service/${serviceId}`)).body
  expect(categories.map(({ name }: Made) => name)).toEqual(['Sewing'])
  const again = await dana.call('POST', `${path}${from.id}/merge`, { version: 2, into: into.id })
  expect([again.status, again.body.code]).toEqual([409, 'category-merged'])
  const restored = await dana.call('PUT', `${path}${from.id}/retirement`, { version: 2, isRetired: false })
  expect([restored.status, restored.body.code]).toEqual([409, 'category-merged'])
  for (const [target, message] of [
    [from.id, 'category-gone'],
    [crypto.randomUUID(), 'category-gone'],
    [into.id, 'category-circle'],
  ]) {
    const refused = await dana.call('POST', `${path}${into.id}/merge`, { version: 2, into: target })
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'into', message }]])
  }
  const circle = await dana.call('POST', `${path}${into.id}/merge`, { version: 2, into: below.id })
  expect([circle.status, circle.body.errors[0].message]).toEqual([400, 'category-circle'])
  const third = await make({ name: 'Mending' })
  await dana.call('POST', `${path}${into.id}/merge`, { version: 2, into: third.id })
  expect(await named('Tailoring')).toMatchObject({ mergedInto: third.id })
})

it('DIR-12 a filter by a merged category finds what the other one has, in the searches and in the open data', async () => {
  const into = await make({ name: 'Pottery' })
  const from = await make({ name: 'Ceramics' })
  const other = await make({ name: 'Glass' })
  const serviceId = await makeService('Clay days', from)
  await dana.call('POST', `${path}${from.id}/merge`, { version: 1, into: into.id })
  await dana.call('POST', `${path}${into.id}/merge`, { version: 2, into: other.id })
  for (const { id } of [from, into, other]) expect(await search(`category=${id}`)).toEqual(['Clay days'])
  expect(await search(`category=${from.id}&category=${other.id}`)).toEqual(['Clay days'])
  const page = await product.anonymous('GET', `/find?category=${from.id}`)
  expect(String(page.bytes)).toContain('Clay days')
  const open = async (list: string) =>
    (await product.anonymous('GET', `/hsds/${list}=${from.id}`)).body.contents.map(({ id }: Made) => id)
  expect(await open('services?taxonomy_term_id')).toEqual([serviceId])
})

it('DIR-12 what merges and imports bring beyond the limits of the form is shown, and can be edited', async () => {
  const words = (start: string) => Array.from({ length: 60 }, (_, n) => `${start} ${n}`)
  const into = await make({ name: 'Kites', synonymsEn: words('kite') })
  const from = await make({ name: 'Balloons', synonymsEn: words('balloon') })
  const long = 'Everything that flies and is neither a bird nor a plane. '.repeat(5).trim()
  await add('taxonomyTerm', { name: long, parentId: from.id })
  const merged = await dana.call('POST', `${path}${from.id}/merge`, { version: 1, into: into.id })
  expect([merged.status, merged.body.synonymsEn?.length]).toEqual([200, 121])
  expect((await dana.call('GET', path)).status).toBe(200)
  const longOne = await dana.call('POST', `${path}${(await named(long)).id}/merge`, { version: 1, into: into.id })
  expect(longOne.body.synonymsEn).toContain(long)
  const more = await change(longOne.body, { synonymsEn: [...longOne.body.synonymsEn, 'one more'] })
  expect(more.body.errors).toEqual([expect.objectContaining({ path: 'synonymsEn', message: 'synonyms-many' })])
  expect((await change(longOne.body, { nameEs: 'Cometas' })).body).toMatchObject({ nameEs: 'Cometas', name: 'Kites' })
})

it('DIR-12 a category that listings have, or others stand below, is not retired', async () => {
  const used = await make({ name: 'Candles' })
  const serviceId = await makeService('Light', used)
  const retire = (of: Made, isRetired = true) =>
    dana.call('PUT', `${path}${of.id}/retirement`, { version: of.version, isRetired })
  expect((await retire(used)).body.code).toBe('category-used')
  await database.updateTable('service').set({ status: 'inactive' }).where('id', '=', serviceId).execute()
  expect((await retire(used)).body.code).toBe('category-used')
  const above = await make({ name: 'Wax', nameEs: 'Cera', synonymsEn: ['beeswax'] })
  const below = await make({ name: 'Polish', parentId: above.id })
  await makeService('Wax works')
  expect((await retire(above)).body.code).toBe('category-has-below')
  expect((await retire(below)).status).toBe(200)
  expect(await search('text=beeswax')).toEqual(['Wax works'])
  const retired = await retire(above)
  expect(retired.body).toMatchObject({ version: 2, retiredOn: expect.any(String), synonymsEn: ['beeswax'] })
  expect((await retire(retired.body)).body).toEqual(retired.body)
  expect(await search('text=beeswax')).toEqual([])
  const terms = (await seeker.call('GET', '/api/taxonomyTerm/')).body.items.map(({ name }: Made) => name)
  expect([terms.includes('Wax'), terms.includes('Candles')]).toEqual([false, true])
  const gone = await dana.call('POST', path, { ...blank, name: 'Below what is gone', parentId: above.id })
  expect(gone.body.errors[0].message).toBe('category-gone')
  expect((await retire(retired.body, false)).body).toMatchObject({ retiredOn: null, version: 3 })
  const { items: acts } = (await dana.call('GET', `${path}${above.id}/history`)).body
  expect(acts.map(({ act }: { act: string }) => act)).toEqual(['restore', 'retire', 'create'])
  expect(await search('text=beeswax')).toEqual(['Wax works'])
})

it('DIR-12 a category is not offered again below a retired one, or beside one of its name', async () => {
  const retire = async ({ id }: Made, isRetired = true) => {
    const { version } = (await list()).find((one) => one.id === id) as Made
    return dana.call('PUT', `${path}${id}/retirement`, { version, isRetired })
  }
  const above = await make({ name: 'Woods' })
  const below = await make({ name: 'Oak', parentId: above.id })
  for (const one of [below, above]) expect((await retire(one)).status).toBe(200)
  const early = await retire(below, false)
  expect([early.status, early.body.code]).toEqual([409, 'category-above-retired'])
  expect((await retire(above, false)).status).toBe(200)
  const other = await make({ name: 'OAK', parentId: above.id })
  const twin = await retire(below, false)
  expect([twin.status, twin.body.code]).toEqual([409, 'category-twice'])
  expect((await change(other, { name: 'Old oak' })).status).toBe(200)
  expect((await retire(below, false)).body).toMatchObject({ retiredOn: null })
})

it('DIR-12 merging puts no two categories of one name side by side', async () => {
  const [from, into] = [await make({ name: 'Rivers' }), await make({ name: 'Waters' })]
  const twin = await make({ name: 'Ferries', parentId: from.id })
  await make({ name: 'Canals', parentId: from.id })
  const other = await make({ name: 'ferries', parentId: into.id })
  const merge = () => dana.call('POST', `${path}${from.id}/merge`, { version: from.version, into: into.id })
  const refused = await merge()
  expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'into', message: 'category-twins-below' }]])
  expect(await named('Rivers')).toMatchObject({ mergedInto: null, version: from.version })
  await dana.call('POST', `${path}${twin.id}/merge`, { version: twin.version, into: other.id })
  expect((await merge()).status).toBe(200)
  expect(await named('Canals')).toMatchObject({ parentId: into.id })
  // A category below the other one may have the name of what it is merged into.
  const inner = await make({ name: 'Waters', parentId: into.id })
  const tide = await make({ name: 'Waters', parentId: inner.id })
  const { version } = await named('Waters')
  expect((await dana.call('POST', `${path}${inner.id}/merge`, { version: 1, into: into.id })).status).toBe(200)
  expect((await list()).find(({ id }) => id === tide.id)).toMatchObject({ parentId: into.id, version: 1 })
  expect(version).toBeGreaterThan(1)
})

it('DIR-12 an organization gives no service a category that was merged or retired meanwhile', async () => {
  const [into, from] = [await make({ name: 'Awls' }), await make({ name: 'Leather' })]
  const { id: organizationId } = await makeProvider()
  const { call } = await product.someone({ organizationId, roles: ['organization-admin'] })
  const serviceId = await add('service', { organizationId, name: 'Saddles' })
  const categories = [{ id: from.id, name: 'Leather', guessedFrom: null }]
  const give = (version: number) => call('PUT', `/api/service/${serviceId}`, { version, changes: { categories } })
  const [given, merged] = await Promise.all([
    give(1),
    dana.call('POST', `${path}${from.id}/merge`, { version: 1, into: into.id }),
  ])
  expect(merged.status).toBe(200)
  const rows = await database
    .selectFrom('attribute')
    .select('taxonomyTermId')
    .where('serviceId', '=', serviceId)
    .execute()
  expect(rows.map((row) => row.taxonomyTermId)).toEqual(given.status === 200 ? [into.id] : [])
  const late = await give(given.status === 200 ? 2 : 1)
  expect([late.status, late.body.errors[0].path]).toEqual([400, 'categories'])
})

it('DIR-12 the history says who changed what, with names for places', async () => {
  const top = await make({ name: 'Instruments' })
  const drums = await make({ name: 'Drums', synonymsEn: ['snare'] })
  await change(drums, { parentId: top.id, need: 'stress', synonymsEn: ['snare', 'bongo'] }, ed)
  const flutes = await make({ name: 'Flutes' })
  await makeService('Whistles', flutes)
  await dana.call('POST', `${path}${flutes.id}/merge`, { version: 1, into: drums.id })
  expect((await dana.call('GET', `${path}${crypto.randomUUID()}/history`)).status).toBe(404)
  const history = async (id: string) =>
    (await dana.call('GET', `${path}${id}/history`)).body.items.map(({ id: _, on: __, ...act }: Made) => act)
  expect(await history(drums.id)).toEqual([
    {
      ...{ act: 'receive', by: 'Dana Ito', other: 'Flutes', listings: 1 },
      fields: [{ field: 'synonymsEn', before: 'bongo, snare', after: 'bongo, Flutes, snare' }],
    },
    {
      ...{ act: 'change', by: 'Ed Poe', other: null, listings: null },
      fields: [
        { field: 'parentId', before: null, after: 'Instruments' },
        { field: 'need', before: null, after: 'stress' },
        { field: 'synonymsEn', before: 'snare', after: 'snare, bongo' },
      ],
    },
    {
      ...{ act: 'create', by: 'Dana Ito', other: null, listings: null },
      fields: [
        { field: 'name', before: null, after: 'Drums' },
        { field: 'synonymsEn', before: null, after: 'snare' },
      ],
    },
  ])
  expect(await history(flutes.id)).toMatchObject([{ act: 'merge', other: 'Drums', listings: 1 }, { act: 'create' }])
})

it('DIR-12 open screens learn of a change: those of data managers, and everybody’s directory', async () => {
  const { id } = await make({ name: 'Lanterns' })
  const events = await database
    .selectFrom('event')
    .select(['type', 'audience'])
    .where('subjectId', '=', id)
    .orderBy('type')
    .execute()
  expect(events).toEqual([
    { type: 'category', audience: ['role:platform-admin', 'role:data-manager'] },
    { type: 'taxonomyTerm', audience: expect.arrayContaining(['role:organization-staff', 'role:community-member']) },
  ])
})
