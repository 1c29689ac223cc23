import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { lockCategories, mergeCategory } from '../write-category.ts'
import { importDirectory } from './import-directory.ts'
import { loadOpenEligibility } from './terms.ts'

const product = await startTestApp()
const { database } = product
const dana = await product.someone({ roles: ['data-manager'] })
await loadOpenEligibility(database)

const path = '/api/category/'
// biome-ignore lint/suspicious/noExplicitAny: a record of the call
const all = async (): Promise<any[]> => (await dana.call('GET', path)).body.items
const named = async (name: string) => (await all()).find((each) => each.name === name)
const change = async (name: string, values: object) => {
  const { id, serviceCount: _, retiredOn: __, mergedInto: ___, ...present } = await named(name)
  expect((await dana.call('PUT', `${path}${id}`, { ...present, ...values })).status).toBe(200)
}
const merge = async (from: string, into: string) => {
  const { id, version } = await named(from)
  const { status } = await dana.call('POST', `${path}${id}/merge`, { version, into: (await named(into)).id })
  expect(status).toBe(200)
}

/** Imports these files as one source. */
async function read(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'hearthline-categories-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return importDirectory(database, { folder, sourceName: 'county' })
}
const organizations = 'id,name,description\no1,County Aid,Help\n'
const services = (...rows: string[]) =>
  `id,organization_id,name,status\n${rows.map((row) => `${row},active`).join('\n')}\n`
const attributes = (...rows: string[]) =>
  `id,link_id,link_entity,taxonomy_term_id\n${rows.map((row, n) => `a${n},${row}`).join('\n')}\n`
/** The categories of each imported service, by its name. */
const categoriesOf = async () => {
  const rows = await database
    .selectFrom('attribute')
    .innerJoin('service', 'service.id', 'attribute.serviceId')
    .innerJoin('taxonomyTerm', 'taxonomyTerm.id', 'attribute.taxonomyTermId')
    .select(['service.name as service', 'taxonomyTerm.name as term'])
    .orderBy('service.name')
    .orderBy('taxonomyTerm.name')
    .execute()
  return rows.map(({ service, term }) => `${service}: ${term}`)
}

it('DIR-12 an import finds a category by what its source calls it, after it was renamed, moved or merged', async () => {
  await change('Notary', { name: 'Stamps and signatures', parentId: (await named('Work')).id })
  await merge('Mediation', 'Stamps and signatures')
  const count = (await all()).length
  await read({
    'organizations.csv': organizations,
    'services.csv': services('s1,o1,Amber', 's2,o1,Birch', 's3,o1,Cedar'),
    'attributes.csv': attributes('s1,service,Legal > Notary', 's2,service,1387', 's3,service,Mediation'),
  })
  expect(await categoriesOf()).toEqual([
    'Amber: Stamps and signatures',
    'Birch: Stamps and signatures',
    'Cedar: Stamps and signatures',
  ])
  expect(await all()).toHaveLength(count)
})

it('DIR-12 an import changes no name, place or merge that a data manager made of its own categories', async () => {
  const terms = (...rows: string[]) => `id,name,parent_id,taxonomy\n${rows.join('\n')}\n`
  const files = {
    'organizations.csv': organizations,
    'services.csv': services('s1,o1,Amber', 's2,o1,Birch'),
    'taxonomy_terms.csv': terms('t1,Garden tools,,County', 't2,Spades,t1,County', 't3,Shovels,t1,County'),
    'attributes.csv': attributes('s1,service,t2', 's2,service,t3'),
  }
  await read(files)
  await change('Spades', { name: 'Digging', parentId: null })
  await merge('Shovels', 'Digging')
  const tools = (await named('Garden tools')).id
  await change('Garden tools', { parentId: (await named('Digging')).id })
  await read({ ...files, 'taxonomy_terms.csv': files['taxonomy_terms.csv'].replace('Spades', 'Spades and forks') })
  expect(await categoriesOf()).toEqual(['Amber: Digging', 'Birch: Digging'])
  expect(await named('Digging')).toMatchObject({ parentId: null, serviceCount: 2 })
  expect(await named('Garden tools')).toMatchObject({ id: tools, parentId: (await named('Digging')).id })
  expect((await named('Shovels')).mergedInto).toBe((await named('Digging')).id)
})

it('DIR-12 guesses go to the category that another was merged into, and none to a retired one', async () => {
  await merge('Tutoring', 'More Education')
  const { id, version } = await named('Hospice')
  const hospices = (await all()).filter(({ name }) => name === 'Hospice')
  expect(hospices.length).toBeGreaterThan(1)
  for (const each of hospices)
    await dana.call('PUT', `${path}${each.id}/retirement`, { version: each.version, isRetired: true })
  expect([id, version]).toEqual([hospices[0].id, 1])
  await read({
    'organizations.csv': organizations,
    'services.csv': services('s5,o1,Tutoring evenings', 's6,o1,Hospice visits'),
  })
  const guessed = (await categoriesOf()).filter((each) => /Tutoring|Hospice/.test(each))
  expect(guessed.filter((each) => each.startsWith('Tutoring'))).toEqual(['Tutoring evenings: More Education'])
  expect(guessed.filter((each) => each.endsWith(': Hospice'))).toEqual([])
})

it('DIR-12 an import waits for a merge before it locks anything, and its listings follow what was merged meanwhile', async () => {
  const [from, into] = [await named('Toys & Gifts'), await named('Furniture')]
  const waiting = async () => {
    const { rows } = await sql<{ locks: number }>`
      select (select count(*)::integer from pg_locks held where held.pid = waiting.pid and held.mode = 'RowExclusiveLock') as locks
      from pg_locks waiting where not waiting.granted and waiting.locktype = 'advisory' and waiting.mode = 'ShareLock'`.execute(
      database,
    )
    return rows
  }
  const { reading } = await database.transaction().execute(async (transaction) => {
    await lockCategories(transaction, [from.id, into.id])
    const reading = read({
      'organizations.csv': organizations,
      'services.csv': services('s7,o1,Willow'),
      'attributes.csv': attributes(`s7,service,${from.name}`),
    })
    await expect.poll(waiting).toEqual([{ locks: 0 }])
    await mergeCategory(transaction, from, into)
    return { reading }
  })
  await reading
  expect((await categoriesOf()).filter((each) => each.startsWith('Willow'))).toEqual([`Willow: ${into.name}`])
})

it('DIR-12 a portal from before gets names and needs once, and keeps what was changed since', async () => {
  await database
    .updateTable('taxonomyTerm')
    .set({ nameEs: null, need: null, version: 0 })
    .where('name', '=', 'Books')
    .execute()
  await loadOpenEligibility(database)
  expect(await named('Books')).toMatchObject({ nameEs: 'Libros', need: 'educational-attainment', version: 1 })
  await change('Books', { nameEs: null, need: null })
  await loadOpenEligibility(database)
  expect(await named('Books')).toMatchObject({ nameEs: null, need: null, version: 2 })
})
