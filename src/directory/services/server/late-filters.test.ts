import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/app.ts'
import { directoryOf } from '#test/directory-rows.ts'
import { ServiceQuery } from '../service-search.ts'
import { findServices } from './find-services.ts'

const product = await startTestApp()
const { database, config } = product
const { add, makeProvider, makePlace } = directoryOf(product)
const address = { address1: '1 Elm St', city: 'Olney', stateProvince: 'IL', postalCode: '62450' }
const SERVICES = 40

const { id: organizationId } = await makeProvider()
for (let at = 0; at < SERVICES; at++) {
  const serviceId = await add('service', { organizationId, name: `Basketry ${at}` })
  const point = { latitude: 38.73 + at / 1000, longitude: -88.08 }
  await makePlace(serviceId, { organizationId, name: `Place ${at}`, ...point }, address)
  await add('schedule', {
    serviceId,
    freq: 'WEEKLY',
    byday: 'MO,TU,WE,TH,FR,SA,SU',
    opensAt: '00:00',
    closesAt: '00:00',
  })
}

it.each([{ text: 'basketry', near: '62450' }, { near: '62450' }, { text: 'basketry' }])(
  'DIR-06 hours are read until a page is full, not of every service that matches: %o',
  async (query) => {
    await sql`create sequence if not exists asked`.execute(database)
    const { rows } = await sql<{ made: boolean }>`select to_regproc('is_open_now_itself') is not null as made`.execute(
      database,
    )
    if (!rows[0]?.made) {
      await sql`alter function is_open_now rename to is_open_now_itself`.execute(database)
      await sql`create function is_open_now(for_service uuid, at_time timestamptz, default_zone text) returns boolean language plpgsql as $$
      begin perform nextval('asked'); return is_open_now_itself(for_service, at_time, default_zone); end $$`.execute(
        database,
      )
      await sql`grant all on sequence asked to public`.execute(database)
    }
    await sql`select setval('asked', 1)`.execute(database)
    const { found } = await findServices(
      database,
      ServiceQuery.parse({ ...query, openNow: 'true', limit: 3 }),
      config.timeZone,
    )
    expect(found).toHaveLength(3)
    const asked = await sql<{ count: number }>`select nextval('asked')::integer - 2 as count from (select) one`.execute(
      database,
    )
    expect(asked.rows[0]?.count).toBe(4)
  },
)
