import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#platform/server/database.ts'
import { serverFeatures } from '#root/src/features.server.ts'
import { cloneDatabase } from './database.ts'

const owned = serverFeatures.flatMap(({ name, tables = {} }) =>
  Object.entries(tables).map(([table, contract]) => ({ owner: name, table, contract })),
)
/** Tables of Kysely's migrator. */
const ofTheMigrator = ['schema_migration', 'schema_migration_lock']
const snakeCase = (name: string) => name.replace(/([A-Z]|\d+)/g, (c) => `_${c.toLowerCase()}`)
const isNullable = (schema: z.ZodType) => schema.safeParse(null).success

const { url } = await cloneDatabase()
const { database } = openDatabase(url, 2)

it('every table has exactly one owner', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database)
  const tables = rows.map(({ name }) => name).filter((name) => !ofTheMigrator.includes(name))
  expect(owned.map(({ table }) => table).sort()).toEqual(tables.sort())
})

it.each(owned)(
  'the contract of $table has exactly its columns, with the same nullability and choices',
  async ({ table, contract }) => {
    const columns = await sql<{ name: string; nullable: boolean }>`
    select column_name as name, is_nullable = 'YES' as nullable from information_schema.columns where table_name = ${table}`.execute(
      database,
    )
    const shape = contract.shape as Record<string, z.ZodType>
    const expected = Object.entries(shape).map(([name, schema]) => ({
      name: snakeCase(name),
      nullable: isNullable(schema),
    }))
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
    expect(columns.rows.toSorted(byName)).toEqual(expected.toSorted(byName))

    const checks = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
      database,
    )
    for (const [field, schema] of Object.entries(
      z.toJSONSchema(contract, { unrepresentable: 'any' }).properties ?? {},
    )) {
      if (typeof schema === 'boolean') continue
      // A choice that may be left out is an enum beside null.
      const part = [schema, ...(schema.anyOf ?? [])].find((one) => typeof one === 'object' && one.enum)
      const choices = typeof part === 'object' ? part.enum : undefined
      if (!choices) continue
      const check = checks.rows.find((c) => c.text.includes(`(${snakeCase(field)} =`))
      expect(
        [...(check?.text ?? '').matchAll(/'([^']+)'/g)].map((m) => m[1]),
        field,
      ).toEqual(choices)
    }
  },
)
