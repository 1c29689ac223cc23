import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openDatabase } from '#platform/server/database.ts'
import { renderSchema } from '#root/scripts/render-schema.ts'
import { renderTables } from '#root/scripts/schema/render-tables.ts'
import { serverFeatures } from '#root/src/features.server.ts'
import { cloneDatabase } from './database.ts'

const read = (file: string) => readFileSync(new URL(`../docs/${file}`, import.meta.url), 'utf8')

it('docs/schema.sql is what the migrations make; run `node scripts/render-schema.ts` after a new one', async () => {
  const { url } = await cloneDatabase()
  const { database } = openDatabase(url, 1)
  expect(read('schema.sql')).toBe(await renderSchema(database))
})

it('docs/tables.md names the owner of every table; run `node scripts/render-schema.ts` after a new one', () => {
  expect(read('tables.md')).toBe(renderTables(serverFeatures))
})
