import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { importDemoDirectory } from './directory-public.ts'
import { recountListed } from './listed-counts.ts'

const product = await startTestApp()
await importDemoDirectory(product.database)
const get = (path: string) => product.anonymous('GET', path)

it('HSDS-03 pages by number hold every record once, and say how many there are, whatever was added and removed', async () => {
  const { database } = product
  const some = await database.selectFrom('serviceAtLocation').selectAll().distinctOn('serviceId').limit(6).execute()
  const [first, second, third, moved] = some
  await database
    .updateTable('service')
    .set({ status: 'inactive' })
    .where('id', '=', first?.serviceId ?? '')
    .execute()
  await database
    .deleteFrom('service')
    .where('id', '=', second?.serviceId ?? '')
    .execute()
  await database
    .deleteFrom('serviceAtLocation')
    .where('id', '=', third?.id ?? '')
    .execute()
  await database
    .updateTable('serviceAtLocation')
    .set({ serviceId: first?.serviceId ?? '' })
    .where('id', '=', moved?.id ?? '')
    .execute()
  const compare = async () => {
    for (const list of ['services', 'service_at_locations']) {
      const lines = String((await get(`/hsds/${list}?format=ndjson`)).body)
      const all = lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id)
      const paged: string[] = []
      for (let page = 1, last = false; !last; page++) {
        const { body } = await get(`/hsds/${list}?per_page=37&page=${page}`)
        expect([list, page, body.total_items]).toEqual([list, page, all.length])
        paged.push(...body.contents.map((record: { id: string }) => record.id))
        last = body.last_page
      }
      expect(paged).toEqual(all)
      const beyond = (await get(`/hsds/${list}?per_page=37&page=99999`)).body
      expect([beyond.total_items, beyond.empty]).toEqual([all.length, true])
    }
  }
  await compare()
  // This many changes are counted again.
  await sql`insert into listed_change select 'services', 'fff', 1 from generate_series(1, 10001)`.execute(database)
  const [fourth, fifth] = [some[4]?.serviceId ?? '', some[5]?.serviceId ?? '']
  await database.transaction().execute(async (counting) => {
    await recountListed(counting)
    // Whoever changes something meanwhile does not wait, and is counted too.
    await database.transaction().execute(async (editing) => {
      await sql`set local lock_timeout = '2s'`.execute(editing)
      await editing.updateTable('service').set({ status: 'inactive' }).where('id', '=', fourth).execute()
      await editing.deleteFrom('serviceAtLocation').where('serviceId', '=', fifth).execute()
    })
  })
  await compare()
  await database
    .updateTable('service')
    .set({ status: 'active' })
    .where('id', 'in', [first?.serviceId ?? '', fourth])
    .execute()
  await compare()
})
