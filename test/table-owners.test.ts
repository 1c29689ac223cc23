import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serverFeatures } from '#root/src/features.server.ts'
import { findReads } from './find-reads.ts'
import { findWrites } from './find-writes.ts'

const ownerOf = new Map(
  serverFeatures.flatMap(({ name, tables = {} }) => Object.keys(tables).map((table) => [table, name] as const)),
)
const featureOf = (file: string) => (file.startsWith('src/platform/') ? 'platform' : file.split('/')[2])

const sources = globSync('src/{identity,directory,casework,onboarding,help-desk,site,platform}/**/*.ts').filter(
  (file) => !/\.test\.ts$|\/web\//.test(file),
)

/** Statements that the rule cannot check, or must allow, each with the reason. */
const exceptions = new Set([
  // One statement for all kinds of rows in a directory import, including organizations.
  'src/directory/services/server/import/finish-import.ts writes a table that it names when it runs',
  'src/directory/services/server/import/part-changes.ts writes a table that it names when it runs',
  'src/directory/services/server/import/undo-import.ts writes a table that it names when it runs',
  'src/directory/services/server/import/write-drafts.ts writes a table that it names when it runs',
  // One of its own two tables: files of a ticket, files of a note.
  'src/help-desk/tickets/server/attached-file-queries.ts writes a table that it names when it runs',
])

it('a table is written by the feature that owns it alone', () => {
  const foreign = sources.flatMap((file) =>
    findWrites(readFileSync(file, 'utf8')).flatMap((table) => {
      if (table === '*') return `${file} writes a table that it names when it runs`
      const owner = ownerOf.get(table)
      return owner && owner !== featureOf(file) ? `${file} writes ${table} of ${owner}` : []
    }),
  )
  expect(foreign.sort()).toEqual([...exceptions].sort())
})

/** Each chooses between two tables of its own. */
const readsNamedAtRunTime = [
  'src/identity/organizations/server/change-organization.ts',
  'src/identity/organizations/server/organization-queries.ts',
]

it('a table of another feature is read through what its owner exports', () => {
  const reads = sources.flatMap((file) => findReads(readFileSync(file, 'utf8')).map((table) => ({ file, table })))
  const foreign = reads
    .filter(({ file, table }) => ownerOf.has(table) && ownerOf.get(table) !== featureOf(file))
    .map(({ file, table }) => `${file} reads ${table} of ${ownerOf.get(table)}`)
  expect(foreign).toEqual([])
  expect(reads.flatMap(({ file, table }) => (table === '*' ? [file] : [])).sort()).toEqual(
    [...readsNamedAtRunTime].sort(),
  )
})

it('finds every form of a read', () => {
  const found = findReads(`
    // from in_a_comment
    import { x } from './organization.ts'
    database.selectFrom(['accountRole', 'session as s']).innerJoin('contactPhone as p', 'p.id', 's.id')
    database
      .updateTable('x').from(
        'message')
    sql\`select extract(epoch from passkey.used_on) from only account a, file join "contact" on true\`
    sql\`delete from referral r USING consent where r.name is distinct from service.name\`
    sql\`select from (select 1) event left join lateral (select) need on true\`
    sql\`select from \${sql.table('accountToken')}\`
  `)
  expect(found.sort()).toEqual(
    [
      'account',
      'account_role',
      'account_token',
      'consent',
      'contact',
      'contact_phone',
      'file',
      'message',
      'referral',
      'session',
    ].sort(),
  )
  expect(findReads('database.selectFrom(table).selectAll()')).toEqual(['*'])
})

it('finds a write whose table is named when it runs', () => {
  expect(findWrites('await database.updateTable(table).set({}).execute()')).toEqual(['*'])
})

it('finds every form of a write', () => {
  const found = findWrites(`
    // delete from in_a_comment
    await database.insertInto('accountRole').values(row).execute()
    database.updateTable("contactPhone").set({})
    database
      .deleteFrom('session')
    sql\`update account a set email = 1\`
    sql\`with gone as (delete from only message_key returning 1) INSERT INTO contact (id) select 1\`
    sql\`select 1 from organization for update\`
    sql\`insert into \${sql.table(name)} (id) values (1)\`
  `)
  expect(found.sort()).toEqual(
    ['account_role', 'contact_phone', 'session', 'account', 'message_key', 'contact', '*'].sort(),
  )
})
