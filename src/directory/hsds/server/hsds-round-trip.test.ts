import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importDemoDirectory } from '#directory/services/server/directory-public.ts'
import { importDirectory } from '#directory/services/server/import/import-directory.ts'
import { startTestApp, type TestApp } from '#test/app.ts'

const fixtures = process.env.HEARTHLINE_FIXTURES
const ofRepository = (name: string) =>
  fileURLToPath(new URL(`../../../../test/fixtures/directory/${name}`, import.meta.url))
const published = (name: string) => join(fixtures ?? '', 'data', name)
const withFixtures = it.skipIf(!fixtures || !existsSync(published('ohana-san-mateo')))

const lists = ['organizations', 'services', 'taxonomies', 'taxonomy_terms']
const one = await startTestApp()
const two = await startTestApp()
const folder = mkdtempSync(join(tmpdir(), 'hearthline-feed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const linesOf = async ({ anonymous }: TestApp, list: string) => {
  const whole = list.startsWith('taxonom') ? '' : '&full=true'
  return String((await anonymous('GET', `/hsds/${list}?format=ndjson${whole}`)).body)
}

/** All that a portal publishes, as files of a folder, and as one text. */
async function copyFeed(app: TestApp) {
  const texts = await Promise.all(lists.map((list) => linesOf(app, list)))
  for (const [n, text] of texts.entries()) writeFileSync(join(folder, `${lists[n]}.ndjson`), text)
  return texts.join('')
}

/** A record without its identifiers, which each portal gives anew, and without the order of its parts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value))
    return value
      .map(plain)
      .map((part) => JSON.stringify(part))
      .sort()
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => !/^(id|last_modified|.*_id)$/.test(name))
  return Object.fromEntries(kept.map(([name, part]) => [name, plain(part)]).sort())
}
const plainRecords = (lines: string) =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.stringify(plain(JSON.parse(line))))
    .sort()

const importFeed = async ({ database }: TestApp) => {
  const { inserted, updated, removed, badCount, warningCount, ignored, stopped } = await importDirectory(database, {
    folder,
    sourceName: 'feed',
  })
  return { inserted, updated, removed, badCount, warningCount, ignored, stopped }
}
const nothing = { inserted: 0, updated: 0, removed: 0, badCount: 0, warningCount: 0, ignored: [], stopped: [] }

beforeAll(async () => {
  await importDemoDirectory(one.database)
  for (const name of ['harbor-county', 'lakeside-legal'])
    await importDirectory(one.database, { folder: ofRepository(name), sourceName: name })
  const ownTerm = { name: 'Boat repair', sourceName: 'harbor-county', sourceKey: 'boats' }
  await one.database.insertInto('taxonomyTerm').values(ownTerm).execute()
})

/** Publishes what the first portal has, imports it into the second, and compares what that publishes. */
async function expectSameFeed() {
  await copyFeed(one)
  const { inserted, ...told } = await importFeed(two)
  expect(inserted).toBeGreaterThan(100)
  expect({ ...told, inserted: 0 }).toEqual(nothing)
  for (const list of lists) {
    const [here, there] = await Promise.all([linesOf(one, list), linesOf(two, list)])
    expect(plainRecords(there), list).toEqual(plainRecords(here))
  }
}

it('HSDS-02 what a portal publishes, another one imports without a remark and publishes the same', expectSameFeed)

it('HSDS-02 the feed imported again changes nothing, in the portal that has a copy and in the one that published it', async () => {
  const before = await copyFeed(one)
  expect(await importFeed(two)).toEqual(nothing)
  expect(await importFeed(one)).toEqual(nothing)
  expect(await copyFeed(one)).toBe(before)
  const { rows } = await one.pool.query("select from organization where source_name = 'feed'")
  expect(rows).toEqual([])
})

withFixtures('HSDS-02 three published directories come back identical', async () => {
  for (const name of ['ohana-san-mateo', 'florida-legal-aid', 'illinois-legal-aid'])
    await importDirectory(one.database, { folder: published(name), sourceName: name })
  await expectSameFeed()
})
