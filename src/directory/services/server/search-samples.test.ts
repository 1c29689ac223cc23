import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { makeOrganization } from '#test/factories.ts'
import { areMany } from './find-by-tier.ts'

const { database } = await startTestApp()

it('DIR-01 a sample tells whether so many services match that they are not ranked one by one', async () => {
  const { id: organizationId } = await makeOrganization(database)
  // With identifiers that are spread evenly, so that no run differs.
  await sql`
    insert into service (id, organization_id, name)
    select (left(md5(n::text), 8) || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${organizationId}, case when n % 4 = 0 then 'Zither' else 'Viola' end
    from generate_series(1, 2000) n`.execute(database)
  const has = (word: string) => [sql`s.document @@ plainto_tsquery('directory', ${word})`]
  for (const [word, most, isMore] of [
    ['viola', 600, true],
    ['viola', 1000, true],
    ['viola', 2000, false],
    ['zither', 1000, false],
    ['zither', 499, true],
    ['zither', 700, false],
    ['bassoon', 600, false],
  ] as const)
    expect([word, most, await areMany(database, has(word), most)]).toEqual([word, most, isMore])
})
